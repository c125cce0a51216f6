import Foundation
import SignalProcessing

/// What `AudioQueueSetParameter` sets.
struct QueueParameters {
  var volume: Float = 1
  var playRate: Float = 1
  /// Cents.
  var pitch: Float = 0
  /// Seconds.
  var volumeRampTime: Float = 0
  /// −1 for left, 1 for right.
  var pan: Float = 0

  /// The value of a parameter.
  ///
  /// - Throws: `kAudioQueueErr_InvalidParameter`
  func value(of parameter: AudioQueueParameterID) throws(Status) -> Float {
    switch parameter {
    case kAudioQueueParam_Volume: volume
    case kAudioQueueParam_PlayRate: playRate
    case kAudioQueueParam_Pitch: pitch
    case kAudioQueueParam_VolumeRampTime: volumeRampTime
    case kAudioQueueParam_Pan: pan
    default: throw Status(kAudioQueueErr_InvalidParameter)
    }
  }

  /// Sets a parameter.
  ///
  /// - Throws: `kAudioQueueErr_InvalidParameter` for one that there is not, or a value that cannot be.
  mutating func set(_ parameter: AudioQueueParameterID, to value: Float) throws(Status) {
    guard value.isFinite else { throw Status(kAudioQueueErr_InvalidParameter) }
    switch parameter {
    case kAudioQueueParam_Volume where value >= 0: volume = value
    case kAudioQueueParam_PlayRate where TimePitchProcessor.rates.contains(Double(value)): playRate = value
    case kAudioQueueParam_Pitch where TimePitchProcessor.pitches.contains(Double(value)): pitch = value
    case kAudioQueueParam_VolumeRampTime where value >= 0: volumeRampTime = value
    case kAudioQueueParam_Pan where (-1...1).contains(value): pan = value
    default: throw Status(kAudioQueueErr_InvalidParameter)
    }
  }
}

/// Volume, and the meter behind it.
struct QueueEffects {
  private let sampleRate: Double
  private var gain: Float = 1
  private var target: Float = 1
  /// Frames until ``gain`` is ``target``.
  private var rampFrames = 0
  /// For each channel the last reading; kept where somebody wants to see it.
  private(set) var levels: [AudioQueueLevelMeterState]
  var metersLevels = false

  init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    levels = Array(repeating: AudioQueueLevelMeterState(mAveragePower: 0, mPeakPower: 0), count: channelCount)
  }

  /// Takes a volume over, at once or by a ramp.
  mutating func update(_ parameters: QueueParameters) {
    guard parameters.volume != target else { return }
    target = parameters.volume
    rampFrames = Int(exactly: (Double(parameters.volumeRampTime) * sampleRate).rounded()) ?? .max
    if rampFrames == 0 { gain = target }
  }

  /// Jumps to where the ramp leads.
  mutating func finishRamp() { (gain, rampFrames) = (target, 0) }

  /// Applies the volume to frames.
  mutating func process(_ memory: SampleMemory, _ range: Range<Int>) {
    var start = range.lowerBound
    if rampFrames > 0 {
      let count = min(rampFrames, range.count)
      let step = (target - gain) / Float(rampFrames)
      for channel in 0..<memory.channelCount {
        let plane = unsafe memory.plane(channel)
        for index in 0..<count { unsafe plane[start + index] *= gain + step * Float(index + 1) }
      }
      gain += step * Float(count)
      rampFrames -= count
      if rampFrames == 0 { gain = target }
      start += count
    }
    if gain != 1 {
      for channel in 0..<memory.channelCount {
        let plane = unsafe memory.plane(channel)
        for index in start..<range.upperBound { unsafe plane[index] *= gain }
      }
    }
    if metersLevels { measure(memory, range) }
  }

  private mutating func measure(_ memory: SampleMemory, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    for channel in 0..<min(levels.count, memory.channelCount) {
      var (peak, power): (Float, Float) = (0, 0)
      let plane = unsafe memory.plane(channel)
      for index in range {
        let sample = unsafe plane[index]
        peak = max(peak, abs(sample))
        power += sample * sample
      }
      levels[channel] = AudioQueueLevelMeterState(
        mAveragePower: (power / Float(range.count)).squareRoot(), mPeakPower: peak)
    }
  }

  /// Silence, as a meter shows it.
  mutating func clearLevels() {
    for index in levels.indices { levels[index] = AudioQueueLevelMeterState(mAveragePower: 0, mPeakPower: 0) }
  }
}

extension AudioQueueLevelMeterState {
  /// The same in decibels below full scale; silence is −120.
  var inDecibels: AudioQueueLevelMeterState {
    func decibels(_ value: Float) -> Float { value > 1e-6 ? 20 * log10(value) : -120 }
    return AudioQueueLevelMeterState(mAveragePower: decibels(mAveragePower), mPeakPower: decibels(mPeakPower))
  }
}

extension SampleMemory {
  /// Moves the balance of two channels: the side away from which it moves becomes softer, the other stays.
  func pan(_ position: Float, _ range: Range<Int>) {
    guard position != 0, channelCount == 2 else { return }
    let (channel, gain) = position > 0 ? (0, 1 - position) : (1, 1 + position)
    let plane = unsafe plane(channel)
    for index in range { unsafe plane[index] *= gain }
  }
}
