import AudioBase
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
