/// Writes Standard MIDI Files (MIDI Manufacturers Association, RP-001) of format 1.
package enum MIDIFileWriter {
  /// The events of a track, in any order.
  package struct Track: Sendable {
    /// The bytes at a tick; of one tick those that end notes come first, and others in the order in which they came.
    private var events: [(tick: Int, rank: Int, bytes: [UInt8])] = []
    /// The tick of the end, at least that of the last event.
    package var end = 0

    /// Creates a track without events.
    package init() {}

    private mutating func add(_ bytes: [UInt8], _ rank: Int, _ tick: Int) {
      events.append((tick, rank, bytes))
      end = max(end, tick)
    }

    /// Adds a message of a channel.
    package mutating func add(_ message: MIDIMessage, at tick: Int) {
      let bytes = [message.status, message.first, message.second].prefix(message.count)
      add(Array(bytes), message.status & 0xF0 == 0x80 ? 0 : 1, tick)
    }

    /// Adds a meta event.
    package mutating func add(meta kind: UInt8, _ data: [UInt8], at tick: Int) {
      let head: [UInt8] = [0xFF, kind & 0x7F]
      add(head + variable(data.count) + data, 1, tick)
    }

    /// Adds a system exclusive message; other bytes are written unchanged (escaped).
    package mutating func add(exclusive data: [UInt8], at tick: Int) {
      let isWhole = data.first == 0xF0
      let rest = isWhole ? Array(data.dropFirst()) : data
      let head: [UInt8] = [isWhole ? 0xF0 : 0xF7]
      add(head + variable(rest.count) + rest, 1, tick)
    }

    /// The bytes of the chunk.
    fileprivate var chunk: [UInt8] {
      let sorted = events.enumerated().sorted { first, second in
        (first.element.tick, first.element.rank, first.offset)
          < (second.element.tick, second.element.rank, second.offset)
      }
      var (bytes, last): ([UInt8], Int) = ([], 0)
      for (_, event) in sorted {
        bytes += variable(event.tick - last) + event.bytes
        last = event.tick
      }
      bytes += variable(end - last)
      bytes += [0xFF, 0x2F, 0]
      return Array("MTrk".utf8) + number(bytes.count, 4) + bytes
    }
  }

  /// Returns a file.
  ///
  /// - Parameters:
  ///   - ticks: The ticks of a quarter note, up to 32,767.
  ///   - tracks: The tracks, that of the tempo first.
  package static func file(ticksPerBeat ticks: Int, _ tracks: [Track]) -> [UInt8] {
    var bytes = Array("MThd".utf8)
    for (value, count) in [(6, 4), (1, 2), (tracks.count, 2), (ticks, 2)] { bytes += number(value, count) }
    for track in tracks { bytes += track.chunk }
    return bytes
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Returns a number of seven bits per byte, of at most four bytes.
  private static func variable(_ value: Int) -> [UInt8] {
    var rest = min(max(value, 0), 1 << 28 - 1)
    var bytes = [UInt8(rest & 0x7F)]
    while rest > 0x7F {
      rest >>= 7
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    }
    return bytes
  }
}
