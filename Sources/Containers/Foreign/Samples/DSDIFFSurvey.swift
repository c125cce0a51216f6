import AudioBase

/// The chunks of a DSDIFF file: names of four letters and sizes of eight bytes (Philips, "DSDIFF" 1.5, whose clauses
/// are named here).
struct DSDIFFSurvey {
  /// A chunk and the position after it; bodies have an even number of bytes.
  private struct Chunk {
    var name: FourCharacterCode
    var body: Range<Int64>
    var end: Int64 { body.upperBound + Int64(body.count & 1) }
  }

  /// The most chunks that are looked at, and the longest text, in bytes.
  private static let maximumCount = 4096
  private static let longestText = 1 << 16

  /// The bit rate per channel, in bits per second.
  private(set) var rate: UInt64 = 0
  /// The loudspeakers of the channels; `nil` for channels with other names.
  private(set) var speakers: [Speaker?] = []
  /// The place of the samples.
  private(set) var sound: Range<Int64>?
  /// The place of an ID3v2 tag, which programs other than the format's own put after the samples.
  private(set) var tag: Range<Int64>?
  private(set) var unnamed = NameList()
  private var texts = Metadata()
  /// The names and places of markers, in bits on the time line.
  private var markers: [(name: String, bit: Double)] = []
  /// The place on the time line of the first sample, in bits.
  private var startBit = 0.0

  /// Reads the chunks; of an arriving file, only those before the samples.
  mutating func read(_ window: inout SourceWindow) throws(ContainerError) {
    var (place, count) = (Int64(16), 0)
    while count < Self.maximumCount, let chunk = try Self.chunk(&window, at: place, before: .max / 2) {
      switch chunk.name {
      case "PROP": try readProperties(&window, chunk.body)
      case "DST ":
        throw ContainerError(.unsupported, "DSD that is compressed (DST) is not read", at: place, in: "dff ")
      case "DSD ":
        sound = chunk.body
        if window.source.isArriving { return }
      case "COMT": try readComments(&window, chunk.body)
      case "DIIN": try readMasterInformation(&window, chunk.body)
      case "ID3 ": tag = tag ?? chunk.body
      case "FVER": break
      default: unnamed.add("the chunk '\(chunk.name)'")
      }
      (place, count) = (chunk.end, count + 1)
    }
  }

  /// Returns the file's own texts and markers, in frames counted from the first.
  func metadata(frameRate: Double) -> Metadata {
    var metadata = texts
    metadata.append(
      markers.map { Marker(name: $0.name, framePosition: max(0, $0.bit - startBit) / Double(max(1, rate)) * frameRate) }
    )
    return metadata
  }

  private static func chunk(
    _ window: inout SourceWindow, at place: Int64, before end: Int64
  ) throws(ContainerError) -> Chunk? {
    guard place <= end - 12, try window.load(12, at: place).count == 12 else { return nil }
    let name = FourCharacterCode(rawValue: UInt32(try window.bigEndian(4, at: place)))
    let size = Int64(clamping: try window.bigEndian(8, at: place + 4))
    return Chunk(name: name, body: (place + 12)..<(place + 12 + min(size, end - place - 12)))
  }

  /// Reads the rate, channels, coding and start; 3.2.
  private mutating func readProperties(_ window: inout SourceWindow, _ body: Range<Int64>) throws(ContainerError) {
    guard try window.bigEndian(4, at: body.lowerBound) == 0x534E_4420 else { return }
    var (place, count) = (body.lowerBound + 4, 0)
    while count < Self.maximumCount, let chunk = try Self.chunk(&window, at: place, before: body.upperBound) {
      let start = chunk.body.lowerBound
      switch chunk.name {
      case "FS  ": rate = try window.bigEndian(4, at: start)
      case "CHNL":
        let channels = Int(try window.bigEndian(2, at: start))
        guard channels <= 256, chunk.body.count >= 2 + 4 * channels else { break }
        speakers = []
        for channel in 0..<channels {
          speakers.append(Self.speaker(try window.bigEndian(4, at: start + 2 + 4 * Int64(channel))))
        }
      case "CMPR":
        guard try window.bigEndian(4, at: start) == 0x4453_4420 else {
          throw ContainerError(.unsupported, "DSD that is compressed (DST) is not read", at: start, in: "dff ")
        }
      case "ABSS": startBit = try time(&window, at: start)
      default: break
      }
      (place, count) = (chunk.end, count + 1)
    }
  }

