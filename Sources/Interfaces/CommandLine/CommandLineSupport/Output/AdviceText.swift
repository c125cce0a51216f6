import AudioBase
import AudioErrors
import AudioFiles

extension Advice {
  /// Returns the advice with the names of a program's options, if it concerns any.
  func text(_ options: OptionNames) -> String {
    fileText ?? formatText ?? optionText(options) ?? description
  }

  /// The advice about files and devices.
  private var fileText: String? {
    switch self {
    case .replacing: "use --force to replace it"
    case .otherProgram: "another program may make a WAVE file of it: \(UnreadFormat.usualCommand)"
    case .otherConfiguration: "if the configuration is known otherwise, give it with --asc HEX"
    case .configuration: "give their AudioSpecificConfig with --asc HEX"
    case .concealing: "with --on-error conceal what can be decoded is, if anything can"
    case .acceptingLoss: "with --on-error conceal it costs a warning"
    case .tracks: "'af info' lists the tracks"
    case .allTracks: "'af demux' lists the tracks"
    case .channelCount: "'af info' tells the number of channels of the input"
    case .duration: "'af info' tells how long it is"
    case .measuredLoudness: "make it with --soundcheck-generate"
    case .otherDevice: "'af devices' lists those that there are"
    case .deviceFormat: "choose a rate and channels behind the name: alsa:default:48000:2"
    case .virtualDevice: "--device virtual needs none, and is heard by nobody"
    default: nil
    }
  }

  /// The advice about formats that can be chosen.
  private var formatText: String? {
    switch self {
    case .readableFormats: "'af formats' lists what can be read"
    case .decodableFormats: "'af formats' lists what can be decoded"
    case .encodableFormats: "'af formats' lists what can be encoded"
    case .writableFormats: "'af formats' lists what can"
    case .container: "choose one with -f, such as -f WAVE"
    case .containerByExtension: "choose a container, or .dump, by the extension of the output"
    case .formats(let formats) where formats.isEmpty: nil
    case .formats(let formats):
      "what can be written here instead: " + formats.map { "-d \(Self.word(for: $0))" }.joined(separator: ", ")
    case .holders(let types, _) where types.isEmpty: "'af formats' lists what a file type holds"
    case .holders(let types, let format):
      "\(format.map { "'\($0)'" } ?? "it") goes into " + types.map { "'\($0)'" }.joined(separator: " ")
    case .sampleRate(let rate, let format): "the next rate is \(Int(rate)) Hz: -d '\(format)@\(Int(rate))'"
    case .bitRate(let rate, let range): "it takes \(range.lowerBound) to \(range.upperBound) bits/s: -b \(rate)"
    case .replication: EncodingOptions.replicationAdvice
    default: nil
    }
  }

  /// The advice about options that were given.
  private func optionText(_ options: OptionNames) -> String? {
    switch self {
    case .withoutDecoderSettings(let settings, let orEncoding):
      "leave \(settings.map(\.optionNames).joined(separator: ", ")) away" + (orEncoding ? ", or choose a format" : "")
    case .withoutOrEncoding(let request):
      "leave \(options.name(of: request)) away, or choose a format \(request == .part ? "" : "that is encoded ")with -d"
    case .withoutOrOtherFormat(let request):
      "leave \(options.name(of: request)) away, or choose another format with -d"
    case .change(let requests):
      "change \(requests.map(options.name).joined(separator: ", ")), or leave it away"
    case .variableRate: "give \(options.name(of: .encoder(.quality))) with --strategy 3, or leave it away"
    case .withoutLevel: "give -d flac, or leave --level away"
    default: nil
    }
  }

  /// Returns the value of `-d` that selects a format: its characters, or its number if they cannot be typed.
  private static func word(for formatID: FourCharacterCode) -> String {
    let text = "\(formatID)".trimmingSpaces
    return text.contains("\\") ? "0x" + String(formatID.rawValue, radix: 16, uppercase: true) : text
  }
}
