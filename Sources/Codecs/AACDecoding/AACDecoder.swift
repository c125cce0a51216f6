import AACReplication
package import AACSyntax
package import AudioBase
import Bitstream
import MPEG4Systems
import Transforms

/// Decodes AAC Main, AAC-LC, AAC LTP, their error-resilient kinds, AAC-LD and AAC-ELD: the order of operations for one
/// packet.
///
/// ISO/IEC 14496-3, 4.5.2. A packet is read whole before anything that lasts is changed, so that a damaged one costs
/// only itself.
package struct AACDecoder: ~Copyable, PacketDecoder {
  private let configuration: AACConfiguration
  private var unit: AccessUnit
  private var elements: [ElementState]
  /// The states of coupling channels, one for each that a packet can have.
  private var couplings: [ChannelState]
  private let quantizer = InverseQuantizer.shared
  private var noise = NoiseSubstitution()
  private var replication: Replication?
  private var dynamicRange: DynamicRangeControl?
  /// True after a packet has used a tool that looks back further than the overlap.
  private var hasUsedLongMemory = false
  private var synthesis: ChannelSynthesis
  private let tools: Tools

  /// SBR, held by reference: code that moves or destroys a decoder does not see its contents.
  private final class Replication {
    var tool: SpectralBandReplication

    init(_ tool: consuming SpectralBandReplication) { self.tool = tool }
  }

  /// Tools that have a state, held by reference as well: the compiler follows each field of what cannot be copied
  /// through each function that has it, which was most of its work on this module.
  private final class Tools {
    var concealment: Concealment
    var surround: LowDelaySurround?
    /// The banks of LD MPEG Surround where there is no SBR that has them.
    var surroundBank: SurroundFilterbank?

    init(_ configuration: AACConfiguration) { concealment = Concealment(configuration) }
  }

  package init(_ configuration: AACConfiguration) {
    self.configuration = configuration
    unit = AccessUnit(configuration)
    elements = configuration.slots.map { ElementState(configuration: configuration, isPair: $0.isPair) }
    couplings = AACDecoder.couplings(configuration)
    synthesis = ChannelSynthesis(configuration)
    tools = Tools(configuration)
    dynamicRange = configuration.settings.dynamicRange.map { DynamicRangeControl($0) }
    replication = configuration.replication.map {
      Replication(
        SpectralBandReplication(
          $0, slots: configuration.slots, headers: configuration.systems.lowDelaySBR?.headers ?? []))
    }
    prepareSurround()
  }

  /// Creates a decoder that knows the SBR headers of the stream's first packet, wherever decoding begins.
  package init(_ configuration: AACConfiguration, firstPacket: Span<UInt8>) {
    self.init(configuration)
    guard configuration.replication?.isLowDelay == false, !firstPacket.isEmpty else { return }
    replication?.tool.expect(configuration.replicationHeaders(in: firstPacket))
  }

  package var format: DecodedFormat {
    DecodedFormat(
      sampleRate: configuration.sampleRate, layout: configuration.layout,
      framesPerPacket: configuration.outputFrameLength)
  }

  /// One packet, for the overlap of two windows; three in AAC-ELD, whose window spans four frames. The filterbanks of
  /// SBR look back less than one additional packet.
  ///
  /// The parameters of LD MPEG Surround are differences to those before, but in one packet of about twenty.
  package var prerollPacketCount: Int {
    (configuration.profile == .enhancedLowDelay ? 3 : 1) + (configuration.replication == nil ? 0 : 1)
      + (configuration.surround == nil ? 0 : 20)
  }

  /// The overlap of the windows, unless a tool has a longer memory: predictors, SBR, the gains of DRC, and, from its
  /// first use on, the prediction from earlier output or a coupling channel, whose overlap no other packet need renew.
  package var history: DecoderHistory {
    switch configuration.profile.prediction {
    case .backward: return .unbounded("the predictors of AAC Main")
    case .longTerm: return .unbounded("the long term prediction of AAC LTP")
    case .none, .lowDelayLongTerm: break
    }
    if configuration.surround != nil { return .unbounded("LD MPEG Surround") }
    if let replication = configuration.replication {
      return .unbounded(replication.hasParametricStereo ? "SBR with Parametric Stereo" : "SBR")
    }
    if dynamicRange != nil { return .unbounded("dynamic range control") }
    if hasUsedLongMemory { return .unbounded("a coupling channel or long term prediction") }
    return .packets(configuration.profile == .enhancedLowDelay ? 3 : 1)
  }

  /// The coded frames that a packet can hold: `number_of_raw_data_blocks_in_frame` of ADTS counts to four.
  ///
  /// ISO/IEC 14496-3, 1.A.3.2. No other container puts more than one into a packet.
  private static let maximumBlockCount = 4

  package var frameLimit: PacketFrameLimit {
    PacketFrameLimit(
      unitFrameCount: configuration.outputFrameLength, unitByteCount: 1, maximumUnitCount: AACDecoder.maximumBlockCount)
  }

  /// An error in an extension payload of the last packet, whose sound is nevertheless complete.
  package var remark: CodecError? { unit.extensions.problem?.asCodecError }

  package mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    do throws(AACError) {
      let blockCount = try blockCount(of: packet, frameCount: frameCount)
      try check(output, blockCount)
      var reader = BitReader(packet)
      noise.seed(from: packet)
      output.setFrameCount(blockCount * configuration.outputFrameLength)
      for block in 0..<blockCount {
        try unit.parse(&reader)
        if !hasUsedLongMemory { hasUsedLongMemory = unit.usesLongMemory }
        try reconstruct()
        if block == 0 { tools.concealment.noteSize(ofGoodPacket: packet.count) }
        tools.concealment.noteGoodPacket(&elements, &synthesis)
        synthesize(into: &output, at: block * configuration.outputFrameLength)
        replicate(packet, &reader, into: &output, at: block * configuration.outputFrameLength)
        limitReplicated(&output, at: block * configuration.outputFrameLength)
      }
      bringToLevel(&output)
    } catch {
      throw error.asCodecError
    }
  }

  /// Parses the coded frames of a packet and returns their number.
  ///
  /// Containers count the frames of SBR streams at the rate of the core or at twice that. If both are possible the
  /// packet itself decides. With an impossible duration the answer is 1.
  private mutating func blockCount(of packet: Span<UInt8>, frameCount: Int) throws(AACError) -> Int {
    let count = frameCount / configuration.frameLength
    let most = AACDecoder.maximumBlockCount
    guard count > 1, count <= most * (configuration.replication?.factor ?? 1) else { return 1 }
    guard configuration.profile != .enhancedLowDelay else { return 1 }
    var reader = BitReader(packet)
    for block in 0..<min(count, most) {
      if block > 0, configuration.replication != nil, reader.remaining < 8 { return block }
      try unit.parse(&reader)
    }
    return min(count, most)
  }

  // A method that does not change the decoder would be lent a copy of it, of 11 KiB.
  private mutating func check(_ output: borrowing PCMBlock, _ blockCount: Int) throws(AACError) {
    guard output.channelCount == configuration.channelCount else { throw AACError(.wrongChannelCount, at: 0) }
    guard output.capacity / configuration.outputFrameLength >= blockCount else { throw AACError(.blockSize, at: 0) }
  }

  /// Integers to spectra: every tool, in the order of ISO/IEC 14496-3, 4.6.
  private mutating func reconstruct() throws(AACError) {
    for index in elements.indices { reconstructStereo(index) }
    for index in 0..<unit.couplingCount { try reconstructCoupling(index) }
    couple(.beforeTemporalNoiseShaping)
    try shapeNoise()
    couple(.afterTemporalNoiseShaping)
    controlDynamicRange()
  }

  /// True if the listener's gains are applied. Comparing ``dynamicRange`` itself would copy it.
  private var controlsDynamicRange: Bool { configuration.settings.dynamicRange != nil }

  private mutating func controlDynamicRange() {
    guard controlsDynamicRange else { return }
    dynamicRange?.update(unit.extensions.dynamicRange)
    for index in elements.indices {
      let channel = configuration.slots[index].firstChannel
      dynamicRange?.apply(
        channel: channel, isShort: elements[index].first.windows.isShort, to: &elements[index].first.spectrum)
      guard configuration.slots[index].isPair else { continue }
      dynamicRange?.apply(
        channel: channel + 1, isShort: elements[index].second.windows.isShort, to: &elements[index].second.spectrum)
    }
  }

  private mutating func reconstructStereo(_ index: Int) {
    let bands = configuration.bands
    let isPair = configuration.slots[index].isPair
    elements[index].first.dequantize(&unit.elements[index].first, quantizer, bands: bands)
    if isPair {
      elements[index].second.dequantize(&unit.elements[index].second, quantizer, bands: bands)
      elements[index].joinStereo(&unit.elements[index], bands: bands, noise: &noise)
    } else {
      noise.apply(&unit.elements[index].first, bands: bands, to: &elements[index].first.spectrum)
      elements[index].first.predictBackward(&unit.elements[index].first, bands: bands)
    }
    synthesis.predict(&unit.elements[index].first, bands: bands, into: &elements[index].first)
    guard isPair else { return }
    synthesis.predict(&unit.elements[index].second, bands: bands, into: &elements[index].second)
  }

  private mutating func shapeNoise() throws(AACError) {
    var isFinite = true
    for index in elements.indices {
      let isWhole = elements[index].first.shapeNoise(&unit.elements[index].first, bands: configuration.bands)
      isFinite = isWhole && isFinite
      guard configuration.slots[index].isPair else { continue }
      let isSecondWhole = elements[index].second.shapeNoise(&unit.elements[index].second, bands: configuration.bands)
      isFinite = isSecondWhole && isFinite
    }
    guard isFinite else {
      tools.concealment.forgetSpectra(&elements)
      throw AACError(.temporalNoiseShapingUnstable, at: 0)
    }
  }

  private mutating func synthesize(into output: inout PCMBlock, at frame: Int) {
    for index in elements.indices {
      let channel = configuration.slots[index].firstChannel
      synthesis.synthesize(&elements[index].first, into: &output, channel: channel, at: frame)
      if configuration.slots[index].isPair {
        synthesis.synthesize(&elements[index].second, into: &output, channel: channel + 1, at: frame)
      }
    }
    addIndependentCouplings(into: &output, at: frame)
    if tools.concealment.isAudible { Concealment.limit(&output, frame..<(frame + configuration.frameLength)) }
    for index in elements.indices {
      let channel = configuration.slots[index].firstChannel
      synthesis.remember(&elements[index].first, output, channel: channel, at: frame)
      if configuration.slots[index].isPair {
        synthesis.remember(&elements[index].second, output, channel: channel + 1, at: frame)
      }
    }
  }

  /// The number of packets lost since the last good one: tools after the core use it to hold or fade their parameters.
  var lostPacketCount: Int { tools.concealment.lostCount }

  /// The number of packets lost in a row after which the output is silent.
  package var packetCountUntilMuted: Int { tools.concealment.mutedAfter }

  package var delay: Int { configuration.toolDelay }

  package mutating func conceal(into output: inout PCMBlock) { conceal(before: [], into: &output) }

  /// Conceals a lost packet; something may be known of the packet after it.
  mutating func conceal(before outlooks: [ChannelOutlook], into output: inout PCMBlock) {
    output.setFrameCount(configuration.outputFrameLength)
    tools.concealment.replace(&elements, before: outlooks, &synthesis)
    unit.couplingCount = 0
    synthesize(into: &output, at: 0)
    tools.surround?.prepareMissing(level: tools.concealment.level)
    dynamicRange?.hold()
    for index in configuration.slots.indices {
      replication?.tool.prepareMissing(index, level: tools.concealment.level)
      controlReplicated(index)
      replication?.tool.apply(index, to: &output, at: (configuration.slots[index].firstChannel, 0), &tools.surround)
    }
    tools.surroundBank?.run(&tools.surround, &output, at: 0)
    limitReplicated(&output, at: 0)
    bringToLevel(&output)
  }

  /// Multiplies by the gain from the stated loudness to the target level.
  private mutating func bringToLevel(_ output: inout PCMBlock) {
    guard configuration.settings.gain != 1 else { return }
    output.scale(0..<output.frameCount, by: GainRamp(configuration.settings.gain))
  }

  /// Keeps the output of SBR and LD MPEG Surround below full scale during a loss and after it.
  private mutating func limitReplicated(_ output: inout PCMBlock, at frame: Int) {
    guard configuration.replication != nil || tools.surround != nil, tools.concealment.isAudibleBehindTools else {
      return
    }
    Concealment.limit(&output, frame..<(frame + configuration.outputFrameLength))
  }

  package mutating func reset() {
    elements = configuration.slots.map { ElementState(configuration: configuration, isPair: $0.isPair) }
    couplings = AACDecoder.couplings(configuration)
    tools.concealment = Concealment(configuration)
    replication?.tool.reset()
    tools.surround?.reset()
    tools.surroundBank?.reset()
    dynamicRange?.reset()
    hasUsedLongMemory = false
  }
}

