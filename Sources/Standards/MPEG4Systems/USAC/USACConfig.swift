package import AudioBase
package import Bitstream

/// `UsacConfig()`: the complete description of an xHE-AAC stream; the preceding fields in an AudioSpecificConfig are
/// only informative.
///
/// ISO/IEC 23003-3, 5.2. Reading and writing are exact mirrors.
public struct USACConfig: Sendable, Hashable {
  /// The meaning of `coreSbrFrameLengthIndex`.
  public struct FrameLength: Sendable, Hashable {
    /// `coreSbrFrameLengthIndex`, 0…4.
    public let index: Int

    /// Creates a frame length; 5…7 are reserved.
    public init?(index: Int) {
      guard (0...4).contains(index) else { return nil }
      self.index = index
    }

    /// The number of spectral lines of a channel: 768 or 1024.
    public var coreFrameLength: Int { index == 0 || index == 2 ? 768 : 1024 }
    /// The number of output samples of a packet.
    public var outputFrameLength: Int { [768, 1024, 2048, 2048, 4096][index] }
    /// `sbrRatioIndex`: 0 without band replication, 1 for 4:1, 2 for 8:3, 3 for 2:1.
    public var ratioIndex: Int { [0, 0, 2, 3, 1][index] }
    /// The output's rate as a fraction of the core's: 1, 8:3, 2:1 or 4:1.
    public var ratio: (output: Int, core: Int) { [(1, 1), (1, 1), (8, 3), (2, 1), (4, 1)][index] }
  }

  /// `usacConfigExtType` and its bytes.
  public struct Extension: Sendable, Hashable {
    /// `usacConfigExtType`: 0 fill, 2 `loudnessInfoSet()`, 7 `streamId`.
    public var type: Int
    /// The payload.
    public var payload: [UInt8]

    /// `ID_CONFIG_EXT_LOUDNESS_INFO`.
    public static let loudness = 2
    /// `ID_CONFIG_EXT_STREAM_ID`.
    public static let streamID = 7

    /// Creates an extension.
    public init(type: Int, payload: [UInt8]) {
      self.type = type
      self.payload = payload
    }
  }

  /// `usacSamplingFrequencyIndex`, 31 for an explicit rate.
  public var samplingFrequencyIndex: Int
  /// The rate of the output, in Hz.
  public var sampleRate: Int
  /// Lines of the core and samples of the output in a packet.
  public var frameLength: FrameLength
  /// `channelConfigurationIndex`, 0…13.
  public var channelConfiguration: Int
  /// `bsOutputChannelPos` of each channel, if ``channelConfiguration`` is 0.
  public var positions: [Int] = []
  /// The elements of each packet, in their order.
  public var elements: [USACElement]
  /// The extensions, or `nil` if `usacConfigExtensionPresent` is 0.
  public var extensions: [Extension]?

