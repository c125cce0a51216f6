import AACSyntax

/// The parameters of one envelope in the 20 or 34 bands of the processing.
struct StereoEnvelope: Sendable {
  /// Steps of level difference, positive where left is louder.
  var level: [34 of Int8] = .init(repeating: 0)
  /// Steps of coherence, 0 for one signal in both channels.
  var coherence: [34 of Int8] = .init(repeating: 0)
  /// Eighths of a turn between left and right.
  var phaseDifference: [34 of Int8] = .init(repeating: 0)
  /// Eighths of a turn of both.
  var overallPhase: [34 of Int8] = .init(repeating: 0)
}

/// The parameters of a frame, and the references of the next frame's differences.
///
/// ISO/IEC 14496-3, 8.6.4.4 and 8.6.4.5.
struct StereoParameters: Sendable {
  /// A kind of parameter in the bands of the stream.
  private struct Track: Sendable {
    var values: [34 of Int8] = .init(repeating: 0)
    /// 10, 20 or 34: phases have their lower half.
    var bandCount = 20

    mutating func convert(to count: Int) {
      guard count != bandCount else { return }
      if count == 10 {
        let twenty = StereoBandMap.converted(values, from: bandCount, to: 20)
        values = .init(repeating: 0)
        for band in 0..<10 { values[band] = twenty[2 * band] }
      } else {
        values = StereoBandMap.converted(values, from: bandCount, to: count)
      }
      bandCount = count
    }

    /// Adds the differences of one envelope.
    mutating func add(
      _ differences: ParametricStereoData.Differences, _ quantity: StereoQuantity,
      _ place: (envelope: Int, bandCount: Int), at offset: Int
    ) throws(AACError) {
      var last = 0
      for band in 0..<place.bandCount {
        if differences.isOverTime[place.envelope] { last = Int(values[band]) }
        var value = last + Int(differences.values[34 * place.envelope + band])
        if quantity.isPhase { value &= 7 }
        guard quantity.range.contains(value) else { throw AACError(.stereoValue, at: offset) }
        values[band] = Int8(value)
        last = value
      }
    }
  }

  private var level = Track()
  private var coherence = Track()
  private var phaseDifference = Track()
  private var overallPhase = Track()

  /// True once parameters have arrived.
  private(set) var hasBegun = false
  /// 34 bands instead of 20.
  private(set) var isDetailed = false
  /// Fine steps of levels.
  private(set) var levelIsFine = false
  /// Mixing procedure B.
  private(set) var usesProcedureB = false
  /// True if the matrices turn phases.
  private(set) var hasPhases = false
  /// The envelopes of the frame are the first ``envelopeCount``.
  private(set) var envelopes: [5 of StereoEnvelope] = .init(repeating: StereoEnvelope())
  private(set) var envelopeCount = 0
  /// The columns at which they begin, and the end.
  private(set) var borders: [6 of Int] = .init(repeating: 0)

  let columnCount: Int

  init(columnCount: Int) { self.columnCount = columnCount }

  /// Repeats the parameters of the last envelope for a frame without data.
  mutating func repeatLast() {
    envelopeCount = 1
    borders[0] = 0
    borders[1] = columnCount
    envelopes[0] = envelope()
  }

  /// Makes the parameters of a frame from its data.
  mutating func addUp(_ data: borrowing ParametricStereoData, at offset: Int) throws(AACError) {
    guard let header = data.header else { return }
    try setBorders(data, at: offset)
    if header.level != nil || header.coherence != nil {
      isDetailed = header.level?.bandCount == 34 || header.coherence?.bandCount == 34
    }
    levelIsFine = header.level?.isSecondKind == true
    usesProcedureB = header.coherence?.isSecondKind == true
    if data.envelopeCount > 0 { hasPhases = data.hasPhases }
    prepare(&level, header.level)
    prepare(&coherence, header.coherence)
    prepare(&phaseDifference, hasPhases ? header.level ?? .init(number: 1) : nil)
    prepare(&overallPhase, hasPhases ? header.level ?? .init(number: 1) : nil)
    for index in 0..<data.envelopeCount {
      if let mode = header.level {
        try level.add(data.level, data.levelQuantity, (index, mode.bandCount), at: offset)
      }
      if let mode = header.coherence {
        try coherence.add(data.coherence, .coherence, (index, mode.bandCount), at: offset)
      }
      if hasPhases {
        let bandCount = (header.level ?? .init(number: 1)).phaseBandCount
        try phaseDifference.add(data.phaseDifference, .phaseDifference, (index, bandCount), at: offset)
        try overallPhase.add(data.overallPhase, .overallPhase, (index, bandCount), at: offset)
      }
      envelopes[index] = envelope()
    }
    if envelopeCount > data.envelopeCount { envelopes[data.envelopeCount] = envelope() }
    hasBegun = true
  }

