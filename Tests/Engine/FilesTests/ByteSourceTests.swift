import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

@Suite struct ByteSourceTests {
  static let reads: [(Int64, Int)] = [
    (0, 10), (5, 100), (65_530, 20), (65_536, 65_536), (150_000, 10), (3, 190_000), (199_990, 100), (200_000, 5),
    (300_000, 5), (-1, 5), (Int64.max, 5), (0, 200_000), (70_000, 1), (69_999, 3), (0, 0),
  ]

  static func expected(_ bytes: [UInt8], _ offset: Int64, _ count: Int) -> [UInt8] {
    guard offset >= 0, offset < Int64(bytes.count) else { return [] }
    return Array(bytes[Int(offset)...].prefix(count))
  }

  @Test func aFileReadsTheSameInAnyOrder() throws {
    let directory = try TemporaryDirectory()
    let bytes = pattern(200_000)
    let source = try FileByteSource(path: directory.file("a", bytes))
    expectEqual(source.byteCount, 200_000)
    for (offset, count) in Self.reads {
      try expectEqual(read(source, at: offset, count: count), Self.expected(bytes, offset, count), "\(offset) \(count)")
    }
  }

  @Test func aPipeReadsTheSameInAnyOrder() throws {
    let directory = try TemporaryDirectory()
    let bytes = pattern(200_000)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/cat")
    process.arguments = [try directory.file("a", bytes)]
    process.standardOutput = pipe
    try process.run()
    let descriptor = try FileDescriptor.open(reading: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    try pipe.fileHandleForWriting.close()
    let source = try SpooledByteSource(descriptor)
    expectNil(source.byteCount)
    for (offset, count) in Self.reads {
      try expectEqual(read(source, at: offset, count: count), Self.expected(bytes, offset, count), "\(offset) \(count)")
    }
    expectEqual(source.byteCount, 200_000)
    process.waitUntilExit()
  }

  @Test func missingFilesAndDirectoriesAreRefused() throws {
    let directory = try TemporaryDirectory()
    let missing = #expect(throws: AudioError.self) { try FileByteSource(path: directory.path + "/none") }
    #expect(missing?.kind == .inputOutput && missing?.rule == "cannot be opened" && missing?.systemError == ENOENT)
    let folder = #expect(throws: AudioError.self) { try FileByteSource(path: directory.path) }
    expectEqual(folder?.kind, .directory)
  }
}
