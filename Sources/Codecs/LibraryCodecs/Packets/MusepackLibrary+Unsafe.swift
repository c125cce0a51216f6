// libmpcdec. `unsafe` marks the calls into the library, which is given memory of OwnMemory and its own decoder alone;
// mpcdec.h and streaminfo.h document them.

import AudioBase
import SystemLibraries

/// The functions of libmpcdec that are used.
@safe private struct MusepackFunctions: Sendable {
  typealias DecodeFrame =
    @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  let create: @convention(c) @Sendable (UnsafeMutableRawPointer) -> OpaquePointer?
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void
  let decodeFrame: DecodeFrame

  static let shared = SharedLibrary.table("libmpcdec.so.6") { library throws(SharedLibrary.MissingFunction) in
    unsafe MusepackFunctions(
      create: try library.needed("mpc_decoder_init"), destroy: try library.needed("mpc_decoder_exit"),
      decodeFrame: try library.needed("mpc_decoder_decode_frame"))
  }
}

/// Musepack by libmpcdec: frames of version 7, or blocks of version 8.
///
/// Only the decoder of frames is used, and not the library's reader of files. It knows no end of the bytes that it is
/// given, so that zeros follow them, more than a frame can take; and resolutions of version 7 that do not exist are
/// refused before, for it takes them as places in its tables. The cookie is the container's: version, highest band,
/// middle and side, channels, power of two of a block.
@safe struct MusepackLibrary: PacketLibrary, ~Copyable {
  static let formatID: FourCharacterCode = "mpc "
  static let name = "Musepack"
  static var isInstalled: Bool { MusepackFunctions.shared != nil }
  static let missing = CodecError(
    .unsupported, "Musepack is decoded by the library libmpcdec.so.6, which is not installed (package libmpcdec6)")
  static let maximumFrameCount = frameLength << greatestBlockPower
  static var history: DecoderHistory { .unbounded("scale factors, and noise in place of sound") }
  static var prerollPacketCount: Int { 2 }
  private static let frameLength = 1152
  private static let greatestBlockPower = 10
  /// `MPC_DECODER_BUFFER_LENGTH`: floats that the library asks for.
  private static let bufferLength = 4 * frameLength
  /// The number of bytes before a packet; the library reads four of them.
  private static let leadingByteCount = 8
  /// The number of zero bytes after a packet. A frame has up to 32 bands of two channels with 36 values of 22 bits.
  private static let trailingByteCount = 1 << 14
  /// `MPC_DECODER_SYNTH_DELAY`: the number of frames that the library would drop, here taken from the container.
  private static let synthesisDelay: Int64 = 481

  private let functions: MusepackFunctions
  private let decoder: OpaquePointer
  private let parameters: MusepackParameters
  private var packet = OwnMemory(byteCount: 1 << 15)
  private var usedByteCount = 0
  private var samples: OwnMemory
  /// `mpc_bits_reader` and `mpc_frame_info`.
  private let reader = OwnMemory(byteCount: 64)
  private let frame = OwnMemory(byteCount: 64)

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let parameters = try MusepackParameters(stream.cookie)
    guard stream.format.sampleRate > 0 else { throw CodecError(.malformed, "Musepack needs its rate") }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate,
      layout: stream.layout ?? ChannelLayout(unlabelledChannelCount: parameters.channelCount),
      framesPerPacket: frameLength << parameters.blockPower)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    guard let functions = MusepackFunctions.shared else { throw Self.missing }
    let parameters = try MusepackParameters(stream.cookie)
    // mpc_streaminfo, of which the decoder reads these fields.
    let description = OwnMemory(byteCount: 512)
    description.store(UInt32(parameters.channelCount), at: 4)
    description.store(UInt32(parameters.version), at: 8)
    description.store(UInt32(parameters.highestBand), at: 24)
    description.store(UInt32(parameters.isMidSide ? 1 : 0), at: 28)
    // A length that is never reached, and a beginning by which nothing is left out: the container knows both.
    description.store(UInt64(1) << 60, at: 56)
    description.store(-Self.synthesisDelay, at: 64)
    // Every call writes the same values into tables of the library.
    guard let decoder = unsafe functions.create(description.address) else {
      throw CodecError(.unsupported, "libmpcdec makes no decoder")
    }
    self.functions = functions
    unsafe self.decoder = decoder
    self.parameters = parameters
    samples = OwnMemory(byteCount: 4 * Self.bufferLength)
  }

  deinit { unsafe functions.destroy(decoder) }

  mutating func decode(_ bytes: Span<UInt8>, frameCount stated: Int) throws(CodecError) -> Int {
    guard parameters.version == 8 || parameters.hasKnownResolutions(bytes) else {
      throw CodecError(.malformed, "a frame of Musepack has a resolution that does not exist")
    }
    let whole = 1 << parameters.blockPower
    let count = stated > 0 ? min(whole, (stated + Self.frameLength - 1) / Self.frameLength) : whole
    store(bytes)
    let channels = parameters.channelCount
    // Bound: 1024 frames of two channels, and what the library asks for more.
    let needed = 4 * ((count - 1) * Self.frameLength * channels + Self.bufferLength)
    if samples.byteCount < needed { samples = OwnMemory(byteCount: needed) }
    unsafe reader.store(UInt(bitPattern: packet.address) + UInt(Self.leadingByteCount), at: 0)
    reader.store(UInt32(8), at: 8)
    var usedBitCount = 0
    for index in 0..<count {
      frame.store(UInt32(0), at: 0)
      unsafe frame.store(UInt(bitPattern: samples.address) + UInt(4 * index * Self.frameLength * channels), at: 8)
      frame.store(UInt8(index == 0 ? 1 : 0), at: 16)
      unsafe functions.decodeFrame(decoder, reader.address, frame.address)
      usedBitCount += Int(frame.load(Int32.self, at: 4))
      guard frame.load(UInt32.self, at: 0) == UInt32(Self.frameLength), (1...8 * bytes.count).contains(usedBitCount)
      else { throw CodecError(.malformed, "a packet of Musepack has fewer bits than its frames take") }
    }
    // Holds: each frame has 1152 values of each channel.
    precondition(samples.isGuardIntact && frame.isGuardIntact, "libmpcdec wrote behind its memory")
    return count * Self.frameLength
  }

  /// Stores a packet between zeros.
  private mutating func store(_ bytes: Span<UInt8>) {
    let needed = Self.leadingByteCount + bytes.count + Self.trailingByteCount
    if packet.byteCount < needed {
      packet = OwnMemory(byteCount: needed)
      usedByteCount = 0
    }
    for index in bytes.indices { packet.store(bytes[index], at: Self.leadingByteCount + index) }
    for index in bytes.count..<max(bytes.count, usedByteCount) {
      packet.store(UInt8(0), at: Self.leadingByteCount + index)
    }
    usedByteCount = bytes.count
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    let channels = parameters.channelCount
    for frame in plane.indices { plane[frame] = Sample(samples.load(Float.self, at: 4 * (frame * channels + channel))) }
  }
}

