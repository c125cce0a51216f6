import AudioBase
import AudioFiles
import AudioJobs
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct BatchTests {
  /// Six files in two folders, one of which is none, and what is no audio.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.path + "/in/sub", withIntermediateDirectories: true)
    for index in 0..<4 { try directory.write("in/\(index).wav", wave(sawtooth(4000 + index))) }
    try directory.write("in/sub/4.wav", wave(sawtooth(5000)))
    try directory.write("in/sub/bad.wav", Array("RIFF1234WAVEfmt ".utf8))
    try directory.write("in/notes.txt", [65])
    return directory
  }

  private func batch(_ action: BatchAction, _ directory: TemporaryDirectory, _ inputs: [String] = ["in"]) throws
    -> Batch
  {
    var batch = Batch(
      action, of: inputs.map { .path(directory.file($0)) },
      prepare: { options, output throws(AudioError) in
        if options == ["wrong"] { throw AudioError.output("options", .refused("wrong")) }
        return action == .convert ? .conversion(FileConversion(from: "", to: output ?? "")) : .hash(FileHash(of: ""))
      }, describe: { BatchFailure(kind: "\($0.side)", place: .init(file: "\($0.file ?? "")"), text: $0.text) })
    if action == .convert { batch.template = try OutputTemplate(directory.file("out/{tree}/{stem}.flac")) }
    batch.report = directory.file("report")
    batch.threadCount = 2
    return batch
  }

  private func records(_ directory: TemporaryDirectory) throws -> [[String: Any]] {
    try String(decoding: directory.read("report") ?? [], as: UTF8.self).split(separator: "\n").map { line in
      try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("a failure costs its file; a second run does what is missing or has changed, and has one line a file")
  func resuming() throws {
    let directory = try directory()
    let batch = try batch(.convert, directory)
    let first = try batch.run()
    #expect(first.total == 6 && first.done == 5 && first.failed == 1 && first.others == 1 && first.unchanged == 0)
    #expect(directory.read("out/sub/4.flac") != nil && directory.read("out/0.flac") != nil)
    #expect(try records(directory).count == 6 && directory.read("report.begun") == nil)
    let failed = try records(directory).filter { $0["error"] != nil }
    expectEqual(failed.map { $0["input"] as? String }, [directory.path + "/in/sub/bad.wav"])
    let before = try required(directory.read("out/1.flac"))
    try directory.write("in/0.wav", wave(sawtooth(9000)))
    try directory.write("in/sub/bad.wav", wave(sawtooth(800)))
    try FileManager.default.removeItem(atPath: directory.path + "/out/2.flac")
    let second = try batch.run()
    #expect(second.done == 3 && second.unchanged == 3 && second.failed == 0)
    #expect(directory.read("out/1.flac") == before && directory.read("out/2.flac") != nil)
    #expect(try records(directory).count == 6 && records(directory).allSatisfy { $0["error"] == nil })
    try expectEqual(batch.run().unchanged, 6)
  }

  @Test("two inputs with one output are refused, whichever folders lead to it; so is an output that is its input")
  func linkedFolders() throws {
    let directory = try directory()
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory.path + "/out/sub", withIntermediateDirectories: true)
    try manager.createDirectory(atPath: directory.path + "/in/other", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: directory.path + "/out/other", withDestinationPath: "sub")
    try directory.write("in/other/4.wav", wave(sawtooth(50)))
    let error = jobError { _ = try batch(.convert, directory).run() }
    #expect(error?.description.contains("would be written here") == true && directory.read("out/sub/4.flac") == nil)
    try manager.createSymbolicLink(atPath: directory.path + "/same", withDestinationPath: "in")
    var own = try batch(.convert, directory, ["in/0.wav"])
    own.template = try OutputTemplate(directory.file("same/{stem}.wav"))
    own.replaces = true
    let before = directory.read("in/0.wav")
    expectEqual(jobError { _ = try own.run() }?.description.contains("the output is the input"), true)
    expectEqual(directory.read("in/0.wav"), before)
  }

  @Test("devices in folders are told and passed over; one that is named is refused")
  func devices() throws {
    let directory = try directory()
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/in/zero.wav", withDestinationPath: "/dev/zero")
    let told = Lock<[Pathname]>([])
    let counts = try batch(.hash, directory).run { event in
      if case .passedOver(let path) = event { told.withLock { $0.append(path) } }
    }
    #expect(counts.total == 6 && counts.others == 2 && told.withLock { $0 } == [directory.file("in/zero.wav")])
    try expectEqual(batch(.hash, directory, ["in/zero.wav"]).run().failed, 1)
  }

  @Test("a torn last line is done again, and only that; other files are no reports")
  func tornReport() throws {
    let directory = try directory()
    let batch = try batch(.hash, directory)
    try expectEqual(batch.run().done, 5)
    let report = try required(directory.read("report"))
    for kept in [report.count - 1, report.count - 40] {
      try directory.write("report", Array(report[..<kept]))
      let again = try batch.run()
      // The last line may be that of the file that fails, which is tried each time.
      #expect(again.done + again.failed <= 2 && again.done + again.unchanged == 5)
      try expectEqual(records(directory).count, 6)
    }
    // What a file system may leave where power was cut.
    try directory.write("report", report + [0, 0, 0])
    let again = try batch.run()
    #expect(try again.done == 0 && again.unchanged == 5 && records(directory).count == 6)
    for foreign in ["my notes\n", "my notes", "{\"a\":1}\n"] {
      try directory.write("report", Array(foreign.utf8))
      #expect(throws: AudioError.self) { try batch.run() }
      expectEqual(directory.read("report"), Array(foreign.utf8))
    }
  }

  @Test("an output without a line is the batch's own where it was begun, and somebody else's otherwise")
  func begunOutputs() throws {
    let directory = try directory()
    let batch = try batch(.convert, directory, ["in/0.wav", "in/1.wav"])
    try FileManager.default.createDirectory(atPath: directory.path + "/out", withIntermediateDirectories: true)
    for name in ["out/0.flac", "out/1.flac"] { try directory.write(name, [1]) }
    for name in ["out/.0.flac.abc123.partial", "out/.other.abc.partial"] { try directory.write(name, [1]) }
    try directory.write("report.begun", Array("\(directory.path)/out/0.flac\n\(directory.path)/out/1.fl".utf8))
    let counts = try batch.run()
    #expect(counts.done == 1 && counts.failed == 1)
    #expect(directory.read("out/1.flac") == [1] && directory.read("out/0.flac")?.starts(with: "fLaC".utf8) == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/out").sorted()
    expectEqual(left, [".other.abc.partial", "0.flac", "1.flac"])
  }

  @Test("files are told to be unchanged by their time, or by their bytes")
  func comparisons() throws {
    let directory = try directory()
    var batch = try batch(.hash, directory, ["in/0.wav"])
    let touched = { (days: Double) in
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: days * 86400)], ofItemAtPath: directory.path + "/in/0.wav")
    }
    try expectEqual(batch.run().done, 1)
    try touched(1)
    try expectEqual(batch.run().done, 1)
    batch.comparesContents = true
    try expectEqual(batch.run().done, 1)
    try touched(2)
    try expectEqual(batch.run().unchanged, 1)
    var other = wave(sawtooth(4000))
    other[100] ^= 1
    try directory.write("in/0.wav", other)
    try expectEqual(batch.run().done, 1)
    // Options make another result.
    batch.options = ["other"]
    #expect(try batch.run().done == 1 && batch.run().unchanged == 1)
  }

  @Test("two inputs with one output are refused by name before anything starts; the same one twice is one")
  func doubledOutputs() throws {
    let directory = try directory()
    var batch = try batch(.convert, directory, ["in/0.wav", "in/sub/4.wav"])
    batch.template = try OutputTemplate(directory.file("out/x.flac"))
    let error = #expect(throws: AudioError.self) { try batch.run() }
    expectEqual(error.map { "\($0)".contains("in/0.wav and ") && "\($0)".contains("in/sub/4.wav would") }, true)
    expectEqual(directory.names, ["in"])
    batch = try self.batch(.convert, directory, ["in/0.wav", "in/0.wav", "in/./0.wav"])
    let counts = try batch.run()
    #expect(counts.done == 1 && counts.leftAside == 2)
    batch.options = ["wrong"]
    #expect(throws: AudioError.self) { try batch.run() }
  }

  @Test("outputs beside their inputs are no inputs of the next run")
  func inPlace() throws {
    let directory = try directory()
    var batch = try batch(.convert, directory)
    batch.template = try OutputTemplate("{dir}/{stem}.flac")
    try expectEqual(batch.run().done, 5)
    let again = try batch.run()
    #expect(again.unchanged == 5 && again.done == 0 && again.leftAside == 5 && again.failed == 1)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: directory.path + "/in/sub").count, 3)
  }

  @Test("shares hold every file once", arguments: [1, 2, 3, 7, 1000])
  func shards(count: Int) throws {
    let names = (0..<500).map { Pathname("music/\($0).wav") }
    let shards = try (1...count).map { try required(BatchShard($0, of: count)) }
    for name in names { expectEqual(shards.count { $0.holds(name) }, 1) }
    if count <= 7 { #expect(shards.allSatisfy { shard in names.contains { shard.holds($0) } }) }
    #expect(BatchShard(0, of: 3) == nil && BatchShard(4, of: 3) == nil && BatchShard(1, of: 0) == nil)
  }

  @Test("shares do not depend on the run")
  func fixedShards() {
    // By Python: int(hashlib.md5(b"11:music/a.wav").hexdigest(), 16) % 5 and so on.
    let expected = [("music/a.wav", 2), ("music/b.wav", 4), ("x.flac", 4), ("deep/er/y.m4a", 3)]
    for (name, index) in expected { expectEqual(BatchShard(index + 1, of: 5)?.holds(Pathname(name)), true, "\(name)") }
  }

  @Test(
    "patterns name files in folders",
    arguments: [("in/*.wav", 4), ("in/**/*.wav", 6), ("in/**", 7), ("in/[01].wav", 2), ("in/?.flac", 1)])
  func patterns(pattern: String, count: Int) throws {
    let directory = try directory()
    try expectEqual(batch(.hash, directory, [pattern]).run().total, count)
  }

  @Test(
    "an observer is told one thing at a time, and may wait for the other threads of the batch",
    .timeLimit(.minutes(15)))
  func waitingObserver() throws {
    let directory = try directory()
    let told = Mutex((calls: 0, most: 0, files: 0, lines: 0))
    let counts = try batch(.hash, directory).run { event in
      let isFirst = told.withLock { told in
        told.calls += 1
        told.most = max(told.most, told.calls)
        if case .file = event { told.files += 1 } else { return false }
        return told.files == 1
      }
      // Three lines are two of the other thread, which tells of the first before it writes the second.
      for _ in 0..<12_000 where isFirst && told.withLock({ $0.lines }) < 3 {
        let lines = String(decoding: directory.read("report") ?? [], as: UTF8.self).count { $0 == "\n" }
        told.withLock { $0.lines = lines }
        Thread.sleep(forTimeInterval: 0.005)
      }
      told.withLock { $0.calls -= 1 }
    }
    #expect(counts.done == 5 && counts.failed == 1)
    #expect(told.withLock { $0.most } == 1 && told.withLock { $0.files } == 6)
    expectGreaterOrEqual(told.withLock { $0.lines }, 3)
  }

  @Test("a batch that is cancelled writes no lines, and the next one does all")
  func cancellation() throws {
    let directory = try directory()
    let batch = try batch(.convert, directory)
    let cancellation = Cancellation()
    cancellation.cancel()
    try expectEqual(batch.run(cancellation: cancellation).finished, 0)
    expectEqual(directory.read("report"), [])
    try expectEqual(batch.run().done, 5)
  }
}
