import AudioBase
import Bitstream

// Bound throughout: channels are at most as many as `baseChannelCount` or `targetChannelCount` state, in seven bits.

extension GainInstructions {
  init(parsing reader: inout BitReader, version: Int, _ config: UniDRCConfig) throws(CodecError) {
    identifier = try reader.field(6)
    if version == 1 { try reader.pass(4) }
    location = try reader.field(4)
    let isForDownmix = try readDownmixes(&reader, version: version)
    effects = Effects(rawValue: try reader.field(16))
    let isDucking = !effects.isDisjoint(with: .ducking)
    if !isDucking, try reader.flag() { limiterPeakTarget = -Double(try reader.field(8)) / 8 }
    try readConditions(&reader, version: version)
    let count = try channelCount(isForDownmix: isForDownmix && !isDucking, config)
    let assignments = try GainInstructions.assignments(&reader, count: count, isDucking: isDucking)
    for (channel, assignment) in assignments.enumerated() where assignment.gainSet >= 0 {
      let place = groups.firstIndex {
        $0.gainSet == assignment.gainSet && $0.modification.ducking == assignment.ducking
      }
      if let place {
        groups[place].channels.append(channel)
      } else {
        var group = Group(gainSet: assignment.gainSet, channels: [channel])
        group.modification.ducking = assignment.ducking
        groups.append(group)
      }
    }
    let coversAll = isForDownmix && !isDucking && coversAnyDownmix
    for place in groups.indices where coversAll { groups[place].channels = [] }
    guard !isDucking else { return }
    for place in groups.indices {
      let sets = config.coefficients.last { $0.location == location }?.sets ?? []
      let gainSet = groups[place].gainSet
      // Gains of another place may be described elsewhere; they have one band at least.
      let bandCount = sets.indices.contains(gainSet) ? sets[gainSet].sequences.count : 1
      groups[place].modification = try GainModification(parsing: &reader, version: version, bandCount: bandCount)
    }
  }

  /// True if the gains are for several mixtures, so that all channels have the same.
  private var coversAnyDownmix: Bool { downmixes.count > 1 || downmixes[0] == 127 }

  /// Returns true if the set is applied after mixing.
  private mutating func readDownmixes(_ reader: inout BitReader, version: Int) throws(CodecError) -> Bool {
    let isStated = version == 0 ? true : try reader.flag()
    guard isStated else { return false }
    downmixes = [try reader.field(7)]
    let isForDownmix = version == 0 ? downmixes[0] != 0 : try reader.flag()
    if try reader.flag() {
      for _ in 0..<(try reader.field(3)) { downmixes.append(try reader.field(7)) }
    }
    return isForDownmix
  }

  private mutating func readConditions(_ reader: inout BitReader, version: Int) throws(CodecError) {
    if try reader.flag() {
      let upper = Double(try reader.field(6)) - 63
      targetRange = (try reader.flag() ? Double(try reader.field(6)) - 63 : -63, upper)
    }
    if try reader.flag() { dependency = try reader.field(6) } else { isDependent = try reader.flag() }
    if version == 1 { requiresEqualizer = try reader.flag() }
  }

  /// Returns the number of assigned channels; `nil` if the assignment itself states it.
  private func channelCount(isForDownmix: Bool, _ config: UniDRCConfig) throws(CodecError) -> Int? {
    guard isForDownmix else { return config.channelCount }
    if coversAnyDownmix { return 1 }
    if downmixes[0] == 0 { return config.channelCount }
    if config.downmixes.isEmpty { return nil }
    guard let downmix = config.downmixes.first(where: { $0.identifier == downmixes[0] }) else {
      throw CodecError(
        .malformed, "a set of gains is for a downmix that is not described", clause: "ISO/IEC 23003-4, 7.3")
    }
    return downmix.channelCount
  }

  /// A channel's set of gains, −1 for none, and the ducking factor of other sound.
  private struct Assignment: BitwiseCopyable {
    var gainSet: Int
    var ducking = 1.0
  }

  private static func assignments(
    _ reader: inout BitReader, count: Int?, isDucking: Bool
  ) throws(CodecError) -> [Assignment] {
    var all: [Assignment] = []
    var limit = count
    while all.count < limit ?? 1 {
      var assignment = Assignment(gainSet: try reader.field(6) - 1)
      if isDucking, try reader.flag() {
        let code = try reader.field(4)
        let change = Double(1 + code & 7) / 8
        assignment.ducking = code >= 8 ? 1 - change : 1 + change
      }
      let repeats = try reader.flag() ? try reader.field(5) + 1 : 0
      if limit == nil { limit = 1 + repeats }
      guard all.count + 1 + repeats <= limit ?? 1 else {
        throw CodecError(
          .malformed, "gains are assigned to more channels than there are", clause: "ISO/IEC 23003-4, 7.3",
          bitOffset: reader.offset)
      }
      all.append(contentsOf: repeatElement(assignment, count: 1 + repeats))
    }
    return all
  }
}

extension GainModification {
  fileprivate init(parsing reader: inout BitReader, version: Int, bandCount: Int) throws(CodecError) {
    for _ in 0..<(version == 0 ? 1 : bandCount) {
      if version == 1 {
        for _ in 0..<2 where try reader.flag() {
          // The number of a characteristic: 0 for none.
          if try reader.field(4) != 0 { isTransformed = true }
        }
      }
      if try reader.flag() {
        scaling = (Double(try reader.field(4)) / 8, Double(try reader.field(4)) / 8)
      }
      if try reader.flag() {
        let isNegative = try reader.flag()
        let size = Double(1 + (try reader.field(5))) / 4
        offset = isNegative ? -size : size
      }
    }
    if version == 1, bandCount == 1, try reader.flag() {
      try reader.pass(4)
      isTransformed = true
    }
  }
}