  /// Divides the frame evenly if borders are not sent; the part after the last envelope becomes an additional envelope.
  private mutating func setBorders(_ data: borrowing ParametricStereoData, at offset: Int) throws(AACError) {
    borders[0] = 0
    envelopeCount = data.envelopeCount
    for index in 0..<data.envelopeCount {
      let even = (index + 1) * columnCount / data.envelopeCount
      borders[index + 1] = data.hasBorders ? Int(data.borders[index]) + 1 : even
      guard borders[index + 1] > borders[index], borders[index + 1] <= columnCount else {
        throw AACError(.stereoBorders, at: offset)
      }
    }
    if borders[envelopeCount] < columnCount {
      envelopeCount += 1
      borders[envelopeCount] = columnCount
    }
  }

  private func prepare(_ track: inout Track, _ mode: ParametricStereoData.Mode?) {
    if let mode {
      track.convert(to: mode.bandCount)
    } else {
      track = Track()
    }
  }

  private func envelope() -> StereoEnvelope {
    let count = isDetailed ? 34 : 20
    return StereoEnvelope(
      level: StereoBandMap.converted(level.values, from: level.bandCount, to: count),
      coherence: StereoBandMap.converted(coherence.values, from: coherence.bandCount, to: count),
      phaseDifference: StereoBandMap.converted(phaseDifference.values, from: phaseDifference.bandCount, to: count),
      overallPhase: StereoBandMap.converted(overallPhase.values, from: overallPhase.bandCount, to: count))
  }
}

/// Maps parameters from one number of bands to another: ISO/IEC 14496-3, 8.6.4.6.1.
enum StereoBandMap {
  /// One or two bands of 34 for each of 20, with weights: `(first, weight, second, weight)`; the four bands 28…31 of
  /// band 18 have equal weights.
  private static let thirtyFourOfTwenty: [20 of (Int, Int, Int, Int)] = [
    (0, 2, 1, 1), (1, 1, 2, 2), (3, 2, 4, 1), (4, 1, 5, 2), (6, 1, 7, 1), (8, 1, 9, 1), (10, 1, 10, 0), (11, 1, 11, 0),
    (12, 1, 13, 1), (14, 1, 15, 1), (16, 1, 16, 0), (17, 1, 17, 0), (18, 1, 18, 0), (19, 1, 19, 0), (20, 1, 21, 1),
    (22, 1, 23, 1), (24, 1, 25, 1), (26, 1, 27, 1), (28, 1, 29, 1), (32, 1, 33, 1),
  ]
  /// The band of 20 for each of 34 bands; bands 1 and 4 are the mean of this band and the next.
  private static let twentyOfThirtyFour: [34 of Int] = [
    0, 0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10, 11, 12, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 18, 18, 19,
    19,
  ]
  private static let tenOfThirtyFour: [34 of Int] = [
    0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9,
  ]

  /// Indices in `target` bands, 20 or 34, of those in 10, 20 or 34; means are truncated towards zero.
  static func converted(_ values: [34 of Int8], from source: Int, to target: Int) -> [34 of Int8] {
    guard source != target else { return values }
    var result: [34 of Int8] = .init(repeating: 0)
    for band in 0..<target {
      if source == 10 {
        result[band] = values[target == 20 ? band / 2 : tenOfThirtyFour[band]]
      } else {
        result[band] = Int8(mean(of: { Int(values[$0]) }, band, to: target) { $0 / $1 })
      }
    }
    return result
  }

  /// Converts real numbers likewise, between 20 and 34 bands.
  static func convertReals(_ values: inout [Float], at start: Int, to target: Int) {
    var old: [34 of Float] = .init(repeating: 0)
    for band in 0..<34 { old[band] = values[start + band] }
    for band in 0..<target {
      values[start + band] = mean(of: { old[$0] }, band, to: target) { $0 / Float($1) }
    }
  }

  private static func mean<Value: Numeric>(
    of value: (Int) -> Value, _ band: Int, to target: Int, _ divide: (Value, Int) -> Value
  ) -> Value {
    if target == 34 {
      let twenty = twentyOfThirtyFour[band]
      return band == 1 || band == 4 ? divide(value(twenty) + value(twenty + 1), 2) : value(twenty)
    }
    let (first, weight, second, other) = thirtyFourOfTwenty[band]
    if band == 18 { return divide(value(28) + value(29) + value(30) + value(31), 4) }
    var sum = value(first)
    if weight == 2 { sum += value(first) }
    if other >= 1 { sum += value(second) }
    if other == 2 { sum += value(second) }
    return divide(sum, weight + other)
  }
}
