import AudioBase
import AudioErrors
import AudioGraph
public import Foundation

/// Mixes any number of inputs of any rates and channels into one output.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  private let levels = InputLevels()
  private let outputLevels = InputLevels()

  /// Creates a mixer without inputs.
  public override init() { super.init() }

  /// One at first; a connection to an input beyond them makes them more.
  open override var numberOfInputs: Int { EngineLock.held { mixedInputCount } }
  override var inputLimit: Int { MixerStage.inputLimit }
  override var convertsInputs: Bool { true }
  override var ownLevels: InputLevels? { levels }
  override var usualFormat: AVAudioFormat {
    owner?.isMainMixer(self) == true ? owner?.outputDeviceFormat ?? .ofNodes : .ofNodes
  }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try MixerStage(format: format, capacity: capacity, levels: outputLevels)
  }

  /// The factor of the output: 0 up to 1, and 1 at first; others become the nearest.
  open var outputVolume: Float {
    get { outputLevels.volume }
    set { outputLevels.volume = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
  }

  /// The first input to which nothing is connected.
  open var nextAvailableInputBus: AVAudioNodeBus { firstFreeInput }

  /// The volume at the mixer that follows.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The place at the mixer that follows.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }
}

/// Volume and position of a source at one mixer only; in effect from the first access on.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
  /// The mixer's input.
  public let connectionPoint: AVAudioConnectionPoint
  let levels: InputLevels
  /// The place in space.
  let spatial = Lock(SpatialSettings())

  init(_ point: AVAudioConnectionPoint, copying levels: InputLevels) {
    connectionPoint = point
    self.levels = InputLevels()
    self.levels.volume = levels.volume
    self.levels.pan = levels.pan
    super.init()
  }

  /// The volume there.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The place there.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns itself where its own connection is requested.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    connectionPoint.node === mixer && connectionPoint.bus == bus ? self : nil
  }
}

extension AVAudioNode {
  /// The first input to which nothing is connected.
  var firstFreeInput: AVAudioNodeBus {
    EngineLock.held {
      let taken = Set(owner?.links(to: self).map(\.bus) ?? [])
      return (0..<inputLimit).first { !taken.contains($0) } ?? inputLimit
    }
  }

  /// Returns the result of ``AVAudioMixing/destination(forMixer:bus:)``.
  func mixingDestination(_ mixer: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    EngineLock.held { owner?.destination(of: self, at: mixer, bus) }
  }
}
