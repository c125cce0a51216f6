/// Reads the bytes of a Standard MIDI File.
struct MIDIReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  private init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  private var rest: Int { bytes.endIndex - position }

  /// The name of the chunk that begins here; `nil` at the end.
  var tag: String? { rest >= 8 ? String(decoding: bytes[position..<position + 4], as: UTF8.self) : nil }

  /// Reads a chunk, and returns a reader of its content, which the end of the file may truncate.
  mutating func chunk() -> MIDIReader? {
    guard rest >= 8 else { return nil }
    position += 4
    guard let count = number(4) else { return nil }
    let content = bytes[position..<position + min(count, rest)]
    position = content.endIndex
    return MIDIReader(content)
  }

  /// Takes a number of the given number of bytes; `nil` if they are not there.
  mutating func number(_ count: Int) -> Int? {
    guard rest >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func byte() -> UInt8? { number(1).map { UInt8($0) } }

  /// Takes a number of seven bits per byte, of at most four bytes.
  private mutating func variableNumber() -> Int? {
    var value = 0
    for _ in 0..<4 {
      guard let byte = byte() else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// Takes the events of a track, up to its end or to the first byte that breaks a rule.
  mutating func track(_ tempoChanges: inout [MIDIFile.TempoChange]) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    var running: UInt8?
    while let delta = variableNumber(), let first = byte() {
      let tick = track.endTick + delta
      switch first {
      case 0xFF:
        guard let kind = byte(), let count = variableNumber(), count <= rest else { return track }
        track.endTick = tick
        if kind == 0x2F { return track }
        let start = position
        if kind == 0x51, count == 3, let microseconds = number(3), microseconds > 0 {
          tempoChanges.append(MIDIFile.TempoChange(tick: tick, microseconds: microseconds))
        } else if kind != 0x51 {
          track.others.append(MIDIFile.Other(tick: tick, content: .meta(kind, Array(bytes[start..<start + count]))))
        }
        (position, running) = (start + count, nil)
      case 0xF0, 0xF7:
        guard let count = variableNumber(), count <= rest else { return track }
        let data = (first == 0xF0 ? [first] : []) + bytes[position..<position + count]
        track.others.append(MIDIFile.Other(tick: tick, content: .exclusive(data)))
        (position, running) = (position + count, nil)
      default:
        let status = first < 0x80 ? running : first
        guard let status, status < 0xF0, let count = MIDIMessage.count(status: status) else { return track }
        guard let one = first < 0x80 ? first : byte(), one < 0x80 else { return track }
        var message = MIDIMessage(status: status, first: one)
        if count == 3 {
          guard let two = byte(), two < 0x80 else { return track }
          message.second = two
        }
        running = status
        track.events.append(MIDIFile.Event(tick: tick, message: message))
      }
      track.endTick = tick
    }
    return track
  }
}
