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

  /// The number of inputs: one at first; a connection to a higher input adds inputs.
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

  /// The gain of the output: 0 to 1, initially 1; other values are clamped.
  open var outputVolume: Float {
    get { outputLevels.volume }
    set { outputLevels.volume = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
  }

  /// The first unconnected input.
  open var nextAvailableInputBus: AVAudioNodeBus { firstFreeInput }

  /// The volume at the next mixer.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The position at the next mixer.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }
}

/// The volume and position of a source at one mixer only, effective from the first access on.
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

  /// The volume at this mixer.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The position at this mixer.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the object itself for its own connection.
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
