// The functions of libopus that are used. `unsafe` marks types with pointers; opus_multistream.h and opus_defines.h
// document them.

import SystemLibraries

/// libopus, version 1.1 or later, loaded where the system has it.
@safe struct OpusLibrary: Sendable {
  typealias CreateDecoder =
    @convention(c) @Sendable (
      Int32, Int32, Int32, Int32, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int32>?
    ) -> OpaquePointer?
  typealias Decode =
    @convention(c) @Sendable (
      OpaquePointer, UnsafeRawPointer?, Int32, UnsafeMutableRawPointer, Int32, Int32
    ) -> Int32
  typealias CreateEncoder =
    @convention(c) @Sendable (
      Int32, Int32, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UInt8>?,
      Int32, UnsafeMutablePointer<Int32>?
    ) -> OpaquePointer?
  typealias Encode =
    @convention(c) @Sendable (
      OpaquePointer, UnsafeRawPointer, Int32, UnsafeMutableRawPointer, Int32
    ) -> Int32
  // These take any number of arguments in C. On the processors that SharedLibrary.suitsProcessor names, the first ones
  // go where those of a plain function go.
  typealias SetNumber = @convention(c) @Sendable (OpaquePointer, Int32, Int32) -> Int32
  typealias GetNumber = @convention(c) @Sendable (OpaquePointer, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  typealias Destroy = @convention(c) @Sendable (OpaquePointer) -> Void

  let createDecoder: CreateDecoder
  let decode: Decode
  let controlDecoder: SetNumber
  let destroyDecoder: Destroy
  let createEncoder: CreateEncoder
  let encode: Encode
  let controlEncoder: SetNumber
  let queryEncoder: GetNumber
  let destroyEncoder: Destroy

  /// The library, or `nil` where it is missing or lacks a function.
  static let shared = OpusLibrary()

  private init?() {
    guard SharedLibrary.suitsProcessor, let library = SharedLibrary(["libopus.so.0"]),
      let createDecoder = unsafe library.function("opus_multistream_decoder_create", as: CreateDecoder.self),
      let decode = unsafe library.function("opus_multistream_decode_float", as: Decode.self),
      let controlDecoder = unsafe library.function("opus_multistream_decoder_ctl", as: SetNumber.self),
      let destroyDecoder = unsafe library.function("opus_multistream_decoder_destroy", as: Destroy.self),
      let createEncoder = unsafe library.function("opus_multistream_surround_encoder_create", as: CreateEncoder.self),
      let encode = unsafe library.function("opus_multistream_encode_float", as: Encode.self),
      let controlEncoder = unsafe library.function("opus_multistream_encoder_ctl", as: SetNumber.self),
      let queryEncoder = unsafe library.function("opus_multistream_encoder_ctl", as: GetNumber.self),
      let destroyEncoder = unsafe library.function("opus_multistream_encoder_destroy", as: Destroy.self)
    else { return nil }
    unsafe self.createDecoder = createDecoder
    unsafe self.decode = decode
    unsafe self.controlDecoder = controlDecoder
    unsafe self.destroyDecoder = destroyDecoder
    unsafe self.createEncoder = createEncoder
    unsafe self.encode = encode
    unsafe self.controlEncoder = controlEncoder
    unsafe self.queryEncoder = queryEncoder
    unsafe self.destroyEncoder = destroyEncoder
  }
}
