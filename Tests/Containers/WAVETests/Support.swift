import AudioBase
import Testing
import WAVEContainer

/// A reading of RIFF that shares nothing with the module under test.
struct ParsedWAVE {
  var form: String
  var riffSize: UInt32
  var chunks: [(name: String, size: UInt32, body: ArraySlice<UInt8>)] = []

  init(_ file: [UInt8]) {
    form = Self.text(file, 0)
    riffSize = Self.little32(file, 4)
    var offset = 12
    while offset + 8 <= file.count {
      let size = Self.little32(file, offset + 4)
      let end = min(file.count, offset + 8 + Int(size))
      chunks.append((Self.text(file, offset), size, file[(offset + 8)..<end]))
      offset = end + Int(size & 1)
    }
  }

  func body(_ name: String) -> [UInt8]? { chunks.first { $0.name == name }.map { Array($0.body) } }

  static func text(_ bytes: [UInt8], _ offset: Int) -> String {
    String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }

  static func little32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) + UInt32(bytes[offset + 1]) * 256 + UInt32(bytes[offset + 2]) * 65536
      + UInt32(bytes[offset + 3]) * 16_777_216
  }

  static func little16(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) + UInt16(bytes[offset + 1]) * 256
  }
}

/// Counts appended bytes without looking at them.
final class BottomlessSink: ByteSink {
  let canOverwrite = true
  var byteCount: Int64 = 0
  var header: [UInt8] = []

  func append(_ bytes: Span<UInt8>) throws(ContainerError) {
    if byteCount == 0 { for index in bytes.indices { header.append(bytes[index]) } }
    byteCount += Int64(bytes.count)
  }

  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    for index in bytes.indices { header[Int(offset) + index] = bytes[index] }
  }
}

/// A source that does not know its length, as a pipe does not.
final class EndlessSource: ByteSource {
  let inner: MemoryByteSource
  let byteCount: Int64? = nil

  init(_ bytes: [UInt8]) { inner = MemoryByteSource(bytes) }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try inner.read(at: offset, into: &buffer)
  }
}

func settings(_ samples: SampleFormat, _ layout: ChannelLayout, rate: Double = 48000) -> WriterSettings {
  WriterSettings(
    format: StreamFormat(samples, sampleRate: rate, channelsPerFrame: layout.channelCount), layout: layout)
}

/// Writes a whole file into memory.
func write(_ settings: WriterSettings, _ data: [UInt8], to sink: any ByteSink) throws {
  var writer = try WAVEWriter(sink, settings: settings, form: .riff)
  try writer.write(data.span, descriptions: Span())
  try writer.finish()
}

/// Everything that a reader gives, as bytes.
func readAll(_ reader: inout WAVEReader) throws -> [UInt8] {
  var batch = PacketBatch()
  var bytes: [UInt8] = []
  while try reader.readPackets(ofTrack: 0, into: &batch) { bytes += batch.bytes }
  return bytes
}

/// A RIFF file by hand: a format of 16 bytes for signed 16-bit stereo at 8000 Hz, and the given data chunk.
func handMade(riffSize: UInt32, dataSize: UInt32, data: [UInt8], before: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
  func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * UInt32($0)) & 255) } }
  var file = Array("RIFF".utf8) + number(riffSize) + Array("WAVE".utf8)
  file += before
  file += Array("fmt ".utf8) + number(16) + [1, 0, 2, 0] + number(8000) + number(32000) + [4, 0, 16, 0]
  return file + Array("data".utf8) + number(dataSize) + data + after
}
