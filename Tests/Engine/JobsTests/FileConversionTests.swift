import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct FileConversionTests {
  /// Frames of the usual input: several batches of 8,192.
  private static let frameCount = 100_000

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(2 * Self.frameCount), rate: 44_100))
    return directory
  }

  @Test("what was written is what was read", arguments: ["out.caf", "out.aiff", "out.wav"])
  func lossless(name: String) throws {
    let directory = try directory()
    let report = try FileConversion(from: directory.file("in.wav"), to: directory.file(name)).run()
    #expect(report.frameCount == Int64(Self.frameCount) && report.byteCount == Int64(4 * Self.frameCount))
    #expect(report.packetCount == nil && !report.isCopy && report.notes.isEmpty)
    try FileConversion(from: directory.file(name), to: directory.file("back.wav")).run()
    let (back, input) = (directory.read("back.wav"), directory.read("in.wav"))
    expectEqual(back?.suffix(4 * Self.frameCount), input?.suffix(4 * Self.frameCount))
  }

  @Test("progress begins at 0, never falls and ends with all frames", arguments: [1, 3])
  func progress(jobCount: Int) throws {
    let directory = try directory()
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
    conversion.jobCount = jobCount
    var all: [JobProgress] = []
    try conversion.run(JobControl { all.append($0) })
    #expect(all.count > 2 && all.first?.completed == 0 && all.last?.completed == Int64(Self.frameCount))
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    #expect(all.allSatisfy { $0.stage == .converting && $0.unit == .frames(sampleRate: 44_100) })
    #expect(all.allSatisfy { $0.expected == Int64(Self.frameCount) } && all.last?.fraction == 1)
  }

  @Test("a cancelled job leaves no file, and keeps the one that it was to replace", arguments: [1, 3], [true, false])
  func cancellation(jobCount: Int, hasOldOutput: Bool) throws {
    let directory = try directory()
    if hasOldOutput { try directory.write("out.caf", [1, 2, 3]) }
    let names = directory.names
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
    conversion.replacement = .replace
    conversion.jobCount = jobCount
    let cancellation = Cancellation()
    let control = JobControl(cancellation: cancellation) { progress in
      // The unfinished file is there, under another name.
      if progress.completed > 0 {
        expectEqual(directory.names.count, names.count + 1)
        cancellation.cancel()
      }
    }
    let error = jobError { try conversion.run(control) }
    guard error?.kind == .cancelled else {
      Issue.record("the wrong error: \(String(describing: error))")
      return
    }
    expectEqual(directory.names, names)
    if hasOldOutput { expectEqual(directory.read("out.caf"), [1, 2, 3]) }
    // The same value can be run again.
    try conversion.run()
    expectEqual(directory.names, ["in.wav", "out.caf"])
  }

  @Test("a job in a cancelled task leaves no file")
  func taskCancellation() async throws {
    let directory = try directory()
    let names = directory.names
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      let conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
      return jobError { try conversion.run() }
    }
    task.cancel()
    guard await task.value?.kind == .cancelled else {
      Issue.record("the wrong error")
      return
    }
    expectEqual(directory.names, names)
  }

  @Test("many jobs side by side give what they give one after the other")
  func sideBySide() async throws {
    let directory = try directory()
    let formats: [(String, OutputDataFormat?)] = [
      ("a.caf", nil), ("b.m4a", OutputDataFormat(.coded(.appleLossless))), ("c.wav", nil),
      ("d.caf", OutputDataFormat(.samples(.float32))),
    ]
    let jobs = formats.map { name, format in
      var job = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
      job.dataFormat = format
      job.replacement = .replace
      return job
    }
    for job in jobs { try job.run() }
    let alone = formats.map { directory.read($0.0)?.count }
    let samples = try formats.map { try decoded($0.0, in: directory) }
    try await withThrowingTaskGroup { group in
      for job in jobs { group.addTask { _ = try job.run() } }
      try await group.waitForAll()
    }
    expectEqual(formats.map { directory.read($0.0)?.count }, alone)
    try expectEqual(formats.map { try decoded($0.0, in: directory) }, samples)
    expectEqual(directory.names, ["a.caf", "b.m4a", "c.wav", "d.caf", "in.wav"])
  }

  /// The samples of a file, as 16-bit integers.
  private func decoded(_ name: String, in directory: TemporaryDirectory) throws -> ArraySlice<UInt8>? {
    let other = try TemporaryDirectory()
    var job = FileConversion(from: directory.file(name), to: other.file("x.wav"))
    job.dataFormat = OutputDataFormat(.samples(.int16))
    try job.run()
    return other.read("x.wav")?.suffix(4 * Self.frameCount)
  }

  @Test("what is missing and what is damaged is told in notes")
  func notes() throws {
    let directory = try directory()
    try directory.write("cut.wav", Array(try required(directory.read("in.wav")).dropLast(50_000)))
    var heard = 0
    let cut = try FileConversion(from: directory.file("cut.wav"), to: directory.file("cut.caf")).run(
      JobControl(note: { _ in heard += 1 }))
    #expect(cut.notes.count == heard && heard > 0, "\(cut.notes)")
    expectEqual(cut.frameCount, Int64(Self.frameCount - 12_500))

    var lossless = FileConversion(from: directory.file("in.wav"), to: directory.file("b.m4a"))
    lossless.dataFormat = OutputDataFormat(.coded(.appleLossless))
    try lossless.run()
    var bytes = try required(directory.read("b.m4a"))
    for place in stride(from: bytes.count / 2, to: bytes.count / 2 + 9000, by: 7) { bytes[place] ^= 0x5A }
    try directory.write("b.m4a", bytes)
    let report = try FileConversion(from: directory.file("b.m4a"), to: directory.file("b.wav")).run()
    let damaged = report.notes.compactMap { note -> Int64? in
      if case .damagedPackets(let count, _, _) = note { count } else { nil }
    }
    #expect(damaged == [report.decoding?.damagedPacketCount] && damaged != [0])
    var strict = FileConversion(from: directory.file("b.m4a"), to: directory.file("strict.wav"))
    strict.decoding.damagePolicy = .stop
    guard jobError({ try strict.run() })?.stage == .packet else {
      Issue.record("damage was not an error")
      return
    }
    #expect(!directory.names.contains("strict.wav"))
  }

  @Test("why several jobs are one is told")
  func oneJob() throws {
    let directory = try directory()
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.m4a"))
    conversion.dataFormat = OutputDataFormat(.coded(.appleLossless))
    conversion.jobCount = 4
    let report = try conversion.run()
    guard report.notes.count == 1, case .oneJob = report.notes[0] else {
      Issue.record("the wrong notes: \(report.notes)")
      return
    }
  }

  @Test("metadata are carried over, and entries of the job's own added")
  func metadata() throws {
    let directory = try directory()
    var first = FileConversion(from: directory.file("in.wav"), to: directory.file("a.caf"))
    first.extraInfo = [.title: "Sägezahn", .artist: "Nobody"]
    try first.run()
    var second = FileConversion(from: directory.file("a.caf"), to: directory.file("b.m4a"))
    second.extraInfo = [.artist: "Somebody"]
    try second.run()
    let media = try MediaFile(path: directory.file("b.m4a"), containers: Catalog.standard.containers)
    #expect(media.reader.metadata[.title] == "Sägezahn" && media.reader.metadata[.artist] == "Somebody")
  }

  @Test("what cannot be done is an error of its kind, and no file")
  func refusals() throws {
    let directory = try directory()
    func reason(_ change: (inout FileConversion) -> Void) -> String {
      var job = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
      change(&job)
      return jobError { try job.run() }.map { "\($0.side) \($0.text)" } ?? "none"
    }
    expectEqual(reason { $0.output = directory.file("out.unknown") }, "output nothing says which container to write")
    expectEqual(reason { $0.track = 1 }, "input there is no audio track 1")
    #expect(reason { $0.jobCount = .max }.hasPrefix("output the number of jobs"))
    #expect(reason { $0.channelCount = -1 }.hasPrefix("output the number of channels"))
    #expect(reason { $0.decoding.start = .nan }.hasPrefix("output start and duration"))
    let negative = TrimOverride(primingFrames: -1, remainderFrames: 0)
    #expect(reason { $0.trimOverride = negative }.hasPrefix("output priming"))
    expectEqual(reason { $0.soundCheck = .read }, "input the file carries no loudness")
    #expect(reason { $0.input = directory.file("none.wav") }.hasPrefix("input cannot be opened"))
    #expect(reason { $0.previousRecording = directory.file("none.wav") }.hasPrefix("input cannot be opened"))
    var lossless = FileConversion(from: directory.file("in.wav"), to: directory.file("out.wav"))
    lossless.dataFormat = OutputDataFormat(.coded(.appleLossless))
    let error = jobError { try lossless.run() }
    guard case .holders(let holders, of: nil)? = error?.advice else {
      Issue.record("the wrong error")
      return
    }
    #expect(holders.contains("caff") && !holders.contains("WAVE"))
    expectEqual(directory.names, ["in.wav"])
  }
}
