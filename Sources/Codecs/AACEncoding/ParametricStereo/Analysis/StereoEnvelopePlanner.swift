// Bound throughout: a packet has 32 columns at most, and four envelopes.
// Holds throughout: borders rise by construction.

/// The envelopes of a packet with the measurements at their ends.
struct StereoEnvelopes: Sendable {
  /// `frame_class`: the borders are sent; else the envelopes have equal lengths.
  var hasBorders = false
  /// 1, 2, or 4, with borders 1…4.
  var count = 0
  /// The end of each envelope, as the column that follows it.
  var ends: [4 of Int] = .init(repeating: 0)
  var descriptions: [4 of StereoDescription] = .init(repeating: StereoDescription())

  init() {}

  mutating func append(_ description: StereoDescription, end: Int) {
    ends[count] = end
    descriptions[count] = description
    count += 1
  }
}

/// Cuts a packet into envelopes.
///
/// A decoder glides to the parameters of an envelope and has them at its end (ISO/IEC 14496-3, 8.6.4.6.2), so they are
/// measured around the end, over as many columns as the envelope has. If a channel gets louder at once and the image
/// changes with it, one envelope ends there and one of a single column follows; no measurement looks across.
struct StereoEnvelopePlanner: Sendable {
  /// The number of columns before an attack that it is compared with, and the columns of the attack.
  private static let lookBack = 8
  private static let attackWidth = 2
  /// A rise of the mean energy of the bands by this number of octaves is an attack.
  private static let attack: Float = 1.6
  /// The smallest distance between the images before and after an attack for which it gets a border.
  private static let change: Float = 1
  /// The largest error of the stereo image midway between two envelopes; beyond it the number of envelopes is doubled.
  private static let largestMiss: Float = 1.2
  /// The columns before and after an attack over which the images are measured, and those next to it that are left out
  /// because the window of the filterbank mixes both sides there.
  private static let attackReach = 10
  private static let attackMargin = 2
  /// The number of columns after the steepest rise in which the image may change.
  private static let attackSpread = 6
  /// The fewest columns that are measured.
  private static let fewestColumns = 4

  private let tuning: StereoTuning
  private let columnCount: Int
  /// The description that ended the last packet.
  private var last = StereoDescription()
  private(set) var envelopes = StereoEnvelopes()
  /// The attack in the packet, and the first attack in the half frame after it.
  private var attack: Int?
  private var nextAttack: Int?
  /// The column at which the image changes in this packet because of an attack whose rise was steepest in the last
  /// packet.
  private var pending: Int?

  init(_ tuning: StereoTuning, columnCount: Int) {
    self.tuning = tuning
    self.columnCount = columnCount
  }

  /// Sets ``envelopes`` for the next packet.
  mutating func plan(_ record: borrowing StereoRecord) {
    attack = pending ?? StereoEnvelopePlanner.attack(in: record, 0..<columnCount)
    pending = nil
    nextAttack = StereoEnvelopePlanner.attack(in: record, columnCount..<(columnCount + columnCount / 2))
    if let attack, planAttack(at: attack, record) { return }
    var count = 1
    while true {
      fill(count, record)
      if 2 * count > tuning.mostEnvelopes || miss(record) < StereoEnvelopePlanner.largestMiss { return }
      count *= 2
    }
  }

  /// Sets ``envelopes`` to a single one.
  mutating func planOne(_ record: borrowing StereoRecord) { fill(1, record) }

  /// Records a packet that is sent.
  mutating func keep() { last = envelopes.descriptions[max(envelopes.count - 1, 0)] }

  /// Returns the column at which a channel rises most, if it is an attack.
  private static func attack(in record: borrowing StereoRecord, _ columns: Range<Int>) -> Int? {
    var best: (column: Int, rise: Float)?
    for column in columns {
      let rise = record.rise(column, before: lookBack, width: attackWidth)
      if rise > best?.rise ?? attack { best = (column, rise) }
    }
    return best?.column
  }

  /// Puts borders around an attack, unless the image is the same on both sides.
  private mutating func planAttack(at attack: Int, _ record: borrowing StereoRecord) -> Bool {
    let bandCount = tuning.bandCount
    var (border, largest) = (attack, StereoEnvelopePlanner.change)
    var (before, after) = (StereoDescription(), StereoDescription())
    for column in attack..<(attack + StereoEnvelopePlanner.attackSpread) {
      let (front, back) = sides(of: column, record)
      let distance = front.distance(to: back, bandCount: bandCount)
      if distance > largest { (border, largest, before, after) = (column, distance, front, back) }
    }
    guard largest > StereoEnvelopePlanner.change else { return false }
    guard border < columnCount else {
      self.attack = nil
      nextAttack = border
      pending = border - columnCount
      return false
    }
    self.attack = border
    envelopes = StereoEnvelopes()
    envelopes.hasBorders = true
    if border > 0 { envelopes.append(before, end: border) }
    envelopes.append(after, end: border + 1)
    // Where the packet soon ends the new image holds until then.
    if columnCount - border > StereoEnvelopePlanner.attackReach {
      envelopes.append(
        record.describe(window(columnCount, columnCount / 2), bandCount: bandCount), end: columnCount)
    }
    return true
  }

  /// Returns the images on both sides of a column.
  private func sides(of column: Int, _ record: borrowing StereoRecord) -> (StereoDescription, StereoDescription) {
    let (reach, margin) = (StereoEnvelopePlanner.attackReach, StereoEnvelopePlanner.attackMargin)
    let front = max(column - reach, -record.pastCount)..<(column - margin)
    return (
      record.describe(front, bandCount: tuning.bandCount),
      record.describe((column + margin)..<(column + reach), bandCount: tuning.bandCount)
    )
  }

  /// Envelopes of equal length.
  private mutating func fill(_ count: Int, _ record: borrowing StereoRecord) {
    envelopes = StereoEnvelopes()
    for index in 0..<count {
      let end = (index + 1) * columnCount / count
      envelopes.append(
        record.describe(window(end, columnCount / (2 * count)), bandCount: tuning.bandCount), end: end)
    }
  }

  /// Returns the largest distance between a decoder's interpolation in the middle of an envelope and the original.
  private func miss(_ record: borrowing StereoRecord) -> Float {
    var worst: Float = 0
    var start = 0
    for index in 0..<envelopes.count {
      let end = envelopes.ends[index]
      let found = record.describe(
        window((start + end) / 2, (end - start) / 4), bandCount: tuning.bandCount)
      let before = index == 0 ? last : envelopes.descriptions[index - 1]
      let passed = before.middle(envelopes.descriptions[index])
      worst = max(worst, found.distance(to: passed, bandCount: tuning.bandCount))
      start = end
    }
    return worst
  }

  /// Returns the columns around a column, `half` on each side, but none beyond an attack.
  private func window(_ middle: Int, _ half: Int) -> Range<Int> {
    var (start, end) = (middle - half, middle + half)
    let margin = StereoEnvelopePlanner.attackMargin
    let isBehind = attack.map { $0 < middle } ?? false
    if let attack {
      if isBehind { start = max(start, attack + margin) } else { end = min(end, attack - margin) }
    }
    if let nextAttack { end = min(end, nextAttack - margin) }
    if end - start < StereoEnvelopePlanner.fewestColumns {
      if isBehind {
        end = start + StereoEnvelopePlanner.fewestColumns
      } else {
        start = end - StereoEnvelopePlanner.fewestColumns
      }
    }
    return start..<end
  }
}
