import AudioBase
import AudioCatalog
import AudioFiles
import TestSupport
import Testing

/// A file of tracks whose packets and times are given by the test; packets of all tracks share one array of places.
private struct ListedReader: ContainerReader {
  struct Packet {
    var place: Int64
    var timing: PacketTiming
    var bytes: [UInt8]
  }
  let fileType: FourCharacterCode = "test"
  var tracks: [TrackInfo]
  var packets: [[Packet]]
  /// The packet of a track at which reading fails.
  var failure: (track: Int, packet: Int)?
  private var next: [Int]

  init(_ tracks: [(TrackInfo, [Packet])], failure: (track: Int, packet: Int)? = nil) {
    self.tracks = tracks.map(\.0)
    packets = tracks.map(\.1)
    next = tracks.map { _ in 0 }
    self.failure = failure
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    next[track] = Int(min(packet, Int64(packets[track].count)))
  }

  /// Three packets at a time, so that batches end in the middle of things.
  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: Int64(next[track]))
    while batch.count < 3, next[track] < packets[track].count {
      if let failure, failure == (track, next[track]) {
        guard batch.count > 0 else { throw ContainerError(.malformed, "a test's failure", at: 7) }
        return true
      }
      let packet = packets[track][next[track]]
      let start = batch.bytes.count
      batch.bytes += packet.bytes
      batch.noteAppendedPacket(from: start, fileOffset: packet.place)
      batch.timings.append(packet.timing)
      next[track] += 1
    }
    return batch.count > 0
  }

  mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    position(target, track) { _ in true }
  }

  mutating func locateSync(before target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    position(target, track) { $0.timing.isSync }
  }

  private func position(_ target: PacketTarget, _ track: Int, _ accepts: (Packet) -> Bool) -> PacketPosition? {
    let list = packets[track]
    var index: Int
    switch target {
    case .packet(let number): index = Int(number)
    case .frame(let frame):
      guard let last = list.last, frame < last.timing.decodeTime + last.timing.duration else { return nil }
      index = (list.lastIndex { $0.timing.decodeTime <= frame }) ?? 0
    }
    guard list.indices.contains(index) else { return nil }
    while index > 0, !accepts(list[index]) { index -= 1 }
    return PacketPosition(
      packet: Int64(index), firstFrame: list[index].timing.decodeTime, byteOffset: list[index].place)
  }
}

/// Pictures as an encoder with B frames orders them, 25 a second, a sync sample every eight; and sound of 1024 frames.
private enum Movie {
  static let pictureCount = 40
  static let soundCount = 75

  /// Units of 1/600 s: 24 a picture. Within a group of four the order of decoding is P B B B.
  static let pictures: [ListedReader.Packet] = (0..<pictureCount).map { (index: Int) -> ListedReader.Packet in
    // A P is shown three pictures after its turn and each B one before it, all a picture late.
    let pictures: Int64 = index % 4 == 0 ? 3 : -1
    let offset: Int64 = (pictures + 1) * 24
    let timing = PacketTiming(
      decodeTime: Int64(index) * 24, presentationOffset: offset, duration: 24, isSync: index % 8 == 0)
    return ListedReader.Packet(
      place: Int64(1000 + index * 500), timing: timing, bytes: [0, UInt8(index), 1, 2, 3])
  }

  static let sounds: [ListedReader.Packet] = (0..<soundCount).map { (index: Int) -> ListedReader.Packet in
    let timing = PacketTiming(decodeTime: Int64(index) * 1024, duration: 1024)
    return ListedReader.Packet(place: Int64(1100 + index * 250), timing: timing, bytes: [1, UInt8(index)])
  }

  static func reader(failure: (track: Int, packet: Int)? = nil) -> ListedReader {
    var picture = TrackInfo(format: StreamFormat(formatID: "avc1", sampleRate: 0, channelsPerFrame: 0))
    picture.mediaKind = .video
    picture.timescale = 600
    picture.packetCount = Int64(pictureCount)
    var sound = TrackInfo(
      format: StreamFormat(formatID: .aac, sampleRate: 48_000, channelsPerFrame: 2, framesPerPacket: 1024))
    sound.timescale = 48_000
    sound.packetCount = Int64(soundCount)
    // The first packet is presented 1024 frames before the start of the film: its priming.
    sound.presentationStart = -1024
    return ListedReader([(picture, pictures), (sound, sounds)], failure: failure)
  }
}

@Suite struct DemultiplexerTests {
  private func all(_ demultiplexer: inout Demultiplexer) throws -> [(packet: DemultiplexedPacket, bytes: [UInt8])] {
    var found: [(DemultiplexedPacket, [UInt8])] = []
    while let packet = try demultiplexer.next() {
      let bytes = demultiplexer.packetBytes
      found.append((packet, bytes.indices.map { bytes[$0] }))
    }
    return found
  }

  @Test func packetsComeInTheOrderOfTheFile() throws {
    var demultiplexer = Demultiplexer(Movie.reader())
    let found = try all(&demultiplexer)
    expectEqual(found.count, Movie.pictureCount + Movie.soundCount)
    expectEqual(found.map(\.packet.fileOffset), found.map(\.packet.fileOffset).sorted())
    for (packet, bytes) in found {
      let expected = packet.track == 0 ? Movie.pictures[Int(packet.number)] : Movie.sounds[Int(packet.number)]
      #expect(bytes == expected.bytes && packet.timing == expected.timing && packet.byteCount == bytes.count)
    }
    #expect(try demultiplexer.next() == nil && demultiplexer.packetBytes.isEmpty)
  }

