import AudioBase
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite struct ConversionBatchTests {
  private static let frameCount = 50_000

  /// A directory with a file, and conversions of it into several outputs.
  private func batch() throws -> (TemporaryDirectory, ConversionBatch) {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(2 * Self.frameCount), rate: 44_100))
    let outputs = ["0.caf", "1.wav", "2.aiff", "3.unknown", "4.caf", "5.wav"]
    return (
      directory, ConversionBatch(outputs.map { FileConversion(from: directory.file("in.wav"), to: directory.file($0)) })
    )
  }

  @Test(
    "each conversion has its result, and one that fails does not stop the others", arguments: [Int.min, 1, 3, 1000])
  func results(threadCount: Int) async throws {
    var (directory, batch) = try batch()
    batch.threadCount = threadCount
    let counts = Lock([Int64](repeating: -1, count: batch.conversions.count))
    let results = await batch.run { index, progress in
      counts.withLock { all in
        expectLessOrEqual(all[index], progress.completed)
        all[index] = progress.completed
      }
    }
    expectEqual(results.count, 6)
    for (index, result) in results.enumerated() {
      switch result {
      case .success(let report): #expect(index != 3 && report.frameCount == Int64(Self.frameCount))
      case .failure(let error): #expect(index == 3 && error.file == directory.file("3.unknown"))
      }
    }
    expectEqual(counts.withLock { $0 }, (0..<6).map { $0 == 3 ? -1 : Int64(Self.frameCount) })
    expectEqual(directory.names, ["0.caf", "1.wav", "2.aiff", "4.caf", "5.wav", "in.wav"])
  }

  @Test("cancelling ends what runs and what has not begun, and leaves no half file")
  func cancellation() throws {
    var (directory, batch) = try batch()
    batch.threadCount = 2
    let cancellation = Cancellation()
    let results = batch.run(cancellation: cancellation) { _, progress in
      if progress.completed > 0 { cancellation.cancel() }
    }
    let cancelled = results.filter {
      if case .failure(let error) = $0 { error.kind == .cancelled } else { false }
    }
    // Each has more than one batch of packets, and ends at the next one.
    #expect(cancelled.count == 6 && directory.names == ["in.wav"])
  }

  @Test("cancelling the task ends what runs, and each output is whole or not there")
  func taskCancellation() async throws {
    let (directory, batch) = try batch()
    let (beginnings, begun) = AsyncStream<Void>.makeStream()
    let task = Task {
      await batch.run { _, progress in
        if progress.completed > 0 { begun.yield() }
      }
    }
    for await _ in beginnings { break }
    task.cancel()
    let results = await task.value
    let written = zip(batch.conversions, results).compactMap { (try? $1.get()) == nil ? nil : $0.output }
    #expect(results.count == 6 && Set(directory.names.map(directory.file)) == Set(written + [directory.file("in.wav")]))
  }

  @Test("where the task is cancelled already nothing begins")
  func cancelledTask() async throws {
    let (directory, batch) = try batch()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await batch.run()
    }
    task.cancel()
    let reasons = await task.value.map { result in
      if case .failure(let error) = result, error.kind == .cancelled { true } else { false }
    }
    #expect(reasons == [Bool](repeating: true, count: 6) && directory.names == ["in.wav"])
  }

  @Test func nothingToDoIsDone() async {
    #expect(await ConversionBatch([]).run().isEmpty)
  }
}
