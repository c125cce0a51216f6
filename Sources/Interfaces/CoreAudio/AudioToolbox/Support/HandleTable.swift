import AudioBase
import AudioDevices
import Synchronization

// Holds throughout: places lie within the pieces that have been made, and an object's address is that of an object.

/// The objects of open handles, which are looked up without a lock.
///
/// ```
/// handle   use of the place (36 bits) · place (24 bits) · 0000
/// state    use of the place           · open (1 bit)    · threads that work with its object (24 bits)
/// ```
/// A thread that works with an object counts itself in the place's state by one instruction, whose answer says whether
/// the handle is still the one that is open there. A place whose handle was closed keeps its object until all have
/// left, and is then used again with the next number. A place that has been used 2³⁶ times is used no more, so that no
/// number comes twice.
///
/// `@unchecked`: the pieces of the table never move; places are taken or freed under the lock.
@safe
final class HandleTable: @unchecked Sendable {
  static let shared = HandleTable()

  private struct Place: ~Copyable {
    let state: Atomic<UInt64>
    /// The address of the object, which the table retains.
    let object: Atomic<UInt>
  }

  /// The record of free and used places, guarded by the lock.
  private struct Control: Sendable {
    /// Places that have been used before.
    var free: [Int] = []
    /// Places that were ever used.
    var count = 0
    /// Places whose handle is closed, and whose object is perhaps worked with.
    var leaving: [Int] = []
  }

  private static var open: UInt64 { 1 << 24 }
  private static var users: UInt64 { open - 1 }
  private static var use: UInt64 { 1 << 25 }
  private static var largestUse: UInt64 { 1 << 36 - 1 }
  private static var largestCount: Int { 1 << 24 }

  /// Addresses of the pieces: 256 entries, twice as many, and so on. 0 for pieces that do not exist yet.
  private let pieces: UnsafeMutablePointer<Atomic<UInt>>
  private static var pieceCount: Int { 17 }
  private let control = Lock(Control())
  private let leavingCount = Atomic<Int>(0)

  private init() {
    unsafe pieces = .allocate(capacity: Self.pieceCount)
    for index in 0..<Self.pieceCount { unsafe (pieces + index).initialize(to: Atomic(0)) }
  }

  // MARK: Places

  /// Returns the piece that a place is in, and its number there.
  private static func location(of index: Int) -> (piece: Int, offset: Int) {
    let piece = Int.bitWidth - 1 - (index / 256 + 1).leadingZeroBitCount
    return (piece, index - 256 * (1 << piece - 1))
  }

  @unsafe
  private func place(_ index: Int) -> UnsafeMutablePointer<Place>? {
    let (piece, offset) = Self.location(of: index)
    guard piece < Self.pieceCount,
      let base = unsafe UnsafeMutablePointer<Place>(bitPattern: pieces[piece].load(ordering: .acquiring))
    else { return nil }
    return unsafe base + offset
  }

  /// Creates the piece that holds an index, if it does not exist; the lock is held.
  private func makePiece(for index: Int) {
    let piece = Self.location(of: index).piece
    guard unsafe pieces[piece].load(ordering: .relaxed) == 0 else { return }
    let base = UnsafeMutablePointer<Place>.allocate(capacity: 256 << piece)
    for offset in 0..<256 << piece {
      unsafe (base + offset).initialize(to: Place(state: Atomic(Self.use), object: Atomic(0)))
    }
    unsafe pieces[piece].store(UInt(bitPattern: base), ordering: .releasing)
  }

  /// Returns the place of a handle.
  @unsafe
  private func place(ofHandle number: UInt) -> UnsafeMutablePointer<Place>? {
    number & 15 == 0 ? unsafe place(Int(number >> 4) & (Self.largestCount - 1)) : nil
  }

  private static func isOpen(_ state: UInt64, _ number: UInt) -> Bool {
    state & open != 0 && state / use == UInt64(number >> 28)
  }

  // MARK: Any thread

  /// Works with the object of a handle, if it is open.
  func use(_ number: UInt, _ body: (HandleObject) -> Void) {
    guard let place = unsafe place(ofHandle: number) else { return }
    let state = unsafe place.pointee.state.add(1, ordering: .acquiring).oldValue
    if Self.isOpen(state, number),
      let object = unsafe UnsafeRawPointer(bitPattern: place.pointee.object.load(ordering: .acquiring))
    {
      // References taken by the body are released when it returns.
      unsafe Unmanaged<HandleObject>.fromOpaque(object)._withUnsafeGuaranteedRef { body($0) }
    }
    let left = unsafe place.pointee.state.subtract(1, ordering: .acquiringAndReleasing).newValue
    if left & (Self.open | Self.users) == 0, leavingCount.load(ordering: .relaxed) > 0 { collect() }
  }

  // MARK: Threads that may wait

  /// Opens a handle for an object, and returns its number; `nil` if the table is full.
  func insert(_ object: HandleObject) -> UInt? {
    collect()
    return control.withLock { control in
      guard !control.free.isEmpty || control.count < Self.largestCount else { return nil }
      let index = control.free.popLast() ?? control.count
      control.count = max(control.count, index + 1)
      makePiece(for: index)
      let place = unsafe place(index)!
      unsafe place.pointee.object.store(
        UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()), ordering: .releasing)
      let state = unsafe place.pointee.state.add(Self.open, ordering: .acquiringAndReleasing).oldValue
      return UInt(state / Self.use) << 28 | UInt(index) << 4
    }
  }

  /// Closes a handle; returns false if it is not open. Its object stays in memory while a call uses it.
  func remove(_ number: UInt) -> Bool {
    let isClosed = control.withLock { control in
      guard let place = unsafe place(ofHandle: number),
        Self.isOpen(unsafe place.pointee.state.load(ordering: .acquiring), number)
      else { return false }
      unsafe place.pointee.state.subtract(Self.open, ordering: .acquiringAndReleasing)
      control.leaving.append(Int(number >> 4) & (Self.largestCount - 1))
      leavingCount.store(control.leaving.count, ordering: .relaxed)
      return true
    }
    collect()
    return isClosed
  }

  /// Releases the objects of closed handles that are not in use; a rendering thread leaves them to other threads.
  private func collect() {
    guard leavingCount.load(ordering: .relaxed) > 0, !RenderingThread.isInside else { return }
    let objects = control.withLock { control in
      var objects: [HandleObject] = []
      var rest: [Int] = []
      for index in control.leaving {
        let place = unsafe place(index)!
        let state = unsafe place.pointee.state.load(ordering: .acquiring)
        guard state & Self.users == 0,
          let object = unsafe UnsafeRawPointer(
            bitPattern: place.pointee.object.exchange(0, ordering: .acquiringAndReleasing))
        else {
          rest.append(index)
          continue
        }
        objects.append(unsafe Unmanaged<HandleObject>.fromOpaque(object).takeRetainedValue())
        guard state / Self.use < Self.largestUse else { continue }
        unsafe place.pointee.state.add(Self.use, ordering: .acquiringAndReleasing)
        control.free.append(index)
      }
      control.leaving = rest
      leavingCount.store(rest.count, ordering: .relaxed)
      return objects
    }
    _ = consume objects
  }
}
