import AudioGraph
public import AudioToolbox
import Foundation
import MIDIFiles

/// A unit that makes sound from MIDI messages: the sampler, or a class of the program.
///
/// Messages wait for the next frames that an engine renders, up to 1,024 of them; any thread may send them. System
/// exclusive messages are dropped.
///
/// `@unchecked` like its superclass ``AVAudioUnit``; it adds only levels, which are atomic.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
  private let levels = InputLevels()

  override init(hosting unit: AUAudioUnit) { super.init(hosting: unit) }

  /// Creates the instrument of a description: of a registered class, or the sampler.
  ///
  /// - Precondition: There is one, of type `kAudioUnitType_MusicDevice`, and its class makes it.
  public init(audioComponentDescription description: AudioComponentDescription) {
    if let registered = RegisteredUnit.find(description) {
      super.init(hosting: registered.required)
    } else {
      precondition(
        SamplerUnit.matches(description),
        "com.apple.coreaudio.avfaudio: there is no instrument \(description.codes) here")
      super.init(hosting: SamplerUnit.required)
    }
  }

  override var ownLevels: InputLevels? { levels }
  open override var numberOfInputs: Int { 0 }

  /// The volume at the next mixer.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The position at the next mixer.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }

  private func send(_ kind: UInt8, _ channel: UInt8, _ first: UInt8, _ second: UInt8 = 0) {
    send(MIDIMessage(status: kind | channel & 0x0F, first: first & 0x7F, second: second & 0x7F))
  }

  private func send(_ message: MIDIMessage) {
    hosted?.unit.rendering?.events.add(.message(message, cable: 0), at: AUEventSampleTimeImmediate)
  }

  // MARK: Messages

  /// Begins a note.
  open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
    send(0x90, channel, note, velocity)
  }

  /// Ends a note.
  open func stopNote(_ note: UInt8, onChannel channel: UInt8) { send(0x80, channel, note, 64) }

  /// Sets a controller.
  open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
    send(0xB0, channel, controller, value)
  }

  /// Bends the pitch of a channel: 0…16,383, and 8,192 for none.
  open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
    send(0xE0, channel, UInt8(pitchbend & 0x7F), UInt8(pitchbend >> 7 & 0x7F))
  }

  /// Sets the pressure of all keys of a channel.
  open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) { send(0xD0, channel, pressure) }

  /// Sets the pressure of one key.
  open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
    send(0xA0, channel, key, value)
  }

  /// Chooses a program of the channel's bank.
  open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) { send(0xC0, channel, program) }

  /// Chooses a bank and a program.
  open func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) {
    send(0xB0, channel, 0, bankMSB)
    send(0xB0, channel, 32, bankLSB)
    send(0xC0, channel, program)
  }

  /// Sends a message of three bytes.
  open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
    send(MIDIMessage(status: midiStatus, first: data1, second: data2))
  }

  /// Sends a message of two bytes.
  open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { send(MIDIMessage(status: midiStatus, first: data1)) }
}

extension SamplerUnit {
  /// A new sampler.
  static var required: SamplerUnit {
    do { return try SamplerUnit() } catch { preconditionFailure("com.apple.coreaudio.avfaudio: \(error)") }
  }
}
