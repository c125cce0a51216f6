import AACSyntax
package import AudioBase
import Bitstream
import MPEG4Systems

// Bound throughout: frames of at most 1,024 samples, 8 channels, 6,144 bits per channel: AACEncoderConfiguration checks
// it.
// Holds throughout: encode(_:frames:into:) refuses more frames than a packet has.

/// Encodes AAC-LC, HE-AAC, HE-AAC v2, AAC-LD, AAC-ELD without and with SBR, and AAC-ELD v2: the order of operations
/// for one packet.
///
/// ```
/// samples ─► [LD MPEG Surround] ─► [SBR] ─► windows ─► transform ─► thresholds ─► M/S
///         ─► noise level that fits the bits ─► packet
/// ```
package struct AACEncoder: ~Copyable, PacketEncoder {
  private let configuration: AACEncoderConfiguration
  private var unit: AccessUnit
  private var writer = BitWriter()
  private var filterbank: ForwardFilterbank
  private var states: [ForwardFilterbankState]
  private var analysis: FrameAnalysis
  private var elements: [AnalyzedElement]
  private var coder: FrameCoder
  private var reservoir: BitReservoir
  /// The SBR encoder, which describes the high frequencies and removes them from the core; `nil` in a stream without
  /// SBR.
  private var replication: Replication?
  /// The encoder that downmixes two channels to one in AAC-ELD v2, or `nil` in all other formats.
  private var surround: SurroundEncoder?
  /// One channel's frame of the input, if the core does not take it unchanged.
  private var replicated: [Float] = []
  /// The samples, of all channels, of the frame that is encoded next and of the one after it.
  private var current: [Float]
  private var incoming: [Float]
  private var hasIncoming = false
  private var inputFrameCount: Int64 = 0
  private var packetCount: Int64 = 0

  /// SBR, held by reference: code that moves or destroys an encoder does not see its contents.
  private final class Replication {
    var tool: SBREncoder

    init(_ tool: consuming SBREncoder) { self.tool = tool }
  }

  package init(_ settings: EncoderSettings) throws(CodecError) { self.init(try AACEncoderConfiguration(settings)) }

  package init(_ configuration: AACEncoderConfiguration) {
    self.configuration = configuration
    let stream = configuration.stream
    unit = AccessUnit(stream)
    filterbank = ForwardFilterbank(
      frameLength: stream.frameLength, profile: stream.profile, downscaleFactor: stream.downscaleFactor)
    states = (0..<stream.coreChannelCount).map { _ in
      ForwardFilterbankState(frameLength: stream.frameLength, profile: stream.profile)
    }
    analysis = FrameAnalysis(configuration)
    elements = stream.slots.map { AnalyzedElement(frameLength: stream.lineCount, isPair: $0.isPair) }
    coder = FrameCoder(stream, search: configuration.search)
    reservoir = BitReservoir(configuration)
    // A byte more than the largest packet, for the bits that its end may add.
    writer.reserveCapacity(byteCount: reservoir.packetLimit / 8 + 1)
    current = Array(repeating: 0, count: stream.frameLength * stream.coreChannelCount)
    incoming = current
    if let replication = stream.replication, let tuning = configuration.tuning {
      self.replication = Replication(
        SBREncoder(replication, tuning, slots: stream.slots, bitsPerPacket: configuration.meanBits))
    }
    surround = stream.surround.map {
      SurroundEncoder(
        $0, coreFrameLength: stream.frameLength, coreDelay: configuration.inputFrameLength / 2)
    }
    if !configuration.isDirect { replicated = Array(repeating: 0, count: configuration.inputFrameLength) }
    for index in stream.slots.indices { unit.elements[index].tag = AACEncoder.tag(of: index, in: stream.slots) }
  }

  /// Tags count the elements of a kind.
  private static func tag(of index: Int, in slots: [AACConfiguration.Slot]) -> Int {
    slots[..<index].count { $0.element == slots[index].element }
  }

  package var format: EncodedFormat {
    let stream = configuration.stream
    let replicated: FourCharacterCode? =
      stream.profile.hasBlockSwitching
      ? stream.replication.map { $0.hasParametricStereo ? .aacHighEfficiencyV2 : .aacHighEfficiency } : nil
    let formatID = replicated ?? stream.systems.formatID
    var format = EncodedFormat(
      stream: StreamFormat(
        formatID: formatID, sampleRate: stream.sampleRate, channelsPerFrame: stream.channelCount,
        framesPerPacket: configuration.inputFrameLength),
      layout: stream.layout, cookie: stream.systems.bytes,
      maximumPacketByteCount: reservoir.packetLimit / 8, primingFrames: configuration.primingFrames)
    format.largestSample = Double(Self.largestSample)
    return format
  }

  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == configuration.channelCount else {
      throw CodecError(.invalidState, "the block has another number of channels than the stream")
    }
    guard frames.count <= configuration.inputFrameLength, frames.lowerBound >= 0, frames.upperBound <= input.frameCount
    else { throw CodecError(.invalidState, "more frames than a packet has") }
    inputFrameCount += Int64(frames.count)
    load(input, frames)
    advance(into: &packet)
  }

  package mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool {
    guard inputFrameCount > 0 else { return false }
    let length = Int64(configuration.inputFrameLength)
    let owed = (Int64(configuration.primingFrames) + inputFrameCount + length - 1) / length
    guard packetCount < owed else { return false }
    let before = packet.count
    while packet.count == before {
      loadSilence()
      advance(into: &packet)
    }
    return true
  }

  package mutating func reset() { self = AACEncoder(configuration) }

  /// The magnitude to which samples are limited; unscaled integers in floating-point input are far larger.
  private static let largestSample: Float = 8

  /// Copies samples in the scale ±32768, for SBR ±1; NaN becomes silence.
  private mutating func load(_ input: borrowing PCMBlock, _ frames: Range<Int>) {
    for channel in 0..<configuration.channelCount {
      let samples = input.channel(channel).extracting(frames)
      if configuration.isDirect {
        AACEncoder.load(
          samples, scale: AudioScale.fullScale, into: &incoming, configuration.corePlaces(channel))
      } else {
        AACEncoder.load(samples, scale: 1, into: &replicated, replicated.indices)
        loadReplicated(channel)
      }
    }
  }

  /// Computes the core's samples of a channel from ``replicated``; with LD MPEG Surround, as soon as both channels are
  /// available.
  private mutating func loadReplicated(_ channel: Int) {
    let places = configuration.corePlaces(channel)
    guard surround != nil else {
      replication?.tool.load(replicated, channel: channel, core: &incoming, places)
      return
    }
    surround?.load(replicated, channel: channel)
    guard channel + 1 == configuration.channelCount else { return }
    surround?.join(core: &incoming, places)
    if replication != nil, let matrix = surround?.matrix { replication?.tool.append(matrix) }
  }

  /// Appends a frame of silence after the end of the input; filterbanks may still hold output.
  private mutating func loadSilence() {
    for index in incoming.indices { incoming[index] = 0 }
    guard !configuration.isDirect else { return }
    for index in replicated.indices { replicated[index] = 0 }
    for channel in 0..<configuration.channelCount { loadReplicated(channel) }
  }

  private static func load(
    _ source: Span<Float>, scale: Double, into samples: inout [Float], _ places: Range<Int>
  ) {
    let factor = Float(scale)
    var all = samples.mutableSpan
    var target = all._mutatingExtracting(places)
    let count = source.count
    precondition(count <= target.count)
    for index in 0..<count {
      let sample = source[index]
      target[index] = sample == sample ? min(max(sample, -largestSample), largestSample) * factor : 0
    }
    for index in count..<target.count { target[index] = 0 }
  }

  /// Encodes the next frame once its look-ahead is available.
  private mutating func advance(into packet: inout [UInt8]) {
    guard configuration.lookAheadFrameCount > 0 else {
      swap(&current, &incoming)
      return encodeFrame(into: &packet)
    }
    analysis.lookAhead(incoming)
    if hasIncoming { encodeFrame(into: &packet) }
    hasIncoming = true
    swap(&current, &incoming)
  }
}

