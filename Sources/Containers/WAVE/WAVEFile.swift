public import ADIFContainer
public import AudioBase

/// The container RIFF/WAVE, which becomes RF64 when the audio exceeds 4 GiB. `RIFX`, the big-endian variant, can also
/// be read.
public enum WAVEFile {
  /// The file type for a catalog: `kAudioFileWAVEType`.
  public static let descriptor = ContainerDescriptor(
    form: .riff, name: "WAVE", extensions: ["wav", "wave", "bwf"],
    mediaTypes: ["audio/wav", "audio/x-wav", "audio/vnd.wave"])

  /// Returns the descriptor for a catalog that knows AAC, whose packets may have no framing.
  ///
  /// - Parameter scanner: Makes the scanner that finds the ends of packets.
  public static func descriptor(scanner: @escaping ADIFFile.ScannerFactory) -> ContainerDescriptor {
    var descriptor = descriptor
    descriptor.open = { source, limits throws(ContainerError) in
      try FileSurvey(source, limits: limits).reader(source, limits: limits, scanner: scanner)
    }
    descriptor.editTags = { source, change throws(ContainerError) in
      try WAVETagEditing.edit(source, change, form: .riff, scanner: scanner)
    }
    return descriptor
  }
}

/// WAVE with 64-bit sizes, as EBU Tech 3306 defines it.
public enum RF64File {
  /// The file type for a catalog: `kAudioFileRF64Type`.
  public static let descriptor = ContainerDescriptor(
    form: .rf64, name: "RF64", extensions: ["rf64"], mediaTypes: ["audio/wav", "audio/x-wav", "audio/vnd.wave"])
}

/// WAVE with 64-bit sizes, as ITU-R BS.2088 defines it.
///
/// Chunks that describe the programme (`axml`, `chna`) are listed among the chunks and not read.
public enum BW64File {
  /// The file type for a catalog: `kAudioFileBW64Type`.
  public static let descriptor = ContainerDescriptor(
    form: .bw64, name: "BW64", extensions: ["bw64"], mediaTypes: ["audio/wav", "audio/x-wav", "audio/vnd.wave"])
}

/// Sony Wave64: WAVE whose chunks are named by GUIDs and have 64-bit sizes.
public enum Wave64File {
  /// The file type for a catalog: `kAudioFileWave64Type`.
  public static let descriptor = ContainerDescriptor(
    form: .wave64, name: "Wave64", extensions: ["w64"], mediaTypes: ["audio/x-w64", "audio/wav", "audio/x-wav"])
}

extension ContainerDescriptor {
  fileprivate init(form: WAVEForm, name: String, extensions: [String], mediaTypes: [String]) {
    self.init(
      fileType: form.fileType, name: name,
      formatIDs: [.linearPCM, .aLaw, .muLaw, .microsoftADPCM, .dviADPCM, .microsoftGSM]
    ) {
      $0.extensions = extensions
      $0.mediaTypes = mediaTypes
      $0.sampleFormats = [
        .int16, .int24, .int32, .float32, .float64, SampleFormat(.unsignedInteger, bitsPerSample: 8),
      ]
      $0.probe = { head in WAVEForm(head)?.fileType == form.fileType ? 100 : 0 }
      $0.open = { source, limits throws(ContainerError) in
        try FileSurvey(source, limits: limits).reader(source, limits: limits, scanner: nil)
      }
      $0.makeWriter = { sink, settings throws(ContainerError) in
        try WAVEWriter(sink, settings: settings, form: form)
      }
      $0.canWriteToPipe = form == .riff
      $0.chunkRole = form == .wave64 ? nil : ContainerDescriptor.role
      $0.editTags = { source, change throws(ContainerError) in
        try WAVETagEditing.edit(source, change, form: form)
      }
    }
  }

  private static func role(of chunk: FourCharacterCode) -> ChunkRole {
    switch chunk {
    case .formatChunk, .dataChunk, .factChunk, .sizesChunk, .junkChunk, "junk", "PAD ", "FLLR", "RIFF", .wave:
      .structure
    case "PEAK", "levl": .metadata
    default: MetadataReading.wants(chunk) ? .metadata : .foreign
    }
  }
}
