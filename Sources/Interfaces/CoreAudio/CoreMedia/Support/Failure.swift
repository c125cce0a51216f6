/// A status that is not `noErr`, thrown.
struct Failure: Error {
  var status: OSStatus
  init(_ status: OSStatus) { self.status = status }

  /// What a C function returns.
  static func of(_ body: () throws(Failure) -> Void) -> OSStatus {
    do throws(Failure) {
      try body()
      return noErr
    } catch {
      return error.status
    }
  }
}
