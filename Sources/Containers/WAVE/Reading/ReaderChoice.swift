import AC3Container
import ADIFContainer
import ADTSContainer
import AudioBase
import FLACContainer
import LOASContainer
import MPEGAudioContainer
import WaveFormats

extension FileSurvey {
  /// Opens the file with the reader for the contents of its chunk `data`.
  ///
  /// - Parameter scanner: Makes the scanner of AAC without framing; `nil` refuses it.
  func reader(
    _ source: any ByteSource, limits: ResourceLimits, scanner: ADIFFile.ScannerFactory?
  ) throws(ContainerError) -> any ContainerReader {
    switch format?.fields.tag {
    case .ac3:
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try AC3Reader(section, limits: limits)
      }
    case .flac:
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try FLACReader(section, limits: limits)
      }
    case .adts:
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try ADTSReader(section, limits: limits)
      }
    case .loas:
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try LOASReader(section, limits: limits)
      }
    case .aac: return try unframed(source, limits: limits, scanner: scanner)
    default: break
    }
    guard let fields = format?.fields, fields.tag.isMPEGAudio else {
      return try WAVEReader(self, source, limits: limits)
    }
    var section = MPEGAudioSection(start: dataOffset, byteCount: dataByteCount)
    section.fileType = form.fileType
    section.frameCount = statedFrameCount.flatMap { $0 < WAVELayout.unknownWideSize ? Int64(exactly: $0) : nil }
    let rate = Double(fields.sampleRate)
    var enclosure = EnclosedMPEGAudioReader.Enclosure(sampleRate: rate, channelCount: Int(fields.channelCount))
    enclosure.chunks = chunks
    enclosure.unnamedItems = unnamedItems
    enclosure.warnings = warnings
    enclosure.metadata = metadata(sampleRate: rate, warnings: &enclosure.warnings)
    return try EnclosedMPEGAudioReader(source, section: section, enclosure: enclosure, limits: limits)
  }

  /// Opens AAC: packets without framing, or in ADTS if no configuration is stated.
  private func unframed(
    _ source: any ByteSource, limits: ResourceLimits, scanner: ADIFFile.ScannerFactory?
  ) throws(ContainerError) -> any ContainerReader {
    let configuration = format?.fields.blockExtension ?? []
    if configuration.isEmpty {
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try ADTSReader(section, limits: limits)
      }
    }
    guard let scanner else {
      throw ContainerError(.unsupported, "nothing here finds the packets of AAC", at: 0, in: .formatChunk)
    }
    return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
      try UnframedAACReader(section, configuration: configuration, limits: limits, scanner: scanner)
    }
  }
}
