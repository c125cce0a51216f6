import CCoreMedia

/// The decoding and presentation times of samples: an entry for each, one for all, or none.
struct SampleTiming {
  var entries: [CMSampleTimingInfo]
  /// The number of samples.
  var count: Int

  /// Returns the decoding and presentation times of one sample.
  ///
  /// A single entry is that of the first sample; the others follow it with the same duration.
  func entry(at index: Int) throws(Failure) -> CMSampleTimingInfo {
    guard !entries.isEmpty else { throw Failure(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
    guard (0..<count).contains(index) else { throw Failure(kCMSampleBufferError_SampleIndexOutOfRange) }
    guard entries.count == 1, index > 0 else { return entries[min(index, entries.count - 1)] }
    var entry = entries[0]
    let delay = multiply(entry.duration, by: index)
    entry.presentationTimeStamp = CMTimeAdd(entry.presentationTimeStamp, delay)
    entry.decodeTimeStamp = CMTimeAdd(entry.decodeTimeStamp, delay)
    return entry
  }

  /// Returns the entries for some of the samples.
  func entries(in range: Range<Int>) throws(Failure) -> [CMSampleTimingInfo] {
    if entries.isEmpty { return [] }
    return entries.count == 1 ? [try entry(at: range.lowerBound)] : Array(entries[range])
  }

  /// The sum of all durations; invalid if they are not stated.
  var duration: CMTime {
    guard let first = entries.first else { return .nowhere }
    if entries.count == 1 { return multiply(first.duration, by: count) }
    return entries.dropFirst().reduce(first.duration) { CMTimeAdd($0, $1.duration) }
  }

  /// The earliest presentation time, which need not be that of the first sample in decoding order.
  var presentationTimeStamp: CMTime {
    entries.map(\.presentationTimeStamp).min { CMTimeCompare($0, $1) < 0 } ?? .nowhere
  }

  /// The decoding time of the first sample.
  var decodeTimeStamp: CMTime { entries.first?.decodeTimeStamp ?? .nowhere }
}

/// Returns a time multiplied by a count.
private func multiply(_ time: CMTime, by count: Int) -> CMTime {
  guard time.kind == .numeric else { return time }
  return time.scaled(by: Int128(count), over: 1, to: time.timescale, .roundHalfAwayFromZero)
}
