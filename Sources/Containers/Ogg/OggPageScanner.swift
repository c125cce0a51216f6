import AudioBase

/// Finds the pages of a file, whatever logical stream they belong to, and passes over damaged ones.
struct OggPageScanner {
  /// How many pages in a row may be damaged: each costs a check over 64 KiB.
  static let maximumDamageCount = 1024

  /// Where the next page is looked for.
  private(set) var position: Int64
  /// Bytes that belonged to no sound page.
  private(set) var skippedByteCount: Int64 = 0
  /// Where the page begins that was found last.
  private(set) var pageOffset: Int64 = 0
  /// The lacing values of the page that was found last.
  private(set) var lacing: [UInt8] = []
  /// Where the page's first segment is in ``bytes``.
  private(set) var bodyIndex = 0
  private var window: SourceWindow
  private let resynchronizationByteCount: Int

  init(_ source: any ByteSource, limits: Limits) {
    window = SourceWindow(source, capacity: 1 << 16)
    resynchronizationByteCount = limits.resynchronizationByteCount
    position = 0
  }

  /// The bytes around the page that was found last, until the next is looked for.
  var bytes: [UInt8] { window.bytes }

  /// Goes to a place where a page is looked for next.
  mutating func move(to place: Int64) { position = place }

  /// Takes back what was counted as skipped since.
  mutating func restore(skippedByteCount count: Int64) { skippedByteCount = count }

  /// Finds the next page whose check holds and goes behind it; `nil` at the end of the source.
  mutating func next() throws(ContainerError) -> OggPageHeader? {
    let start = position
    var place = start
    var damageCount = 0
    while true {
      let head = try window.load(OggPageHeader.byteCount, at: place)
      guard head.count == OggPageHeader.byteCount else {
        skippedByteCount += place - start + Int64(head.count)
        position = place + Int64(head.count)
        return nil
      }
      if let header = OggPageHeader(window.bytes.span.extracting(head)) {
        if let byteCount = try check(header, at: place) {
          skippedByteCount += place - start
          pageOffset = place
          position = place + Int64(byteCount)
          return header
        }
        damageCount += 1
      }
      place += 1
      guard place - start <= Int64(resynchronizationByteCount), damageCount <= Self.maximumDamageCount else {
        throw ContainerError(.malformed, "no page begins where one should", at: start, in: .ogg)
      }
    }
  }

  /// Brings a page into view and returns its length, or `nil` where it is cut or its check does not hold.
  private mutating func check(_ header: OggPageHeader, at place: Int64) throws(ContainerError) -> Int? {
    let headByteCount = OggPageHeader.byteCount + header.segmentCount
    let head = try window.load(headByteCount, at: place)
    guard head.count == headByteCount else { return nil }
    lacing.removeAll(keepingCapacity: true)
    lacing.append(contentsOf: window.bytes[(head.lowerBound + OggPageHeader.byteCount)..<head.upperBound])
    let byteCount = lacing.reduce(headByteCount) { $0 + Int($1) }
    let page = try window.load(byteCount, at: place)
    guard page.count == byteCount,
      OggPageHeader.checksum(page: window.bytes.span.extracting(page)) == header.checksum
    else { return nil }
    bodyIndex = page.lowerBound + headByteCount
    return byteCount
  }
}
