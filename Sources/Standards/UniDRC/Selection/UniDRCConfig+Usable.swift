extension UniDRCConfig {
  /// The instructions that can be applied to the channels of the stream, each with a number of its own.
  var usableInstructions: [GainInstructions] {
    var usable: [GainInstructions] = []
    for set in instructions
    where obstacle(of: set) == nil && !usable.contains(where: { $0.identifier == set.identifier }) {
      usable.append(set)
    }
    return usable.filter { set in set.dependency.map { id in usable.contains { $0.identifier == id } } ?? true }
  }

  /// Returns the reason why a set of gains is not applied, `nil` where it can be.
  func obstacle(of set: GainInstructions) -> StaticString? {
    guard set.location == GainCoefficients.thisStream, let gains else { return "its gains are not in this stream" }
    if set.downmixes.allSatisfy({ $0 != 0 && $0 != 127 }) { return "it is for a downmix" }
    // Measured: fdk-aac leaves such a set aside whatever is asked for.
    if set.effects == .duckOther { return "its gains are for other sound" }
    if set.requiresEqualizer { return "it requires an equalizer" }
    for group in set.groups {
      guard gains.sets.indices.contains(group.gainSet) else { return "its gains are not in this stream" }
      let sequences = gains.sets[group.gainSet].sequences
      if sequences.count > 1 { return "its gains are of several bands" }
      if sequences[0] >= gains.sequenceCount { return "its gains are not in this stream" }
      if group.modification.isTransformed { return "its gains are to be turned into those of another characteristic" }
      if group.channels.contains(where: { $0 >= channelCount }) { return "it is for other channels" }
    }
    return nil
  }
}

extension GainInstructions {
  /// True if a listener's wishes can choose the set; others are applied with one.
  var mayBeChosen: Bool {
    !isDependent && !effects.isEmpty && effects != .fade && effects != .duckOther && effects != .duckSelf
  }
}
