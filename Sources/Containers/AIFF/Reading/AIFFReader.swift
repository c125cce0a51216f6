package import AudioBase

/// Reads linear PCM, A-law, mu-law and IMA4 out of AIFF and AIFF-C.
///
/// A packet is one frame, as Core Audio counts, and a batch holds runs of up to 4096 frames, each with its frame count.
/// A packet of IMA4 holds 64 frames. Frames of MPEG audio have a reader of their own: ``FileSurvey/reader(_:limits:)``
/// chooses.
package struct AIFFReader: ConstantPacketReader {
  package let fileType: FourCharacterCode
  package let tracks: [TrackInfo]
  package let metadata: Metadata
  package let unnamedItems: [String]
  package let chunks: [ChunkInfo]
  package let warnings: [String]
  package let isOptimized: Bool

  package let source: any ByteSource
  package var cursor: ConstantPacketCursor

  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    try self.init(FileSurvey(source, limits: limits), source, limits: limits)
  }

  /// Reads the samples of a file whose chunks have been surveyed.
  init(_ survey: FileSurvey, _ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    guard let common = survey.common else {
      throw ContainerError(.malformed, "a file has a chunk that says what its samples are", at: 0, in: .commonChunk)
    }
    let format = try common.chunk.streamFormat(at: common.offset, limits: limits)
    guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
      throw ContainerError(
        .unsupported, "frames of MPEG audio are found by their own headers", at: common.offset, in: .commonChunk)
    }
    let count = PacketCount(survey, common.chunk, format: format)
    self.source = source
    fileType = survey.form.fileType
    cursor = ConstantPacketCursor(format: format, dataOffset: survey.dataOffset, byteCount: count.byteCount)
    var track = TrackInfo(format: format)
    let stated = survey.metadata.layout(channelCount: format.channelsPerFrame)
    track.layout = stated ?? ChannelLayout(unlabelledChannelCount: format.channelsPerFrame)
    track.layoutIsAssumed = stated == nil
    track.dataOffset = survey.dataOffset
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    track.bitRate = Int(
      exactly: (format.sampleRate * Double(format.bytesPerPacket * 8) / Double(format.framesPerPacket)).rounded())
    if case .linear(let samples) = common.chunk.coding {
      let bits = common.chunk.sampleSize
      track.sourceBitDepth = (1...samples.bitsPerSample).contains(bits) ? bits : samples.bitsPerSample
    }
    if let packetCount = cursor.packetCount {
      track.packetCount = packetCount
      track.audioByteCount = packetCount * Int64(format.bytesPerPacket)
      // At most 2^63 / 34 packets.
      let frameCount = packetCount.multipliedReportingOverflow(by: Int64(format.framesPerPacket)).partialValue
      track.duration = Double(count.validFrameCount ?? frameCount) / format.sampleRate
      if let validFrames = count.validFrameCount {
        track.packetTable = PacketTable(
          primingFrames: 0, validFrames: validFrames, remainderFrames: frameCount - validFrames,
          timescale: format.sampleRate)
      }
    }
    tracks = [track]
    var reading = survey.metadata
    metadata = reading.finish(sampleRate: format.sampleRate)
    unnamedItems = reading.unread.names
    chunks = survey.chunks
    isOptimized = survey.isOptimized
    warnings = survey.warnings + reading.warnings + count.warnings
  }
}
