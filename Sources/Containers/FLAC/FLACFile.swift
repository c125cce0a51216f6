public import AudioBase

/// Native FLAC files, RFC 9639, read and written.
public enum FLACFile {
  /// `kAudioFileFLACType`, for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: "flac", name: "FLAC", extensions: ["flac"], mediaTypes: ["audio/flac", "audio/x-flac"],
    formatIDs: [.flac],
    probe: { head in
      let tag = tagByteCount(head)
      let start = tag ?? 0
      // What follows a long tag is out of sight; the tag itself says nothing about the stream.
      guard start <= head.count - 5 else { return tag == nil ? 0 : 1 }
      guard head.extracting(start..<(start + 4)).elementsEqual("fLaC") else { return 0 }
      return head[start + 4] & 0x7F == 0 ? 100 : 0
    },
    open: { source, limits throws(ContainerError) in try FLACReader(source, limits: limits) },
    create: { sink, settings throws(ContainerError) in try FLACWriter(sink, settings: settings) },
    canWriteToPipe: true, marksRecording: false)

  /// Bytes of an ID3v2 tag at the start, with its header and footer; `nil` where there is none.
  static func tagByteCount(_ head: Span<UInt8>) -> Int? {
    guard head.count >= 10, head.extracting(0..<3).elementsEqual("ID3") else { return nil }
    let size = (6..<10).reduce(0) { $0 << 7 | Int(head[$1] & 0x7F) }
    return 10 + size + (head[5] & 0x10 == 0 ? 0 : 10)
  }
}

extension Span where Element == UInt8 {
  /// Whether the bytes are those of an ASCII text.
  func elementsEqual(_ text: StaticString) -> Bool {
    let codes = Array("\(text)".utf8)
    return count == codes.count && codes.indices.allSatisfy { self[$0] == codes[$0] }
  }
}
