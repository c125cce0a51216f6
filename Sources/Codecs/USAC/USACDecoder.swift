import AACDecoding
import AACSyntax
package import AudioBase
import Bitstream
import MPEG4Systems

/// Decodes USAC (xHE-AAC), one packet at a time.
///
/// ISO/IEC 23003-3. A packet is read completely before any lasting state is changed. After a damaged one, packets that
/// refer to its values are refused. Decoding can begin at a packet that needs no other; if it carries AudioPreRoll, the
/// preceding frames are decoded first, so that its first sample is complete.
package struct USACDecoder: ~Copyable, PacketDecoder {
  private var configuration: USACConfiguration
  /// The bytes of the configuration, to which those of AudioPreRoll are compared.
  private var configurationBytes: [UInt8]
  private var frame: USACFrame
  private var states: [ElementParseState]
  /// The states after a packet, which become ``states`` when it is complete.
  private var nextStates: [ElementParseState]
  private var elements: [ElementState]
  private var synthesis: FrameSynthesis
  private var prediction: StereoPrediction
  private var replication: BandReplication?
  private var concealment: CoreConcealment
  /// The requested settings of ``dynamicRange``.
  private let settings: DecoderSettings
  private var dynamicRange: USACDynamicRange?
  private var preRoll = AudioPreRoll()
  /// True if a packet has been decoded since the start.
  private var isEntered = false
  /// True if the last packet was lost: the AudioPreRoll of the next one is decoded first.
  private var isInterrupted = false
  package private(set) var remark: CodecError?
  package var unmetSettings: [UnmetSetting] { dynamicRange?.unmet ?? [] }

  package init(_ configuration: USACConfiguration, _ settings: DecoderSettings = DecoderSettings()) {
    self.configuration = configuration
    self.settings = settings
    dynamicRange = USACDynamicRange(configuration, settings)
    var writer = BitWriter()
    configuration.config.write(to: &writer)
    configurationBytes = writer.bytes
    frame = USACFrame(configuration)
    states = ElementParseState.states(configuration)
    nextStates = states
    elements = USACDecoder.elements(configuration)
    synthesis = FrameSynthesis(coreFrameLength: configuration.coreFrameLength)
    prediction = StereoPrediction(coreFrameLength: configuration.coreFrameLength)
    concealment = CoreConcealment(configuration, AACDecoderSettings(settings).concealment)
    if configuration.ratio != nil { replication = BandReplication(configuration) }
  }

  private static func elements(_ configuration: USACConfiguration) -> [ElementState] {
    configuration.slots.map { ElementState(configuration, $0) }
  }

  package var format: DecodedFormat { configuration.format }

  /// One packet, which overlaps with the first requested one. With band replication one more, because encoders often
  /// code the frame before an entry coarsely; with a harmonic transposer, which lags by a packet, a third.
  package var prerollPacketCount: Int { configuration.ratio == nil ? 1 : configuration.hasTransposer ? 3 : 2 }

  /// The test for packets that need no other: `usacIndependencyFlag`. In a stream with AudioPreRoll only packets that
  /// carry it pass: others may need a configuration from the last AudioPreRoll before them.
  package var canBegin: (@Sendable (Span<UInt8>) -> Bool)? {
    let mask = configuration.config.entryMask
    return { !$0.isEmpty && $0[0] & mask == mask }
  }

  /// The arithmetic code and the stereo prediction depend on all packets since the last independent one, the noise on
  /// all earlier packets. An AudioPreRoll helps only in part: a decoder that plays on does not decode it, so its noise
  /// (`NoiseSequence`, that of TCX and of band replication) differs from that of a decoder that begins there. So a
  /// stretch that begins in the middle does not decode to the same bits, and a track is never divided among several
  /// jobs.
  package var history: DecoderHistory { .unbounded("the arithmetic code and the noise of USAC") }

  package mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    remark = nil
    guard output.channelCount == configuration.layout.channelCount else {
      throw USACError(.wrongChannelCount).asCodecError
    }
    guard output.capacity >= configuration.format.framesPerPacket else { throw USACError(.blockSize).asCodecError }
    let crossfade = try readPreRoll(packet, into: &output)
    let wasEntered = isEntered
    do throws(USACError) {
      if !isEntered || isInterrupted { decodePreRoll(into: &output) }
      var reader = BitReader(packet)
      try decodeFrame(&reader, into: &output)
      concealment.noteSize(ofGoodPacket: packet.count)
      crossfade?.apply(to: &output)
    } catch {
      // A packet that is refused has changed nothing, but those of its AudioPreRoll have.
      if !wasEntered, isEntered { restart() }
      throw error.asCodecError
    }
  }

  /// Decodes a frame of a packet, or of its AudioPreRoll.
  private mutating func decodeFrame(_ reader: inout BitReader, into output: inout PCMBlock) throws(USACError) {
    guard isEntered || reader.peek(1) == 1 else { throw USACError(.notIndependent, at: reader.offset) }
    ElementParseState.copy(states, to: &nextStates)
    try frame.parse(&reader, &nextStates)
    try replication?.prepare(frame.elements, nextStates)
    try reconstruct()
    swap(&states, &nextStates)
    (isEntered, isInterrupted) = (true, false)
    output.setFrameCount(configuration.format.framesPerPacket)
    let wasLost = concealment.lostCount > 0
    if wasLost { rejoin() }
    try synthesize(into: &output)
    concealment.noteGoodPacket()
    replication?.apply(to: &output)
    if wasLost { Concealment.limit(&output, 0..<output.frameCount) }
    remark = dynamicRange?.apply(frame.payloads, of: reader.data, to: &output) ?? remark
  }

  /// Synthesises samples of the core from spectra and filters.
  private mutating func synthesize(into output: inout PCMBlock) throws(USACError) {
    var areFinite = true
    for index in configuration.slots.indices {
      let slot = configuration.slots[index]
      guard slot.kind != .extension else { continue }
      var plane = output.plane(slot.firstChannel)
      let isFinite = synthesis.synthesize(&elements[index].first, &frame.elements[index].first, into: &plane)
      areFinite = isFinite && areFinite
      guard slot.isPair else { continue }
      plane = output.plane(slot.firstChannel + 1)
      let isSecondFinite = synthesis.synthesize(&elements[index].second, &frame.elements[index].second, into: &plane)
      areFinite = isSecondFinite && areFinite
    }
    guard areFinite else { throw USACError(.linearPredictionUnstable) }
    for index in configuration.slots.indices where configuration.slots[index].kind != .extension {
      let channel = configuration.slots[index].firstChannel
      concealment.remember(2 * index, output.channel(channel))
      if configuration.slots[index].isPair { concealment.remember(2 * index + 1, output.channel(channel + 1)) }
    }
  }

  /// Computes spectra from integers, with all tools in the order of ISO/IEC 23003-3, 7.
  private mutating func reconstruct() throws(USACError) {
    let bands = configuration.bands
    var areFinite = true
    for index in configuration.slots.indices {
      let slot = configuration.slots[index]
      guard slot.kind != .extension else { continue }
      elements[index].first.scale(&frame.elements[index].first, bands)
      if slot.isPair {
        elements[index].second.scale(&frame.elements[index].second, bands)
        let isFinite = elements[index].joinStereo(&frame.elements[index], bands, &prediction)
        areFinite = isFinite && areFinite
      } else {
        let isFinite = elements[index].first.shapeNoise(&frame.elements[index].first, bands)
        areFinite = isFinite && areFinite
      }
    }
    guard areFinite else {
      for index in elements.indices { elements[index].takeBackNoise() }
      throw USACError(.temporalNoiseShapingUnstable)
    }
  }

  /// Conceals a lost packet. The next packet must not depend on values of the lost one.
  package mutating func conceal(into output: inout PCMBlock) {
    output.setFrameCount(configuration.format.framesPerPacket)
    concealment.noteLostPacket()
    for index in configuration.slots.indices {
      let slot = configuration.slots[index]
      guard slot.kind != .extension else { continue }
      var plane = output.plane(slot.firstChannel)
      concealment.replace(&elements[index].first, 2 * index, &synthesis, into: &plane)
      states[index].forget()
      guard slot.isPair else { continue }
      plane = output.plane(slot.firstChannel + 1)
      concealment.replace(&elements[index].second, 2 * index + 1, &synthesis, into: &plane)
    }
    replication?.makeUp(level: concealment.level)
    replication?.apply(to: &output)
    Concealment.limit(&output, 0..<output.frameCount)
    dynamicRange?.applyWithoutGains(to: &output)
    isInterrupted = true
  }

  /// Joins the replacement of a lost packet to the good one that has been read.
  private mutating func rejoin() {
    for index in configuration.slots.indices where configuration.slots[index].kind != .extension {
      concealment.rejoin(&elements[index].first, 2 * index, frame.elements[index].first, &synthesis)
      guard configuration.slots[index].isPair else { continue }
      concealment.rejoin(&elements[index].second, 2 * index + 1, frame.elements[index].second, &synthesis)
    }
  }

  package mutating func reset() {
    remark = nil
    concealment = CoreConcealment(configuration, AACDecoderSettings(settings).concealment)
    restart()
  }

  private mutating func restart() {
    states = ElementParseState.states(configuration)
    elements = USACDecoder.elements(configuration)
    replication?.reset()
    dynamicRange?.reset()
    (isEntered, isInterrupted) = (false, false)
  }
}

