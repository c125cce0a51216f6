import AudioBase
import AudioFiles

/// The parts of a file, with their positions: boxes, chunks, blocks, logical streams, tags.
public struct ContainerTree: Sendable {
  /// One part of a file.
  public struct Part: Sendable, Hashable {
    /// The name in the file, printable: `moov`, `fmt `, `STREAMINFO`.
    public var name: String
    /// The meaning of the part; empty if unknown.
    public var meaning = ""
    /// The number of bytes from the start of the file to the part's header.
    public var offset: Int64
    /// The available number of bytes of the part with its header.
    public var byteCount: Int64
    /// The inner parts, in order.
    public var parts: [Part] = []

    /// Creates a part without nested parts.
    public init(_ name: String, _ meaning: String = "", at offset: Int64, byteCount: Int64) {
      self.name = name
      self.meaning = meaning
      self.offset = offset
      self.byteCount = byteCount
    }
  }

  /// The parts at the top of the file, in order.
  public var parts: [Part] = []
  /// The reason for which some parts are missing, or `nil`.
  public var problem: String?

  /// The largest number of listed parts.
  public static let mostParts = 4096

  /// Creates a structure without parts.
  public init() {}

  /// Walks through a file. A broken structure ends the walk, and is reported in ``problem``.
  init(of media: MediaFile, track: TrackInfo, _ summary: TrackSummary) {
    var window = SourceWindow(media.source, capacity: 4096)
    var walk = StructureWalk(end: media.source.byteCount)
    do throws(ContainerError) {
      parts = try walk.parts(&window, track, summary)
    } catch {
      parts = walk.found
      problem = "\(error)"
    }
    if walk.isFull { problem = "only the first \(Self.mostParts) parts are told" }
  }
}

/// A walk through the parts of a file, which ends after ``ContainerTree/mostParts``.
struct StructureWalk {
  /// The parts at the top that were found before something went wrong.
  var found: [ContainerTree.Part] = []
  /// The number of bytes of the file, or ``unknownEnd``.
  let end: Int64
  /// The end of a file of unknown size.
  private static let unknownEnd = Int64.max / 2
  /// True if the file's size is known.
  var isEndKnown: Bool { end < Self.unknownEnd }
  private var count = 0

  init(end: Int64?) {
    // Half of the largest number, so that sums of two offsets never overflow.
    self.end = min(end ?? .max, Self.unknownEnd)
  }

  /// True if no more parts are listed.
  var isFull: Bool { count >= ContainerTree.mostParts }

  /// Counts a part, and returns true if it may still be listed.
  mutating func takesOneMore() -> Bool {
    guard !isFull else { return false }
    count += 1
    return true
  }

  /// Returns the parts by the format of the first bytes.
  mutating func parts(
    _ window: inout SourceWindow, _ track: TrackInfo, _ summary: TrackSummary
  ) throws(ContainerError) -> [ContainerTree.Part] {
    var start: Int64 = 0
    while let byteCount = try tagByteCount(&window, at: start), takesOneMore() {
      found.append(ContainerTree.Part("ID3", "ID3v2 tag", at: start, byteCount: min(byteCount, end - start)))
      start += byteCount
    }
    let head = try text(&window, at: start, count: 12)
    if Self.firstBoxes.contains(String(head.dropFirst(4).prefix(4))) {
      try walkBoxes(&window, from: start)
    } else if head.hasPrefix("RIFF") || head.hasPrefix("RF64") || head.hasPrefix("BW64") {
      try walkRIFF(&window, from: start)
    } else if head.hasPrefix("FORM") {
      try walkAIFF(&window, from: start)
    } else if head.hasPrefix("caff") {
      try walkCAF(&window, from: start)
    } else if head.hasPrefix("riff") {
      try walkWave64(&window, from: start)
    } else if head.hasPrefix("fLaC") {
      try walkFLAC(&window, from: start)
    } else if head.hasPrefix("OggS") {
      try walkOgg(&window, from: start)
    } else {
      addFrames(track, summary, after: start)
    }
    return found
  }

  private static let firstBoxes = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "sidx", "moof", "uuid", "junk",
  ]

  /// Adds the parts of a stream of frames, which has no parts except tags: all frames form one part.
  private mutating func addFrames(_ track: TrackInfo, _ summary: TrackSummary, after start: Int64) {
    guard takesOneMore() else { return }
    let offset = min(max(start, track.dataOffset), end)
    found.append(
      ContainerTree.Part(
        "frames", "\(summary.packetCount) packets", at: offset,
        byteCount: isEndKnown ? end - offset : summary.byteCount))
  }

  // MARK: - Reading

  /// Returns the number of bytes of an ID3v2 tag at an offset, or `nil` if there is none.
  private func tagByteCount(_ window: inout SourceWindow, at offset: Int64) throws(ContainerError) -> Int64? {
    let place = try window.load(10, at: offset)
    guard place.count == 10 else { return nil }
    let head = Array(window.bytes[place])
    guard head.starts(with: [0x49, 0x44, 0x33]), head[6...].allSatisfy({ $0 < 0x80 }) else { return nil }
    let size = head[6...].reduce(Int64(0)) { $0 << 7 | Int64($1) }
    return 10 + size + (head[3] >= 4 && head[5] & 0x10 != 0 ? 10 : 0)
  }

  /// Returns the bytes of a file as text of ISO 8859-1, fewer at the end of the file.
  func text(_ window: inout SourceWindow, at offset: Int64, count: Int) throws(ContainerError) -> String {
    var text = ""
    for byte in window.bytes[try window.load(count, at: offset)] { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  /// Returns the four characters of a code, as they are shown.
  func code(_ window: inout SourceWindow, at offset: Int64) throws(ContainerError) -> String {
    let word = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: offset))
    return "\(FourCharacterCode(rawValue: word))".printable
  }

  func littleEndian(_ window: inout SourceWindow, _ width: Int, at offset: Int64) throws(ContainerError) -> UInt64 {
    // Holds: widths of 1 to 8 bytes, which bigEndian asks for.
    try window.bigEndian(width, at: offset).byteSwapped >> UInt64(64 - 8 * width)
  }
}
