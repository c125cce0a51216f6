/// A change of tags, with everything that a container needs to make it in place.
public struct MetadataChange: Sendable {
  /// The number of zero bytes left after the tags of a new file, so that the next change fits.
  public static let paddingByteCount = 1024
  /// The largest number of bytes left free after tags have shrunk; the rest is removed from the file.
  public static let largestPaddingByteCount = 1 << 16

  /// The metadata of the file, as its reader gives it.
  public let before: Metadata
  /// The metadata that the file is to have.
  public let after: Metadata
  /// True if metadata without a key is also removed.
  public let clears: Bool
  /// The frames per second that marker positions count.
  public let sampleRate: Double
  /// The bounds on reading.
  public var limits = ResourceLimits()
  /// The keys whose values differ. A year and a date count together.
  public let keys: Set<InfoKey>
  /// The metadata to write again: the values of ``keys``, and pictures and markers where they differ.
  public let added: Metadata

  /// Creates a change from one set of metadata to another.
  public init(
    from before: Metadata, to after: Metadata, clears: Bool = false, sampleRate: Double
  ) {
    (self.before, self.after, self.clears) = (before, after, clears)
    self.sampleRate = sampleRate
    var keys = Set(before.info.keys).union(after.info.keys).filter {
      before.values(of: $0) != after.values(of: $0)
    }
    let dates: Set<InfoKey> = [.year, .recordedDate]
    if !keys.isDisjoint(with: dates) { keys.formUnion(dates) }
    self.keys = keys
    var added = Metadata()
    added.fillValues(from: after)
    added.keepValues { keys.contains($0) }
    if before.artwork != after.artwork { added.artwork = after.artwork }
    if before.markers != after.markers { added.markers = after.markers }
    self.added = added
  }

  /// True if the pictures change.
  public var changesArtwork: Bool { before.artwork != after.artwork }
  /// True if the markers or regions change.
  public var changesMarkers: Bool { before.markers != after.markers || before.regions != after.regions }

  /// Returns true if an item with this metadata is removed or replaced.
  public func affects(_ part: Metadata) -> Bool {
    !keys.isDisjoint(with: part.info.keys) || (changesArtwork && !part.artwork.isEmpty)
      || (before.markers != after.markers && !part.markers.isEmpty)
  }

  /// Returns the size of the padding after a list of `byteCount` bytes in a space of `available` bytes: the rest of the
  /// space if that is 0, or at least `minimum` bytes and not too large; otherwise the padding of a new space.
  ///
  /// - Returns: Bytes of padding, and true if they fill the old place to its end.
  public static func padding(
    for byteCount: Int, in available: Int, minimum: Int = 0
  ) -> (byteCount: Int, fits: Bool) {
    let rest = available - byteCount
    if rest == 0 || (rest >= minimum && rest > 0 && rest <= largestPaddingByteCount) { return (rest, true) }
    return (max(paddingByteCount, minimum), false)
  }
}

/// An item of a list of tags: its bytes and its metadata.
public struct TagItem: Sendable {
  /// The item as stored in the file.
  public var bytes: [UInt8]
  /// The metadata of this item alone.
  public var said: Metadata

  /// Creates an item.
  public init(bytes: [UInt8], said: Metadata) { (self.bytes, self.said) = (bytes, said) }
}

extension MetadataChange {
  /// Returns a list of items with the changed ones removed and the new ones added: a new item takes the position of a
  /// removed one of the same length, or is added at the end, so that as few bytes as possible move. All others stay
  /// unchanged, byte by byte.
  public func apply(to items: [TagItem], adding new: [[UInt8]]) -> [[UInt8]] {
    let gone = items.indices.filter { affects(items[$0].said) }
    let oldByteCount = gone.reduce(0) { $0 + items[$1].bytes.count }
    let isOneStretch = zip(gone, gone.dropFirst()).allSatisfy { $1 == $0 + 1 }
    let takesPlace = isOneStretch && oldByteCount == new.reduce(0) { $0 + $1.count }
    var result: [[UInt8]] = []
    for (index, item) in items.enumerated() {
      guard affects(item.said) else {
        result.append(item.bytes)
        continue
      }
      if takesPlace, index == gone.first { result += new }
    }
    if !takesPlace || gone.isEmpty { result += new }
    return result
  }
}
