import AudioPlayback
import Foundation
import SignalProcessing

extension PlaybackParameter {
  /// Returns the parameter of a `kAudioQueueParam_…`.
  ///
  /// - Throws: `kAudioQueueErr_InvalidParameter`
  init(_ parameter: AudioQueueParameterID) throws(Status) {
    switch parameter {
    case kAudioQueueParam_Volume: self = .volume
    case kAudioQueueParam_PlayRate: self = .rate
    case kAudioQueueParam_Pitch: self = .pitch
    case kAudioQueueParam_VolumeRampTime: self = .volumeRampTime
    case kAudioQueueParam_Pan: self = .pan
    default: throw Status(kAudioQueueErr_InvalidParameter)
    }
  }
}

extension ParameterChange {
  /// Creates a change that a program requests.
  ///
  /// - Throws: `kAudioQueueErr_InvalidParameter` for an unknown parameter, or an impossible value.
  init(_ parameter: AudioQueueParameterID, to value: Float) throws(Status) {
    self.init(try PlaybackParameter(parameter), to: value)
    guard PlaybackParameters.accepts(self) else { throw Status(kAudioQueueErr_InvalidParameter) }
  }
}

extension AudioQueueLevelMeterState {
  /// Creates a reading of a meter.
  init(_ level: SampleLevel) { self.init(mAveragePower: level.average, mPeakPower: level.peak) }

  /// The same in decibels below full scale; silence is −120.
  var inDecibels: AudioQueueLevelMeterState {
    func decibels(_ value: Float) -> Float { value > 1e-6 ? 20 * log10(value) : -120 }
    return AudioQueueLevelMeterState(mAveragePower: decibels(mAveragePower), mPeakPower: decibels(mPeakPower))
  }
}
