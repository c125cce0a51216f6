package import AudioBase
import Bitstream

/// `STREAMINFO`: a FLAC stream's description of itself. RFC 9639, 8.2.
package struct StreamInformation: Equatable, Sendable {
  /// The smallest number of frames of a block except the last, 16…65,535; 0 if it is unknown yet.
  package var minimumBlockSize: Int
  /// The largest number of frames of a block, 16…65,535.
  package var maximumBlockSize: Int
  /// The size of the smallest coded frame in bytes, 0 if it is unknown.
  package var minimumFrameByteCount = 0
  /// The size of the largest coded frame in bytes, 0 if it is unknown.
  package var maximumFrameByteCount = 0
  /// The sampling rate in Hz, 1…1,048,575.
  package var sampleRate: Int
  /// The number of channels, 1…8.
  package var channelCount: Int
  /// The number of bits of a sample, 4…32.
  package var bitDepth: Int
  /// The number of frames of the stream (samples of one channel), 0 if it is unknown.
  package var frameCount: Int64 = 0
  /// The MD5 of the samples, interleaved, little endian, in whole bytes; zeros if it is unknown.
  package var digest: [UInt8]

  /// The number of bytes of the block's body.
  static let byteCount = 34
  /// The largest number of frames of a block.
  static let largestBlockSize = 65_535
  /// The highest sampling rate that the block can state, in Hz.
  static let highestSampleRate = 0xF_FFFF

  /// Creates the information that an encoder has at its start.
  package init(blockSize: Int, sampleRate: Int, channelCount: Int, bitDepth: Int) {
    minimumBlockSize = blockSize
    maximumBlockSize = blockSize
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.bitDepth = bitDepth
    digest = Array(repeating: 0, count: 16)
  }

  /// Creates the information in the header of a frame, for a stream without `STREAMINFO`.
  init(_ header: FrameHeader) throws(FLACError) {
    guard header.sampleRate > 0 else { throw FLACError(.sampleRate) }
    guard header.bitDepth > 0 else { throw FLACError(.bitDepth) }
    self.init(
      blockSize: header.blockSize, sampleRate: header.sampleRate, channelCount: header.channels.count,
      bitDepth: header.bitDepth)
    if header.hasVariableBlockSize { maximumBlockSize = Self.largestBlockSize }
  }

  /// Reads a magic cookie: the bare body of the block, or the body after its header, after `fLaC`, or in a box `dfLa`,
  /// with or without further blocks.
  ///
  /// - Throws: `CodecError` if there is no such block, or it states values that no stream has.
  package init(parsing cookie: Span<UInt8>) throws(CodecError) {
    do throws(FLACError) {
      let start = try Self.start(in: cookie)
      try self.init(body: cookie.extracting(start..<(start + Self.byteCount)), at: start * 8)
    } catch {
      throw error.asCodecError
    }
  }

  /// Returns the byte offset of the body in a cookie.
  private static func start(in cookie: Span<UInt8>) throws(FLACError) -> Int {
    guard cookie.count != byteCount else { return 0 }
    var place = 0
    // A box: its size, its type, its version and flags. The oldest have the format in a box before it.
    for type in ["frma", "dfLa"] as [FourCharacterCode] where word(cookie, place + 4) == type.rawValue { place += 12 }
    if word(cookie, place) == 0x664C_6143 { place += 4 }
    guard let header = word(cookie, place), header & 0x7FFF_FFFF == UInt32(byteCount),
      place + 4 + byteCount <= cookie.count
    else { throw FLACError(.cookie, at: place * 8) }
    return place + 4
  }

  private static func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt32? {
    guard place >= 0, place <= bytes.count - 4 else { return nil }
    return (place..<(place + 4)).reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
  }

  private init(body: Span<UInt8>, at offset: Int) throws(FLACError) {
    var bits = BitReader(body)
    minimumBlockSize = Int(try bits.field(16))
    maximumBlockSize = Int(try bits.field(16))
    minimumFrameByteCount = Int(try bits.field(24))
    maximumFrameByteCount = Int(try bits.field(24))
    sampleRate = Int(try bits.field(20))
    channelCount = Int(try bits.field(3)) + 1
    bitDepth = Int(try bits.field(5)) + 1
    frameCount = Int64(try bits.field(4)) << 32
    frameCount |= Int64(try bits.field(32))
    digest = (18..<34).map { body[$0] }
    guard maximumBlockSize >= 16, minimumBlockSize <= maximumBlockSize else {
      throw FLACError(.unsupportedBlockSize, at: offset)
    }
    guard sampleRate > 0 else { throw FLACError(.sampleRate, at: offset + 80) }
    guard bitDepth >= 4 else { throw FLACError(.bitDepth, at: offset + 103) }
  }

  /// The body of the block, 34 bytes: the cookie in its plainest form.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt16(minimumBlockSize))
    bytes.append(bigEndian: UInt16(maximumBlockSize))
    for count in [minimumFrameByteCount, maximumFrameByteCount] {
      bytes += [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
    }
    var word = UInt64(sampleRate) << 44 | UInt64(channelCount - 1) << 41 | UInt64(bitDepth - 1) << 36
    // A count that the field cannot hold is one that is not known.
    if frameCount < 1 << 36 { word |= UInt64(frameCount) }
    bytes.append(bigEndian: word)
    return bytes + digest
  }

  /// True if the digest is known.
  package var hasDigest: Bool { digest.contains { $0 != 0 } }

  /// The precision that holds the samples without loss.
  package var precision: SamplePrecision { bitDepth > 24 ? .double : .single }

  /// Returns the format that a frame decodes to; `layout` is the container's statement of the loudspeakers.
  package func decodedFormat(layout: ChannelLayout? = nil) -> DecodedFormat {
    let stated = layout.flatMap { $0.channelCount == channelCount ? $0 : nil }
    // Whatever order a container states, channels come in that of WAVE.
    let own = FLACChannels.layout(channelCount: channelCount)
    return DecodedFormat(
      sampleRate: Double(sampleRate), layout: stated.map(FLACChannels.layout(of:)) ?? own,
      framesPerPacket: maximumBlockSize, precision: precision)
  }
}

/// The loudspeakers of a frame's channels.
enum FLACChannels {
  /// Returns the order in which channels of these loudspeakers come: that of WAVE's mask, or, where names of a layout
  /// have no mask, of the format's own layout with the same places.
  static func layout(of wanted: ChannelLayout) -> ChannelLayout {
    let own = layout(channelCount: wanted.channelCount)
    guard wanted.speakers.contains(where: { $0 != .unknown }) else { return own }
    return wanted.waveMask != 0 ? wanted.inWaveOrder : wanted.ordered(as: own) ?? wanted
  }

  /// Returns the loudspeakers by the number of channels, RFC 9639, 9.1.3.
  static func layout(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: ChannelLayout([.center])
    case 2: ChannelLayout([.left, .right])
    case 3: ChannelLayout([.left, .right, .center])
    case 4: ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    case 5: ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround])
    case 6: ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    case 7: ChannelLayout([.left, .right, .center, .lowFrequency, .centerSurround, .leftSide, .rightSide])
    default:
      ChannelLayout([
        .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftSide, .rightSide,
      ])
    }
  }
}
