package import AACReplication

// Holds throughout: attacks are slots of the packet, borders rise by construction.

/// A grid with the times that follow from it.
package struct SBRGridPlan: Sendable, BitwiseCopyable {
  package var grid: SBRGrid
  package var time: SBRTimeGrid
}

/// Cuts a packet into envelopes: ISO/IEC 14496-3, 4.6.18.3.3.
///
/// Without an attack envelopes are of equal length. With one, a border precedes it and a short envelope follows the
/// border; distances counted from the end are even, so that the packet may end up to three slots late, and the next one
/// begins there. LD-SBR has grids of its own, which end with the packet.
package struct SBRGridPlanner: Sendable {
  let slotCount: Int
  private let isLowDelay: Bool
  /// The number of slots of this packet that the last packet's envelopes cover.
  package private(set) var start = 0

  /// The smallest number of slots of an envelope with the high frequency resolution.
  private static let longEnvelope = 4
  /// The number of slots of the envelope that an attack begins.
  private static let attackLength = 4
  /// The same of LD-SBR, whose slots are half as long.
  private static let longLowDelayEnvelope = 6
  /// The longest distance between relative borders.
  private static let longestStep = 8

  package init(slotCount: Int, isLowDelay: Bool = false) {
    self.slotCount = slotCount
    self.isLowDelay = isLowDelay
  }

  /// Returns the grid of the next packet.
  ///
  /// - Parameters:
  ///   - attack: The slot at which an attack begins, or `nil`.
  ///   - envelopeCount: The number of envelopes without an attack.
  package func plan(attack: Int?, envelopeCount: Int) -> SBRGridPlan {
    timed(
      isLowDelay
        ? lowDelayGrid(attack: attack, envelopeCount: envelopeCount)
        : grid(attack: attack, envelopeCount: envelopeCount))
  }

  private func grid(attack: Int?, envelopeCount: Int) -> SBRGrid {
    if let attack, attack >= start { return attack == start ? startingAttack() : later(attack) }
    var grid = SBRGrid()
    guard start > 0 else {
      grid.envelopeCount = envelopeCount
      grid.highResolution = envelopeCount == 4 ? 0 : 1 << UInt8(envelopeCount) - 1
      return grid
    }
    grid.frameClass = .varFix
    grid.startOffset = start
    if envelopeCount > 1 {
      grid.leadingCount = 1
      grid.leading[0] = SBRGridPlanner.code(SBRGridPlanner.longestStep)
      grid.envelopeCount = 2
    }
    grid.highResolution = 1 << UInt8(grid.envelopeCount) - 1
    return grid
  }

  /// Returns the grid with the fewest bits: one envelope of low resolution.
  package func smallest() -> SBRGridPlan {
    var grid = SBRGrid()
    if isLowDelay { grid.step = .coarse }
    if start > 0 {
      grid.frameClass = .varFix
      grid.startOffset = start
    }
    return timed(grid)
  }

  /// Returns the grid of LD-SBR: an attack has an envelope of four slots, with an envelope before and after it.
  private func lowDelayGrid(attack: Int?, envelopeCount: Int) -> SBRGrid {
    var grid = SBRGrid()
    guard let attack else {
      grid.envelopeCount = envelopeCount
      // Four envelopes have the low resolution.
      grid.highResolution = envelopeCount == 4 ? 0 : 1 << UInt8(envelopeCount) - 1
      if envelopeCount == 1 { grid.step = .fine }
      return grid
    }
    grid.frameClass = .lowDelayTransient
    grid.transientPosition = attack
    grid.envelopeCount = SBRTimeGrid.transientEnvelopeCount(at: attack, slotCount: slotCount)
    guard let time = try? SBRTimeGrid(grid, slotCount: slotCount, at: 0) else { return grid }
    for index in 0..<grid.envelopeCount
    where time.borders[index + 1] - time.borders[index] > SBRGridPlanner.longLowDelayEnvelope {
      grid.highResolution |= 1 << UInt8(index)
    }
    return grid
  }

  /// Records a packet that is sent.
  package mutating func keep(_ plan: SBRGridPlan) { start = plan.time.end - slotCount }

  /// Returns the times of a grid.
  private func timed(_ grid: SBRGrid) -> SBRGridPlan {
    if let time = try? SBRTimeGrid(grid, slotCount: slotCount, at: 0) { return SBRGridPlan(grid: grid, time: time) }
    // Borders rise for every start and attack, as a test shows; one envelope is never wrong.
    var time = SBRTimeGrid()
    time.borders[1] = slotCount
    return SBRGridPlan(grid: SBRGrid(), time: time)
  }

  /// Returns the code of a relative border: ISO/IEC 14496-3, Table 4.82.
  private static func code(_ distance: Int) -> UInt8 { UInt8(distance / 2 - 1) }

  /// Returns the grid for an attack after the first slot: the envelope before the attack takes the remainder of the
  /// even distances after it.
  private func later(_ attack: Int) -> SBRGrid {
    let rest = slotCount - attack
    let length = max(rest + rest % 2, SBRGridPlanner.attackLength)
    var grid = variable(end: attack + length)
    let behind = length - SBRGridPlanner.attackLength
    // From the end backwards.
    if behind > SBRGridPlanner.longestStep {
      let last = behind / 4 * 2
      append(last, to: &grid)
      append(behind - last, to: &grid)
    } else if behind > 0 {
      append(behind, to: &grid)
    }
    append(SBRGridPlanner.attackLength, to: &grid)
    finish(&grid, attackEnvelope: 1)
    return grid
  }

  /// Returns an attack at the very start: four envelopes, the first of up to four slots. Of three `bs_pointer` could
  /// not name the first.
  private func startingAttack() -> SBRGrid {
    var grid = variable(end: slotCount)
    for _ in 0..<3 { append(SBRGridPlanner.attackLength, to: &grid) }
    if slotCount - start <= 3 * SBRGridPlanner.attackLength { grid.trailing[0] = SBRGridPlanner.code(2) }
    finish(&grid, attackEnvelope: 0)
    return grid
  }

  private func variable(end: Int) -> SBRGrid {
    var grid = SBRGrid()
    grid.frameClass = start > 0 ? .varVar : .fixVar
    grid.startOffset = start
    grid.endOffset = end - slotCount
    return grid
  }

  private func append(_ distance: Int, to grid: inout SBRGrid) {
    grid.trailing[grid.trailingCount] = SBRGridPlanner.code(distance)
    grid.trailingCount += 1
  }

  private func finish(_ grid: inout SBRGrid, attackEnvelope: Int) {
    grid.envelopeCount = grid.trailingCount + 1
    grid.pointer = grid.envelopeCount + 1 - attackEnvelope
    guard let time = try? SBRTimeGrid(grid, slotCount: slotCount, at: 0) else { return }
    for index in 0..<grid.envelopeCount
    where time.borders[index + 1] - time.borders[index] >= SBRGridPlanner.longEnvelope {
      grid.highResolution |= 1 << UInt8(index)
    }
  }
}
