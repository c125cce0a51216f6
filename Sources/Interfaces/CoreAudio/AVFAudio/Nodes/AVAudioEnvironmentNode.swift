import AudioBase
import AudioErrors
import AudioGraph
public import Foundation

/// A mixer of sources in space: distance from the listener decides their level, and direction their position between
/// two loudspeakers.
///
/// Sources of one channel are placed, others as their ``AVAudio3DMixing/sourceMode`` says. All algorithms sound as
/// ``AVAudio3DMixingRenderingAlgorithm/equalPowerPanning``, except for
/// ``AVAudio3DMixingRenderingAlgorithm/stereoPassThrough``, which places nothing; there are no measured heads here, no
/// reverberation, and places are heard where the output has two channels.
///
/// `@unchecked`, as `AVAudioNode` is: all that changes is touched with the engines' lock held.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  private let ownOutput = InputLevels()
  private let outputLevels = InputLevels()
  private var space = ListenerSpace()
  private var angles = AVAudio3DAngularOrientation()
  private var kept = (outputType: AVAudioEnvironmentOutputType.auto, tracksHead: false)
  /// The levels of the inputs, by their number.
  private var places: [AVAudioNodeBus: (source: InputLevels?, levels: InputLevels)] = [:]

  /// Creates a node without sources.
  public override init() {
    super.init()
    distanceAttenuationParameters.node = self
  }

  /// The number of inputs: one at first; a connection to a higher input adds inputs.
  open override var numberOfInputs: Int { EngineLock.held { mixedInputCount } }
  override var inputLimit: Int { MixerStage.inputLimit }
  override var convertsInputs: Bool { true }
  override var ownLevels: InputLevels? { ownOutput }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try MixerStage(format: format, capacity: capacity, levels: outputLevels)
  }

  // MARK: Places

  /// Returns the volume and panorama of a source. The engines' lock is held.
  func levels(of link: EngineLink, in engine: AVAudioEngine) -> InputLevels {
    let node = engine.mixingSource(of: link)
    let own = engine.destinations.first {
      $0.connectionPoint.node === self && $0.connectionPoint.bus == link.bus
    }
    let source = own?.levels ?? node?.ownLevels
    if places[link.bus] == nil || places[link.bus]?.source !== source {
      places[link.bus] = (source, InputLevels(scaling: source))
    }
    let levels = places[link.bus]?.levels ?? InputLevels(scaling: source)
    let settings = own?.spatial.withLock { $0 } ?? node?.spatial.withLock { $0 } ?? SpatialSettings()
    place(levels, settings, channelCount: Int(link.source.currentFormat.channelCount))
    return levels
  }

  private func place(_ levels: InputLevels, _ settings: SpatialSettings, channelCount: Int) {
    let isPlaced =
      settings.renderingAlgorithm != .stereoPassThrough
      && (settings.sourceMode == .pointSource || settings.sourceMode == .spatializeIfMono && channelCount == 1)
    guard isPlaced else { return (levels.volume, levels.pan) = (1, 0) }
    let (distance, side) = space.hears(settings.position)
    // Equal power: the squares of both gains add up to 1. A panorama is made of the softer side alone.
    let angle = (side + 1) * .pi / 4
    let (left, right) = (cosf(angle), sinf(angle))
    let loss = powf(10, (min(settings.obstruction, 0) + min(settings.occlusion, 0)) / 20)
    levels.pan = right > left ? 1 - left / right : right / left - 1
    levels.volume = distanceAttenuationParameters.present.gain(at: distance) * max(left, right) * loss
  }

  /// Recomputes the positions of all sources.
  func update() {
    EngineLock.held {
      guard let owner else { return }
      for link in owner.links(to: self) { _ = levels(of: link, in: owner) }
    }
  }

  private func change(_ body: () -> Void) {
    EngineLock.held(body)
    update()
  }

  // MARK: The listener

  /// The position of the listener.
  open var listenerPosition: AVAudio3DPoint {
    get { EngineLock.held { space.position } }
    set { change { space.position = newValue } }
  }

  /// The orientation of the listener's head as directions, which do not change the angles.
  open var listenerVectorOrientation: AVAudio3DVectorOrientation {
    get { EngineLock.held { space.orientation } }
    set { change { space.orientation = newValue } }
  }

  /// The angles of the listener's head, which determine ``listenerVectorOrientation``.
  open var listenerAngularOrientation: AVAudio3DAngularOrientation {
    get { EngineLock.held { angles } }
    set { change { (angles, space.orientation) = (newValue, AVAudio3DVectorOrientation(newValue)) } }
  }

  /// The attenuation by distance.
  public let distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters()

  // MARK: The output

  /// The gain of the output: 0 to 1, initially 1; other values are clamped.
  open var outputVolume: Float {
    get { outputLevels.volume }
    set { outputLevels.volume = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
  }

  /// The volume at the next mixer.
  open var volume: Float {
    get { ownOutput.volume }
    set { ownOutput.volume = newValue }
  }

  /// The position at the next mixer.
  open var pan: Float {
    get { ownOutput.pan }
    set { ownOutput.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }

  /// The first unconnected input.
  open var nextAvailableInputBus: AVAudioNodeBus { firstFreeInput }

  /// The kind of the output's loudspeakers; stored only.
  open var outputType: AVAudioEnvironmentOutputType {
    get { EngineLock.held { kept.outputType } }
    set { EngineLock.held { kept.outputType = newValue } }
  }
  /// The reverberation; stored only.
  public let reverbParameters = AVAudioEnvironmentReverbParameters()
  /// The algorithms that have an effect: panning between two loudspeakers, and none.
  open var applicableRenderingAlgorithms: [NSNumber] {
    [AVAudio3DMixingRenderingAlgorithm.equalPowerPanning, .stereoPassThrough].map { NSNumber(value: $0.rawValue) }
  }
  /// True to follow the listener's head; stored only.
  open var isListenerHeadTrackingEnabled: Bool {
    get { EngineLock.held { kept.tracksHead } }
    set { EngineLock.held { kept.tracksHead = newValue } }
  }
}

extension AVAudioEngine {
  /// The mixers of sources in space. The engines' lock is held.
  var environments: [AVAudioEnvironmentNode] { nodes.compactMap { $0 as? AVAudioEnvironmentNode } }
}
