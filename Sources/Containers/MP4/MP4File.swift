public import AudioBase

/// MP4, M4A, QuickTime and 3GPP files: the ISO base media file format and its ancestor. ISO/IEC 14496-12 and 14496-14.
public enum MP4File {
  /// The descriptors, one for each file type, for a catalog.
  ///
  /// All open with the same reader, which judges by the file's brand, not by its name.
  public static let descriptors: [ContainerDescriptor] = [
    descriptor("m4af", "Apple MPEG-4 Audio", ["m4a", "m4r"]),
    descriptor("mp4f", "MPEG-4 file", ["mp4", "m4v", "mpg4"]),
    descriptor("m4bf", "Apple MPEG-4 Audiobook", ["m4b"]),
    descriptor("3gpp", "3GPP Audio", ["3gp"]),
    descriptor("3gp2", "3GPP-2 Audio", ["3g2"]),
    descriptor("MooV", "QuickTime Movie", ["mov", "qt"]),
  ]

  /// A media list of HLS (RFC 8216) with the segments of a fragmented MP4 file, for a catalog. A list is read through
  /// the files that it names: their bytes, or the initialization segment that they share, are opened.
  public static let mediaList = ContainerDescriptor(
    fileType: "hls ", name: "HLS media list", formatIDs: FileBrand.unifiedAudio + [.appleLossless, .flac]
  ) {
    $0.extensions = ["m3u8"]
    $0.mediaTypes = ["application/vnd.apple.mpegurl"]
    $0.open = { source, limits throws(ContainerError) in try MP4Reader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in
      var settings = settings
      if case .fragmented = settings.structure {
      } else {
        settings.structure = .fragmented(seconds: usualSegmentSeconds)
      }
      return try MP4Writer(sink, fileType: "mp4f", settings: settings)
    }
  }

  /// The length of segments that Apple recommends ("HLS Authoring Specification for Apple devices", 7.5).
  private static let usualSegmentSeconds = 6.0

  private static func descriptor(
    _ fileType: FourCharacterCode, _ name: String, _ extensions: [String]
  ) -> ContainerDescriptor {
    let brand = FileBrand(fileType: fileType)
    // Files for music and books hold one recording; players do not expect moving pictures in them.
    let isAudioOnly = fileType == "m4af" || fileType == "m4bf"
    return ContainerDescriptor(fileType: fileType, name: name, formatIDs: brand?.formatIDs ?? []) {
      $0.extensions = extensions
      $0.sampleFormats = brand?.sampleFormats ?? []
      $0.probe = { head in probe(head, fileType: fileType) }
      $0.open = { source, limits throws(ContainerError) in try MP4Reader(source, limits: limits) }
      $0.makeWriter = { sink, settings throws(ContainerError) in
        try MP4Writer(sink, fileType: fileType, settings: settings)
      }
      $0.holdsSeveralTracks = !isAudioOnly
      $0.canWriteToPipe = true
      $0.editTags = { source, change throws(ContainerError) in try MP4TagEditing.edit(source, change) }
    }
  }

  /// Returns 95 for a file of just this type, 90 for one of the family, 60 for a box that is usual at the start of one.
  static func probe(_ head: Span<UInt8>, fileType: FourCharacterCode) -> Int {
    guard head.count >= 8 else { return 0 }
    let size = word(head, 0)
    guard size == 0 || size == 1 || size >= 8 else { return 0 }
    let type = FourCharacterCode(rawValue: word(head, 4))
    switch type {
    case "ftyp", "styp":
      guard head.count >= 12 else { return 60 }
      let found = FileLayout.fileType(brand: FourCharacterCode(rawValue: word(head, 8))) ?? "mp4f"
      return found == fileType ? 95 : 90
    case "moov", "moof", "mdat": return fileType == "MooV" ? 80 : 75
    case "free", "skip", "wide", "pnot", "sidx", "uuid": return fileType == "MooV" ? 60 : 55
    default: return 0
    }
  }

  private static func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
      | UInt32(bytes[start + 3])
  }
}
