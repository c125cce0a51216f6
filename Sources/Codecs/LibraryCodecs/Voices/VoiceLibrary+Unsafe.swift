// The functions of libgsm, libopencore-amrnb and libopencore-amrwb that are used. `unsafe` marks types with pointers;
// gsm.h, amrnb's interf_dec.h and amrwb's dec_if.h document them.

import AudioBase
import SystemLibraries

/// A speech codec of the system behind functions that all such codecs have: a unit of bytes becomes 16-bit samples.
@safe struct VoiceLibrary: Sendable {
  let create: @Sendable () -> OpaquePointer?
  let decode: @Sendable (OpaquePointer, _ unit: UnsafeRawPointer, _ samples: UnsafeMutableRawPointer) -> Void
  let destroy: @convention(c) @Sendable (OpaquePointer) -> Void

  private typealias Create = @convention(c) @Sendable () -> OpaquePointer?
  private typealias SetOption = @convention(c) @Sendable (OpaquePointer, Int32, UnsafeMutablePointer<Int32>) -> Int32
  private typealias DecodeUnit =
    @convention(c) @Sendable (OpaquePointer, UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
  private typealias DecodeMarked =
    @convention(c) @Sendable (OpaquePointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int32) -> Void

  /// libgsm, for blocks of WAVE: two frames of 33 and 32 bytes.
  static let gsm = SharedLibrary.table("libgsm.so.1") { library throws(SharedLibrary.MissingFunction) in
    let create: Create = unsafe try library.needed("gsm_create")
    let setOption: SetOption = unsafe try library.needed("gsm_option")
    let decode: DecodeUnit = unsafe try library.needed("gsm_decode")
    return unsafe VoiceLibrary(
      create: {
        let wave: Int32 = 4
        var isOn: Int32 = 1
        guard let state = unsafe create() else { return nil }
        _ = unsafe setOption(state, wave, &isOn)
        return unsafe state
      },
      decode: { state, unit, samples in
        _ = unsafe decode(state, unit, samples)
        _ = unsafe decode(state, unit + 33, samples + 160 * 2)
      },
      destroy: try library.needed("gsm_destroy"))
  }

  /// libgsm, for frames of 33 bytes.
  static let plainGSM = SharedLibrary.table("libgsm.so.1") { library throws(SharedLibrary.MissingFunction) in
    let create: Create = unsafe try library.needed("gsm_create")
    let decode: DecodeUnit = unsafe try library.needed("gsm_decode")
    return unsafe VoiceLibrary(
      create: { unsafe create() }, decode: { _ = unsafe decode($0, $1, $2) }, destroy: try library.needed("gsm_destroy")
    )
  }

  static let amrNarrowBand = amr(
    "libopencore-amrnb.so.0", "Decoder_Interface_init", "Decoder_Interface_Decode", "Decoder_Interface_exit")
  static let amrWideBand = amr("libopencore-amrwb.so.0", "D_IF_init", "D_IF_decode", "D_IF_exit")

  private static func amr(_ name: String, _ create: String, _ decode: String, _ destroy: String) -> VoiceLibrary? {
    SharedLibrary.table(name) { library throws(SharedLibrary.MissingFunction) in
      let create: Create = unsafe try library.needed(create)
      let decode: DecodeMarked = unsafe try library.needed(decode)
      return unsafe VoiceLibrary(
        create: { unsafe create() }, decode: { unsafe decode($0, $1, $2, 0) }, destroy: try library.needed(destroy))
    }
  }
}

/// A decoder of speech with its input and output memory.
@safe struct VoiceHandle: ~Copyable {
  private let library: VoiceLibrary
  private let state: OpaquePointer
  private let unit: OwnMemory
  private let samples: OwnMemory
  private let frameCount: Int

  /// Creates a decoder of units of at most the given number of bytes, each of `frameCount` frames.
  init(_ library: VoiceLibrary, unitByteCount: Int, frameCount: Int) throws(CodecError) {
    guard let made = unsafe library.create() else { throw CodecError(.unsupported, "the library makes no decoder") }
    self.library = library
    unsafe state = made
    unit = OwnMemory(byteCount: unitByteCount)
    samples = OwnMemory(byteCount: frameCount * 2)
    self.frameCount = frameCount
  }

  deinit { unsafe library.destroy(state) }

  /// Decodes a unit to samples from `place` on.
  func decode(_ bytes: Span<UInt8>, to plane: inout MutableSpan<Float>, at place: Int) {
    unit.clear()
    unit.store(bytes)
    unsafe library.decode(state, unit.address, samples.address)
    // Holds: a unit has its number of frames.
    precondition(samples.isGuardIntact, "the library wrote beyond its memory")
    for frame in 0..<frameCount {
      plane[place + frame] = Float(samples.load(Int16.self, at: 2 * frame)) * 0x1p-15
    }
  }
}
