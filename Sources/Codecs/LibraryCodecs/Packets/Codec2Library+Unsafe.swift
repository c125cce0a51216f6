// libcodec2. `unsafe` marks the calls into the library, which is given memory of OwnMemory and its own state alone;
// codec2.h documents them.

import AudioBase
import SystemLibraries

/// The functions of libcodec2 that are used.
@safe private struct Codec2Functions: Sendable {
  let create: @convention(c) @Sendable (Int32) -> OpaquePointer?
  let frameCount: @convention(c) @Sendable (OpaquePointer) -> Int32
  let byteCount: @convention(c) @Sendable (OpaquePointer) -> Int32
  let decode: @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void

  static let shared = SharedLibrary.table("libcodec2.so.1.2", "libcodec2.so.1.0") {
    library throws(SharedLibrary.MissingFunction) in
    unsafe Codec2Functions(
      create: try library.needed("codec2_create"), frameCount: try library.needed("codec2_samples_per_frame"),
      byteCount: try library.needed("codec2_bytes_per_frame"), decode: try library.needed("codec2_decode"),
      destroy: try library.needed("codec2_destroy"))
  }
}

/// Codec 2 by libcodec2; the cookie is the mode's number.
@safe struct Codec2Library: PacketLibrary, ~Copyable {
  static let formatID: FourCharacterCode = "cdc2"
  static let name = "Codec 2"
  static var isInstalled: Bool { Codec2Functions.shared != nil }
  static let missing = CodecError(
    .unsupported, "Codec 2 is decoded by the library libcodec2.so.1.0, which is not installed (package libcodec2-1.0)")
  static let maximumFrameCount = 320
  static var history: DecoderHistory { .unbounded("the phases of speech") }
  static var prerollPacketCount: Int { 4 }

  private let functions: Codec2Functions
  private let state: OpaquePointer
  private let packetByteCount: Int
  private let frameCount: Int
  private let packet = OwnMemory(byteCount: 64)
  private let samples = OwnMemory(byteCount: 2 * 320)

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let format = stream.format
    guard format.channelsPerFrame == 1, stream.cookie.count == 1, format.sampleRate > 0,
      (1...maximumFrameCount).contains(format.framesPerPacket)
    else {
      throw CodecError(.unsupported, "Codec 2 has a mode, one channel, and up to 320 frames a packet")
    }
    return DecodedFormat(
      sampleRate: format.sampleRate, layout: ChannelLayout(unlabelledChannelCount: 1),
      framesPerPacket: format.framesPerPacket)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    guard let functions = Codec2Functions.shared else { throw Self.missing }
    // Modes of other sampling rates, and numbers that are none, end in the library's own assertions.
    guard let mode = stream.cookie.first, [0, 1, 2, 3, 4, 5, 8].contains(mode),
      let state = unsafe functions.create(Int32(mode))
    else {
      throw CodecError(.unsupported, "libcodec2 makes no decoder of this mode")
    }
    let (frames, bytes) = unsafe (Int(functions.frameCount(state)), Int(functions.byteCount(state)))
    guard (1...Self.maximumFrameCount).contains(frames), (1...64).contains(bytes) else {
      unsafe functions.destroy(state)
      throw CodecError(.unsupported, "libcodec2 has other frames than are known")
    }
    (self.functions, packetByteCount, frameCount) = (functions, bytes, frames)
    unsafe self.state = state
  }

  deinit { unsafe functions.destroy(state) }

  mutating func decode(_ bytes: Span<UInt8>, frameCount stated: Int) throws(CodecError) -> Int {
    guard bytes.count == packetByteCount else {
      throw CodecError(.malformed, "a packet of Codec 2 has the bytes of its mode")
    }
    packet.store(bytes)
    unsafe functions.decode(state, samples.address, packet.address)
    // Holds: it has room for the frames of every mode.
    precondition(samples.isGuardIntact && packet.isGuardIntact, "libcodec2 wrote behind its memory")
    return frameCount
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    for frame in plane.indices { plane[frame] = Sample(samples.load(Int16.self, at: 2 * frame)) * 0x1p-15 }
  }
}