  /// The rates of `usacSamplingFrequencyIndex`, in Hz; 0 for reserved indices.
  static let rates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350, 0, 0, 57600, 51200, 40000,
    38400, 34150, 28800, 25600, 20000, 19200, 17075, 14400, 12800, 9600, 0, 0, 0,
  ]

  /// The rate of the core, in Hz.
  public var coreRate: Int { sampleRate * frameLength.ratio.core / frameLength.ratio.output }

  /// The bits of a packet's first byte that are all set if decoding can begin there: `usacIndependencyFlag`, and in a
  /// stream with AudioPreRoll `usacExtElementPresent` of this first element. ISO/IEC 23003-3, 5.3.1.
  package var entryMask: UInt8 {
    guard case .extension(let first) = elements.first, first.type == USACExtension.audioPreRoll else { return 0x80 }
    return 0xC0
  }

  /// Creates a configuration without elements.
  public init(samplingFrequencyIndex: Int, sampleRate: Int, frameLength: FrameLength, channelConfiguration: Int) {
    self.samplingFrequencyIndex = samplingFrequencyIndex
    self.sampleRate = sampleRate
    self.frameLength = frameLength
    self.channelConfiguration = channelConfiguration
    elements = []
  }

  /// Reads a configuration in place.
  ///
  /// - Throws: `CodecError`: truncated, or malformed where a value is reserved.
  package init(parsing reader: inout BitReader) throws(CodecError) {
    let start = reader.offset
    samplingFrequencyIndex = try reader.field(5)
    sampleRate =
      samplingFrequencyIndex == 31 ? try reader.field(24) : USACConfig.rates[samplingFrequencyIndex]
    guard sampleRate > 0 else {
      throw CodecError(
        .malformed, "usacSamplingFrequencyIndex is reserved, or the rate 0 Hz", clause: "ISO/IEC 23003-3, 5.2",
        bitOffset: start)
    }
    guard let length = FrameLength(index: try reader.field(3)) else {
      throw CodecError(
        .malformed, "coreSbrFrameLengthIndex is reserved", clause: "ISO/IEC 23003-3, 5.2", bitOffset: reader.offset - 3)
    }
    frameLength = length
    channelConfiguration = try reader.field(5)
    guard channelConfiguration <= 13 else {
      throw CodecError(
        .malformed, "channelConfigurationIndex is reserved", clause: "ISO/IEC 23003-3, 5.2",
        bitOffset: reader.offset - 5)
    }
    if channelConfiguration == 0 {
      for _ in 0..<(try reader.escapedField(5, 8, 16)) { positions.append(try reader.field(5)) }
    }
    elements = []
    for _ in 0..<(try reader.escapedField(4, 8, 16) + 1) {
      elements.append(try USACElement(parsing: &reader, ratioIndex: length.ratioIndex))
    }
    guard try reader.flag() else { return }
    var all: [Extension] = []
    for _ in 0..<(try reader.escapedField(2, 4, 8) + 1) {
      let type = try reader.escapedField(4, 8, 16)
      all.append(Extension(type: type, payload: try reader.bytes(try reader.escapedField(4, 8, 16))))
    }
    extensions = all
  }

  /// Writes the configuration.
  package func write(to writer: inout BitWriter) {
    writer.write(UInt32(samplingFrequencyIndex), 5)
    if samplingFrequencyIndex == 31 { writer.write(UInt32(sampleRate), 24) }
    writer.write(UInt32(frameLength.index), 3)
    writer.write(UInt32(channelConfiguration), 5)
    if channelConfiguration == 0 {
      writer.write(escaped: positions.count, 5, 8, 16)
      for position in positions { writer.write(UInt32(position), 5) }
    }
    writer.write(escaped: elements.count - 1, 4, 8, 16)
    for element in elements { element.write(to: &writer) }
    writer.write(extensions != nil)
    guard let extensions else { return }
    writer.write(escaped: extensions.count - 1, 2, 4, 8)
    for item in extensions {
      writer.write(escaped: item.type, 4, 8, 16)
      writer.write(escaped: item.payload.count, 4, 8, 16)
      for byte in item.payload { writer.write(UInt32(byte), 8) }
    }
  }
}

extension BitReader {
  /// `escapedValue()`: a number of `first` bits; if all are ones, a number of `second` bits is added; if these are all
  /// ones, a number of `third` bits.
  mutating func escapedField(_ first: Int, _ second: Int, _ third: Int) throws(CodecError) -> Int {
    var value = try field(first)
    guard value == 1 << first - 1 else { return value }
    let more = try field(second)
    value += more
    if more == 1 << second - 1, third > 0 { value += try field(third) }
    return value
  }

  /// Reads bytes, which need not begin at a multiple of eight bits.
  mutating func bytes(_ count: Int) throws(CodecError) -> [UInt8] {
    guard count <= remaining / 8 else {
      throw CodecError(.truncated, "the configuration ends inside an extension", bitOffset: offset)
    }
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(UInt8(try field(8))) }
    return bytes
  }
}

extension BitWriter {
  /// Writes a number as ``BitReader/escapedField(_:_:_:)`` reads it.
  mutating func write(escaped value: Int, _ first: Int, _ second: Int, _ third: Int) {
    var rest = value
    for (place, count) in [first, second, third].enumerated() where count > 0 {
      let largest = 1 << count - 1
      let part = place == 2 ? rest : min(rest, largest)
      write(UInt32(part), count)
      if part < largest { return }
      rest -= part
    }
  }
}
