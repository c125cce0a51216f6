// The functions of libvorbis and libvorbisenc that are used, and the layout of their structures. `unsafe` marks types
// with pointers; vorbis/codec.h and vorbis/vorbisenc.h document both, and the library's name fixes them (`.so.0`,
// `.so.2`).

import SystemLibraries

/// libvorbis, version 1.3 or later, loaded if the system has it.
@safe struct VorbisLibrary: Sendable {
  typealias One = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32
  typealias OneVoid = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void
  typealias Two = @convention(c) @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32
  typealias TwoOptional = @convention(c) @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Int32
  typealias Three =
    @convention(c) @Sendable (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Int32
  typealias Five =
    @convention(c) @Sendable (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
      UnsafeMutableRawPointer
    ) -> Int32
  typealias Samples =
    @convention(c) @Sendable (
      UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?>
    ) -> Int32
  typealias Count = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
  typealias Buffer =
    @convention(c) @Sendable (
      UnsafeMutableRawPointer, Int32
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?

  let infoInit: OneVoid
  let infoClear: OneVoid
  let commentInit: OneVoid
  let commentClear: OneVoid
  let stateClear: OneVoid
  let blockClear: One
  let blockInit: Two
  let headerIn: Three
  let synthesisInit: Two
  let synthesis: Two
  let synthesisBlockIn: Two
  let synthesisSamples: Samples
  let synthesisRead: Count
  let synthesisRestart: One
  let analysisInit: Two
  let analysisHeaders: Five
  let analysisBuffer: Buffer
  let analysisWrote: Count
  let analysisBlockOut: Two
  let analysis: TwoOptional
  let addBlock: One
  let flushPacket: Two

  /// The library, or `nil` if it is missing or lacks a function.
  static let shared = SharedLibrary.table("libvorbis.so.0", of: VorbisLibrary.init)

  private init(_ library: SharedLibrary) throws(SharedLibrary.MissingFunction) {
    unsafe infoInit = try library.needed("vorbis_info_init")
    unsafe infoClear = try library.needed("vorbis_info_clear")
    unsafe commentInit = try library.needed("vorbis_comment_init")
    unsafe commentClear = try library.needed("vorbis_comment_clear")
    unsafe stateClear = try library.needed("vorbis_dsp_clear")
    unsafe blockClear = try library.needed("vorbis_block_clear")
    unsafe blockInit = try library.needed("vorbis_block_init")
    unsafe headerIn = try library.needed("vorbis_synthesis_headerin")
    unsafe synthesisInit = try library.needed("vorbis_synthesis_init")
    unsafe synthesis = try library.needed("vorbis_synthesis")
    unsafe synthesisBlockIn = try library.needed("vorbis_synthesis_blockin")
    unsafe synthesisSamples = try library.needed("vorbis_synthesis_pcmout")
    unsafe synthesisRead = try library.needed("vorbis_synthesis_read")
    unsafe synthesisRestart = try library.needed("vorbis_synthesis_restart")
    unsafe analysisInit = try library.needed("vorbis_analysis_init")
    unsafe analysisHeaders = try library.needed("vorbis_analysis_headerout")
    unsafe analysisBuffer = try library.needed("vorbis_analysis_buffer")
    unsafe analysisWrote = try library.needed("vorbis_analysis_wrote")
    unsafe analysisBlockOut = try library.needed("vorbis_analysis_blockout")
    unsafe analysis = try library.needed("vorbis_analysis")
    unsafe addBlock = try library.needed("vorbis_bitrate_addblock")
    unsafe flushPacket = try library.needed("vorbis_bitrate_flushpacket")
  }
}

/// libvorbisenc, loaded if the system has it.
@safe struct VorbisEncoderLibrary: Sendable {
  typealias SetUpQuality = @convention(c) @Sendable (UnsafeMutableRawPointer, Int, Int, Float) -> Int32
  typealias SetUpRates = @convention(c) @Sendable (UnsafeMutableRawPointer, Int, Int, Int, Int, Int) -> Int32

  let setUpQuality: SetUpQuality
  let setUpRates: SetUpRates

  /// The library, or `nil` if it is missing or lacks a function.
  static let shared = SharedLibrary.table("libvorbisenc.so.2", of: VorbisEncoderLibrary.init)

  private init(_ library: SharedLibrary) throws(SharedLibrary.MissingFunction) {
    unsafe setUpQuality = try library.needed("vorbis_encode_init_vbr")
    unsafe setUpRates = try library.needed("vorbis_encode_init")
  }
}

/// The structures of codec.h and ogg.h on 64-bit Linux, in bytes. They are given at least twice the space that they
/// take up, followed by guard bytes.
enum VorbisLayout {
  /// Room for `vorbis_info` (56 bytes), `vorbis_comment` (32), `vorbis_dsp_state` (144), `vorbis_block` (192).
  static let structureByteCount = 512
  /// Room for `ogg_packet`: packet, bytes, b_o_s, e_o_s, granulepos, packetno of eight bytes each.
  static let packetByteCount = 128
  /// `vorbis_info.channels`, an `int`.
  static let channelsOffset = 4
  /// `vorbis_info.rate`, a `long`.
  static let rateOffset = 8
}
