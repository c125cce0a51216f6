import AudioToolbox

/// A call that did not give `noErr`.
public struct CallFailed: Error, CustomStringConvertible {
  /// Which function it was, and what for.
  public var call: String
  /// What it returned.
  public var status: OSStatus

  /// Notes a failure.
  public init(_ call: String, _ status: OSStatus) {
    self.call = call
    self.status = status
  }

  /// The call and its status, as a number and as four characters.
  public var description: String { "\(call) gave \(status) (\(fourCharacters(UInt32(bitPattern: status))))" }
}

/// Throws where a call has failed: `try check("AudioFileClose", AudioFileClose(file))`.
public func check(_ call: String, _ status: OSStatus) throws {
  guard status == noErr else { throw CallFailed(call, status) }
}

/// A code of four characters as text, where it is one.
public func fourCharacters(_ code: UInt32) -> String {
  let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
  guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "\(code)" }
  return "'\(String(decoding: bytes, as: UTF8.self))'"
}

/// What the user has to type.
public struct UsageError: Error, CustomStringConvertible {
  /// How the program is called.
  public var description: String
  /// Tells how a program is called.
  public init(_ usage: String) { description = "usage: \(usage)" }
}
