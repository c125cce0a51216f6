import AudioBase
import FramedStreams

/// A frame of version 7, or a block of version 8: a packet.
struct MusepackPacket: ScannedFrame, BitwiseCopyable {
  /// Of version 7 the byte of the first bit, in words with the highest byte first.
  var offset: Int64
  var byteCount: Int
  var frameCount: Int
  /// The place of the first bit, from the beginning of the words, or of the first byte in the file.
  var body: Int64
  /// True only for the first frame: the positions of others are found from it.
  var isEntryPoint: Bool
}

/// Walks from frame to frame of version 7, which are not at whole bytes.
struct MusepackFrameScanner: FrameScanner {
  var window: SourceWindow
  /// Always the first byte: frames are found by their bits.
  var position: Int64
  let warnings: [String] = []
  /// The first byte of the words, and their number of bits.
  private let start: Int64
  private let bitCount: Int64
  private let frameCount: Int64
  /// The number of frames that the header counts; one more follows them if the synthesis needs it.
  private let countedFrames: Int64
  private var number: Int64 = 0
  /// The next bit.
  private var bit = Self.firstBit
  private static let lengthBitCount = 20
  private static let firstBit: Int64 = 200
  private static let lastLengthBitCount: Int64 = 11

  init(_ source: any ByteSource, _ header: MusepackHeader) {
    window = SourceWindow(source, capacity: 1 << 13)
    start = header.dataOffset - Self.firstBit / 8
    let length = Int64(MusepackFile.frameLength)
    (position, frameCount) = (header.dataOffset, header.frameCount)
    countedFrames = (header.soundLength + length - 1) / length
    bitCount = 8 * (min(header.tags.end, source.byteCount ?? header.tags.end) - start)
  }

  mutating func move(to offset: Int64) { (number, bit) = (0, Self.firstBit) }

  mutating func resynchronize(at offset: Int64) throws(ContainerError) {
    throw ContainerError(
      .unsupported, "frames of Musepack are found from the first one on", at: offset, in: MusepackFile.fileType)
  }

  mutating func next() throws(ContainerError) -> MusepackPacket? {
    guard number < frameCount else { return nil }
    if number == countedFrames { bit += Self.lastLengthBitCount }
    let place = start + bit >> 3
    guard bit + Int64(Self.lengthBitCount) <= bitCount else { throw Self.truncation(at: place) }
    let length = Int64(try bits(at: bit) >> 12)
    guard length > 0, bit + Int64(Self.lengthBitCount) + length <= bitCount else { throw Self.truncation(at: place) }
    let packet = MusepackPacket(
      offset: place, byteCount: Int(length + 7) / 8, frameCount: MusepackFile.frameLength,
      body: bit + Int64(Self.lengthBitCount), isEntryPoint: number == 0)
    bit = packet.body + length
    number += 1
    return packet
  }

  private static func truncation(at place: Int64) -> ContainerError {
    ContainerError(
      .truncated, "the file ends before the last of the frames that its header counts", at: place,
      in: MusepackFile.fileType)
  }

  /// Returns the 32 bits at a position; bits after the end are zeros.
  private mutating func bits(at bit: Int64) throws(ContainerError) -> UInt32 {
    let word = start + (bit >> 5) * 4
    let view = try window.load(8, at: word)
    var both: UInt64 = 0
    for index in 0..<8 where index < view.count {
      both |= UInt64(window.bytes[view.lowerBound + index]) << UInt64(index < 4 ? 32 + 8 * index : 8 * (index - 4))
    }
    return UInt32(truncatingIfNeeded: both >> UInt64(32 - bit & 31))
  }

  mutating func append(
    _ packet: Int, of frame: MusepackPacket, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    for index in stride(from: 0, to: frame.byteCount, by: 4) {
      let word = try bits(at: frame.body + 8 * Int64(index))
      for byte in 0..<min(4, frame.byteCount - index) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * byte)))
      }
    }
    return (frame.offset, frame.frameCount)
  }
}

/// Walks from block to block of version 8, and skips packets of other keys.
struct MusepackBlockScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64
  let warnings: [String] = []
  private let data: Int64
  private let end: Int64
  private let limits: ResourceLimits
  private let framesPerBlock: Int64
  /// The coded frames that remain, and those of the whole stream.
  private var remaining: Int64
  private let frameCount: Int64

  init(_ source: any ByteSource, _ header: MusepackHeader, _ limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 13)
    (data, position, self.limits) = (header.dataOffset, header.dataOffset, limits)
    end = min(header.tags.end, source.byteCount ?? header.tags.end)
    framesPerBlock = 1 << Int64(header.blockPower)
    (remaining, frameCount) = (header.frameCount, header.frameCount)
  }

  mutating func move(to offset: Int64) { (position, remaining) = (data, frameCount) }

  mutating func resynchronize(at offset: Int64) throws(ContainerError) {
    throw ContainerError(
      .unsupported, "blocks of Musepack are found from the first one on", at: offset, in: MusepackFile.fileType)
  }

  mutating func next() throws(ContainerError) -> MusepackPacket? {
    guard remaining > 0 else { return nil }
    while position < end {
      let header = try MusepackPacketHeader(&window, at: position)
      guard header.key != "SE" else { break }
      guard header.end <= end else { break }
      guard header.key == "AP" else {
        position = header.end
        continue
      }
      guard header.end - header.body <= Int64(limits.packetByteCount) else {
        throw ContainerError(.limitExceeded, "a block has more bytes than the limit", at: position, in: "mpc ")
      }
      let count = min(remaining, framesPerBlock)
      let packet = MusepackPacket(
        offset: position, byteCount: header.bodyByteCount, frameCount: Int(count) * MusepackFile.frameLength,
        body: header.body, isEntryPoint: remaining == frameCount)
      position = header.end
      remaining -= count
      return packet
    }
    throw ContainerError(
      .truncated, "the file ends before the last of the frames that its header counts", at: position,
      in: MusepackFile.fileType)
  }

  mutating func append(
    _ packet: Int, of frame: MusepackPacket, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    guard try window.append(frame.byteCount, at: frame.body, to: &bytes) == frame.byteCount else { return nil }
    return (frame.offset, frame.frameCount)
  }
}
