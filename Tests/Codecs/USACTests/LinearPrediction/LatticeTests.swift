import Bitstream
import TestSupport
import Testing
import USACCodec

/// The lattice RE8, against its definition and values of the specification's text.
@Suite struct LatticeTests {
  @Test(arguments: [
    (2, 5, SIMD8<Int32>(1, 1, 1, 1, -1, 1, -1, 1)), (2, 200, SIMD8<Int32>(0, 0, 0, 0, 2, -2, 0, 0)),
    (3, 1000, SIMD8<Int32>(0, 0, 0, 2, -2, 2, 0, -2)), (3, 4000, SIMD8<Int32>(0, 0, 2, 0, -6, 0, 0, 0)),
    (4, 40000, SIMD8<Int32>(0, 0, 4, 4, 0, -2, 2, 0)), (4, 65535, SIMD8<Int32>(0, 0, 0, 0, 0, 0, 0, -20)),
  ]) func baseVectors(book: Int, index: Int, vector: SIMD8<Int32>) {
    expectEqual(LatticeVector.base(book, index: index), vector)
  }

  @Test(arguments: [
    (SIMD8<Int32>(1, 2, 3, 0, 1, 2, 3, 1), 2, SIMD8<Int32>(3, 5, -1, 1, 3, -3, -1, 1)),
    (SIMD8<Int32>(7, 0, 5, 3, 6, 1, 2, 4), 3, SIMD8<Int32>(2, 4, -2, -6, 0, 6, -8, 4)),
    (SIMD8<Int32>(1, 0, 1, 1, 0, 1, 0, 1), 1, SIMD8<Int32>(1, -1, 1, 1, -1, 1, -1, -1)),
  ]) func extensions(index: SIMD8<Int32>, order: Int, vector: SIMD8<Int32>) {
    expectEqual(LatticeVector.voronoi(index, order: order), vector)
  }

  private static func isInLattice(_ vector: SIMD8<Int32>) -> Bool {
    let parities = vector & 1
    return (parities == SIMD8(repeating: 0) || parities == SIMD8(repeating: 1)) && vector.wrappedSum() % 4 == 0
  }

  @Test(arguments: [(2, 256), (3, 4096), (4, 65536)]) func baseBooksHaveDifferentPoints(book: Int, count: Int) {
    let vectors = (0..<count).map { LatticeVector.base(book, index: $0) }
    expectEqual(Set(vectors).count, count)
    #expect(vectors.allSatisfy(LatticeTests.isInLattice))
  }

  /// The extensions of order 1 are the points of a cell around (2, 0 … 0), whose corners are 4 away.
  @Test func extensionsFillACell() {
    var points: Set<SIMD8<Int32>> = []
    for number in 0..<256 {
      var index = SIMD8<Int32>(repeating: 0)
      for place in 0..<8 { index[place] = Int32(number >> place & 1) }
      let point = LatticeVector.voronoi(index, order: 1)
      #expect(LatticeTests.isInLattice(point))
      let distance = point &- SIMD8(2, 0, 0, 0, 0, 0, 0, 0)
      expectLessOrEqual((distance &* distance).wrappedSum(), 16)
      points.insert(point)
    }
    expectEqual(points.count, 256)
    expectEqual(LatticeVector.voronoi(SIMD8(repeating: 0), order: 16), SIMD8(repeating: 0))
  }

  /// Two numbers, whose fields of two bits stand before their escapes.
  @Test func numbersOfCodeBooks() throws {
    // 3 and 1, escape 1 1 0 of the first.
    var reader = BitReader([0b1101_1100].span)
    let short = try LatticeVector.readNumbers(&reader, .short)
    #expect(short == (0, 3) && reader.offset == 7)
    reader = BitReader([0b1111_0100].span)
    let both = try LatticeVector.readNumbers(&reader, .short)
    #expect(both == (5, 6) && reader.offset == 7)
    reader = BitReader([0b1111_0100].span)
    let middle = try LatticeVector.readNumbers(&reader, .middle)
    #expect(middle == (0, 5) && reader.offset == 7)
    reader = BitReader([0b0101_1000].span)
    let unary = try LatticeVector.readNumbers(&reader, .unary)
    #expect(unary == (0, 2) && reader.offset == 3)
  }

  @Test func numbersAreLimited() {
    var reader = BitReader([UInt8](repeating: 0xFF, count: 16).span)
    #expect(throws: USACError.self) { try LatticeVector.readUnaryNumber(&reader) }
    reader = BitReader([UInt8](repeating: 0xFF, count: 2).span)
    #expect(throws: USACError.self) { try LatticeVector.readUnaryNumber(&reader) }
  }
}
