import AudioBase
public import Foundation

/// A point in space, in metres.
public struct AVAudio3DPoint: Hashable, Sendable {
  /// The distance to the right.
  public var x: Float
  /// The distance upwards.
  public var y: Float
  /// The distance to the back.
  public var z: Float

  /// Creates the origin.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Creates a place.
  public init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A direction in space.
public typealias AVAudio3DVector = AVAudio3DPoint

/// The orientation of a listener as two directions: forward and up.
public struct AVAudio3DVectorOrientation: Hashable, Sendable {
  /// The direction ahead of the listener.
  public var forward: AVAudio3DVector
  /// The direction above the listener.
  public var up: AVAudio3DVector

  /// Creates the orientation of a listener who looks forward.
  public init() { (forward, up) = (AVAudio3DVector(x: 0, y: 0, z: -1), AVAudio3DVector(x: 0, y: 1, z: 0)) }

  /// Creates two directions.
  public init(forward: AVAudio3DVector, up: AVAudio3DVector) { (self.forward, self.up) = (forward, up) }
}

/// The orientation of a listener's head as angles, in degrees.
public struct AVAudio3DAngularOrientation: Hashable, Sendable {
  /// The angle to the side.
  public var yaw: Float
  /// The angle up or down.
  public var pitch: Float
  /// The angle towards a shoulder.
  public var roll: Float

  /// Creates the orientation of a listener who looks forward.
  public init() { (yaw, pitch, roll) = (0, 0, 0) }

