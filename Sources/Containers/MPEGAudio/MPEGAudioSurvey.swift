import AudioBase
import MPEGAudioFrames

/// What a walk from the first frame to the last tells.
struct MPEGAudioSurvey {
  private(set) var packetCount: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var smallest = Int.max
  private(set) var largest = 0
  /// Whether all frames have the bit rate of the first.
  private(set) var isConstantRate = true
  /// Channels of the frame that has most; 0 where there is no frame.
  private(set) var channelCount = 0
  /// What ended the walk before the end of the file, and what else was noticed.
  private(set) var warnings: [String] = []

  /// Walks on, and notes where frames lie.
  ///
  /// - Throws: ``ErrorKind/inputOutput`` only; another failure ends the walk.
  mutating func run(
    _ walker: inout MPEGAudioFrameScanner, noting index: inout SparsePacketIndex
  ) throws(ContainerError) {
    var firstBitRateIndex: Int?
    var firstChannelCount: Int?
    var otherChannelCount: Int64 = 0
    do throws(ContainerError) {
      while let frame = try walker.next() {
        index.note(packet: packetCount, at: frame.offset)
        packetCount += 1
        byteCount += Int64(frame.byteCount)
        smallest = min(smallest, frame.byteCount)
        largest = max(largest, frame.byteCount)
        if firstBitRateIndex == nil { firstBitRateIndex = frame.header.bitRateIndex }
        if firstChannelCount == nil { firstChannelCount = frame.header.channelCount }
        channelCount = max(channelCount, frame.header.channelCount)
        if frame.header.bitRateIndex != firstBitRateIndex { isConstantRate = false }
        if frame.header.channelCount != firstChannelCount { otherChannelCount += 1 }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      warnings.append("the stream cannot be read to its end: \(error)")
    }
    if otherChannelCount > 0 { warnings.append("\(otherChannelCount) frames have another number of channels") }
  }
}
