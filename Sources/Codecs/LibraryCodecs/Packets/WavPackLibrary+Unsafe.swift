// libwavpack. `unsafe` marks the calls into the library, which is given memory of OwnMemory alone; wavpack.h documents
// them.

import AudioBase
import SystemLibraries

/// The functions of libwavpack that are used.
@safe private struct WavPackFunctions: Sendable {
  typealias Open =
    @convention(c) @Sendable (
      UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer?, Int32, Int16, UnsafeMutableRawPointer, Int32, Int32
    ) -> OpaquePointer?
  let open: Open
  let mode: @convention(c) @Sendable (OpaquePointer) -> Int32
  let channelCount: @convention(c) @Sendable (OpaquePointer) -> Int32
  let bytesPerSample: @convention(c) @Sendable (OpaquePointer) -> Int32
  let frameCount: @convention(c) @Sendable (OpaquePointer) -> UInt32
  let unpack: @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer, UInt32) -> UInt32
  let errorCount: @convention(c) @Sendable (OpaquePointer) -> Int32
  let close: @convention(c) @Sendable (OpaquePointer) -> OpaquePointer?

  static let shared = SharedLibrary.table("libwavpack.so.1") { library throws(SharedLibrary.MissingFunction) in
    unsafe WavPackFunctions(
      open: try library.needed("WavpackOpenRawDecoder"), mode: try library.needed("WavpackGetMode"),
      channelCount: try library.needed("WavpackGetNumChannels"),
      bytesPerSample: try library.needed("WavpackGetBytesPerSample"),
      frameCount: try library.needed("WavpackGetNumSamplesInFrame"),
      unpack: try library.needed("WavpackUnpackSamples"), errorCount: try library.needed("WavpackGetNumErrors"),
      close: try library.needed("WavpackCloseFile"))
  }
}

/// WavPack by libwavpack: packets are blocks with their headers, possibly followed by blocks of a correction file, or
/// have Matroska's form.
@safe struct WavPackLibrary: PacketLibrary, ~Copyable {
  static let formatID: FourCharacterCode = "wvpk"
  static let name = "WavPack"
  static var isInstalled: Bool { WavPackFunctions.shared != nil }
  static let missing = CodecError(
    .unsupported, "WavPack is decoded by the library libwavpack.so.1, which is not installed (package libwavpack1)")
  static let maximumFrameCount = 1 << 18
  /// Each packet holds all that its decoding needs.
  static var history: DecoderHistory { .packets(0) }
  static var prerollPacketCount: Int { 0 }
  /// `MODE_FLOAT`.
  private static let floatMode: Int32 = 8
  /// `OPEN_NORMALIZE`: floats have a full scale of 1.
  private static let normalizing: Int32 = 0x10
  /// The format version of Matroska's packets if `CodecPrivate` does not state it.
  private static let usualVersion: Int16 = 0x410

  private static let uncorrected = CodecError(
    .malformed, "the correction (.wvc) is damaged or of another file, and the sound is the lossy one")

