public import AudioToolbox
public import Foundation

/// The number of an input or an output of a node.
public typealias AVAudioNodeBus = Int

/// Is given what a node has made, on a thread that is neither the main one nor the rendering one.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// Is called when scheduled sound is over, or given up.
public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// Is called when scheduled sound is over, or given up, with the kind that was asked for.
public typealias AVAudioPlayerNodeCompletionHandler = @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Gives what an input node captures in manual rendering; `nil` where there is nothing now.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// Makes what a source node gives, on the rendering thread: sets the first argument where it is silence, and fills the
/// list. A status other than 0 drops it.
public typealias AVAudioSourceNodeRenderBlock = (
  UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
  UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// Renders an engine from a thread of the caller's.
public typealias AVAudioEngineManualRenderingBlock = (
  AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// Why an engine cannot be rendered by its caller.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
  /// The engine is not in the manual mode that is needed.
  case invalidMode = -80800
  /// The engine runs and must be stopped before.
  case initialized = -80801
  /// The engine does not run.
  case notRunning = -80802
}

/// What came of manual rendering.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  /// Nothing can be used.
  case error = -1
  /// All is there.
  case success = 0
  /// The input node's block had nothing to give; what else there is has been rendered.
  case insufficientDataFromInputNode = 1
  /// It cannot be done now, and may be tried again.
  case cannotDoInCurrentContext = 2
}

/// How a caller renders.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
  /// As fast as can be; rendering may wait for files.
  case offline = 0
  /// On a thread that must not wait.
  case realtime = 1
}

/// How a buffer stands to those before and behind it.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options of their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// It is repeated until it is stopped or interrupted.
  public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
  /// It takes the place of what is heard and of what is scheduled.
  public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
  /// It begins at the end of what is heard, or of its repetition.
  public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}

/// When a completion handler is called.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// When the player has taken all of the sound.
  case dataConsumed = 0
  /// When all of it has left the player. Here that is the same moment.
  case dataRendered = 1
  /// When all of it has been heard; in manual rendering, where nobody hears it, when it has left the player.
  case dataPlayedBack = 2
}

extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Told with an engine that has stopped because its device has: it was unplugged, or failed. Nodes stay attached and
  /// connected; the program may start the engine again.
  public static let AVAudioEngineConfigurationChange = NSNotification.Name(
    "AVAudioEngineConfigurationChangeNotification")
}

/// One end of a connection.
open class AVAudioConnectionPoint: NSObject {
  /// The node, or `nil` where it is gone.
  public private(set) weak var node: AVAudioNode?
  /// Its input or output.
  public let bus: AVAudioNodeBus

  /// A bus of a node.
  public init(node: AVAudioNode, bus: AVAudioNodeBus) {
    self.node = node
    self.bus = bus
    super.init()
  }
}

/// What is heard of a source at a mixer.
public protocol AVAudioMixing: AVAudioStereoMixing {
  /// What the samples are multiplied by: 0 up to 1, and 1 at first.
  var volume: Float { get set }
  /// Volume and panorama at one connection only; `nil` where there is no such connection.
  func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
}

/// The place of a source between two loudspeakers.
public protocol AVAudioStereoMixing: NSObjectProtocol {
  /// −1 is left, 0 the middle, 1 right.
  var pan: Float { get set }
}
