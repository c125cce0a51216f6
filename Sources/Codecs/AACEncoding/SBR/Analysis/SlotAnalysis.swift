import AACReplication
import Transforms

// Bound throughout: 16 slots and those before them, the bands of the low resolution.
// Holds throughout: there are at most 24 bands of the low resolution, half of those of the high one.

/// The course of the loudness above the crossover over the slots of a packet: its jumps, and its changes.
struct SlotAnalysis: Sendable {
  /// The number of slots before a slot that it is compared with.
  private static let lookBack = 6
  /// The columns over which the energy of a slot is averaged. In LD-SBR, where a slot is one column, the next column is
  /// included, because single columns vary randomly.
  private static let width = 2
  /// The largest number of slots between a slot and those that it is compared with.
  private static let mostGap = 1
  private static let slotLimit = 16
  /// The columns of a packet with those before it: each slot has its own two, or shares one with the next slot.
  private static let columnLimit = width * (lookBack + slotLimit)
  private static let bandLimit = 24
  /// Energies below this are as good as silence: the lowest envelope is 64 (ISO/IEC 14496-3, 4.6.18.3.5).
  private static let quiet: Float = 256
  /// A rise of the mean band by this number of octaves of energy is an attack: 5 dB more than noise rises by chance.
  private static let attack: Float = 1.6
  /// The largest rise that counts for a single band.
  private static let largestRise: Float = 6
  /// Changes from half to half, and between quarters, from which a packet is cut, in octaves of energy.
  private static let halfChange: Float = 0.9
  private static let quarterChange: Float = 1.8

  /// The mean energies of one band in single columns.
  private var columns = [Float](repeating: 0, count: columnLimit)
  /// The mean energies of bands, stored slot by slot.
  private var energies = [Float](repeating: 0, count: (lookBack + mostGap + slotLimit) * bandLimit)
  private var rises = [Float](repeating: 0, count: slotLimit)
  private var halves: Float = 0
  private var quarters: Float = 0
  private var slotCount = slotLimit
  /// The number of previous slots that extend into a slot.
  private var gap = 0

  /// Clears the measurements: a new packet begins.
  mutating func begin(slotCount: Int) {
    self.slotCount = slotCount
    for slot in rises.indices { rises[slot] = 0 }
    halves = 0
    quarters = 0
  }

  /// Analyses one channel; with several, the greatest changes count.
  mutating func measure(_ record: borrowing SubbandRecord, _ borders: SBRBands.Borders) {
    let bandCount = min(borders.count - 1, SlotAnalysis.bandLimit)
    let rate = record.columnsPerSlot
    gap = SlotAnalysis.width - rate
    let earliest = -(SlotAnalysis.lookBack + gap)
    let run = (rate * earliest)..<(rate * slotCount + gap)
    for band in 0..<bandCount {
      SlotAnalysis.measure(record, borders[band]..<borders[band + 1], run, into: &columns)
      for slot in earliest..<slotCount {
        let column = rate * (slot - earliest)
        energies[place(slot, band)] = SlotAnalysis.quiet + (columns[column] + columns[column + 1]) / 2
      }
    }
    for slot in 0..<slotCount { rises[slot] = max(rises[slot], rise(slot, bandCount)) }
    let half = slotCount / 2
    halves = max(halves, change(0..<half, half..<slotCount, bandCount))
    for quarter in 0..<3 {
      let start = quarter * slotCount / 4
      let middle = (quarter + 1) * slotCount / 4
      quarters = max(quarters, change(start..<middle, middle..<((quarter + 2) * slotCount / 4), bandCount))
    }
  }

  /// Sets the mean energies of a band in columns of the packet.
  private static func measure(
    _ record: borrowing SubbandRecord, _ subbands: Range<Int>, _ run: Range<Int>, into columns: inout [Float]
  ) {
    let share = 1 / Float(max(1, subbands.count))
    let values = record.energy.span
    var means = columns.mutableSpan
    for column in run {
      let start = (record.origin + column) * SubbandRecord.bandCount
      let row = values.extracting((start + subbands.lowerBound)..<(start + subbands.upperBound))
      var sum: Float = 0
      for index in row.indices { sum += row[index] }
      means[column - run.lowerBound] = sum * share
    }
  }

  private func place(_ slot: Int, _ band: Int) -> Int {
    (slot + SlotAnalysis.lookBack + SlotAnalysis.mostGap) * SlotAnalysis.bandLimit + band
  }

  /// Returns the mean rise of the bands of a slot over the previous slots, in octaves.
  private func rise(_ slot: Int, _ bandCount: Int) -> Float {
    let all = energies.span
    let now = all.extracting(place(slot, 0)..<place(slot + 1, 0))
    let early = all.extracting(place(slot - gap - SlotAnalysis.lookBack, 0)..<place(slot - gap, 0))
    var sum: Float = 0
    for band in 0..<bandCount {
      var before: Float = 0
      for earlier in 0..<SlotAnalysis.lookBack { before += early[earlier * SlotAnalysis.bandLimit + band] }
      let ratio = FloatFunctions.log2(now[band] * Float(SlotAnalysis.lookBack) / before)
      sum += min(max(ratio, 0), SlotAnalysis.largestRise)
    }
    return sum / Float(bandCount)
  }

  /// Returns the difference of bands between two runs of slots, the mean in octaves.
  private func change(_ first: Range<Int>, _ second: Range<Int>, _ bandCount: Int) -> Float {
    var sum: Float = 0
    for band in 0..<bandCount {
      var (before, after): (Float, Float) = (0, 0)
      for slot in first { before += energies[place(slot, band)] }
      for slot in second { after += energies[place(slot, band)] }
      sum += abs(FloatFunctions.log2(after * Float(first.count) / (before * Float(second.count))))
    }
    return sum / Float(bandCount)
  }

  /// Returns the first slot from `start` on at which an attack begins, or `nil`.
  func attack(from start: Int) -> Int? {
    (start..<slotCount).first { slot in
      // The slot in which most of the rise happens, not the one in which it begins.
      rises[slot] > SlotAnalysis.attack && (slot + 1 >= slotCount || rises[slot + 1] < 1.5 * rises[slot])
    }
  }

  /// Envelopes that a packet without an attack should have: 1, 2 or 4.
  var envelopeCount: Int {
    quarters > SlotAnalysis.quarterChange ? 4 : halves > SlotAnalysis.halfChange ? 2 : 1
  }
}
