public import AudioBase

/// Audio Interchange File Format: linear PCM, most significant byte first.
///
/// Apple, *Audio Interchange File Format: "AIFF"*, version 1.3.
public enum AIFFFile {
  /// The file type for a catalog: `kAudioFileAIFFType`.
  public static let descriptor = AIFFForm.aiff.descriptor(
    name: "AIFF", extensions: ["aiff", "aif"], mediaTypes: ["audio/aiff", "audio/x-aiff"], formatIDs: [.linearPCM])
}

/// AIFF-C: AIFF with a choice of encodings.
///
/// Apple, *Audio Interchange File Format AIFF-C*, draft of 1991, and the encodings that QuickTime added.
public enum AIFCFile {
  /// The file type for a catalog: `kAudioFileAIFCType`.
  public static let descriptor = AIFFForm.aifc.descriptor(
    name: "AIFC", extensions: ["aifc"], mediaTypes: ["audio/aiff", "audio/x-aifc"],
    formatIDs: [.linearPCM, .aLaw, .muLaw, .ima4])
}

/// The two forms of a file.
package enum AIFFForm: Sendable {
  /// `AIFF`: linear PCM only.
  case aiff
  /// `AIFC`: the chunk `COMM` names an encoding.
  case aifc

  /// Recognises a file by its first twelve bytes; `nil` for other files.
  package init?(_ head: Span<UInt8>) {
    guard head.count >= AIFFLayout.headerByteCount, head.code(at: 0) == .form else { return nil }
    switch head.code(at: 8) {
    case AIFFForm.aiff.fileType: self = .aiff
    case AIFFForm.aifc.fileType: self = .aifc
    default: return nil
    }
  }

  /// Core Audio's file type, which is also the form's own name.
  var fileType: FourCharacterCode { self == .aiff ? "AIFF" : "AIFC" }

  /// The linear PCM that a new file can hold.
  var sampleFormats: [SampleFormat] {
    let integers = [16, 8, 24, 32].map { SampleFormat(.signedInteger, bitsPerSample: $0, byteOrder: .bigEndian) }
    guard self == .aifc else { return integers }
    return integers + [
      .int16, .int24, .int32, SampleFormat(.floatingPoint, bitsPerSample: 32, byteOrder: .bigEndian),
      SampleFormat(.floatingPoint, bitsPerSample: 64, byteOrder: .bigEndian),
      SampleFormat(.unsignedInteger, bitsPerSample: 8, byteOrder: .bigEndian),
    ]
  }

  fileprivate func descriptor(
    name: String, extensions: [String], mediaTypes: [String], formatIDs: [FourCharacterCode]
  ) -> ContainerDescriptor {
    let form = self
    return ContainerDescriptor(fileType: fileType, name: name, formatIDs: formatIDs) {
      $0.extensions = extensions
      $0.mediaTypes = mediaTypes
      $0.sampleFormats = sampleFormats
      $0.probe = { head in AIFFForm(head)?.fileType == form.fileType ? 100 : 0 }
      $0.open = { source, limits throws(ContainerError) in
        try FileSurvey(source, limits: limits).reader(source, limits: limits)
      }
      $0.makeWriter = { sink, settings throws(ContainerError) in try AIFFWriter(sink, settings: settings, form: form) }
      $0.chunkRole = AIFFForm.role
      $0.editTags = { source, change throws(ContainerError) in try AIFFTagEditing.edit(source, change) }
    }
  }

  private static func role(of chunk: FourCharacterCode) -> ChunkRole {
    switch chunk {
    case .form, .commonChunk, .soundChunk, .versionChunk, .layoutChunk, .fillerChunk: .structure
    case .markerChunk, .instrumentChunk, .commentsChunk, .id3Chunk, "id3 ", "PEAK": .metadata
    default: TextChunks.key(chunk) == nil ? .foreign : .metadata
    }
  }
}
