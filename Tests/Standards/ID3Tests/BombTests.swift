import AudioBase
import ID3Tags
import TestSupport
import Testing

/// Tags that ask for much.
@Suite struct BombTests {
  private static func synchsafe(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
  }

  private static func tag(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let frame = Array(name.utf8) + synchsafe(body.count) + [0, 0] + body
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frame.count) + frame
  }

  @Test("a text of megabytes is left out, and said to be")
  func longText() throws {
    let tag = try ID3Tag(parsing: Self.tag("TIT2", [3] + [UInt8](repeating: 0, count: 3 << 20)).span)
    #expect(tag.frames.isEmpty)
    expectEqual(tag.remarks.count, 1)
    #expect(tag.metadata(sampleRate: 44100).isEmpty)
  }

  @Test("zeros that fill a text are no values", arguments: [[3], [1, 0xFF, 0xFE]] as [[UInt8]])
  func zeros(_ start: [UInt8]) throws {
    let tag = try ID3Tag(parsing: Self.tag("TIT2", start + [UInt8](repeating: 0, count: 1 << 19)).span)
    expectEqual(tag.frames.count, 1)
    #expect(tag.frames[0].textValues.isEmpty)
  }

  @Test(
    "of many values the first thousand are taken, and the rest is said to be left out", arguments: ["TPE1", "TCON"])
  func manyValues(_ name: String) throws {
    let count = 100_000
    let tag = try ID3Tag(parsing: Self.tag(name, [3] + (0..<count).flatMap { Array("v\($0)\0".utf8) }).span)
    expectEqual(tag.frames[0].textValues.count, ResourceLimits.metadataTextCount)
    expectEqual(tag.remarks.count, 1)
    let value = tag.metadata(sampleRate: 44100)[name == "TPE1" ? .artist : .genre]
    expectEqual(value?.split(separator: "; ").count, ResourceLimits.metadataTextCount)
  }

  @Test("of an APE item with many values the first thousand are taken; a text of megabytes is left out")
  func itemTexts() {
    let many = APETag.Item(key: "Genre", kind: .text, value: (0..<100_000).flatMap { Array("v\($0)\0".utf8) })
    expectEqual(many.texts.count, ResourceLimits.metadataTextCount)
    let long = APETag.Item(key: "Title", kind: .text, value: [UInt8](repeating: 65, count: 3 << 20))
    #expect(long.texts.isEmpty)
  }
}
