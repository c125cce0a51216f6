import Bitstream
import Foundation
import TestSupport
import Testing
import USACCodec

/// Parts of MPEG Surround 2-1-2 by formula.
@Suite struct UpmixToolTests {
  /// The lengths of the position word that the standard lists.
  @Test func positionWordsHaveTheListedLengths() {
    let of32 = [
      5, 9, 13, 16, 18, 20, 22, 24, 25, 26, 27, 28, 29, 29, 30, 30, 30, 29, 29, 28, 27, 26, 25, 24, 22, 20, 18, 16, 13,
      9, 5, 0,
    ]
    let of64 = [
      6, 11, 16, 20, 23, 27, 30, 33, 35, 38, 40, 42, 44, 46, 48, 49, 51, 52, 53, 55, 56, 57, 58, 58, 59, 60, 60, 60, 61,
      61, 61, 61,
    ]
    expectEqual((1...32).map { TransientSteering.positionBits(slotCount: 32, count: $0) }, of32)
    expectEqual((1...32).map { TransientSteering.positionBits(slotCount: 64, count: $0) }, of64)
  }

  /// Two transients of 32 slots: every word stands for slots of its own, in the order of the combinations.
  @Test func positionWordsCountCombinations() throws {
    var found: [[Int]] = []
    for word in 0..<496 {
      // Enabled, two slots, the word of nine bits, then the phases 3 and 5.
      var writer = BitWriter()
      writer.write(1, 1)
      writer.write(1, 4)
      writer.write(UInt32(word), 9)
      writer.write(3, 3)
      writer.write(5, 3)
      let bytes = writer.bytes
      var reader = BitReader(bytes.span)
      var steering = TransientSteering()
      try steering.parse(&reader, slotCount: 32)
      let slots = (0..<64).filter { steering.phases[$0] >= 0 }
      #expect(slots.map { steering.phases[$0] } == [3, 5] && reader.offset == 20)
      found.append(slots)
    }
    let expected = (1..<32).flatMap { high in (0..<high).map { [$0, high] } }
    expectEqual(found, expected)
  }

  @Test func arctangents() {
    for step in 0..<2000 {
      let angle = 2 * Double.pi * (Double(step) / 2000 - 0.5)
      let turns = Arctangent.turns(3 * sin(angle), over: 3 * cos(angle))
      expectLess(abs(2 * .pi * turns - atan2(3 * sin(angle), 3 * cos(angle))), 1e-14)
    }
    expectEqual(Arctangent.turns(0, over: 0), 0)
  }
}
