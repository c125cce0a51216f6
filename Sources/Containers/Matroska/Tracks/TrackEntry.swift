import AudioBase

/// The description of one track in a file (RFC 9559, 5.1.4.1), defaults filled in.
struct TrackEntry {
  /// `TrackType`: the values that need a name.
  enum Kind: UInt64 {
    case video = 1
    case audio = 2
    case complex = 3
    case logo = 16
    case subtitles = 17
    case buttons = 18
    case control = 32
    case metadata = 33

    var name: String {
      switch self {
      case .video: "video"
      case .audio: "sound"
      case .complex: "sound and video together"
      case .logo: "a logo"
      case .subtitles: "subtitles"
      case .buttons: "buttons"
      case .control: "control"
      case .metadata: "metadata"
      }
    }
  }

  /// `TrackNumber`, which blocks use to name the track.
  private(set) var number: UInt64 = 0
  /// `TrackUID`, which tags use to name the track.
  private(set) var uniqueIdentifier: UInt64 = 0
  /// `nil` for a number that RFC 9559 does not have.
  private(set) var kind: Kind?
  private(set) var name = ""
  /// The language, as three letters of ISO 639-2; empty if it is stated to be unknown.
  private(set) var language = "eng"
  /// `CodecID`.
  private(set) var codec = ""
  /// `CodecPrivate` as stored in the file.
  private(set) var codecPrivate: [UInt8] = []
  /// `CodecDelay`, in nanoseconds.
  private(set) var codecDelay: UInt64 = 0
  /// The sampling rate, in Hz.
  private(set) var sampleRate = 8000.0
  /// `OutputSamplingFrequency`, in Hz, if it is stated.
  private(set) var outputSampleRate: Double?
  private(set) var channelCount: UInt64 = 1
  private(set) var bitDepth: UInt64?
  private(set) var encodings = ContentEncodings()
  /// The number of bytes from the start of the file to the entry.
  let offset: Int64

  /// Reads an element `TrackEntry`.
  ///
  /// - Throws: ``ContainerError`` if it breaks a rule or a bound.
  init(_ entry: Element, _ window: inout SourceWindow, limits: ResourceLimits) throws(ContainerError) {
    offset = entry.start
    var children = try entry.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case TrackName.number: number = try element.unsigned(&window)
      case TrackName.uniqueIdentifier: uniqueIdentifier = try element.unsigned(&window)
      case TrackName.type: kind = Kind(rawValue: try element.unsigned(&window))
      case TrackName.name: name = try element.text(&window, limits: limits)
      case TrackName.language:
        let text = try element.text(&window, limits: limits)
        language = text == "und" ? "" : text
      case TrackName.codec: codec = try element.text(&window, limits: limits)
      case TrackName.codecPrivate: codecPrivate = try element.bytes(window.source, limits: limits)
      case TrackName.codecDelay: codecDelay = try element.unsigned(&window)
      case TrackName.audio: try readAudio(element, &window)
      case TrackName.contentEncodings: encodings = try ContentEncodings(element, &window, limits: limits)
      default: break
      }
    }
  }

  private mutating func readAudio(_ audio: Element, _ window: inout SourceWindow) throws(ContainerError) {
    var children = try audio.children()
    while let element = try children.next(&window) {
      switch element.identifier {
      case TrackName.samplingFrequency: sampleRate = try element.float(&window)
      case TrackName.outputSamplingFrequency: outputSampleRate = try element.float(&window)
      case TrackName.channels: channelCount = try element.unsigned(&window)
      case TrackName.bitDepth: bitDepth = try element.unsigned(&window)
      default: break
      }
    }
  }

  /// The track as remarks call it.
  var title: String {
    let what = kind?.name ?? "of an unknown kind"
    return "track \(number) (\(what), \(codec.isEmpty ? "no codec" : codec))"
  }

  /// Returns an error at this track.
  func failure(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
    ContainerError(kind, rule, at: offset, in: MatroskaFile.fileType)
  }

  /// Returns `CodecPrivate` with its encoding undone.
  func configuration(limits: ResourceLimits) throws(ContainerError) -> [UInt8] {
    encodings.appliesToConfiguration ? try encodings.decode(codecPrivate, at: offset, limits: limits) : codecPrivate
  }
}
