// The functions of libfluidsynth that are used. `unsafe` marks types with pointers; fluidsynth.h documents them.

import SystemLibraries

/// libfluidsynth, version 2, loaded if the system has it.
@safe struct FluidLibrary: Sendable {
  typealias Make = @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  typealias Delete = @convention(c) @Sendable (OpaquePointer) -> Void
  typealias SetWhole = @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>, Int32) -> Int32
  typealias SetNumber = @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>, Double) -> Int32
  typealias Load = @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>, Int32) -> Int32
  typealias Font = @convention(c) @Sendable (OpaquePointer, Int32) -> OpaquePointer?
  typealias Preset = @convention(c) @Sendable (OpaquePointer, Int32, Int32) -> OpaquePointer?
  typealias Begin = @convention(c) @Sendable (OpaquePointer) -> Void
  typealias Next = @convention(c) @Sendable (OpaquePointer) -> OpaquePointer?
  typealias Number = @convention(c) @Sendable (OpaquePointer) -> Int32
  typealias OneValue = @convention(c) @Sendable (OpaquePointer, Int32) -> Int32
  typealias TwoValues = @convention(c) @Sendable (OpaquePointer, Int32, Int32) -> Int32
  typealias ThreeValues = @convention(c) @Sendable (OpaquePointer, Int32, Int32, Int32) -> Int32
  typealias FourValues = @convention(c) @Sendable (OpaquePointer, Int32, Int32, Int32, Int32) -> Int32
  typealias Generator = @convention(c) @Sendable (OpaquePointer, Int32, Int32, Float) -> Int32
  typealias Write =
    @convention(c) @Sendable (
      OpaquePointer, Int32, UnsafeMutableRawPointer, Int32, Int32, UnsafeMutableRawPointer, Int32, Int32
    ) -> Int32
  typealias SetLog = @convention(c) @Sendable (Int32, OpaquePointer?, OpaquePointer?) -> OpaquePointer?

  /// A function without arguments; it ignores the one that it receives.
  let makeSettings: Make
  let deleteSettings: Delete
  let setWhole: SetWhole
  let setNumber: SetNumber
  let makeSynthesizer: Make
  let deleteSynthesizer: Delete
  /// Loads a file; the last argument states whether programs are to be set again.
  let load: Load
  let font: Font
  let preset: Preset
  let beginPresets: Begin
  let nextPreset: Next
  let bankOfPreset: Number
  let numberOfPreset: Number
  /// A channel, a font, a bank and a program.
  let selectProgram: FourValues
  let setChannelType: TwoValues
  let noteOn: ThreeValues
  let noteOff: TwoValues
  let keyPressure: ThreeValues
  let control: ThreeValues
  let channelPressure: TwoValues
  let bend: TwoValues
  let silence: OneValue
  let setGenerator: Generator
  /// Frames, and two places for them, each with a first index and a stride.
  let write: Write

  /// The library, or `nil` if it is missing or lacks a function.
  static let shared = SharedLibrary.table("libfluidsynth.so.3", "libfluidsynth.so.2", of: FluidLibrary.init)

  private init(_ library: SharedLibrary) throws(SharedLibrary.MissingFunction) {
    unsafe makeSettings = try library.needed("new_fluid_settings")
    unsafe deleteSettings = try library.needed("delete_fluid_settings")
    unsafe setWhole = try library.needed("fluid_settings_setint")
    unsafe setNumber = try library.needed("fluid_settings_setnum")
    unsafe makeSynthesizer = try library.needed("new_fluid_synth")
    unsafe deleteSynthesizer = try library.needed("delete_fluid_synth")
    unsafe load = try library.needed("fluid_synth_sfload")
    unsafe font = try library.needed("fluid_synth_get_sfont_by_id")
    unsafe preset = try library.needed("fluid_sfont_get_preset")
    unsafe beginPresets = try library.needed("fluid_sfont_iteration_start")
    unsafe nextPreset = try library.needed("fluid_sfont_iteration_next")
    unsafe bankOfPreset = try library.needed("fluid_preset_get_banknum")
    unsafe numberOfPreset = try library.needed("fluid_preset_get_num")
    unsafe selectProgram = try library.needed("fluid_synth_program_select")
    unsafe setChannelType = try library.needed("fluid_synth_set_channel_type")
    unsafe noteOn = try library.needed("fluid_synth_noteon")
    unsafe noteOff = try library.needed("fluid_synth_noteoff")
    unsafe keyPressure = try library.needed("fluid_synth_key_pressure")
    unsafe control = try library.needed("fluid_synth_cc")
    unsafe channelPressure = try library.needed("fluid_synth_channel_pressure")
    unsafe bend = try library.needed("fluid_synth_pitch_bend")
    unsafe silence = try library.needed("fluid_synth_all_sounds_off")
    unsafe setGenerator = try library.needed("fluid_synth_set_gen")
    unsafe write = try library.needed("fluid_synth_write_float")
    // The library's own messages, of five levels, are not to go to standard error.
    let setLog: SetLog = try unsafe library.needed("fluid_set_log_function")
    for level: Int32 in 0..<5 { _ = unsafe setLog(level, nil, nil) }
  }
}
