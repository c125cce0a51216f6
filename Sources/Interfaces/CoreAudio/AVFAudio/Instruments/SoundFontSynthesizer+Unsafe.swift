// A synthesizer of libfluidsynth. `unsafe` marks the calls into the library: it is given memory of OwnMemory alone,
// whose size bounds the frames of a call, and handles that it has made and that live as long as this object.

import AudioToolbox
import MIDIFiles
import SystemLibraries

/// Plays presets of a SoundFont on sixteen channels: two channels of sound, without reverberation and chorus.
///
/// `@unchecked`: once it is made, the thread that renders alone uses it, and whoever holds it last frees it.
@safe
final class SoundFontSynthesizer: @unchecked Sendable {
  /// A preset of a SoundFont.
  struct Preset: Sendable, Equatable {
    /// The bank: 0 up to 127, and 128 for percussion.
    var bank: Int
    /// The program: 0 up to 127.
    var program: Int
  }

  /// The reason for which there is no synthesizer.
  enum Failure: Error, Equatable {
    /// The library is not installed.
    case missingLibrary
    /// The library cannot make a synthesizer of the rate.
    case rate(Double)
    /// The file is not a SoundFont, or cannot be read.
    case file
    /// The SoundFont has no such preset.
    case preset(Preset)

    /// The reason, in words.
    var text: String {
      switch self {
      case .missingLibrary:
        "SoundFonts are played by the library libfluidsynth.so.3, which is not installed (package libfluidsynth3)"
      case .rate(let rate): "libfluidsynth renders 8000 to 96000 Hz, and not \(rate) Hz"
      case .file: "libfluidsynth does not read the file as a SoundFont"
      case .preset(let preset): "the SoundFont has no program \(preset.program) in bank \(preset.bank)"
      }
    }
  }

  /// Rates at which the library renders.
  private static let rates = 8000.0...96000.0
  /// The largest number of frames of a call.
  static let capacity = 512
  /// The number of channels of MIDI.
  private static let channelCount: Int32 = 16
  /// The generator of a SoundFont (2.01, 8.1.2) that tunes in cents.
  private static let fineTune: Int32 = 52

  /// The sample rate, in Hz.
  let sampleRate: Double
  private let library: FluidLibrary
  private let settings: OpaquePointer
  private let synthesizer: OpaquePointer
  /// The number of the SoundFont.
  private let font: Int32
  /// The frames of a call, of the left channel and the right one.
  private let planes: [2 of OwnMemory]
  /// The present tuning in cents.
  private var tuning: Float = 0
  private var banks = [BankChoice](repeating: BankChoice(), count: Int(channelCount))

  /// The values with which messages choose the bank of a channel.
  private struct BankChoice {
    var high: UInt8 = 0
    var low: UInt8 = 0

    /// The bank of a SoundFont: that of General MIDI 2, if stated; otherwise that of GS or XG.
    var number: Int {
      switch high {
      case UInt8(kAUSampler_DefaultPercussionBankMSB): 128
      case UInt8(kAUSampler_DefaultMelodicBankMSB), 0: Int(low)
      default: Int(high)
      }
    }
  }

  /// Returns the bank of a SoundFont that two numbers choose.
  static func bank(high: UInt8, low: UInt8) -> Int { BankChoice(high: high, low: low).number }

  /// Loads a SoundFont.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - preset: The preset of all channels; `nil` for the first one of the file.
  ///   - sampleRate: The sample rate, in Hz.
  init(_ path: String, _ preset: Preset?, sampleRate: Double) throws(Failure) {
    guard let library = FluidLibrary.shared else { throw .missingLibrary }
    guard Self.rates.contains(sampleRate) else { throw .rate(sampleRate) }
    guard let settings = unsafe library.makeSettings(nil) else { throw .rate(sampleRate) }
    _ = unsafe library.setNumber(settings, "synth.sample-rate", sampleRate)
    // A note of the greatest velocity has the level of its sample, at the volume that channels have at first.
    _ = unsafe library.setNumber(settings, "synth.gain", 2.0.squareRoot())
    // The thread that renders alone calls the library, which takes no lock then.
    for name in ["synth.threadsafe-api", "synth.reverb.active", "synth.chorus.active"] {
      _ = unsafe library.setWhole(settings, name, 0)
    }
    guard let synthesizer = unsafe library.makeSynthesizer(settings) else {
      unsafe library.deleteSettings(settings)
      throw .rate(sampleRate)
    }
    (self.library, self.sampleRate) = (library, sampleRate)
    unsafe (self.settings, self.synthesizer) = unsafe (settings, synthesizer)
    planes = [OwnMemory(byteCount: 4 * Self.capacity), OwnMemory(byteCount: 4 * Self.capacity)]
    font = unsafe library.load(synthesizer, path, 1)
    guard font >= 0, let first = firstPreset else { throw .file }
    try select(preset ?? first)
  }

