public import AudioBase
public import RTPPayloads

/// Why a stream cannot be sent or received as it is asked for.
public struct StreamingError: Error, Sendable {
  /// What kind of failure it is.
  public var kind: ErrorKind
  /// The rule that was broken, as a sentence without a full stop.
  public var rule: String
  /// What the operating system or a standard says of it; empty where there is nothing more to say.
  public var detail: String

  /// Creates an error.
  public init(_ kind: ErrorKind, _ rule: String, detail: String = "") {
    self.kind = kind
    self.rule = rule
    self.detail = detail
  }

  /// The failure of a payload, a packet or a session description.
  public init(_ error: RTPError) {
    let clause = error.clause.utf8CodeUnitCount == 0 ? "" : String(describing: error.clause)
    self.init(error.kind, String(describing: error.rule), detail: clause)
  }
}

extension StreamingError: CustomStringConvertible {
  /// The rule and what else there is to say, in one line.
  public var description: String { "\(kind): \(rule)" + (detail.isEmpty ? "" : " (\(detail))") }
}
