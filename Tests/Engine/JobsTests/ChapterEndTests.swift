import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import TestSupport
import Testing

/// Ends of chapters, as FFmpeg reads them.
@Suite(.needs(.ffmpeg)) struct ChapterEndTests {
  private static let markers = [
    Marker(name: "One", framePosition: 0, identifier: 1), Marker(name: "Two", framePosition: 48_000, identifier: 2),
  ]

  /// Returns the starts and ends of a file's chapters, in milliseconds.
  private func chapters(of name: String, in directory: TemporaryDirectory) throws -> [[Int]] {
    let bytes = try required(directory.read(name))
    let text = String(
      decoding: try ForeignProgram.run(
        "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "ffmetadata", "-"], on: bytes, named: name), as: UTF8.self)
    func numbers(_ key: String) -> [Int] {
      text.split(separator: "\n").filter { $0.hasPrefix(key + "=") }.compactMap { Int($0.dropFirst(key.count + 1)) }
    }
    return zip(numbers("START"), numbers("END")).map { [$0, $1] }
  }

  @Test("the last chapter of ID3 ends with the sound, where it is set and where the file is written")
  func lastChapter() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 2), channels: 1, rate: 48_000))
    try FileConversion(from: directory.file("in.wav"), to: directory.file("a.aac")).run()
    let track = try MediaFile(path: directory.file("a.aac"), containers: Catalog.standard.containers).reader.tracks[0]
    let end = try Int((required(track.duration) * 1000).rounded())
    expectGreater(end, 2000)
    var tagging = FileTagging(of: directory.file("a.aac"))
    tagging.changes.markers = Self.markers
    #expect(try tagging.run().isEmpty)
    try expectEqual(chapters(of: "a.aac", in: directory), [[0, 1000], [1000, end]])
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("b.aac"))
    conversion.metadata = Metadata()
    conversion.metadata?.markers = Self.markers
    try conversion.run()
    // ADTS does not say that its first frames are not the recording, so that chapters begin later.
    let moved = try chapters(of: "b.aac", in: directory)
    #expect(moved.map { $0[1] } == [moved[1][0], end] && moved[1][0] == 1000 + moved[0][0])
  }

  @Test("the last chapter of MP3 ends with the recording")
  func layerThree() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "a.mp3",
      ForeignProgram.run(
        "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=2", "-c:a", "libmp3lame", "-f", "mp3", "-"],
        on: [],
        named: "none"))
    var tagging = FileTagging(of: directory.file("a.mp3"))
    tagging.changes.markers = Self.markers
    #expect(try tagging.run().isEmpty)
    // Into a pipe FFmpeg writes no delay and padding: all 85 frames of 24 ms are the recording.
    try expectEqual(chapters(of: "a.mp3", in: directory), [[0, 1000], [1000, 2040]])
  }
}
