/// What becomes of the tags of a file, as far as a container needs to know to change them where they stand.
public struct MetadataChange: Sendable {
  /// Zeros that are left behind tags when a file is written anew, in bytes, so that the next change needs no room.
  public static let paddingByteCount = 1024
  /// The most room that is left where tags have shrunk, in bytes; what is beyond is taken out of the file.
  public static let largestPaddingByteCount = 1 << 16

  /// What the file says, as its reader tells.
  public let before: Metadata
  /// What it shall say.
  public let after: Metadata
  /// Whether what no key stands for goes, too.
  public let clears: Bool
  /// Frames of a second in which markers count.
  public let sampleRate: Double
  /// Bounds on what is read.
  public var limits = ResourceLimits()
  /// The keys whose values differ. A year and a date go together.
  public let keys: Set<InfoKey>
  /// What has to be said anew: the values of ``keys``, and pictures and markers where they differ.
  public let added: Metadata

  /// Creates a change from one state to the other.
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

  /// Whether other pictures are wanted.
  public var changesArtwork: Bool { before.artwork != after.artwork }
  /// Whether other markers or regions are wanted.
  public var changesMarkers: Bool { before.markers != after.markers || before.regions != after.regions }

  /// Whether something that says this much goes, or comes again with other values.
  public func affects(_ part: Metadata) -> Bool {
    !keys.isDisjoint(with: part.info.keys) || (changesArtwork && !part.artwork.isEmpty)
      || (before.markers != after.markers && !part.markers.isEmpty)
  }

  /// Room for a list of items that has `byteCount` bytes, in a place that had `available`: what is left over where that
  /// is nothing or at least `minimum` bytes and not too much, otherwise what a new place gets.
  ///
  /// - Returns: Bytes of padding, and whether they fill the old place to its end.
  public static func padding(
    for byteCount: Int, in available: Int, minimum: Int = 0
  ) -> (byteCount: Int, fits: Bool) {
    let rest = available - byteCount
    if rest == 0 || (rest >= minimum && rest > 0 && rest <= largestPaddingByteCount) { return (rest, true) }
    return (max(paddingByteCount, minimum), false)
  }
}

/// One item of a list of tags: its bytes, and what they say.
public struct TagItem: Sendable {
  /// The item as the file holds it.
  public var bytes: [UInt8]
  /// What it alone says.
  public var said: Metadata

  /// Creates an item.
  public init(bytes: [UInt8], said: Metadata) { (self.bytes, self.said) = (bytes, said) }
}

extension MetadataChange {
  /// A list of items with what changes taken out and what is new put in: in the place of what went where it is as long,
  /// and at the end otherwise, so that as few bytes as can be move. All others stay as they are, byte by byte.
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