  /// The loudspeaker of a channel's name; 3.2.2.
  private static func speaker(_ name: UInt64) -> Speaker? {
    switch FourCharacterCode(rawValue: UInt32(name)) {
    case "SLFT", "MLFT": .left
    case "SRGT", "MRGT": .right
    case "C   ": .center
    case "LFE ": .lowFrequency
    case "LS  ": .leftSurround
    case "RS  ": .rightSurround
    default: nil
    }
  }

  /// Reads hours, minutes, seconds and samples, with the given number of bits; uses the rate read before.
  private func time(_ window: inout SourceWindow, at place: Int64) throws(ContainerError) -> Double {
    let (hours, minutes) = (try window.bigEndian(2, at: place), try window.bigEndian(1, at: place + 2))
    let (seconds, samples) = (try window.bigEndian(1, at: place + 3), try window.bigEndian(4, at: place + 4))
    return Double((hours * 60 + minutes) * 60 + seconds) * Double(rate) + Double(samples)
  }

  /// Reads comments; only those on the whole file are used; 3.5.
  private mutating func readComments(_ window: inout SourceWindow, _ body: Range<Int64>) throws(ContainerError) {
    guard body.count >= 2 else { return }
    var place = body.lowerBound + 2
    for _ in 0..<min(Int(try window.bigEndian(2, at: body.lowerBound)), Self.maximumCount)
    where place + 14 <= body.upperBound {
      let type = try window.bigEndian(2, at: place + 6)
      let text = try text(&window, at: place + 10, before: body.upperBound)
      if type == 0 {
        texts.add(text.text, to: .comments)
      } else {
        unnamed.add("comments on channels, source or history")
      }
      place = text.end
    }
  }

  /// Reads the artist, title and markers of an edited master; 3.7.
  private mutating func readMasterInformation(
    _ window: inout SourceWindow, _ body: Range<Int64>
  ) throws(ContainerError) {
    var (place, count) = (body.lowerBound, 0)
    while count < Self.maximumCount, let chunk = try Self.chunk(&window, at: place, before: body.upperBound) {
      let start = chunk.body.lowerBound
      switch chunk.name {
      case "DIAR": texts.add(try text(&window, at: start, before: chunk.body.upperBound).text, to: .artist)
      case "DITI": texts.add(try text(&window, at: start, before: chunk.body.upperBound).text, to: .title)
      case "MARK" where chunk.body.count >= 22:
        let offset = Int32(truncatingIfNeeded: try window.bigEndian(4, at: start + 8))
        let bit = try time(&window, at: start) + Double(offset)
        markers.append((try text(&window, at: start + 18, before: chunk.body.upperBound).text, bit))
      default: unnamed.add("the chunk '\(chunk.name)' of DIIN")
      }
      (place, count) = (chunk.end, count + 1)
    }
  }

  /// Reads a text after its number of bytes, and returns the position after it.
  private func text(
    _ window: inout SourceWindow, at place: Int64, before end: Int64
  ) throws(ContainerError) -> (text: String, end: Int64) {
    guard place + 4 <= end else { return ("", end) }
    let size = Int64(try window.bigEndian(4, at: place))
    let bytes = try window.bytes(Int(min(size, end - place - 4, Int64(Self.longestText))), at: place + 4)
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    return (text, min(end, place + 4 + size + size & 1))
  }
}
