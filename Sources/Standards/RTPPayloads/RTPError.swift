public import AudioBase

/// An error: a datagram, a payload or a session description breaks a rule, or requires an unsupported feature.
public struct RTPError: Error, Sendable, BitwiseCopyable {
  /// The kind of the failure.
  public var kind: ErrorKind
  /// The rule that was broken, as a sentence without a full stop.
  public var rule: StaticString
  /// The document and clause of the rule, or an empty text.
  public var clause: StaticString
  /// The position of the failure, in bytes from the start of the datagram, the payload or the text.
  public var byteOffset: Int

  /// Creates an error.
  public init(_ kind: ErrorKind, _ rule: StaticString, clause: StaticString = "", at byteOffset: Int = 0) {
    self.kind = kind
    self.rule = rule
    self.clause = clause
    self.byteOffset = byteOffset
  }
}

extension RTPError: CustomStringConvertible {
  /// The broken rule, and the clause that states it.
  public var description: String {
    let reference = clause.utf8CodeUnitCount == 0 ? "" : " (\(clause))"
    return "\(kind): \(rule) at byte \(byteOffset)\(reference)"
  }
}
