import AudioBase
package import Bitstream

/// An error of a multiplex configuration or an element.
package enum MultiplexError: Error, BitwiseCopyable {
  /// The bits end too early or break a rule.
  case broken
  /// Legal, but not read here.
  case unsupported(StaticString)
}

/// `StreamMuxConfig()` of one program with one layer, ISO/IEC 14496-3, 1.7.3.1.
package struct StreamMuxConfig: Equatable, Sendable {
  /// The largest number of bytes of an AudioMuxElement that the 13 bits of LOAS can count.
  package static let maximumElementByteCount = 8191

  /// `numSubFrames` + 1: packets of one AudioMuxElement.
  package var subframeCount = 1
  /// The number of bytes of every packet if `frameLengthType` is 1; `nil` if each packet states its own.
  package var fixedByteCount: Int?
  /// `otherDataLenBits`: the number of other bits after the packets.
  package var otherDataBitCount = 0
  /// The AudioSpecificConfig.
  package var configuration: AudioSpecificConfig
  /// The bits of the AudioSpecificConfig, padded with zeros.
  package var cookie: [UInt8]

  /// Creates the configuration that a writer uses: one packet an element, each with its length.
  package init(_ configuration: AudioSpecificConfig) {
    self.configuration = configuration
    cookie = configuration.bytes
  }

  /// Reads a configuration in place; `bytes` are the reader's.
  package init(parsing reader: inout BitReader, in bytes: Span<UInt8>) throws(MultiplexError) {
    let version = try reader.muxField(1)
    if version == 1 {
      guard try reader.muxField(1) == 0 else { throw .unsupported("audioMuxVersionA is 0") }
      // taraBufferFullness
      _ = try reader.latmValue()
    }
    guard try reader.muxField(1) == 1 else {
      throw .unsupported("all streams of the multiplex share one time framing")
    }
    subframeCount = try reader.muxField(6) + 1
    guard try reader.muxField(4) == 0, try reader.muxField(3) == 0 else {
      throw .unsupported("the multiplex holds one program of one layer")
    }
    let place: Range<Int>
    (configuration, place) = try StreamMuxConfig.parseSpecific(&reader, version: version)
    var writer = BitWriter()
    writer.write(bitsOf: bytes, place)
    cookie = writer.bytes
    switch try reader.muxField(3) {
    // latmBufferFullness
    case 0: _ = try reader.muxField(8)
    case 1: fixedByteCount = try reader.muxField(9) + 20
    default: throw .unsupported("packets are of the frame length types 0 and 1")
    }
    if try reader.muxField(1) == 1 { otherDataBitCount = try reader.otherDataLength(version: version) }
    // crcCheckSum
    if try reader.muxField(1) == 1 { _ = try reader.muxField(8) }
  }

  /// Reads the AudioSpecificConfig and returns the range of its bits, without padding.
  private static func parseSpecific(
    _ reader: inout BitReader, version: Int
  ) throws(MultiplexError) -> (AudioSpecificConfig, Range<Int>) {
    let byteCount = version == 1 ? try reader.latmValue() : 0
    let start = reader.offset
    do throws(CodecError) {
      guard version == 1 else {
        let configuration = try AudioSpecificConfig(parsing: &reader, lengthIsKnown: false)
        return (configuration, start..<reader.offset)
      }
      guard byteCount <= reader.remaining, var part = try? reader.prefix(byteCount) else {
        throw CodecError(.truncated, "")
      }
      let configuration = try AudioSpecificConfig(parsing: &part, lengthIsKnown: true)
      reader.consume(byteCount)
      return (configuration, start..<part.offset)
    } catch {
      if error.kind == .unsupported { throw .unsupported(error.rule) }
      throw .broken
    }
  }

  /// True if the backward compatible signalling of SBR needs the length of the AudioSpecificConfig to be stated.
  private var needsLength: Bool {
    if case .backwardCompatible = configuration.signalling { true } else { false }
  }

  /// `PayloadLengthInfo()`: bytes of the packet that follows.
  package func payloadByteCount(_ reader: inout BitReader) throws(MultiplexError) -> Int {
    if let fixedByteCount { return fixedByteCount }
    var count = 0
    while true {
      let part = try reader.muxField(8)
      count += part
      if part != 255 { return count }
    }
  }

  /// Writes the configuration with `frameLengthType` 0, without other data and CRC.
  package func write(to writer: inout BitWriter) {
    // audioMuxVersion, and for version 1 audioMuxVersionA and taraBufferFullness
    writer.write(needsLength)
    if needsLength {
      writer.write(false)
      writer.write(latmValue: 0xFF)
    }
    // allStreamsSameTimeFraming, numSubFrames, numProgram, numLayer
    writer.write(true)
    writer.write(0, 6 + 4 + 3)
    if needsLength {
      var measured = BitWriter()
      configuration.write(to: &measured)
      writer.write(latmValue: measured.offset)
    }
    configuration.write(to: &writer)
    // frameLengthType, latmBufferFullness, otherDataPresent, crcCheckPresent
    writer.write(0, 3)
    writer.write(0xFF, 8)
    writer.write(0, 2)
  }
}

extension BitReader {
  /// Reads a field of up to 32 bits.
  package mutating func muxField(_ count: Int) throws(MultiplexError) -> Int {
    do throws(EndOfBits) { return Int(try read(count)) } catch { throw .broken }
  }

  /// `LatmGetValue()`: a number of one to four bytes.
  mutating func latmValue() throws(MultiplexError) -> Int {
    try muxField(8 * (try muxField(2) + 1))
  }

  /// `otherDataLenBits`; more bits than an element has are refused.
  fileprivate mutating func otherDataLength(version: Int) throws(MultiplexError) -> Int {
    if version == 1 { return try latmValue() }
    var length = 0
    var hasMore = true
    while hasMore {
      hasMore = try muxField(1) == 1
      length = length << 8 + (try muxField(8))
      guard length <= StreamMuxConfig.maximumElementByteCount * 8 else { throw .broken }
    }
    return length
  }
}

extension BitWriter {
  /// Writes `LatmGetValue()` in its shortest form.
  fileprivate mutating func write(latmValue value: Int) {
    let byteCount = max(1, (64 - value.leadingZeroBitCount + 7) / 8)
    write(UInt32(byteCount - 1), 2)
    write(UInt32(value), 8 * byteCount)
  }
}
