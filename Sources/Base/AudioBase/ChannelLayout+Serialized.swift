/// `AudioChannelLayout` as files hold it (CAF `chan`, AIFF `CHAN`, QuickTime `chan` after its version and flags).
///
/// ```
/// tag 4 │ bitmap 4 │ count 4 │ count × (label 4, flags 4, coordinates 3 × 4)      all big-endian
/// ```
extension ChannelLayout {
  /// The bytes before the descriptions.
  private static let headerByteCount = 12
  /// The bytes of one `AudioChannelDescription`.
  private static let descriptionByteCount = 20

  /// Creates a layout from its bytes; `nil` if they are too few or state no known order.
  ///
  /// Coordinates are ignored.
  public init?(parsing bytes: Span<UInt8>) {
    guard bytes.count >= Self.headerByteCount else { return nil }
    let tag = ChannelLayoutTag(rawValue: bytes.bigEndianWord(at: 0))
    let layout: ChannelLayout?
    switch tag {
    case .useChannelBitmap: layout = ChannelLayout(bitmap: bytes.bigEndianWord(at: 4))
    case .useChannelDescriptions:
      let count = Int(bytes.bigEndianWord(at: 8))
      guard count > 0, count <= (bytes.count - Self.headerByteCount) / Self.descriptionByteCount else { return nil }
      layout = ChannelLayout(
        (0..<count).map {
          Speaker(rawValue: bytes.bigEndianWord(at: Self.headerByteCount + $0 * Self.descriptionByteCount))
        })
    default: layout = ChannelLayout(tag: tag)
    }
    guard let layout else { return nil }
    self = layout
  }

  /// The layout as bytes, in the shortest form: a tag, a bitmap or descriptions.
  public var bytes: [UInt8] {
    if let tag { return Self.header(tag, bitmap: 0, descriptionCount: 0) }
    if let bitmap { return Self.header(.useChannelBitmap, bitmap: bitmap, descriptionCount: 0) }
    var bytes = Self.header(.useChannelDescriptions, bitmap: 0, descriptionCount: UInt32(clamping: speakers.count))
    for speaker in speakers {
      bytes.appendWord(speaker.rawValue)
      bytes += [UInt8](repeating: 0, count: Self.descriptionByteCount - 4)
    }
    return bytes
  }

  private static func header(_ tag: ChannelLayoutTag, bitmap: UInt32, descriptionCount: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendWord(tag.rawValue)
    bytes.appendWord(bitmap)
    bytes.appendWord(descriptionCount)
    return bytes
  }
}

extension Span where Element == UInt8 {
  /// Returns the big-endian number of four bytes at `offset`, which must be within the bytes.
  fileprivate func bigEndianWord(at offset: Int) -> UInt32 {
    (offset..<(offset + 4)).reduce(0) { $0 << 8 | UInt32(self[$1]) }
  }
}

extension [UInt8] {
  fileprivate mutating func appendWord(_ word: UInt32) {
    for shift in stride(from: UInt32(24), through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }
}
