import AudioBase
import AudioFiles
import Bitstream

/// The threads of a batch, and their shared state.
final class BatchRun: Sendable {
  /// The variable state of a running batch. No foreign code is called, and nothing is read, while its lock is held.
  private struct State: Sendable {
    var counts: BatchCounts
    /// The seconds and the fraction that are done of each thread's file.
    var underWay: [Int: (seconds: Double, part: Double)] = [:]
    /// The reason for which the batch as a whole cannot continue.
    var failure: AudioError?
    /// The events that are still to be reported to the observer, in order.
    var events: [Batch.Event] = []
    /// True while a thread reports it.
    var isTelling = false

    /// Adds an event, which replaces progress that has not been reported yet.
    mutating func add(_ event: Batch.Event) {
      if case .progress = event, case .progress = events.last { events.removeLast() }
      events.append(event)
    }
  }

  /// The cancellation of a batch, and the observer of its progress.
  struct Control: Sendable {
    var cancellation: Cancellation
    var observer: @Sendable (Batch.Event) -> Void
  }

  private let batch: Batch
  private let journal: BatchJournal?
  private let cancellation: Cancellation
  private let observer: @Sendable (Batch.Event) -> Void
  private let state: Lock<State>
  /// The remaining files; locked while one is read from the list.
  private let reader: Lock<BatchPlan.Reader>
  private let start = ContinuousClock().now
  /// Threads for each file, if there are fewer files than threads.
  private let threadsPerFile: Int

  init(_ batch: Batch, _ plan: BatchPlan, _ journal: BatchJournal?, _ control: Control) {
    self.batch = batch
    self.journal = journal
    cancellation = control.cancellation
    observer = control.observer
    threadsPerFile = min(max(1, batch.threadCount / max(1, plan.count)), 256)
    var counts = BatchCounts()
    counts.total = plan.count
    counts.others = plan.otherCount + plan.special.count
    state = Lock(State(counts: counts))
    reader = Lock(plan.reader())
  }

  /// Processes file after file until none is left, or the batch is to end.
  func work(_ thread: Int) {
    while !cancellation.isCancelled, let item = next() {
      do throws(AudioError) {
        try work(on: item, thread)
      } catch {
        fail(error)
      }
    }
  }

  /// Returns the totals.
  func end() throws(AudioError) -> BatchCounts {
    let last = state.withLock { (counts: counts($0), failure: $0.failure) }
    if let failure = last.failure { throw failure }
    return last.counts
  }

  private func next() -> BatchItem? {
    guard state.withLock({ $0.failure == nil }) else { return nil }
    do throws(AudioError) {
      let (item, leftAsideCount) = try reader.withLock { (reader) throws(AudioError) in
        (try reader.next(), reader.leftAsideCount)
      }
      // Another thread may have read on, and come here first.
      state.withLock { $0.counts.leftAside = max($0.counts.leftAside, leftAsideCount) }
      return item
    } catch {
      fail(error)
      return nil
    }
  }

  private func fail(_ error: AudioError) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  private func counts(_ state: State) -> BatchCounts {
    var counts = state.counts
    counts.elapsed = (ContinuousClock().now - start) / .seconds(1)
    counts.underWay = state.underWay.values.reduce(0) { $0 + $1.part }
    counts.soundSeconds += state.underWay.values.reduce(0) { $0 + $1.seconds }
    return counts
  }

