import Bitstream
import TestSupport
import Testing

@Suite("Prefix codes")
struct PrefixCodeTests {
  struct Codeword: Hashable {
    var length: Int
    var code: UInt32
    var packed: UInt32 { UInt32(length) << 24 | code }
  }

  /// A complete code: starting from the empty word, leaves are split at random, some of them again and again.
  func completeCode(_ generator: inout SplitMix64) -> [Codeword] {
    var leaves = [Codeword(length: 1, code: 0), Codeword(length: 1, code: 1)]
    while leaves.count < 200 {
      let deep = leaves.indices.max { leaves[$0].length < leaves[$1].length } ?? 0
      let index =
        leaves.count % 12 == 0 && leaves[deep].length < 19
        ? deep : Int.random(in: 0..<leaves.count, using: &generator)
      let leaf = leaves[index]
      guard leaf.length < 19 else { continue }
      leaves[index] = Codeword(length: leaf.length + 1, code: leaf.code << 1)
      leaves.append(Codeword(length: leaf.length + 1, code: leaf.code << 1 | 1))
    }
    return leaves.shuffled(using: &generator)
  }

  @Test("every codeword of a complete code decodes, in one step or two", arguments: [4, 6, 9, 16])
  func completeCode(primaryBits: Int) {
    var generator = SplitMix64(seed: 21)
    let code = completeCode(&generator)
    expectGreater(code.map(\.length).max() ?? 0, 16)
    expectEqual(code.reduce(0.0) { $0 + 1 / Double(1 << $1.length) }, 1)
    let table = PrefixCode(rows: code.map(\.packed).span, primaryBits: primaryBits) { UInt32($0 * 3 + 1) }
    let symbols = Array(code.indices) + (0..<2000).map { _ in Int.random(in: code.indices, using: &generator) }
    var writer = BitWriter()
    for symbol in symbols { writer.write(code[symbol].code, code[symbol].length) }
    var reader = BitReader(writer.bytes.span)
    var offset = 0
    for symbol in symbols {
      expectEqual(table.decode(&reader), UInt32(symbol * 3 + 1))
      offset += code[symbol].length
      expectEqual(reader.offset, offset)
    }
    expectEqual(reader.isPastEnd, false)
  }

  @Test("bits that are no codeword are invalid, whatever their length", arguments: [4, 6, 9])
  func invalidBits(primaryBits: Int) {
    var generator = SplitMix64(seed: 22)
    let code = completeCode(&generator)
    let (kept, removed) = (code[0..<150], code[150...])
    #expect(removed.contains { $0.length > primaryBits } && removed.contains { $0.length <= primaryBits + 2 })
    let table = PrefixCode(rows: kept.map(\.packed).span, primaryBits: primaryBits)
    for word in removed {
      var writer = BitWriter()
      writer.write(word.code, word.length)
      writer.write(UInt32(truncatingIfNeeded: generator.next()), 32)
      var reader = BitReader(writer.bytes.span)
      expectEqual(table.decode(&reader), PrefixCode.invalid)
      expectGreater(reader.offset, 0)
    }
    for (symbol, word) in kept.enumerated() {
      var writer = BitWriter()
      writer.write(word.code, word.length)
      var reader = BitReader(writer.bytes.span)
      expectEqual(table.decode(&reader), UInt32(symbol))
      expectEqual(reader.offset, word.length)
    }
  }

  @Test("a truncated codeword leaves the reader past its end")
  func truncation() {
    var generator = SplitMix64(seed: 23)
    let code = completeCode(&generator)
    let table = PrefixCode(rows: code.map(\.packed).span, primaryBits: 6)
    for word in code {
      for end in 0..<word.length {
        // The reader sees the bytes behind its end, so it decodes the whole codeword and has then gone too far.
        var writer = BitWriter()
        writer.write(word.code, word.length)
        var reader = BitReader(writer.bytes.span, bits: 0..<end)
        _ = table.decode(&reader)
        #expect(reader.offset == word.length && reader.isPastEnd)
      }
    }
  }

  @Test("a packed row is a length and a code")
  func row() {
    let row = PrefixCodeRow(packed: 0x13_0ABCDE)
    #expect(row.length == 19 && row.code == 0x0ABCDE)
  }
}
