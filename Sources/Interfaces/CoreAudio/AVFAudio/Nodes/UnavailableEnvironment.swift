import AudioErrors
import AudioGraph
public import Foundation

// Sound in space is not made here: programs that name its node can be built, and an engine that needs it says by
// `AVAudioEngine.start()` that it is missing.

/// The loss by distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
  /// By a power of the distance.
  case exponential = 1
  /// By the inverse of the distance.
  case inverse = 2
  /// By the distance.
  case linear = 3
}

/// The loudspeakers of the output.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
  /// Those that there are.
  case auto = 0
  /// Headphones.
  case headphones = 1
  /// The loudspeakers of the device.
  case builtInSpeakers = 2
  /// Other loudspeakers.
  case externalSpeakers = 3
}

/// The loss by distance of an ``AVAudioEnvironmentNode``; kept alone.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject {
  /// The kind of loss.
  open var distanceAttenuationModel = AVAudioEnvironmentDistanceAttenuationModel.inverse
  /// The distance from which on sound is lost, in metres.
  open var referenceDistance: Float = 1
  /// The distance from which on no more is lost, in metres.
  open var maximumDistance: Float = 100_000
  /// The speed of the loss.
  open var rolloffFactor: Float = 1
}

/// The reverberation of an ``AVAudioEnvironmentNode``; kept alone.
open class AVAudioEnvironmentReverbParameters: NSObject {
  /// True if there is to be reverberation.
  open var enable = false
  /// The level in dB, −40 up to 40.
  open var level: Float = 0
  /// The filter of the reverberation.
  public let filterParameters = AVAudioUnitEQ(numberOfBands: 1).bands[0]

  /// Chooses a room; kept nowhere, for there is no reverberation.
  open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {}
}

/// A mixer of sources in space, which is not made here: `AVAudioEngine.start()` throws `kAudio_UnimplementedError`
/// with its name. Settings are kept.
///
/// `@unchecked`, as `AVAudioNode` is; its settings are read by nobody, for it never renders.
open class AVAudioEnvironmentNode: AVAudioNode, @unchecked Sendable {
  /// Creates a node that no engine can render.
  public override init() { super.init() }

  open override var numberOfInputs: Int { 1024 }
  override var convertsInputs: Bool { true }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    throw .notMade("AVAudioEnvironmentNode")
  }

  /// The loudspeakers of the output.
  open var outputType = AVAudioEnvironmentOutputType.auto
  /// The factor of the output.
  open var outputVolume: Float = 1
  /// The first input to which nothing is connected.
  open var nextAvailableInputBus: AVAudioNodeBus {
    EngineLock.held {
      let taken = Set(owner?.links(to: self).map(\.bus) ?? [])
      return (0..<numberOfInputs).first { !taken.contains($0) } ?? numberOfInputs
    }
  }
  /// The place of the listener.
  open var listenerPosition = AVAudio3DPoint()
  /// The directions of the listener.
  open var listenerVectorOrientation = AVAudio3DVectorOrientation()
  /// The angles of the listener.
  open var listenerAngularOrientation = AVAudio3DAngularOrientation()
  /// The loss by distance.
  public let distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters()
  /// The reverberation.
  public let reverbParameters = AVAudioEnvironmentReverbParameters()
  /// None: there is no algorithm here.
  open var applicableRenderingAlgorithms: [NSNumber] { [] }
  /// The algorithm; kept alone.
  open var renderingAlgorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
  /// The part of reverberation; kept alone.
  open var reverbBlend: Float = 0
  /// True if the listener's head is to be followed; kept alone.
  open var isListenerHeadTrackingEnabled = false
}
