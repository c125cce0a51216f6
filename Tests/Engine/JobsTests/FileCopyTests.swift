import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct FileCopyTests {
  private static let frameCount = 400_000

  /// A directory with an Apple Lossless file.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(2 * Self.frameCount), rate: 44_100))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("in.m4a"))
    conversion.dataFormat = OutputDataFormat(.coded(.appleLossless))
    try conversion.run()
    return directory
  }

  @Test("packets and the recording stay as they are, and progress counts packets")
  func copy() throws {
    let directory = try directory()
    var all: [JobProgress] = []
    let report = try FileCopy(from: directory.file("in.m4a"), to: directory.file("out.caf")).run(
      JobControl { all.append($0) })
    // Apple Lossless has 4096 frames a packet.
    let packetCount = Int64((Self.frameCount + 4095) / 4096)
    #expect(report.packets?.packetCount == packetCount && report.trackCount == 1 && report.notes.isEmpty)
    #expect(all.first?.completed == 0 && all.last?.completed == packetCount && all.last?.expected == packetCount)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.completed <= $1.completed && $0.unit == .packets })
    try FileConversion(from: directory.file("out.caf"), to: directory.file("out.wav")).run()
    let (output, input) = (directory.read("out.wav"), directory.read("in.wav"))
    expectEqual(output?.suffix(4 * Self.frameCount), input?.suffix(4 * Self.frameCount))
  }

  @Test("a cancelled copy leaves no file, and keeps the one that it was to replace")
  func cancellation() throws {
    let directory = try directory()
    try directory.write("out.caf", [7])
    let names = directory.names
    var copy = FileCopy(from: directory.file("in.m4a"), to: directory.file("out.caf"))
    copy.replacement = .replace
    let cancellation = Cancellation()
    let error = jobError { try copy.run(JobControl(cancellation: cancellation) { _ in cancellation.cancel() }) }
    guard error?.kind == .cancelled else {
      Issue.record("the wrong error: \(String(describing: error))")
      return
    }
    #expect(directory.names == names && directory.read("out.caf") == [7])
  }

  @Test("MP3 comes out of WAVE, though it cannot say where the recording ends, and does not go into it")
  func unstatedRemainder() throws {
    let directory = try TemporaryDirectory()
    let fixture = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "WAVE/mp3-encoded.wav"))
    try directory.write("in.wav", fixture)
    let report = try FileCopy(from: directory.file("in.wav"), to: directory.file("out.mp3")).run()
    expectEqual(report.packets?.packetCount, 22)
    expectEqual(report.notes.map(\.description), ["the file cannot say that its last 542 frames are not the recording"])
    // The frames stand behind a header that counts them; the chunk begins at byte 70.
    expectEqual(directory.read("out.mp3")?.suffix(2299).elementsEqual(fixture[70..<2369]), true)
    var back = FileCopy(from: directory.file("out.mp3"), to: directory.file("out.wav"))
    back.replacement = .replace
    guard case .holders(_, of: ".mp3")? = jobError({ try back.run() })?.advice else {
      Issue.record("MP3 went into WAVE")
      return
    }
  }

  @Test("tracks that a file of one track leaves out are told")
  func tracksLeftOut() throws {
    let directory = try directory()
    var copy = FileCopy(from: directory.file("in.m4a"), to: directory.file("out.caf"))
    copy.catalog = .showing(tracks: ["in.m4a", "in.wav"].map(directory.file))
    let report = try copy.run()
    expectEqual(report.notes.map(\.description), ["1 other track is left out"])
    copy.track = 2
    copy.replacement = .replace
    guard jobError({ try copy.run() })?.rule == "there is no track 2" else {
      Issue.record("a track was found that is not there")
      return
    }
  }

  @Test("all tracks go into a file of several, whatever they come from")
  func severalTracks() throws {
    let directory = try directory()
    let adts = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "AAC/lc_24000_mo_32k_harpsi.dump"))
    let packets = packetsOfDump(adts)
    let create = try required(Catalog.standard.container(fileType: "adts")?.create)
    let sink = MemoryByteSink()
    let format = StreamFormat(formatID: .aac, sampleRate: 24_000, channelsPerFrame: 1, framesPerPacket: 1024)
    let cookie = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "AAC/lc_24000_mo_32k_harpsi.asc"))
    var writer = try create(sink, WriterSettings(format: format, layout: ChannelLayout([.center]), cookie: cookie))
    for packet in packets {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    try writer.finish()
    try directory.write("in.aac", sink.bytes)
    for name in ["out.mp4", "out.mov"] {
      var copy = FileCopy(from: directory.file("in.m4a"), to: directory.file(name))
      copy.catalog = .showing(tracks: ["in.m4a", "in.wav", "in.aac"].map(directory.file))
      let report = try copy.run()
      #expect(report.trackCount == 3 && report.notes.isEmpty)
      let media = try MediaFile(path: directory.file(name), containers: Catalog.standard.containers)
      expectEqual(media.reader.tracks.map(\.format.formatID), [.appleLossless, .linearPCM, .aac])
      let first = try MediaFile(path: directory.file("in.m4a"), containers: Catalog.standard.containers)
      try expectEqual(content(media.reader, 0), content(first.reader, 0))
      try expectEqual(content(media.reader, 1), directory.read("in.wav")?.dropFirst(44).map { $0 })
      try expectEqual(content(media.reader, 2), Array(packets.joined()))
      #expect(media.reader.tracks[2].cookie == cookie && media.reader.tracks[2].format.sampleRate == 24_000)
    }
  }

  /// The bytes of all packets of a track.
  private func content(_ reader: any ContainerReader, _ track: Int) throws -> [UInt8] {
    var reader = reader
    var batch = PacketBatch()
    var bytes: [UInt8] = []
    while try reader.readPackets(ofTrack: track, into: &batch) { bytes += batch.bytes }
    return bytes
  }

  @Test("writers of one track refuse another by name")
  func oneTrack() throws {
    let info = TrackInfo(format: StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2))
    for container in Catalog.standard.containers where !container.holdsSeveralTracks {
      guard let create = container.create else { continue }
      let error = #expect(throws: ContainerError.self) {
        try create(MemoryByteSink(), WriterSettings(copying: [info, info], metadata: Metadata()))
      }
      #expect(error?.kind == .unsupported && "\(String(describing: error))".contains("holds one track"))
    }
    let create = try required(Catalog.standard.container(fileType: "adts")?.create)
    var settings = WriterSettings(format: info.format, layout: ChannelLayout([.left, .right]), cookie: [0x12, 0x10])
    settings.tracks = [info]
    var writer = try create(MemoryByteSink(), settings)
    let error = #expect(throws: ContainerError.self) { try writer.write(PacketBatch(), track: 1) }
    expectEqual(error?.kind, .unsupported)
  }

  @Test("a container that does not hold the packets names those that do")
  func refusal() throws {
    let directory = try directory()
    let error = jobError { try FileCopy(from: directory.file("in.m4a"), to: directory.file("out.wav")).run() }
    guard case .holders(let holders, of: .appleLossless?)? = error?.advice else {
      Issue.record("the wrong error: \(String(describing: error))")
      return
    }
    #expect(error?.side == .input && holders.contains("caff"))
  }

  @Test("a dump has every packet of a track")
  func dump() throws {
    let directory = try directory()
    let dump = TrackDump(from: directory.file("in.m4a"), to: directory.file("out.dump"), track: 0)
    let report = try dump.run()
    let bytes = try required(directory.read("out.dump"))
    expectEqual(report.packets?.packetCount, Int64((Self.frameCount + 4095) / 4096))
    expectEqual(Int64(bytes.count), (report.packets?.byteCount ?? 0) + 4 * (report.packets?.packetCount ?? 0))
    let cancellation = Cancellation()
    cancellation.cancel()
    var second = dump
    second.output = directory.file("second.dump")
    guard jobError({ try second.run(JobControl(cancellation: cancellation)) })?.kind == .cancelled else {
      Issue.record("a cancelled dump was written")
      return
    }
    expectNil(directory.read("second.dump"))
  }
}
