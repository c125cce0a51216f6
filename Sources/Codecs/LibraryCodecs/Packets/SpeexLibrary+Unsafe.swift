// libspeex. `unsafe` marks the calls into the library, which is given memory of OwnMemory and its own states alone;
// speex.h, speex_bits.h, speex_callbacks.h and speex_stereo.h document them.

import AudioBase
import SystemLibraries
import XiphAudio

/// The functions of libspeex that are used.
@safe private struct SpeexFunctions: Sendable {
  typealias OnBits = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void
  let mode: @convention(c) @Sendable (Int32) -> OpaquePointer?
  let create: @convention(c) @Sendable (OpaquePointer) -> OpaquePointer?
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void
  let control: @convention(c) @Sendable (OpaquePointer, Int32, UnsafeMutableRawPointer) -> Int32
  let decode: @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Int32
  let beginBits: OnBits
  let endBits: OnBits
  let readBits: @convention(c) @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> Void
  let decodeStereo: @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Void
  let stereoState: @convention(c) @Sendable () -> UnsafeMutableRawPointer?
  let endStereo: OnBits
  /// The address of `speex_std_stereo_request_handler`, passed to the library.
  let stereoHandler:
    @convention(c) @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32

  static let shared = SharedLibrary.table("libspeex.so.1") { library throws(SharedLibrary.MissingFunction) in
    unsafe SpeexFunctions(
      mode: try library.needed("speex_lib_get_mode"), create: try library.needed("speex_decoder_init"),
      destroy: try library.needed("speex_decoder_destroy"), control: try library.needed("speex_decoder_ctl"),
      decode: try library.needed("speex_decode"), beginBits: try library.needed("speex_bits_init"),
      endBits: try library.needed("speex_bits_destroy"), readBits: try library.needed("speex_bits_read_from"),
      decodeStereo: try library.needed("speex_decode_stereo"),
      stereoState: try library.needed("speex_stereo_state_init"),
      endStereo: try library.needed("speex_stereo_state_destroy"),
      stereoHandler: try library.needed("speex_std_stereo_request_handler"))
  }
}

/// Speex by libspeex; the cookie is the header that Ogg has.
@safe struct SpeexLibrary: PacketLibrary, ~Copyable {
  static let formatID: FourCharacterCode = "spex"
  static let name = "Speex"
  static var isInstalled: Bool { SpeexFunctions.shared != nil }
  static let missing = CodecError(
    .unsupported, "Speex is decoded by the library libspeex.so.1, which is not installed (package libspeex1)")
  static let maximumFrameCount = 640 * SpeexHeader.maximumFrameCount
  static var history: DecoderHistory { .unbounded("the predictor of speech") }
  static var prerollPacketCount: Int { 10 }
  /// `SPEEX_SET_HANDLER`.
  private static let setHandler: Int32 = 20
  /// `SPEEX_INBAND_STEREO`.
  private static let inBandStereo: Int32 = 9
  /// The number of bytes for `SpeexBits` and `SpeexCallback`, with a reserve of more than twice their size.
  private static let structureByteCount = 256

  private let functions: SpeexFunctions
  private let header: SpeexHeader
  private let state: OpaquePointer
  private let stereo: UnsafeMutableRawPointer
  private let bits = OwnMemory(byteCount: SpeexLibrary.structureByteCount)
  private let callback = OwnMemory(byteCount: SpeexLibrary.structureByteCount)
  private var packet = OwnMemory(byteCount: 1 << 11)
  /// One coded frame, interleaved.
  private let samples = OwnMemory(byteCount: 2 * 640 * 4)
  /// The frames of a packet, interleaved.
  private var made: [Float] = []

  private static func header(_ stream: CodedStream) throws(CodecError) -> SpeexHeader {
    stream.cookie.isEmpty ? SpeexHeader() : try SpeexHeader(stream.cookie)
  }

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let header = try header(stream)
    return DecodedFormat(
      sampleRate: Double(header.sampleRate), layout: ChannelLayout(unlabelledChannelCount: header.channelCount),
      framesPerPacket: header.soundFramesPerPacket)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    let header = try Self.header(stream)
    guard let functions = SpeexFunctions.shared else { throw Self.missing }
    guard let mode = unsafe functions.mode(Int32(header.mode)), let state = unsafe functions.create(mode) else {
      throw CodecError(.unsupported, "libspeex makes no decoder")
    }
    guard let stereo = unsafe functions.stereoState() else {
      unsafe functions.destroy(state)
      throw CodecError(.unsupported, "libspeex makes no decoder")
    }
    self.functions = functions
    self.header = header
    unsafe self.state = state
    unsafe self.stereo = stereo
    unsafe functions.beginBits(bits.address)
    // SpeexCallback: the number, the function, its data.
    callback.store(Self.inBandStereo, at: 0)
    unsafe callback.store(unsafeBitCast(functions.stereoHandler, to: UInt.self), at: 8)
    callback.store(UInt(bitPattern: stereo), at: 16)
    if header.channelCount == 2 { _ = unsafe functions.control(state, Self.setHandler, callback.address) }
  }

  deinit {
    unsafe functions.endBits(bits.address)
    unsafe functions.destroy(state)
    unsafe functions.endStereo(stereo)
  }

  mutating func decode(_ bytes: Span<UInt8>, frameCount stated: Int) throws(CodecError) -> Int {
    // The library tells a wrong submode on standard error.
    guard let present = SpeexPacket.frameCount(bytes, layers: header.mode) else {
      throw CodecError(.malformed, "a frame of Speex has a submode that does not exist", clause: "Speex manual, 9.3")
    }
    if packet.byteCount < bytes.count { packet = OwnMemory(byteCount: bytes.count) }
    packet.store(bytes)
    unsafe functions.readBits(bits.address, packet.address, Int32(clamping: bytes.count))
    let length = 160 << header.mode
    let channels = header.channelCount
    let units = header.bytes.isEmpty ? max(1, present) : header.framesPerPacket
    let wanted = units * length
    // Bound: 64 coded frames of 640 of two channels.
    if made.count < wanted * channels { made = [Float](repeating: 0, count: wanted * channels) }
    var count = 0
    while count < wanted {
      let result = unsafe functions.decode(state, bits.address, samples.address)
      // −1 ends the packet, −2 means that it is damaged.
      guard result == 0 else {
        if result == -1, count > 0 { break }
        throw CodecError(.malformed, "libspeex refuses the packet")
      }
      if channels == 2 { unsafe functions.decodeStereo(samples.address, Int32(length), stereo) }
      // Holds: a frame has the samples of its mode.
      precondition(samples.isGuardIntact && bits.isGuardIntact, "libspeex wrote behind its memory")
      for index in 0..<(length * channels) {
        made[count * channels + index] = samples.load(Float.self, at: 4 * index) * 0x1p-15
      }
      count += length
    }
    return count
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    for frame in plane.indices { plane[frame] = Sample(made[frame * header.channelCount + channel]) }
  }
}
