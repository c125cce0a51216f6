import AudioBase
import Foundation
import MatroskaContainer
import TestSupport
import Testing

/// Packets as FFmpeg takes them out, and lengths as it decodes them.
@Suite("Matroska of other programs")
struct ForeignMatroskaTests {
  typealias Bytes = MatroskaBytes

  /// How a file is made of the stereo fixture of Opus, or of a mono one where a codec wants it.
  struct Recipe: CustomStringConvertible {
    var description: String
    var codec: [String]
    var container = "matroska"
  }

  static let recipes = [
    Recipe(description: "AAC", codec: ["aac"]), Recipe(description: "MP3", codec: ["libmp3lame"]),
    Recipe(description: "FLAC", codec: ["flac"]), Recipe(description: "Opus", codec: ["libopus"]),
    Recipe(description: "Opus in WebM", codec: ["libopus"], container: "webm"),
    Recipe(description: "Vorbis", codec: ["libvorbis"]), Recipe(description: "PCM 16", codec: ["pcm_s16le"]),
    Recipe(description: "PCM 24", codec: ["pcm_s24le"]), Recipe(description: "PCM 16 big", codec: ["pcm_s16be"]),
    Recipe(description: "PCM float", codec: ["pcm_f32le"]), Recipe(description: "ALAC", codec: ["alac"]),
    Recipe(description: "AC-3", codec: ["ac3"]), Recipe(description: "A-law", codec: ["pcm_alaw"]),
    Recipe(description: "MS ADPCM", codec: ["adpcm_ms"]),
    Recipe(description: "open sizes", codec: ["libopus", "-live", "1"], container: "webm"),
  ]

  private func made(_ recipe: Recipe) throws -> [UInt8] {
    let music = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Ogg/stereo.opus"))
    let arguments = ["-v", "error", "-i", "FILE", "-c:a"] + recipe.codec + ["-f", recipe.container, "-"]
    let file = try ForeignProgram.run("ffmpeg", arguments, on: music, named: "a.opus")
    try #require(file.count > 500)
    return file
  }

  private func compare(_ file: [UInt8]) throws {
    let all = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-map", "0:a:0", "-c", "copy", "-f", "data", "-"], on: file,
      named: "a.mkv")
    try #require(!all.isEmpty)
    let sizes = try ForeignProgram.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "a:0", "-show_entries", "packet=size", "-of", "default=nk=1:nw=1", "FILE"],
      on: file, named: "a.mkv")
    var reader = try Bytes.reader(file)
    let found = readAll(&reader)
    #expect(found.error == nil && found.packets.joined().elementsEqual(all))
    if reader.tracks[0].format.bytesPerPacket == 0 {
      let wanted = String(decoding: sizes, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      expectEqual(found.packets.map(\.count), wanted)
      expectEqual(reader.tracks[0].packetCount, Int64(wanted.count))
    }
    try compareLength(file, reader)
  }

  private func compareLength(_ file: [UInt8], _ reader: MatroskaReader) throws {
    let track = reader.tracks[0]
    let samples = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-map", "0:a:0", "-f", "s16le", "-"], on: file, named: "a.mkv")
    let frames = samples.count / (2 * track.format.channelsPerFrame)
    let duration = try required(track.duration)
    expectEqual(Int((duration * track.format.sampleRate).rounded()), frames)
  }

  @Test("files of FFmpeg", .needs(.ffmpeg), arguments: recipes)
  func ffmpeg(recipe: Recipe) throws { try compare(made(recipe)) }

  @Test(
    "files of mkvmerge", .needs(.ffmpeg, .program("mkvmerge")), arguments: recipes.prefix(7),
    ["", "--compression -1:zlib", "--disable-lacing"])
  func mkvmerge(recipe: Recipe, options: String) throws {
    // It goes back in what it writes, which a pipe cannot.
    let command = "mkvmerge -q -o \"$0.out\" \(options) \"$0\" >&2; cat \"$0.out\"; rm -f \"$0.out\""
    let file = try ForeignProgram.run("bash", ["-c", command, "FILE"], on: made(recipe), named: "a.mkv")
    try #require(!file.isEmpty)
    try compare(file)
  }

  /// What FFmpeg 5.1 and ffprobe said of the fixtures: bytes of all packets, packets, and frames decoded.
  @Test(
    "fixtures",
    arguments: [
      ("ffmpeg-aac.mka", 6284, 45, 46_080), ("movie.mkv", 6284, 45, 46_080), ("mkvmerge-flac-zlib.mka", 4833, 8, 4001),
      ("mkvmerge-opus.mka", 2907, 123, 14_403), ("mkvmerge-vorbis.mka", 1048, 17, 4096),
      ("opus.webm", 1750, 16, 14_401),
      ("pipe-mp3.mka", 2925, 14, 16_128), ("pcm24.mka", 2400, 800, 800),
    ])
  func fixtures(name: String, byteCount: Int, packetCount: Int64, frameCount: Int) throws {
    var reader = try Bytes.reader(Bytes.fixture(name))
    let track = reader.tracks[0]
    #expect(track.audioByteCount == Int64(byteCount) && track.packetCount == packetCount)
    expectEqual(Int((try #require(track.duration) * track.format.sampleRate).rounded()), frameCount)
    expectEqual(readAll(&reader).packets.joined().count, byteCount)
    expectEqual(reader.unreadTracks, name == "movie.mkv" ? ["track 1 (video, V_MPEG4/ISO/AVC) is left out"] : [])
    #expect(reader.warnings.isEmpty)
  }
}
