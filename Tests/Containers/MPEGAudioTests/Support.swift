import AudioBase
import Bitstream
import FramedStreams
import MPEGAudioContainer

/// A header and a body made by hand. Sizes are given, not computed, so that they check the reader's own.
struct HandMadeFrame {
  /// The first three bytes as ISO/IEC 11172-3 lays them out.
  var head: [UInt8]
  var byteCount: Int
  /// 0xC0 for mono.
  var mode: UInt8 = 0
  var fill: UInt8 = 0x11

  var bytes: [UInt8] { head + [mode] + [UInt8](repeating: fill, count: byteCount - 4) }

  /// MPEG-1 layer III, 44.1 kHz, 128 kbit/s: 417 bytes, 418 with padding.
  static func usual(_ fill: UInt8, isPadded: Bool = false) -> [UInt8] {
    HandMadeFrame(head: [0xFF, 0xFB, isPadded ? 0x92 : 0x90], byteCount: isPadded ? 418 : 417, fill: fill).bytes
  }

  /// `count` frames that differ in what fills them, every third one padded.
  static func stream(_ count: Int) -> [[UInt8]] { (0..<count).map { usual(UInt8($0 & 0x7F), isPadded: $0 % 3 == 2) } }
}

/// An info frame of MPEG-1 stereo as hydrogenaudio describes it.
func infoFrame(
  _ name: String = "Info", frames: UInt32, bytes byteCount: UInt32, encoder: String? = "LAME3.100", delays: [UInt8] = []
) -> [UInt8] {
  var bytes: [UInt8] = [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0, count: 32) + Array(name.utf8)
  bytes.append(bigEndian: 15 as UInt32)
  bytes.append(bigEndian: frames)
  bytes.append(bigEndian: byteCount)
  bytes += (0..<100).map { UInt8($0 * 256 / 100) }
  bytes.append(bigEndian: 57 as UInt32)
  if let encoder {
    bytes += Array(encoder.utf8) + [UInt8](repeating: 0, count: 12) + (delays.isEmpty ? [0, 0, 0] : delays)
  }
  return bytes + [UInt8](repeating: 0, count: 417 - bytes.count)
}

func identifierTag(title: String, padding: Int = 0) -> [UInt8] {
  let body = [0] + Array(title.utf8)
  let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
  let size = frame.count + padding
  let header = Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)]
  return header + frame + [UInt8](repeating: 0, count: padding)
}

func reader(_ bytes: [UInt8]) throws -> MPEGAudioReader { try MPEGAudioReader(MemoryByteSource(bytes)) }

/// Packets one after the other, with their descriptions.
func batch(_ packets: [[UInt8]]) -> PacketBatch {
  var batch = PacketBatch(maximumPacketCount: .max, targetByteCount: .max)
  for packet in packets {
    let start = batch.bytes.count
    batch.bytes += packet
    batch.noteAppendedPacket(from: start, fileOffset: 0)
  }
  return batch
}

/// A source whose bytes come one after the other, and go once they are not needed: what a network parser hands out.
final class ArrivingSource: ByteSource {
  let bytes: [UInt8]
  /// Bytes that have come.
  var arrivedCount = 0
  /// Bytes before this one, but not the headers, are forgotten.
  var forgotten = 0..<0
  var byteCount: Int64? { nil }
  var isArriving: Bool { true }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    let start = Int(offset)
    let hasEnded = arrivedCount == bytes.count
    guard hasEnded || start + minimum <= arrivedCount else {
      throw ContainerError(.truncated, "not yet there", at: offset)
    }
    guard start < arrivedCount else { return 0 }
    precondition(!forgotten.contains(start), "forgotten bytes are asked for")
    let count = min(buffer.count, arrivedCount - start)
    for index in 0..<count { buffer[index] = bytes[start + index] }
    return count
  }
}

/// A file of any length: a beginning, then one frame over and over.
final class EndlessSource: ByteSource {
  private let start: [UInt8]
  private let frame: [UInt8]
  private let frameCount: Int
  private(set) var readByteCount = 0

  init(start: [UInt8], frame: [UInt8], frameCount: Int) {
    self.start = start
    self.frame = frame
    self.frameCount = frameCount
  }

  var byteCount: Int64? { Int64(start.count + frame.count * frameCount) }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    let total = start.count + frame.count * frameCount
    let count = max(0, min(buffer.count, total - Int(offset)))
    for index in 0..<count {
      let place = Int(offset) + index
      buffer[index] = place < start.count ? start[place] : frame[(place - start.count) % frame.count]
    }
    readByteCount += count
    return count
  }
}
