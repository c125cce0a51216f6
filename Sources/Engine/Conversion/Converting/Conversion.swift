import AudioBase

/// An engine in the precision in which nothing is lost that the output could show: the one place where that is decided.
///
/// The enum only refers to its engine, which has one owner: the converter, which is not copyable. It would not be
/// copyable itself, but Swift 6.3 then copies it when another module inlines a converter's property, and traps.
enum Conversion<Source: PacketSource> {
  case single(ConversionEngine<Source, Float>)
  case double(ConversionEngine<Source, Double>)

  /// Makes the engine.
  ///
  /// - Parameters:
  ///   - source: Where packets come from.
  ///   - decoder: The decoder of the source's first stream.
  ///   - design: The wanted output.
  init(
    _ source: Source, _ decoder: consuming any PacketDecoder & ~Copyable, _ design: OutputDesign
  ) throws(ConversionError) {
    switch design.precision {
    case .single: self = .single(try ConversionEngine(source, decoder, design))
    case .double: self = .double(try ConversionEngine(source, decoder, design))
    }
  }

  /// The answers to what is asked now and then.
  var account: any ConversionAccount {
    switch self {
    case .single(let engine): engine
    case .double(let engine): engine
    }
  }

  /// Where the packets come from.
  var source: Source {
    get {
      switch self {
      case .single(let engine): engine.decoding.source
      case .double(let engine): engine.decoding.source
      }
    }
    nonmutating _modify {
      switch self {
      case .single(let engine): yield &engine.decoding.source
      case .double(let engine): yield &engine.decoding.source
      }
    }
  }

  /// Frames of packets that were drawn from the source and are not decoded.
  var drawnFrameCount: Int {
    switch self {
    case .single(let engine): engine.decoding.drawnFrameCount
    case .double(let engine): engine.decoding.drawnFrameCount
    }
  }

  /// Takes note of a request for packets, for which input will be asked.
  func noteRequest(packetCount: Int) {
    switch self {
    case .single(let engine): engine.noteRequest(packetCount: packetCount)
    case .double(let engine): engine.noteRequest(packetCount: packetCount)
    }
  }

  private var choosesDelivery: Bool {
    switch self {
    case .single(let engine): engine.choosesDelivery
    case .double(let engine): engine.choosesDelivery
    }
  }

  private func noteInput(frameCount: Int) {
    switch self {
    case .single(let engine): engine.noteInput(frameCount: frameCount)
    case .double(let engine): engine.noteInput(frameCount: frameCount)
    }
  }

  /// Begins an output of at most `packetCount` packets.
  func begin(_ output: inout PacketBatch, packetCount: Int) {
    switch self {
    case .single(let engine): engine.begin(&output, packetCount: packetCount)
    case .double(let engine): engine.begin(&output, packetCount: packetCount)
    }
  }

  /// Fills the output on, as far as the input goes.
  func advance(_ output: inout PacketBatch) throws(ConversionError) -> FillStatus {
    switch self {
    case .single(let engine): try engine.advance(&output)
    case .double(let engine): try engine.advance(&output)
    }
  }

  /// Ends an output: leaves only what was filled.
  func end(_ output: inout PacketBatch) {
    switch self {
    case .single(let engine): engine.end(&output)
    case .double(let engine): engine.end(&output)
    }
  }

  /// Forgets all that was decoded and made.
  func reset(trimmer: Trimmer) {
    switch self {
    case .single(let engine): engine.reset(trimmer: trimmer)
    case .double(let engine): engine.reset(trimmer: trimmer)
    }
  }
}

extension Conversion where Source == PushedPackets {
  /// Takes note of the input that waits to be decoded.
  func noteInput() {
    // The frames that wait are counted packet by packet: only for the few calls that need the number.
    guard choosesDelivery else { return }
    noteInput(frameCount: source.frameCount + drawnFrameCount)
  }

  /// Input frames that must come before so many more packets can be given.
  func inputFrameCount(forPackets count: Int) -> Int {
    let wanted = account.inputFrameCount(forPackets: count)
    let (sum, overflow) = wanted.addingReportingOverflow(source.trailingFrames)
    return max(0, (overflow ? Int.max : sum) - source.frameCount - drawnFrameCount)
  }

  /// Packets that can be given once so many more input frames have come.
  func packetCount(forInputFrames count: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(source.frameCount + drawnFrameCount)
    return account.packetCount(forInputFrames: max(0, (overflow ? Int.max : sum) - source.trailingFrames))
  }

  /// Forgets all input and output; the stream stays that of the last packets.
  func reset() {
    source.reset()
    reset(trimmer: source.trimmer)
  }
}