  /// Processes one file.
  ///
  /// - Throws: `AudioError` if the batch cannot continue: its report cannot be written.
  private func work(on item: BatchItem, _ thread: Int) throws(AudioError) {
    let start = ContinuousClock().now
    var record = BatchRecord(item, batch.action, state: FileState(of: item.input), options: item.options)
    var failure: AudioError?
    do throws(AudioError) {
      // Reading it may never end, or never begin.
      guard !FolderListing.isSpecial(item.input) else {
        throw .input(item.input, .refused("it is a pipe, a socket or a device, and no file"))
      }
      if batch.comparesContents, record.inputByteCount != nil { record.inputHash = try Self.hash(of: item.input) }
      record.outputByteCount = item.output.flatMap { FileState(of: $0) }?.byteCount
      if let journal, item.output == nil || record.outputByteCount != nil,
        journal.isDone(record, byContents: batch.comparesContents)
      {
        return tell(thread, item.input) { $0.unchanged += 1 }
      }
      try perform(item, thread, into: &record)
      record.outputByteCount = item.output.flatMap { FileState(of: $0) }?.byteCount
    } catch {
      if error.kind == .cancelled { return tell(thread, item.input) { _ in } }
      failure = error
      record.outputByteCount = nil
      record.error = batch.describe(error)
    }
    record.seconds = (ContinuousClock().now - start) / .seconds(1)
    try journal?.end(record)
    let result = record
    let error = failure
    tell(thread, item.input, event: .file(result, error)) { counts in
      if error != nil { counts.failed += 1 } else { counts.done += 1 }
      if error == nil, !result.warnings.isEmpty { counts.warned += 1 }
      if error == nil { counts.soundSeconds += result.durationSeconds ?? 0 }
    }
  }

  private func perform(_ item: BatchItem, _ thread: Int, into record: inout BatchRecord) throws(AudioError) {
    if item.isUnreadFolder { throw .input(item.input, .refused("the folder cannot be read, or lies too deep")) }
    if item.isWritten { throw .input(item.input, .refused("it is the output of another file of this batch, too")) }
    // A file that cannot be opened must not leave folders or lines.
    guard record.inputByteCount != nil else {
      _ = try JobFiles.open(item.input, batch.catalog)
      throw .input(item.input, .refused("the file cannot be looked at"))
    }
    var work = try batch.prepare(item.options, item.output)
    if case .conversion(var job) = work, let output = item.output {
      let replaces = batch.replaces || journal?.owns(record) ?? false
      guard replaces || !FolderListing.exists(output) else { throw .output(output, .alreadyExists) }
      job.replacement = replaces ? .replace : .refuse
      job.jobCount = threadsPerFile
      work = .conversion(job)
      try journal?.begin(output)
    }
    let control = JobControl(cancellation: cancellation) { [self] progress in
      var seconds = 0.0
      if case .frames(let rate) = progress.unit, rate > 0 { seconds = Double(progress.completed) / rate }
      update(thread, item.input, seconds: seconds, part: progress.fraction ?? 0)
    }
    try work.run(item, into: &record, batch.catalog, control)
  }

  private func update(_ thread: Int, _ input: Pathname, seconds: Double, part: Double) {
    state.withLock { state in
      state.underWay[thread] = (seconds, part)
      state.add(.progress(counts(state), input))
    }
    tellObserver()
  }

  /// Counts a file, and reports it.
  private func tell(
    _ thread: Int, _ input: Pathname, event: Batch.Event? = nil, _ change: (inout BatchCounts) -> Void
  ) {
    state.withLock { state in
      state.underWay[thread] = nil
      change(&state.counts)
      if let event { state.add(event) }
      state.add(.progress(counts(state), input))
    }
    tellObserver()
  }

  /// Reports the pending events to the observer, unless another thread is doing so; that thread then reports these too.
  /// Calls are made one at a time with no lock held, so that an observer may wait for the other threads of the batch.
  private func tellObserver() {
    var isNext = false
    while true {
      let event: Batch.Event? = state.withLock { state in
        if state.isTelling, !isNext { return nil }
        state.isTelling = !state.events.isEmpty
        return state.events.isEmpty ? nil : state.events.removeFirst()
      }
      guard let event else { return }
      isNext = true
      observer(event)
    }
  }

  /// Returns the MD5 of a file's bytes.
  private static func hash(of path: Pathname) throws(AudioError) -> String {
    var digest = MessageDigest()
    let file = try LineFile(reading: path)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var offset: Int64 = 0
    while case let count = try file.read(at: offset, into: &chunk), count > 0 {
      digest.update(chunk, count: count)
      offset += Int64(count)
    }
    return digest.value().hexadecimal.lowercased()
  }
}
