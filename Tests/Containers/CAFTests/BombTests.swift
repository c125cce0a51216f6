import AudioBase
import CAFContainer
import TestSupport
import Testing

/// Small chunks that ask for much.
@Suite struct BombTests {
  private static func big(_ value: Int64, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
  }

  private static func chunk(_ name: String, _ body: [UInt8], stated: Int64? = nil) -> [UInt8] {
    Array(name.utf8) + big(stated ?? Int64(body.count), 8) + body
  }

  /// A file of packets whose sizes a table tells, up to where its table begins.
  private static let start: [UInt8] =
    Array("caff".utf8) + big(1, 2) + big(0, 2)
    + chunk(
      "desc",
      big(0x40E5_8880, 4) + big(0, 4) + Array("aac ".utf8) + big(0, 4) + big(0, 4) + big(1024, 4) + big(2, 4)
        + big(0, 4))

  @Test("a text that many entries share is not kept for each of them")
  func sharedText() {
    let count = 10_000
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000)
    let table = (0..<count).flatMap { Self.big(Int64($0), 4) + Self.big(0, 8) }
    let body = Self.big(Int64(count), 4) + table + text + [0]
    let texts = StringsChunk.texts(in: body)
    expectEqual(texts[0]?.utf8.count, text.count)
    expectLessOrEqual(texts.values.reduce(0) { $0 + $1.utf8.count }, body.count)
  }

  @Test("more values than the limit are left out")
  func manyValues() {
    let count = ResourceLimits.metadataValueCount + 1000
    let values = InformationChunk.values(
      in: Self.big(Int64(count), 4) + (0..<count).flatMap { Array("k\($0)\0v\0".utf8) })
    expectEqual(values.count, ResourceLimits.metadataValueCount)
  }

  @Test("sizes up to the largest number do not overflow where the size of the source is not known")
  func hugeSizes() throws {
    for less in Int64(0)...80 {
      let stated = Int64.max - less
      let table = Self.chunk("pakt", Self.big(4, 8) + Self.big(0, 16) + [1, 1, 1, 1])
      let bytes = Self.start + table + Self.chunk("data", Self.big(0, 4) + [7, 7, 7, 7], stated: stated)
      let source = PartialSource(bytes, arrivedCount: bytes.count)
      var reader = try CAFReader(source, limits: ResourceLimits())
      var batch = PacketBatch()
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      expectEqual(batch.bytes, [7, 7, 7, 7])
      let broken = Self.start + Self.chunk("pakt", Self.big(4, 8) + Self.big(0, 16) + [1, 1, 1, 1], stated: stated)
      #expect(throws: ContainerError.self) {
        _ = try CAFReader(PartialSource(broken, arrivedCount: broken.count), limits: ResourceLimits())
      }
    }
  }
}
