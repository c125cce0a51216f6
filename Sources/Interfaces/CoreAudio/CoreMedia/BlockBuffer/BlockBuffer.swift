/// The object to which a `CMBlockBufferRef` points: a range of bytes, put together from parts of blocks.
///
/// Any thread may use it at any time: parts are only ever added, under ``MediaObject/stateLock``, so that parts found
/// by one call stay there for the next.
final class BlockBuffer: MediaObject {
  static let typeID = register("CMBlockBuffer", BlockBuffer.self)

  /// A part of a block.
  struct Part {
    var block: MemoryBlock
    /// The offset from the start of the block, in bytes.
    var offset: Int
    var byteCount: Int
  }

  private var state: (parts: [Part], byteCount: Int) = ([], 0)

  init() { super.init(Self.typeID) }

  /// The parts, in order.
  var parts: [Part] { stateLock.locked { state.parts } }
  /// The number of bytes of all parts.
  var byteCount: Int { stateLock.locked { state.byteCount } }

  /// Adds a part of a block at the end.
  func append(_ block: MemoryBlock, offset: Int, byteCount: Int) throws(Failure) {
    guard offset >= 0, offset <= block.byteCount else { throw Failure(kCMBlockBufferBadOffsetParameterErr) }
    guard byteCount >= 0, byteCount <= block.byteCount - offset else {
      throw Failure(kCMBlockBufferBadLengthParameterErr)
    }
    try append([Part(block: block, offset: offset, byteCount: byteCount)], byteCount)
  }

  /// Adds bytes of another buffer at the end, without copying them.
  func append(_ other: BlockBuffer, offset: Int, byteCount: Int) throws(Failure) {
    let count = try other.byteCount(from: offset, orAll: byteCount)
    try append(try other.parts(in: offset, count), count)
  }

  private func append(_ new: [Part], _ byteCount: Int) throws(Failure) {
    try stateLock.locked { () throws(Failure) in
      let (sum, overflow) = state.byteCount.addingReportingOverflow(byteCount)
      guard !overflow else { throw Failure(kCMBlockBufferBadLengthParameterErr) }
      state.parts += new
      state.byteCount = sum
    }
  }

  /// Returns the length from an offset on; a caller's 0 means everything that follows.
  func byteCount(from offset: Int, orAll byteCount: Int) throws(Failure) -> Int {
    let whole = self.byteCount
    guard offset >= 0, offset <= whole else { throw Failure(kCMBlockBufferBadOffsetParameterErr) }
    return byteCount == 0 ? whole - offset : byteCount
  }

  /// Returns the parts that hold a range of bytes.
  func parts(in offset: Int, _ byteCount: Int) throws(Failure) -> [Part] {
    try stateLock.locked { () throws(Failure) in
      guard offset >= 0, offset <= state.byteCount else { throw Failure(kCMBlockBufferBadOffsetParameterErr) }
      guard byteCount >= 0, byteCount <= state.byteCount - offset else {
        throw Failure(kCMBlockBufferBadLengthParameterErr)
      }
      return Self.parts(of: state.parts, in: offset, byteCount)
    }
  }

  private static func parts(of parts: [Part], in offset: Int, _ byteCount: Int) -> [Part] {
    var found: [Part] = []
    var (start, left) = (offset, byteCount)
    for part in parts where left > 0 {
      if start >= part.byteCount {
        start -= part.byteCount
        continue
      }
      let count = min(left, part.byteCount - start)
      found.append(Part(block: part.block, offset: part.offset + start, byteCount: count))
      (start, left) = (0, left - count)
    }
    return found
  }

  /// Allocates all blocks that have not been allocated yet.
  func allocate() throws(Failure) {
    for part in parts where !part.block.allocate() { throw Failure(kCMBlockBufferBlockAllocationFailedErr) }
  }

  /// Calls `body` with the memory of a range, part by part.
  func forEachPart(
    in offset: Int, _ byteCount: Int, _ body: (_ memory: UnsafeMutableRawBufferPointer, _ done: Int) -> Void
  ) throws(Failure) {
    var done = 0
    for part in try parts(in: offset, byteCount) {
      guard let address = unsafe part.block.address else { throw Failure(kCMBlockBufferUnallocatedBlockErr) }
      unsafe body(UnsafeMutableRawBufferPointer(start: address + part.offset, count: part.byteCount), done)
      done += part.byteCount
    }
  }
}
