import AACReplication
import Bitstream

// Bound throughout: four envelopes of 20 bands.
// Holds throughout: a packet has four envelopes at most.

/// Makes `ps_data()` from measurements: steps, differences in the cheaper direction, bits.
struct StereoParameterCoder: Sendable {
  /// The steps of one kind of parameter.
  private typealias Steps = [20 of Int8]

  private let tuning: StereoTuning
  private var data = ParametricStereoData()
  /// The steps that a decoder has before the packet.
  private var levels: Steps = .init(repeating: 0)
  private var coherences: Steps = .init(repeating: 0)
  /// The steps after the packet.
  private var nextLevels: Steps = .init(repeating: 0)
  private var nextCoherences: Steps = .init(repeating: 0)
  /// True if a decoder that began with the last header has the steps before the packet.
  private var isKnown = false
  private var willBeKnown = false
  /// `ps_data()` of the packet.
  private(set) var payload = BitWriter()

  init(_ tuning: StereoTuning) {
    self.tuning = tuning
    data.header = tuning.header
    // Bound: more than four envelopes of 20 levels of 18 bits and 20 coherences of 14 bits take.
    payload.reserveCapacity(byteCount: 384)
  }

  /// Writes a packet's envelopes.
  ///
  /// - Parameter hasHeader: True if it has a header and refers to no previous packet.
  /// - Returns: The bits of ``payload``.
  mutating func code(_ envelopes: borrowing StereoEnvelopes, hasHeader: Bool) -> Int {
    begin(hasHeader: hasHeader)
    data.hasBorders = envelopes.hasBorders
    data.envelopeCount = envelopes.count
    var isSame = true
    for index in 0..<envelopes.count {
      if envelopes.hasBorders { data.borders[index] = UInt8(envelopes.ends[index] - 1) }
      let (lastLevels, lastCoherences) = (nextLevels, nextCoherences)
      quantize(envelopes.descriptions[index])
      var place = ParametricStereoData.Differences.Place(
        quantity: data.levelQuantity, envelope: index, bandCount: tuning.bandCount,
        isTold: willBeKnown || index > 0)
      if !data.level.set(nextLevels, after: lastLevels, place) { isSame = false }
      place.quantity = .coherence
      if !data.coherence.set(nextCoherences, after: lastCoherences, place) { isSame = false }
    }
    if isSame, willBeKnown {
      // The decoder keeps its parameters.
      data.hasBorders = false
      data.envelopeCount = 0
    }
    willBeKnown = true
    data.write(to: &payload)
    return payload.offset
  }

  /// Writes a packet that keeps the parameters of the last one.
  mutating func codeNothing(hasHeader: Bool) {
    begin(hasHeader: hasHeader)
    data.hasBorders = false
    data.envelopeCount = 0
    data.write(to: &payload)
  }

  /// Records the packet that was written last.
  mutating func keep() {
    levels = nextLevels
    coherences = nextCoherences
    isKnown = willBeKnown
  }

  private mutating func begin(hasHeader: Bool) {
    payload.removeAll()
    data.hasOwnHeader = hasHeader
    willBeKnown = isKnown && !hasHeader
    nextLevels = levels
    nextCoherences = coherences
  }

  private mutating func quantize(_ description: borrowing StereoDescription) {
    let isFine = tuning.header.level?.isSecondKind == true
    for band in 0..<tuning.bandCount {
      nextLevels[band] = StereoQuantization.level(description.levels[band], isFine: isFine, after: nextLevels[band])
      nextCoherences[band] = StereoQuantization.coherence(description.coherences[band], after: nextCoherences[band])
    }
  }
}

extension ParametricStereoData.Differences {
  /// The place of an envelope whose differences are coded.
  fileprivate struct Place: BitwiseCopyable {
    var quantity: StereoQuantity
    var envelope: Int
    var bandCount: Int
    /// True if a decoder has the previous steps.
    var isTold: Bool
  }

  /// Sets the differences of an envelope, in the direction that takes fewer bits.
  ///
  /// - Returns: True if all steps equal those of the previous envelope.
  fileprivate mutating func set(
    _ steps: borrowing [20 of Int8], after last: borrowing [20 of Int8], _ place: Place
  ) -> Bool {
    var (overTime, overFrequency) = (0, 0)
    var before = 0
    var isSame = true
    for band in 0..<place.bandCount {
      let (step, earlier) = (Int(steps[band]), Int(last[band]))
      overTime += Int(StereoCodebooks.row(place.quantity, overTime: true, difference: step - earlier).length)
      overFrequency += Int(StereoCodebooks.row(place.quantity, overTime: false, difference: step - before).length)
      if step != earlier { isSame = false }
      before = step
    }
    let isOverTime = place.isTold && overTime < overFrequency
    self.isOverTime[place.envelope] = isOverTime
    before = 0
    for band in 0..<place.bandCount {
      let reference = isOverTime ? Int(last[band]) : before
      values[34 * place.envelope + band] = Int8(Int(steps[band]) - reference)
      before = Int(steps[band])
    }
    return isSame
  }
}
