import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// Files that are cut, at packets' ends and elsewhere, are never called whole where they state how long they are; and
/// times that packets do not fill are told.
@Suite struct CutFileTests {
  /// A file to make of a second of sound.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    /// The data format; the container's usual one where there is none.
    var format: FourCharacterCode?
    var testDescription: String { "\(name) \(format?.description ?? "")" }

    init(_ name: String, _ format: FourCharacterCode? = nil) { (self.name, self.format) = (name, format) }
  }

  static let kinds = [
    Kind("a.wav"), Kind("a.w64"), Kind("a.aiff"), Kind("a.au"), Kind("a.caf"), Kind("a.caf", .aac),
    Kind("a.caf", .appleLossless), Kind("a.aifc", .ima4), Kind("a.m4a", .aac), Kind("a.m4a", .appleLossless),
    Kind("a.mka", .aac), Kind("a.mka", .flac), Kind("a.flac", .flac), Kind("a.ogg", .flac),
  ]

  @Test("every cut of a file that states its length is found, at ends of packets, too", arguments: kinds)
  func everyCut(kind: Kind) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 44_100))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(kind.name))
    conversion.replacement = .replace
    conversion.dataFormat = kind.format.map { OutputDataFormat(.coded($0)) }
    try conversion.run()
    try expectEveryCutFound(directory, kind.name)
  }

  @Test(
    "every cut of films of others is found, for they state their length",
    arguments: ["film.avi", "film.flv", "sound.wma"]
  )
  func filmsOfOthers(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(name, SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Foreign/\(name)")))
    try expectEveryCutFound(directory, name)
  }

  /// Expects that the whole file has no finding, and each part from its beginning one, or an error.
  private func expectEveryCutFound(
    _ directory: TemporaryDirectory, _ name: String, upToSoundEnd: Bool = false
  ) throws {
    let bytes = try required(directory.read(name))
    try expectEqual(FileVerification(of: directory.file(name)).run().findings.map(\.description), [])
    var cuts = Set((1..<16).map { bytes.count * $0 / 16 })
    cuts.insert(bytes.count - 1)
    var soundEnd = 0
    let reader = try MediaFile(path: directory.file(name), containers: Catalog.standard.containers).reader
    for track in reader.tracks.indices {
      var cursor = reader
      var batch = PacketBatch()
      while try cursor.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
        let ends = zip(batch.fileOffsets, batch.descriptions).map { Int($0) + $1.byteCount }
        soundEnd = max(soundEnd, ends.max() ?? 0)
        for place in (batch.fileOffsets.map { Int($0) } + ends).striding(over: 24) { cuts.insert(place) }
      }
    }
    let cut = "cut." + name
    for place in cuts.sorted() where place < (upToSoundEnd ? soundEnd : bytes.count) {
      try directory.write(cut, Array(bytes[..<place]))
      let report: VerificationReport
      do { report = try FileVerification(of: directory.file(cut)).run() } catch { continue }
      #expect(!report.isFlawless, "\(place) of \(bytes.count) bytes")
    }
  }

  @Test("every cut of fragments that an index counts, of WavPack and of Flash is found", .needs(.ffmpeg))
  func filmsOfFFmpeg() throws {
    let directory = try TemporaryDirectory()
    let kinds = [
      ("a.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov+dash+global_sidx", "-frag_duration", "200000"]),
      ("a.wv", ["-c:a", "wavpack"]), ("a.swf", ["-c:a", "libmp3lame"]), ("a.opus", ["-c:a", "libopus"]),
    ]
    for (name, options) in kinds {
      try make(["-bitexact"] + options, directory, name)
      // What lies behind the sound, a table of fragments or a tag, is not counted.
      try expectEveryCutFound(directory, name, upToSoundEnd: true)
    }
  }

  @Test(
    "times that packets do not fill are told, and no others", .needs(.ffmpeg),
    arguments: ["a.flv", "a.ts", "a.asf", "a.mp4", "a.mka", "a.mpg"])
  func gaps(name: String) throws {
    let directory = try TemporaryDirectory()
    let codec = ["a.asf": "libmp3lame", "a.mpg": "mp2"][name] ?? "aac"
    for filter in ["acopy", "aselect='lt(t,1)+gt(t,2)'"] {
      try make(["-af", filter, "-c:a", codec], directory, name)
      let reader = try MediaFile(path: directory.file(name), containers: Catalog.standard.containers).reader
      expectEqual(reader.warnings.contains { $0.contains("leave gaps") }, filter != "acopy", "\(reader.warnings)")
    }
  }

  /// Has FFmpeg make a file of three seconds of a tone.
  private func make(_ options: [String], _ directory: TemporaryDirectory, _ name: String) throws {
    let tone = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:r=44100:d=3"]
    _ = try ForeignProgram.run("ffmpeg", tone + options + ["\(directory.file(name))"], on: [], named: "none")
  }
}

extension Array {
  /// Returns about `count` of the elements, evenly taken.
  fileprivate func striding(over count: Int) -> [Element] {
    stride(from: 0, to: self.count, by: Swift.max(1, self.count / count)).map { self[$0] }
  }
}
