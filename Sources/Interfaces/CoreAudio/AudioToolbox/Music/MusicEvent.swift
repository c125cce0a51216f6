import CAudioToolbox
import Foundation

/// An event of a track: its time, its kind, and the bytes of its kind's struct.
///
/// `@unchecked`: the object of a preset is the program's property list, which is kept and handed back, and never read
/// or changed here; all else is values.
struct MusicEvent: @unchecked Sendable {
  var beat: Double
  var type: MusicEventType
  /// The struct that the program passed, with all bytes that follow it.
  var bytes: [UInt8]
  /// The property list whose address is in the bytes of a preset.
  var object: AnyObject?

  /// Bytes that follow a struct, at most.
  private static let largestTail = 1 << 24

  init(_ beat: Double, _ type: MusicEventType, _ bytes: [UInt8], object: AnyObject? = nil) {
    (self.beat, self.type, self.bytes, self.object) = (beat, type, bytes, object)
  }

  /// Creates an event of a struct.
  init<Value: BitwiseCopyable>(_ beat: Double, _ type: MusicEventType, _ value: Value) {
    self.init(beat, type, PropertyValue(value).bytes)
  }

  /// Creates a note.
  init(_ beat: Double, note: MIDINoteMessage) { self.init(beat, UInt32(kMusicEventType_MIDINoteMessage), note) }

  /// Creates a change of the tempo.
  init(_ beat: Double, beatsPerMinute: Double) {
    self.init(beat, UInt32(kMusicEventType_ExtendedTempo), ExtendedTempoEvent(bpm: beatsPerMinute))
  }

  /// Creates a meta event.
  init(_ beat: Double, meta kind: UInt8, _ data: [UInt8]) {
    var value = PropertyValue(UInt32(kind).littleEndian)
    value.append(UInt32(data.count))
    self.init(beat, UInt32(kMusicEventType_Meta), value.bytes + data)
  }

  /// Creates bytes of MIDI, such as a system exclusive message.
  init(_ beat: Double, raw data: [UInt8]) {
    self.init(beat, UInt32(kMusicEventType_MIDIRawData), PropertyValue(UInt32(data.count)).bytes + data)
  }

  /// Copies an event of a program.
  ///
  /// - Throws: `kAudio_ParamError` for times and contents that no event has, and for a null pointer;
  ///   `kAudioToolboxErr_InvalidEventType` for unknown kinds.
  @unsafe
  init(_ beat: Double, _ type: MusicEventType, at pointer: UnsafeRawPointer?) throws(Status) {
    guard let pointer = unsafe pointer, beat >= 0, beat < .greatestFiniteMagnitude else {
      throw Status(kAudio_ParamError)
    }
    func number(_ offset: Int) -> Int { Int(unsafe pointer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    func copy(_ head: Int, _ tail: Int = 0) throws(Status) -> [UInt8] {
      guard (0...Self.largestTail).contains(tail) else { throw Status(kAudio_ParamError) }
      // Bound: the program's own event, whose length it states.
      return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: head + tail))
    }
    self.init(beat, type, [])
    switch Int(type) {
    case Int(kMusicEventType_MIDINoteMessage): bytes = try copy(MemoryLayout<MIDINoteMessage>.size)
    case Int(kMusicEventType_MIDIChannelMessage): bytes = try copy(MemoryLayout<MIDIChannelMessage>.size)
    case Int(kMusicEventType_MIDIRawData), Int(kMusicEventType_User): bytes = try copy(4, number(0))
    case Int(kMusicEventType_Meta): bytes = try copy(8, number(4))
    case Int(kMusicEventType_ExtendedTempo): bytes = try copy(MemoryLayout<ExtendedTempoEvent>.size)
    case Int(kMusicEventType_Parameter): bytes = try copy(MemoryLayout<ParameterEvent>.size)
    case Int(kMusicEventType_ExtendedControl): bytes = try copy(MemoryLayout<ExtendedControlEvent>.size)
    case Int(kMusicEventType_ExtendedNote):
      // The count of arguments, which stands after 12 bytes, is that of the pitch, the velocity and the controls.
      bytes = try copy(16, 4 * max(2, number(12)))
    case Int(kMusicEventType_AUPreset):
      bytes = unsafe try copy(MemoryLayout<AUPresetEvent>.size)
      guard let list = unsafe pointer.loadUnaligned(fromByteOffset: 8, as: UnsafeRawPointer?.self) else {
        throw Status(kAudio_ParamError)
      }
      object = unsafe Unmanaged<AnyObject>.fromOpaque(list).takeUnretainedValue()
    default: throw Status(kAudioToolboxErr_InvalidEventType)
    }
    guard isPossible else { throw Status(kAudio_ParamError) }
  }

  /// True if notes, messages and tempos are such.
  private var isPossible: Bool {
    if let note {
      return note.channel < 16 && max(note.note, note.velocity, note.releaseVelocity) < 128 && note.duration >= 0
        && note.duration.isFinite
    }
    if let tempo { return tempo > 0 && tempo.isFinite }
    if let message { return (0x80..<0xF0).contains(message.status) && max(message.data1, message.data2) < 128 }
    return true
  }

  private func value<Value: BitwiseCopyable>(_ kind: Int, _ type: Value.Type) -> Value? {
    guard Int(self.type) == kind, bytes.count >= MemoryLayout<Value>.size else { return nil }
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Value.self) }
  }

  /// The note; `nil` of other kinds.
  var note: MIDINoteMessage? { value(Int(kMusicEventType_MIDINoteMessage), MIDINoteMessage.self) }
  /// The message of a channel; `nil` of other kinds.
  var message: MIDIChannelMessage? { value(Int(kMusicEventType_MIDIChannelMessage), MIDIChannelMessage.self) }
  /// The beats of a minute from here on; `nil` of other kinds.
  var tempo: Double? { value(Int(kMusicEventType_ExtendedTempo), ExtendedTempoEvent.self)?.bpm }
  /// The kind and the bytes of a meta event; `nil` of other kinds.
  var meta: (kind: UInt8, data: [UInt8])? {
    Int(type) == Int(kMusicEventType_Meta) ? (bytes[0], Array(bytes[8...])) : nil
  }
  /// The bytes of MIDI; `nil` of other kinds.
  var raw: [UInt8]? { Int(type) == Int(kMusicEventType_MIDIRawData) ? Array(bytes[4...]) : nil }

  /// The MIDI note nearest to an instrument's note with a fractional pitch; `nil` for other kinds.
  var nearestNote: MIDINoteMessage? {
    guard Int(type) == Int(kMusicEventType_ExtendedNote) else { return note }
    func read<Value: BitwiseCopyable>(_ offset: Int, _ type: Value.Type) -> Value {
      unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
    }
    func key(_ offset: Int) -> UInt8 {
      let value = read(offset, Float.self).rounded()
      return value >= 0 ? UInt8(min(value, 127)) : 0
    }
    let duration = read(8, Float.self)
    return MIDINoteMessage(
      channel: UInt8(read(4, UInt32.self) & 15), note: key(16), velocity: key(20), releaseVelocity: 0,
      duration: duration.isFinite ? max(0, duration) : 0)
  }

  /// The beats that it takes: 0 of all but notes.
  var duration: Double { Double(nearestNote?.duration ?? 0) }
}
