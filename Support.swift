import AudioBase

@testable import CAFContainer

/// CAF bytes put together by hand, sharing nothing with the module under test.
enum HandMade {
  static func number(_ value: UInt64, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  static func chunk(_ name: String, _ body: [UInt8], size: Int64? = nil) -> [UInt8] {
    Array(name.utf8) + number(UInt64(bitPattern: size ?? Int64(body.count)), 8) + body
  }

  static let head: [UInt8] = [0x63, 0x61, 0x66, 0x66, 0, 1, 0, 0]

  /// `rate` is given as the bits of a double, such as 0x40E5_8880_0000_0000 for 44100.
  static func desc(
    rate: UInt64 = 0x40E5_8880_0000_0000, _ format: String, flags: UInt64 = 0, bytes: UInt64 = 0, frames: UInt64 = 0,
    channels: UInt64 = 2, bits: UInt64 = 0
  ) -> [UInt8] {
    chunk(
      "desc",
      number(rate, 8) + Array(format.utf8) + number(flags, 4) + number(bytes, 4) + number(frames, 4)
        + number(channels, 4) + number(bits, 4))
  }

  static func pakt(_ count: Int64, valid: Int64, priming: Int32 = 0, remainder: Int32 = 0, _ entries: [UInt8]) -> [UInt8]
  {
    chunk(
      "pakt",
      number(UInt64(bitPattern: count), 8) + number(UInt64(bitPattern: valid), 8)
        + number(UInt64(UInt32(bitPattern: priming)), 4) + number(UInt64(UInt32(bitPattern: remainder)), 4) + entries)
  }

  static func data(_ audio: [UInt8], size: Int64? = nil) -> [UInt8] {
    chunk("data", [0, 0, 0, 1] + audio, size: size)
  }

  /// Three packets of 1, 130 and 2 bytes, 1024 frames each, with the table in front.
  static let audio = [UInt8]((0..<133).map { UInt8($0) })
  static let variableTable = pakt(3, valid: 3000, priming: 48, remainder: 24, [0x01, 0x81, 0x02, 0x02])
  static let variable = head + desc("aac ", frames: 1024) + variableTable + data(audio)
  static let packets = [Array(audio[0..<1]), Array(audio[1..<131]), Array(audio[131...])]
}

/// A reading of CAF that shares nothing with the module under test.
struct ParsedCAF {
  var chunks: [(name: String, size: Int64, offset: Int, body: [UInt8])] = []

  init(_ file: [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
      let size = Int64(bitPattern: Self.number(file, offset + 4, 8))
      let end = size < 0 ? file.count : min(file.count, offset + 12 + Int(size))
      chunks.append(
        (String(decoding: file[offset..<(offset + 4)], as: UTF8.self), size, offset, Array(file[(offset + 12)..<end])))
      offset = end
    }
  }

  func body(_ name: String) -> [UInt8]? { chunks.first { $0.name == name }?.body }

  static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    bytes[offset..<(offset + count)].reduce(0) { $0 * 256 + UInt64($1) }
  }
}

/// A sink that cannot go back.
final class PipeSink: ByteSink {
  let inner = MemoryByteSink()
  let canOverwrite = false
  var byteCount: Int64 { inner.byteCount }

  func append(_ bytes: Span<UInt8>) throws(ContainerError) { try inner.append(bytes) }
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    throw ContainerError(.invalidState, "a pipe cannot go back", at: offset)
  }
}

/// A sink that is killed after so many operations, and whose moves take several.
final class MortalSink: ByteSink {
  static let death = ContainerError(.inputOutput, "the disk is full", at: 0)
  let inner = MemoryByteSink()
  let canOverwrite = true
  let canMove: Bool
  private(set) var operationCount = 0
  private let lifetime: Int

  init(lifetime: Int = .max, canMove: Bool = true) {
    self.lifetime = lifetime
    self.canMove = canMove
  }

  var byteCount: Int64 { inner.byteCount }

  private func live() throws(ContainerError) {
    guard operationCount < lifetime else { throw Self.death }
    operationCount += 1
  }

  /// Bytes come in pieces, so that a write may be torn.
  func append(_ bytes: Span<UInt8>) throws(ContainerError) {
    for start in stride(from: 0, to: bytes.count, by: 100) {
      try live()
      try inner.append(bytes.extracting(start..<min(bytes.count, start + 100)))
    }
  }

  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    try live()
    try inner.overwrite(bytes, at: offset)
  }

  /// Moves from the end on, as a file does: first it grows, then it is copied piece by piece.
  func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) {
    guard canMove else { throw ContainerError(.invalidState, "this sink cannot move", at: offset) }
    try live()
    var end = Int(inner.byteCount)
    try inner.append([UInt8](repeating: 0, count: byteCount).span)
    while end > Int(offset) {
      try live()
      let start = max(Int(offset), end - 1000)
      let piece = Array(inner.bytes[start..<end])
      try inner.overwrite(piece.span, at: Int64(start + byteCount))
      end = start
    }
  }
}

/// What arrives over a network: bytes up to `arrived`, in order.
final class ArrivingSource: ByteSource {
  static let notYet = ContainerError(.inputOutput, "not arrived yet", at: -1)
  let bytes: [UInt8]
  var arrived = 0
  private(set) var isComplete = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int64? { nil }
  var isArriving: Bool { true }

  func end() { isComplete = true }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    let there = Int(max(0, Int64(arrived) - max(0, offset)))
    if there < minimum, !isComplete { throw Self.notYet }
    let count = min(buffer.count, there)
    for index in 0..<count { buffer[index] = bytes[Int(offset) + index] }
    return count
  }
}

func open(_ bytes: [UInt8], limits: Limits = Limits()) throws(ContainerError) -> CAFReader {
  try CAFReader(MemoryByteSource(bytes), limits: limits)
}

/// Writes packets, so many a call.
func write(
  _ packets: [[UInt8]], frameCounts: [Int] = [], to writer: inout CAFWriter, packetsPerCall: Int = 7
) throws(ContainerError) {
  var first = 0
  while first < packets.count {
    let end = min(packets.count, first + packetsPerCall)
    var bytes: [UInt8] = []
    var descriptions: [PacketDescription] = []
    for index in first..<end {
      descriptions.append(
        PacketDescription(
          startOffset: bytes.count, byteCount: packets[index].count,
          frameCount: frameCounts.isEmpty ? 0 : frameCounts[index]))
      bytes += packets[index]
    }
    try writer.write(bytes.span, descriptions: descriptions.span)
    first = end
  }
}

func compressed(
  _ format: FourCharacterCode, frames: Int = 1024, channels: Int = 2, rate: Double = 44100
) -> WriterSettings {
  WriterSettings(
    format: StreamFormat(formatID: format, sampleRate: rate, channelsPerFrame: channels, framesPerPacket: frames),
    layout: ChannelLayout(unlabelledChannelCount: channels))
}
