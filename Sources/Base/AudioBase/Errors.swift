/// The kind of failure; every error about data has a kind.
public enum ErrorKind: Sendable, BitwiseCopyable {
  /// The data ends too early; more bytes might help.
  case truncated
  /// A rule of the format is broken.
  case malformed
  /// Legal, but not implemented here.
  case unsupported
  /// A limit of this package was exceeded, not a limit of the format; see ``ResourceLimits``.
  case limitExceeded
  /// The caller's order of calls is wrong, or a value does not belong to its receiver.
  case invalidState
  /// The operating system refused a read or a write.
  case inputOutput
  /// Legal, but the index follows the audio, so that the file cannot be read while it arrives.
  case notStreamable
}

/// An error of a codec: data or a configuration that it cannot use.
public struct CodecError: Error, Sendable, BitwiseCopyable {
  /// The kind of the failure.
  public var kind: ErrorKind
  /// The rule that was broken, as a sentence without a full stop.
  public var rule: StaticString
  /// The clause of the standard, or an empty text.
  public var clause: StaticString
  /// The position of the failure, in bits from the start of the packet or of the configuration.
  public var bitOffset: Int

  /// Creates an error.
  public init(_ kind: ErrorKind, _ rule: StaticString, clause: StaticString = "", bitOffset: Int = 0) {
    self.kind = kind
    self.rule = rule
    self.clause = clause
    self.bitOffset = bitOffset
  }
}

/// An error of a container or of its source, such as invalid bytes.
public struct ContainerError: Error, Sendable, BitwiseCopyable {
  /// The kind of the failure.
  public var kind: ErrorKind
  /// The rule that was broken, as a sentence without a full stop.
  public var rule: StaticString
  /// The position of the failure, in bytes from the start of the file.
  public var byteOffset: Int64
  /// The structure that was being read, such as a box type; `nil` if there is none.
  public var structure: FourCharacterCode?
  /// The operating system's `errno` if ``kind`` is ``ErrorKind/inputOutput``, otherwise 0.
  public var systemError: Int32

  /// Creates an error.
  public init(
    _ kind: ErrorKind, _ rule: StaticString, at byteOffset: Int64, in structure: FourCharacterCode? = nil,
    systemError: Int32 = 0
  ) {
    self.kind = kind
    self.rule = rule
    self.byteOffset = byteOffset
    self.structure = structure
    self.systemError = systemError
  }
}

extension CodecError: CustomStringConvertible {
  /// The broken rule, and the clause that states it.
  public var description: String {
    let reference = clause.utf8CodeUnitCount == 0 ? "" : " (\(clause))"
    return "\(kind): \(rule) at byte \(bitOffset / 8), bit \(bitOffset % 8)\(reference)"
  }
}

extension ContainerError: CustomStringConvertible {
  /// The broken rule, and the structure that it belongs to.
  public var description: String {
    let place = structure.map { " in '\($0)'" } ?? ""
    return "\(kind): \(rule)\(place) at byte \(byteOffset)"
  }
}

extension ErrorKind: CustomStringConvertible {
  /// The kind in words.
  public var description: String {
    switch self {
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .unsupported: "unsupported"
    case .limitExceeded: "limit exceeded"
    case .invalidState: "invalid state"
    case .inputOutput: "input/output error"
    case .notStreamable: "not streamable"
    }
  }
}
