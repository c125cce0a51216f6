import AudioBase
package import AudioCatalog
package import AudioFiles
import Dispatch

/// A batch of files to convert, measure, hash or inspect, a few at a time.
///
/// ```
/// folders, patterns, manifests ──► list on disk ──► threads ──► outputs
///                                                      │
///                           report (one line a file) ◄─┘ └─► observer
/// ```
/// The report is the batch's memory: a repeated run processes the files that have no line in it, that failed, or that
/// have changed, or whose output has, and no others. A file's failure is a line of the report and costs that file. Each
/// output is written beside its place and renamed when it is whole.
package struct Batch: Sendable {
  /// The action for each file.
  package var action: BatchAction
  /// The sources of the files.
  package var sources: [BatchSource]
  /// The template of output names, for files without a name in a manifest.
  package var template: OutputTemplate?
  /// The options for all files, placed before each file's own options.
  package var options: [String] = []
  /// The file that gets one line for each finished file; without a report a batch cannot be continued.
  package var report: Pathname?
  /// The number of files processed at the same time, 1 to 256.
  package var threadCount = 1
  /// The share of the files to process, or `nil` for all.
  package var shard: BatchShard?
  /// True if outputs of other origin may be replaced.
  package var replaces = false
  /// True if unchanged files are recognised by their bytes, not by size and time.
  package var comparesContents = false
  /// The codecs and containers to work with.
  package var catalog = Catalog.standard
  /// Makes the work that options request. Called for every file before any work begins, on any thread.
  package var prepare: @Sendable (_ options: [String], _ output: Pathname?) throws(AudioError) -> BatchWork
  /// Describes in words for programs why a file failed.
  package var describe: @Sendable (AudioError) -> BatchFailure

  /// An event that a batch reports while it runs.
  package enum Event: Sendable {
    /// A file is done, or has failed for this reason.
    case file(BatchRecord, AudioError?)
    /// The progress, with the file begun last. Frequent: up to a hundred times a second for each file.
    case progress(BatchCounts, Pathname)
    /// A pipe, a socket or a device in a folder or a pattern, or a list of other files in a folder, was skipped.
    case passedOver(Pathname)
  }

  /// Creates a batch.
  package init(
    _ action: BatchAction, of sources: [BatchSource],
    prepare: @escaping @Sendable ([String], Pathname?) throws(AudioError) -> BatchWork,
    describe: @escaping @Sendable (AudioError) -> BatchFailure
  ) {
    self.action = action
    self.sources = sources
    self.prepare = prepare
    self.describe = describe
  }

  /// Visits the files that a run without a report would process, with their outputs, without processing them.
  ///
  /// - Throws: `AudioError` where options or manifests are wrong, or two inputs have one output.
  package func preview(_ visit: (_ input: Pathname, _ output: Pathname?) -> Void) throws(AudioError) {
    var reader = try BatchPlan(self).reader()
    while let item = try reader.next() { visit(item.input, item.output) }
  }

  /// Processes all files that are not done yet, and returns their number.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the batch; files under way leave nothing.
  ///   - observer: Called on the threads that work, one at a time.
  /// - Throws: `AudioError` if two inputs have one output, where options or manifests are wrong, before anything has
  ///   begun; and where the report cannot be written.
  package func run(
    cancellation: Cancellation = Cancellation(), observer: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(AudioError) -> BatchCounts {
    let plan = try BatchPlan(self)
    let journal = try report.map { (path) throws(AudioError) in try BatchJournal(path, byContents: comparesContents) }
    for path in plan.special { observer(.passedOver(path)) }
    let run = BatchRun(self, plan, journal, BatchRun.Control(cancellation: cancellation, observer: observer))
    let workers = DispatchGroup()
    for index in 0..<min(max(1, threadCount), 256, max(1, plan.count)) {
      // A queue of its own is its own thread, even if there are fewer cores.
      DispatchQueue(label: "batch \(index)").async(group: workers) { run.work(index) }
    }
    workers.wait()
    let counts = try run.end()
    if !cancellation.isCancelled { try journal?.finish() }
    return counts
  }
}
