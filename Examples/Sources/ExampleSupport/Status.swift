import AudioToolbox
import Foundation

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
  public var description: String { "\(call) gave \(statusText(status))" }
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

/// A status as its four characters, where it is made of them, or as a number.
public func statusText(_ status: OSStatus) -> String {
  let text = fourCharacters(UInt32(bitPattern: status))
  return text.hasPrefix("'") ? text : "\(status)"
}

/// Runs a program to its end, or to its first error, which it tells.
public func report(_ program: () throws -> Void) {
  do {
    try program()
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}

/// What the user has to type.
public struct UsageError: Error, CustomStringConvertible {
  /// How the program is called.
  public var description: String
  /// Tells how a program is called.
  public init(_ usage: String) { description = "usage: \(usage)" }
}
