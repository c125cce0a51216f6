import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs

/// What `--json` prints of a file that a job could do nothing with.
struct FailureRecord: Encodable {
  /// Why.
  struct Failure: Encodable {
    var kind: String
    var place: String?
    var text: String
  }

  var file: String
  var error: Failure
  var warnings: [String] = []

  init(_ error: JobError) {
    file = error.path.description
    self.error = Failure(kind: "job", place: nil, text: error.reason.description)
    switch error.reason {
    case .file(let inner): take(inner)
    case .decoding(let inner), .conversion(.decoding(let inner)): take(inner)
    case .cancelled: self.error.kind = "cancelled"
    case .option, .refused: self.error.kind = "refused"
    case .noAudioTrack, .noTrack: self.error.kind = "no track"
    default: break
    }
  }

  private mutating func take(_ inner: FileError) {
    error.kind = "file"
    if case .container(let container) = inner { take(container) }
  }

  private mutating func take(_ inner: DecodingError) {
    error.kind = "decoding"
    switch inner {
    case .container(let container): take(container)
    case .packet(let packet):
      error.kind = "\(packet.error.kind)"
      error.place = "packet \(packet.packet), byte \(packet.fileOffset)"
    case .noDecoder: error.kind = "unsupported"
    default: break
    }
  }

  private mutating func take(_ inner: ContainerError) {
    error.kind = "\(inner.kind)"
    error.place = "byte \(inner.byteOffset)"
  }
}
