import AudioToolbox
import Foundation

// Statuses of the C API as errors of Foundation's.

extension NSError {
  /// Returns an error of `AVAudioFile`: the status in AVFAudio's own domain, and the call that failed.
  static func ofFile(_ status: OSStatus, call: String) -> NSError {
    let underlying = ofConverter(status)
    return NSError(
      domain: "com.apple.coreaudio.avfaudio", code: Int(status),
      userInfo: [
        "failed call": call, NSLocalizedDescriptionKey: underlying.localizedDescription,
        NSUnderlyingErrorKey: underlying,
      ])
  }

  /// Returns an error of `AVAudioConverter`.
  static func ofConverter(_ status: OSStatus) -> NSError {
    NSError(
      domain: NSOSStatusErrorDomain, code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: StatusText.text(status)])
  }

  /// The error of a read at the end of a file. On Apple's systems the method fails there without an error, and this is
  /// how Swift reports that.
  static var endOfFile: NSError {
    NSError(
      domain: "Foundation._GenericObjCError", code: 0, userInfo: [NSLocalizedDescriptionKey: "The file ends here."])
  }
}
