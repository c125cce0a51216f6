import AudioBase
import Foundation
import FramedStreams
import LOASContainer
import TestSupport
import Testing

struct WriterTests {
  @Test func theBytesAreThoseOfTheStandard() throws {
    // As in ReaderTests, worked out by hand.
    let bytes = try LOASBytes.written([[0xAA, 0xBB], [0xCC]], cookie: [0x12, 0x10])
    expectEqual(
      bytes,
      [
        0x56, 0xE0, 0x09, 0x20, 0x00, 0x12, 0x10, 0x1F, 0xE0, 0x15, 0x55, 0xD8, 0x56, 0xE0, 0x03, 0x80, 0xE6, 0x00,
      ])
  }

  @Test("a stream without a packet is refused by name")
  func emptyStream() {
    let error = #expect(throws: ContainerError.self) { try LOASBytes.written([], cookie: [0x12, 0x10]) }
    expectEqual(error?.kind, .unsupported)
  }

  @Test func theConfigurationComesBackEveryTwentyFrames() throws {
    let packets = [[UInt8]](repeating: [1], count: 41)
    let bytes = try LOASBytes.written(packets, cookie: [0x12, 0x10])
    expectEqual(bytes.count, 3 * (3 + 8) + 38 * (3 + 3))
    #expect(bytes[20 * 6 + 5] == 0x56 && bytes[20 * 6 + 5 + 3] == 0x20)
  }

  @Test func everySizeOfPacketReadsBack() throws {
    let packets = LOASBytes.packets(60) { [0, 1, 2, 254, 255, 256, 509, 510, 511, 8150][$0 % 10] }
    for cookie in [[0x12, 0x10], [0x2B, 0x92, 0x08, 0x00], [0x12, 0x10, 0x56, 0xE5, 0x98]] as [[UInt8]] {
      var reader = try LOASReader(MemoryByteSource(try LOASBytes.written(packets, cookie: cookie)))
      expectEqual(reader.tracks[0].cookie, cookie)
      expectEqual(readAll(&reader).packets, packets)
      expectEqual(reader.warnings, [])
    }
  }

  @Test func aPacketThatIsTooLongIsRefusedAndNothingWritten() throws {
    #expect(throws: ContainerError.self) {
      _ = try LOASBytes.written([[1], [UInt8](repeating: 0, count: 8180)], cookie: [0x12, 0x10])
    }
  }

  @Test func onlyConfigurationsOfAACAreTaken() {
    for cookie in [[], [0x12], [0xF9, 0x40, 0x00]] as [[UInt8]] {
      #expect(throws: ContainerError.self) { _ = try LOASBytes.written([], cookie: cookie) }
    }
  }

  @Test(.needs(.vectors)) func allSharedVectorsReadBackToTheByte() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.lastPathComponent == "v.dump" }) {
      let packets = packetsOfDump(SharedFiles.bytes(file))
      let cookie = SharedFiles.bytes(file.deletingLastPathComponent().appending(path: "v.asc"))
      guard !cookie.isEmpty else { continue }
      var reader = try LOASReader(MemoryByteSource(try LOASBytes.written(packets, cookie: cookie)))
      expectEqual(readAll(&reader).packets, packets, "\(file.path)")
      let found = reader.tracks[0].cookie
      #expect(found == Array(cookie.prefix(found.count)) && cookie.count - found.count <= 1, "\(file.path)")
      expectEqual(reader.warnings, [], "\(file.path)")
      count += 1
    }
    print("LOAS: \(count) shared vectors read back")
    expectGreater(count, 0)
  }
}