// MARK: - Looking ahead

extension AACDecoder {
  /// Returns the storage that ``survey(_:frameCount:into:)`` fills.
  func makeOutlooks() -> [ChannelOutlook] { tools.concealment.makeOutlooks() }

  /// Decodes the spectra of a packet without sound, and reports the beginning of the packet.
  ///
  /// A decoder that surveys does not decode. It refuses the same packets as one that decodes.
  mutating func survey(
    _ packet: Span<UInt8>, frameCount: Int, into outlooks: inout [ChannelOutlook]
  ) throws(CodecError) {
    do throws(AACError) {
      let blockCount = try blockCount(of: packet, frameCount: frameCount)
      var reader = BitReader(packet)
      noise.seed(from: packet)
      for block in 0..<blockCount {
        try unit.parse(&reader)
        try reconstruct()
        if block == 0 { tools.concealment.outlooks(elements, into: &outlooks) }
      }
    } catch {
      throw error.asCodecError
    }
  }
}

// MARK: - Spectral band replication

extension AACDecoder {
  /// Reads the SBR data of the elements and makes the output of the core's samples.
  ///
  /// An error in the data is noted, and costs only what they would have added.
  private mutating func replicate(
    _ packet: Span<UInt8>, _ reader: inout BitReader, into output: inout PCMBlock, at frame: Int
  ) {
    guard let tool = configuration.replication else { return replicateStereo(packet, into: &output, at: frame) }
    var isIntact = true
    for index in configuration.slots.indices {
      let slot = configuration.slots[index]
      if !tool.isLowDelay {
        let payload = unit.replications[index]
        isIntact = payload != nil
        if let payload {
          var part = BitReader(packet, bits: min(payload.start, payload.end)..<payload.end)
          isIntact = prepare(index, &part, hasCRC: payload.hasCRC)
        }
      } else if isIntact, !slot.isLowFrequency {
        isIntact = prepare(index, &reader, hasCRC: tool.hasCRC)
      }
      if !isIntact, !slot.isLowFrequency { replication?.tool.prepareMissing(index) }
      if tools.surround != nil {
        if isIntact { unit.extensions.parseTrailingNoting(&reader) }
        prepareSurround(packet)
      }
      controlReplicated(index)
      replication?.tool.apply(index, to: &output, at: (slot.firstChannel, frame), &tools.surround)
    }
    if tool.isLowDelay, isIntact, tools.surround == nil { unit.extensions.parseTrailingNoting(&reader) }
  }

