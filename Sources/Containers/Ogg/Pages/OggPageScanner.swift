import AudioBase

/// Finds the pages of a file, one after the other, and skips any other bytes.
///
/// A page with a wrong check is skipped byte by byte, because its apparent start may be audio data. So that
/// hostile bytes cannot make the CRC of every page be computed again and again, these searches have a budget that grows
/// with the file. Beyond the budget a wrong page is skipped as a whole.
struct OggPageScanner {
  /// The position of a scanner.
  struct State {
    /// The offset from which the next page is looked for.
    var position: Int64
    /// The number of bytes that belonged to no page.
    var skippedByteCount: Int64 = 0
    /// The number of bytes of wrong pages that were summed up.
    var failedByteCount: Int64 = 0
  }

  /// The position of the scanner.
  private(set) var state: State
  /// The page that was found last.
  private(set) var page = OggPage()
  private var window: SourceWindow
  private let limits: ResourceLimits
  /// The bytes of wrong pages whose checksum is computed at no cost, and for each byte of the file.
  private static let freeBudget: Int64 = 1 << 20
  private static let budgetFactor: Int64 = 4

  init(_ source: any ByteSource, at position: Int64, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 16)
    state = State(position: position)
    self.limits = limits
  }

  /// The offset from which the next page is looked for.
  var position: Int64 { state.position }

  /// Moves to a place from which pages are searched for.
  mutating func move(to position: Int64) { state.position = position }

  /// Finds the next whole page and describes it in ``page``; `false` at the end of the source.
  ///
  /// - Throws: ``ErrorKind/truncated`` if the source ends within a page, ``ErrorKind/malformed`` if no page comes
  ///   within the bytes that the limits allow.
  mutating func next() throws(ContainerError) -> Bool {
    let start = position
    while try findCapture(from: start) {
      let header = try readHeader()
      guard let byteCount = header.byteCount else {
        if position == start, header.isCut { throw cut }
        try pass(1)
        continue
      }
      let range = try window.load(byteCount, at: position)
      if range.count < byteCount {
        // Bytes that only look like a page may state any length.
        if position == start { throw cut }
        try pass(1)
        continue
      }
      if OggChecksum.value(ofPage: window.bytes.span.extracting(range)) == page.checksum {
        state.position += Int64(byteCount)
        return true
      }
      state.failedByteCount += Int64(byteCount)
      let (grown, overflow) = position.multipliedReportingOverflow(by: Self.budgetFactor)
      let budget = overflow ? Int64.max : max(Self.freeBudget, grown)
      try pass(state.failedByteCount <= budget ? 1 : byteCount)
    }
    return false
  }

  private var cut: ContainerError {
    ContainerError(.truncated, "the file ends within a page", at: position, in: "OggS")
  }

  private mutating func pass(_ byteCount: Int) throws(ContainerError) {
    state.position += Int64(byteCount)
    state.skippedByteCount += Int64(byteCount)
  }

  /// Reads the header at ``position`` into ``page`` and returns the bytes of the page; `nil` if it is malformed, or
  /// cut.
  private mutating func readHeader() throws(ContainerError) -> (byteCount: Int?, isCut: Bool) {
    var range = try window.load(OggPage.fixedByteCount, at: position)
    guard range.count == OggPage.fixedByteCount else { return (nil, true) }
    let wanted = OggPage.fixedByteCount + Int(window.bytes[range.upperBound - 1])
    range = try window.load(wanted, at: position)
    guard range.count == wanted else { return (nil, true) }
    let bytes = window.bytes
    guard page.read(bytes.span.extracting(range), at: state.position) else { return (nil, false) }
    return (page.byteCount, false)
  }

  /// Moves to the next four bytes with which a page may begin; `false` at the end of the source.
  private mutating func findCapture(from start: Int64) throws(ContainerError) -> Bool {
    let capture = OggPage.capture
    while true {
      let range = try window.load(atLeast: capture.count, at: position)
      guard range.count >= capture.count else {
        try pass(range.count)
        return false
      }
      let place = Self.place(of: capture, in: window.bytes.span.extracting(range))
      try pass(place)
      guard position - start <= Int64(limits.resynchronizationByteCount) else {
        throw ContainerError(.malformed, "no page begins where one should", at: start, in: "OggS")
      }
      if place <= range.count - capture.count { return true }
    }
  }

  /// Returns the index of a mark; if there is none, the first index at which it may begin but be cut off.
  private static func place(of mark: [UInt8], in bytes: Span<UInt8>) -> Int {
    var place = 0
    while place <= bytes.count - mark.count {
      if bytes[place] == mark[0], mark.indices.allSatisfy({ bytes[place + $0] == mark[$0] }) { return place }
      place += 1
    }
    return place
  }

  /// Appends bytes of the body of ``page``.
  mutating func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(ContainerError) {
    let start = page.offset + Int64(page.headerByteCount + range.lowerBound)
    guard try window.append(range.count, at: start, to: &bytes) == range.count else { throw cut }
  }

  /// Returns the loaded bytes, with the whole body of the page, and the index at which that begins.
  mutating func body() throws(ContainerError) -> (bytes: [UInt8], start: Int) {
    let range = try window.load(page.bodyByteCount, at: page.offset + Int64(page.headerByteCount))
    guard range.count == page.bodyByteCount else { throw cut }
    return (window.bytes, range.lowerBound)
  }
}