// MARK: - One packet

extension AACEncoder {
  private mutating func encodeFrame(into packet: inout [UInt8]) {
    let bands = configuration.stream.bands
    analysis.planWindows(&elements)
    for index in elements.indices {
      let slot = configuration.stream.slots[index]
      let channel = slot.firstChannel
      filterbank.analyze(current, channel, state: &states[channel], into: &elements[index].first)
      analysis.cutBandwidth(&elements[index].first)
      if slot.isPair {
        filterbank.analyze(current, channel + 1, state: &states[channel + 1], into: &elements[index].second)
        analysis.cutBandwidth(&elements[index].second)
      }
      analysis.analyze(&elements[index], index: index, reduction: coder.reduction)
    }
    let entropy = coder.prepare(elements, bands: bands)
    let overhead = sideInformationBits() + replicationBits() + (surround?.prepare() ?? 0)
    let most = reservoir.mostBits - overhead - 8
    if configuration.mode == .variable {
      coder.code(excess: configuration.noiseExcess, most: most)
    } else {
      let desired = reservoir.desiredBits(entropy: entropy)
      let isSoft = configuration.mode == .constrainedVariable
      coder.code(
        wanted: max(desired - Double(overhead), 0.2 * desired), most: most,
        leastExcess: isSoft ? configuration.transparentExcess : -.infinity)
    }
    coder.store(elements, into: &unit)
    write(into: &packet)
    packetCount += 1
  }

