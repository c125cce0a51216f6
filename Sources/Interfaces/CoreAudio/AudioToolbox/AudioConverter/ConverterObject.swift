import AudioBase
import AudioCatalog
import AudioConversion
import SignalProcessing

/// What an `AudioConverterRef` stands for: a converter, and all that properties have set about it.
///
/// A property that changes how things are converted makes the converter anew; it is set before the first packet. While
/// the converter works, which the caller's input function sees, properties can be read; whatever would change it is
/// refused.
///
/// `@unchecked`: what changes is touched behind the gate.
final class ConverterObject: GuardedObject, @unchecked Sendable {
  /// The formats that the caller gave, completed where the codec knows better.
  private(set) var input: CodedStream
  private(set) var output: CodedStream
  private(set) var options: ConversionOptions
  private(set) var settings: EncoderSettings
  /// What the caller has set about the decoder, from which ``options`` are.
  private(set) var decoderProperties = DecoderProperties()
  private var converter: PacketConverter?
  /// The streams that the input may change to, of a file whose stream does.
  private var streams: ((_ number: Int) -> CodedStream)?
  /// Whether the converter is at work, and not here.
  private var isConverting = false
  /// Output that found no room in the caller's buffer.
  var leftOver = PacketBatch()
  /// The output of one call, kept for its memory.
  private var batch = PacketBatch()
  /// The input of one call of the caller's function.
  var descriptions: [PacketDescription] = []
  let bufferList: CallbackBufferList
  private let codecs: [CodecDescriptor]
  /// What is kept only to be answered.
  var codecQuality = UInt32(kAudioConverterQuality_Medium)
  var primeMethod = UInt32(kConverterPrimeMethod_Normal)
  /// What a decoder was told about its packets.
  var givenPrimeInfo: AudioConverterPrimeInfo?

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - gate: That of the file which it converts for, if there is one.
  ///   - delivery: When the frames of a rate conversion are given.
  /// - Throws: ``Status``.
  init(
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
    self.input = CodedStream(format: input)
    self.output = CodedStream(format: output)
    options = ConversionOptions()
    options.damagePolicy = .stop
    options.resampler.delivery = delivery
    settings = EncoderSettings(
      formatID: output.formatID, sampleRate: output.sampleRate, layout: ChannelLayout(unlabelledChannelCount: 0))
    codecs = Catalog.standard.codecs
    currentOutput = CodedStream(format: output)
    bufferList = CallbackBufferList(count: input.bufferCount)
    super.init(gate: gate)
    try rebuild()
  }

  // MARK: Making

  private func rebuild() throws(Status) {
    do throws(ConversionError) {
      var new = try PacketConverter(
        from: input.presumed, to: PacketOutput(output, options: options, encoding: settings), codecs: codecs)
      (currentOutput, encoded, decoded) = (new.output, new.encoded, new.decoded)
      new.streams = streams
      converter = consume new
    } catch {
      guard input.awaitsCookie(codecs) else { throw Status(making: error) }
      (currentOutput, encoded, decoded) = (output, nil, nil)
      converter = nil
    }
    leftOver.removeAll(nextPacket: 0)
  }

  /// Lets the input change to other streams, as batches that are supplied say by their numbers.
  func allowStreams(_ streams: @escaping (_ number: Int) -> CodedStream) {
    self.streams = streams
    converter?.streams = streams
  }

  /// Changes what the converter is made by, or nothing at all where that cannot be.
  private func change(_ change: () -> Void) throws(Status) {
    try requireRest()
    let kept = (input, output, options, settings, decoderProperties)
    change()
    do throws(Status) {
      try rebuild()
    } catch {
      (input, output, options, settings, decoderProperties) = kept
      throw error
    }
  }

  func setCookie(_ cookie: [UInt8]) throws(Status) { try change { input.cookie = cookie } }
  func setInputLayout(_ layout: ChannelLayout) throws(Status) { try change { input.layout = layout } }
  func setOutputLayout(_ layout: ChannelLayout) throws(Status) { try change { output.layout = layout } }
  func setOutputSampleRate(_ rate: Double) throws(Status) { try change { output.format.sampleRate = rate } }
  func changeOptions(_ body: (inout ConversionOptions) -> Void) throws(Status) { try change { body(&options) } }

  /// Changes what is asked of the decoder.
  func changeDecoder(_ properties: DecoderProperties) throws(Status) {
    try change {
      decoderProperties = properties
      options.decoder = properties.settings
      options.damagePolicy = properties.conceals ? .conceal : .stop
    }
  }

  func changeSettings(_ body: (inout EncoderSettings) -> Void) throws(Status) { try change { body(&settings) } }

  // MARK: What is known

  /// The output's format as its encoder completes it.
  private(set) var currentOutput: CodedStream
  /// What the encoder says of itself; `nil` for linear PCM.
  private(set) var encoded: EncodedFormat?
  /// What the input decodes to.
  private(set) var decoded: DecodedFormat?
  /// Which frames of the packets made are the recording.
  var packetTable: PacketTable? { converter?.currentPacketTable() ?? nil }
  /// The encoder's cookie as it is now: that of FLAC is complete only once the input has ended.
  var lateCookie: [UInt8]? { converter?.lateCookie() ?? nil }
  /// Input frames that a rate conversion needs around the one that an output frame stands for.
  var reach: (leading: Int, trailing: Int) { converter?.currentReach() ?? (0, 0) }

