import Foundation

/// Returns the object that a function called `Create` or `Copy` makes.
///
/// - Throws: Its status.
func made<Object>(_ make: (UnsafeMutablePointer<Object?>) -> OSStatus) throws -> Object {
  var object: Object?
  try require(unsafe make(&object))
  guard let object else { throw Failure(kCMSampleBufferError_AllocationFailed).error }
  return object
}

/// Returns an object as the Core Foundation class that Swift shows.
///
/// A cast would ask the object for that class, which it does not have: in a debug build it stops the program.
func sameObject<Object: AnyObject>(_ object: AnyObject) -> Object {
  unsafe Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
}

/// Throws a status unless it is 0.
func require(_ status: OSStatus) throws {
  guard status == noErr else { throw Failure(status).error }
}
