public import AudioBase

/// A remedy for an ``AudioError``: ``description`` expresses it for programs, and a command line with the names of its
/// options.
public enum Advice: Sendable, Hashable {
  /// Allow the existing file to be replaced.
  case replacing
  /// Name an audio file.
  case audioFile
  /// Try again once no other program is changing the file.
  case waiting
  /// The file may not be complete.
  case completeFile
  /// Check the file: it may be damaged, or of another type than its first bytes indicate.
  case undamagedFile
  /// Make a WAVE file with another program.
  case otherProgram
  /// See the list of formats that can be read.
  case readableFormats
  /// See the list of formats that can be decoded.
  case decodableFormats
  /// See the list of formats that can be encoded.
  case encodableFormats
  /// See the list of formats that can be written.
  case writableFormats
  /// Omit decoder settings; or, if packets are copied, choose a format.
  case withoutDecoderSettings([DecoderSetting], orEncoding: Bool)
  /// Give the configuration, if it is known.
  case otherConfiguration
  /// Give the configuration of the packets.
  case configuration
  /// Conceal damage to get all that can be decoded.
  case concealing
  /// Conceal damage to turn the loss into a warning.
  case acceptingLoss
  /// The list of audio tracks.
  case tracks
  /// List all tracks.
  case allTracks
  /// Use the number of channels of the input.
  case channelCount
  /// The length of the input.
  case duration
  /// Convert the neighbour to the rate and the channels of the input.
  case convertedNeighbor
  /// The loudness is to be measured.
  case measuredLoudness
  /// A container is to be chosen.
  case container
  /// Choose a container, or a dump, by the output's extension.
  case containerByExtension
  /// Choose one of these formats that the container holds and an encoder produces; if empty, a usual one.
  case formats([FourCharacterCode])
  /// File types that hold the format, which is given if packets are copied; if empty, see the list of formats.
  case holders([FourCharacterCode], of: FourCharacterCode?)
  /// Use an extension that stands for the format.
  case extensions([String])
  /// Omit a request, or choose a format to encode.
  case withoutOrEncoding(ConversionRequest)
  /// Omit a request, or choose another format.
  case withoutOrOtherFormat(ConversionRequest)
  /// Change or omit requests.
  case change([ConversionRequest])
  /// Use a quality with a variable rate only.
  case variableRate
  /// The next higher sample rate of the encoder, in Hz, or its highest.
  case sampleRate(Double, FourCharacterCode)
  /// The nearest bit rate that the encoder has for this format, and the range, in bits/s.
  case bitRate(Int, within: ClosedRange<Int>)
  /// The kinds of spectral band replication that each format has.
  case replication
  /// Omit the level, or choose FLAC.
  case withoutLevel
  /// The list of devices.
  case otherDevice
  /// Choose a rate and channels for the device.
  case deviceFormat
  /// Use the device without hardware, which needs no library.
  case virtualDevice
}

extension Advice: CustomStringConvertible {
  /// The remedy in words, without names of options or of parameters.
  public var description: String { fileText ?? formatText ?? requestText }

  /// The remedy, if it is about a file or a device.
  private var fileText: String? {
    switch self {
    case .replacing: "ask for it to be replaced"
    case .audioFile: "name an audio file"
    case .waiting: "try again once nobody else changes it"
    case .completeFile: "the file may not be complete"
    case .undamagedFile: "the file may be damaged, or not be what its first bytes say"
    case .otherProgram: "another program may make a WAVE file of it"
    case .otherConfiguration: "if the configuration is known otherwise, give it"
    case .configuration: "give their configuration (AudioSpecificConfig)"
    case .concealing: "when damage is concealed, what can be decoded is, if anything can"
    case .acceptingLoss: "when damage is concealed, it costs a warning"
    case .tracks, .allTracks: "choose one of the tracks that the file has"
    case .channelCount: "the file's description tells its number of channels"
    case .duration: "the file's description tells how long it is"
    case .convertedNeighbor: "convert it to the rate and the channels of this one"
    case .measuredLoudness: "measure the loudness"
    case .otherDevice: "choose one of the devices that there are"
    case .deviceFormat: "choose a rate and channels for the device"
    case .virtualDevice: "the virtual device needs none, and is heard by nobody"
    default: nil
    }
  }

  /// The remedy, if it is about a format that can be chosen.
  private var formatText: String? {
    switch self {
    case .readableFormats: "choose a file of a kind that can be read"
    case .decodableFormats: "choose a format that can be decoded"
    case .encodableFormats: "choose a format that can be encoded"
    case .writableFormats: "choose a kind of file that can be written"
    case .container: "choose a container"
    case .containerByExtension: "choose a container by the extension of the output"
    case .formats(let formats) where formats.isEmpty:
      "write .m4a (AAC or ALAC), .flac, .ogg (Opus), .wav or .caf instead"
    case .formats(let formats): "formats that can be written here instead: \(Self.list(formats))"
    case .holders(let types, _) where types.isEmpty: "choose a kind of file that holds the format"
    case .holders(let types, let format): "\(format.map { "'\($0)'" } ?? "it") goes into \(Self.list(types))"
    case .extensions(let names): "name the output \(names.map { "." + $0 }.joined(separator: " or "))"
    case .sampleRate(let rate, _): "the next rate is \(Int(rate)) Hz"
    case .bitRate(let rate, let range):
      "it takes \(range.lowerBound) to \(range.upperBound) bits/s; the nearest rate is \(rate)"
    default: nil
    }
  }

  /// The remedy, if it concerns the request.
  private var requestText: String {
    switch self {
    case .withoutDecoderSettings(_, let orEncoding):
      "leave the decoder's settings out" + (orEncoding ? ", or choose a format" : "")
    case .withoutOrEncoding(let request): "leave the \(request) out, or choose a format that is encoded"
    case .withoutOrOtherFormat(let request): "leave the \(request) out, or choose another format"
    case .change(let requests):
      "change the \(requests.map(\.description).joined(separator: ", the ")), or leave it out"
    case .variableRate: "give the quality together with a variable bit rate, or leave it out"
    case .replication: "choose a kind of spectral band replication that the format has"
    case .withoutLevel: "choose FLAC, or leave the level out"
    default: ""
    }
  }

  /// Returns codes between quotes, separated by spaces.
  private static func list(_ codes: [FourCharacterCode]) -> String {
    codes.map { "'\($0)'" }.joined(separator: " ")
  }
}
