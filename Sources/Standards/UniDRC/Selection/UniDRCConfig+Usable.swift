import AudioBase

extension UniDRCConfig {
  /// Returns the reason for which no gains can be applied to an output, or `nil`.
  package func obstacle(for format: DRCFormat) -> StaticString? {
    if channelCount != format.channelCount { return "it is for another number of channels than the stream has" }
    let frameLength = gains?.frameLength ?? format.frameLength
    return frameLength == format.frameLength ? nil : "its frames are of another length than those of the stream"
  }

  /// The instructions that can be applied to the channels of the stream, each with its own number.
  var usableInstructions: [GainInstructions] {
    var usable: [GainInstructions] = []
    for set in instructions
    where obstacle(of: set) == nil && !usable.contains(where: { $0.identifier == set.identifier }) {
      usable.append(set)
    }
    return usable.filter { set in set.dependency.map { id in usable.contains { $0.identifier == id } } ?? true }
  }

  /// Returns the sets that are not applied although they are meant for the output, with a common reason, or each with
  /// its own.
  func unmetSets(_ common: StaticString?) -> [UnmetSetting] {
    instructions.compactMap { set in
      guard UniDRCConfig.purpose(against: set) == nil else { return nil }
      return (common ?? obstacle(of: set)).map { .dynamicRangeSet(set.identifier, reason: "\($0)") }
    }
  }

  /// Returns the reason for which a set is not meant for the output; `nil` if it is.
  private static func purpose(against set: GainInstructions) -> StaticString? {
    if set.downmixes.allSatisfy({ $0 != 0 && $0 != 127 }) { return "it is for a downmix" }
    // Measured: fdk-aac leaves such a set aside whatever is asked for.
    return set.effects == .duckOther ? "its gains are for other sound" : nil
  }

  /// Returns the reason for which a set of gains is not applied, `nil` if it can be.
  func obstacle(of set: GainInstructions) -> StaticString? {
    guard set.location == GainCoefficients.thisStream, let gains else { return "its gains are not in this stream" }
    if let purpose = UniDRCConfig.purpose(against: set) { return purpose }
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
