import AudioBase
import Foundation
import MP4Container
import TestSupport

/// Writes packets with a new writer and returns the file.
func writeFile(
  _ settings: WriterSettings, fileType: FourCharacterCode = "m4af", _ packets: [[UInt8]], frameCounts: [Int] = [],
  perCall: Int = 7, beforeEnd: (inout MP4Writer) throws -> Void = { _ in }
) throws -> [UInt8] {
  let sink = MemoryByteSink()
  var writer = try MP4Writer(sink, fileType: fileType, settings: settings)
  try feed(packets, frameCounts: frameCounts, perCall: perCall, to: &writer)
  try beforeEnd(&writer)
  try writer.finish()
  return sink.bytes
}

/// Hands packets to a writer, `perCall` at a time.
func feed(
  _ packets: [[UInt8]], frameCounts: [Int] = [], perCall: Int = 7, to writer: inout some ContainerWriter
) throws {
  for first in stride(from: 0, to: packets.count, by: perCall) {
    var batch = PacketBatch()
    for index in first..<min(packets.count, first + perCall) {
      let start = batch.bytes.count
      batch.bytes += packets[index]
      batch.noteAppendedPacket(
        from: start, fileOffset: 0, frameCount: frameCounts.isEmpty ? 0 : frameCounts[index])
    }
    try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
  }
}

/// Settings for AAC-LC stereo at 44.1 kHz.
func aacSettings(_ structure: FileStructure = .indexFirst) -> WriterSettings {
  var settings = WriterSettings(
    format: StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024),
    layout: ChannelLayout([.left, .right]), cookie: [0x12, 0x10])
  settings.structure = structure
  return settings
}

/// A sink that cannot go back.
final class PipeSink: ByteSink {
  private(set) var bytes: [UInt8] = []
  var canOverwrite: Bool { false }
  var byteCount: Int64 { Int64(bytes.count) }
  func append(_ newBytes: Span<UInt8>) throws(ContainerError) {
    for index in newBytes.indices { bytes.append(newBytes[index]) }
  }
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "a pipe cannot be overwritten", at: offset)
  }
}

/// Other people's tools, where they are installed.
enum ForeignTool {
  /// What a tool prints, or `nil` where it is not there. The file is passed in place of `FILE`.
  static func run(_ tool: String, _ arguments: [String], on file: [UInt8], named name: String) throws -> Data? {
    guard
      let path = ["/usr/bin/", "/usr/local/bin/"].map({ $0 + tool }).first(where: FileManager.default.isExecutableFile)
    else { return nil }
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
    try Data(file).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments.map { $0 == "FILE" ? place.path : $0 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// Entries of the first stream as `ffprobe` names them, or `nil` without it.
  static func probe(_ file: [UInt8], named name: String, entries: String) throws -> [String: String]? {
    guard
      let data = try run(
        "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "default=noprint_wrappers=1", "FILE"], on: file,
        named: name)
    else { return nil }
    var found: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2, found[String(parts[0])] == nil { found[String(parts[0])] = String(parts[1]) }
    }
    return found
  }
}
