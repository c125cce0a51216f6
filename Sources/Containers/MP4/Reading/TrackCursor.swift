import AudioBase

/// The reading position in one track: its tables first, then its fragments.
struct TrackCursor {
  private var samples: SampleCursor
  private var fragments: FragmentCursor?
  private let tableCount: Int64
  /// A packet that was given and handed back.
  private var pending: PlacedPacket?
  /// The packet that the next step gives.
  private(set) var packet: Int64 = 0
  /// The error that ended reading; it is thrown again until a seek.
  var failure: ContainerError?

  init(_ track: MovieTrack, source: any ByteSource, fragments walker: FragmentWalker?) {
    samples = SampleCursor(track.tables, source: source)
    tableCount = track.tables.sizes.count
    fragments = walker.map { FragmentCursor($0, track: track, firstDecodeTime: track.tableDuration) }
  }

  /// Returns the next packet, or a run of up to `limit` packets that are all alike; `nil` at the end of the track.
  mutating func next(limit: Int64 = 1) throws(ContainerError) -> PlacedPacket? {
    if let returned = pending {
      pending = nil
      packet += returned.count
      return returned
    }
    var found: PlacedPacket?
    if packet < tableCount {
      found = try samples.next(limit: limit)
    } else {
      found = try fragments?.next(limit: limit)
    }
    if let found { packet += found.count }
    return found
  }

  /// Returns the last packet to the cursor: the next step gives it again.
  mutating func handBack(_ found: PlacedPacket) {
    pending = found
    packet -= found.count
  }

  /// The first byte that reading on can touch, if the chunks of the track rise in the file.
  var neededOffset: Int64 {
    let table = packet < tableCount ? samples.position : Int64.max
    return min(table, fragments?.neededOffset ?? .max, pending?.offset ?? .max)
  }

  /// Moves to a packet; a position past the end counts as the end.
  mutating func seek(to target: Int64) throws(ContainerError) {
    failure = nil
    if let returned = pending {
      // The cursors below have already passed it.
      packet += returned.count
      pending = nil
    }
    if target < tableCount {
      try samples.seek(to: target)
      fragments?.rewind()
    } else {
      if packet < tableCount || target < packet {
        fragments?.rewind()
        packet = tableCount
      }
      _ = try fragments?.skip(target - packet)
    }
    packet = target
  }

  /// Moves to the packet that is decoded at a time in the media's time scale, and returns false if there is none.
  mutating func seek(toTime time: Int64) throws(ContainerError) -> Bool {
    (failure, pending) = (nil, nil)
    if let found = try samples.packet(at: time) {
      try seek(to: found)
      return true
    }
    packet = tableCount
    fragments?.rewind()
    guard let found = try fragments?.skip(upTo: time) else { return false }
    packet = tableCount.saturatingAdd(found.count)
    return found.isThere
  }

  /// Returns the last packet at or before `target` at which decoding can begin, or `nil`.
  ///
  /// The place from which packets come next is undefined afterwards, until a seek.
  mutating func lastSync(upTo target: Int64) throws(ContainerError) -> Int64? {
    if target < tableCount { return try samples.lastSync(upTo: target) }
    try seek(to: tableCount)
    var last: Int64?
    while packet <= target, let found = try next() {
      if found.timing.isSync { last = packet - 1 }
    }
    if let last { return last }
    return tableCount > 0 ? try samples.lastSync(upTo: tableCount - 1) : nil
  }
}
