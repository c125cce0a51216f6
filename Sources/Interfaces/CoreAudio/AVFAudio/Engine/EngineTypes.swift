public import AudioToolbox
public import Foundation

/// The number of an input or an output of a node.
public typealias AVAudioNodeBus = Int

/// Receives a node's output, on a thread that is neither the main one nor the rendering one.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// A block that is called when scheduled sound has ended or was cancelled.
public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// A block that is called when scheduled sound has ended, or was cancelled, with the requested kind.
public typealias AVAudioPlayerNodeCompletionHandler = @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Supplies the input of an input node in manual rendering; `nil` if there is none at present.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// Makes the output of a source node, on the rendering thread: sets the first argument for silence, and fills the list.
/// A status other than 0 drops the output.
public typealias AVAudioSourceNodeRenderBlock = (
  UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
  UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// Renders an engine on the caller's thread.
public typealias AVAudioEngineManualRenderingBlock = (
  AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// The reason for which the caller cannot render an engine.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
  /// The engine is not in the required manual mode.
  case invalidMode = -80800
  /// The engine is running and must be stopped first.
  case initialized = -80801
  /// The engine does not run.
  case notRunning = -80802
}

/// The result of manual rendering.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  /// Rendering has failed; the buffer must not be used.
  case error = -1
  /// All frames have been rendered.
  case success = 0
  /// The input node's block gave no input; the rest has been rendered.
  case insufficientDataFromInputNode = 1
  /// Rendering is impossible now, and may be tried again.
  case cannotDoInCurrentContext = 2
}

/// The mode in which a caller renders.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
  /// As fast as possible; rendering may wait for files.
  case offline = 0
  /// On a thread that must not wait.
  case realtime = 1
}

/// The relation of a buffer to the previous and following ones.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options of their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The buffer repeats until it is stopped or interrupted.
  public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
  /// The buffer replaces the playing sound and the scheduled ones.
  public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
  /// The buffer begins at the end of the playing sound, or of its repetition.
  public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}

/// The event after which a completion handler is called.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// The player has read all of the sound.
  case dataConsumed = 0
  /// All of the sound has left the player, which is the same moment here.
  case dataRendered = 1
  /// All of the sound has been heard; in manual rendering, without a device, it has left the player.
  case dataPlayedBack = 2
}

extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted when an engine has stopped because its device was unplugged or failed. Nodes stay attached and connected;
  /// the program may start the engine again.
  public static let AVAudioEngineConfigurationChange = NSNotification.Name(
    "AVAudioEngineConfigurationChangeNotification")
}

/// One end of a connection.
open class AVAudioConnectionPoint: NSObject {
  /// The node, or `nil` once it is deallocated.
  public private(set) weak var node: AVAudioNode?
  /// The index of the input or output.
  public let bus: AVAudioNodeBus

  /// Creates a bus of a node.
  public init(node: AVAudioNode, bus: AVAudioNodeBus) {
    self.node = node
    self.bus = bus
    super.init()
  }
}

/// The volume and position of a source at a mixer.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
  /// The factor of the samples: 0 up to 1, and 1 at first.
  var volume: Float { get set }
  /// Returns volume and panorama at one connection only; `nil` if the connection does not exist.
  func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
}

/// The position of a source between two loudspeakers.
public protocol AVAudioStereoMixing: NSObjectProtocol {
  /// The panorama: −1 is left, 0 the middle, 1 right.
  var pan: Float { get set }
}
