// The functions of libmp3lame that are used. `unsafe` marks types with pointers; lame.h documents them.

import SystemLibraries

/// libmp3lame, version 3.99 or later, loaded if the system has it.
@safe struct LAMELibrary: Sendable {
  /// The integer settings, each of which has its own function.
  enum Setting: String, CaseIterable {
    case inputRate = "lame_set_in_samplerate"
    case outputRate = "lame_set_out_samplerate"
    case channelCount = "lame_set_num_channels"
    /// `MPEG_mode`: 1 for joint stereo, 3 for mono.
    case mode = "lame_set_mode"
    /// The effort: 0 (best) … 9 (fastest).
    case effort = "lame_set_quality"
    /// The constant bit rate in kbit/s.
    case constantRate = "lame_set_brate"
    /// The average bit rate in kbit/s.
    case averageRate = "lame_set_VBR_mean_bitrate_kbps"
    /// `vbr_mode`: 0 for a constant rate, 3 for an average, 4 for a quality.
    case rateControl = "lame_set_VBR"
    /// The low pass in Hz.
    case lowPass = "lame_set_lowpassfreq"
    case writesInfoFrame = "lame_set_bWriteVbrTag"
  }

  typealias Create = @convention(c) @Sendable () -> OpaquePointer?
  typealias Simple = @convention(c) @Sendable (OpaquePointer) -> Int32
  typealias SetNumber = @convention(c) @Sendable (OpaquePointer, Int32) -> Int32
  typealias SetFloat = @convention(c) @Sendable (OpaquePointer, Float) -> Int32
  typealias GetFloat = @convention(c) @Sendable (OpaquePointer) -> Float
  typealias Version = @convention(c) @Sendable () -> UnsafePointer<CChar>?
  typealias SetReport = @convention(c) @Sendable (OpaquePointer, OpaquePointer?) -> Int32
  typealias Encode =
    @convention(c) @Sendable (
      OpaquePointer, UnsafeRawPointer, UnsafeRawPointer, Int32, UnsafeMutableRawPointer, Int32
    ) -> Int32
  typealias Flush = @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer, Int32) -> Int32

  let create: Create
  let begin: Simple
  let delay: Simple
  /// The factor of all samples, less than 1 at some rates: 0.45 dB at 128 kbit/s.
  let scale: GetFloat
  let destroy: Simple
  let encode: Encode
  let flush: Flush
  /// The quality of variable rates, 0 (best) to 10.
  let setQuality: SetFloat
  private let version: Version
  private let reports: [SetReport]
  private let setters: [SetNumber]

  /// The library, or `nil` if it is missing or lacks a function.
  static let shared = SharedLibrary.table("libmp3lame.so.0", of: LAMELibrary.init)

  private init(_ library: SharedLibrary) throws(SharedLibrary.MissingFunction) {
    unsafe create = try library.needed("lame_init")
    unsafe begin = try library.needed("lame_init_params")
    unsafe delay = try library.needed("lame_get_encoder_delay")
    unsafe scale = try library.needed("lame_get_scale")
    unsafe destroy = try library.needed("lame_close")
    unsafe encode = try library.needed("lame_encode_buffer_ieee_float")
    unsafe flush = try library.needed("lame_encode_flush")
    unsafe setQuality = try library.needed("lame_set_VBR_quality")
    unsafe version = try library.needed("get_lame_short_version")
    unsafe reports = try [
      library.needed("lame_set_errorf"), library.needed("lame_set_debugf"), library.needed("lame_set_msgf"),
    ]
    unsafe setters = try Setting.allCases.map { setting throws(SharedLibrary.MissingFunction) in
      try unsafe library.needed(setting.rawValue)
    }
  }

  /// The library and its version, as in LAME's info frames: `LAME3.100`.
  var name: String { unsafe version().map { unsafe "LAME" + String(cString: $0) } ?? "LAME" }

  /// Changes a setting; `false` if the library refuses the value.
  func set(_ setting: Setting, _ value: Int, of encoder: OpaquePointer) -> Bool {
    // Holds: there is a function a setting, in their order.
    let index = Setting.allCases.firstIndex(of: setting)!
    return unsafe setters[index](encoder, Int32(clamping: value)) >= 0
  }

  /// Keeps the library's messages off standard error.
  func silence(_ encoder: OpaquePointer) {
    for index in unsafe reports.indices { _ = unsafe reports[index](encoder, nil) }
  }
}
