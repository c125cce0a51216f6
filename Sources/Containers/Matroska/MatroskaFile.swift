public import AudioBase

/// The containers Matroska and WebM, RFC 9559: the sound of films, recordings and downloads. Files of one audio track
/// are written.
public enum MatroskaFile {
  /// A name made up by this package, because Core Audio has none.
  static let fileType: FourCharacterCode = "mkv "

  /// The descriptor of Matroska and WebM, for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: fileType, name: "Matroska",
    formatIDs: [
      .aac, .aacHighEfficiency, .aacHighEfficiencyV2, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR,
      .aacEnhancedLowDelayV2, .opus, .vorbis, .flac, .mpegLayer3, .mpegLayer2, .mpegLayer1, .ac3, .enhancedAC3,
      .appleLossless, .linearPCM, .aLaw, .muLaw, .microsoftADPCM, .dviADPCM,
    ]
  ) {
    $0.extensions = ["mka", "mkv"]
    $0.mediaTypes = [
      "audio/matroska", "video/matroska", "audio/x-matroska", "video/x-matroska",
    ]
    $0.sampleFormats = [
      SampleFormat(.signedInteger, bitsPerSample: 16), SampleFormat(.signedInteger, bitsPerSample: 24),
      SampleFormat(.signedInteger, bitsPerSample: 32), SampleFormat(.floatingPoint, bitsPerSample: 32),
      SampleFormat(.floatingPoint, bitsPerSample: 64), SampleFormat(.unsignedInteger, bitsPerSample: 8),
      SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian),
      SampleFormat(.signedInteger, bitsPerSample: 24, byteOrder: .bigEndian),
      SampleFormat(.signedInteger, bitsPerSample: 32, byteOrder: .bigEndian),
    ]
    $0.probe = { head in probe(head) }
    $0.open = { source, limits throws(ContainerError) in try MatroskaReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in
      try MatroskaWriter(sink, settings: settings, isWebM: false)
    }
    $0.canWriteToPipe = true
  }

  /// WebM, the type of new files of Opus and Vorbis; ``descriptor`` also reads it.
  public static let webM = ContainerDescriptor(fileType: "webm", name: "WebM", formatIDs: [.opus, .vorbis]) {
    $0.extensions = ["webm", "weba"]
    $0.mediaTypes = ["audio/webm", "video/webm"]
    $0.open = { source, limits throws(ContainerError) in try MatroskaReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in
      try MatroskaWriter(sink, settings: settings, isWebM: true)
    }
    $0.canWriteToPipe = true
  }

  /// Returns 100 for an EBML header of a document type that is read here, otherwise 0.
  package static func probe(_ head: Span<UInt8>) -> Int {
    let magic: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
    guard head.count > 8, magic.indices.allSatisfy({ head[$0] == magic[$0] }) else { return 0 }
    let bytes = head.indices.map { head[$0] }
    let source = MemoryByteSource(bytes)
    var window = SourceWindow(source, capacity: ElementReading.windowByteCount)
    guard let header = try? DocumentHeader(&window, at: 0, limits: ResourceLimits()) else { return 0 }
    return header.isRead ? 100 : 0
  }
}
