package import AudioBase
package import AudioErrors
package import RTPPayloads

// The reasons why a stream cannot be sent or received as requested.

extension AudioError {
  /// Returns the failure of a stream.
  ///
  /// - Parameters:
  ///   - kind: The kind of the failure.
  ///   - rule: The rule that was broken, as a sentence without a full stop.
  ///   - detail: The detail from the operating system or a standard; empty if there is none.
  package static func streaming(_ kind: ErrorKind, _ rule: String, detail: String = "") -> AudioError {
    var error = AudioError(Kind(kind), .streaming, rule)
    error.clause = detail
    return error
  }

  /// Returns the error of a payload, a packet or a session description.
  package static func streaming(_ error: RTPError) -> AudioError {
    streaming(error.kind, "\(error.rule)", detail: "\(error.clause)")
  }
}

/// Returns the result of work on a payload, a packet or a session description; adds the clause to its error.
package func raising<Result: ~Copyable>(
  _ body: () throws(RTPError) -> Result
) throws(AudioError) -> Result {
  do throws(RTPError) { return try body() } catch { throw .streaming(error) }
}