  /// Creates three angles.
  public init(yaw: Float, pitch: Float, roll: Float) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a point.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
  AVAudio3DPoint(x: x, y: y, z: z)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a direction.
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
  AVAudio3DVector(x: x, y: y, z: z)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns two directions.
public func AVAudioMake3DVectorOrientation(
  _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation { AVAudio3DVectorOrientation(forward: forward, up: up) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns three angles.
public func AVAudioMake3DAngularOrientation(
  _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation { AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The algorithm that positions a source in space.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
  /// Equal-power panning between two loudspeakers.
  case equalPowerPanning = 0
  /// A model of a spherical head.
  case sphericalHead = 1
  /// Head-related transfer functions.
  case HRTF = 2
  /// A sound field.
  case soundField = 3
  /// No positioning: the channels pass unchanged.
  case stereoPassThrough = 5
  /// Head-related transfer functions, at the best quality.
  case HRTFHQ = 6
  /// The algorithm that suits the output.
  case auto = 7
}

/// The treatment of a source's channels in space.
public enum AVAudio3DMixingSourceMode: Int, Sendable {
  /// Position a source of one channel only.
  case spatializeIfMono = 0
  /// Position nothing.
  case bypass = 1
  /// Position all channels as one point.
  case pointSource = 2
  /// Position the channels all around.
  case ambienceBed = 3
}

/// The treatment of a source within the listener's head.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
  /// The channels together.
  case mono = 0
  /// Pass the channels unchanged.
  case bypass = 1
}

/// The position of a source in space.
///
/// An ``AVAudioEnvironmentNode`` takes the place, the losses, the mode, and of the algorithms that there is one or
/// none; the other settings are only stored.
public protocol AVAudio3DMixing: NSObjectProtocol {
  /// The algorithm.
  var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
  /// The sources that are placed.
  var sourceMode: AVAudio3DMixingSourceMode { get set }
  /// The rendering of the sound inside the listener's head; stored only.
  var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }
  /// The playback rate, 0.5…2; stored only.
  var rate: Float { get set }
  /// The part of reverberation, 0 up to 1; stored only.
  var reverbBlend: Float { get set }
  /// The attenuation of the direct path by obstacles, −100…0 dB.
  var obstruction: Float { get set }
  /// The attenuation of all paths by obstacles, −100…0 dB.
  var occlusion: Float { get set }
  /// The place.
  var position: AVAudio3DPoint { get set }
}

/// The settings of a source in space.
struct SpatialSettings: Sendable {
  var renderingAlgorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
  var sourceMode = AVAudio3DMixingSourceMode.spatializeIfMono
  var pointSourceInHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
  var rate: Float = 1
  var reverbBlend: Float = 0
  var obstruction: Float = 0
  var occlusion: Float = 0
  var position = AVAudio3DPoint()
}

extension AVAudioNode {
  /// Changes the place in space, and how the engine's mixers of sources in space hear it.
  fileprivate func move(_ body: (inout SpatialSettings) -> Void) {
    spatial.withLock { body(&$0) }
    EngineLock.held { owner?.environments ?? [] }.forEach { $0.update() }
  }
}

extension AVAudioMixingDestination {
  /// Changes the position in space at one mixer.
  fileprivate func move(_ body: (inout SpatialSettings) -> Void) {
    spatial.withLock { body(&$0) }
    (connectionPoint.node as? AVAudioEnvironmentNode)?.update()
  }
}

// The properties stand twice, for a public member cannot be of a protocol that is not public.
extension AVAudio3DMixing where Self: AVAudioNode {
  /// The algorithm.
  public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
    get { spatial.withLock { $0.renderingAlgorithm } }
    set { move { $0.renderingAlgorithm = newValue } }
  }
  /// The treatment of the source's channels.
  public var sourceMode: AVAudio3DMixingSourceMode {
    get { spatial.withLock { $0.sourceMode } }
    set { move { $0.sourceMode = newValue } }
  }
  /// The treatment within the listener's head; stored only.
  public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
    get { spatial.withLock { $0.pointSourceInHeadMode } }
    set { move { $0.pointSourceInHeadMode = newValue } }
  }
  /// The playback rate; stored only.
  public var rate: Float {
    get { spatial.withLock { $0.rate } }
    set { move { $0.rate = newValue } }
  }
  /// The fraction of reverberation; stored only.
  public var reverbBlend: Float {
    get { spatial.withLock { $0.reverbBlend } }
    set { move { $0.reverbBlend = newValue } }
  }
  /// The attenuation of the direct path, in dB.
  public var obstruction: Float {
    get { spatial.withLock { $0.obstruction } }
    set { move { $0.obstruction = newValue } }
  }
  /// The attenuation of all paths, in dB.
  public var occlusion: Float {
    get { spatial.withLock { $0.occlusion } }
    set { move { $0.occlusion = newValue } }
  }
  /// The position of the source.
  public var position: AVAudio3DPoint {
    get { spatial.withLock { $0.position } }
    set { move { $0.position = newValue } }
  }
}

extension AVAudio3DMixing where Self: AVAudioMixingDestination {
  /// The algorithm.
  public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
    get { spatial.withLock { $0.renderingAlgorithm } }
    set { move { $0.renderingAlgorithm = newValue } }
  }
  /// The treatment of the source's channels.
  public var sourceMode: AVAudio3DMixingSourceMode {
    get { spatial.withLock { $0.sourceMode } }
    set { move { $0.sourceMode = newValue } }
  }
  /// The treatment within the listener's head; stored only.
  public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
    get { spatial.withLock { $0.pointSourceInHeadMode } }
    set { move { $0.pointSourceInHeadMode = newValue } }
  }
  /// The playback rate; stored only.
  public var rate: Float {
    get { spatial.withLock { $0.rate } }
    set { move { $0.rate = newValue } }
  }
  /// The fraction of reverberation; stored only.
  public var reverbBlend: Float {
    get { spatial.withLock { $0.reverbBlend } }
    set { move { $0.reverbBlend = newValue } }
  }
  /// The attenuation of the direct path, in dB.
  public var obstruction: Float {
    get { spatial.withLock { $0.obstruction } }
    set { move { $0.obstruction = newValue } }
  }
  /// The attenuation of all paths, in dB.
  public var occlusion: Float {
    get { spatial.withLock { $0.occlusion } }
    set { move { $0.occlusion = newValue } }
  }
  /// The position of the source.
  public var position: AVAudio3DPoint {
    get { spatial.withLock { $0.position } }
    set { move { $0.position = newValue } }
  }
}
