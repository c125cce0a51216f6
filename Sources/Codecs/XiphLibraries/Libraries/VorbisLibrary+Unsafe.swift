// The functions of libvorbis and libvorbisenc that are used, and the layout of their structures. `unsafe` marks types
// with pointers; vorbis/codec.h and vorbis/vorbisenc.h document both, and the library's name fixes them (`.so.0`,
// `.so.2`).

import SystemLibraries

/// libvorbis, version 1.3 or later, loaded where the system has it.
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

  /// The library, or `nil` where it is missing or lacks a function.
  static let shared = VorbisLibrary()

  private init?() {
    guard SharedLibrary.suitsProcessor, let library = SharedLibrary(["libvorbis.so.0"]),
      let infoInit = unsafe library.function("vorbis_info_init", as: OneVoid.self),
      let infoClear = unsafe library.function("vorbis_info_clear", as: OneVoid.self),
      let commentInit = unsafe library.function("vorbis_comment_init", as: OneVoid.self),
      let commentClear = unsafe library.function("vorbis_comment_clear", as: OneVoid.self),
      let stateClear = unsafe library.function("vorbis_dsp_clear", as: OneVoid.self),
      let blockClear = unsafe library.function("vorbis_block_clear", as: One.self),
      let blockInit = unsafe library.function("vorbis_block_init", as: Two.self),
      let headerIn = unsafe library.function("vorbis_synthesis_headerin", as: Three.self),
      let synthesisInit = unsafe library.function("vorbis_synthesis_init", as: Two.self),
      let synthesis = unsafe library.function("vorbis_synthesis", as: Two.self),
      let synthesisBlockIn = unsafe library.function("vorbis_synthesis_blockin", as: Two.self),
      let synthesisSamples = unsafe library.function("vorbis_synthesis_pcmout", as: Samples.self),
      let synthesisRead = unsafe library.function("vorbis_synthesis_read", as: Count.self),
      let synthesisRestart = unsafe library.function("vorbis_synthesis_restart", as: One.self),
      let analysisInit = unsafe library.function("vorbis_analysis_init", as: Two.self),
      let analysisHeaders = unsafe library.function("vorbis_analysis_headerout", as: Five.self),
      let analysisBuffer = unsafe library.function("vorbis_analysis_buffer", as: Buffer.self),
      let analysisWrote = unsafe library.function("vorbis_analysis_wrote", as: Count.self),
      let analysisBlockOut = unsafe library.function("vorbis_analysis_blockout", as: Two.self),
      let analysis = unsafe library.function("vorbis_analysis", as: TwoOptional.self),
      let addBlock = unsafe library.function("vorbis_bitrate_addblock", as: One.self),
      let flushPacket = unsafe library.function("vorbis_bitrate_flushpacket", as: Two.self)
    else { return nil }
    unsafe (self.infoInit, self.infoClear, self.commentInit, self.commentClear) = unsafe (
      infoInit, infoClear, commentInit, commentClear
    )
    unsafe (self.stateClear, self.blockClear, self.blockInit, self.headerIn) = unsafe (
      stateClear, blockClear, blockInit, headerIn
    )
    unsafe (self.synthesisInit, self.synthesis, self.synthesisBlockIn) = unsafe (
      synthesisInit, synthesis, synthesisBlockIn
    )
    unsafe (self.synthesisSamples, self.synthesisRead, self.synthesisRestart) = unsafe (
      synthesisSamples, synthesisRead, synthesisRestart
    )
    unsafe (self.analysisInit, self.analysisHeaders, self.analysisBuffer, self.analysisWrote) = unsafe (
      analysisInit, analysisHeaders, analysisBuffer, analysisWrote
    )
    unsafe (self.analysisBlockOut, self.analysis, self.addBlock, self.flushPacket) = unsafe (
      analysisBlockOut, analysis, addBlock, flushPacket
    )
  }
}

/// libvorbisenc, loaded where the system has it.
@safe struct VorbisEncoderLibrary: Sendable {
  typealias SetUpQuality = @convention(c) @Sendable (UnsafeMutableRawPointer, Int, Int, Float) -> Int32
  typealias SetUpRates = @convention(c) @Sendable (UnsafeMutableRawPointer, Int, Int, Int, Int, Int) -> Int32

  let setUpQuality: SetUpQuality
  let setUpRates: SetUpRates

  /// The library, or `nil` where it is missing or lacks a function.
  static let shared = VorbisEncoderLibrary()

  private init?() {
    guard SharedLibrary.suitsProcessor, let library = SharedLibrary(["libvorbisenc.so.2"]),
      let setUpQuality = unsafe library.function("vorbis_encode_init_vbr", as: SetUpQuality.self),
      let setUpRates = unsafe library.function("vorbis_encode_init", as: SetUpRates.self)
    else { return nil }
    unsafe self.setUpQuality = setUpQuality
    unsafe self.setUpRates = setUpRates
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
