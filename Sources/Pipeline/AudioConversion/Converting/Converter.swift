public import AudioBase

// Holds throughout: counts of C come as unsigned numbers of 32 bits.

/// Converts audio of one format into another: decode, trim, map channels, convert the rate, encode.
///
/// Push packets with ``append(_:descriptions:)`` and take packets with ``fill(_:packetCount:)``, or let
/// ``fill(_:packetCount:supply:)`` pull them:
///
/// ```swift
/// var converter = try Converter(from: CodedStream(format: aac, cookie: cookie), to: CodedStream(format: pcm), codecs: codecs)
/// converter.append(packet.span, descriptions: [place].span)
/// while case .filled = try converter.fill(&batch, packetCount: 512) { play(batch.bytes) }
/// ```
/// The output does not depend on how input and output are cut up, but for one thing: a rate conversion whose
/// ``ResamplerSettings/delivery`` is automatic goes by the first amount, whether 4,096 frames or fewer are brought or asked
/// for at a time, and what these two deliveries give may differ in the last bits. Setting the delivery fixes it. A packet of
/// linear PCM is one frame; where channels have buffers of their own, their bytes follow each other. After the first calls
/// nothing is allocated but what a larger output needs.
public struct Converter: ~Copyable {
  /// The input, as it was given.
  public let input: CodedStream
  /// The output's format, layout and cookie, completed by its encoder.
  public let output: CodedStream
  /// What the input's packets decode to.
  public let decoded: DecodedFormat
  /// The encoder's own account of its packets; `nil` for linear PCM.
  public let encoded: EncodedFormat?
  /// Input frames before and after the one that an output frame stands for, which a rate conversion depends on:
  /// `kAudioConverterPrimeInfo`.
  public var reach: (leading: Int, trailing: Int) { engine.reach() }

  /// By how much output of a steady flow is behind its input, in seconds, for the sake of the rate conversion: the time of the
  /// trailing frames of ``reach``, for which a frame waits, and the delay of ``ResamplerComplexity/minimumPhase``.
  /// ``ResamplerDelivery/blocks`` waits longer.
  public var latency: Double { engine.latency() }

  /// The encoder's magic cookie as it is now: that of FLAC is complete only once the input has ended. `nil` for linear
  /// PCM.
  public var currentCookie: [UInt8]? { engine.cookie() }

  var engine: AnyEngine
  private let cutter: PacketCutter
  private var supplied = PacketBatch()

  /// Prepares a conversion.
  ///
  /// - Parameters:
  ///   - input: The format of the packets that will come, with their cookie.
  ///   - output: The wanted format; a rate or a number of channels of 0 stands for the input's.
  ///   - codecs: Decoders and encoders to choose from. Linear PCM needs none.
  ///   - settings: What an encoder is asked for beyond the format.
  public init(
    from input: CodedStream, to output: CodedStream, codecs: [CodecDescriptor] = [],
    options: ConversionOptions = ConversionOptions(), settings: EncoderSettings? = nil
  ) throws(ConversionError) {
    let decoder = try Self.makeDecoder(for: input, codecs: codecs)
    let decoded = decoder.format
    let design = try OutputDesign(for: output, from: decoded, codecs: codecs, options: options, settings: settings)
    let trimmer = Trimmer(options.packetTable, decodedRate: decoded.sampleRate)
    let engine = try Self.makeEngine(decoder, design, trimmer: trimmer, options)
    cutter = PacketCutter(input.format, planeCount: input.format.bufferCount)
    self.input = input
    self.output = design.stream
    self.decoded = decoded
    encoded = design.encoded
    self.engine = engine
  }

