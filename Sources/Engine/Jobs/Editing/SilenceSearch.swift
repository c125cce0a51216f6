import AudioBase
import AudioFiles
import SignalProcessing

/// Where a recording is silent.
struct SilenceSearch {
  /// Frames of the recording.
  private(set) var frameCount: Int64 = 0
  /// Frames of a second.
  let sampleRate: Double
  /// The stretches in which no sample of any channel passes the threshold, each as long as asked or longer.
  private(set) var silences: [Range<Int64>] = []
  /// From the first frame that is not silent to the last; `nil` where all are.
  private(set) var sound: Range<Int64>?

  /// The most silences that are told.
  private static let mostSilences = 1 << 16

  /// Decodes a track to its end.
  ///
  /// - Parameters:
  ///   - threshold: The largest magnitude that counts as silence, of a full scale of 1.
  ///   - duration: Seconds of the shortest silence that is told.
  init(_ samples: consuming TrackSamples, threshold: Double, duration: Double) throws(JobError) {
    var samples = samples
    sampleRate = samples.format.sampleRate
    let channels = max(1, samples.format.channelsPerFrame)
    let shortest = Int64(min(max((duration * sampleRate).rounded(), 1), 0x1p62))
    var start: Int64 = 0
    var frames: [Double] = []
    while try samples.next() {
      frames.removeAll(keepingCapacity: true)
      samples.append(to: &frames)
      for frame in 0..<(frames.count / channels) {
        let values = frames[(frame * channels)..<((frame + 1) * channels)]
        // What is no number is no silence.
        if !values.allSatisfy({ $0.magnitude <= threshold }) {
          let place = frameCount + Int64(frame)
          add(start..<place, shortest)
          start = place + 1
          sound = (sound?.lowerBound ?? place)..<start
        }
      }
      frameCount += Int64(frames.count / channels)
    }
    add(start..<frameCount, shortest)
  }

  private mutating func add(_ range: Range<Int64>, _ shortest: Int64) {
    if Int64(range.count) >= shortest, silences.count < Self.mostSilences { silences.append(range) }
  }
}
