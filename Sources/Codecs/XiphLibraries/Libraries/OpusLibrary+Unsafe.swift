// The functions of libopus that are used. `unsafe` marks types with pointers; opus_multistream.h and opus_defines.h
// document them.

import SystemLibraries

/// libopus, version 1.1 or later, loaded if the system has it.
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

  /// The library, or `nil` if it is missing or lacks a function.
  static let shared = SharedLibrary.table("libopus.so.0", of: OpusLibrary.init)

  private init(_ library: SharedLibrary) throws(SharedLibrary.MissingFunction) {
    unsafe createDecoder = try library.needed("opus_multistream_decoder_create")
    unsafe decode = try library.needed("opus_multistream_decode_float")
    unsafe controlDecoder = try library.needed("opus_multistream_decoder_ctl")
    unsafe destroyDecoder = try library.needed("opus_multistream_decoder_destroy")
    unsafe createEncoder = try library.needed("opus_multistream_surround_encoder_create")
    unsafe encode = try library.needed("opus_multistream_encode_float")
    unsafe controlEncoder = try library.needed("opus_multistream_encoder_ctl")
    unsafe queryEncoder = try library.needed("opus_multistream_encoder_ctl")
    unsafe destroyEncoder = try library.needed("opus_multistream_encoder_destroy")
  }
}
