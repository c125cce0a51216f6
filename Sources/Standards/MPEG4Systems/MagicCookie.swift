import Bitstream

/// The forms of an AAC decoder's configuration as Core Audio's "magic cookie".
///
/// ```
/// form                          begins with
/// descriptor chain              03 length …            CAF `kuki`, AudioFile's magic cookie
/// body of an `esds` box         00 00 00 00 03 …
/// whole `esds` box              size 'esds' …
/// QuickTime's wave contents     size 'frma' … or size 'wave' …
/// AudioSpecificConfig itself    anything else (03 would be audio object type 0)
/// ```
public enum MagicCookie {
  /// The depth of boxes to which an `esds` is searched for: `wave`, `mp4a`, `esds`.
  private static let maximumDepth = 4

  /// Returns the AudioSpecificConfig in a cookie of any form.
  ///
  /// - Throws: ``DescriptorError`` if the cookie is a chain or a box, and broken.
  public static func audioSpecificConfig(in cookie: Span<UInt8>) throws(DescriptorError) -> [UInt8] {
    guard let chain = descriptorRange(in: cookie) else { return [UInt8](copying: cookie) }
    let descriptor = try ElementaryStreamDescriptor(parsing: cookie.extracting(chain))
    guard !descriptor.decoderConfiguration.specificInformation.isEmpty else {
      throw DescriptorError(.withoutDecoderSpecificInformation, at: chain.upperBound)
    }
    return descriptor.decoderConfiguration.specificInformation
  }

  /// Returns the range of a descriptor chain in a cookie, or `nil` for a raw AudioSpecificConfig.
  public static func descriptorRange(in cookie: Span<UInt8>) -> Range<Int>? {
    if startsWithDescriptor(cookie, at: 0) { return 0..<cookie.count }
    if cookie.count > 4, word(cookie, 0) == 0, cookie[4] == 3 { return 4..<cookie.count }
    guard cookie.count >= 8 else { return nil }
    switch word(cookie, 4) {
    case BoxType.esds, BoxType.frma, BoxType.wave, BoxType.mp4a:
      return findDescriptor(in: cookie, 0..<cookie.count, depth: 0)
    default: return nil
    }
  }

  private enum BoxType {
    static let esds: UInt32 = 0x6573_6473
    static let frma: UInt32 = 0x6672_6D61
    static let wave: UInt32 = 0x7761_7665
    static let mp4a: UInt32 = 0x6D70_3461
  }

  /// Walks boxes; every step moves on by at least eight bytes, and the depth is bounded.
  private static func findDescriptor(in bytes: Span<UInt8>, _ range: Range<Int>, depth: Int) -> Range<Int>? {
    guard depth < maximumDepth else { return nil }
    var position = range.lowerBound
    while range.upperBound - position >= 8 {
      let size = Int(word(bytes, position))
      let end = size == 0 || size > range.upperBound - position ? range.upperBound : position + size
      guard end - position >= 8 else { return nil }
      switch word(bytes, position + 4) {
      case BoxType.esds where end - position > 12: return (position + 12)..<end
      case BoxType.wave, BoxType.mp4a:
        if let found = findDescriptor(in: bytes, (position + 8)..<end, depth: depth + 1) { return found }
      default: break
      }
      position = end
    }
    return nil
  }

  private static func startsWithDescriptor(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    guard bytes.count > start, bytes[start] == 3 else { return false }
    var length = 0
    var position = start + 1
    for _ in 0..<4 {
      guard position < bytes.count else { return false }
      length = length << 7 | Int(bytes[position] & 0x7F)
      position += 1
      if bytes[position - 1] & 0x80 == 0 { return length <= bytes.count - position }
    }
    return false
  }

  private static func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
      | UInt32(bytes[start + 3])
  }
}
