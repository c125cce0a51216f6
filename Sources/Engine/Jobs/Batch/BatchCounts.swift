/// The progress of a batch.
package struct BatchCounts: Sendable {
  /// The number of files to process, including those that turn out to be done already.
  package var total = 0
  /// Files that this run has processed.
  package var done = 0
  /// Files that an earlier run has processed, and that have not changed.
  package var unchanged = 0
  /// Files that failed.
  package var failed = 0
  /// Files that were done with warnings.
  package var warned = 0
  /// The number of files in folders that are outputs of others, or that were listed twice.
  package var leftAside = 0
  /// Files below folders that are no audio files.
  package var others = 0
  /// The seconds of sound that this run has processed, including those of files in progress.
  package var soundSeconds = 0.0
  /// Files in progress, each by the fraction of it that is done.
  package var underWay = 0.0
  /// The seconds since the batch began.
  package var elapsed = 0.0

  /// Creates counts that are all 0.
  package init() {}

  /// The number of files that need no more work.
  package var finished: Int { done + unchanged + failed + leftAside }
  /// The part that is done, 0 to 1.
  package var fraction: Double { total > 0 ? min(1, (Double(finished) + underWay) / Double(total)) : 1 }
  /// The seconds of sound in a second.
  package var timesRealTime: Double { elapsed > 0 ? soundSeconds / elapsed : 0 }

  /// The seconds that the rest is likely to take, by the files that were done now; `nil` before any was.
  package var remaining: Double? {
    let worked = Double(done + failed) + underWay
    guard worked > 0 else { return total == finished ? 0 : nil }
    return elapsed / worked * max(0, Double(total - finished) - underWay)
  }
}
