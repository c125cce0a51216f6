// The encoders of libopencore-amrnb and libvo-amrwbenc. `unsafe` marks types with pointers and the calls into the
// libraries, which are given memory of OwnMemory alone; interf_enc.h and enc_if.h document them.

import AudioBase
import SystemLibraries

/// An encoder of speech of the system: samples of 16 bits become a frame as files have it.
@safe struct VoiceEncoderLibrary: Sendable {
  let create: @Sendable () -> OpaquePointer?
  let encode:
    @Sendable (OpaquePointer, _ mode: Int32, _ samples: UnsafeRawPointer, _ frame: UnsafeMutableRawPointer) -> Int32
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void

  private typealias CreatePlain = @convention(c) @Sendable () -> OpaquePointer?
  private typealias CreateMarked = @convention(c) @Sendable (Int32) -> OpaquePointer?
  private typealias Encode =
    @convention(c) @Sendable (OpaquePointer, Int32, UnsafeRawPointer, UnsafeMutableRawPointer, Int32) -> Int32

  // The last number of each call is 0: no discontinuous transmission.
  static let amrNarrowBand = SharedLibrary.table("libopencore-amrnb.so.0") {
    library throws(SharedLibrary.MissingFunction) in
    let create: CreateMarked = unsafe try library.needed("Encoder_Interface_init")
    let encode: Encode = unsafe try library.needed("Encoder_Interface_Encode")
    return unsafe VoiceEncoderLibrary(
      create: { unsafe create(0) }, encode: { unsafe encode($0, $1, $2, $3, 0) },
      destroy: try library.needed("Encoder_Interface_exit"))
  }

  static let amrWideBand = SharedLibrary.table("libvo-amrwbenc.so.0") {
    library throws(SharedLibrary.MissingFunction) in
    let create: CreatePlain = unsafe try library.needed("E_IF_init")
    let encode: Encode = unsafe try library.needed("E_IF_encode")
    return unsafe VoiceEncoderLibrary(
      create: { unsafe create() }, encode: { unsafe encode($0, $1, $2, $3, 0) },
      destroy: try library.needed("E_IF_exit"))
  }
}

/// An encoder of speech with its input and output memory.
@safe struct VoiceEncoderHandle: ~Copyable {
  private let library: VoiceEncoderLibrary
  private let state: OpaquePointer
  private let samples: OwnMemory
  private let frame = OwnMemory(byteCount: 2 * VoiceCoding.maximumPacketByteCount)
  private let frameCount: Int

  init(_ library: VoiceEncoderLibrary, frameCount: Int) throws(CodecError) {
    guard let made = unsafe library.create() else { throw CodecError(.unsupported, "the library makes no encoder") }
    self.library = library
    unsafe state = made
    samples = OwnMemory(byteCount: 2 * frameCount)
    self.frameCount = frameCount
  }

  deinit { unsafe library.destroy(state) }

  /// Encodes samples, padded with silence if they are too few, and appends the frame.
  func encode(_ plane: Span<Float>, mode: Int32, into packet: inout [UInt8]) throws(CodecError) {
    for index in 0..<frameCount {
      let value = index < plane.count ? (plane[index] * 32_768).rounded() : 0
      // NaN becomes silence.
      samples.store(value.isNaN ? Int16(0) : Int16(min(max(value, -32_768), 32_767)), at: 2 * index)
    }
    let count = Int(unsafe library.encode(state, mode, samples.address, frame.address))
    // Holds: a frame has fewer bytes than there is room.
    precondition(frame.isGuardIntact, "the library wrote beyond its memory")
    guard (1...VoiceCoding.maximumPacketByteCount).contains(count) else {
      throw CodecError(.unsupported, "the library makes no frame of speech")
    }
    frame.append(count, to: &packet)
  }
}
