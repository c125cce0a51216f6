package import AudioBase
import Bitstream
import MPEG4Systems

/// Decodes USAC (xHE-AAC): the order of operations for one packet.
///
/// ISO/IEC 23003-3. A packet is read completely before any lasting state is changed, so that a damaged one costs only
/// itself. Decoding can begin at a packet that needs no other; for one that carries AudioPreRoll the preceding frames
/// are decoded first, so that its first sample is complete.
package struct USACDecoder: ~Copyable, PacketDecoder {
  private var configuration: USACConfiguration
  /// The bytes of the configuration, to which those of AudioPreRoll are compared.
  private var configurationBytes: [UInt8]
  private var frame: USACFrame
  private var states: [ElementParseState]
  /// The states that a packet leaves, which become ``states`` once it is complete.
  private var nextStates: [ElementParseState]
  private var elements: [ElementState]
  private var synthesis: FrameSynthesis
  private var prediction: StereoPrediction
  private var replication: BandReplication?
  /// The listener's wishes for ``dynamicRange``.
  private let settings: DecoderSettings
  private var dynamicRange: USACDynamicRange?
  private var preRoll = AudioPreRoll()
  /// True if there is an earlier packet that the next one may refer to.
  private var isEntered = false
  package private(set) var remark: CodecError?

  package init(_ configuration: USACConfiguration, _ settings: DecoderSettings = DecoderSettings()) {
    self.configuration = configuration
    self.settings = settings
    dynamicRange = USACDynamicRange(configuration, settings)
    var writer = BitWriter()
    configuration.config.write(to: &writer)
    configurationBytes = writer.bytes
    frame = USACFrame(configuration)
    states = USACDecoder.parseStates(configuration)
    nextStates = states
    elements = USACDecoder.elements(configuration)
    synthesis = FrameSynthesis(coreFrameLength: configuration.coreFrameLength)
    prediction = StereoPrediction(coreFrameLength: configuration.coreFrameLength)
    if configuration.ratio != nil { replication = BandReplication(configuration) }
  }

  private static func parseStates(_ configuration: USACConfiguration) -> [ElementParseState] {
    configuration.slots.map {
      ElementParseState(
        coreFrameLength: $0.kind == .extension ? 0 : configuration.coreFrameLength, isPair: $0.isPair,
        hasUpmix: $0.upmix != nil)
    }
  }

  private static func elements(_ configuration: USACConfiguration) -> [ElementState] {
    configuration.slots.map { ElementState(configuration, $0) }
  }

  package var format: DecodedFormat { configuration.format }

  /// The packet whose second half overlaps with the wanted one, and one more: an encoder's own frame before an entry is
  /// often a coarse one. A harmonic transposer is another packet late.
  package var prerollPacketCount: Int { configuration.ratio == nil ? 1 : configuration.hasTransposer ? 3 : 2 }

  /// The arithmetic code and the stereo prediction look back until a packet is independent, the noise for ever.
  package var history: DecoderHistory { .unbounded("the arithmetic code and the noise of USAC") }

  package mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    remark = nil
    guard output.channelCount == configuration.layout.channelCount else {
      throw USACError(.wrongChannelCount).asCodecError
    }
    guard output.capacity >= configuration.format.framesPerPacket else { throw USACError(.blockSize).asCodecError }
    try readPreRoll(packet)
    let wasEntered = isEntered
    do throws(USACError) {
      if !isEntered { decodePreRoll(into: &output) }
      var reader = BitReader(packet)
      try decodeFrame(&reader, into: &output)
    } catch {
      if !wasEntered { restart() }
      throw error.asCodecError
    }
  }

  /// Decodes a frame of a packet, or of its AudioPreRoll.
  private mutating func decodeFrame(_ reader: inout BitReader, into output: inout PCMBlock) throws(USACError) {
    guard isEntered || reader.peek(1) == 1 else { throw USACError(.notIndependent, at: reader.offset) }
    for index in states.indices { nextStates[index].assign(states[index]) }
    try frame.parse(&reader, &nextStates)
    try replication?.prepare(frame.elements, nextStates)
    try reconstruct()
    swap(&states, &nextStates)
    isEntered = true
    output.setFrameCount(configuration.format.framesPerPacket)
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
    replication?.apply(to: &output)
    remark = dynamicRange?.apply(frame.payloads, of: reader.data, to: &output) ?? remark
  }

  /// Integers to spectra: every tool, in the order of ISO/IEC 23003-3, 7.
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

  /// Writes the samples that the last packet has left, then silence. The next packet must be one that needs no other.
  package mutating func conceal(into output: inout PCMBlock) {
    let length = configuration.format.framesPerPacket
    output.setFrameCount(length)
    for index in configuration.slots.indices {
      let slot = configuration.slots[index]
      guard slot.kind != .extension else { continue }
      var plane = output.plane(slot.firstChannel)
      elements[index].first.release(into: &plane)
      guard slot.isPair else { continue }
      plane = output.plane(slot.firstChannel + 1)
      elements[index].second.release(into: &plane)
    }
    replication?.makeUp()
    replication?.apply(to: &output)
    dynamicRange?.applyWithoutGains(to: &output)
    isEntered = false
  }

  package mutating func reset() {
    remark = nil
    restart()
  }

  private mutating func restart() {
    states = USACDecoder.parseStates(configuration)
    elements = USACDecoder.elements(configuration)
    replication?.reset()
    dynamicRange?.reset()
    isEntered = false
  }
}

// MARK: - Entering

extension USACDecoder {
  /// Reads the AudioPreRoll of a packet, where it has one that counts: at an entry, or where it brings another
  /// configuration, which is taken over.
  ///
  /// One that cannot be read costs only its own samples.
  private mutating func readPreRoll(_ packet: Span<UInt8>) throws(CodecError) {
    preRoll.clear()
    do throws(USACError) {
      guard let payload = try preRollPayload(packet) else { return }
      try preRoll.read(packet, payload)
    } catch {
      remark = error.asCodecError
      return preRoll.clear()
    }
    guard !preRoll.hasConfiguration(configurationBytes) else { return }
    let bytes = preRoll.bytes
    var reader = BitReader(bytes.span, bits: preRoll.configuration)
    let other = try USACConfiguration(try USACConfig(parsing: &reader))
    guard other.format == configuration.format else { throw USACError(.anotherFormat).asCodecError }
    let found = preRoll
    self = USACDecoder(other, settings)
    preRoll = found
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
