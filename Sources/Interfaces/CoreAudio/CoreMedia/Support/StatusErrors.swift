import AudioToolbox
import Foundation

// Apple's overlay throws statuses as errors of Foundation's.

extension Failure {
  /// The status as Apple's overlay throws it.
  var error: NSError {
    NSError(
      domain: NSOSStatusErrorDomain, code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: MediaStatusText.text(status)])
  }

  /// Creates a failure from an error that a closure of the caller's threw, or `otherwise` if that is not a status.
  init(thrown error: any Error, otherwise status: OSStatus) {
    let error = error as NSError
    let code = error.domain == NSOSStatusErrorDomain ? OSStatus(exactly: error.code) : nil
    self.init(code ?? status)
  }
}

/// Runs code that fails with a status, and throws the status as an error like Apple's overlay.
func throwingErrors<Result>(_ body: () throws(Failure) -> Result) throws -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw error.error
  }
}
