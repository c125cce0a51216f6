import AC3Frames
public import AudioBase

/// AC-3 and Enhanced AC-3 without a container: frames one after the other.
///
/// ETSI TS 102 366, 4.1 and E.1.1.
public enum AC3File {
  /// The file types for a catalog: `kAudioFileAC3Type`, and this package's type for Enhanced AC-3.
  public static let descriptors = [
    descriptor(.ac3, "AC-3", extensions: ["ac3"], mediaType: "audio/ac3"),
    descriptor(.enhancedAC3, "Enhanced AC-3", extensions: ["ec3", "eac3"], mediaType: "audio/eac3"),
  ]

  private static func descriptor(
    _ formatID: FourCharacterCode, _ name: String, extensions: [String], mediaType: String
  ) -> ContainerDescriptor {
    ContainerDescriptor(fileType: formatID, name: name, formatIDs: [formatID]) {
      $0.extensions = extensions
      $0.mediaTypes = [mediaType]
      $0.probe = { head in probe(head, formatID) }
      $0.open = { source, limits throws(ContainerError) in try AC3Reader(source, limits: limits) }
      $0.makeWriter = { sink, settings throws(ContainerError) in try AC3Writer(sink, settings: settings) }
      $0.canWriteToPipe = true
      $0.marksRecording = false
    }
  }

  /// Returns 90 if two headers in a row agree (60 if the first follows other bytes), 40 if the second is not visible.
  static func probe(_ head: Span<UInt8>, _ formatID: FourCharacterCode) -> Int {
    var bytes: [UInt8] = []
    let isSwapped = head.count > 1 && head[0] == 0x77 && head[1] == 0x0B
    // Bound: the head of a file, 4 KiB.
    bytes.reserveCapacity(head.count)
    for index in 0..<(head.count & ~1) { bytes.append(head[isSwapped ? index ^ 1 : index]) }
    for index in bytes.indices where bytes[index] == 0x0B {
      guard let header = AC3FrameHeader(bytes.span, at: index), header.formatID == formatID else { continue }
      let next = index + header.byteCount
      guard next + AC3FrameHeader.byteCount <= bytes.count else { return index == 0 ? 40 : 0 }
      if let second = AC3FrameHeader(bytes.span, at: next), second.agrees(with: header) { return index == 0 ? 90 : 60 }
    }
    return 0
  }
}
