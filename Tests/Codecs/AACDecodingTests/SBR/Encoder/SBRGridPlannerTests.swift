import AACDecoding
import AACEncoding
import AACReplication
import Bitstream
import TestSupport
import Testing

/// Every grid that can be planned is one that a decoder takes, and goes on where the last one ended.
@Suite("SBR encoder: grids") struct SBRGridPlannerTests {
  /// A planner whose last packet reached so far into the next one.
  private func planner(start: Int, slotCount: Int) throws -> SBRGridPlanner {
    var planner = SBRGridPlanner(slotCount: slotCount)
    // An attack in one of the last slots makes a packet that ends late; look for one that ends where it should.
    for attack in 1..<slotCount where planner.start != start {
      var tried = SBRGridPlanner(slotCount: slotCount)
      tried.keep(tried.plan(attack: attack, envelopeCount: 1))
      if tried.start == start { planner = tried }
    }
    try #require(planner.start == start)
    return planner
  }

  @Test("borders rise, the attack has its envelope, and what is written is read", arguments: [16, 15], 0...3)
  func grids(slotCount: Int, start: Int) throws {
    let planner = try planner(start: start, slotCount: slotCount)
    for attack in [nil] + (0..<slotCount).map(Optional.some) {
      for envelopeCount in [1, 2, 4] {
        let plan = planner.plan(attack: attack, envelopeCount: envelopeCount)
        try check(plan, slotCount: slotCount, start: start)
        guard let attack, attack >= start else { continue }
        try #require(plan.time.transientEnvelope >= 0)
        expectEqual(plan.time.borders[plan.time.transientEnvelope], attack)
        #expect(plan.grid.frameClass != .fixFix)
      }
    }
    try check(planner.smallest(), slotCount: slotCount, start: start)
    expectEqual(planner.smallest().time.envelopeCount, 1)
  }

  private func check(_ plan: SBRGridPlan, slotCount: Int, start: Int) throws {
    let time = try SBRTimeGrid(plan.grid, slotCount: slotCount, at: 0)
    expectEqual(time.borders[0], start)
    #expect((slotCount...(slotCount + 3)).contains(time.end))
    #expect(time.end == plan.time.end && time.envelopeCount == plan.time.envelopeCount)
    expectLess(time.transientEnvelope, time.envelopeCount)
    var writer = BitWriter()
    plan.grid.write(to: &writer, isLowDelay: false)
    let length = writer.offset
    let bytes = writer.bytes
    var reader = BitReader(bytes.span)
    try expectEqual(SBRGrid(parsing: &reader), plan.grid)
    expectEqual(reader.offset, length)
  }

  @Test("grids of LD-SBR end with the packet, and what is written is read", arguments: [16, 15])
  func lowDelayGrids(slotCount: Int) throws {
    var planner = SBRGridPlanner(slotCount: slotCount, isLowDelay: true)
    for attack in [nil] + (0..<slotCount).map(Optional.some) {
      for envelopeCount in [1, 2, 4] {
        let plan = planner.plan(attack: attack, envelopeCount: envelopeCount)
        #expect(plan.time.borders[0] == 0 && plan.time.end == slotCount)
        if let attack {
          let envelope = plan.time.transientEnvelope
          expectEqual(plan.time.borders[envelope], attack < 2 ? 0 : attack)
        } else {
          #expect(plan.time.envelopeCount == envelopeCount && plan.time.transientEnvelope == -1)
        }
        try checkWriting(plan.grid, slotCount: slotCount)
        planner.keep(plan)
        expectEqual(planner.start, 0)
      }
    }
    expectEqual(planner.smallest().time.envelopeCount, 1)
    try checkWriting(planner.smallest().grid, slotCount: slotCount)
  }

  private func checkWriting(_ grid: SBRGrid, slotCount: Int) throws {
    var writer = BitWriter()
    grid.write(to: &writer, isLowDelay: true)
    let length = writer.offset
    let bytes = writer.bytes
    var reader = BitReader(bytes.span)
    try expectEqual(SBRGrid(parsingLowDelay: &reader, slotCount: slotCount), grid)
    expectEqual(reader.offset, length)
  }
}