  deinit {
    unsafe library.deleteSynthesizer(synthesizer)
    unsafe library.deleteSettings(settings)
  }

  /// The first preset of the SoundFont.
  private var firstPreset: Preset? {
    guard let loaded = unsafe library.font(synthesizer, font) else { return nil }
    unsafe library.beginPresets(loaded)
    guard let found = unsafe library.nextPreset(loaded) else { return nil }
    return Preset(
      bank: Int(unsafe library.bankOfPreset(found)), program: Int(unsafe library.numberOfPreset(found)))
  }

  /// Gives all channels a preset.
  private func select(_ preset: Preset) throws(Failure) {
    guard let loaded = unsafe library.font(synthesizer, font),
      unsafe library.preset(loaded, Int32(preset.bank), Int32(preset.program)) != nil
    else { throw .preset(preset) }
    for channel in 0..<Self.channelCount {
      _ = unsafe library.setChannelType(synthesizer, channel, 0)
      choose(preset, on: channel)
      banks[Int(channel)] = BankChoice(low: UInt8(clamping: preset.bank))
    }
  }

  /// Selects a preset for a channel; a preset that does not exist changes nothing.
  private func choose(_ preset: Preset, on channel: Int32) {
    _ = unsafe library.selectProgram(synthesizer, channel, font, Int32(preset.bank), Int32(preset.program))
  }

  // MARK: Rendering

  /// Processes a message; system messages change nothing.
  func send(_ message: MIDIMessage) {
    let channel = Int32(message.status & 0x0F)
    let (first, second) = (Int32(message.first & 0x7F), Int32(message.second & 0x7F))
    switch message.status & 0xF0 {
    case 0x80: _ = unsafe library.noteOff(synthesizer, channel, first)
    case 0x90: _ = unsafe library.noteOn(synthesizer, channel, first, second)
    case 0xA0: _ = unsafe library.keyPressure(synthesizer, channel, first, second)
    case 0xB0 where first == 0: banks[Int(channel)].high = UInt8(second)
    case 0xB0 where first == 32: banks[Int(channel)].low = UInt8(second)
    case 0xB0: _ = unsafe library.control(synthesizer, channel, first, second)
    case 0xC0: choose(Preset(bank: banks[Int(channel)].number, program: Int(first)), on: channel)
    case 0xD0: _ = unsafe library.channelPressure(synthesizer, channel, first)
    case 0xE0: _ = unsafe library.bend(synthesizer, channel, second << 7 | first)
    default: break
    }
  }

  /// Tunes all notes, in cents.
  func tune(_ cents: Float) {
    guard cents != tuning else { return }
    tuning = cents
    for channel in 0..<Self.channelCount {
      _ = unsafe library.setGenerator(synthesizer, channel, Self.fineTune, cents)
    }
  }

  /// Ends all notes immediately.
  func silence() { _ = unsafe library.silence(synthesizer, -1) }

  /// Renders frames, whose samples ``sample(_:_:)`` returns.
  func render(_ count: Int) {
    // Holds: the memory has room for so many.
    precondition((0...Self.capacity).contains(count))
    _ = unsafe library.write(synthesizer, Int32(count), planes[0].address, 0, 1, planes[1].address, 0, 1)
  }

  /// Returns a sample of the frames that were rendered last, of the left channel (0) or the right one.
  func sample(_ index: Int, _ channel: Int) -> Float { planes[channel].load(Float.self, at: 4 * index) }
}
