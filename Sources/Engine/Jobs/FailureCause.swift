package import AudioBase
package import AudioConversion
package import AudioFiles

/// The kind of a failure by a word for interfaces, and its place.
package struct FailureCause {
  package var kind = "unsupported"
  package var offset: Int64?
  package var structure: String?
  package var packet: Int64?

  package init(_ kind: String) { self.kind = kind }

  package init(_ kind: ErrorKind) {
    self.kind =
      switch kind {
      case .truncated: "truncated"
      case .malformed: "malformed"
      case .unsupported: "unsupported"
      case .limitExceeded: "limitExceeded"
      case .invalidState: "invalidState"
      case .inputOutput: "inputOutput"
      case .notStreamable: "notStreamable"
      }
  }

  package init(_ error: ContainerError) {
    self.init(error.kind)
    if error.systemError == changedFileError { kind = "changed" }
    offset = error.byteOffset
    structure = error.structure.map { "\($0)" }
  }

  package init(_ error: FileError) {
    switch error {
    case .system: self.init("inputOutput")
    case .alreadyExists: self.init("exists")
    case .isDirectory: self.init("directory")
    case .unknownFormat: self.init("unknownFormat")
    case .unreadFormat: self.init("unsupported")
    case .isEmpty: self.init("empty")
    case .busy: self.init("busy")
    case .changed: self.init("changed")
    case .container(let inner): self.init(inner)
    }
  }

  package init(_ error: TrackDecodingError) {
    switch error {
    case .container(let inner): self.init(inner)
    case .configuration(let inner): self.init(inner.kind)
    case .packet(let damaged):
      self.init(damaged.error.kind)
      (packet, offset) = (damaged.packet, damaged.fileOffset)
    case .noAudioTrack: self.init("option")
    case .noDecoder, .setting, .needsHistory: self.init("unsupported")
    }
  }

  package init(_ error: ConversionError) {
    switch error {
    case .decoding(let inner): self.init(inner)
    case .format(let inner), .encoding(let inner): self.init(inner.kind)
    case .noDecoder, .noEncoder, .rates: self.init("unsupported")
    case .channelMap, .neighbor: self.init("option")
    }
  }

  package init(_ reason: JobError.Reason) {
    switch reason {
    case .file(let error): self.init(error)
    case .decoding(let error): self.init(error)
    case .conversion(let error): self.init(error)
    case .encoderFormat(let error, _), .encoderRefuses(let error, _): self.init(error.kind)
    case .cancelled: self.init("cancelled")
    case .noReadableTrack: self.init(.malformed)
    case .stopped, .noLoudness: self.init("incomplete")
    case .option, .refused, .noAudioTrack, .noTrack, .noConfiguration, .noContainer, .partOutside: self.init("option")
    default: self.init("unsupported")
    }
  }
}