  @Test func packetsComeInTheOrderOfDecoding() throws {
    var demultiplexer = Demultiplexer(Movie.reader(), order: .decodeTime)
    let times = try all(&demultiplexer).map(\.packet.decodeTime.seconds)
    #expect(times == times.sorted() && times.first == -1024 / 48_000)
  }

  @Test func timesAreFractionsOfASecondOnOneTimeLine() throws {
    var demultiplexer = Demultiplexer(Movie.reader(), selection: [1])
    let sound = try required(demultiplexer.next(ofTrack: 1))
    expectEqual(sound.presentationTime, MediaTime(value: -1024, timescale: 48_000))
    #expect(sound.duration == MediaTime(value: 8, timescale: 375) && sound.isSync)
    expectEqual(demultiplexer.selection, [1])
  }

  @Test func oneTrackIsReadWhileTheOtherWaits() throws {
    var demultiplexer = Demultiplexer(Movie.reader())
    for index in 0..<Movie.pictureCount { try expectEqual(demultiplexer.next(ofTrack: 0)?.number, Int64(index)) }
    try expectNil(demultiplexer.next(ofTrack: 0))
    let sounds = try all(&demultiplexer)
    #expect(sounds.count == Movie.soundCount && sounds.allSatisfy { $0.packet.track == 1 })
  }

  @Test("a seek goes to the sync sample of the picture that is shown, and to the packet that sounds")
  func seeking() throws {
    var demultiplexer = Demultiplexer(Movie.reader())
    for step in 0..<200 {
      let time = MediaTime(value: Int64(step), timescale: 120)
      try demultiplexer.seek(to: time)
      let picture = try demultiplexer.next(ofTrack: 0)
      let sound = try demultiplexer.next(ofTrack: 1)
      let shown = Movie.pictures.last { $0.timing.presentationTime <= time.units(of: 600) }
      // The sync sample before the last picture that is shown by then; before the first picture, the start.
      let number = Movie.pictures.firstIndex { $0.place == (shown ?? Movie.pictures[0]).place } ?? 0
      if let picture {
        #expect(picture.isSync && picture.number <= number / 8 * 8)
        #expect(picture.presentationTime <= time || picture.number == 0)
      } else {
        expectGreaterOrEqual(time.units(of: 600), 24 * 40)
      }
      let frame = time.units(of: 48_000) + 1024
      expectEqual(sound?.number, frame / 1024 < Int64(Movie.soundCount) ? frame / 1024 : nil, "\(step)")
    }
    try demultiplexer.seek(to: MediaTime(value: -5, timescale: 1))
    try expectEqual(all(&demultiplexer).count, Movie.pictureCount + Movie.soundCount)
    try demultiplexer.seek(to: MediaTime(value: 1 << 60, timescale: 1))
    #expect(try all(&demultiplexer).isEmpty)
  }

  @Test func aTrackThatFailsEndsAndTheOtherGoesOn() throws {
    var demultiplexer = Demultiplexer(Movie.reader(failure: (1, 10)))
    var counts = [0, 0]
    var failures = 0
    var hasEnded = false
    while !hasEnded {
      do throws(AudioError) {
        while let packet = try demultiplexer.next() { counts[packet.track] += 1 }
        hasEnded = true
      } catch {
        #expect(error.place.track == 1 && error.kind == .malformed)
        failures += 1
      }
    }
    #expect(counts == [Movie.pictureCount, 10] && failures == 1)
  }

  @Test func aCancelledReadingStopsAtItsNextReadOfTheFile() throws {
    let cancellation = Cancellation()
    var demultiplexer = Demultiplexer(Movie.reader(), selection: [0], cancellation: cancellation)
    try expectEqual(demultiplexer.next()?.number, 0)
    cancellation.cancel()
    // Two more packets of the batch of three are there already.
    try expectEqual(demultiplexer.next()?.number, 1)
    try expectEqual(demultiplexer.next()?.number, 2)
    #expect {
      _ = try demultiplexer.next()
    } throws: { error in
      (error as? AudioError)?.kind == .cancelled
    }
  }

  @Test func aMovieOfTheCatalogKeepsItsPicturesTimes() throws {
    let container = try required(Catalog.standard.container(fileType: "mp4f"))
    #expect(container.holdsSeveralTracks)
    let create = try required(container.create)
    var source: any ContainerReader = Movie.reader()
    var tracks = source.tracks
    // A sample entry of AVC without its configuration: 8 + 78 bytes.
    tracks[0].sampleDescription = [0, 0, 0, 86] + Array("avc1".utf8) + [UInt8](repeating: 0, count: 6) + [0, 1]
    tracks[0].sampleDescription += [UInt8](repeating: 0, count: 70)
    tracks[1].sampleDescription = []
    let sink = MemoryByteSink()
    var writer = try create(sink, WriterSettings(copying: [tracks[0]], metadata: Metadata()))
    var copying = try PacketCopying(of: &source, tracks: [0])
    while try copying.copyNext(of: &source, to: &writer) {}
    try writer.finish()
    let open = try required(container.open)
    let reader = try open(MemoryByteSource(sink.bytes), ResourceLimits())
    var demultiplexer = Demultiplexer(reader)
    let found = try all(&demultiplexer)
    expectEqual(found.map(\.bytes), Movie.pictures.map(\.bytes))
    expectEqual(found.map(\.packet.timing), Movie.pictures.map(\.timing))
  }
}
