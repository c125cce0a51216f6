public import AudioBase

/// The container Ogg, RFC 3533: Opus (RFC 7845), Vorbis and FLAC, read and written; Speex is read.
public enum OggFile {
  /// The file type that Core Audio's tools report for Ogg.
  static let fileType: FourCharacterCode = "Oggf"

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: fileType, name: "Ogg", formatIDs: [.opus, .vorbis, .flac, "spex"]
  ) {
    $0.extensions = ["ogg", "oga", "opus", "spx"]
    $0.mediaTypes = ["audio/ogg", "application/ogg", "audio/opus", "audio/vorbis", "audio/x-speex"]
    $0.meanings = ["opus": [.opus], "spx": ["spex"]]
    $0.probe = { head in
      let capture = OggPage.capture
      guard head.count >= OggPage.fixedByteCount, capture.indices.allSatisfy({ head[$0] == capture[$0] }), head[4] == 0
      else { return 0 }
      // A stream that is tuned in to has no first page.
      return head[5] & 2 != 0 ? 100 : 60
    }
    $0.open = { source, limits throws(ContainerError) in try OggReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in try OggWriter(sink, settings: settings) }
    $0.canWriteToPipe = true
    $0.marksRecordingAtEnd = true
    $0.editTags = { source, change throws(ContainerError) in try OggTagEditing.edit(source, change) }
  }
}
