public import AudioBase
import XiphAudio

/// Native FLAC files, RFC 9639, read and written.
public enum FLACFile {
  /// The file type for a catalog: `kAudioFileFLACType`.
  public static let descriptor = ContainerDescriptor(fileType: "flac", name: "FLAC", formatIDs: [.flac]) {
    $0.extensions = ["flac"]
    $0.mediaTypes = ["audio/flac", "audio/x-flac"]
    $0.probe = { head in
      var start = 0
      while start <= head.count, let count = tagByteCount(head.extracting(start..<head.count)) { start += count }
      // The bytes after a long tag are not visible; the tag itself states nothing about the stream.
      guard start <= head.count - 5 else { return start == 0 ? 0 : 1 }
      guard head.extracting(start..<(start + 4)).elementsEqual("fLaC") else { return frameScore(head) }
      // A wrong order of blocks is reported when the file is opened.
      return head[start + 4] & 0x7F == 0 ? 100 : head[start + 4] & 0x7F <= 6 ? 60 : 0
    }
    $0.open = { source, limits throws(ContainerError) in try FLACReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in try FLACWriter(sink, settings: settings) }
    $0.canWriteToPipe = true
    $0.marksRecording = false
    $0.chunkRole = { _ in .foreign }
    $0.editTags = { source, change throws(ContainerError) in try FLACTagEditing.edit(source, change) }
  }

  /// Returns the certainty that bytes are of a stream without its beginning, as in a broadcast. The 8-bit CRC of one
  /// header is weak evidence; two headers in a row are strong evidence.
  private static func frameScore(_ head: Span<UInt8>) -> Int {
    var first: FLACFrameHeader?
    var score = 0
    for place in head.indices where head[place] == 0xFF {
      guard let header = FLACFrameHeader(head.extracting(place..<head.count)), header.sampleRate > 0,
        header.bitDepth > 0
      else { continue }
      if let first, header.number == first.nextNumber, header.channelCount == first.channelCount { return 40 }
      if first == nil {
        first = header
        score = place == 0 ? 30 : 1
      }
    }
    return score
  }

  /// The largest number of tags that are skipped.
  private static let mostTags = 64

  /// Returns the offset of the stream, after all ID3v2 tags in front of it, and the number of bytes of the first one.
  static func skipTags(_ window: inout SourceWindow) throws(ContainerError) -> (start: Int64, first: Int) {
    var (start, first): (Int64, Int) = (0, 0)
    for _ in 0..<mostTags {
      let head = try window.load(10, at: start)
      guard let count = tagByteCount(window.bytes.span.extracting(head)) else { break }
      if start == 0 { first = count }
      start += Int64(count)
    }
    return (start, first)
  }

  /// Returns the number of bytes of an ID3v2 tag at the start, with its header and footer; `nil` if there is none.
  static func tagByteCount(_ head: Span<UInt8>) -> Int? {
    guard head.count >= 10, head.extracting(0..<3).elementsEqual("ID3") else { return nil }
    let size = (6..<10).reduce(0) { $0 << 7 | Int(head[$1] & 0x7F) }
    return 10 + size + (head[5] & 0x10 == 0 ? 0 : 10)
  }
}

extension Span where Element == UInt8 {
  /// Returns true if the bytes equal an ASCII text.
  func elementsEqual(_ text: StaticString) -> Bool {
    let codes = Array("\(text)".utf8)
    return count == codes.count && codes.indices.allSatisfy { self[$0] == codes[$0] }
  }
}