/// The cookie of a stream.
struct MusepackParameters: BitwiseCopyable {
  let version: Int
  let highestBand: Int
  let isMidSide: Bool
  let channelCount: Int
  let blockPower: Int

  init(_ cookie: [UInt8]) throws(CodecError) {
    guard cookie.count == 5, cookie[0] == 7 || cookie[0] == 8, cookie[1] < 32, (1...2).contains(cookie[3]),
      cookie[4] <= 10, cookie[0] == 8 || (cookie[3] == 2 && cookie[4] == 0)
    else { throw CodecError(.malformed, "the parameters of Musepack are version, bands, stereo, channels and block") }
    (version, highestBand, isMidSide) = (Int(cookie[0]), Int(cookie[1]), cookie[2] == 1)
    (channelCount, blockPower) = (Int(cookie[3]), Int(cookie[4]))
  }

  /// A code of differences of resolutions of version 7: its bits at the start of a 16-bit word, their number, and the
  /// difference; 4 means a resolution of four bits.
  private struct Code {
    let first: UInt32
    let bitCount: Int
    let difference: Int
    init(_ first: UInt32, _ bitCount: Int, _ difference: Int) {
      (self.first, self.bitCount, self.difference) = (first, bitCount, difference)
    }
  }
  private static let codes: [10 of Code] = [
    Code(0x8000, 1, 0), Code(0x6000, 3, 1), Code(0x5E00, 7, -4), Code(0x5D80, 9, 3), Code(0x5D00, 9, 4),
    Code(0x5C00, 8, -5), Code(0x5800, 6, 2), Code(0x5000, 5, -3), Code(0x4000, 4, -2), Code(0, 2, -1),
  ]
  private static let stated = 4

  /// Returns true if all resolutions of a frame of version 7 exist: −1 for noise, 0 for nothing, up to 17.
  func hasKnownResolutions(_ bytes: Span<UInt8>) -> Bool {
    var bit = 0
    func bits(_ count: Int) -> UInt32 {
      var word: UInt32 = 0
      for index in 0..<4 where bit >> 3 + index < bytes.count {
        word |= UInt32(bytes[bit >> 3 + index]) << UInt32(24 - 8 * index)
      }
      return (word << UInt32(bit & 7)) >> UInt32(32 - count)
    }
    func resolution(after last: Int) -> Int {
      let next = bits(16)
      for index in Self.codes.indices where next >= Self.codes[index].first {
        bit += Self.codes[index].bitCount
        guard Self.codes[index].difference == Self.stated else { return last + Self.codes[index].difference }
        defer { bit += 4 }
        return Int(bits(4))
      }
      return last
    }
    var both = (Int(bits(4)), 0)
    bit += 4
    both.1 = Int(bits(4))
    bit += 4
    for band in 0...highestBand {
      if band > 0 { both = (resolution(after: both.0), resolution(after: both.1)) }
      guard (-1...17).contains(both.0), (-1...17).contains(both.1) else { return false }
      if isMidSide, both != (0, 0) { bit += 1 }
    }
    return true
  }
}
