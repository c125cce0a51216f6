package import AudioFiles

/// The record of a failure in the output of `--json`.
package struct FailureRecord: Encodable {
  /// The known place of the failure.
  package struct Place: Encodable {
    /// The file.
    var file: String
    /// The offset from the start of the file, in bytes.
    var offset: Int64?
    /// The structure, such as a box or chunk.
    var structure: String?
    /// The index of the packet.
    var packet: Int64?
  }

  /// The kind of failure: `truncated`, `malformed`, `unsupported`, `limitExceeded`, `invalidState`, `inputOutput`,
  /// `notStreamable`, `exists`, `directory`, `empty`, `unknownFormat`, `option`, `incomplete`, `cancelled`, `device`.
  package var kind: String
  package var place: Place
  package var text: String

  package init(_ failure: CommandFailure) {
    kind = failure.kind.rawValue
    let place = failure.place
    self.place = Place(
      file: failure.file, offset: place.byte, structure: place.structure.map { "\($0)" }, packet: place.packet)
    text = failure.text
  }
}

/// The record of a file that failed.
package struct FailedFileRecord: Encodable {
  package var file: String
  package var error: FailureRecord
  package var warnings: [String] = []

  package init(_ file: Pathname, _ failure: CommandFailure, warnings: [String] = []) {
    self.file = file.description
    error = FailureRecord(failure)
    self.warnings = warnings
  }
}
