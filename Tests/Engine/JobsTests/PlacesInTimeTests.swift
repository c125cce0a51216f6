import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import TestSupport
import Testing

/// Markers, loops, regions and the time of day of the first frame go with the sound that they name.
@Suite struct PlacesInTimeTests {
  /// A file of two seconds at 48 kHz with places at these seconds, a loop and a time of day.
  private func make(_ name: String, in directory: TemporaryDirectory) throws -> Pathname {
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 2), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    var metadata = Metadata()
    metadata[.title] = "Places"
    metadata.markers = [0, 0.5, 1, 1.5].enumerated().map {
      Marker(name: "m\($1)", framePosition: $1 * 48_000, identifier: $0 + 1)
    }
    if name.hasSuffix("wav") {
      metadata.regions = [
        Region(
          identifier: 9, name: "loop", flags: [.loop, .playForward],
          markers: [Marker(framePosition: 60_000), Marker(framePosition: 66_000)])
      ]
      metadata[.broadcastTimeReference] = "48000000"
    }
    conversion.metadata = metadata
    if name.hasSuffix("m4b") { conversion.dataFormat = OutputDataFormat(.coded(.aac)) }
    try conversion.run()
    return directory.file(name)
  }

  /// The usual format of a name's container, at a rate.
  private func format(of name: String, rate: Double?) -> OutputDataFormat {
    let kind: OutputDataFormat.Kind =
      switch name {
      case "o.m4b": .coded(.aac)
      case "o.flac": .coded(.flac)
      case "o.aiff": .samples(SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian))
      default: .samples(.int16)
      }
    var format = OutputDataFormat(kind)
    format.sampleRate = rate
    return format
  }

  private func reader(_ path: Pathname) throws -> any ContainerReader {
    try MediaFile(path: path, containers: Catalog.standard.containers).reader
  }

  /// Seconds of the markers of a file, to the millisecond.
  private func seconds(_ path: Pathname) throws -> [Double] {
    let reader = try reader(path)
    // The ends of loops stand among the markers of AIFF, without a name.
    return reader.metadata.markers.filter { !$0.name.isEmpty }.map {
      ($0.framePosition / reader.tracks[0].format.sampleRate * 1000).rounded() / 1000
    }
  }

  @Test(
    "a change of rate and a part move all places",
    arguments: [("a.wav", "o.wav"), ("a.wav", "o.flac"), ("a.m4b", "o.m4b"), ("a.wav", "o.caf"), ("a.wav", "o.aiff")])
  func conversion(input: String, output: String) throws {
    let directory = try TemporaryDirectory()
    let path = try make(input, in: directory)
    for (rate, start, length, wanted) in [
      (24_000, 0, nil, [0, 0.5, 1, 1.5]), (nil, 1, nil, [0, 0.5]), (24_000, 0.25, 1, [0.25, 0.75]),
      (96_000, 1.25, 0.2, []),
    ] as [(Double?, Double, Double?, [Double])] {
      var conversion = FileConversion(from: path, to: directory.file(output))
      conversion.replacement = .replace
      let isBook = output.hasSuffix("m4b")
      if isBook, rate == 96_000 { continue }
      conversion.dataFormat = format(of: output, rate: rate)
      (conversion.decoding.start, conversion.decoding.duration) = (start, length)
      let report = try conversion.run()
      try expectEqual(seconds(directory.file(output)), wanted, "\(rate ?? 0) \(start)")
      guard output == "o.wav" else { continue }
      let metadata = try reader(directory.file(output)).metadata
      let to = (rate ?? 48_000) / 48_000
      expectEqual(metadata[.broadcastTimeReference], String(Int((48_000_000 + start * 48_000) * to)))
      // The loop lies at 1.25 to 1.375 s.
      let holdsLoop = start <= 1.25 && start + (length ?? 9) >= 1.375
      let frames = [(60_000 - start * 48_000) * to, (66_000 - start * 48_000) * to]
      expectEqual(metadata.regions.map { $0.markers.map(\.framePosition) }, holdsLoop ? [frames] : [])
      let isCut = !holdsLoop && start < 1.375 && start + (length ?? 9) > 1.25
      let isTold = report.notes.contains {
        if case .tagItemNotKept(let text) = $0 { text.contains("loop") } else { false }
      }
      expectEqual(isTold, isCut)
    }
  }

  @Test("untrimmed sound begins with the priming, and its places that much later")
  func untrimmed() throws {
    let directory = try TemporaryDirectory()
    let book = try make("a.m4b", in: directory)
    let priming = Double(try required(reader(book).tracks[0].packetTable).primingFrames)
    var conversion = FileConversion(from: book, to: directory.file("o.wav"))
    conversion.decoding.trimming = .none
    try conversion.run()
    let markers = try reader(directory.file("o.wav")).metadata.markers.map(\.framePosition)
    #expect(priming > 0 && markers == [0, 24_000, 48_000, 72_000].map { $0 + priming })
  }

  @Test("a priming that is stated in place of the track's moves all places", arguments: [-480.0, 0, 480])
  func statedPriming(more: Double) throws {
    let directory = try TemporaryDirectory()
    let book = try make("a.m4b", in: directory)
    let priming = try required(reader(book).tracks[0].packetTable).primingFrames
    var copy = FileCopy(from: book, to: directory.file("o.m4b"))
    copy.trimOverride = TrimOverride(primingFrames: priming + Int64(more), remainderFrames: 0)
    try copy.run()
    // The frame that was the first lies so many frames earlier now, or is no part of the recording any more.
    let wanted = [0.0, 24_000, 48_000, 72_000].map { $0 - more }.filter { $0 >= 0 }
    try expectEqual(reader(directory.file("o.m4b")).metadata.markers.map { $0.framePosition.rounded() }, wanted)
    var conversion = FileConversion(from: book, to: directory.file("e.m4b"))
    conversion.dataFormat = OutputDataFormat(.coded(.aac))
    conversion.dataFormat?.sampleRate = 24_000
    try conversion.run()
    let own = try required(reader(directory.file("e.m4b")).tracks[0].packetTable).primingFrames
    conversion.replacement = .replace
    conversion.trimOverride = TrimOverride(primingFrames: own + Int64(more), remainderFrames: 0)
    try conversion.run()
    let encoded = [0.0, 12_000, 24_000, 36_000].map { $0 - more }.filter { $0 >= 0 }
    try expectEqual(reader(directory.file("e.m4b")).metadata.markers.map { $0.framePosition.rounded() }, encoded)
  }

  @Test("packets that are copied to where no recording is marked have their places behind the priming")
  func untrimmedCopy() throws {
    let directory = try TemporaryDirectory()
    let book = try make("a.m4b", in: directory)
    let priming = Double(try required(reader(book).tracks[0].packetTable).primingFrames)
    try FileCopy(from: book, to: directory.file("o.aac")).run()
    try expectEqual(
      seconds(directory.file("o.aac")), [0, 0.5, 1, 1.5].map { (($0 + priming / 48_000) * 1000).rounded() / 1000 })
  }

  @Test("a join has the places of all parts, at the rate of the first")
  func join() throws {
    let directory = try TemporaryDirectory()
    let first = try make("a.wav", in: directory)
    var conversion = FileConversion(from: first, to: directory.file("b.wav"))
    conversion.dataFormat = format(of: "o.wav", rate: 24_000)
    try conversion.run()
    let report = try FileJoin(of: [first, directory.file("b.wav")], to: directory.file("o.wav")).run()
    try expectEqual(seconds(directory.file("o.wav")), [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5])
    let metadata = try reader(directory.file("o.wav")).metadata
    expectEqual(metadata.regions.map { $0.markers[0].framePosition }, [60_000, 156_000])
    #expect(metadata[.broadcastTimeReference] == "48000000" && metadata[.title] == "Places")
    let differ = report.notes.contains { if case .filesDiffer = $0 { true } else { false } }
    #expect(!differ)
  }

  @Test("what files that are joined say otherwise, and what there is no place for, is told")
  func joinOfOthers() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(sawtooth(8000)))
    for (name, title) in [("1.flac", "One"), ("2.flac", "Two")] {
      var conversion = FileConversion(from: directory.file("a.wav"), to: directory.file(name))
      conversion.extraInfo = [.title: title, .album: "Both"]
      var metadata = Metadata()
      metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF, UInt8(title.utf8.count), title.utf8.first ?? 0])]
      metadata.markers = [Marker(name: "own", framePosition: 100, identifier: 1)]
      conversion.metadata = metadata
      try conversion.run()
    }
    var join = FileJoin(of: ["1.flac", "2.flac"].map(directory.file), to: directory.file("o.flac"))
    join.makesChapters = true
    let report = try join.run()
    let metadata = try reader(directory.file("o.flac")).metadata
    #expect(metadata[.album] == "Both" && metadata[.title] == nil && metadata.artwork.count == 1)
    expectEqual(metadata.markers.map(\.framePosition), [0, 4000])
    let texts = report.notes.map(\.description)
    #expect(texts.contains { $0.contains("'title'") && $0.contains("differ") })
    #expect(texts.contains { $0.contains("1 picture of") } && texts.count { $0.contains("1 marker of") } == 2)
  }

  @Test("pieces and what is left of silence have the places that lie in them")
  func editing() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.wav", in: directory)
    let folder = directory.path
    var split = FileSplit(of: path) { Pathname("\(folder)/piece\($0.number).wav") }
    split.borders = .length(seconds: 0.8)
    split.conversion.dataFormat = format(of: "o.wav", rate: 24_000)
    try split.run()
    try expectEqual(seconds(directory.file("piece1.wav")), [0, 0.5])
    try expectEqual(seconds(directory.file("piece2.wav")), [0.2, 0.7])
    try expectEqual(seconds(directory.file("piece3.wav")), [])
    let references = try (1...3).map { try reader(directory.file("piece\($0).wav")).metadata[.broadcastTimeReference] }
    expectEqual(references, ["24000000", "24019200", "24038400"])
    try expectEqual(reader(directory.file("piece2.wav")).metadata.regions.map { $0.markers[0].framePosition }, [10_800])
    var quiet = [Int16](repeating: 0, count: 24_000)
    quiet += sawtooth(24_000)
    try directory.write("quiet.wav", wave(quiet, channels: 1, rate: 48_000))
    var tagging = FileTagging(of: directory.file("quiet.wav"))
    tagging.changes.markers = [Marker(name: "in", framePosition: 30_000, identifier: 1)]
    try tagging.run()
    let trim = SilenceTrim(from: directory.file("quiet.wav"), to: directory.file("o.wav"))
    let report = try trim.run()
    let place = try required(reader(directory.file("o.wav")).metadata.markers.first?.framePosition)
    expectEqual(place, Double(30_000 - report.leadingFrameCount))
  }

  @Test("tags that are taken from another file have their places at the rate of this one")
  func copyFrom() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.wav", in: directory)
    try directory.write("b.wav", wave(sawtooth(32_000), channels: 1, rate: 16_000))
    var tagging = FileTagging(of: directory.file("b.wav"))
    tagging.changes.copy(try reader(path).metadata, map: TimeMap(scale: 1.0 / 3))
    try tagging.run()
    try expectEqual(seconds(directory.file("b.wav")), [0, 0.5, 1, 1.5])
    let metadata = try reader(directory.file("b.wav")).metadata
    expectEqual(metadata[.broadcastTimeReference], "16000000")
    expectEqual(metadata.regions.map { $0.markers.map(\.framePosition) }, [[20_000, 22_000]])
  }
}