  /// Applies the listener's gains to the replicated sound of an element's channels.
  private mutating func controlReplicated(_ index: Int) {
    guard controlsDynamicRange, let dynamicRange else { return }
    let channel = configuration.slots[index].firstChannel
    replication?.tool.scale(
      index, dynamicRange.replicatedGain(channel: channel), dynamicRange.replicatedGain(channel: channel + 1))
  }

  private mutating func prepare(_ index: Int, _ reader: inout BitReader, hasCRC: Bool) -> Bool {
    do throws(AACError) {
      try replication?.tool.prepare(index, &reader, hasCRC: hasCRC)
      unit.extensions.problem = unit.extensions.problem ?? replication?.tool.stereoProblem
      return true
    } catch {
      unit.extensions.problem = unit.extensions.problem ?? error
      return false
    }
  }
}

// MARK: - LD MPEG Surround

extension AACDecoder {
  private mutating func prepareSurround() {
    guard let surround = configuration.surround else { return }
    let length = configuration.outputFrameLength
    tools.surround = LowDelaySurround(surround, outputRate: Int(configuration.sampleRate), frameLength: length)
    guard configuration.replication == nil else { return }
    tools.surroundBank = SurroundFilterbank(frameLength: length, bandCount: surround.subbandCount)
  }

  /// Reads the data of LD MPEG Surround in a packet; errors in them are recorded, and affect only them.
  private mutating func prepareSurround(_ packet: Span<UInt8>) {
    guard let start = unit.extensions.surroundStart else {
      tools.surround?.prepareMissing(level: 1)
      return
    }
    do throws(AACError) {
      var reader = BitReader(packet, bits: start..<(8 * packet.count))
      try tools.surround?.prepare(&reader)
    } catch {
      tools.surround?.prepareMissing(level: 1)
      unit.extensions.problem = unit.extensions.problem ?? error
    }
  }

