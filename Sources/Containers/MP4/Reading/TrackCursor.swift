import AudioBase

/// The reading position in one track: its tables first, then its fragments.
struct TrackCursor {
  private var samples: SampleCursor
  private var fragments: FragmentCursor?
  private let tableCount: Int64
  /// The packet that the next step gives.
  private(set) var packet: Int64 = 0
  /// What ended reading; it is met again until a seek.
  var failure: ContainerError?

  init(_ track: MovieTrack, source: any ByteSource, fragments walker: FragmentWalker?) {
    samples = SampleCursor(track.tables, source: source)
    fragments = walker.map { FragmentCursor($0, identifier: track.identifier) }
    tableCount = track.tables.sizes.count
  }

  /// The next packet, or `nil` at the end of the track.
  mutating func next() throws(ContainerError) -> PlacedPacket? {
    var found: PlacedPacket?
    if packet < tableCount { found = try samples.next() } else { found = try fragments?.next() }
    if found != nil { packet += 1 }
    return found
  }

  /// Goes to a packet; one past the end reads as the end.
  mutating func seek(to target: Int64) throws(ContainerError) {
    failure = nil
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
}
