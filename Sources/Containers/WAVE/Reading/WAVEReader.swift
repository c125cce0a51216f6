package import AudioBase
import WaveFormats

/// Reads linear PCM, A-law, mu-law, MS and IMA ADPCM and GSM 6.10 out of RIFF/WAVE, RIFX, RF64, BW64 and Wave64.
///
/// A packet of PCM is one frame, as Core Audio counts; a batch holds runs of up to 4096 frames, each with its frame
/// count. A packet of ADPCM or GSM is one block of `nBlockAlign` bytes.
///
/// Frames of MPEG audio have a reader of their own, which ``FileSurvey/reader(_:limits:)`` chooses.
package struct WAVEReader: ConstantPacketReader {
  package let fileType: FourCharacterCode
  package private(set) var tracks: [TrackInfo] = []
  package let metadata: Metadata
  package let unnamedItems: [String]
  package let chunks: [ChunkInfo]
  package private(set) var warnings: [String] = []

  package let source: any ByteSource
  package var cursor: ConstantPacketCursor

  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    try self.init(FileSurvey(source, limits: limits), source, limits: limits)
  }

  /// Reads the samples of a file whose chunks have been surveyed.
  init(_ survey: FileSurvey, _ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    guard let found = survey.format else {
      throw ContainerError(.malformed, "the format comes before the samples", at: 0, in: .dataChunk)
    }
    var remarks = survey.warnings
    var fields = found.fields
    let format = try fields.streamFormat(at: found.offset, limits: limits, warnings: &remarks)
    self.source = source
    fileType = survey.form.fileType
    metadata = survey.metadata(sampleRate: format.sampleRate, warnings: &remarks)
    unnamedItems = survey.unnamedItems
    chunks = survey.chunks
    let isCoded = fields.tag.hasBlocks || fields.tag.hasPlainPackets
    let dataByteCount = Self.dataByteCount(survey, bytesPerPacket: isCoded ? nil : format.bytesPerPacket)
    cursor = ConstantPacketCursor(
      format: format, dataOffset: survey.dataOffset, byteCount: dataByteCount,
      framesInPart: format.framesInPart)
    if let bytes = dataByteCount, let used = cursor.audioByteCount, bytes > used {
      remarks.append("the last \(isCoded ? "block" : "frame") is incomplete and was left out")
    }
    var track = TrackInfo(format: format, cookie: fields.cookie)
    track.containerCookie = track.cookie
    track.layout = fields.layout
    track.layoutIsAssumed = fields.channelMask == 0
    track.dataOffset = survey.dataOffset
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    track.bitRate = Int(
      exactly: (format.sampleRate * Double(format.bytesPerPacket * 8) / Double(format.framesPerPacket)).rounded())
    if format.formatID == .linearPCM { track.sourceBitDepth = Int(fields.validBitsPerSample) }
    setCounts(of: &track, statedFrameCount: isCoded ? survey.statedFrameCount : nil, warnings: &remarks)
    tracks = [track]
    warnings = remarks
  }

  /// Returns the number of bytes of the packets. Some programs count Wave64's padding as samples; if `fact` shows this,
  /// it is subtracted.
  private static func dataByteCount(_ survey: FileSurvey, bytesPerPacket: Int?) -> Int64? {
    guard let bytes = survey.dataByteCount else { return nil }
    guard survey.form == .wave64, let size = bytesPerPacket, let frames = survey.statedFrameCount,
      frames <= UInt64(bytes / Int64(size))
    else { return bytes }
    let stated = Int64(frames) * Int64(size)
    return bytes - stated < Int64(survey.form.alignment) ? stated : bytes
  }

  /// Sets the properties that follow from the number of packets, and from the stated number of frames.
  private func setCounts(of track: inout TrackInfo, statedFrameCount: UInt64?, warnings: inout [String]) {
    track.packetCount = cursor.packetCount
    track.audioByteCount = cursor.audioByteCount
    guard let all = cursor.frameCount else { return }
    var frames = all
    // Programs that write to a pipe leave a count of zero.
    if let stated = statedFrameCount, stated > 0 || all == 0, stated < WAVELayout.unknownWideSize {
      if stated <= UInt64(all) {
        frames = Int64(stated)
        track.packetTable = PacketTable(
          primingFrames: 0, validFrames: frames, remainderFrames: all - frames, timescale: track.format.sampleRate)
      } else {
        warnings.append("there are fewer frames than the file says")
      }
    }
    if track.packetTable == nil, cursor.hasShorterLast {
      track.packetTable = PacketTable(
        primingFrames: 0, validFrames: frames, remainderFrames: 0, timescale: track.format.sampleRate)
    }
    track.duration = Double(frames) / track.format.sampleRate
  }
}
