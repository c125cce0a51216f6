import AudioBase
import MPEGAudioFrames

/// What a walk from the first frame to the last tells.
struct MPEGAudioSurvey {
  private(set) var packetCount: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var smallest = Int.max
  private(set) var largest = 0
  /// Seconds of all frames.
  private(set) var duration = 0.0
  /// Where frames of another stream begin: another layer, version or rate.
  private(set) var changes: [(packet: Int64, offset: Int64, header: MPEGAudioHeader)] = []
  /// Whether all frames have the bit rate of the first.
  private(set) var isConstantRate = true
  /// Channels of the frame of the first stream that has most; 0 where there is no frame.
  private(set) var channelCount = 0
  /// What ended the walk before the end of the file, and what else was noticed.
  private(set) var warnings: [String] = []

  /// Walks on, and notes where frames lie.
  ///
  /// - Throws: ``ErrorKind/inputOutput`` only; another failure ends the walk.
  mutating func run(
    _ walker: inout MPEGAudioFrameScanner, noting index: inout SparsePacketIndex, limits: ResourceLimits
  ) throws(ContainerError) {
    var current: (header: MPEGAudioHeader, frameCount: Int64)?
    defer { if let current { add(current.frameCount, of: current.header) } }
    var firstBitRateIndex: Int?
    var firstChannelCount: Int?
    var otherChannelCount: Int64 = 0
    do throws(ContainerError) {
      while let frame = try walker.next() {
        if let earlier = current, !frame.header.agrees(with: earlier.header) {
          guard changes.count < limits.streamChangeCount else {
            warnings.append("the frames change to another stream more often than the limit allows")
            break
          }
          add(earlier.frameCount, of: earlier.header)
          changes.append((packetCount, frame.offset, frame.header))
          (current, isConstantRate, firstChannelCount) = (nil, false, nil)
        }
        current = (current?.header ?? frame.header, (current?.frameCount ?? 0) + 1)
        index.note(packet: packetCount, at: frame.offset)
        packetCount += 1
        byteCount += Int64(frame.byteCount)
        smallest = min(smallest, frame.byteCount)
        largest = max(largest, frame.byteCount)
        if firstBitRateIndex == nil { firstBitRateIndex = frame.header.bitRateIndex }
        if firstChannelCount == nil { firstChannelCount = frame.header.channelCount }
        if changes.isEmpty { channelCount = max(channelCount, frame.header.channelCount) }
        if frame.header.bitRateIndex != firstBitRateIndex { isConstantRate = false }
        if frame.header.channelCount != firstChannelCount { otherChannelCount += 1 }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      warnings.append("the stream cannot be read to its end: \(error)")
    }
    if otherChannelCount > 0 { warnings.append("\(otherChannelCount) frames have another number of channels") }
  }

  private mutating func add(_ frameCount: Int64, of header: MPEGAudioHeader) {
    duration += Double(frameCount) * Double(header.framesPerPacket) / Double(header.sampleRate)
  }
}
