/// Guided envelope shaping, GES: the direct signal of a channel gets a transmitted envelope.
///
/// ISO/IEC 23003-2. Envelopes are normalised by their average over some time.
package struct SurroundGuidedShaping: Sendable {
  /// The first subband that is shaped.
  private static let firstShaped = 6
  private static let gainLimits: ClosedRange<Float> = 0.25...4

  private let subbandCount: Int
  private let start: Float
  /// True if levels count thirds of a doubling of the amplitude, not halves.
  private let hasFineSteps: Bool
  private var downmix: Envelope
  private var left: Envelope
  private var right: Envelope

  /// Prepares a number of subbands, or in USAC of hybrid bands.
  ///
  /// - Parameter start: The average of envelopes at first.
  package init(subbandCount: Int, start: Float, hasFineSteps: Bool) {
    self.subbandCount = subbandCount
    self.start = start
    self.hasFineSteps = hasFineSteps
    downmix = Envelope(subbandCount: subbandCount, start: start)
    left = downmix
    right = downmix
  }

  /// Clears the history.
  package mutating func reset() {
    self = SurroundGuidedShaping(subbandCount: subbandCount, start: start, hasFineSteps: hasFineSteps)
  }

  /// Shapes the direct parts of the next slot in the channels that are to be shaped.
  ///
  /// - Parameters:
  ///   - column: The downmix.
  ///   - slot: The slot of the frame.
  package mutating func apply(
    _ data: borrowing SurroundShapingData, _ column: borrowing SurroundColumn, slot: Int,
    to parts: inout SurroundParts
  ) {
    let wanted = downmix.update { column.energy($0) }
    let ofLeft = left.update { SurroundColumn.energy(parts.dryLeft, parts.wetLeft, $0) }
    let ofRight = right.update { SurroundColumn.energy(parts.dryRight, parts.wetRight, $0) }
    if data.isShaped[0] {
      let level = level(data.levels[0][slot])
      Self.shape(&parts.dryLeft, parts.wetLeft, by: level * Self.ratio(wanted, ofLeft), below: subbandCount)
    }
    if data.isShaped[1] {
      let level = level(data.levels[1][slot])
      Self.shape(&parts.dryRight, parts.wetRight, by: level * Self.ratio(wanted, ofRight), below: subbandCount)
    }
  }

  /// Returns 2^(level/2 − 1), or with fine steps 2^(level/3 − 1).
  private func level(_ level: UInt8) -> Float {
    Float(BinaryLogarithm.exponential(Double(level) / (hasFineSteps ? 3 : 2) - 1))
  }

  private static func ratio(_ wanted: Float, _ present: Float) -> Float {
    // Without an envelope there is no sound to be shaped; the limits bound all other cases.
    present > 0 ? min(wanted / present, 1e6) : 1
  }

  private static func shape(
    _ dry: inout SurroundColumn, _ wet: borrowing SurroundColumn, by gain: Float, below end: Int
  ) {
    var (wetEnergy, dryEnergy): (Float, Float) = (0, 0)
    for subband in firstShaped..<end {
      wetEnergy += wet.energy(subband)
      dryEnergy += dry.energy(subband)
    }
    let share = dryEnergy > 0 ? min((wetEnergy / dryEnergy).squareRoot(), 1e6) : 0
    let total = gain + share * (gain - 1)
    let limited = min(max(total, gainLimits.lowerBound), gainLimits.upperBound)
    dry.scale(firstShaped..<end, by: limited)
  }
}

extension SurroundGuidedShaping {
  /// The envelope of one signal relative to its average.
  private struct Envelope: Sendable {
    private static let groupCount = 9
    /// The factors exp(−64/(0.4·44100)) and exp(−64/(0.04·44100)), whatever the rate.
    private static let slow: Float = 0.99637845575
    private static let fast: Float = 0.96436909488

    private let subbandCount: Int
    private var groups: [9 of Float] = .init(repeating: 0)
    private var mean: Float = 0
    private var usual: Float

    init(subbandCount: Int, start: Float) {
      self.subbandCount = subbandCount
      usual = start
    }

    /// Processes the energies of a slot's subbands and returns the envelope there.
    mutating func update(_ energy: (Int) -> Float) -> Float {
      var energies: [9 of Float] = .init(repeating: 0)
      var sum: Float = 0
      for group in 0..<Self.groupCount {
        let end = min(surroundEnvelopeGroups[group + 1], subbandCount)
        for subband in surroundEnvelopeGroups[group]..<end { energies[group] += energy(subband) }
        sum += energies[group]
      }
      mean = (1 - Self.slow) * sum / Float(Self.groupCount) + Self.slow * mean
      var whitened: Float = 0
      for group in 0..<Self.groupCount {
        groups[group] = (1 - Self.slow) * energies[group] + Self.slow * groups[group]
        if groups[group] > 1e-20 { whitened += energies[group] * mean / groups[group] }
      }
      usual = (1 - Self.fast) * whitened + Self.fast * usual
      return usual > 1e-20 ? (whitened / usual).squareRoot() : 0
    }
  }
}