  /// Computes left and right of a core without SBR.
  private mutating func replicateStereo(_ packet: Span<UInt8>, into output: inout PCMBlock, at frame: Int) {
    guard tools.surround != nil else { return }
    prepareSurround(packet)
    tools.surroundBank?.run(&tools.surround, &output, at: frame)
  }
}

// MARK: - Coupling channels

extension AACDecoder {
  private static func couplings(_ configuration: AACConfiguration) -> [ChannelState] {
    configuration.profile.couplingLimit.map { _ in ChannelState(configuration: configuration, role: .coupling) }
  }

  /// Reconstructs a coupling channel: its own temporal noise shaping is undone before it is added in either domain.
  private mutating func reconstructCoupling(_ index: Int) throws(AACError) {
    let bands = configuration.bands
    couplings[index].dequantize(&unit.couplings[index].stream, quantizer, bands: bands)
    noise.apply(&unit.couplings[index].stream, bands: bands, to: &couplings[index].spectrum)
    couplings[index].predictBackward(&unit.couplings[index].stream, bands: bands)
    guard couplings[index].shapeNoise(&unit.couplings[index].stream, bands: bands) else {
      tools.concealment.forgetSpectra(&elements)
      throw AACError(.temporalNoiseShapingUnstable, at: 0)
    }
  }

