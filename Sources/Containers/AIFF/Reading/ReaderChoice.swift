import AudioBase
import MPEGAudioContainer

extension FileSurvey {
  /// A unit with an average of at least this many bytes is a packet of MPEG audio, not a frame: a frame of 32 kHz at
  /// 448 kbit/s has 1.75 bytes, a packet of 24 kHz at 8 kbit/s has 24.
  private static let packetByteCount: Int64 = 8

  /// Opens the file with the reader for the contents of its chunk `SSND`.
  func reader(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) -> any ContainerReader {
    guard let common, case .mpegAudio = common.chunk.coding else {
      return try AIFFReader(self, source, limits: limits)
    }
    let format = try common.chunk.streamFormat(at: common.offset, limits: limits)
    var section = MPEGAudioSection(start: dataOffset, byteCount: dataByteCount)
    section.fileType = form.fileType
    section.frameCount = statedFrameCount(common.chunk)
    var enclosure = EnclosedMPEGAudioReader.Enclosure(
      sampleRate: format.sampleRate, channelCount: format.channelsPerFrame)
    var reading = metadata
    enclosure.metadata = reading.finish(sampleRate: format.sampleRate)
    enclosure.chunks = chunks
    enclosure.unnamedItems = reading.unread.names
    enclosure.warnings = warnings + reading.warnings
    enclosure.isOptimized = isOptimized
    return try EnclosedMPEGAudioReader(source, section: section, enclosure: enclosure, limits: limits)
  }

  /// Returns the number of frames of the recording; `nil` if `COMM` does not state it, or counts packets as QuickTime
  /// does for IMA4.
  private func statedFrameCount(_ common: CommonChunk) -> Int64? {
    let count = Int64(common.frameCount)
    guard count > 0, common.frameCount != AIFFLayout.unknownSize, let bytes = dataByteCount else { return nil }
    return bytes / count < Self.packetByteCount ? count : nil
  }
}
