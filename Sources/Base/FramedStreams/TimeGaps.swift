/// Finds gaps between the times of packets that state no duration, and times that go back.
///
/// A gap is a step of more than twice the longest usual one and a tenth of a second: pieces hold different numbers of
/// frames, and their times are rounded.
package struct TimeGaps: BitwiseCopyable, Sendable {
  /// The number of gaps so far.
  package private(set) var count = 0
  /// The number of times that are a tenth of a second or more before the one before.
  private var backCount = 0
  private var last: Double?
  private var usual: Double?

  package init() {}

  /// Adds the time of the next piece, in seconds.
  ///
  /// - Parameter isContinuous: False if a loss is already known, or if times start over.
  package mutating func note(_ seconds: Double, isContinuous: Bool = true) {
    defer { last = seconds }
    guard isContinuous, let last else { return }
    // The clock of a transport stream begins again after a day, which is not a step back.
    if seconds < last - 0.1, last - seconds < 80_000 { backCount += 1 }
    guard seconds > last else { return }
    let step = seconds - last
    guard let usual else { return self.usual = step }
    if step > 2 * usual + 0.1 { count += 1 } else { self.usual = max(step, 0.95 * usual) }
  }

  /// The remarks on the times of a stream; none if there are no gaps and no time goes back.
  package var remarks: [String] {
    (count > 0 ? ["its times leave gaps (\(count)), which are closed"] : [])
      + (backCount > 0 ? ["its times go back (\(backCount)); it is read in the order of the file"] : [])
  }
}

/// The time of PES packets.
package enum PresentationTime {
  /// Returns the seconds of the five bytes of `PTS`: 33 bits of 90 kHz in three parts, each before a marker bit.
  /// ISO/IEC 13818-1, 2.4.3.7.
  package static func seconds(_ bytes: UInt64) -> Double {
    let ticks = (bytes >> 33 & 7) << 30 | (bytes >> 17 & 0x7FFF) << 15 | (bytes >> 1 & 0x7FFF)
    return Double(ticks) / 90_000
  }
}
