import AudioToolbox
import Dispatch
public import Foundation

/// The settings and permission for recording, for portable programs: recording is always allowed.
open class AVAudioApplication: NSObject, @unchecked Sendable {
  /// The permission to record.
  public enum recordPermission: Int, Sendable {
    /// The permission was not requested.
    case undetermined = 1_970_168_948
    /// The permission is denied.
    case denied = 1_684_369_017
    /// The permission is granted.
    case granted = 1_735_552_628
  }

  private static let instance = AVAudioApplication()

  private override init() { super.init() }

  /// The application object of the process.
  open class var shared: AVAudioApplication { instance }

  /// Always granted: the system decides when the device is opened.
  open var recordPermission: recordPermission { .granted }

  /// Always false: the input cannot be muted here.
  open var isInputMuted: Bool { false }

  /// Throws for true: the input cannot be muted here.
  ///
  /// - Throws: `kAudio_UnimplementedError` if it is to be silenced: that is not made here.
  open func setInputMuted(_ muted: Bool) throws {
    guard !muted else {
      throw NSError.ofEngine(
        OSStatus(kAudio_UnimplementedError), "the input cannot be muted here", call: "setInputMuted")
    }
  }

  /// Calls the handler with true on its own thread: recording is allowed.
  open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
    DispatchQueue.global().async { response(true) }
  }

  /// Returns true: recording is allowed.
  open class func requestRecordPermission() async -> Bool { true }
}
