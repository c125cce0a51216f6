import AC3Container
import AudioBase
import FLACContainer
import MPEGAudioContainer
import WaveFormats

extension FileSurvey {
  /// Opens the file with the reader for the contents of its chunk `data`.
  func reader(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) -> any ContainerReader {
    if format?.fields.tag == .ac3 {
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try AC3Reader(section, limits: limits)
      }
    }
    if format?.fields.tag == .flac {
      return try EnclosedFramesReader(self, source, limits: limits) { section throws(ContainerError) in
        try FLACReader(section, limits: limits)
      }
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
}
