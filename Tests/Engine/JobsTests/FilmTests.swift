import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import TestSupport
import Testing

/// Files that hold pictures, which are not read, beside their sound.
@Suite struct FilmTests {
  /// A reader that tells of a track it leaves aside.
  private struct FilmReader: ContainerReader {
    var base: any ContainerReader
    var fileType: FourCharacterCode { "film" }
    var tracks: [TrackInfo] { base.tracks }
    var unreadTracks: [String] { ["track 1 (video) is left out"] }

    mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
      try base.seek(toPacket: packet, ofTrack: track)
    }

    mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
      try base.readPackets(ofTrack: track, into: &batch)
    }
  }

  private func catalog() throws -> Catalog {
    var catalog = Catalog.standard
    let open = try required(catalog.container(fileType: "WAVE")?.open)
    let film = ContainerDescriptor(fileType: "film", name: "Film", formatIDs: []) {
      $0.extensions = ["film"]
      $0.probe = { _ in 101 }
      $0.open = { source, limits throws(ContainerError) in FilmReader(base: try open(source, limits)) }
    }
    catalog.containers.append(film)
    return catalog
  }

  @Test("a track of pictures is no damage: verified without a finding, converted and copied where a loss would stop it")
  func picturesAreNoDamage() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.film", wave(sawtooth(4000)))
    var verification = FileVerification(of: directory.file("in.film"))
    verification.catalog = try catalog()
    let report = try verification.run()
    #expect(report.isFlawless && report.unreadTracks == ["track 1 (video) is left out"])
    var conversion = FileConversion(from: directory.file("in.film"), to: directory.file("out.caf"))
    conversion.catalog = try catalog()
    conversion.decoding.damagePolicy = .stop
    let notes = try conversion.run().notes
    expectEqual(notes.map(\.description), ["track 1 (video) is left out"])
    var copy = FileCopy(from: directory.file("in.film"), to: directory.file("copy.caf"))
    copy.catalog = try catalog()
    copy.stopsAtLoss = true
    try expectEqual(copy.run().notes.map(\.description), ["track 1 (video) is left out"])
  }

  @Test(
    "a recording without a frame is whole in CAF",
    arguments: [FourCharacterCode.aac, .aacHighEfficiency, .appleLossless])
  func emptyRecording(format: FourCharacterCode) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave([], rate: 44_100))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
    conversion.dataFormat = OutputDataFormat(.coded(format))
    try conversion.run()
    let report = try FileVerification(of: directory.file("out.caf")).run()
    #expect(report.isFlawless, "\(report.findings)")
    let track = try MediaFile(path: directory.file("out.caf"), containers: Catalog.standard.containers).reader.tracks[0]
    #expect(track.packetCount == 0 && track.packetTable?.primingFrames ?? 0 == 0)
  }

  @Test("a hash through CAF is that of the file, whatever the depth", arguments: [8, 16, 24], ["flac", "alac"])
  func hashes(depth: Int, format: String) throws {
    if depth == 8, format == "alac" { return }
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(20_000), rate: 44_100))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("samples.wav"))
    conversion.dataFormat = OutputDataFormat(
      .samples(depth == 8 ? SampleFormat(.unsignedInteger, bitsPerSample: 8) : depth == 16 ? .int16 : .int24))
    try conversion.run()
    let hash = try FileHash(of: directory.file("samples.wav")).run()
    conversion = FileConversion(from: directory.file("samples.wav"), to: directory.file("out.caf"))
    conversion.dataFormat = OutputDataFormat(.coded(format == "flac" ? .flac : .appleLossless))
    try conversion.run()
    let through = try FileHash(of: directory.file("out.caf")).run()
    #expect(through.bytes == hash.bytes && through.sampleFormat == hash.sampleFormat)
  }
}
