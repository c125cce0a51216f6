public import AudioBase

/// An error of reading, writing, converting, playing or sending audio: the only error type above codecs and containers.
///
/// It holds the details that were known at the place of the failure, and later the file, so that it need not be wrapped
/// in another error.
public struct AudioError: Error, Sendable {
  /// The kind of the failure; its raw value is the word for programs.
  public var kind: Kind
  /// The work that failed.
  public var stage: Stage
  /// The broken rule, or the obstacle, without its place and without a full stop.
  public var rule: String
  /// The clause of the standard or the standard's name; empty if there is none.
  public var clause = ""
  /// The known place of the failure.
  public var place = Place()
  /// The file with the failure, if it is known.
  public var file: Pathname?
  /// The side of the work that ``file`` is on.
  public var side = Side.input
  /// The operating system's `errno`, or 0.
  public var systemError: Int32 = 0
  /// The remedy, if one is known.
  public var advice: Advice?

  /// Creates an error.
  public init(_ kind: Kind, _ stage: Stage, _ rule: String, advice: Advice? = nil) {
    (self.kind, self.stage, self.rule, self.advice) = (kind, stage, rule, advice)
  }
}

extension AudioError {
  /// The kind of a failure: of data, as in `ErrorKind`, of files, or of work.
  public enum Kind: String, Sendable {
    /// The data ends too early.
    case truncated
    /// A rule of the format is broken.
    case malformed
    /// Legal, but not implemented here.
    case unsupported
    /// A limit of this package was exceeded, not a limit of the format; see `ResourceLimits`.
    case limitExceeded
    /// The caller's order of calls is wrong, or a value does not belong to its receiver.
    case invalidState
    /// The operating system refused a call.
    case inputOutput
    /// Legal, but the index follows the audio, so that the file cannot be read while it arrives.
    case notStreamable
    /// A file of that name exists, and may not be replaced.
    case exists
    /// The name is a directory's.
    case directory
    /// No container recognises the first bytes of the file.
    case unknownFormat
    /// The file is empty.
    case empty
    /// Another program, or another part of this one, has been changing the file for more than ten seconds.
    case busy
    /// Another program has changed or replaced the file since it was read.
    case changed
    /// The work's `Cancellation` was requested.
    case cancelled
    /// A part of the input would have been lost, or is missing.
    case incomplete
    /// A request contradicts the input or itself, or a value is out of its range.
    case option
    /// The fault is in the device, so that other files would fail too.
    case device
  }

  /// The failed work, which decides how ``AudioError/text`` words the rule.
  public enum Stage: Sendable {
    /// Opening, making or placing a file.
    case file
    /// Reading or writing a container, or its source.
    case container
    /// The track was to be chosen.
    case track
    /// Finding a decoder for the format.
    case decoder
    /// Applying the track's configuration to a decoder.
    case configuration
    /// A packet was to be decoded.
    case packet
    /// Decoding from a position that depends on all packets before it.
    case seeking
    /// Finding an encoder for the format.
    case encoder
    /// Giving a format to a codec or a converter.
    case format
    /// Encoding packets.
    case encoding
    /// Converting a sample rate.
    case resampling
    /// Mapping channels, or joining recordings.
    case channels
    /// Playing or capturing by a device.
    case device
    /// Setting up a player, a recorder or a receiver.
    case playback
    /// Sending or receiving a stream.
    case streaming
    /// Fulfilling the requests of a job.
    case job
    /// Taking a call's arguments.
    case call
  }

  /// The place of a failure; unknown parts are `nil`.
  public struct Place: Sendable, Hashable {
    /// The bits from the start of the packet or of the configuration.
    public var bit: Int?
    /// The bytes from the start of the file.
    public var byte: Int64?
    /// The structure that was being read, such as a box type.
    public var structure: FourCharacterCode?
    /// The packet's index in its track.
    public var packet: Int64?
    /// The index of the track.
    public var track: Int?

    /// Creates a place.
    public init(
      bit: Int? = nil, byte: Int64? = nil, structure: FourCharacterCode? = nil, packet: Int64? = nil
    ) {
      (self.bit, self.byte, self.structure, self.packet) = (bit, byte, structure, packet)
    }
  }

  /// The two sides of the work that a file can be on.
  public enum Side: Sendable {
    /// The file that is read.
    case input
    /// The file that is written.
    case output
  }
}

extension AudioError {
  /// Returns the error as an error of the input file, unless it names another file.
  public static func input(_ file: Pathname, _ error: AudioError) -> AudioError { error.named(file, .input) }

  /// Returns the error as an error of the output file, unless it names another file.
  public static func output(_ file: Pathname, _ error: AudioError) -> AudioError { error.named(file, .output) }

  /// Returns the error as an error of a file, unless it belongs to another one.
  func named(_ file: Pathname?, _ side: Side) -> AudioError {
    guard let file, self.file == nil else { return self }
    var error = self
    (error.file, error.side) = (file, side)
    return error
  }
}

extension AudioError: CustomStringConvertible {
  /// The file, if it is known, and the reason, in one line of text.
  public var description: String { (file.map { "\($0): " } ?? "") + text }

  /// The reason and its place, in one line: ``description`` without the file.
  public var text: String {
    let system = systemError == 0 ? "" : ": \(systemErrorText(systemError))"
    switch stage {
    case .file, .seeking: return rule + system
    // The rule of a device has the system's text, which may be a library's own.
    case .device, .call: return rule
    case .container: return containerText + system
    case .configuration where kind == .invalidState: return rule
    case .configuration: return "the decoder's configuration is \(codecText)"
    case .packet where place.packet == nil: return codecText
    case .packet:
      return "\(codecText) of packet \(place.packet ?? 0), which lies at byte \(place.byte ?? 0) of the file"
    // A place in a format that was made here, and the clause about it, mean nothing to the reader.
    case .format where place.bit ?? 0 == 0: return "the format is \(kind): \(rule)"
    case .format: return "the format is \(codecText)"
    case .encoding: return "the encoder failed: \(codecText)"
    case .streaming: return "\(kind): \(rule)" + (clause.isEmpty ? "" : " (\(clause))")
    case .track, .decoder, .encoder, .resampling, .channels, .playback, .job:
      return (kind == .unsupported ? "unsupported: \(rule)" : rule) + system
    }
  }

  /// The rule, the place of the error, and the clause that states the rule.
  private var codecText: String {
    let bit = place.bit ?? 0
    return "\(kind): \(rule) at byte \(bit / 8), bit \(bit % 8)" + (clause.isEmpty ? "" : " (\(clause))")
  }

  /// The rule, the place of the error, and the structure it belongs to.
  private var containerText: String {
    let track = place.track.map { "track \($0): " } ?? ""
    let at = place.byte.map { " at byte \($0)" } ?? ""
    guard systemError == 0 else { return track + rule + at }
    return "\(track)\(kind): \(rule)" + (place.structure.map { " in '\($0)'" } ?? "") + at
  }
}

extension AudioError.Kind: CustomStringConvertible {
  /// Creates the kind of a codec's or a container's error.
  public init(_ kind: ErrorKind) {
    self =
      switch kind {
      case .truncated: .truncated
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .limitExceeded: .limitExceeded
      case .invalidState: .invalidState
      case .inputOutput: .inputOutput
      case .notStreamable: .notStreamable
      }
  }

  /// The kind in words.
  public var description: String {
    switch self {
    case .limitExceeded: "limit exceeded"
    case .invalidState: "invalid state"
    case .inputOutput: "input/output error"
    case .notStreamable: "not streamable"
    case .unknownFormat: "unknown format"
    default: rawValue
    }
  }
}
