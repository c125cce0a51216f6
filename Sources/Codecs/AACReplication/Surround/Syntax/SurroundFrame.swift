package import AACSyntax
package import Bitstream

/// `LdSpatialFrame()`: the parameters of one frame as integers.
///
/// ISO/IEC 23003-2. Nothing of it changes where a frame breaks a rule.
package struct SurroundFrame: Sendable {
  /// Sets of parameters: one or two, and a third if the last one ends early.
  package private(set) var setCount = 0
  /// The last slot of each set.
  package private(set) var slots: [3 of Int] = .init(repeating: 0)
  package private(set) var isIndependent = false
  package private(set) var levelDifferences = SurroundParameterData(.levelDifference)
  package private(set) var coherences = SurroundParameterData(.coherence)
  /// The smoothing of each set that is transmitted.
  private(set) var smoothing: [2 of SurroundSmoothing] = .init(repeating: SurroundSmoothing())
  package private(set) var shaping = SurroundShapingData()
  /// Gains of the downmix, read only to reach the next fields.
  private var downmixGains = SurroundParameterData(.levelDifference)
  private(set) var transmittedCount = 0

  package init() {}

  /// Clears the values that later frames may refer to.
  mutating func reset() { self = SurroundFrame() }

  /// Reads a frame and the padding of its last byte.
  package mutating func parse(
    _ reader: inout BitReader, _ configuration: SurroundConfiguration, _ codebooks: SurroundCodebooks
  ) throws(AACError) {
    var next = self
    try next.parseFields(&reader, configuration, codebooks)
    self = next
  }

  private mutating func parseFields(
    _ reader: inout BitReader, _ configuration: SurroundConfiguration, _ codebooks: SurroundCodebooks
  ) throws(AACError) {
    let start = reader.offset
    let last = smoothing[max(transmittedCount - 1, 0)]
    try parseSlots(&reader, slotCount: configuration.slotCount)
    isIndependent = try reader.bit()
    let context = SurroundFrameContext(
      syntax: .lowDelay, setCount: transmittedCount, isIndependent: isIndependent, bandCount: configuration.bandCount)
    try levelDifferences.parse(&reader, context, codebooks)
    try coherences.parse(&reader, context, codebooks)
    for set in 0..<transmittedCount {
      smoothing[set] = set == 0 ? last : smoothing[set - 1]
      try smoothing[set].parse(&reader, bandCount: configuration.bandCount)
    }
    try shaping.parse(&reader, configuration, codebooks)
    if configuration.hasDownmixGains { try downmixGains.parse(&reader, context, codebooks) }
    // The bits that fill the last byte may be missing at the end of a packet.
    let fill = min(-(reader.offset - start) & 7, reader.remaining)
    try reader.jump(to: reader.offset + fill)
  }

  private mutating func parseSlots(_ reader: inout BitReader, slotCount: Int) throws(AACError) {
    let start = reader.offset
    let isVariable = try reader.bit()
    transmittedCount = try reader.bits(1) + 1
    setCount = transmittedCount
    let width = Int.bitWidth - (slotCount - 1).leadingZeroBitCount
    for set in 0..<transmittedCount {
      slots[set] = isVariable ? try reader.bits(width) : slotCount * (set + 1) / transmittedCount - 1
      guard slots[set] < slotCount, set == 0 || slots[set] > slots[set - 1] else {
        throw AACError(.surroundParameterSlots, at: start)
      }
    }
    guard slots[setCount - 1] != slotCount - 1 else { return }
    slots[setCount] = slotCount - 1
    setCount += 1
  }
}
