import Foundation
import TestSupport
import Testing

@Suite struct DemuxTests {
  private static let sample = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a")

  /// Makes a film of two seconds with B frames and sound, with FFmpeg.
  private func makeFilm(in directory: TemporaryDirectory) throws {
    let ffmpeg = try required(ForeignProgram.path("ffmpeg"))
    let process = Process()
    process.executableURL = URL(filePath: ffmpeg)
    process.arguments = ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2"]
    process.arguments! += ["-f", "lavfi", "-i", "sine=duration=2", "-c:v", "mpeg4", "-bf", "2", "-c:a", "aac"]
    process.arguments! += ["-shortest", directory.path + "/film.mp4"]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private struct Listing: Decodable {
    struct Track: Decodable {
      var index: Int
      var mediaKind: String
      var packetCount: Int?
    }
    struct Packet: Decodable {
      var track: Int
      var number: Int
      var size: Int
    }
    var tracks: [Track]
    var packets: [Packet]?
  }

  private func listing(_ arguments: [String], in directory: TemporaryDirectory) throws -> Listing {
    let result = try af(["demux", "--json"] + arguments, in: directory)
    try #require(result.status == 0, "\(result.error)")
    return try JSONDecoder().decode(Listing.self, from: Data(result.output))
  }

  @Test func tracksAndPacketsAreListed() throws {
    let directory = try TemporaryDirectory()
    let text = try af(["demux", Self.sample.path, "--packets"], in: directory)
    let packets = try required(listing([Self.sample.path, "--packets"], in: directory).packets)
    #expect(text.status == 0 && packets.count > 10 && packets.allSatisfy { $0.track == 0 && $0.size > 0 })
    // One line a packet, behind the heading of the list.
    let lines = text.text.split(separator: "\n").drop { !$0.hasPrefix("Track  Packet") }.dropFirst()
    expectEqual(lines.count, packets.count)
  }

  @Test func theExtractedPacketsAreThoseOfTheFile() throws {
    let directory = try TemporaryDirectory()
    let result = try af(["demux", Self.sample.path, "--track", "0", "--output", "x.dump"], in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    _ = try af(["dump", Self.sample.path, "y.dump"], in: directory)
    #expect(directory.read("x.dump") == directory.read("y.dump") && directory.read("x.dump")?.isEmpty == false)
    // Nothing is overwritten unasked.
    try expectEqual(af(["demux", Self.sample.path, "--track", "0", "-o", "x.dump"], in: directory).status, 1)
    try expectEqual(
      af(["demux", Self.sample.path, "--track", "0", "-o", "x.dump", "--force"], in: directory).status, 0)
  }

  @Test(.needs(.ffmpeg)) func picturesGoIntoAMovieOfTheirOwn() throws {
    let directory = try TemporaryDirectory()
    try makeFilm(in: directory)
    let film = try listing(["film.mp4", "--packets"], in: directory)
    expectEqual(film.tracks.map(\.mediaKind), ["video", "audio"])
    let result = try af(["demux", "film.mp4", "--track", "0", "--output", "pictures.mp4"], in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    let pictures = try listing(["pictures.mp4", "--packets"], in: directory)
    expectEqual(pictures.tracks.map(\.mediaKind), ["video"])
    expectEqual(pictures.packets?.map(\.size), film.packets?.filter { $0.track == 0 }.map(\.size))
    let hashes = try ["film.mp4", "pictures.mp4"].map { name in
      try ForeignProgram.run(
        "ffmpeg", ["-v", "error", "-i", "FILE", "-map", "0:v", "-f", "framemd5", "-"],
        on: try required(directory.read(name)), named: name)
    }
    #expect(hashes[0] == hashes[1] && !hashes[0].isEmpty)
    // A file for music has no place for pictures.
    let refused = try af(["demux", "film.mp4", "--track", "0", "--output", "pictures.m4a"], in: directory)
    #expect(refused.status == 1 && refused.errorLines.count == 1)
  }

  @Test func whatDoesNotFitTogetherIsRefused() throws {
    let directory = try TemporaryDirectory()
    try expectEqual(af(["demux", Self.sample.path, "--output", "x.dump"], in: directory).status, 64)
    try expectEqual(af(["demux", Self.sample.path, "--track", "-1"], in: directory).status, 64)
    let missing = try af(["demux", Self.sample.path, "--track", "3"], in: directory)
    #expect(missing.status == 1 && missing.error.contains("there is no track 3"))
  }
}
