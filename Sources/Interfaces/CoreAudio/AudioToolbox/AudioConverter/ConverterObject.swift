package import AudioBase
import AudioCatalog
package import AudioConversion
package import SignalProcessing

/// The object of an `AudioConverterRef`: a converter, and all settings made by properties.
///
/// A property that changes the conversion recreates the converter; it is set before the first packet. While the
/// converter works, during calls of the input function, properties can be read; changes are refused.
///
/// `@unchecked`: the state that changes is accessed only inside the gate.
package final class ConverterObject: GuardedObject, @unchecked Sendable {
  /// A converter behind a reference: a call takes it out and puts it back without moving its bytes.
  private final class Machine {
    var converter: PacketConverter

    init(_ converter: consuming PacketConverter) { self.converter = converter }
  }

  /// The formats that the caller gave, completed where the codec knows better.
  private var source: PacketInput
  package private(set) var request: PacketRequest
  /// The caller's decoder settings, from which those of the input are made.
  package private(set) var decoderProperties = DecoderProperties()
  private var machine: Machine?
  /// The streams that the input may change to, of a file whose stream does.
  private var streams: ((_ number: Int) -> CodedStream)?
  /// True while the converter is at work, and not here.
  private var isConverting = false
  /// Output that did not fit into the caller's buffer.
  var leftOver = PacketBatch()
  /// The output of one call, kept for its memory.
  private var batch = PacketBatch()
  let bufferList: CallbackBufferList
  private let codecs: [CodecDescriptor]
  /// The codec quality, stored only for queries.
  var codecQuality = UInt32(kAudioConverterQuality_Medium)
  package var primeMethod = UInt32(kConverterPrimeMethod_Normal)
  /// The prime information given to a decoder about its packets.
  var givenPrimeInfo: AudioConverterPrimeInfo?

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - gate: That of the file which it converts for, if there is one.
  ///   - delivery: The delivery of the frames of a rate conversion.
  /// - Throws: ``Status``.
  package init(
    from input: StreamFormat, to output: StreamFormat, gate: ObjectGate = ObjectGate(),
    delivery: ResamplerDelivery = .automatic
  ) throws(Status) {
    guard input.sampleRate.isFinite, input.sampleRate >= 0, output.sampleRate.isFinite, output.sampleRate >= 0 else {
      throw Status(kAudioConverterErr_FormatNotSupported)
    }
    // Core Audio converts between codings by way of linear PCM only where one side is linear PCM.
    guard input.formatID == .linearPCM || output.formatID == .linearPCM else {
      throw Status(kAudioConverterErr_FormatNotSupported)
    }
    source = PacketInput(CodedStream(format: input))
    request = PacketRequest(output)
    request.stages.resampler.delivery = delivery
    codecs = Catalog.coreAudio.codecs
    currentOutput = CodedStream(format: output)
    bufferList = CallbackBufferList(count: input.bufferCount)
    super.init(gate: gate)
    try rebuild()
  }

  // MARK: Making

  private func rebuild() throws(Status) {
    do throws(AudioError) {
      var packets = source
      packets.stream = input.presumed
      var new = try PacketConverter(from: packets, to: request, codecs: codecs)
      (currentOutput, encoded, decoded) = (new.output, new.encoded, new.decoded)
      new.streams = streams
      machine = Machine(new)
    } catch {
      guard input.awaitsCookie(codecs) else { throw Status(making: error) }
      (currentOutput, encoded, decoded) = (CodedStream(format: request.format, layout: request.layout), nil, nil)
      machine = nil
    }
    leftOver.removeAll(nextPacket: 0)
  }

  /// Allows the input to change to other streams, by the stream numbers of its batches.
  func allowStreams(_ streams: @escaping (_ number: Int) -> CodedStream) {
    self.streams = streams
    machine?.converter.streams = streams
  }

  /// Changes the settings of the converter, or nothing at all if that is impossible.
  private func change(_ change: () -> Void) throws(Status) {
    try requireRest()
    let kept = (source, request, decoderProperties)
    change()
    do throws(Status) {
      try rebuild()
    } catch {
      (source, request, decoderProperties) = kept
      throw error
    }
  }

  package func setCookie(_ cookie: [UInt8]) throws(Status) { try change { source.stream.cookie = cookie } }
  package func setInputLayout(_ layout: ChannelLayout) throws(Status) { try change { source.stream.layout = layout } }
  package func setOutputLayout(_ layout: ChannelLayout) throws(Status) { try change { request.layout = layout } }
  func setOutputSampleRate(_ rate: Double) throws(Status) { try change { request.format.sampleRate = rate } }
  package func changeInput(_ body: (inout PacketInput) -> Void) throws(Status) { try change { body(&source) } }
  package func changeRequest(_ body: (inout PacketRequest) -> Void) throws(Status) { try change { body(&request) } }

  /// Changes the settings of the decoder.
  package func changeDecoder(_ properties: DecoderProperties) throws(Status) {
    try change {
      decoderProperties = properties
      source.decoder = properties.settings
      source.damagePolicy = properties.conceals ? .conceal : .stop
    }
  }

  // MARK: Properties

  /// The format of the input, with its cookie.
  package var input: CodedStream { source.stream }
  /// The output's format, completed by its encoder.
  package private(set) var currentOutput: CodedStream
  /// The encoder's format; `nil` for linear PCM.
  private(set) var encoded: EncodedFormat?
  /// The format to which the input decodes.
  private(set) var decoded: DecodedFormat?
  /// The frames of the output's packets that are the recording.
  var packetTable: PacketTable? { asked(nil) { $0.packetTable } }
  /// The encoder's present cookie: FLAC's is complete only after the end of the input.
  var lateCookie: [UInt8]? { asked(nil) { $0.currentCookie } }
  /// The number of input frames before and after the one at an output frame that a rate conversion needs.
  var reach: (leading: Int, trailing: Int) { asked((0, 0)) { $0.reach } }

  /// The delay of a continuous rate conversion, in seconds.
  package var latency: Double { asked(0) { $0.latency } }

  /// The delay in seconds because the decoder waits for later packets.
  package var lookAheadDuration: Double { asked(0) { $0.lookAheadDuration } }

  /// Asks the converter, or returns a default while it is at work elsewhere.
  private func asked<Value>(_ otherwise: Value, _ body: (borrowing PacketConverter) -> Value) -> Value {
    if let machine { body(machine.converter) } else { otherwise }
  }

  /// The settings that decoders of the input know.
  package var knownDecoderSettings: Set<DecoderSetting> {
    codecs.first { $0.formatIDs.contains(input.format.formatID) }?.decoderSettings ?? []
  }

  package var isDecoding: Bool { input.format.formatID != .linearPCM }
  package var isEncoding: Bool { request.format.formatID != .linearPCM }
  package var convertsRate: Bool { decoded.map { $0.sampleRate != currentOutput.format.sampleRate } ?? false }

  /// The upper bound on the size of the input's packets, in bytes.
  var maximumInputPacketSize: Int {
    if input.format.bytesPerPacket > 0 { return input.format.bytesPerPacket }
    return 768 * max(2, input.format.channelsPerFrame) * max(1, input.format.framesPerPacket / 1024)
  }

  /// The upper bound on the size of the output's packets, in bytes.
  package var maximumOutputPacketSize: Int { encoded?.maximumPacketByteCount ?? request.format.bytesPerPacket }

  // MARK: Converting

  /// Makes packets, asking for input if it is needed.
  ///
  /// Meanwhile the converter is not here: calls on this object by the caller's function do not affect it.
  ///
  /// - Parameter ahead: Packets that will be requested right after these.
  func fill(
    packetCount: Int, ahead: Int = 0, supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void
  ) throws(Status) -> (PacketBatch, PullStatus<Status>) {
    try working { (converter, batch) throws(AudioError) in
      try converter.fill(&batch, packetCount: packetCount, ahead: ahead, supply: supply)
    }
  }

  /// Converts only the given input.
  ///
  /// - Parameters:
  ///   - packetCount: The largest number of packets that are handed out at a time.
  ///   - bring: Appends input, or ends it.
  ///   - take: Takes packets; perhaps none.
  func convert(
    packetCount: Int, _ bring: (inout PacketConverter) -> Void,
    take: (borrowing PacketBatch) throws(Status) -> Void
  ) throws(Status) {
    var isFirst = true
    while true {
      let (batch, status) = try working { (converter, batch) throws(AudioError) in
        if isFirst { bring(&converter) }
        return try converter.fill(&batch, packetCount: packetCount)
      }
      defer { reuse(batch) }
      isFirst = false
      try take(batch)
      guard case .filled = status else { return }
    }
  }

  /// Moves the converter out during the work.
  func working<Result>(
    _ body: (inout PacketConverter, inout PacketBatch) throws(AudioError) -> Result
  ) throws(Status) -> (PacketBatch, Result) {
    try requireRest()
    guard let taken = machine else { throw Status(kAudioConverterErr_UnspecifiedError) }
    machine = nil
    isConverting = true
    defer { (machine, isConverting) = (taken, false) }
    var batch = PacketBatch()
    swap(&batch, &self.batch)
    do throws(AudioError) {
      let result = try body(&taken.converter, &batch)
      return (batch, result)
    } catch {
      self.batch = batch
      throw Status(converting: error)
    }
  }

  /// Takes back the output of a call, to reuse its memory.
  func reuse(_ batch: consuming PacketBatch) { self.batch = batch }

  /// Clears all data in the converter.
  package func reset() {
    machine?.converter.reset()
    leftOver.removeAll(nextPacket: 0)
  }

  /// Throws while the converter is working, in calls from its input function.
  func requireRest() throws(Status) {
    if isConverting { throw Status(kAudioConverterErr_OperationNotSupported) }
  }
}

extension StreamFormat {
  /// True if each channel has its own buffer.
  var isPlanar: Bool { linearPCMFlags.contains(.nonInterleaved) }
}
