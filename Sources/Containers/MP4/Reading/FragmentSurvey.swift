import AudioBase

/// The contribution of the fragments to one track.
struct FragmentSummary: BitwiseCopyable {
  var packetCount: Int64 = 0
  var byteCount: Int64 = 0
  var largest = 0
  /// The sum of all durations, in the media's time scale.
  private(set) var duration: Int64 = 0
  /// The time from the first decode time to the end of the last packet, gaps included, where fragments state their
  /// starts.
  private(set) var span: Int64 = 0
  /// The first decode time, `nil` before the first fragment.
  private(set) var firstTime: Int64?
  private var nextTime: Int64 = 0
  /// The largest distance by which a fragment begins before the end of the previous one.
  private(set) var stepBack: Int64 = 0
  /// The longest duration of a packet.
  private(set) var longest: UInt32 = 0
  private var last: UInt32 = 0
  /// The offset of the first packet.
  var firstOffset: Int64?
  /// The size of every packet in bytes, if no run lists sizes and all defaults are equal; otherwise 0.
  private(set) var constantSize: UInt32 = 0

  /// The duration that all packets share, apart from a shorter last one, or 0.
  var constantDuration: Int64 {
    let others = max(0, packetCount - 1).saturatingMultiply(Int64(longest))
    return others.saturatingAdd(Int64(last)) == duration ? Int64(longest) : 0
  }

  /// Records the start of the next fragment, `nil` for the end of the previous one.
  mutating func begin(at time: Int64?) {
    if let time {
      if firstTime != nil { stepBack = max(stepBack, nextTime.saturatingAdd(-max(0, time))) }
      nextTime = time
    }
    if firstTime == nil { firstTime = nextTime }
  }

  /// Adds a run whose first packet is at `offset`.
  mutating func add(_ totals: RunTotals, of run: TrackRun, at offset: Int64) {
    let count = run.count
    if count > 0 {
      let size = run.isUniform ? run.defaults.size : 0
      constantSize = packetCount == 0 || constantSize == size ? size : 0
    }
    if count > 0, firstOffset == nil { firstOffset = offset }
    packetCount = packetCount.saturatingAdd(count)
    byteCount = byteCount.saturatingAdd(totals.byteCount)
    largest = max(largest, totals.largest)
    duration = duration.saturatingAdd(totals.duration)
    nextTime = nextTime.saturatingAdd(totals.duration)
    span = max(span, nextTime.saturatingAdd(-(firstTime ?? 0)))
    longest = max(longest, totals.longest)
    if count > 0 { last = totals.last }
  }
}

/// A walk over all fragments of a file to determine the counts.
enum FragmentSurvey {
  /// Adds up the fragments of every track, by `track_ID`.
  ///
  /// A broken fragment ends the walk with a remark; the counts so far stay.
  static func run(
    _ walker: FragmentWalker, identifiers: Set<UInt32>, warnings: inout WarningList
  ) throws(ContainerError) -> [UInt32: FragmentSummary] {
    var walker = walker
    var found: [UInt32: FragmentSummary] = [:]
    var hasEmptyClaims = false
    do throws(ContainerError) {
      while var resolved = try walker.next() {
        let identifier = resolved.fragment.identifier
        var summary = found[identifier] ?? FragmentSummary()
        var position = resolved.base
        summary.begin(at: resolved.fragment.decodeTime)
        while let run = try resolved.fragment.nextRun(&walker.window) {
          let totals = try run.totals(of: 0..<run.count, &walker.window)
          if let offset = run.dataOffset { position = resolved.base.saturatingAdd(offset) }
          summary.add(totals, of: run, at: position)
          position = position.saturatingAdd(totals.byteCount)
          hasEmptyClaims = hasEmptyClaims || run.isEmptyClaim
        }
        walker.previousEnd = position
        if identifiers.contains(identifier) { found[identifier] = summary }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      warnings.add("the fragments cannot be read to their end: \(error)")
    }
    if hasEmptyClaims { warnings.add("samples of no bytes that a fragment claims were left out") }
    return found
  }
}