  /// By how much output of a steady flow is behind its input, in seconds, for the sake of the rate conversion.
  var latency: Double { converter?.currentLatency() ?? 0 }

  /// Seconds by which packets are decoded later because the decoder waits for those to come.
  var lookAheadDuration: Double { converter?.currentLookAheadDuration() ?? 0 }

  /// The settings that decoders of the input know.
  var knownDecoderSettings: Set<DecoderSetting> {
    codecs.first { $0.formatIDs.contains(input.format.formatID) }?.decoderSettings ?? []
  }

  var isDecoding: Bool { input.format.formatID != .linearPCM }
  var isEncoding: Bool { output.format.formatID != .linearPCM }
  var convertsRate: Bool { decoded.map { $0.sampleRate != currentOutput.format.sampleRate } ?? false }

  /// No packet of the input is larger, in bytes.
  var maximumInputPacketSize: Int {
    if input.format.bytesPerPacket > 0 { return input.format.bytesPerPacket }
    return 768 * max(2, input.format.channelsPerFrame) * max(1, input.format.framesPerPacket / 1024)
  }

  /// No packet of the output is larger, in bytes.
  var maximumOutputPacketSize: Int { encoded?.maximumPacketByteCount ?? output.format.bytesPerPacket }

  // MARK: Converting

  /// Makes packets, asking for input where it is needed.
  ///
  /// Meanwhile the converter is not here: what the caller's function asks of this object does not touch it.
  ///
  /// - Parameter ahead: Packets that will be asked for right behind these.
  func fill(
    packetCount: Int, ahead: Int = 0, supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void
  ) throws(Status) -> (PacketBatch, PullStatus<Status>) {
    try working { (converter, batch) throws(ConversionError) in
      try converter.fill(&batch, packetCount: packetCount, ahead: ahead, supply: supply)
    }
  }

  /// Converts what is given, and only that.
  ///
  /// - Parameter descriptions: One a packet, wherever packets differ in size.
  func convert(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription> = Span(), packetCount: Int
  ) throws(Status) -> (PacketBatch, FillStatus) {
    try working { (converter, batch) throws(ConversionError) in
      converter.append(bytes, descriptions: descriptions)
      return try converter.fill(&batch, packetCount: packetCount)
    }
  }

  /// Converts samples, and only those; the input is planar 32-bit floats.
  func convert(
    _ samples: borrowing PCMBlock, frames: Range<Int>, packetCount: Int
  ) throws(Status) -> (PacketBatch, FillStatus) {
    try working { (converter, batch) throws(ConversionError) in
      converter.append(PlanarSamples(samples, frames: frames))
      return try converter.fill(&batch, packetCount: packetCount)
    }
  }

  /// Says that no more input comes, and gives the packets that are left, as many as asked for at most.
  func finish(packetCount: Int) throws(Status) -> (PacketBatch, FillStatus) {
    try working { (converter, batch) throws(ConversionError) in
      converter.endInput()
      return try converter.fill(&batch, packetCount: packetCount)
    }
  }

  /// Takes the converter out for as long as it works.
  func working<Result>(
    _ body: (inout PacketConverter, inout PacketBatch) throws(ConversionError) -> Result
  ) throws(Status) -> (PacketBatch, Result) {
    try requireRest()
    var taken: PacketConverter?
    swap(&taken, &converter)
    guard var working = taken.take() else { throw Status(kAudioConverterErr_UnspecifiedError) }
    isConverting = true
    defer { isConverting = false }
    var batch = PacketBatch()
    swap(&batch, &self.batch)
    do throws(ConversionError) {
      let result = try body(&working, &batch)
      converter = consume working
      return (batch, result)
    } catch {
      converter = consume working
      self.batch = batch
      throw Status(converting: error)
    }
  }

  /// Takes the output of a call back for its memory.
  func reuse(_ batch: consuming PacketBatch) { self.batch = batch }

  /// Forgets what is in flight.
  func reset() {
    converter?.reset()
    leftOver.removeAll(nextPacket: 0)
  }

  /// Refuses what a function that is called by the converter at work cannot have.
  func requireRest() throws(Status) {
    if isConverting { throw Status(kAudioConverterErr_OperationNotSupported) }
  }
}

extension PacketConverter {
  // An optional that cannot be copied is read by methods, not by properties.
  fileprivate func currentPacketTable() -> PacketTable? { packetTable }

  fileprivate func lateCookie() -> [UInt8]? { currentCookie }
  fileprivate func currentReach() -> (leading: Int, trailing: Int) { reach }
  fileprivate func currentLatency() -> Double { latency }
  fileprivate func currentLookAheadDuration() -> Double { lookAheadDuration }
}

extension StreamFormat {
  /// `kAudioFormatFlagIsNonInterleaved`: each channel has a buffer of its own.
  var isPlanar: Bool { formatID == .linearPCM && formatFlags & kAudioFormatFlagIsNonInterleaved != 0 }

  /// The buffers of an `AudioBufferList` of this format.
  var bufferCount: Int { isPlanar ? max(1, min(channelsPerFrame, 1 << 16)) : 1 }
}
