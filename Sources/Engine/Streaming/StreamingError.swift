public import AudioBase
public import RTPPayloads

/// The reason why a stream cannot be sent or received as requested.
public struct StreamingError: Error, Sendable {
  /// The kind of the failure.
  public var kind: ErrorKind
  /// The rule that was broken, as a sentence without a full stop.
  public var rule: String
  /// The detail from the operating system or a standard; empty where there is none.
  public var detail: String

  /// Creates an error.
  public init(_ kind: ErrorKind, _ rule: String, detail: String = "") {
    self.kind = kind
    self.rule = rule
    self.detail = detail
  }

  /// Creates the failure of a payload, a packet or a session description.
  public init(_ error: RTPError) {
    let clause = error.clause.utf8CodeUnitCount == 0 ? "" : String(describing: error.clause)
    self.init(error.kind, String(describing: error.rule), detail: clause)
  }
}

extension StreamingError: CustomStringConvertible {
  /// The rule and further details, in one line.
  public var description: String { "\(kind): \(rule)" + (detail.isEmpty ? "" : " (\(detail))") }
}
