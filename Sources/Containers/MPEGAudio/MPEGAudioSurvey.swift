import AudioBase
import MPEGAudioFrames

/// The results of a walk from the first frame to the last, in addition to counts.
struct MPEGAudioSurvey {
  /// The size of the smallest frame in bytes; `nil` if there is none.
  private(set) var smallest: Int?
  /// True if all frames have the bit rate of the first.
  private(set) var isConstantRate = true
  /// The largest number of channels of a frame of the first stream; 0 if there is no frame.
  private(set) var channelCount = 0
  /// The number of frames that have another number of channels than the first of their stretch.
  private(set) var otherChannelCount = 0
  /// The first frame of the stretch of one stream, and its number.
  private var stretch: (first: MPEGAudioHeader, streamNumber: Int)?

  /// Records the next frame.
  mutating func note(_ frame: MPEGAudioFrame, ofStream number: Int) {
    let header = frame.header
    if let stretch, stretch.streamNumber != number { (self.stretch, isConstantRate) = (nil, false) }
    let first = stretch?.first ?? header
    stretch = (first, number)
    smallest = min(smallest ?? .max, frame.byteCount)
    if number == 0 { channelCount = max(channelCount, header.channelCount) }
    if header.bitRateIndex != first.bitRateIndex { isConstantRate = false }
    if header.channelCount != first.channelCount { otherChannelCount += 1 }
  }
}
