import AudioBase

/// The sum and the maximum of all sample sizes of a table.
struct SizeSummary {
  private(set) var byteCount: Int64 = 0
  private(set) var largest = 0
  /// The number of samples before the sizes add up to more than the file has.
  private(set) var readableCount: Int64 = .max
  /// True if whole blocks are added; false if the file ends within them.
  private var addsBlocks = true

  /// Reads a table once; the present part of a table that is cut off counts.
  ///
  /// - Parameters:
  ///   - overhead: The number of bytes of the file that hold no packets: the movie box. The rest bounds the sum of
  ///     the sizes, so that overlapping chunks do not give more sound than the file has bytes.
  ///   - window: Large windows cost fewer reads; whole windows of 32-bit sizes are added up at once.
  init(_ sizes: SampleSizes, overhead: Int64, _ window: inout SourceWindow) throws(ContainerError) {
    let room = window.source.byteCount.map { max(0, $0 - overhead) } ?? .max
    if sizes.constant != 0 {
      byteCount = sizes.count.saturatingMultiply(Int64(sizes.constant))
      largest = sizes.count > 0 ? Int(clamping: sizes.constant) : 0
      if byteCount > room { readableCount = room / Int64(sizes.constant) }
      return
    }
    var next: Int64 = 0
    while next < sizes.count {
      if addsBlocks {
        let added = try addBlock(sizes, from: next, room: room, &window)
        next += added
        addsBlocks = added > 0
        continue
      }
      guard try add(sizes, next, room: room, &window) else { return }
      next += 1
    }
  }

  /// Adds the sizes of as many samples as the window holds, or returns 0 if they have to be read one by one.
  private mutating func addBlock(
    _ sizes: SampleSizes, from first: Int64, room: Int64, _ window: inout SourceWindow
  ) throws(ContainerError) -> Int64 {
    let bits = Int(sizes.entryBitCount)
    // Whole bytes: where an odd number of four bits ends the table, its last one is read alone.
    let bytes = Int(min((sizes.count - first) / 2 * 2 * Int64(bits) / 8, Int64(window.capacity / 4 * 4)))
    guard bytes > 0 else { return 0 }
    let place: Range<Int>
    do throws(ContainerError) { place = try window.load(bytes, at: sizes.table.offset + first * Int64(bits) / 8) } catch
    {
      if error.kind == .inputOutput { throw error }
      return 0
    }
    guard place.count == bytes else { return 0 }
    let (sum, most) = SizeSummary.sum(window.bytes.span.extracting(place), bitsEach: bits)
    let total = byteCount.saturatingAdd(sum)
    guard total <= room else { return 0 }
    byteCount = total
    largest = max(largest, most)
    return Int64(bytes * 8 / bits)
  }

  /// Returns the sum and the largest of big-endian numbers of 4, 8, 16 or 32 bits, at most 2³¹ of them.
  private static func sum(_ bytes: Span<UInt8>, bitsEach: Int) -> (sum: Int64, largest: Int) {
    switch bitsEach {
    case 4: sum(ofPairs: bytes)
    case 8: sum(bytes, as: UInt8.self)
    case 16: sum(bytes, as: UInt16.self)
    default: sum(bytes, as: UInt32.self)
    }
  }

  /// Sums numbers of four bits, the higher half of a byte first.
  private static func sum(ofPairs bytes: Span<UInt8>) -> (sum: Int64, largest: Int) {
    var (sum, largest): (UInt64, UInt8) = (0, 0)
    for index in bytes.indices {
      let (high, low) = (bytes[index] >> 4, bytes[index] & 15)
      sum &+= UInt64(high &+ low)
      largest = max(largest, high, low)
    }
    return (Int64(sum), Int(largest))
  }

  @inline(__always)
  private static func sum<Number: FixedWidthInteger & UnsignedInteger>(
    _ bytes: Span<UInt8>, as type: Number.Type
  ) -> (sum: Int64, largest: Int) {
    let width = Number.bitWidth / 8
    var (sum, largest): (UInt64, Number) = (0, 0)
    for number in 0..<(bytes.count / width) {
      var value: Number = 0
      for index in 0..<width { value = value << 8 | Number(bytes[number &* width &+ index]) }
      sum &+= UInt64(value)
      largest = max(largest, value)
    }
    return (Int64(sum), Int(clamping: largest))
  }

  /// Adds the size of one sample and returns true if there was one.
  private mutating func add(
    _ sizes: SampleSizes, _ sample: Int64, room: Int64, _ window: inout SourceWindow
  ) throws(ContainerError) -> Bool {
    let size: Int
    do throws(ContainerError) { size = try sizes.size(of: sample, &window) } catch {
      if error.kind == .inputOutput { throw error }
      // The table itself is cut off.
      readableCount = min(readableCount, sample)
      return false
    }
    largest = max(largest, size)
    byteCount = byteCount.saturatingAdd(Int64(size))
    if byteCount > room { readableCount = min(readableCount, sample) }
    return true
  }
}
