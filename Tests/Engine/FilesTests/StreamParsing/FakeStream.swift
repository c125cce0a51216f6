import AudioBase
import AudioFiles

/// A format made for these tests: `FAKE`, the number of bytes of a title (255: a title of no interest that is longer
/// than it says), the title, then frames of `F5`, a length and as many bytes below 80.
enum FakeStream {
  static let descriptor = container(score: 90)

  static func container(score: Int, name: FourCharacterCode = "FAKE") -> ContainerDescriptor {
    ContainerDescriptor(fileType: name, name: "Fake", formatIDs: [.aac]) {
      $0.extensions = ["fake"]
      $0.probe = { head in head.count >= 4 && head[0] == 0x46 && head[1] == 0x41 && head[2] == 0x4B ? score : 0 }
      $0.open = { source, limits throws(ContainerError) in try FakeReader(source, fileType: name) }
    }
  }

  static func header(title: String) -> [UInt8] { Array("FAKE".utf8) + [UInt8(title.utf8.count)] + Array(title.utf8) }

  static func frame(_ bytes: [UInt8]) -> [UInt8] { [0xF5, UInt8(bytes.count)] + bytes }

  /// Frames whose bytes tell their number.
  static func frames(_ range: Range<Int>) -> [[UInt8]] {
    range.map { number in (0..<(1 + number % 7)).map { UInt8((number * 13 + $0) % 128) } }
  }
}

struct FakeReader: ContainerReader {
  let fileType: FourCharacterCode
  let tracks: [TrackInfo]
  var metadata = Metadata()
  private var window: SourceWindow
  private var position: Int64
  private var nextPacket: Int64 = 0

  init(_ source: any ByteSource, fileType: FourCharacterCode) throws(ContainerError) {
    self.fileType = fileType
    window = SourceWindow(source, capacity: 300)
    let count = Int64(try window.bigEndian(1, at: 4))
    var title: [UInt8] = []
    // What is only nice to have is not worth an error: the parser has to notice by itself that bytes were missing.
    let got = (try? window.append(Int(count), at: 5, to: &title)) ?? 0
    if got > 0 { metadata[.title] = String(decoding: title, as: UTF8.self) }
    position = 5 + count
    var track = TrackInfo(
      format: StreamFormat(formatID: .aac, sampleRate: 8000, channelsPerFrame: 1, framesPerPacket: 10))
    track.dataOffset = position
    tracks = [track]
  }

  var lowestNeededOffset: Int64 { position }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    throw ContainerError(.unsupported, "not here", at: position)
  }

  mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    position = byteOffset
    nextPacket = packet
    while try window.load(1, at: position).count == 1, try window.bigEndian(1, at: position) != 0xF5 { position += 1 }
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: nextPacket)
    while !batch.isFull {
      do throws(ContainerError) {
        guard try readFrame(into: &batch) else { break }
      } catch {
        if batch.count == 0 { throw error }
        break
      }
    }
    return batch.count > 0
  }

  private mutating func readFrame(into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    let head = try window.load(2, at: position)
    if head.isEmpty { return false }
    guard head.count == 2, window.bytes[head.lowerBound] == 0xF5 else {
      throw ContainerError(.malformed, "frames begin with F5", at: position)
    }
    let count = Int(window.bytes[head.lowerBound + 1])
    let start = batch.bytes.count
    guard try window.append(count, at: position + 2, to: &batch.bytes) == count else {
      batch.bytes.removeLast(batch.bytes.count - start)
      throw ContainerError(.truncated, "a frame is whole", at: position)
    }
    batch.noteAppendedPacket(from: start, fileOffset: position)
    position += Int64(2 + count)
    nextPacket += 1
    return true
  }
}

extension StreamParser {
  mutating func feed(
    _ bytes: some Sequence<UInt8>, continuity: StreamContinuity = .continuous
  ) throws(AudioError) {
    let bytes = Array(bytes)
    try append(bytes.span, continuity: continuity)
  }
}

extension StreamBuffer {
  func feed(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    append(bytes.span)
  }
}
