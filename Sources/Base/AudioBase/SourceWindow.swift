// Bound throughout: windows of a constant size.
// Holds throughout: readers ask for constant sizes, or for no more than the capacity.

/// A small window that moves over a source, so that headers and tables of any size are read with a few KiB.
///
/// Moving forward reads each byte of the source once, so a source that cannot go back serves as well.
@usableFromInline package struct SourceWindow {
  /// The source of the bytes.
  @usableFromInline package let source: any ByteSource
  /// The storage; ``load(_:at:)`` returns the valid part of it.
  @usableFromInline package private(set) var bytes: [UInt8]
  private var start: Int64 = 0
  private var count = 0

  /// Creates a window of `capacity` bytes, at least 16.
  @usableFromInline package init(_ source: any ByteSource, capacity: Int) {
    precondition(capacity >= 16)
    self.source = source
    bytes = [UInt8](repeating: 0, count: capacity)
  }

  /// The largest number of bytes that one ``load(_:at:)`` can return.
  @usableFromInline package var capacity: Int { bytes.count }

  /// Loads `wanted` bytes from `offset` on and returns their indices in ``bytes``; fewer only at the end of the source.
  ///
  /// The indices hold until the next load.
  @usableFromInline package mutating func load(_ wanted: Int, at offset: Int64) throws(ContainerError) -> Range<Int> {
    precondition(wanted >= 0 && wanted <= bytes.count)
    guard offset >= 0 else { return 0..<0 }
    let distance = offset.subtractingReportingOverflow(start).partialValue
    if offset >= start, distance <= Int64(count) {
      let first = Int(distance)
      if wanted <= count - first { return first..<(first + wanted) }
      keep(from: first)
    } else {
      start = offset
      count = 0
    }
    try fill(atLeast: wanted - count)
    return 0..<min(wanted, count)
  }

  /// Makes at least `minimum` bytes from `offset` on visible, and any buffered bytes after them: fewer than `minimum`
  /// only where the source ends. For formats in which a marker is searched for, so that the requested number is not
  /// known.
  ///
  /// The indices hold until the next load.
  @usableFromInline package mutating func load(atLeast minimum: Int, at offset: Int64) throws(ContainerError) -> Range<
    Int
  > {
    let place = try load(minimum, at: offset)
    return offset < 0 ? place : place.lowerBound..<count
  }

  /// Moves the rest of the old view to the front, so that it need not be read again.
  private mutating func keep(from first: Int) {
    let kept = count - first
    if first > 0 {
      var all = bytes.mutableSpan
      for index in 0..<kept { all[index] = all[first + index] }
    }
    start += Int64(first)
    count = kept
  }

  private mutating func fill(atLeast minimum: Int) throws(ContainerError) {
    let room = bytes.count - count
    let (place, overflow) = start.addingReportingOverflow(Int64(count))
    guard room > 0, !overflow else { return }
    let source = self.source
    let filled = count
    var all = bytes.mutableSpan
    var free = all._mutatingExtracting(filled..<all.count)
    let got = try source.read(at: place, into: &free, atLeast: minimum)
    count += max(0, min(got, room))
  }

  /// Reads a big-endian number of `width` bytes, 1…8, or throws ``ErrorKind/truncated`` if the source ends before
  /// it.
  @usableFromInline package mutating func bigEndian(_ width: Int, at offset: Int64) throws(ContainerError) -> UInt64 {
    precondition(width >= 1 && width <= 8)
    let place = try load(width, at: offset)
    guard place.count == width else {
      throw ContainerError(.truncated, "the source ends within a number", at: offset)
    }
    var value: UInt64 = 0
    for index in place { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// Appends `byteCount` bytes from `offset` on and returns their number: fewer only at the end of the source.
  @usableFromInline package mutating func append(
    _ byteCount: Int, at offset: Int64, to destination: inout [UInt8]
  ) throws(ContainerError) -> Int {
    var done = 0
    while done < byteCount {
      let (place, overflow) = offset.addingReportingOverflow(Int64(done))
      if overflow { break }
      let part = try load(min(bytes.count, byteCount - done), at: place)
      if part.isEmpty { break }
      destination.append(contentsOf: bytes[part])
      done += part.count
    }
    return done
  }
}
