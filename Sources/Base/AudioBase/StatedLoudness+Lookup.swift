extension StatedLoudnessSet {
  /// Returns the stated loudness in LKFS, or `nil`: the album's if requested and stated, otherwise the track's.
  ///
  /// ISO/IEC 23003-4, 6.5. If no loudness is stated for this mixture and these gains, statements about others are
  /// used. The loudness of an anchor has priority over that of the whole programme.
  ///
  /// - Parameters:
  ///   - scope: The recording whose loudness it is.
  ///   - dynamicRangeSet: `drcSetId` of the gains that are applied, 0 for none.
  ///   - downmix: `downmixId` of the mixture that is heard, 0 for the channels of the stream.
  public func level(_ scope: LoudnessScope, dynamicRangeSet: Int = 0, downmix: Int = 0) -> Double? {
    if scope == .album, let level = Self.level(in: album, dynamicRangeSet, downmix) { return level }
    return Self.level(in: track, dynamicRangeSet, downmix)
  }

  private static func level(in statements: [StatedLoudness], _ set: Int, _ mix: Int) -> Double? {
    let places = [
      (set, mix), (set, 127), (63, mix), (0, mix), (63, 127), (0, 127), (set, 0), (63, 0), (0, 0),
    ]
    for (set, mix) in places {
      for statement in statements where (statement.dynamicRangeSet, statement.downmix) == (set, mix) {
        if let level = statement.level(.anchor) ?? statement.level(.program) { return level }
      }
    }
    return nil
  }
}

extension StatedLoudness {
  /// The rank of each `measurementSystem` if an expert's measurement is preferred; the largest rank is used.
  private static let ranks = [0, 0, 3, 0, 1, 8, 0, 4, 5, 6, 7, 2]

  /// Returns the value of a quantity from the best of the systems that state it.
  func level(_ quantity: Quantity) -> Double? {
    var best: (rank: Int, value: Double)?
    for measurement in measurements where measurement.quantity == quantity {
      let system = measurement.system
      let rank = Self.ranks.indices.contains(system) ? Self.ranks[system] : 0
      if rank > best?.rank ?? -1 { best = (rank, measurement.value) }
    }
    return best?.value
  }
}
