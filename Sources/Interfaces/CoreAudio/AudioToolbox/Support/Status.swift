/// A status of Core Audio that is not `noErr`.
package struct Status: Error, Equatable {
  package var code: OSStatus

  package init(_ code: OSStatus) { self.code = code }

  /// Returns the status of a C function: `noErr`, or that of the error that the body throws.
  package static func of(_ body: () throws(Status) -> Void) -> OSStatus {
    do throws(Status) {
      try body()
      return noErr
    } catch {
      return error.code
    }
  }
}

/// Throws for a null pointer that C code passed although the header requires one.
func requirePointer(_ address: UInt, orThrow failure: OSStatus = kAudio_ParamError) throws(Status) {
  guard address != 0 else { throw Status(failure) }
}