  /// Computes the payloads of SBR and returns their bits. They have two thirds of a packet at most, or the bits of an
  /// envelope of the low resolution.
  private mutating func replicationBits() -> Int {
    let share = Int(reservoir.meanBits) * 2 / (3 * configuration.stream.slots.count)
    return replication?.tool.prepare(mostBits: share) ?? 0
  }

  /// The bits of fields: ISO/IEC 14496-3, 4.4.2.1 and 4.4.2.7; of AAC-ELD 4.4.2.11.
  private enum SideBits {
    /// `id_syn_ele`.
    static let identifier = 3
    /// `element_instance_tag`.
    static let tag = 4
    /// `common_window`.
    static let commonWindow = 1
    /// `ics_info()` of eight short windows, its longest form.
    static let windows = 15
    /// `ics_info()` of a long window.
    static let longWindows = 11
    /// `max_sfb`, all that AAC-ELD has of `ics_info()`.
    static let bandLimit = 6
    /// `ms_mask_present`.
    static let maskPresence = 2
    /// `global_gain`, and the flags of pulses, temporal noise shaping and gain control.
    static let channel = 8 + 3
    /// `global_gain`, and the flag of temporal noise shaping.
    static let enhancedLowDelayChannel = 8 + 1
    /// `ID_END`, and the bits that complete a byte.
    static let end = identifier + 7
  }

  /// Returns an upper bound of the bits of a packet besides sections, scale factors and lines.
  private func sideInformationBits() -> Int {
    var bits = configuration.stream.profile == .enhancedLowDelay ? 0 : SideBits.end
    for (index, slot) in configuration.stream.slots.enumerated() {
      let element = elements[index]
      let maskBits = element.maskBitCount
      let channelCount = slot.isPair ? 2 : 1
      switch configuration.stream.profile {
      case .enhancedLowDelay:
        bits += SideBits.bandLimit + channelCount * SideBits.enhancedLowDelayChannel
        if slot.isPair { bits += SideBits.maskPresence + maskBits }
      case .lowDelay, .resilientLowComplexity, .resilientLongTermPrediction:
        bits += SideBits.tag + SideBits.longWindows + channelCount * SideBits.channel
        if slot.isPair { bits += SideBits.commonWindow + SideBits.maskPresence + maskBits }
      case .main, .lowComplexity, .longTermPrediction:
        bits += SideBits.identifier + SideBits.tag + SideBits.windows + channelCount * SideBits.channel
        if slot.isPair { bits += SideBits.commonWindow + SideBits.maskPresence + maskBits }
      }
      bits += element.first.temporalNoiseShaping?.bitCount(isShort: element.first.info.isShort) ?? 0
      if slot.isPair {
        bits += element.second.temporalNoiseShaping?.bitCount(isShort: element.second.info.isShort) ?? 0
      }
      if slot.isPair, !element.hasCommonWindow { bits += SideBits.windows }
    }
    return bits
  }

  private mutating func write(into packet: inout [UInt8]) {
    writer.removeAll()
    for index in elements.indices {
      unit.writeElement(index, to: &writer)
      replication?.tool.writeFill(index, to: &writer)
    }
    replication?.tool.writeLowDelay(to: &writer)
    surround?.write(to: &writer)
    let isRaw = configuration.stream.profile == .lowComplexity
    let least = min((reservoir.fewestBits + 7) / 8, reservoir.packetLimit / 8)
    if isRaw {
      fillRaw(least)
      writer.writeEnd(anchor: 0)
    } else {
      fillResilient(least)
      writer.align()
    }
    reservoir.note(bits: 8 * writer.bytes.count)
    packet.append(contentsOf: writer.bytes)
  }

  /// Adds fill elements until the packet has `byteCount` bytes, or one less.
  ///
  /// An element takes seven bits and its payload, or fifteen and a payload of at least 15 bytes.
  private mutating func fillRaw(_ byteCount: Int) {
    var missing = (8 * byteCount - writer.offset - 3) / 8
    while missing > 0 {
      let count = missing <= 16 ? min(missing - 1, 14) : min(missing - 2, 269)
      writer.writeFill(byteCount: count)
      missing -= count + (count < 15 ? 1 : 2)
    }
  }

  /// Adds an extension payload of the type FILL_DATA: its end is the packet's.
  private mutating func fillResilient(_ byteCount: Int) {
    let missing = (8 * byteCount - writer.offset) / 8
    guard missing > 0 else { return }
    writer.write(0x10, 8)
    for _ in 1..<max(missing, 1) { writer.write(0xA5, 8) }
  }
}

extension ForwardFilterbank {
  /// Sets the lines of a channel from its samples among those of all channels.
  fileprivate mutating func analyze(
    _ samples: [Float], _ channel: Int, state: inout ForwardFilterbankState, into target: inout AnalyzedChannel
  ) {
    let info = target.info
    let frame = samples.span.extracting((channel * frameLength)..<((channel + 1) * frameLength))
    analyze(frame, windows: info, state: &state, into: &target.spectrum)
  }
}
