/// A SoundFont (2.01) with one instrument made from recordings.
struct SoundFontFile {
  /// A recording, and its keys.
  struct Recording {
    var name: String
    /// One channel, or the left and the right channel.
    var channels: [[Int16]]
    var sampleRate: Int
    /// The key at which the recording has its own pitch.
    var root: Int
    var keys: ClosedRange<Int>
  }

  /// The generators that are used (8.1.2).
  private enum Generator {
    static let pan: UInt16 = 17
    static let instrument: UInt16 = 41
    static let keys: UInt16 = 43
    static let sample: UInt16 = 53
    static let root: UInt16 = 58
  }

  /// Zeros after each sample (6.1).
  private static let gap = 46
  /// The recordings that a file may have: four generators a channel are counted in 16 bits.
  static let mostRecordings = 4096
  /// The bytes that all samples may have.
  static let limit = 1 << 30

  private let recordings: [Recording]

  init(_ recordings: [Recording]) { self.recordings = recordings }

  /// The bytes of the file.
  var bytes: [UInt8] {
    let information =
      Self.chunk("ifil", Self.number(2) + Self.number(1)) + Self.chunk("isng", Self.text("EMU8000", 8))
      + Self.chunk("INAM", Self.text("recordings", 12))
    let list =
      Self.chunk("LIST", Self.tag("INFO") + information) + Self.chunk("LIST", Self.tag("sdta") + samples)
      + Self.chunk("LIST", Self.tag("pdta") + articulation)
    return Self.chunk("RIFF", Self.tag("sfbk") + list)
  }

  private var samples: [UInt8] {
    var data: [UInt8] = []
    // Bound: the recordings, which whoever reads them limits.
    data.reserveCapacity(
      recordings.reduce(0) { $0 + $1.channels.count * 2 * (($1.channels.first?.count ?? 0) + Self.gap) })
    for channel in recordings.flatMap(\.channels) {
      for sample in channel { data += Self.number(UInt16(bitPattern: sample)) }
      data += repeatElement(0, count: 2 * Self.gap)
    }
    return Self.chunk("smpl", data)
  }

  /// One preset with one zone, one instrument with a zone per channel, and the headers of the samples; each list ends
  /// with a terminator.
  private var articulation: [UInt8] {
    var (bags, generators, headers): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var (zone, sample, start) = (0, 0, 0)
    for recording in recordings {
      for (index, channel) in recording.channels.enumerated() {
        let isPair = recording.channels.count == 2
        let values: [(UInt16, UInt16)] = [
          (Generator.keys, UInt16(recording.keys.lowerBound | recording.keys.upperBound << 8)),
          (Generator.pan, UInt16(bitPattern: isPair ? index == 0 ? -500 : 500 : 0)),
          (Generator.root, UInt16(recording.root)),
          (Generator.sample, UInt16(sample)),
        ]
        bags += Self.number(UInt16(zone * values.count)) + Self.number(0)
        for (generator, value) in values { generators += Self.number(generator) + Self.number(value) }
        // 1: one channel, 2: the right one, 4: the left one (7.10).
        let kind: UInt16 = isPair ? index == 0 ? 4 : 2 : 1
        let other = isPair ? index == 0 ? sample + 1 : sample - 1 : 0
        headers += Self.text(recording.name, 20)
        for place in [start, start + channel.count, start, start + channel.count, recording.sampleRate] {
          headers += Self.long(UInt32(place))
        }
        headers += [60, 0] + Self.number(UInt16(other)) + Self.number(kind)
        (zone, sample, start) = (zone + 1, sample + 1, start + channel.count + Self.gap)
      }
    }
    bags += Self.number(UInt16(generators.count / 4)) + Self.number(0)
    let preset = Self.text("recordings", 20) + [UInt8](repeating: 0, count: 18)
    let presetEnd =
      Self.text("EOP", 20) + Self.number(0) + Self.number(0) + Self.number(1) + [UInt8](repeating: 0, count: 12)
    let none = [UInt8](repeating: 0, count: 10)
    let end = [UInt8](repeating: 0, count: 4)
    return Self.chunk("phdr", preset + presetEnd) + Self.chunk("pbag", end + Self.number(1) + Self.number(0))
      + Self.chunk("pmod", none) + Self.chunk("pgen", Self.number(Generator.instrument) + Self.number(0) + end)
      + Self.chunk(
        "inst", Self.text("recordings", 20) + Self.number(0) + Self.text("EOI", 20) + Self.number(UInt16(zone)))
      + Self.chunk("ibag", bags) + Self.chunk("imod", none) + Self.chunk("igen", generators + end)
      + Self.chunk("shdr", headers + Self.text("EOS", 20) + [UInt8](repeating: 0, count: 26))
  }

  private static func number(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
  private static func long(_ value: UInt32) -> [UInt8] {
    number(UInt16(value & 0xFFFF)) + number(UInt16(value >> 16))
  }
  private static func tag(_ name: String) -> [UInt8] { Array(name.utf8) }

  /// ASCII text of a fixed length, with a zero at its end.
  private static func text(_ text: String, _ count: Int) -> [UInt8] {
    let bytes = text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0x5F }.prefix(count - 1)
    return bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    tag(name) + long(UInt32(content.count)) + content + (content.count % 2 == 0 ? [] : [0])
  }
}
