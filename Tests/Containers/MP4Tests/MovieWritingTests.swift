import AudioBase
import MP4Container
import TestSupport
import Testing

struct MovieWritingTests {
  private static let videoEntry = box(
    "avc1", number(0, 6), number(1, 2), number(0, 16), number(64, 2), number(48, 2), number(0, 50),
    box("avcC", [1, 2, 3]))

  private static var video: TrackInfo {
    var info = TrackInfo(
      identifier: 3, mediaKind: .video, format: StreamFormat(formatID: "avc1", sampleRate: 0, channelsPerFrame: 0))
    info.timescale = 30_000
    info.sampleDescription = videoEntry
    info.language = "deu"
    info.presentationStart = -1001
    var picture = PictureInfo(codedWidth: 64, codedHeight: 48)
    picture.presentationWidth = 85.5
    picture.matrix = [0, 1, 0, -1, 0, 0, 48, 0, 1]
    info.picture = picture
    return info
  }

  private static var audio: TrackInfo {
    var info = TrackInfo(
      identifier: 7,
      format: StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024))
    info.timescale = 44_100
    info.sampleDescription = MovieBuilder.soundEntry(children: MovieBuilder.descriptorBox)
    info.packetTable = PacketTable(primingFrames: 1024, validFrames: 100_000, remainderFrames: 352, timescale: 44_100)
    info.packetCount = 99
    return info
  }

  /// What a file of several tracks is begun with.
  private static func settings(_ tracks: [TrackInfo]) -> WriterSettings {
    var settings = WriterSettings(format: tracks[0].format, layout: ChannelLayout(unlabelledChannelCount: 0))
    settings.tracks = tracks
    return settings
  }

  /// Pictures with decode order I P B B and an I every eight.
  private func timings(_ count: Int) -> [PacketTiming] {
    (0..<count).map { index in
      PacketTiming(
        decodeTime: Int64(index) * 1001, presentationOffset: [1001, 3003, 0, 0][index % 4], duration: 1001,
        isSync: index % 8 == 0)
    }
  }

  private func batch(_ packets: ArraySlice<[UInt8]>, _ timings: ArraySlice<PacketTiming> = []) -> PacketBatch {
    var batch = PacketBatch()
    for packet in packets {
      let start = batch.bytes.count
      batch.bytes += packet
      batch.noteAppendedPacket(from: start, fileOffset: 0)
    }
    batch.timings = Array(timings)
    return batch
  }

  private func movie(
    _ structure: FileStructure, _ pictures: [[UInt8]], _ times: [PacketTiming], _ sound: [[UInt8]]
  ) throws -> [UInt8] {
    let sink = MemoryByteSink()
    var settings = Self.settings([Self.video, Self.audio])
    settings.structure = structure
    settings.metadata[.title] = "Movie"
    var writer = try MP4Writer(sink, fileType: "mp4f", settings: settings)
    var next = [0, 0]
    // Five of each, as long as there are any.
    while next[0] < pictures.count || next[1] < sound.count {
      let ends = [min(pictures.count, next[0] + 5), min(sound.count, next[1] + 5)]
      if next[0] < ends[0] { try writer.write(batch(pictures[next[0]..<ends[0]], times[next[0]..<ends[0]]), track: 0) }
      if next[1] < ends[1] { try writer.write(batch(sound[next[1]..<ends[1]]), track: 1) }
      next = ends
    }
    try writer.finish()
    return sink.bytes
  }

  /// The contents of all boxes of a path, found by walking.
  private func boxes(_ path: [String], in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var place = bytes.startIndex
    while place + 8 <= bytes.endIndex {
      let size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= bytes.endIndex - place else { break }
      if Array(bytes[(place + 4)..<(place + 8)]) == typeBytes(path[0]) {
        let body = bytes[(place + 8)..<(place + size)]
        found += path.count == 1 ? [body] : boxes(Array(path.dropFirst()), in: body)
      }
      place += size
    }
    return found
  }

  /// Numbers of four bytes.
  private func words(_ bytes: ArraySlice<UInt8>) -> [Int] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { place in
      bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Sound that begins half a second after the movie: chapters are in the movie's time in the file, and in the sound's
  /// time in its markers. The track of their names stays one.
  @Test func chaptersOfSoundThatBeginsLate() throws {
    var sound = Self.audio
    sound.presentationStart = 22_050 - 1024
    sound.chapterTrack = 9
    var names = TrackInfo(
      identifier: 9, mediaKind: .other, format: StreamFormat(formatID: "text", sampleRate: 0, channelsPerFrame: 0))
    names.timescale = 44_100
    names.sampleDescription = box("text", number(0, 6), number(1, 2), number(0, 43))
    var settings = Self.settings([Self.video, sound, names])
    settings.structure = .indexLast
    settings.metadata.markers = [Marker(name: "One", framePosition: 0), Marker(name: "Two", framePosition: 44_100)]
    let sink = MemoryByteSink()
    var writer = try MP4Writer(sink, fileType: "mp4f", settings: settings)
    try writer.write(batch(makePackets(8)[...], timings(8)[...]), track: 0)
    try writer.write(batch(makePackets(99)[...]), track: 1)
    let texts = ["Lead", "One", "Two"].map { number($0.utf8.count, 2) + Array($0.utf8) }
    let times = [(0, 22_050), (22_050, 44_100), (66_150, 30_000)].map {
      PacketTiming(decodeTime: $0.0, duration: $0.1, isSync: true)
    }
    try writer.write(batch(texts[...], times[...]), track: 2)
    try writer.finish()
    let list = try required(boxes(["moov", "udta", "chpl"], in: sink.bytes[...]).first)
    // The version, flags, four zeros and the count; then eight bytes of 100 ns each, and the name.
    expectEqual(list.dropFirst(9).prefix(8).reduce(0) { $0 << 8 | Int($1) }, 5_000_000)
    expectEqual(list.dropFirst(9 + 8 + 4).prefix(8).reduce(0) { $0 << 8 | Int($1) }, 15_000_000)
    let reader = try MP4Reader(MemoryByteSource(sink.bytes))
    expectEqual(reader.tracks.map(\.chapterTrack), [nil, 9, nil])
    expectEqual(reader.metadata.markers.map(\.name), ["Lead", "One", "Two"])
    expectEqual(reader.metadata.markers.map(\.framePosition), [0, 0, 44_100])
    // Players are not to show the names as subtitles: flag 1 of `tkhd`.
    expectEqual(boxes(["moov", "trak", "tkhd"], in: sink.bytes[...]).map { $0.dropFirst(3).first }, [7, 7, 0])
  }

  @Test func picturesAndSoundReadBack() throws {
    let pictures = makePackets(80, sizes: { 100 + $0 * 13 % 300 })
    let sound = makePackets(99, sizes: { 30 + $0 % 9 })
    for structure in [FileStructure.indexFirst, .indexLast, .fragmented(seconds: 0.7)] {
      let bytes = try movie(structure, pictures, timings(80), sound)
      var reader = try MP4Reader(MemoryByteSource(bytes))
      expectEqual(reader.tracks.map(\.identifier), [3, 7])
      expectEqual(reader.tracks.map(\.mediaKind), [.video, .audio])
      expectEqual(readAll(&reader, track: 0).packets, pictures, "\(structure)")
      expectEqual(readAll(&reader, track: 1).packets, sound, "\(structure)")
      expectEqual(reader.tracks[1].packetTable, Self.audio.packetTable)
      expectEqual(reader.tracks[1].cookie, MovieBuilder.configuration)
      expectEqual(reader.metadata[.title], "Movie")
      expectEqual(
        boxes(["moov", "trak", "mdia", "minf", "stbl", "stsd"], in: bytes[...]).first.map { Array($0.dropFirst(8)) },
        Self.videoEntry)
    }
  }

  @Test func tablesOfTimeAreAsTheStandardHasThem() throws {
    let pictures = makePackets(80)
    let bytes = try movie(.indexLast, pictures, timings(80), makePackets(99))
    let tables = ["moov", "trak", "mdia", "minf", "stbl"]
    expectEqual(words(boxes(tables + ["stts"], in: bytes[...])[0]), [0, 1, 80, 1001])
    let offsets = [Int](repeatElement([1, 1001, 1, 3003, 2, 0], count: 20).joined())
    expectEqual(words(boxes(tables + ["ctts"], in: bytes[...])[0]), [0, 60] + offsets)
    let syncs = [Int](stride(from: 1, to: 80, by: 8))
    expectEqual(boxes(tables + ["stss"], in: bytes[...]).map(words), [[0, 10] + syncs])
    // The matrix is a quarter turn, the width 85.5.
    let header = words(boxes(["moov", "trak", "tkhd"], in: bytes[...])[0].suffix(44))
    expectEqual(header, [0, 0x1_0000, 0, 0xFFFF_0000, 0, 0, 0x30_0000, 0, 0x4000_0000, 0x55_8000, 0x30_0000])
    // "deu" in three times five bits.
    let media = words(boxes(["moov", "trak", "mdia", "mdhd"], in: bytes[...])[0])
    let language: Int = 4 << 10 | 5 << 5 | 21
    expectEqual(media.last, language << 16)
    // The first picture is presented 1001 units after it is decoded: the edit begins there, for 80,080 units.
    let edits = boxes(["moov", "trak", "edts", "elst"], in: bytes[...]).map(words)
    expectEqual(edits[0], [0x100_0000, 1, 0, 117_718, 0, 1001, 0x1_0000])
    expectEqual(edits[1], [0x100_0000, 1, 0, 100_000, 0, 1024, 0x1_0000])
  }

  @Test func negativeOffsetsTakeVersionOne() throws {
    let pictures = makePackets(8)
    let times = (0..<8).map {
      PacketTiming(decodeTime: $0 * 10, presentationOffset: $0 % 2 == 0 ? 5 : -5, duration: 10)
    }
    let bytes = try movie(.indexFirst, pictures, times, [])
    let table = boxes(["moov", "trak", "mdia", "minf", "stbl", "ctts"], in: bytes[...])[0]
    expectEqual(words(table.prefix(24)), [1 << 24, 8, 1, 5, 1, 0xFFFF_FFFB])
  }

  @Test func aLateTrackIsDelayedAndGapsLengthenWhatIsBeforeThem() throws {
    var times = timings(8)
    for index in times.indices { times[index].presentationOffset = 0 }
    // A second late, and with a gap of 500 units before the fifth picture.
    for index in times.indices { times[index].decodeTime += 30_000 + (index >= 4 ? 500 : 0) }
    let sink = MemoryByteSink()
    var video = Self.video
    video.presentationStart = 0
    var writer = try MP4Writer(sink, fileType: "MooV", settings: Self.settings([video, Self.audio]))
    try writer.write(batch(makePackets(8)[...], times[...]), track: 0)
    let sound = (0..<4).map { PacketTiming(decodeTime: $0 * 1024, duration: 1024) }
    try writer.write(batch(makePackets(4)[...], sound[...]), track: 1)
    try writer.finish()
    let bytes = sink.bytes
    let table = boxes(["moov", "trak", "mdia", "minf", "stbl", "stts"], in: bytes[...])[0]
    expectEqual(words(table), [0, 3, 3, 1001, 1, 1501, 4, 1001])
    let edits = boxes(["moov", "trak", "edts", "elst"], in: bytes[...])[0]
    // The movie counts in 44,100ths: 8508 units of 30,000ths are 12,507 of them.
    let ones = 0xFFFF_FFFF
    expectEqual(words(edits), [1 << 24, 2, 0, 44_100, ones, ones, 0x1_0000, 0, 12_507, 0, 0, 0x1_0000])
  }

  @Test func theCommonTimeLineIsKept() throws {
    // Sound that begins 0.5 s late behind its priming, pictures that begin 0.25 s late in spite of their offset.
    let sink = MemoryByteSink()
    var (video, audio) = (Self.video, Self.audio)
    video.presentationStart = 7500 - 1001
    audio.presentationStart = 22_050 - 1024
    var writer = try MP4Writer(sink, fileType: "mp4f", settings: Self.settings([video, audio]))
    try writer.write(batch(makePackets(8)[...], timings(8)[...]), track: 0)
    try writer.write(batch(makePackets(99)[...]), track: 1)
    try writer.finish()
    let edits = boxes(["moov", "trak", "edts", "elst"], in: sink.bytes[...]).map(words)
    let ones = 0xFFFF_FFFF
    // 6499 units of 30,000ths are 9554 of 44,100ths, 8008 of them 11,772.
    expectEqual(edits[0], [1 << 24, 2, 0, 9554, ones, ones, 0x1_0000, 0, 11_772, 0, 0, 0x1_0000])
    expectEqual(edits[1], [1 << 24, 2, 0, 22_050, ones, ones, 0x1_0000, 0, 100_000, 0, 1024, 0x1_0000])
    let found = try MP4Reader(MemoryByteSource(sink.bytes)).tracks
    expectEqual(found.map(\.presentationStart), [6499, 22_050 - 1024])
  }

  @Test func picturesDoNotGoIntoAudioFiles() {
    for fileType in ["m4af", "m4bf", "WAVE"] as [FourCharacterCode] {
      #expect(throws: ContainerError.self) {
        try MP4Writer(MemoryByteSink(), fileType: fileType, settings: Self.settings([Self.video]))
      }
    }
    var incomplete = Self.video
    incomplete.timescale = 0
    #expect(throws: ContainerError.self) {
      try MP4Writer(MemoryByteSink(), fileType: "mp4f", settings: Self.settings([incomplete]))
    }
    incomplete = Self.video
    incomplete.sampleDescription.removeLast()
    #expect(throws: ContainerError.self) {
      try MP4Writer(MemoryByteSink(), fileType: "mp4f", settings: Self.settings([incomplete]))
    }
  }

  @Test func fragmentsOfMoviesBeginAtPicturesThatCanBeDecoded() throws {
    let bytes = try movie(.fragmented(seconds: 0.7), makePackets(80), timings(80), makePackets(99))
    let runs = boxes(["moof", "traf"], in: bytes[...]).filter { traf in
      boxes(["tfhd"], in: traf)[0].dropFirst(4).prefix(4) == number(3, 4)[...]
    }.map { boxes(["trun"], in: $0)[0] }
    // 21 pictures are 0.7 s; the next one to begin at is the 25th.
    expectEqual(runs.map { words($0)[1] }, [24, 24, 24, 8])
    // Each begins with a size, then the flags of a picture that depends on no other.
    #expect(runs.allSatisfy { words($0)[4] == 0x0200_0000 })
  }
}