  /// Adds the dependent coupling channels of one domain to the spectra of their targets.
  private mutating func couple(_ domain: CouplingChannelStream.Domain) {
    for index in 0..<unit.couplingCount {
      guard !unit.couplings[index].isIndependent, unit.couplings[index].domain == domain else { continue }
      unit.couplings[index].forEachTarget(among: unit.elements, of: configuration.slots) {
        element, isSecond, list in
        let source = Coupling.Source(spectrum: couplings[index].spectrum, list: list)
        if isSecond {
          Coupling.add(
            source, of: unit.couplings[index], bands: configuration.bands, to: &elements[element].second.spectrum)
        } else {
          Coupling.add(
            source, of: unit.couplings[index], bands: configuration.bands, to: &elements[element].first.spectrum)
        }
      }
    }
  }

  /// Transforms the coupling channels with their own windows and adds their samples.
  private mutating func addIndependentCouplings(into output: inout PCMBlock, at frame: Int) {
    for index in 0..<unit.couplingCount where unit.couplings[index].isIndependent {
      synthesis.synthesizeCoupling(&couplings[index])
      unit.couplings[index].forEachTarget(among: unit.elements, of: configuration.slots) {
        element, isSecond, list in
        let channel = configuration.slots[element].firstChannel + (isSecond ? 1 : 0)
        let gain = Coupling.signalGain(unit.couplings[index], list: list)
        synthesis.addCoupling(gain: gain, to: &output, channel: channel, at: frame)
      }
    }
  }
}
