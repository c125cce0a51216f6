import AudioBase
import AudioFiles
import SignalProcessing

/// A search for the silent parts of a recording.
struct SilenceSearch {
  /// The number of frames of the recording.
  private(set) var frameCount: Int64 = 0
  /// Frames of a second.
  let sampleRate: Double
  /// The stretches in which no sample of any channel exceeds the threshold, each at least as long as requested.
  private(set) var silences: [Range<Int64>] = []
  /// The range from the first frame that is not silent to the last; `nil` if all are.
  private(set) var sound: Range<Int64>?

  /// The largest number of silences that are reported.
  private static let mostSilences = 1 << 16

  /// Decodes a track to its end.
  ///
  /// - Parameters:
  ///   - threshold: The largest magnitude that counts as silence, of a full scale of 1.
  ///   - duration: The seconds of the shortest silence that is reported.
  init(_ samples: consuming TrackSamples, threshold: Double, duration: Double) throws(AudioError) {
    var samples = samples
    sampleRate = samples.format.sampleRate
    let shortest = Int64(min(max((duration * sampleRate).rounded(), 1), 0x1p62))
    var start: Int64 = 0
    while try samples.next() {
      for frame in Self.soundingFrames(samples.block, threshold) {
        let place = frameCount + Int64(frame)
        add(start..<place, shortest)
        start = place + 1
        sound = (sound?.lowerBound ?? place)..<start
      }
      frameCount += Int64(samples.block.frameCount)
    }
    add(start..<frameCount, shortest)
  }

  private static func soundingFrames(_ block: borrowing SampleBlock<Double>, _ threshold: Double) -> [Int] {
    let (planes, stride, channels) = (block.planes, block.capacity, block.channelCount)
    return (0..<block.frameCount).filter { frame in
      // NaN is not silence.
      for channel in 0..<channels where !(planes[channel * stride + frame].magnitude <= threshold) { return true }
      return false
    }
  }

  private mutating func add(_ range: Range<Int64>, _ shortest: Int64) {
    if Int64(range.count) >= shortest, silences.count < Self.mostSilences { silences.append(range) }
  }
}