  private let functions: WavPackFunctions
  private let channelCount: Int
  private let version: Int16
  private var packet = OwnMemory(byteCount: 1 << 12)
  private var samples: OwnMemory
  private let message = OwnMemory(byteCount: 256)
  private(set) var remark: CodecError?
  private var isFloat = false
  private var unusedBitCount: Int32 = 0

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let channels = stream.format.channelsPerFrame
    guard channels > 0, stream.format.sampleRate > 0 else {
      throw CodecError(.malformed, "WavPack needs its rate and its channels")
    }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate, layout: stream.layout ?? ChannelLayout(unlabelledChannelCount: channels),
      // 1 stands for packets that are as long as they state.
      framesPerPacket: max(1, stream.format.framesPerPacket),
      precision: stream.format.formatFlags == LosslessDepth.thirtyTwo.formatFlags ? .double : .single)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    guard let functions = WavPackFunctions.shared else { throw Self.missing }
    self.functions = functions
    channelCount = stream.format.channelsPerFrame
    let cookie = stream.cookie
    version =
      cookie.count >= 2 ? Int16(truncatingIfNeeded: Int(cookie[0]) | Int(cookie[1]) << 8) : Self.usualVersion
    samples = OwnMemory(byteCount: 0)
  }

  mutating func decode(_ bytes: Span<UInt8>, frameCount stated: Int) throws(CodecError) -> Int {
    remark = nil
    if packet.byteCount < bytes.count { packet = OwnMemory(byteCount: bytes.count) }
    packet.store(bytes)
    let ownByteCount = Self.ownByteCount(bytes)
    let ownCount = ownByteCount ?? bytes.count
    let correctionCount = bytes.count - ownCount
    let version = ownByteCount != nil ? 0 : version
    do throws(CodecError) {
      return try unpack(ownCount, correctionByteCount: correctionCount, version)
    } catch {
      guard correctionCount > 0 else { throw error }
      // The sound without the correction, which has its own check.
      let count = try unpack(ownCount, correctionByteCount: 0, version)
      remark = Self.uncorrected
      return count
    }
  }

  /// Unpacks the packet that is in memory.
  private mutating func unpack(
    _ ownCount: Int, correctionByteCount correctionCount: Int, _ version: Int16
  ) throws(CodecError) -> Int {
    guard
      let context = unsafe functions.open(
        packet.address, Int32(clamping: ownCount), correctionCount > 0 ? packet.address + ownCount : nil,
        Int32(clamping: correctionCount), version, message.address, Self.normalizing, 0)
    else { throw CodecError(.malformed, "libwavpack refuses the packet") }
    defer { _ = unsafe functions.close(context) }
    let count = Int(unsafe functions.frameCount(context))
    guard Int(unsafe functions.channelCount(context)) == channelCount else {
      throw CodecError(.malformed, "a packet of WavPack has other channels than its stream")
    }
    guard count <= Self.maximumFrameCount else {
      throw CodecError(.limitExceeded, "a packet of WavPack has more frames than the limit")
    }
    // Bound: 2^18 frames of as many channels as the container's limit allows, of which the library gives all.
    let needed = count * channelCount * 4
    if samples.byteCount < needed { samples = OwnMemory(byteCount: needed) }
    let made = Int(unsafe functions.unpack(context, samples.address, UInt32(count)))
    // Holds: the library gives the frames that were asked for.
    precondition(samples.isGuardIntact, "libwavpack wrote behind its memory")
    guard made == count else { throw CodecError(.malformed, "a packet of WavPack has fewer frames than it states") }
    // The library gives silence for it.
    guard unsafe functions.errorCount(context) == 0 else {
      throw CodecError(.malformed, "a packet of WavPack differs from its check")
    }
    isFloat = unsafe functions.mode(context) & Self.floatMode != 0
    unusedBitCount = 32 - 8 * min(4, max(1, unsafe functions.bytesPerSample(context)))
    return count
  }

  /// Returns the number of bytes of a packet's own blocks, up to the block marked as the last; `nil` if they have no
  /// headers. Blocks of a correction file follow.
  private static func ownByteCount(_ bytes: Span<UInt8>) -> Int? {
    guard isBlock(bytes, at: 0) else { return nil }
    var place = 0
    while isBlock(bytes, at: place) {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) } + 8
      guard size <= bytes.count - place else { break }
      let isFinal = bytes[place + 25] & 0x10 != 0
      place += size
      if isFinal { return place }
    }
    return bytes.count
  }

  private static func isBlock(_ bytes: Span<UInt8>, at place: Int) -> Bool {
    bytes.count - place >= 32 && bytes[place] == 0x77 && bytes[place + 1] == 0x76 && bytes[place + 2] == 0x70
      && bytes[place + 3] == 0x6B
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    for frame in plane.indices {
      let place = 4 * (frame * channelCount + channel)
      plane[frame] =
        isFloat
        ? Sample(samples.load(Float.self, at: place))
        : Sample(fullScale: samples.load(Int32.self, at: place) << unusedBitCount)
    }
  }
}
