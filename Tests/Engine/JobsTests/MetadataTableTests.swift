import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// Walks the table of Documentation/Formats.md that says what becomes of each kind of metadata in each container, by
/// conversions of a file that has it.
@Suite struct MetadataTableTests {
  /// A row: the extension, and the cells by the names of their columns.
  private struct Row {
    var name: String
    var cells: [String: String]
  }

  private static func table() throws -> [Row] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Formats.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let start = try required(lines.firstIndex(of: "<!-- metadata-table begins -->"))
    let end = try required(lines.firstIndex(of: "<!-- metadata-table ends -->"))
    let rows = lines[(start + 1)..<end].map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let columns = try required(rows.first).dropFirst()
    return rows.dropFirst(2).map { cells in
      Row(name: cells[0], cells: Dictionary(uniqueKeysWithValues: zip(columns, cells.dropFirst())))
    }
  }

  private static let picture = Artwork(bytes: [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x5A, count: 600))

  /// Metadata of one kind each, and whether what was read back says the same.
  private static let kinds: [String: (said: Metadata, isHeld: @Sendable (Metadata) -> Bool)] = {
    var kinds: [String: (Metadata, @Sendable (Metadata) -> Bool)] = [:]
    func add(_ name: String, _ set: (inout Metadata) -> Void, _ isHeld: @escaping @Sendable (Metadata) -> Bool) {
      var metadata = Metadata()
      set(&metadata)
      kinds[name] = (metadata, isHeld)
    }
    let texts: [InfoKey: String] = [
      .title: "Ärïa", .artist: "Someone", .genre: "Air", .comments: "Said", .year: "1999",
    ]
    add("title, artist, genre, year, comment", { $0.info = texts }) { found in
      texts.allSatisfy { found.info[$0.key] == $0.value }
    }
    let rest: [InfoKey: String] = [
      .album: "Suite", .albumArtist: "All", .trackNumber: "3/12", .composer: "Else", .isrc: "DEAB12345678",
      .lyrics: "La",
    ]
    add("album, track, composer, ISRC, words", { $0.info = rest }) { found in
      rest.allSatisfy { found.info[$0.key] == $0.value }
    }
    let own = InfoKey("MY KEY")
    add("a key of one's own", { $0[own] = "mine" }) { $0[own] == "mine" }
    add("several values", { $0.setValues(["A1", "A2"], of: .artist) }) { $0.values(of: .artist) == ["A1", "A2"] }
    add("pictures", { $0.artwork = [picture] }) { $0.artwork.map(\.bytes) == [picture.bytes] }
    add("a picture's kind", { $0.artwork = [picture, Artwork(bytes: picture.bytes.dropLast(), kind: .backCover)] }) {
      $0.artwork.map(\.kind) == [.frontCover, .backCover]
    }
    let places = [0.0, 24_000, 36_000]
    add(
      "markers, chapters",
      { $0.markers = places.enumerated().map { Marker(name: "m\($0)", framePosition: $1, identifier: $0 + 1) } },
      { found in
        found.markers.map(\.name) == ["m0", "m1", "m2"]
          // The first lies behind the priming, where the file cannot say that that is not the recording.
          && zip(found.markers, places).allSatisfy { marker, place in
            abs(marker.framePosition - found.markers[0].framePosition - place) <= 48
          }
      })
    func stretch(_ flags: Region.Flags) -> [Region] {
      let ends = [Marker(framePosition: 1000), Marker(framePosition: 9000)]
      return [Region(identifier: 1, name: flags.isEmpty ? "part" : "", flags: flags, markers: ends)]
    }
    @Sendable func hasStretch(_ found: Metadata, _ flags: Region.Flags) -> Bool {
      found.regions.contains {
        $0.markers.map(\.framePosition) == [1000, 9000] && $0.flags.contains(.loop) == flags.contains(.loop)
      }
    }
    add("regions", { $0.regions = stretch([]) }, { hasStretch($0, []) })
    add("loops", { $0.regions = stretch([.loop, .playForward]) }, { hasStretch($0, .loop) })
    let broadcast: [InfoKey: String] = [.broadcastTimeReference: "48000000", InfoKey("bext originator"): "Station"]
    add("bext", { $0.info = broadcast }) { found in
      // Where a file cannot say that the priming is not the recording, the time is that of the priming.
      let time = found.info[.broadcastTimeReference].flatMap { Int($0) } ?? 0
      let name = InfoKey("bext originator")
      return found.info[name] == broadcast[name] && (47_995_000...48_000_000).contains(time)
    }
    return kinds
  }()

  // MARK: What no key stands for

  /// A file with something of one kind that no key stands for.
  private struct Foreign {
    var input: Pathname
    /// Its name in reports, and in what is read back.
    var item: String
  }

  private static func number(_ value: Int, _ count: Int, bigEndian: Bool = true) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return bigEndian ? bytes.reversed() : bytes
  }

  /// A WAVE file with a further chunk.
  private static func file(_ bytes: [UInt8], adding code: String, _ body: [UInt8]) -> [UInt8] {
    var file = bytes + Array(code.utf8) + number(body.count, 4, bigEndian: false) + body
    file.replaceSubrange(4..<8, with: number(file.count - 8, 4, bigEndian: false))
    return file
  }

  /// The files by the names of their columns.
  private func foreign(_ directory: TemporaryDirectory) throws -> [String: Foreign] {
    let plain = try required(directory.read("in.wav"))
    var files: [String: Foreign] = [:]
    // `smpl` with a unity note of its own and no loop.
    let sampler = [0, 0, 20_833, 72, 0, 0, 0, 0, 0].flatMap { Self.number($0, 4, bigEndian: false) }
    try directory.write("sampler.wav", Self.file(plain, adding: "smpl", sampler))
    files["settings of samplers"] = Foreign(
      input: directory.file("sampler.wav"), item: "the sampler's settings in the chunk 'smpl'")
    for name in ["in.flac", "in.aac"] {
      var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
      if name == "in.aac" { conversion.dataFormat = OutputDataFormat(.coded(.aac)) }
      try conversion.run()
    }
    // A block in front of all others but STREAMINFO: RFC 9639, 8.4.
    var flac = try required(directory.read("in.flac"))
    flac.insert(contentsOf: [2, 0, 0, 8] + Array("mineDATA".utf8), at: 42)
    try directory.write("application.flac", flac)
    files["APPLICATION of FLAC"] = Foreign(input: directory.file("application.flac"), item: "the chunk 'mine'")
    let boxes = try required(directory.read("in.m4a")) + Self.number(12, 4) + Array("mineDATA".utf8)
    try directory.write("boxes.m4a", boxes)
    files["boxes of MP4"] = Foreign(input: directory.file("boxes.m4a"), item: "the box 'mine'")
    // `mdhd` of version 0: the language lies behind five numbers (ISO/IEC 14496-12, 8.4.2).
    var spoken = try required(directory.read("in.m4a"))
    let header = try required(Data(spoken).range(of: Data("mdhd".utf8)))
    spoken.replaceSubrange((header.upperBound + 20)..<(header.upperBound + 22), with: [0x10, 0xB5])
    try directory.write("spoken.m4a", spoken)
    files["a track's language"] = Foreign(input: directory.file("spoken.m4a"), item: "the track's language 'deu'")
    let stream = try required(directory.read("in.aac"))
    let frame = Array("PRIV".utf8) + [0, 0, 0, 9, 0, 0] + Array("mine\0DATA".utf8)
    try directory.write("frame.aac", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame + stream)
    files["frames of ID3"] = Foreign(input: directory.file("frame.aac"), item: "the ID3 frame 'PRIV'")
    // The flags say that the value is no text.
    let item = Self.number(4, 4, bigEndian: false) + [2, 0, 0, 0] + Array("mine\0DATA".utf8)
    let footer =
      Array("APETAGEX".utf8) + [2000, item.count + 32, 1, 0].flatMap { Self.number($0, 4, bigEndian: false) }
      + [UInt8](repeating: 0, count: 8)
    try directory.write("item.aac", stream + item + footer)
    files["items of APEv2"] = Foreign(input: directory.file("item.aac"), item: "the APE item 'mine'")
    return files
  }

  /// As ``outcome(_:_:to:in:isHeld:)`` of something that has a name in the report.
  private func outcome(_ foreign: Foreign, to name: String, in directory: TemporaryDirectory) throws -> String {
    let isHeld: (any ContainerReader) -> Bool = { reader in
      reader.chunks.contains { foreign.item.contains("'\($0.identifier)'") }
        || reader.unnamedItems.contains(foreign.item)
        || reader.tracks.contains { !$0.language.isEmpty && foreign.item.contains("'\($0.language)'") }
        || (foreign.item.contains("PRIV") && String(decoding: reader.metadata.id3Tag, as: UTF8.self).contains("PRIV"))
    }
    return try outcome(foreign.input, nil, to: name, in: directory, naming: foreign.item, isHeld: isHeld)
  }

  /// Converts, and returns `kept`, `told`, or `lost` where something is gone without a word.
  private func outcome(
    _ input: Pathname, _ said: Metadata?, to name: String, in directory: TemporaryDirectory, naming item: String = "",
    isHeld: (any ContainerReader) -> Bool
  ) throws -> String {
    let output = directory.file("o." + name)
    var conversion = FileConversion(from: input, to: output)
    conversion.replacement = .replace
    conversion.metadata = said
    let isCoded = ["m4a", "m4b", "mp4", "3gp", "aac", "loas"].contains(name)
    if isCoded { conversion.dataFormat = OutputDataFormat(.coded(.aac)) }
    if name == "ogg" { conversion.dataFormat = OutputDataFormat(.coded(.flac)) }
    let notes = try conversion.run().notes.filter { if case .recordingNotMarked = $0 { false } else { true } }
    let isKept = isHeld(try MediaFile(path: output, containers: Catalog.standard.containers).reader)
    let isTold = notes.contains {
      $0.severity == .warning && (item.isEmpty || $0.description.contains(item.dropFirst("the ".count)))
    }
    if isKept { return isTold ? "kept, told" : "kept" }
    return isTold ? "told" : "lost"
  }

  @Test("each container keeps each kind of metadata, or tells of it, as the page says")
  func walk() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    // A chunk of another program's behind the samples.
    var foreign = try required(directory.read("in.wav"))
    foreign += Array("iXML".utf8) + [6, 0, 0, 0] + Array("<BWF/>".utf8)
    let size = foreign.count - 8
    foreign.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) })
    try directory.write("ixml.wav", foreign)
    var first = FileConversion(from: directory.file("in.wav"), to: directory.file("in.m4a"))
    first.dataFormat = OutputDataFormat(.coded(.aac))
    try first.run()
    var copy = FileCopy(from: directory.file("in.wav"), to: directory.file("two.mp4"))
    copy.catalog = Catalog.showing(tracks: ["in.m4a", "in.m4a"].map(directory.file))
    try copy.run()
    let others = try self.foreign(directory)
    let rows = try Self.table()
    expectGreater(rows.count, 14)
    #expect(others.keys.allSatisfy { rows[0].cells[$0] != nil })
    // A row whose encoder is not installed is not walked.
    let isThere = Catalog.standard.encoder(formatID: .mpegLayer3)?.missing(.encoding) == nil
    for row in rows where row.name != "mp3" || isThere {
      for (kind, cell) in row.cells {
        let found: String
        switch kind {
        case "iXML, axml, chna":
          found = try outcome(directory.file("ixml.wav"), nil, to: row.name, in: directory) { reader in
            reader.chunks.contains { $0.identifier == "iXML" }
          }
        case "further tracks":
          found = try outcome(directory.file("two.mp4"), nil, to: row.name, in: directory) { $0.tracks.count > 1 }
        case let name where others[name] != nil:
          found = try outcome(try required(others[name]), to: row.name, in: directory)
        default:
          let (said, isHeld) = try required(Self.kinds[kind])
          found = try outcome(directory.file("in.wav"), said, to: row.name, in: directory) { isHeld($0.metadata) }
        }
        expectEqual(found, cell, "\(row.name): \(kind)")
      }
    }
  }
}
