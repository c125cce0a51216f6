/// Big-endian bytes of a number.
func number(_ value: some BinaryInteger, _ byteCount: Int) -> [UInt8] {
  let bits = UInt64(truncatingIfNeeded: value)
  return (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
}

/// A box of a type with contents.
func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
  let body = contents.flatMap { $0 }
  return number(body.count + 8, 4) + typeBytes(type) + body
}

/// A box with version and flags.
func fullBox(_ type: String, version: UInt8 = 0, flags: Int = 0, _ contents: [UInt8]...) -> [UInt8] {
  box(type, [version] + number(flags, 3) + contents.flatMap { $0 })
}

/// Four characters as ISO 8859-1.
func typeBytes(_ type: String) -> [UInt8] { type.unicodeScalars.map { UInt8($0.value) } }

/// Builds small movies in the simplest way, with every choice open to the test.
struct MovieBuilder {
  var brand = "M4A "
  var packets: [[UInt8]] = []
  /// How the packets lie in chunks; the last number repeats.
  var packetsPerChunk = [2]
  var movieTimescale = 44_100
  var mediaTimescale = 44_100
  /// Runs of `stts`.
  var durations: [(count: Int, delta: Int)]?
  /// A whole `elst`, or none.
  var edits: [UInt8] = []
  /// Contents of `udta`.
  var userData: [UInt8] = []
  /// A whole sample entry.
  var entry = MovieBuilder.soundEntry(children: MovieBuilder.descriptorBox)
  var handler = "soun"
  /// Boxes added to `stbl`.
  var extraTables: [UInt8] = []
  /// A whole `stsz` or `stz2` in place of the usual one.
  var sizes: [UInt8]?
  var usesLongOffsets = false
  var isMovieInFront = true
  /// `language` of `mdhd`.
  var language = 0x55C4
  /// What follows `track_ID` in `tkhd`.
  var trackHeader = number(0, 68)
  /// Sample entries behind the first.
  var moreEntries: [[UInt8]] = []
  /// The entry that each chunk is described by; the last number repeats.
  var descriptionsOfChunks = [1]
  /// A whole `tref`, or none.
  var references: [UInt8] = []
  /// Whole `trak` boxes behind the first.
  var moreTracks: [UInt8] = []
  /// Boxes right behind `ftyp`, whose 16 bytes are the first of the file.
  var leading: [UInt8] = []
  /// Bytes between chunks.
  var gap = 0
  /// A whole `mvex`, or none.
  var movieExtension: [UInt8] = []

  static let configuration: [UInt8] = [0x12, 0x10]
  static let chain: [UInt8] =
    [3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0] + number(140_000, 4) + number(128_000, 4)
    + [5, 2] + configuration + [6, 1, 2]
  static let descriptorBox = fullBox("esds", chain)

  static func soundEntry(
    type: String = "mp4a", version: Int = 0, fields: [UInt8] = [], children: [UInt8]
  ) -> [UInt8] {
    let fixed = number(0, 6) + number(1, 2) + number(version, 2) + number(0, 6) + number(2, 2) + number(16, 2)
    return box(type, fixed, number(0, 4), number(44_100 << 16, 4), fields, children)
  }

  private func chunks() -> [[Int]] {
    var chunks: [[Int]] = []
    var next = 0
    while next < packets.count {
      let count = packetsPerChunk[min(chunks.count, packetsPerChunk.count - 1)]
      chunks.append(Array(next..<min(packets.count, next + count)))
      next += count
    }
    return chunks
  }

  private func movie(dataStart: Int) -> [UInt8] {
    var offset = dataStart
    var offsets: [Int] = []
    var runs: [UInt8] = []
    var runCount = 0
    let chunks = chunks()
    for (index, chunk) in chunks.enumerated() {
      offsets.append(offset)
      offset += chunk.reduce(0) { $0 + packets[$1].count } + gap
      let description = descriptionsOfChunks[min(index, descriptionsOfChunks.count - 1)]
      let last = descriptionsOfChunks[min(max(0, index - 1), descriptionsOfChunks.count - 1)]
      let isNew = index == 0 || chunk.count != chunks[index - 1].count || description != last
      if isNew {
        runs += number(index + 1, 4) + number(chunk.count, 4) + number(description, 4)
        runCount += 1
      }
    }
    let times = durations ?? [(packets.count, 1024)]
    let total = times.reduce(0) { $0 + $1.count * $1.delta }
    let table =
      fullBox("stsd", number(1 + moreEntries.count, 4), entry, moreEntries.flatMap { $0 })
      + fullBox("stts", number(times.count, 4), times.flatMap { number($0.count, 4) + number($0.delta, 4) })
      + fullBox("stsc", number(runCount, 4), runs)
      + (sizes ?? fullBox("stsz", number(0, 4), number(packets.count, 4), packets.flatMap { number($0.count, 4) }))
      + fullBox(
        usesLongOffsets ? "co64" : "stco", number(offsets.count, 4),
        offsets.flatMap { number($0, usesLongOffsets ? 8 : 4) }) + extraTables
    let media = box(
      "mdia",
      fullBox("mdhd", number(0, 8), number(mediaTimescale, 4), number(total, 4), number(language, 2), number(0, 2)),
      fullBox("hdlr", number(0, 4), typeBytes(handler), number(0, 13)), box("minf", box("stbl", table)))
    let header = fullBox("mvhd", number(0, 8), number(movieTimescale, 4), number(total, 4), number(0, 80))
    let track = box(
      "trak", fullBox("tkhd", number(0, 8), number(7, 4), trackHeader), edits.isEmpty ? [] : box("edts", edits),
      references, media)
    return box("moov", header, track, moreTracks, movieExtension, userData.isEmpty ? [] : box("udta", userData))
  }

  func bytes() -> [UInt8] {
    let front = box("ftyp", typeBytes(brand), number(0, 4)) + leading
    let data = box(
      "mdat", chunks().flatMap { chunk in chunk.flatMap { packets[$0] } + [UInt8](repeating: 0, count: gap) })
    if isMovieInFront {
      let size = movie(dataStart: 0).count
      return front + movie(dataStart: front.count + size + 8) + data
    }
    return front + data + movie(dataStart: front.count + 8)
  }
}

/// Packets that can be told apart, of differing sizes.
func makePackets(_ count: Int, sizes: (Int) -> Int = { 5 + $0 % 7 }) -> [[UInt8]] {
  (0..<count).map { packet in (0..<sizes(packet)).map { UInt8(truncatingIfNeeded: packet &* 31 &+ $0) } }
}