// MARK: - Entering

extension USACDecoder {
  /// Reads the AudioPreRoll of a packet if it applies: at an entry point, or if it has a new configuration, which is
  /// adopted.
  ///
  /// One that cannot be read costs only its own samples.
  ///
  /// - Returns: The last sound of the previous configuration, if it is to be crossfaded into that of the new one.
  private mutating func readPreRoll(
    _ packet: Span<UInt8>, into output: inout PCMBlock
  ) throws(CodecError) -> Crossfade? {
    preRoll.clear()
    do throws(USACError) {
      guard let payload = try preRollPayload(packet) else { return nil }
      try preRoll.read(packet, payload)
    } catch {
      remark = error.asCodecError
      preRoll.clear()
      return nil
    }
    guard !preRoll.hasConfiguration(configurationBytes) else { return nil }
    let bytes = preRoll.bytes
    var reader = BitReader(bytes.span, bits: preRoll.configuration)
    let other = try USACConfiguration(try USACConfig(parsing: &reader))
    guard other.format == configuration.format else { throw USACError(.anotherFormat).asCodecError }
    let found = preRoll
    var crossfade: Crossfade?
    if found.isCrossfaded, isEntered {
      conceal(into: &output)
      crossfade = Crossfade(from: output)
    }
    self = USACDecoder(other, settings)
    preRoll = found
    return crossfade
  }

  /// The payload of AudioPreRoll, which only the first element can have.
  private func preRollPayload(_ packet: Span<UInt8>) throws(USACError) -> USACFrame.Payload? {
    let slot = configuration.slots[0]
    guard slot.extensionType == USACExtension.audioPreRoll else { return nil }
    var reader = BitReader(packet)
    _ = try reader.bit()
    return try USACFrame.Payload(parsing: &reader, slot: 0, slot)
  }

  /// Decodes the frames before a packet, whose samples are not returned.
  private mutating func decodePreRoll(into output: inout PCMBlock) {
    let bytes = preRoll.bytes
    guard preRoll.frameCount > 0 else { return }
    restart()
    // Frames after the pre-roll do not overlap with the replacement of lost packets.
    concealment.noteGoodPacket()
    for index in 0..<preRoll.frameCount {
      var reader = BitReader(bytes.span, bits: preRoll.frames[index])
      do throws(USACError) {
        try decodeFrame(&reader, into: &output)
      } catch {
        remark = error.asCodecError
        return restart()
      }
    }
  }
}
