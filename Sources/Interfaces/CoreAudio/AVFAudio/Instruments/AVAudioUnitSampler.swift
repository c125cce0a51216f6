import AudioGraph
import AudioToolbox
public import Foundation

/// Plays a preset of a SoundFont, by the system's libfluidsynth (package `libfluidsynth3`).
///
/// It plays one preset on all sixteen channels, until a message chooses another program of the same SoundFont for a
/// channel; programs that the SoundFont lacks change nothing. There is no reverberation and no chorus, and notes begin
/// with blocks of 64 frames, as the library renders them. Nothing is heard before something is loaded.
///
/// `@unchecked`, as ``AVAudioUnit``, its superclass; it adds only a constant that may be shared.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
  private let sound: SamplerSound

  /// Creates a sampler without an instrument.
  public init() {
    let unit = SamplerUnit.required
    sound = unit.sound
    super.init(hosting: unit)
  }

  /// Loads the first preset of a SoundFont. Ends sounding notes.
  ///
  /// - Throws: Foundation's error for a file that cannot be read; `kAudio_UnimplementedError` where libfluidsynth is
  ///   missing; `kAudioUnitErr_InvalidFile` for what is no SoundFont, DLS, instruments of EXS24 and presets of Apple's
  ///   sampler among them; `kAudioUnitErr_FormatNotSupported` for a connection beyond 8000 to 96000 Hz.
  open func loadInstrument(at instrumentURL: URL) throws {
    try load("loadInstrument", SamplerSound.Instrument(path: instrumentURL.path, preset: nil))
  }

  /// Loads a preset of a SoundFont. Ends sounding notes.
  ///
  /// - Parameters:
  ///   - bankURL: The file.
  ///   - program: The program: 0…127.
  ///   - bankMSB: `kAUSampler_DefaultMelodicBankMSB`, `kAUSampler_DefaultPercussionBankMSB`, or a bank of the file.
  ///   - bankLSB: The bank of the file where `bankMSB` is the first of them, or 0.
  /// - Throws: The errors of ``loadInstrument(at:)``; `kAudioUnitErr_InvalidPropertyValue` if the file has no such
  ///   preset.
  open func loadSoundBankInstrument(at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws {
    let bank = SoundFontSynthesizer.bank(high: bankMSB, low: bankLSB)
    let preset = SoundFontSynthesizer.Preset(bank: bank, program: Int(program))
    try load("loadSoundBankInstrument", SamplerSound.Instrument(path: bankURL.path, preset: preset))
  }

  /// Makes an instrument from recordings. Each sounds at its own pitch at its key, and is transposed for the nearest
  /// keys. Samples are kept in 16 bits, and at most two channels.
  ///
  /// A file whose name ends with a note, as `violin-C#3.wav` (C4 is key 60), has its key; others have 60, 61 and so on.
  /// Keys stated inside the files are not read. Notes that sound end.
  ///
  /// - Throws: What reading a file throws; `kAudio_MemFullError` for more than 1 GiB of samples; the errors of
  ///   ``loadInstrument(at:)``.
  open func loadAudioFiles(at audioFiles: [URL]) throws {
    let recorded = try RecordedInstrument(of: audioFiles)
    try load("loadAudioFiles", SamplerSound.Instrument(path: recorded.path, preset: nil, recorded: recorded))
  }

  private func load(_ call: String, _ instrument: SamplerSound.Instrument) throws {
    // The library would ask other readers for what begins otherwise.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: instrument.path))
    let head = try file.read(upToCount: 12) ?? Data()
    try file.close()
    guard head.starts(with: Data("RIFF".utf8)), head.suffix(4) == Data("sfbk".utf8) else {
      throw NSError.ofSampler(.file, call: call)
    }
    do {
      try sound.load(instrument)
    } catch {
      throw NSError.ofSampler(error, call: call)
    }
  }

  /// The gain in dB: −90…12, initially 0; other values are clamped. At 0 a note of the highest velocity has the level
  /// of its sample; in the middle of two channels it is 3 dB lower.
  open var overallGain: Float {
    get { sound.gain.now }
    set { sound.gain.now = newValue.isNaN ? 0 : min(max(newValue, -90), 12) }
  }

  /// An older name of ``overallGain``.
  open var masterGain: Float {
    get { overallGain }
    set { overallGain = newValue }
  }

  /// The position: −100 is left, 100 right, initially 0; other values are clamped.
  open var stereoPan: Float {
    get { sound.place.now }
    set { sound.place.now = newValue.isNaN ? 0 : min(max(newValue, -100), 100) }
  }

  /// The tuning in cents: −2,400…2,400, initially 0; other values are clamped.
  open var globalTuning: Float {
    get { 100 * sound.coarseTuning.now + sound.fineTuning.now }
    set {
      let cents = newValue.isNaN ? 0 : min(max(newValue, -2400), 2400)
      sound.coarseTuning.now = (cents / 100).rounded(.towardZero)
      sound.fineTuning.now = cents.truncatingRemainder(dividingBy: 100)
    }
  }
}
