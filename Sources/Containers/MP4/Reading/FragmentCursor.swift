import AudioBase

/// Walks the packets that fragments add to one track, in order.
struct FragmentCursor {
  private var walker: FragmentWalker
  private let identifier: UInt32
  private let fileByteCount: Int64?
  private var current: ResolvedFragment?
  private var run: TrackRun?
  private var nextInRun: Int64 = 0
  private var position: Int64 = 0
  /// The decode time of the next packet, unless a `tfdt` precedes it, and of the first one.
  private var decodeTime: Int64
  private let firstDecodeTime: Int64
  private let isAudio: Bool
  /// The entry of `stsd` that describes the track's packets; 0 if there is only one.
  private let descriptionNumber: UInt32
  /// The number of bytes of the packets so far: packets of one track are adjacent, so they cannot exceed the file.
  private var deliveredByteCount: Int64 = 0

  /// Creates a cursor before the first packet that fragments add to a track.
  ///
  /// - Parameter firstDecodeTime: The decode time at which the tables end.
  init(_ walker: FragmentWalker, track: MovieTrack, firstDecodeTime: Int64) {
    self.walker = walker
    identifier = track.identifier
    isAudio = track.kind == .audio
    descriptionNumber = track.tables.descriptionNumber
    self.firstDecodeTime = firstDecodeTime
    decodeTime = firstDecodeTime
    fileByteCount = walker.window.source.byteCount
  }

  /// The first byte that reading on can touch.
  var neededOffset: Int64 { run == nil ? walker.neededOffset : min(walker.neededOffset, position) }

  /// Returns to the first packet.
  mutating func rewind() {
    walker.rewind()
    current = nil
    run = nil
    decodeTime = firstDecodeTime
    deliveredByteCount = 0
  }

  /// Returns the next packet, or a run of up to `limit` packets that are all alike; `nil` at the end of the file.
  mutating func next(limit: Int64 = 1) throws(ContainerError) -> PlacedPacket? {
    guard try enterRun(), let run else { return nil }
    let sample = try run.sample(nextInRun, &walker.window)
    let count = run.isUniform ? max(1, min(limit, run.count - nextInRun)) : 1
    let byteCount = Int64(sample.byteCount).saturatingMultiply(count)
    var packet = PlacedPacket(
      offset: position, byteCount: Int(clamping: byteCount), count: count,
      timing: PacketTiming(
        decodeTime: decodeTime, presentationOffset: Int64(sample.presentationOffset),
        duration: Int64(sample.duration).saturatingMultiply(count), isSync: isAudio || sample.isSync))
    let number = run.defaults.descriptionNumber
    packet.otherDescription = descriptionNumber > 0 && number != descriptionNumber ? number : 0
    position = position.saturatingAdd(byteCount)
    decodeTime = decodeTime.saturatingAdd(packet.timing.duration)
    nextInRun += count
    deliveredByteCount = deliveredByteCount.saturatingAdd(byteCount)
    if let fileByteCount, deliveredByteCount > fileByteCount {
      throw ContainerError(.truncated, "the packets of a track fit into the file", at: packet.offset, in: "trun")
    }
    return packet
  }

  /// Steps over packets that end at or before `time`, and returns their number, and true if a packet follows them.
  mutating func skip(upTo time: Int64) throws(ContainerError) -> (count: Int64, isThere: Bool) {
    var count: Int64 = 0
    while try enterRun(), let run {
      let left = run.count - nextInRun
      let totals = try run.totals(of: nextInRun..<run.count, &walker.window)
      if decodeTime.saturatingAdd(totals.duration) <= time {
        count = count.saturatingAdd(try skip(left))
      } else {
        return (count.saturatingAdd(try skipWithinRun(upTo: time, run)), true)
      }
    }
    return (count, false)
  }

  private mutating func skipWithinRun(upTo time: Int64, _ run: TrackRun) throws(ContainerError) -> Int64 {
    if run.isUniform, run.defaults.duration > 0 {
      return try skip(max(0, time - decodeTime) / Int64(run.defaults.duration))
    }
    var count: Int64 = 0
    while nextInRun < run.count {
      let sample = try run.sample(nextInRun, &walker.window)
      guard decodeTime.saturatingAdd(Int64(sample.duration)) <= time else { break }
      count += try skip(1)
    }
    return count
  }

  /// Steps over up to `count` packets and returns their number.
  mutating func skip(_ count: Int64) throws(ContainerError) -> Int64 {
    var left = count
    while left > 0, try enterRun(), let run {
      let part = min(left, run.count - nextInRun)
      let totals = try run.totals(of: nextInRun..<(nextInRun + part), &walker.window)
      position = position.saturatingAdd(totals.byteCount)
      decodeTime = decodeTime.saturatingAdd(totals.duration)
      nextInRun += part
      left -= part
    }
    return count - left
  }

  /// Moves to a run with remaining packets, and returns false if there is none.
  private mutating func enterRun() throws(ContainerError) -> Bool {
    while true {
      if let run, nextInRun < run.count { return true }
      run = nil
      guard var fragment = current else {
        guard try enterFragment() else { return false }
        continue
      }
      if let next = try fragment.fragment.nextRun(&walker.window) {
        if let offset = next.dataOffset { position = fragment.base.saturatingAdd(offset) }
        run = next
        nextInRun = 0
        current = fragment
      } else {
        walker.previousEnd = position
        current = nil
      }
    }
  }

  /// Takes the next `traf` of the track, adding up the data of other tracks on the way: later data begin at their ends.
  private mutating func enterFragment() throws(ContainerError) -> Bool {
    while var resolved = try walker.next() {
      if resolved.fragment.identifier == identifier {
        position = resolved.base
        if let time = resolved.fragment.decodeTime { decodeTime = time }
        current = resolved
        return true
      }
      var end = resolved.base
      while let other = try resolved.fragment.nextRun(&walker.window) {
        if let offset = other.dataOffset { end = resolved.base.saturatingAdd(offset) }
        end = end.saturatingAdd(try other.totals(of: 0..<other.count, &walker.window).byteCount)
      }
      walker.previousEnd = end
    }
    return false
  }
}
