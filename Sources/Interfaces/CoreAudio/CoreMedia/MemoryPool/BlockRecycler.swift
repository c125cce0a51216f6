import Foundation

/// Freed blocks of whole pages, each of which waits for the next request of its size, or for its time to end.
///
/// It knows no clock: who asks says when that is, so that the ends of the blocks' times can be tested. What still waits
/// when nobody needs it any more is to be given back by ``close()``.
package struct BlockRecycler {
  /// Nanoseconds after which a block that nobody took goes back to the system; 0 for blocks that do so at once.
  package let period: UInt64
  /// In the order in which they were freed.
  private var blocks: [Block] = []
  private var isOpen = true

  /// More blocks than this are not kept, whatever their age: each request looks through them.
  package static let most = 256

  private struct Block {
    var address: UInt
    var byteCount: Int
    /// Nanoseconds of the clock.
    var freed: UInt64
  }

  /// Bytes that wait.
  package var keptByteCount: Int { blocks.reduce(0) { $0 + $1.byteCount } }

  /// - Parameter period: In nanoseconds.
  package init(period: UInt64) { self.period = period }

  /// The address of a block of a size, the one that was freed last, or `nil` where none waits.
  ///
  /// - Parameter now: Nanoseconds of a clock that does not go back.
  package mutating func take(_ byteCount: Int, at now: UInt64) -> UInt? {
    endAged(at: now)
    guard let index = blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
    return blocks.remove(at: index).address
  }

  /// Takes a block back that the system's `aligned_alloc` gave.
  ///
  /// - Parameter now: As for ``take(_:at:)``.
  package mutating func keep(_ address: UInt, _ byteCount: Int, at now: UInt64) {
    endAged(at: now)
    guard isOpen, period > 0 else { return Self.giveBack(address) }
    if blocks.count >= Self.most { Self.giveBack(blocks.removeFirst().address) }
    blocks.append(Block(address: address, byteCount: byteCount, freed: now))
  }

  /// Gives the system what waits.
  package mutating func flush() {
    for block in blocks { Self.giveBack(block.address) }
    blocks.removeAll()
  }

  /// Gives the system what waits, and whatever is freed from now on.
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
