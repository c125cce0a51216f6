import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Fields whose bits can be told by hand.
struct SyntaxWritingTests {
  private func bits(_ writer: BitWriter) -> [Int] {
    (0..<writer.offset).map { Int(writer.bytes[$0 / 8] >> UInt8(7 - $0 % 8)) & 1 }
  }

  private func bits(_ fields: [(Int, Int)]) -> [Int] {
    fields.flatMap { value, count in (0..<count).map { value >> (count - 1 - $0) & 1 } }
  }

  @Test func sectionsAreLongestRunsWithEscapedLengths() throws {
    let context = AccessUnit(try configuration(.aacLC)).tables.context
    for (length, expected) in [
      (1, [(1, 5)]), (30, [(30, 5)]), (31, [(31, 5), (0, 5)]), (32, [(31, 5), (1, 5)]), (49, [(31, 5), (18, 5)]),
    ] as [(Int, [(Int, Int)])] {
      var stream = ChannelStream(frameLength: 1024)
      stream.info.bandCount = length
      for band in 0..<length { stream.codebooks[band] = 6 }
      var writer = BitWriter()
      stream.writeSections(to: &writer, context: context)
      expectEqual(bits(writer), bits([(6, 4)] + expected))
    }
    var short = ChannelStream(frameLength: 1024)
    short.info.windowSequence = .eightShort
    short.info.grouping = 0b0111111
    short.info.setGroups()
    short.info.bandCount = 14
    for band in 0..<14 { short.codebooks[16 + band] = 9 }
    var writer = BitWriter()
    short.writeSections(to: &writer, context: context)
    let escaped = [(7, 3), (7, 3), (0, 3)]
    expectEqual(bits(writer), bits([(0, 4)] + escaped + [(9, 4)] + escaped))
  }

  @Test func largeCodebooksHaveNoLengthWithSectionResilience() throws {
    let context = AccessUnit(try configuration(.erAACLC, flags: 1)).tables.context
    var stream = ChannelStream(frameLength: 1024)
    stream.info.bandCount = 6
    for (band, codebook) in [11, 11, 20, 3, 3, 31].enumerated() { stream.codebooks[band] = UInt8(codebook) }
    var writer = BitWriter()
    stream.writeSections(to: &writer, context: context)
    expectEqual(bits(writer), bits([(11, 5), (11, 5), (20, 5), (3, 5), (2, 5), (31, 5)]))
  }

  /// Escapes of ISO/IEC 14496-3, 4.6.3: N ones, a zero, N + 4 bits.
  @Test func escapesHaveTheBitsOfTheirMagnitude() {
    for (value, ones, rest) in [(16, 0, 0), (31, 0, 15), (32, 1, 0), (100, 2, 36), (4096, 8, 0), (8191, 8, 4095)] {
      let lines: [Int16] = [Int16(-value), 0]
      let word = SpectralCodewordBits(11, lines.span, 0)
      var writer = BitWriter()
      writer.write(word)
      let row = Codebooks.row(11, 16 * 17)
      let escape = [(1 << ones - 1, ones), (0, 1), (rest, ones + 4)]
      expectEqual(bits(writer), bits([(Int(row.code), row.length), (1, 1)] + escape))
    }
  }

  @Test func noCodewordIsLongerThanItsCodebookPromises() {
    for codebook in UInt8(1)...31 where codebook < 12 || codebook > 15 {
      let book = min(codebook, 11)
      let largest = codebook < 11 ? Codebooks.largestAbsoluteValue[Int(codebook)] : 0
      let values =
        codebook < 11 ? Array(-largest...largest) : [0, 1, -15, VirtualCodebook.largestAbsoluteValue(codebook)]
      var longest = 0
      for first in values {
        for second in values {
          for third in Codebooks.dimension(book) == 4 ? values : [0] {
            for fourth in Codebooks.dimension(book) == 4 ? values : [0] {
              let lines = [first, second, third, fourth].map { Int16($0) }
              longest = max(longest, SpectralCodewordBits(codebook, lines.span, 0).count)
            }
          }
        }
      }
      expectLessOrEqual(longest, Int(VirtualCodebook.row(codebook).longest), "codebook \(codebook)")
    }
  }

  @Test func groupsFollowTheirBits() {
    for grouping in 0..<128 {
      var info = IndividualChannelInfo()
      info.windowSequence = .eightShort
      info.grouping = grouping
      info.setGroups()
      var lengths = [1]
      for window in 1..<8 {
        if grouping >> (7 - window) & 1 == 1 { lengths[lengths.count - 1] += 1 } else { lengths.append(1) }
      }
      expectEqual((0..<info.groupCount).map { Int(info.groupLengths[$0]) }, lengths)
    }
  }
}
