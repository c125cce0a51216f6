import AudioBase
public import Foundation

/// The laws for the decrease of the level with distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
  /// A power of the distance.
  case exponential = 1
  /// The inverse of the distance.
  case inverse = 2
  /// Proportional to the distance.
  case linear = 3
}

/// The loudspeakers of the output.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
  /// The kind of the current output.
  case auto = 0
  /// Headphones.
  case headphones = 1
  /// The loudspeakers of the device.
  case builtInSpeakers = 2
  /// Other loudspeakers.
  case externalSpeakers = 3
}

/// The attenuation by distance of an ``AVAudioEnvironmentNode``.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject {
  private let loss = Lock(DistanceLoss())
  /// The node whose sources are positioned again after a change.
  weak var node: AVAudioEnvironmentNode?

  var present: DistanceLoss { loss.withLock { $0 } }

  private func change(_ body: (inout DistanceLoss) -> Void) {
    loss.withLock { body(&$0) }
    node?.update()
  }

  /// The law of the attenuation.
  open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
    get { present.model }
    set { change { $0.model = newValue } }
  }
  /// The distance, in metres, beyond which the level falls.
  open var referenceDistance: Float {
    get { present.reference }
    set { change { $0.reference = newValue } }
  }
  /// The distance, in metres, beyond which the level falls no further.
  open var maximumDistance: Float {
    get { present.maximum }
    set { change { $0.maximum = newValue } }
  }
  /// The factor for the steepness of the attenuation.
  open var rolloffFactor: Float {
    get { present.rolloff }
    set { change { $0.rolloff = newValue } }
  }
}

/// The reverberation of an ``AVAudioEnvironmentNode``; stored only.
open class AVAudioEnvironmentReverbParameters: NSObject {
  /// True for reverberation.
  open var enable = false
  /// The level in dB, −40 up to 40.
  open var level: Float = 0
  /// The filter of the reverberation.
  public let filterParameters = AVAudioUnitEQ(numberOfBands: 1).bands[0]

  /// Does nothing: there is no reverberation.
  open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {}
}
