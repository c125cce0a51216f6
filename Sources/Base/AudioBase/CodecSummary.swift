/// The description of a stream by its magic cookie, including streams that cannot be decoded.
public struct CodecSummary: Sendable, Equatable {
  /// The format ID, as Core Audio gives it.
  public var formatID: FourCharacterCode
  /// The profile in words, such as `AAC-ELD, LD-SBR dual rate`.
  public var profile: String
  /// The format that a packet decodes to in this package.
  public var decoded: DecodedFormat
  /// The formats that the packets may be decoded to, the richest first, the core last: `kAudioFilePropertyFormatList`.
  /// One entry if the stream has no layers.
  public var layers: [Layer] {
    get { statedLayers.isEmpty ? [Layer(formatID: formatID, decoded: decoded)] : statedLayers }
    set { statedLayers = newValue }
  }
  /// The notes for a user, such as a part of the stream that is ignored.
  public var notes: [String]
  /// The codec's own configuration, without the container's wrapping: an AudioSpecificConfig.
  public var configuration: [UInt8]
  /// The decoded fields of the configuration, in order, to show.
  public var fields: [Field]
  /// The delay of the decoder itself, in frames at the rate of ``decoded``: that of the filterbanks of SBR.
  ///
  /// A container's priming frames include them where its writer knew of them.
  public var decoderDelay: Int
  /// The layers of a stream that has several.
  private var statedLayers: [Layer]

  /// One of the ways to decode a stream of several layers.
  public struct Layer: Sendable, Equatable {
    /// The format ID of the stream up to this layer.
    public var formatID: FourCharacterCode
    /// The format to which a packet decodes with this layer.
    public var decoded: DecodedFormat

    /// Creates a layer.
    public init(formatID: FourCharacterCode, decoded: DecodedFormat) {
      self.formatID = formatID
      self.decoded = decoded
    }
  }

  /// A named value of the configuration.
  public struct Field: Sendable, Equatable {
    /// The standard's name.
    public var name: String
    /// The value in words.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a summary; without layers, the stream is its only layer.
  public init(
    formatID: FourCharacterCode, profile: String, decoded: DecodedFormat, notes: [String] = [],
    configuration: [UInt8], fields: [Field] = [], layers: [Layer] = [], decoderDelay: Int = 0
  ) {
    self.decoderDelay = decoderDelay
    statedLayers = layers
    self.formatID = formatID
    self.profile = profile
    self.decoded = decoded
    self.notes = notes
    self.configuration = configuration
    self.fields = fields
  }
}
