import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// `FileJoin`, `FileSplit`, `SilenceTrim` and cue sheets.
@Suite struct EditingTests {
  private func noise(_ count: Int, seed: UInt64) -> [Int16] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Int16(truncatingIfNeeded: random.next()) | 256 }
  }

  /// The samples of a file, decoded.
  private func samples(_ path: Pathname, in directory: TemporaryDirectory) throws -> [Int16] {
    var conversion = FileConversion(from: path, to: directory.file("decoded.wav"))
    conversion.replacement = .replace
    conversion.dataFormat = OutputDataFormat(.samples(.int16))
    // Chunks of markers name the chunk of samples, too.
    conversion.metadata = Metadata()
    try conversion.run()
    let bytes = try required(directory.read("decoded.wav"))
    // The body of the chunk `data`, which lies behind the tags.
    let place = try required(bytes.indices.first { bytes[$0...].starts(with: Array("data".utf8)) })
    let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
    return stride(from: place + 8, to: place + 8 + size, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  @Test("lossless files are joined sample by sample", arguments: ["out.wav", "out.flac", "out.m4a", "out.caf"])
  func join(name: String) throws {
    let directory = try TemporaryDirectory()
    let parts = [noise(7001, seed: 1), noise(12_345, seed: 2), noise(1, seed: 3)]
    for (index, part) in parts.enumerated() { try directory.write("\(index).wav", wave(part, channels: 1)) }
    try FileConversion(from: directory.file("1.wav"), to: directory.file("1.flac")).run()
    let inputs = ["0.wav", "1.flac", "2.wav"].map(directory.file)
    var join = FileJoin(of: inputs, to: directory.file(name))
    if name == "out.m4a" { join.conversion.dataFormat = OutputDataFormat(.coded(.appleLossless)) }
    join.makesChapters = name == "out.flac" || name == "out.m4a"
    try join.run()
    try expectEqual(samples(directory.file(name), in: directory), parts.flatMap { $0 })
    if join.makesChapters {
      let markers = try MediaFile(path: directory.file(name), containers: Catalog.standard.containers).reader.metadata
        .markers
      expectEqual(markers.map(\.framePosition), [0, 7001, 19_346])
      expectEqual(markers.map(\.name), ["0.wav", "1.flac", "2.wav"])
    }
  }

  @Test("another rate and other channels become those of the first file")
  func unlikeInputs() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(noise(8000, seed: 1), channels: 1))
    try directory.write("b.wav", wave(noise(32_000, seed: 2), channels: 2, rate: 16_000))
    var told: [JobProgress] = []
    let report = try FileJoin(of: ["a.wav", "b.wav"].map(directory.file), to: directory.file("out.wav"))
      .run(JobControl(progress: { told.append($0) }))
    #expect(report.stream.format.sampleRate == 8000 && report.stream.format.channelsPerFrame == 1)
    try expectEqual(#require(report.frameCount), 16_000)
    // A second of each: 16,000 frames at the rate of the first.
    #expect(told.allSatisfy { $0.expected == 16_000 })
    #expect(told.first?.fraction == 0 && told.last?.fraction == 1)
  }

  @Test("priming and remainder are left out, so that nothing lies between the parts")
  func gapless() throws {
    let directory = try TemporaryDirectory()
    let tone = sine(amplitude: 0.5, frequency: 441, seconds: 2)
    for (index, part) in [tone[..<40_000], tone[40_000...]].enumerated() {
      try directory.write("\(index).wav", wave(Array(part), channels: 1, rate: 48_000))
      var conversion = FileConversion(from: directory.file("\(index).wav"), to: directory.file("\(index).m4a"))
      conversion.dataFormat = OutputDataFormat(.coded(.aac))
      try conversion.run()
    }
    let report = try FileJoin(of: ["0.m4a", "1.m4a"].map(directory.file), to: directory.file("out.wav")).run()
    expectEqual(report.frameCount, 96_000)
    try directory.write("tone.wav", wave(tone, channels: 1, rate: 48_000))
    let comparison = try FileComparison(of: directory.file("tone.wav"), and: directory.file("out.wav")).run()
    try expectGreater(#require(comparison.signalToNoise), 20)
  }

  @Test("damage of a part is told with its file, of whatever is joined or mixed", arguments: [false, true])
  func damagedPart(isMixed: Bool) throws {
    let directory = try TemporaryDirectory()
    let files = ["whole", "damaged"].map { directory.file("\($0).aac") }
    try directory.write("tone.wav", wave(sine(amplitude: 0.5, frequency: 441, seconds: 1), channels: 1, rate: 48_000))
    for file in files { try FileConversion(from: directory.file("tone.wav"), to: file).run() }
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: files[1].description)))
    // Bits of frames in the middle; their headers stay.
    let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xF6 == 0xF0 }
    for start in starts[20..<23] { for place in (start + 12)..<(start + 40) { bytes[place] = 0xFF } }
    try directory.write("damaged.aac", bytes)
    let output = directory.file("out.wav")
    let report = isMixed ? try FileMix(of: files, to: output).run() : try FileJoin(of: files, to: output).run()
    var damaged: [Pathname] = []
    for case .ofInput(let path, .damagedPackets) in report.notes { damaged.append(path) }
    expectEqual(damaged, [files[1]])
  }

  @Test("a part that is damaged or missing leaves nothing")
  func failures() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(noise(100, seed: 1)))
    for inputs in [["a.wav", "none.wav"], []] {
      #expect(jobError { try FileJoin(of: inputs.map(directory.file), to: directory.file("out.wav")).run() } != nil)
    }
    expectEqual(directory.names, ["a.wav"])
  }

  private func split(
    _ borders: FileSplit.Borders, _ input: Pathname, in directory: TemporaryDirectory
  ) throws -> [(piece: FileSplit.Piece, path: Pathname, report: ConversionReport)] {
    let folder = directory.path
    var split = FileSplit(of: input) { Pathname("\(folder)/piece\($0.number).flac") }
    split.borders = borders
    split.conversion.replacement = .replace
    return try split.run()
  }

  @Test("words of a cue sheet that are not taken are named, with their tracks")
  func sheetWordsLeftOut() throws {
    let sheet = try CueSheet(
      Array(
        """
        REM DISCID 860B640B
        CDTEXTFILE "a.cdt"
        FILE "in.wav" WAVE
          TRACK 01 AUDIO
            FLAGS DCP PRE
            INDEX 01 00:00:00
            INDEX 02 00:00:30
          TRACK 02 AUDIO
            FLAGS dcp pre
            PREGAP 00:02:00
            INDEX 01 00:01:15
        """.utf8))
    let wanted: [(String, [Int])] = [
      ("REM DISCID", []), ("CDTEXTFILE", []), ("FLAGS DCP PRE", [1, 2]), ("INDEX 02", [1]), ("PREGAP", [2]),
    ]
    #expect(sheet.leftOut.map(\.text) == wanted.map(\.0) && sheet.leftOut.map(\.tracks) == wanted.map(\.1))
  }

  @Test("the pieces are the whole, sample by sample, wherever they begin")
  func pieces() throws {
    let directory = try TemporaryDirectory()
    let whole = noise(20_000, seed: 4)
    try directory.write("in.wav", wave(whole, channels: 1))
    let sheet = try CueSheet(
      Array(
        """
        REM GENRE Rock
        REM DATE 1995
        REM TOTALDISCS 2
        REM DISCNUMBER 1
        PERFORMER "Someone"
        TITLE All of it
        CATALOG 5099749534728
        FILE "in.wav" WAVE
          TRACK 01 AUDIO
            TITLE "First / one"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            PERFORMER "Else"
            ISRC GBAYE6800011
            REM DATE 1971-05-05
            INDEX 00 00:01:00
            INDEX 01 00:01:15
        """.utf8))
    for (borders, lengths) in [
      (.length(seconds: 1), [8000, 8000, 4000]), (.cueSheet(sheet), [9600, 10_400]),
    ] as [(FileSplit.Borders, [Int])] {
      let results = try split(borders, directory.file("in.wav"), in: directory)
      expectEqual(results.map { $0.piece.frames.count }, lengths)
      try expectEqual(results.flatMap { try samples($0.path, in: directory) }, whole)
    }
    let metadata = try (1...2).map {
      try MediaFile(path: directory.file("piece\($0).flac"), containers: Catalog.standard.containers).reader.metadata
    }
    expectEqual(metadata.map { $0[.trackNumber] }, ["1/2", "2/2"])
    #expect(metadata[0][.title] == "First / one" && metadata.map { $0[.artist] } == ["Someone", "Else"])
    expectEqual(metadata.map { $0[.isrc] }, [nil, "GBAYE6800011"])
    expectEqual(metadata.map { $0[.year] ?? $0[.recordedDate] }, ["1995", "1971-05-05"])
    for (key, text) in [
      .album: "All of it", .albumArtist: "Someone", .genre: "Rock", .discNumber: "1/2",
      InfoKey("BARCODE"): "5099749534728",
    ] as [InfoKey: String] {
      expectEqual(metadata.map { $0[key] }, [text, text])
    }
  }

  @Test("joining with chapters and splitting at them gives the parts again")
  func chapters() throws {
    let directory = try TemporaryDirectory()
    let parts = [noise(5000, seed: 1), noise(6000, seed: 2)]
    for (index, part) in parts.enumerated() { try directory.write("\(index).wav", wave(part, channels: 1)) }
    var join = FileJoin(of: ["0.wav", "1.wav"].map(directory.file), to: directory.file("both.flac"))
    join.makesChapters = true
    try join.run()
    let results = try split(.chapters, directory.file("both.flac"), in: directory)
    expectEqual(results.map(\.piece.title), ["0.wav", "1.wav"])
    try expectEqual(results.map { try samples($0.path, in: directory) }, parts)
    expectEqual(jobError { _ = try split(.chapters, directory.file("0.wav"), in: directory) }?.kind, .option)
  }

  @Test("silences are split in their middle, and trimmed at the ends")
  func silence() throws {
    let directory = try TemporaryDirectory()
    let sound = noise(4000, seed: 6)
    let quiet = [Int16](repeating: 2, count: 1600)
    let whole = quiet + sound + quiet + quiet + sound + Array(quiet.prefix(100)) + sound + quiet
    try directory.write("in.wav", wave(whole, channels: 1))
    let results = try split(.silence(threshold: 0.001, duration: 0.3), directory.file("in.wav"), in: directory)
    expectEqual(results.map { $0.piece.frames.count }, [7200, whole.count - 7200])
    var trim = SilenceTrim(from: directory.file("in.wav"), to: directory.file("trimmed.wav"))
    let report = try trim.run()
    #expect(report.leadingFrameCount == 1600 && report.trailingFrameCount == 1600)
    try expectEqual(samples(directory.file("trimmed.wav"), in: directory), Array(whole.dropFirst(1600).dropLast(1600)))
    trim.conversion.output = directory.file("margin.wav")
    trim.margin = 0.1
    try expectEqual(trim.run().conversion.frameCount, Int64(whole.count - 3200 + 1600))
    try directory.write("silent.wav", wave(quiet, channels: 1))
    trim = SilenceTrim(from: directory.file("silent.wav"), to: directory.file("none.wav"))
    #expect(jobError { try trim.run() } != nil)
    #expect(!directory.names.contains("none.wav"))
  }

  @Test(
    "sheets that cannot be right are refused with their line",
    arguments: [
      ("", 1), ("TRACK 01 AUDIO", 1), ("TRACK x AUDIO\nINDEX 01 00:00:00", 1), ("INDEX 01 00:00:00", 1),
      ("TRACK 01 AUDIO\nINDEX 01 00:00:75", 2), ("TRACK 01 AUDIO\nINDEX 01 99999999999999999999:00:00", 2),
      ("TRACK 01 AUDIO\nINDEX 01 00:02:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00", 4),
      ("FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nFILE b WAVE", 4),
    ])
  func wrongSheets(text: String, line: Int) {
    #expect(throws: CueSheetError.self) { try CueSheet(Array(text.utf8)) }
    do { _ = try CueSheet(Array(text.utf8)) } catch { expectEqual(error.line, line) }
  }

  @Test("any bytes are a sheet or an error")
  func hostileSheets() {
    var random = SplitMix64(seed: 77)
    let words = ["TRACK", "INDEX", "01", "00:00:00", "\"", "\n", " ", "TITLE", "FILE", "\u{0}", "99", "é"]
    for _ in 0..<2000 {
      let text = (0..<Int(random.next() % 40)).map { _ in words[Int(random.next() % 12)] }.joined(separator: " ")
      if let sheet = try? CueSheet(Array(text.utf8)) { #expect(!sheet.tracks.isEmpty) }
    }
  }
}
