import Foundation

/// Freed blocks of whole pages, each kept for the next request of its size or until its time ends.
///
/// It has no clock: callers pass the time, so that the expiry of blocks can be tested. Blocks that still wait at the
/// end are to be released by ``close()``.
package struct BlockRecycler {
  /// The time in nanoseconds after which an unused block is returned to the system; 0 for immediately.
  package let period: UInt64
  /// The blocks in the order in which they were freed.
  private var blocks: [Block] = []
  private var isOpen = true

  /// The largest number of kept blocks of any age: each request searches them.
  package static let most = 256

  private struct Block {
    var address: UInt
    var byteCount: Int
    /// Nanoseconds of the clock.
    var freed: UInt64
  }

  /// The number of bytes of the kept blocks.
  package var keptByteCount: Int { blocks.reduce(0) { $0 + $1.byteCount } }

  /// - Parameter period: In nanoseconds.
  package init(period: UInt64) { self.period = period }

  /// Returns the address of the last freed block of a size, or `nil`.
  ///
  /// - Parameter now: Nanoseconds of a clock that does not go back.
  package mutating func take(_ byteCount: Int, at now: UInt64) -> UInt? {
    endAged(at: now)
    guard let index = blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
    return blocks.remove(at: index).address
  }

  /// Takes back a block from the system's `aligned_alloc`.
  ///
  /// - Parameter now: As for ``take(_:at:)``.
  package mutating func keep(_ address: UInt, _ byteCount: Int, at now: UInt64) {
    endAged(at: now)
    guard isOpen, period > 0 else { return Self.giveBack(address) }
    if blocks.count >= Self.most { Self.giveBack(blocks.removeFirst().address) }
    blocks.append(Block(address: address, byteCount: byteCount, freed: now))
  }

  /// Returns all kept blocks to the system.
  package mutating func flush() {
    for block in blocks { Self.giveBack(block.address) }
    blocks.removeAll()
  }

  /// Returns all kept blocks, and from now on each freed block, to the system.
  package mutating func close() {
    flush()
    isOpen = false
  }

  private mutating func endAged(at now: UInt64) {
    let firstYoung = blocks.firstIndex { now < $0.freed || now - $0.freed < period } ?? blocks.count
    guard firstYoung > 0 else { return }
    for block in blocks[..<firstYoung] { Self.giveBack(block.address) }
    blocks.removeFirst(firstYoung)
  }

  private static func giveBack(_ address: UInt) { unsafe free(UnsafeMutableRawPointer(bitPattern: address)) }
}
