import AudioBase
import Bitstream
import MPEG4Systems

/// The multiplex configuration in force, and the bits it was written with.
///
/// Streams repeat their configuration all the time. One that repeats bit for bit is skipped without being parsed.
///
/// A class, for the scanner hands it on with every frame: a copy of the configuration takes longer than a small frame.
final class Multiplex: Equatable, Sendable {
  /// The configuration.
  let config: StreamMuxConfig
  /// The packets of an element; stored, so that the configuration need not be copied.
  let packetCount: Int
  private let bits: [UInt8]
  private let bitCount: Int

  /// Reads a configuration in place; `bytes` are the reader's bytes.
  init(parsing reader: inout BitReader, in bytes: Span<UInt8>) throws(MultiplexError) {
    let start = reader.offset
    config = try StreamMuxConfig(parsing: &reader, in: bytes)
    packetCount = config.subframeCount
    bitCount = reader.offset - start
    var writer = BitWriter()
    writer.write(bitsOf: bytes, start..<reader.offset)
    bits = writer.bytes
  }

  /// Returns true if the configurations and their bits are the same.
  static func == (a: Multiplex, b: Multiplex) -> Bool {
    a === b || (a.bitCount == b.bitCount && a.bits == b.bits && a.config == b.config)
  }

  /// The stream of the packets, with the rate and frames of the core.
  var stream: CodedStream { CodedStream(format: config.configuration.coreFormat, cookie: config.cookie) }

  /// `PayloadLengthInfo()`: bytes of the packet that follows. Asked here, so that no copy of the configuration is made.
  func payloadByteCount(_ reader: inout BitReader) throws(MultiplexError) -> Int {
    try config.payloadByteCount(&reader)
  }

  /// Returns true if the next bits of the reader are this configuration, which are then skipped.
  func skipRepetition(in reader: inout BitReader) -> Bool {
    guard reader.remaining >= bitCount else { return false }
    let bytes = bits
    var own = BitReader(bytes.span, bits: 0..<bitCount)
    var other = reader
    while own.remaining > 0 {
      let count = min(32, own.remaining)
      if own.readUnchecked(count) != other.readUnchecked(count) { return false }
    }
    reader = other
    return true
  }
}

/// The statement of an AudioMuxElement's first bits about its configuration.
enum ElementStart {
  /// The configuration stays in force.
  case same
  /// A new multiplex configuration begins here.
  case new(Multiplex)
}

extension ElementStart {
  /// Reads `useSameStreamMux` and the StreamMuxConfig.
  init(parsing reader: inout BitReader, in bytes: Span<UInt8>, known: Multiplex?) throws(MultiplexError) {
    if try reader.muxField(1) == 1 {
      self = .same
    } else if let known, known.skipRepetition(in: &reader) {
      self = .same
    } else {
      self = .new(try Multiplex(parsing: &reader, in: bytes))
    }
  }
}

/// The packets of an element, and the bits that they fill.
struct ElementContents: BitwiseCopyable {
  /// The number of bytes of all packets.
  var byteCount = 0
  /// The number of bytes of the largest packet.
  var largestByteCount = 0
  /// True if the packets and the other data reach to the last byte, as the standard requires.
  var isExact = true
}

extension StreamMuxConfig {
  /// Walks all packets of an element and the other data, and checks that they fit.
  func walk(_ reader: inout BitReader) throws(MultiplexError) -> ElementContents {
    var contents = ElementContents()
    for _ in 0..<subframeCount {
      let byteCount = try payloadByteCount(&reader)
      guard byteCount <= reader.remaining / 8 else { throw .broken }
      reader.consume(byteCount * 8)
      contents.byteCount += byteCount
      contents.largestByteCount = max(contents.largestByteCount, byteCount)
    }
    guard otherDataBitCount <= reader.remaining else { throw .broken }
    contents.isExact = reader.remaining - otherDataBitCount < 8
    return contents
  }
}
