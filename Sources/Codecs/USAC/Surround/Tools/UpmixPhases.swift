import AACReplication

/// The smoothing of the phases of left and right over time: `bsOPDSmoothingMode`.
///
/// ISO/IEC 23003-3, 7.11.
struct UpmixPhases: Sendable {
  /// The time constant, in slots, with which a smoothed phase follows a new one.
  private static let time: Float = 128

  /// The turns that were used last.
  private var left: [28 of Float] = .init(repeating: 0)
  private var right: [28 of Float] = .init(repeating: 0)
  /// True for the n-th coded set of a packet where its phases are coarse. Decoders fill this list in the order of the
  /// coded sets and read it by the number of a set; entries that a packet does not fill keep their old values.
  private var areCoarse: [9 of Bool] = .init(repeating: false)

  /// Processes the quantisers of a packet.
  mutating func begin(_ data: borrowing SurroundParameterData, setCount: Int) {
    var place = 0
    for set in 0..<setCount where data.sets[set].isCoded {
      areCoarse[place] = data.sets[set].isCoarse
      place += 1
    }
  }

  /// Smooths the phases of a set, the last lanes of the mixing of its bands, or only records them.
  mutating func apply(_ sets: inout [UpmixMixing], _ place: (first: Int, set: Int), slotCount: Int?) {
    let largest: Float = areCoarse[place.set] ? 50.0 / 360 : 25.0 / 360
    for band in 0..<28 {
      var mixing = sets[place.first + band]
      if let slotCount {
        let share = Float(slotCount) / UpmixPhases.time
        let (old, other) = (left.span[band], right.span[band])
        let newLeft = old + share * UpmixPhases.nearest(mixing[6] - old)
        let newRight = other + share * UpmixPhases.nearest(mixing[7] - other)
        let error = UpmixPhases.nearest(mixing[6] - mixing[7] - (newLeft - newRight))
        if abs(error) <= largest {
          mixing[6] = newLeft - newLeft.rounded(.down)
          mixing[7] = newRight - newRight.rounded(.down)
          sets[place.first + band] = mixing
        }
      }
      left[band] = mixing[6]
      right[band] = mixing[7]
    }
  }

  /// Reduces a phase difference to the shorter direction.
  static func nearest(_ turns: Float) -> Float { turns - turns.rounded() }
}
