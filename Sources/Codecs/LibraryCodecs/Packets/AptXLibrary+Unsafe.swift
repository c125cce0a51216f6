// libfreeaptx, or libopenaptx with the same functions. `unsafe` marks the calls into the library, which is given memory
// of OwnMemory and its own state alone; freeaptx.h documents them.

import AudioBase
import SystemLibraries

/// The functions of libfreeaptx that are used.
@safe private struct AptXFunctions: Sendable {
  let create: @convention(c) @Sendable (Int32) -> OpaquePointer?
  let decode:
    @convention(c) @Sendable (
      OpaquePointer, UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer
    ) -> Int
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void

  static let shared = SharedLibrary.table("libfreeaptx.so.0", "libopenaptx.so.0") {
    library throws(SharedLibrary.MissingFunction) in
    unsafe AptXFunctions(
      create: try library.needed("aptx_init"), decode: try library.needed("aptx_decode"),
      destroy: try library.needed("aptx_finish"))
  }
}

/// The two kinds of aptX: bytes of four frames of two channels.
protocol AptXKind: SendableMetatype {
  static var formatID: FourCharacterCode { get }
  static var name: String { get }
  static var byteCount: Int { get }
}

/// aptX: 16 bits per channel for four samples.
enum StandardAptX: AptXKind {
  static let formatID: FourCharacterCode = "aptx"
  static let name = "aptX"
  static let byteCount = 4
}

/// aptX HD: 24 bits per channel for four samples.
enum HDAptX: AptXKind {
  static let formatID: FourCharacterCode = "aphd"
  static let name = "aptX HD"
  static let byteCount = 6
}

/// aptX of Bluetooth by libfreeaptx: packets are any number of units of four frames.
@safe struct AptXLibrary<Kind: AptXKind>: PacketLibrary, ~Copyable {
  static var formatID: FourCharacterCode { Kind.formatID }
  static var name: String { Kind.name }
  static var isInstalled: Bool { AptXFunctions.shared != nil }
  static var missing: CodecError {
    CodecError(
      .unsupported, "aptX is decoded by the library libfreeaptx.so.0, which is not installed (package libfreeaptx0)")
  }
  static var maximumFrameCount: Int { 1 << 14 }
  static var history: DecoderHistory { .unbounded("the predictor of the bands") }
  static var prerollPacketCount: Int { 4 }
  /// The number of bytes per frame that the library gives: 24 bits per channel, little endian.
  private static var frameByteCount: Int { 6 }

  private let functions: AptXFunctions
  private let state: OpaquePointer
  private let packet = OwnMemory(byteCount: 6 << 12)
  private let samples = OwnMemory(byteCount: 6 << 14)
  private let written = OwnMemory(byteCount: 8)
  /// The number of frames at the beginning that the library does not output; they become silence.
  private var silentCount = 0

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let format = stream.format
    guard format.channelsPerFrame == 2, format.sampleRate > 0, (4...maximumFrameCount).contains(format.framesPerPacket)
    else {
      throw CodecError(.unsupported, "aptX has a rate, two channels, and up to 16384 frames a packet")
    }
    return DecodedFormat(
      sampleRate: format.sampleRate, layout: ChannelLayout(unlabelledChannelCount: 2),
      framesPerPacket: format.framesPerPacket)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    guard let functions = AptXFunctions.shared else { throw Self.missing }
    guard let state = unsafe functions.create(Kind.byteCount == 6 ? 1 : 0) else {
      throw CodecError(.unsupported, "libfreeaptx makes no decoder")
    }
    self.functions = functions
    unsafe self.state = state
  }

  deinit { unsafe functions.destroy(state) }

  mutating func decode(_ bytes: Span<UInt8>, frameCount: Int) throws(CodecError) -> Int {
    let count = bytes.count / Kind.byteCount * 4
    guard (4...Self.maximumFrameCount).contains(count) else {
      throw CodecError(.malformed, "a packet of aptX has units of four frames, up to 4096")
    }
    let byteCount = count / 4 * Kind.byteCount
    packet.store(bytes.extracting(0..<byteCount))
    let used = unsafe functions.decode(
      state, packet.address, byteCount, samples.address, samples.byteCount, written.address)
    // Holds: it has room for the frames of the largest packet.
    precondition(samples.isGuardIntact, "libfreeaptx wrote behind its memory")
    let made = written.load(Int.self, at: 0) / Self.frameByteCount
    guard used == byteCount, made <= count else { throw CodecError(.malformed, "libfreeaptx refuses the packet") }
    silentCount = count - made
    return count
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    for frame in plane.indices {
      guard frame >= silentCount else {
        plane[frame] = 0
        continue
      }
      let place = Self.frameByteCount * (frame - silentCount) + 3 * channel
      let low = Int32(samples.load(UInt8.self, at: place)) | Int32(samples.load(UInt8.self, at: place + 1)) << 8
      plane[frame] = Sample(Int32(samples.load(Int8.self, at: place + 2)) << 16 | low) * 0x1p-23
    }
  }
}
