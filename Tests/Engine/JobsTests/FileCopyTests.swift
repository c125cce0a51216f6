import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
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
    #expect(output?.suffix(4 * Self.frameCount) == input?.suffix(4 * Self.frameCount))
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
    guard case .cancelled? = error?.reason else {
      Issue.record("the wrong error: \(String(describing: error))")
      return
    }
    #expect(directory.names == names && directory.read("out.caf") == [7])
  }

  @Test("tracks that a file of one track leaves out are told")
  func tracksLeftOut() throws {
    let directory = try directory()
    var copy = FileCopy(from: directory.file("in.m4a"), to: directory.file("out.caf"))
    copy.catalog = .showing(tracks: ["in.m4a", "in.wav"].map(directory.file))
    let report = try copy.run()
    #expect(report.notes.map(\.description) == ["1 other track is left out"])
    copy.track = 2
    copy.replacement = .replace
    guard case .noTrack(2)? = jobError({ try copy.run() })?.reason else {
      Issue.record("a track was found that is not there")
      return
    }
  }

  @Test("a container that does not hold the packets names those that do")
  func refusal() throws {
    let directory = try directory()
    let error = jobError { try FileCopy(from: directory.file("in.m4a"), to: directory.file("out.wav")).run() }
    guard case .packetsNotHeld(.appleLossless, _, let holders)? = error?.reason else {
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
    let bytes = try #require(directory.read("out.dump"))
    #expect(report.packets?.packetCount == Int64((Self.frameCount + 4095) / 4096))
    #expect(Int64(bytes.count) == (report.packets?.byteCount ?? 0) + 4 * (report.packets?.packetCount ?? 0))
    let cancellation = Cancellation()
    cancellation.cancel()
    var second = dump
    second.output = directory.file("second.dump")
    guard case .cancelled? = jobError({ try second.run(JobControl(cancellation: cancellation)) })?.reason else {
      Issue.record("a cancelled dump was written")
      return
    }
    #expect(directory.read("second.dump") == nil)
  }
}