  private static func makeEngine(
    _ decoder: consuming any PacketDecoder & ~Copyable, _ design: OutputDesign, trimmer: Trimmer,
    _ options: ConversionOptions
  ) throws(ConversionError) -> AnyEngine {
    let trailing = min(max(0, options.trailingFrames), ConversionOptions.mostTrailingFrames)
    if OutputDesign.precision(input: decoder.format.precision, output: design) == .single {
      let chain = try design.makeChain(Float.self)
      let stage = DecodingStage<Float>(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
      return AnyEngine(single: .some(ConversionEngine(stage, chain, trailingFrames: trailing)), double: nil)
    }
    let chain = try design.makeChain(Double.self)
    let stage = DecodingStage<Double>(decoder, trimmer: trimmer, damagePolicy: options.damagePolicy)
    return AnyEngine(single: nil, double: .some(ConversionEngine(stage, chain, trailingFrames: trailing)))
  }

  private static func makeDecoder(
    for input: CodedStream, codecs: [CodecDescriptor]
  ) throws(ConversionError) -> any PacketDecoder & ~Copyable {
    do throws(DecodingError) {
      return try makePacketDecoder(for: input, codecs: codecs)
    } catch {
      switch error {
      case .noDecoder(let formatID): throw .noDecoder(formatID)
      case .configuration(let inner): throw .format(inner)
      default: throw .decoding(error)
      }
    }
  }

  /// Takes packets over; they need not be kept.
  ///
  /// - Parameters:
  ///   - bytes: Whole packets.
  ///   - descriptions: One a packet, offsets relative to `bytes`; left unread for linear PCM and the like, and may be empty
  ///     wherever all packets have the same size.
  public mutating func append(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription> = Span()) {
    engine.append(bytes, cutter, descriptions: descriptions)
  }

  /// States that no more packets come, until ``reset()``.
  public mutating func endInput() {
    engine.endInput()
  }

  /// Fills a batch with output packets, as far as the input goes.
  ///
  /// - Parameters:
  ///   - output: Emptied first. Holds what was made also where an error is thrown.
  ///   - packetCount: Packets to make at most; for linear PCM frames. Of more than fit 256 MiB as many as fit are made.
  public mutating func fill(
    _ output: inout PacketBatch, packetCount: Int
  ) throws(ConversionError) -> FillStatus {
    precondition(packetCount >= 0)
    engine.begin(&output, packetCount: packetCount)
    defer { engine.end(&output) }
    return try engine.advance(&output)
  }

  /// Fills a batch with output packets, asking for input where it is needed.
  ///
  /// - Parameters:
  ///   - ahead: Packets that calls right behind this one will ask for: where they are many, this one is part of a large one.
  ///   - supply: Is told how many packets are wanted and fills an empty batch with any number of them; none at all ends the
  ///     input until ``reset()``. Where it throws, what was made is kept and given, and the next call asks again.
  public mutating func fill<Failure: Error>(
    _ output: inout PacketBatch, packetCount: Int, ahead: Int = 0,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Failure) -> Void
  ) throws(ConversionError) -> PullStatus<Failure> {
    precondition(packetCount >= 0 && ahead >= 0)
    let (sum, overflow) = packetCount.addingReportingOverflow(ahead)
    engine.noteRequest(packetCount: overflow ? Int.max : sum)
    engine.begin(&output, packetCount: packetCount)
    defer { engine.end(&output) }
    while true {
      switch try engine.advance(&output) {
      case .filled: return .filled
      case .ended: return .ended
      case .needsInput(let frames):
        let size = max(1, input.format.framesPerPacket > 0 ? input.format.framesPerPacket : decoded.framesPerPacket)
        supplied.removeAll(nextPacket: 0)
        do throws(Failure) {
          try supply(max(1, (frames + size - 1) / size), &supplied)
        } catch {
          return .interrupted(error)
        }
        if supplied.bytes.isEmpty && supplied.descriptions.isEmpty { endInput() } else { appendSupplied() }
      }
    }
  }

  private mutating func appendSupplied() {
    let batch = supplied
    append(batch.bytes.span, descriptions: batch.descriptions.span)
  }

  /// Forgets all input and output, as if newly made.
  public mutating func reset() {
    engine.reset()
  }

  /// What decoding has come to so far.
  public var report: DecodingReport {
    engine.currentReport()
  }

  /// Which frames of the output's packets are the recording, once it has ended; `nil` for linear PCM.
  public var packetTable: PacketTable? {
    let frameCount = engine.outputFrameCount()
    return encoded?.packetTable(frameCount: frameCount)
  }
}
