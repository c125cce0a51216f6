import Foundation

/// What a function called `Create` or `Copy` makes.
///
/// - Throws: Its status.
func made<Object>(_ make: (UnsafeMutablePointer<Object?>) -> OSStatus) throws -> Object {
  var object: Object?
  try require(unsafe make(&object))
  guard let object else { throw Failure(kCMSampleBufferError_AllocationFailed).error }
  return object
}

/// Throws a status unless it is 0.
func require(_ status: OSStatus) throws {
  guard status == noErr else { throw Failure(status).error }
}
