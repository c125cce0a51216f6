import AudioToolbox
public import Foundation

/// Adds echoes: ``DelayStage`` of module `SignalProcessing`. Apple's curves may differ in detail.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
  /// Creates an echo of one second, without the dry sound.
  public init() {
    super.init(NodeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
    wetDryMix = 100
  }

  /// The delay of the first echo in seconds: 0…2, initially 1; other values are clamped.
  open var delayTime: TimeInterval {
    get { TimeInterval(unit[kDelayParam_DelayTime]) }
    set { unit[kDelayParam_DelayTime] = Float(newValue) }
  }

  /// The feedback in percent, the share of each echo in the next: −100…100, initially 50; other values are clamped.
  open var feedback: Float {
    get { unit[kDelayParam_Feedback] }
    set { unit[kDelayParam_Feedback] = newValue }
  }

  /// The frequency in hertz at which an echo has lost 3 dB: from 10 on, initially 15,000.
  open var lowPassCutoff: Float {
    get { unit[kDelayParam_LopassCutoff] }
    set { unit[kDelayParam_LopassCutoff] = newValue }
  }

  /// The percentage of echoes in the output: 0…100, initially 100; other values are clamped.
  open var wetDryMix: Float {
    get { unit[kDelayParam_WetDryMix] }
    set { unit[kDelayParam_WetDryMix] = newValue }
  }
}
