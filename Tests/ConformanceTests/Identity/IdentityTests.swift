import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Decoding that begins in the middle, and decoding in stretches side by side, give what decoding from the first packet
/// gives, bit by bit, for every fixture of the repository and every file of `shared`.
@Suite struct IdentityTests {
  static let files: [URL] = {
    let fixtures =
      FileManager.default.enumerator(atPath: SharedFiles.fixtures.path)?
      .compactMap { $0 as? String }.map { SharedFiles.fixtures.appending(path: $0) }
      .filter { !$0.hasDirectoryPath && $0.pathExtension != "asc" } ?? []
    return fixtures.sorted { $0.path < $1.path } + SharedFiles.files(below: "corpus")
      + SharedFiles.files(below: "vectors").filter { ["v.m4a", "v.adts"].contains($0.lastPathComponent) }
  }()

  /// The options for a file, with the configuration that lies beside a dump.
  private static func options(_ file: URL) -> DecodeRequest {
    var options = DecodeRequest()
    let text = try? String(contentsOf: file.deletingPathExtension().appendingPathExtension("asc"), encoding: .utf8)
    let digits = (text ?? "").filter(\.isHexDigit).compactMap(\.hexDigitValue)
    if file.pathExtension == "dump", !digits.isEmpty, digits.count % 2 == 0 {
      options.configuration = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
    return options
  }

  @Test("parts of a file are those of the whole", arguments: files)
  func parts(_ file: URL) throws {
    guard let track = DecodedTrack.openable(file), let whole = track.decode(Self.options(file)), whole.frameCount > 100
    else { return }
    checkSeeking(track, whole, Self.options(file))
    if whole.report.isFlawless { for jobs in [2, 3] { checkStretches(track, whole, Self.options(file), jobs: jobs) } }
  }

  /// What begins in the middle is the tail of the whole.
  private func checkSeeking(_ track: DecodedTrack, _ whole: DecodedTrack.Sound, _ options: DecodeRequest) {
    let count = whole.frameCount
    let packet = max(whole.framesPerPacket, 2)
    // Where every place means to decode from the first packet, a few will do.
    let places =
      track.remembersEverything(options)
      ? [1, count / 2 + 7, count - 1]
      : [1, packet, packet + packet / 2 + 1, count / 3, count / 2 + 7, count - packet / 2, count - 1]
    for place in Set(places).sorted() where place > 0 && place < count {
      var options = options
      let length = min(2 * packet + 100, count - place)
      options.stretch = Int64(place)..<Int64(place + length)
      guard let part = track.decode(options) else {
        Issue.record("frame \(place) of \(count): nothing could be decoded")
        continue
      }
      expectEqual(part.planes, whole.planes(from: place, count: length), "frame \(place) of \(count)")
    }
  }

  /// Stretches side by side are the whole, or are refused, as `--jobs` does.
  private func checkStretches(
    _ track: DecodedTrack, _ whole: DecodedTrack.Sound, _ options: DecodeRequest, jobs: Int
  ) {
    let length = (whole.frameCount + jobs - 1) / jobs
    var sound = DecodedTrack.Sound()
    for job in 0..<jobs {
      var options = options
      options.stretch = Int64(job * length)..<Int64(min((job + 1) * length, whole.frameCount))
      options.seeking = .exactOrRefused
      guard let part = track.decode(options) else {
        expectGreater(job, 0, "the first stretch needs no history")
        return
      }
      guard job == 0 || sound.report.isContinued(by: part.report) else { return }
      sound.append(part)
    }
    expectEqual(sound.planes, whole.planes, "\(jobs) jobs")
    expectEqual(sound.report.frameCount, whole.report.frameCount, "\(jobs) jobs")
    expectEqual(sound.report.packetCount, whole.report.packetCount, "\(jobs) jobs")
  }

  @Test("codecs that need no history are not refused")
  func refusals() throws {
    let plain = ["glockenspiel-aac-eld.m4a", "MPEGAudio/l3-lame-44100-joint.mp3", "MPEGAudio/l2-48000-joint.mp2"]
    for name in plain {
      let track = try required(DecodedTrack.openable(SharedFiles.fixtures.appending(path: name)))
      var options = DecodeRequest()
      options.seeking = .exactOrRefused
      let count = try required(track.decode(DecodeRequest())).frameCount
      options.stretch = Int64(count - 200)..<Int64(count - 100)
      expectEqual(track.decode(options)?.frameCount, 100, "\(name)")
    }
  }

  @Test("the number of files is told")
  func count() {
    print("identity: \(Self.files.count) files")
    #expect(SharedFiles.folder == nil || Self.files.count >= 500)
  }
}
