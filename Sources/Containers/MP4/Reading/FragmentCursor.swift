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
  /// Bytes of the packets so far: packets of one track lie side by side, so they cannot exceed the file.
  private var deliveredByteCount: Int64 = 0

  /// Creates a cursor before the first packet of track `identifier`.
  init(_ walker: FragmentWalker, identifier: UInt32) {
    self.walker = walker
    self.identifier = identifier
    fileByteCount = walker.window.source.byteCount
  }

  /// Goes back to the first packet.
  mutating func rewind() {
    walker.rewind()
    current = nil
    run = nil
    deliveredByteCount = 0
  }

  /// The next packet, or `nil` at the end of the file.
  mutating func next() throws(ContainerError) -> PlacedPacket? {
    guard try enterRun(), let run else { return nil }
    let (byteCount, duration) = try run.sample(nextInRun, &walker.window)
    let packet = PlacedPacket(offset: position, byteCount: byteCount, duration: Int64(duration))
    position = position.saturatingAdd(Int64(byteCount))
    nextInRun += 1
    deliveredByteCount = deliveredByteCount.saturatingAdd(Int64(byteCount))
    if let fileByteCount, deliveredByteCount > fileByteCount {
      throw ContainerError(.truncated, "the packets of a track fit into the file", at: packet.offset, in: "trun")
    }
    return packet
  }

  /// Steps over up to `count` packets and returns how many there were.
  mutating func skip(_ count: Int64) throws(ContainerError) -> Int64 {
    var left = count
    while left > 0, try enterRun(), let run {
      let part = min(left, run.count - nextInRun)
      let totals = try run.totals(of: nextInRun..<(nextInRun + part), &walker.window)
      position = position.saturatingAdd(totals.byteCount)
      nextInRun += part
      left -= part
    }
    return count - left
  }

  /// Makes sure that a run with packets left is at hand, and returns whether there is one.
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

  /// Takes the next `traf` of the track, adding up those of others on the way: their ends are where later ones begin.
  private mutating func enterFragment() throws(ContainerError) -> Bool {
    while var resolved = try walker.next() {
      if resolved.fragment.identifier == identifier {
        position = resolved.base
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
