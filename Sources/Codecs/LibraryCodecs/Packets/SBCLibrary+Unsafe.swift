// libsbc. `unsafe` marks the calls into the library, which is given memory of OwnMemory alone; sbc/sbc.h documents
// them.

import AudioBase
import SpeechFrames
import SystemLibraries

/// The functions of libsbc that are used.
@safe private struct SBCFunctions: Sendable {
  let begin: @convention(c) @Sendable (UnsafeMutableRawPointer, UInt) -> Int32
  let decode:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer
    ) -> Int
  let finish: @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void

  static let shared = SharedLibrary.table("libsbc.so.1") { library throws(SharedLibrary.MissingFunction) in
    unsafe SBCFunctions(
      begin: try library.needed("sbc_init"), decode: try library.needed("sbc_decode"),
      finish: try library.needed("sbc_finish"))
  }
}

/// SBC of Bluetooth by libsbc: packets are frames with their headers.
@safe struct SBCLibrary: PacketLibrary, ~Copyable {
  static let formatID: FourCharacterCode = "sbc "
  static let name = "SBC"
  static var isInstalled: Bool { SBCFunctions.shared != nil }
  static let missing = CodecError(
    .unsupported, "SBC is decoded by the library libsbc.so.1, which is not installed (package libsbc1)")
  static let maximumFrameCount = SBCFrameHeader.maximumFrameCount
  static var history: DecoderHistory { .unbounded("the filter of the bands") }
  static var prerollPacketCount: Int { 2 }

  private let functions: SBCFunctions
  /// Memory for `sbc_t`, 48 bytes, with a reserve of more than twice its size.
  private let structure = OwnMemory(byteCount: 256)
  private let packet = OwnMemory(byteCount: SBCFrameHeader.maximumByteCount)
  private let samples = OwnMemory(byteCount: 2 * 2 * SBCFrameHeader.maximumFrameCount)
  private let written = OwnMemory(byteCount: 8)
  private let channelCount: Int
  /// The fields that all packets have in common.
  private var parameters: UInt8?

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let format = stream.format
    guard (1...2).contains(format.channelsPerFrame), format.sampleRate > 0,
      (1...maximumFrameCount).contains(format.framesPerPacket)
    else {
      throw CodecError(.unsupported, "SBC has a rate, one or two channels, and up to 128 frames a packet")
    }
    return DecodedFormat(
      sampleRate: format.sampleRate, layout: ChannelLayout(unlabelledChannelCount: format.channelsPerFrame),
      framesPerPacket: format.framesPerPacket)
  }

  init(_ stream: CodedStream) throws(CodecError) {
    guard let functions = SBCFunctions.shared else { throw Self.missing }
    guard unsafe functions.begin(structure.address, 0) == 0 else {
      throw CodecError(.unsupported, "libsbc makes no decoder")
    }
    (self.functions, channelCount) = (functions, stream.format.channelsPerFrame)
  }

  deinit { unsafe functions.finish(structure.address) }

  mutating func decode(_ bytes: Span<UInt8>, frameCount: Int) throws(CodecError) -> Int {
    guard let header = SBCFrameHeader(bytes, at: 0), header.byteCount <= bytes.count,
      header.channelCount == channelCount
    else {
      throw CodecError(.malformed, "a packet is a whole frame of SBC, with the channels of the stream")
    }
    // The library sets its filter up by the first frame.
    guard parameters ?? header.parameters == header.parameters else {
      throw CodecError(.malformed, "a frame of SBC has other parameters than the first")
    }
    packet.store(bytes.extracting(0..<header.byteCount))
    let used = unsafe functions.decode(
      structure.address, packet.address, header.byteCount, samples.address, samples.byteCount, written.address)
    // Holds: a frame has at most 128 samples per channel.
    precondition(samples.isGuardIntact && structure.isGuardIntact, "libsbc wrote behind its memory")
    let count = header.frameCount
    guard used == header.byteCount, written.load(Int.self, at: 0) == 2 * count * channelCount else {
      throw CodecError(.malformed, "libsbc refuses the packet")
    }
    parameters = header.parameters
    return count
  }

  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>) {
    for frame in plane.indices {
      plane[frame] = Sample(samples.load(Int16.self, at: 2 * (frame * channelCount + channel))) * 0x1p-15
    }
  }
}
