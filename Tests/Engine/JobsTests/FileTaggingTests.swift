import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct FileTaggingTests {
  /// The smallest picture: a PNG of one pixel.
  private static let picture: [UInt8] = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!)

  private func media(_ path: Pathname) throws -> MediaFile {
    try MediaFile(path: path, containers: Catalog.standard.containers)
  }

  /// The bytes of all packets of a file.
  private func packets(_ path: Pathname) throws -> [UInt8] {
    var reader = try media(path).reader
    let track = try required(reader.tracks.firstIndex { $0.mediaKind == .audio })
    var batch = PacketBatch()
    var bytes: [UInt8] = []
    try reader.seek(toPacket: 0, ofTrack: track)
    while try reader.readPackets(ofTrack: track, into: &batch) { bytes += batch.bytes }
    return bytes
  }

  private func make(_ name: String, _ code: FourCharacterCode?, in directory: TemporaryDirectory) throws -> Pathname {
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.dataFormat = code.map { OutputDataFormat(.coded($0)) }
    conversion.extraInfo = [.title: "Old", .genre: "Air"]
    try conversion.run()
    return directory.file(name)
  }

  @Test(
    "texts are set and removed, and the packets stay as they are",
    arguments: [
      ("a.m4a", .appleLossless), ("a.m4a", .aac), ("a.mp4", .flac), ("a.caf", nil), ("a.wav", nil), ("a.aiff", nil),
      ("a.flac", nil), ("a.ogg", .flac), ("a.aac", .aac),
    ] as [(String, FourCharacterCode?)])
  func texts(name: String, code: FourCharacterCode?) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, code, in: directory)
    let before = try packets(path)
    var tagging = FileTagging(of: path)
    tagging.changes.values = [.title: "Ärïa ♪", .artist: "Somebody"]
    try tagging.run()
    try expectEqual(packets(path), before)
    let info = try media(path).reader.metadata.info
    #expect(info[.title] == "Ärïa ♪" && info[.artist] == "Somebody")
    expectEqual(info[.genre], "Air")
    expectEqual(Set(directory.names), ["in.wav", name])

    tagging.changes = TagChanges()
    tagging.changes.removedKeys = [.title]
    try tagging.run()
    let left = try media(path).reader.metadata.info
    #expect(left[.title] == nil && left[.artist] == "Somebody")
    tagging.changes = TagChanges()
    tagging.changes.removesAll = true
    try tagging.run()
    try expectNil(media(path).reader.metadata.info[.artist])
    try expectEqual(packets(path), before)
  }

  @Test("FFmpeg finds the same sound, and the new title", .needs(.ffmpeg), arguments: ["a.m4a", "a.flac", "a.aiff"])
  func foreignReader(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, name == "a.m4a" ? .aac : nil, in: directory)
    let decode = ["-v", "error", "-i", "FILE", "-f", "s16le", "-"]
    let before = try ForeignProgram.run("ffmpeg", decode, on: try required(directory.read(name)), named: name)
    var tagging = FileTagging(of: path)
    tagging.changes.values = [.title: "Aria", InfoKey("REPLAYGAIN_TRACK_GAIN"): "-3.21 dB"]
    if name != "a.aiff" { tagging.changes.artwork = [Artwork(bytes: Self.picture)] }
    try tagging.run()
    let file = try required(directory.read(name))
    #expect(try ForeignProgram.run("ffmpeg", decode, on: file, named: name) == before && !before.isEmpty)
    let found = try ForeignProgram.probe(file, named: name, keys: ["TAG:title", "TAG:TITLE"])
    #expect(found.values.contains("Aria"))
  }

  @Test("pictures and chapters are held where there is a place for them", arguments: ["a.m4a", "a.flac"])
  func picturesAndChapters(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, name == "a.m4a" ? .aac : nil, in: directory)
    let before = try packets(path)
    var tagging = FileTagging(of: path)
    tagging.changes.artwork = [Artwork(bytes: Self.picture)]
    tagging.changes.markers = [Marker(name: "One", framePosition: 0), Marker(name: "Two", framePosition: 24_000)]
    try tagging.run()
    // Once more, over a file that has chapters already.
    tagging.changes = TagChanges()
    tagging.changes.values[.album] = "Later"
    try tagging.run()
    let metadata = try media(path).reader.metadata
    #expect(metadata.artwork.map(\.bytes) == [Self.picture] && metadata[.album] == "Later")
    expectEqual(metadata.markers.map(\.name), ["One", "Two"])
    expectEqual(metadata.markers.map(\.framePosition), [0, 24_000])
    tagging.changes = TagChanges()
    tagging.changes.artwork = []
    tagging.changes.markers = []
    try tagging.run()
    let without = try media(path).reader.metadata
    #expect(without.artwork.isEmpty && without.markers.isEmpty && without[.album] == "Later")
    try expectEqual(packets(path), before)
  }

  @Test("what has no place is refused by name, and the file left alone")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.caf", nil, in: directory)
    let before = directory.read("a.caf")
    var tagging = FileTagging(of: path)
    tagging.changes.artwork = [Artwork(bytes: Self.picture)]
    let error = jobError { try tagging.run() }
    guard let text = error?.text, error?.kind == .option else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("pictures") && directory.read("a.caf") == before)
  }

  @Test("a movie keeps its pictures and its sound")
  func movie() throws {
    let directory = try TemporaryDirectory()
    let original = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "turned-movie.mp4"))
    try directory.write("movie.mp4", original)
    let path = directory.file("movie.mp4")
    let tracks = try media(path).reader.tracks
    func all() throws -> [[UInt8]] {
      var reader = try media(path).reader
      var batch = PacketBatch()
      return try reader.tracks.indices.map { track in
        var bytes: [UInt8] = []
        while try reader.readPackets(ofTrack: track, into: &batch) { bytes += batch.bytes }
        return bytes
      }
    }
    let before = try all()
    var tagging = FileTagging(of: path)
    tagging.changes.values[.title] = "Turned"
    try tagging.run()
    try expectEqual(media(path).reader.metadata[.title], "Turned")
    try expectEqual(media(path).reader.tracks.map(\.format), tracks.map(\.format))
    try expectEqual(all(), before)
  }

  @Test("a cancelled job leaves the file as it was")
  func cancellation() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.flac", nil, in: directory)
    let before = directory.read("a.flac")
    var tagging = FileTagging(of: path)
    tagging.changes.values[.title] = "New"
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(jobError { try tagging.run(JobControl(cancellation: cancellation)) } != nil)
    #expect(directory.read("a.flac") == before && directory.names == ["a.flac", "in.wav"])
  }

  @Test("chunks of other programs stay")
  func foreignChunks() throws {
    let directory = try TemporaryDirectory()
    var file = wave(sawtooth(100))
    file += Array("mine".utf8) + [4, 0, 0, 0, 1, 2, 3, 4]
    let size = UInt32(file.count - 8)
    for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: size >> UInt32(8 * index)) }
    try directory.write("a.wav", file)
    var tagging = FileTagging(of: directory.file("a.wav"))
    tagging.changes.values[.title] = "New"
    try tagging.run()
    let bytes = try required(directory.read("a.wav"))
    let chunk = Array("mine".utf8) + [4, 0, 0, 0, 1, 2, 3, 4]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: chunk) })
  }
}
