/// The progress of a batch.
package struct BatchCounts: Sendable {
  /// The number of files to process, including those that turn out to be done already.
  package var total = 0
  /// The number of files that this run has processed.
  package var done = 0
  /// The number of files that an earlier run processed and that have not changed.
  package var unchanged = 0
  /// The number of files that failed.
  package var failed = 0
  /// The number of files done with warnings.
  package var warned = 0
  /// The number of files that were skipped because they are outputs of others, or listed twice.
  package var leftAside = 0
  /// The number of files in folders that are no audio files.
  package var others = 0
  /// The seconds of sound that this run has processed, files in progress included.
  package var soundSeconds = 0.0
  /// The files in progress, each with its finished fraction.
  package var underWay = 0.0
  /// The seconds since the batch began.
  package var elapsed = 0.0

  /// Creates counts that are all 0.
  package init() {}

  /// The number of files that need no more work.
  package var finished: Int { done + unchanged + failed + leftAside }
  /// The finished fraction, 0 to 1.
  package var fraction: Double { total > 0 ? min(1, (Double(finished) + underWay) / Double(total)) : 1 }
  /// The speed: seconds of sound per second.
  package var timesRealTime: Double { elapsed > 0 ? soundSeconds / elapsed : 0 }

  /// The estimated remaining seconds, based on the files of this run; `nil` before the first.
  package var remaining: Double? {
    let worked = Double(done + failed) + underWay
    guard worked > 0 else { return total == finished ? 0 : nil }
    return elapsed / worked * max(0, Double(total - finished) - underWay)
  }
}
