public import AudioBase
import FramedStreams
import ID3Tags

/// Audio Data Transport Stream: AAC of the four oldest object types, each frame after a header of seven bytes.
///
/// ISO/IEC 14496-3, 1.A.3.2 and ISO/IEC 13818-7, 6.2.
public enum ADTSFile {
  /// The file type for a catalog: `kAudioFileAAC_ADTSType`.
  public static let descriptor = ContainerDescriptor(
    fileType: "adts", name: "ADTS", formatIDs: [.aac, .aacHighEfficiency, .aacHighEfficiencyV2]
  ) {
    $0.extensions = ["aac", "adts"]
    $0.mediaTypes = ["audio/aac", "audio/aacp"]
    $0.probe = { head in probe(head) }
    $0.open = { source, limits throws(ContainerError) in try ADTSReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in try ADTSWriter(sink, settings: settings) }
    $0.canWriteToPipe = true
    $0.marksRecording = false
    $0.editTags = { source, change throws(ContainerError) in
      let reader = try ADTSReader(source, limits: change.limits)
      guard reader.tagsInFront.count <= 1 else { return nil }
      var edit = FileEdit()
      try StreamTagEdit.front(source, (reader.tagsInFront, reader.tracks[0]), change, &edit)
      return try StreamTagEdit.items(source, ([], reader.tagsBehind), change, &edit) ? edit : nil
    }
    $0.checkFrames = { source, limits, protectedBits throws(ContainerError) in
      try ADTSFrameChecking.run(source, limits, protectedBits)
    }
  }

  /// Returns 90 if two headers in a row agree (70 if other bytes precede the first), 5 for a single header.
  package static func probe(_ head: Span<UInt8>) -> Int {
    var start = 0
    while let tag = TagHeader.identifierTagByteCount(head, at: start) {
      // The bytes after a long tag are not visible; the tag itself states nothing about the stream.
      guard tag < head.count - start else { return 1 }
      start += tag
    }
    for index in start..<max(start, head.count - 6) where head[index] == 0xFF {
      guard let header = ADTSHeader(head, at: index) else { continue }
      let next = index + header.frameByteCount
      guard next + ADTSHeader.byteCount <= head.count else {
        if index == start { return next == head.count ? 60 : 5 }
        continue
      }
      if let second = ADTSHeader(head, at: next), second.agrees(with: header) { return index == start ? 90 : 70 }
    }
    return 0
  }
}
