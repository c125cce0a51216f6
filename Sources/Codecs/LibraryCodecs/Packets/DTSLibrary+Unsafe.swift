// libdca. `unsafe` marks the calls into the library, which is given memory of OwnMemory alone, and the copy of a block
// of samples from the library's own memory: 256 of each channel that it has just reported. dca.h documents them.

import AudioBase
import DTSFrames
import SystemLibraries

/// The functions of libdca that are used.
@safe private struct DTSFunctions: Sendable {
  typealias Inspect =
    @convention(c) @Sendable (
      OpaquePointer, UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias Begin =
    @convention(c) @Sendable (
      OpaquePointer, UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Float>, Float
    ) -> Int32
  let create: @convention(c) @Sendable (UInt32) -> OpaquePointer?
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void
  let inspect: Inspect
  let begin: Begin
  let blockCount: @convention(c) @Sendable (OpaquePointer) -> Int32
  let decodeBlock: @convention(c) @Sendable (OpaquePointer) -> Int32
  let samples: @convention(c) @Sendable (OpaquePointer) -> UnsafeMutablePointer<Float>?

  static let shared = SharedLibrary.table("libdca.so.0") { library throws(SharedLibrary.MissingFunction) in
    unsafe DTSFunctions(
      create: try library.needed("dca_init"), destroy: try library.needed("dca_free"),
      inspect: try library.needed("dca_syncinfo"), begin: try library.needed("dca_frame"),
      blockCount: try library.needed("dca_blocks_num"), decodeBlock: try library.needed("dca_block"),
      samples: try library.needed("dca_samples"))
  }
}

/// DTS by libdca: the core of each frame; extensions are skipped.
@safe struct DTSLibrary: PacketLibrary, ~Copyable {
  static let formatID: FourCharacterCode = "dtsc"
  static let name = "DTS"
  static var isInstalled: Bool { DTSFunctions.shared != nil }
  static let missing = CodecError(
    .unsupported, "DTS is decoded by the library libdca.so.0, which is not installed (package libdca0)")
  static let maximumFrameCount = DTSFrameHeader.maximumFrameCount
  static var history: DecoderHistory { .unbounded("the filterbank and predictors of DTS") }
  static var prerollPacketCount: Int { 2 }
  /// The frames of a block of the library.
  private static let blockLength = 256
  /// The low frequency channel, and the arrangement without it, in the library's flags.
  private static let lowFrequencyFlag: Int32 = 0x80
  /// The largest number of bytes that decoding a frame can read: 16 subframes of 4 parts, each of 8 samples of 32 bands
  /// of 5 channels with up to 32 bits. The library does not know where a packet ends, and reads zeros there.
  private static let readByteCount = 16 * 4 * 8 * 32 * 5 * 4 + (1 << 16)

  private let functions: DTSFunctions
  private let state: OpaquePointer
  private let packet = OwnMemory(byteCount: DTSLibrary.readByteCount)
  private var usedByteCount = 0
  private let channelCount: Int
  /// The decoded frames of a packet, one channel after the other.
  private var made: [Float]

  private static func header(_ stream: CodedStream) throws(CodecError) -> DTSFrameHeader? {
    DTSFrameHeader(stream.firstPacket.span, at: 0)
  }

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    if let header = try header(stream) {
      return DecodedFormat(
        sampleRate: Double(header.sampleRate), layout: ChannelLayout(header.speakers),
        framesPerPacket: header.frameCount)
    }
    let channels = stream.format.channelsPerFrame
    guard (1...6).contains(channels), stream.format.sampleRate > 0 else {
      throw CodecError(.unsupported, "DTS has up to six channels here")
    }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate, layout: stream.layout ?? ChannelLayout(unlabelledChannelCount: channels),
      framesPerPacket: stream.format.framesPerPacket > 0 ? stream.format.framesPerPacket : 512)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    guard let functions = DTSFunctions.shared else { throw Self.missing }
    let channels = try Self.decodedFormat(stream).layout.channelCount
    guard let state = unsafe functions.create(0) else { throw CodecError(.unsupported, "libdca makes no decoder") }
    self.functions = functions
    unsafe self.state = state
    channelCount = channels
    // Bound: 4096 frames of six channels.
    made = [Float](repeating: 0, count: Self.maximumFrameCount * channels)
  }

  deinit { unsafe functions.destroy(state) }

  mutating func decode(_ bytes: Span<UInt8>, frameCount stated: Int) throws(CodecError) -> Int {
    guard let header = DTSFrameHeader(bytes, at: 0) else {
      throw CodecError(.malformed, "a packet of DTS begins with a frame in words of 16 bits", clause: "TS 102 114, 5.3")
    }
    guard header.speakers.count == channelCount, bytes.count <= Self.readByteCount / 2 else {
      throw CodecError(.malformed, "a packet of DTS has other channels than its stream, or is too long")
    }
    packet.store(bytes)
    for index in bytes.count..<max(bytes.count, usedByteCount) { packet.store(UInt8(0), at: index) }
    usedByteCount = bytes.count
    var fields: (flags: Int32, rate: Int32, bitRate: Int32, length: Int32) = (0, 0, 0, 0)
    let size = unsafe functions.inspect(
      state, packet.address, &fields.flags, &fields.rate, &fields.bitRate, &fields.length)
    var level: Float = 1
    guard size > 0, unsafe functions.begin(state, packet.address, &fields.flags, &level, 0) == 0 else {
      throw CodecError(.malformed, "libdca refuses the packet")
    }
    let count = Self.blockLength * Int(unsafe functions.blockCount(state))
    let hasLowFrequency = fields.flags & Self.lowFrequencyFlag != 0
    guard hasLowFrequency == header.hasLowFrequency, count <= header.frameCount else {
      throw CodecError(.malformed, "libdca finds other channels or frames than the packet states")
    }
    for start in stride(from: 0, to: count, by: Self.blockLength) {
      guard unsafe functions.decodeBlock(state) == 0, let samples = unsafe functions.samples(state) else {
        throw CodecError(.malformed, "libdca refuses the packet")
      }
      for channel in 0..<channelCount {
        for frame in 0..<Self.blockLength {
          made[channel * Self.maximumFrameCount + start + frame] =
            unsafe samples[channel * Self.blockLength + frame]
        }
      }
    }
    return count
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    let start = channel * Self.maximumFrameCount
    for frame in plane.indices { plane[frame] = Sample(made[start + frame]) }
  }
}
