extension UniDRCConfig {
  /// The descriptions of the sets of gains, in the order of the stream: `1: night, general compression, with set 2`.
  package func setDescriptions(for format: DRCFormat) -> [String] {
    let common = obstacle(for: format)
    return instructions.map { set in
      var parts = ["\(set.identifier): \(set.effects.isEmpty ? "no effect" : set.effects.description)"]
      if let range = set.targetRange { parts.append("for targets above \(range.lower) up to \(range.upper) LKFS") }
      if let dependency = set.dependency { parts.append("with set \(dependency)") }
      if set.isDependent { parts.append("only with another set") }
      if let obstacle = common ?? obstacle(of: set) { parts.append("not applied here: \(obstacle)") }
      return parts.joined(separator: ", ")
    }
  }
}

extension GainInstructions.Effects: CustomStringConvertible {
  private static let names = [
    "night", "noisy environment", "limited playback range", "low playback level", "dialog enhancement",
    "general compression", "expansion", "artistic", "clipping prevention", "fade", "ducking of other sound",
    "ducking of itself",
  ]

  /// The effects in words.
  var description: String {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { Self.names[$0] }.joined(separator: ", ")
  }
}
