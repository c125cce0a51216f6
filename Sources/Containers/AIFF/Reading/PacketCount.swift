import AudioBase

/// Determines the number of packets in a file from `COMM`, `SSND` and the file's size.
struct PacketCount {
  /// The number of bytes of the packets, including an incomplete one at the end; `nil` for "to the end of a pipe".
  private(set) var byteCount: Int64?
  /// The number of frames of the recording, if the last packet holds more.
  private(set) var validFrameCount: Int64?
  private(set) var warnings: [String] = []

  init(_ survey: FileSurvey, _ common: CommonChunk, format: StreamFormat) {
    byteCount = survey.dataByteCount
    let packetByteCount = Int64(format.bytesPerPacket)
    // Programs that write to a pipe leave a count of all ones, or of zero.
    let counted = Int64(common.frameCount)
    if common.frameCount == AIFFLayout.unknownSize || counted == 0 {
      noteUnknownCount(survey, counted: counted, packetByteCount: packetByteCount)
    } else if common.coding == .ima4 {
      countBlocks(counted, survey, packetByteCount: packetByteCount)
    } else {
      limit(toPackets: counted, survey, packetByteCount: packetByteCount)
    }
    if let bytes = byteCount, bytes % packetByteCount != 0 {
      warnings.append("the last \(common.coding == .ima4 ? "packet" : "frame") is incomplete and was left out")
    }
  }

  /// Tells of samples that the header does not count: all are read.
  private mutating func noteUnknownCount(_ survey: FileSurvey, counted: Int64, packetByteCount: Int64) {
    guard let bytes = byteCount, bytes > 0 else { return }
    if survey.statedByteCount == nil {
      warnings.append("the header does not say how long the samples are, and they are read to the end of the file")
    } else if counted == 0, bytes >= packetByteCount {
      warnings.append("the file counts none of its \(bytes / packetByteCount) packets, and all are read")
    }
  }

  /// `SSND` may hold more frames than the count (AIFF 1.3, "Sound Data Chunk"); with fewer the file is damaged.
  private mutating func limit(toPackets counted: Int64, _ survey: FileSurvey, packetByteCount: Int64) {
    let wanted = counted * packetByteCount
    if let bytes = byteCount, bytes / packetByteCount < counted {
      let isCutShort = survey.statedByteCount.map { $0 > bytes } ?? false
      if !isCutShort { warnings.append("there are fewer frames than the file says") }
      return
    }
    if let stated = survey.statedByteCount.map({ $0 / packetByteCount }), stated > counted {
      warnings.append("the file counts \(counted) of its \(stated) packets, and no more are read")
    }
    byteCount = wanted
  }

  /// Counts packets of IMA4 as QuickTime does; a number that is possible only for frames counts as frames.
  private mutating func countBlocks(_ counted: Int64, _ survey: FileSurvey, packetByteCount: Int64) {
    guard let stated = survey.statedByteCount.map({ $0 / packetByteCount }) else { return }
    guard counted > stated else { return limit(toPackets: counted, survey, packetByteCount: packetByteCount) }
    guard counted <= stated * 64, counted > (stated - 1) * 64 else {
      warnings.append("the number of frames does not belong to the number of packets")
      return
    }
    let present = (byteCount ?? stated * packetByteCount) / packetByteCount
    if present == stated, counted < stated * 64 { validFrameCount = counted }
  }
}
