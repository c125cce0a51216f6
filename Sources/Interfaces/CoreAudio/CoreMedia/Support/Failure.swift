/// A status that is not `noErr`, thrown.
struct Failure: Error {
  var status: OSStatus
  init(_ status: OSStatus) { self.status = status }

  /// Returns the status that a C function returns for `body`.
  static func of(_ body: () throws(Failure) -> Void) -> OSStatus {
    do throws(Failure) {
      try body()
      return noErr
    } catch {
      return error.status
    }
  }
}
