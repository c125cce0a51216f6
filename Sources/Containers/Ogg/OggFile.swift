public import AudioBase

/// The container Ogg, RFC 3533: Opus (RFC 7845), Vorbis and FLAC, read and written.
public enum OggFile {
  /// The file type that Core Audio's own tools show for Ogg.
  static let fileType: FourCharacterCode = "Oggf"

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: fileType, name: "Ogg", extensions: ["ogg", "oga", "opus"],
    mediaTypes: ["audio/ogg", "application/ogg", "audio/opus", "audio/vorbis"],
    formatIDs: [.opus, .vorbis, .flac], meanings: ["opus": [.opus]],
    probe: { head in
      let capture = OggPage.capture
      guard head.count >= OggPage.fixedByteCount, capture.indices.allSatisfy({ head[$0] == capture[$0] }), head[4] == 0
      else { return 0 }
      // A stream that is tuned in to has no first page.
      return head[5] & 2 != 0 ? 100 : 60
    },
    open: { source, limits throws(ContainerError) in try OggReader(source, limits: limits) },
    create: { sink, settings throws(ContainerError) in try OggWriter(sink, settings: settings) },
    canWriteToPipe: true, marksRecordingAtEnd: true,
    editTags: { source, change throws(ContainerError) in try OggTagEditing.edit(source, change) })
}
