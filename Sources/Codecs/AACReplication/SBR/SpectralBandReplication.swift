package import AACSyntax
package import AudioBase
package import Bitstream
package import MPEG4Systems

/// Spectral band replication: makes samples of full bandwidth from the core's samples and the SBR payloads.
///
/// ISO/IEC 14496-3, 4.6.18; LD-SBR 4.6.20. Each element of the stream has its own state.
package struct SpectralBandReplication: ~Copyable, Sendable {
  let configuration: SBRConfiguration
  private let context: SBRContext
  private let dequantization = SBRDequantization()
  private var data = SBRElementData()
  private var first = SBRFrame()
  private var second = SBRFrame()
  private var engine: SBREngine
  private var elements: [SBRElementState]
  /// Makes two channels of one.
  private var stereo: ParametricStereo?
  /// The error in the last data of Parametric Stereo.
  package private(set) var stereoProblem: AACError?
  private var headers: [SBRHeader?]
  /// The history that replaces the last envelopes if the bands have changed.
  private let noHistory = SBREnvelopeHistory()

  /// Prepares the tool.
  ///
  /// - Parameters:
  ///   - slots: The elements of the stream.
  ///   - headers: The headers of the configuration, one a single or pair element; empty if they come in the packets.
  package init(_ configuration: SBRConfiguration, slots: [AACConfiguration.Slot], headers: [SBRHeader] = []) {
    self.configuration = configuration
    context = SBRContext(
      slotCount: configuration.slotCount, isLowDelay: configuration.isLowDelay, sampleRate: 2 * configuration.coreRate)
    engine = SBREngine(configuration)
    stereo = configuration.hasParametricStereo ? ParametricStereo(columnCount: configuration.columnCount) : nil
    var rest = headers[...]
    self.headers = slots.map { $0.isLowFrequency ? nil : rest.popFirst() }
    elements = slots.map { SBRElementState(configuration, isPair: $0.isPair) }
    reset()
  }

  /// Sets headers known before the packets arrive, one per element, so that decoding from the middle of a stream need
  /// not wait for one.
  package mutating func expect(_ expected: [SBRHeader?]) {
    for index in headers.indices where index < expected.count { headers[index] = expected[index] ?? headers[index] }
    reset()
  }

  /// Clears the state kept from earlier packets.
  package mutating func reset() {
    stereo?.reset()
    for index in elements.indices {
      elements[index] = SBRElementState(configuration, isPair: elements[index].isPair)
      guard let header = headers[index] else { continue }
      elements[index].bands = try? SBRBands(header, sampleRate: context.sampleRate)
    }
  }

  /// Reads the payload of an element's next frame.
  ///
  /// - Parameters:
  ///   - reader: At the CRC if there is one, else at `bs_header_flag`; ends with the payload, or, in LD-SBR, later.
  ///   - hasCRC: True if there is a CRC.
  /// - Throws: If the payload breaks a rule; the frame must be concealed then: ``prepareMissing(_:)``.
  package mutating func prepare(_ index: Int, _ reader: inout BitReader, hasCRC: Bool) throws(AACError) {
    let start = reader.offset
    let expected = hasCRC ? try reader.bits(10) : 0
    let check = reader.copy()
    var bands = elements[index].bands
    let isComplete = try data.parse(&reader, isPair: elements[index].isPair, context, bands: &bands)
    if hasCRC {
      let end = configuration.isLowDelay ? reader.offset : reader.endOffset
      guard check.checksum(upTo: end) == UInt32(expected) else { throw AACError(.sbrChecksum, at: start) }
    }
    guard isComplete, let bands else {
      elements[index].mode = .upsampled
      stereo?.prepareMissing()
      return
    }
    do throws(AACError) {
      try addUp(index, bands)
    } catch {
      throw AACError(error.rule, at: start)
    }
    elements[index].adopt(bands)
    elements[index].isCoupled = data.isCoupled
    elements[index].mode = .replicated
    elements[index].missingCount = 0
    dequantize(index)
    prepareStereo(check)
  }

  /// Reads the data of Parametric Stereo in the payload. Errors in them affect nothing else.
  private mutating func prepareStereo(_ reader: consuming BitReader) {
    stereoProblem = nil
    stereo?.prepareMissing()
    guard let range = data.parametricStereo else { return }
    do throws(AACError) {
      try reader.jump(to: range.lowerBound)
      try stereo?.prepare(&reader)
    } catch {
      stereoProblem = error
    }
  }

  /// Adds up the differences; lasting state changes only if all values are in range.
  private mutating func addUp(_ index: Int, _ bands: borrowing SBRBands) throws(AACError) {
    var isKnown = false
    if let header = elements[index].header { isKnown = SBRBands.areSame(header, bands.header) }
    let isLowDelay = configuration.isLowDelay
    try first.addUp(
      data.first, data.first.envelopeUse(.level, bands, isLowDelay: isLowDelay), bands,
      after: isKnown ? elements[index].first.envelopes : noHistory)
    guard elements[index].isPair else { return }
    let meaning = data.isCoupled ? SBRCodebooks.Use.Meaning.balance : .level
    try second.addUp(
      data.second, data.second.envelopeUse(meaning, bands, isLowDelay: isLowDelay), bands,
      after: isKnown ? elements[index].second.envelopes : noHistory)
  }

  /// Conceals the next frame of an element whose payload is missing or damaged.
  ///
  /// - Parameter level: The amplitude relative to the last payload.
  package mutating func prepareMissing(_ index: Int, level: Float = 1) {
    stereo?.prepareMissing()
    let isPair = elements[index].isPair
    guard elements[index].bands != nil, elements[index].mode == .replicated,
      elements[index].missingCount < SBRElementState.longestGap
    else {
      elements[index].mode = .upsampled
      return
    }
    elements[index].missingCount += 1
    let end = configuration.slotCount
    elements[index].first.makeUp(&first, to: end, isBalance: false)
    if isPair { elements[index].second.makeUp(&second, to: end, isBalance: elements[index].isCoupled) }
    dequantize(index)
    guard level < 1 else { return }
    first.scale(level)
    if isPair { second.scale(level) }
  }

  /// Changes the levels of an element's prepared frame.
  ///
  /// - Parameters:
  ///   - left: The gain of the first channel, an amplitude.
  ///   - right: That of the second, if there is one.
  package mutating func scale(_ index: Int, _ left: Float, _ right: Float) {
    guard elements[index].mode == .replicated else { return }
    if left != 1 { first.scale(left) }
    if elements[index].isPair, right != 1 { second.scale(right) }
  }

  private mutating func dequantize(_ index: Int) {
    if elements[index].isPair, elements[index].isCoupled {
      dequantization.apply(left: &first, right: &second)
    } else {
      dequantization.apply(to: &first)
      if elements[index].isPair { dequantization.apply(to: &second) }
    }
  }

  /// Replaces the core's samples in an element's channels by the prepared frame.
  ///
  /// - Parameters:
  ///   - place: The element's first channel, and the frame where the samples begin: as many of the core, to be replaced
  ///     by ``SBRConfiguration/factor`` times as many.
  ///   - surround: Makes two channels of the only one if there is any.
  package mutating func apply(
    _ index: Int, to output: inout PCMBlock, at place: (channel: Int, frame: Int), _ surround: inout LowDelaySurround?
  ) {
    let (channel, frame) = place
    var bands = elements[index].mode == .replicated ? elements[index].bands : nil
    if stereo != nil || surround != nil { return applyStereo(&bands, to: &output, at: frame, &surround) }
    engine.analyze(output, &elements[index].first, channel: channel, at: frame)
    engine.fillMatrix(first, &bands, &elements[index].first)
    engine.synthesize(&elements[index].first, into: &output, channel: channel, at: frame)
    guard elements[index].isPair else { return }
    engine.analyze(output, &elements[index].second, channel: channel + 1, at: frame)
    engine.fillMatrix(second, &bands, &elements[index].second)
    engine.synthesize(&elements[index].second, into: &output, channel: channel + 1, at: frame)
  }

  private mutating func applyStereo(
    _ bands: inout SBRBands?, to output: inout PCMBlock, at frame: Int, _ surround: inout LowDelaySurround?
  ) {
    engine.analyze(output, &elements[0].first, channel: 0, at: frame)
    engine.fillMatrix(first, &bands, &elements[0].first)
    elements[0].apply(&stereo, &surround)
    engine.synthesize(&elements[0].first, into: &output, channel: 0, at: frame)
    engine.synthesize(&elements[0].second, into: &output, channel: 1, at: frame)
  }
}

extension SBRElementState {
  /// Makes the subbands of two channels from those of the first.
  fileprivate mutating func apply(_ stereo: inout ParametricStereo?, _ surround: inout LowDelaySurround?) {
    stereo?.apply(left: &first.matrix, right: &second.matrix)
    surround?.apply(left: &first.matrix, right: &second.matrix)
  }
}

extension BitReader {
  /// Returns a reader at the same place.
  @_lifetime(copy self)
  fileprivate func copy() -> BitReader { self }

  /// Returns the CRC of SBR over the bits up to a place: ISO/IEC 14496-3, 4.5.2.8.
  fileprivate consuming func checksum(upTo end: Int) -> UInt32 {
    var check = CyclicRedundancyCheck(width: 10, polynomial: 0x233, initialValue: 0)
    while offset < end {
      let count = min(32, end - offset)
      check.update(readUnchecked(count), count)
    }
    return check.value
  }
}
