import AACReplication
import MPEG4Systems

// Bound throughout: nine sets of 28 bands, and one of the last packet.

/// Derives the mixing of every time slot from the indices of packets.
///
/// ISO/IEC 23003-3, 7.11: mapping to values, smoothing, and interpolation between the sets of parameters.
struct UpmixParameters: Sendable {
  static let bandLimit = 28
  static let setLimit = 9

  private let configuration: UpmixConfiguration
  private let matrix: UpmixMatrix
  private var levels = UpmixIndices(.levelDifference)
  private var coherences = UpmixIndices(.coherence)
  private var phases = UpmixIndices(.phaseDifference)
  private var smoothedPhases = UpmixPhases()
  /// The mixing of each band at the end of the last packet, then at the end of each set.
  private var sets = [UpmixMixing](repeating: .zero, count: (setLimit + 1) * bandLimit)
  /// The last slot of each, −1 for that of the last packet.
  private var slots: [10 of Int] = .init(repeating: -1)
  private(set) var setCount = 0
  /// True if nothing is complex.
  var isPlain: Bool { configuration.isPlain }

  init(_ configuration: UpmixConfiguration) {
    self.configuration = configuration
    matrix = UpmixMatrix(configuration)
  }

  /// Clears the state kept from earlier packets: the next packet fades in.
  mutating func reset() {
    levels.reset()
    coherences.reset()
    phases.reset()
    smoothedPhases = UpmixPhases()
    for place in sets.indices { sets[place] = .zero }
    setCount = 0
  }

  /// Processes a packet.
  mutating func advance(to frame: borrowing UpmixFrame) {
    begin()
    levels.resolve(frame.levelDifferences, frame)
    coherences.resolve(frame.coherences, frame)
    if configuration.hasPhases {
      phases.resolve(frame.phases, frame)
      smoothedPhases.begin(frame.phases, setCount: frame.transmittedCount)
    }
    for set in 0..<frame.setCount {
      // A set that ends before the frame is repeated by a further one.
      let source = min(set, frame.transmittedCount - 1)
      append(source, endingAt: frame.slots[set], frame.smoothing[source])
      guard configuration.kind == .parametric, configuration.hasPhases else { continue }
      let slotCount = frame.slots[set] - slots[setCount - 1]
      smoothedPhases.apply(
        &sets, (setCount * UpmixParameters.bandLimit, source), slotCount: frame.smoothsPhases ? slotCount : nil)
    }
  }

  /// Continues with the last values for a lost packet.
  mutating func hold() {
    begin()
    for band in 0..<UpmixParameters.bandLimit {
      sets[UpmixParameters.bandLimit + band] = sets[band]
    }
    setCount = 1
    slots[1] = configuration.slotCount - 1
  }

  private mutating func begin() {
    let first = setCount * UpmixParameters.bandLimit
    for band in 0..<UpmixParameters.bandLimit { sets[band] = sets[first + band] }
    setCount = 0
  }

  private mutating func append(_ source: Int, endingAt slot: Int, _ smoothing: borrowing SurroundSmoothing) {
    let before = setCount * UpmixParameters.bandLimit
    let share = Float(slot - slots[setCount]) / Float(smoothing.time)
    setCount += 1
    slots[setCount] = slot
    for band in 0..<configuration.bandCount {
      var new = matrix.entry(
        level: levels.index(source, band), coherence: coherences.index(source, band),
        phase: band < configuration.phaseBandCount ? phases.index(source, band) : 0, band: band)
      if smoothing.flags.span[band] != 0, band >= configuration.residualBandCount {
        let old = sets[before + band]
        let turns = SIMD2(new[6], new[7])
        new = share * new + (1 - share) * old
        (new[6], new[7]) = (turns[0], turns[1])
      }
      sets[before + UpmixParameters.bandLimit + band] = new
    }
  }
}

extension UpmixParameters {
  /// Returns the slots of a block that lead to a set, which counts from 1; slots count from the start of the block.
  func slotRange(_ set: Int, block: Int) -> Range<Int> {
    let first = block * UpmixConfiguration.blockLength
    let start = max(slots[set - 1] + 1, first)
    let end = min(slots[set] + 1, first + UpmixConfiguration.blockLength)
    return start < end ? (start - first)..<(end - first) : 0..<0
  }

  /// The slots between the end of the set before and the first one of a block that leads to a set.
  private func lead(_ set: Int, block: Int) -> Float {
    Float(max(block * UpmixConfiguration.blockLength - (slots[set - 1] + 1), 0))
  }

  private func step(_ set: Int) -> Float { 1 / Float(slots[set] - slots[set - 1]) }

  /// Returns the mixing of a band in the slot before those of ``slotRange(_:block:)``, and its increments from slot to
  /// slot.
  func glide(_ set: Int, block: Int, band: Int) -> SurroundGlide<UpmixMixing> {
    let old = sets[(set - 1) * UpmixParameters.bandLimit + band]
    var change = sets[set * UpmixParameters.bandLimit + band] - old
    // Turns go the shorter way round.
    for lane in 6..<8 where abs(change[lane]) > 0.5 { change[lane] -= change[lane] > 0 ? 1 : -1 }
    let step = step(set) * change
    return SurroundGlide(last: old + lead(set, block: block) * step, step: step)
  }
}
