// A list of the unfinished files of the process that a signal handler can walk: addresses in atomics, no lock, no
// Swift object. A place of the list is never freed and its `next` never changes, so whoever holds its address may
// read it at any time; the list grows to as many places as files were unfinished at once. A path is a C string, freed
// only if no handler was running after its address had been taken out of its place: a handler counts itself before
// it loads the first address, and every access is sequentially consistent.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One place of the list.
private struct UnfinishedPlace: ~Copyable {
  /// The address of the path of an unfinished file, or 0 if the place is free.
  let path: Atomic<UInt>
  /// The address of the next place, or 0.
  let next: UInt
}

/// The address of the first place, or 0.
private let firstPlace = Atomic<UInt>(0)
/// The number of signal handlers that are running.
private let runningHandlers = Atomic<Int>(0)

/// The entry of one unfinished file in the list of files that an interruption removes; there may be any number.
struct UnfinishedFile: Sendable {
  /// The address of its entry in the list.
  private let place: UInt

  /// Registers a file, which need not exist yet.
  init(_ path: Pathname) {
    let text = unsafe path.withTerminated { unsafe UInt(bitPattern: strdup($0)) }
    var address = firstPlace.load(ordering: .sequentiallyConsistent)
    while let place = unsafe UnsafePointer<UnfinishedPlace>(bitPattern: address) {
      if unsafe place.pointee.path.compareExchange(
        expected: 0, desired: text, ordering: .sequentiallyConsistent
      ).exchanged {
        self.place = address
        return
      }
      address = unsafe place.pointee.next
    }
    self.place = Self.addPlace(holding: text)
  }

  /// Puts a new place at the start of the list.
  private static func addPlace(holding text: UInt) -> UInt {
    // Bound: one place, and no more of them than files that are unfinished at once.
    let place = UnsafeMutablePointer<UnfinishedPlace>.allocate(capacity: 1)
    var first = firstPlace.load(ordering: .sequentiallyConsistent)
    while true {
      // No other thread knows the place before it is in the list, and nothing in it needs to be destroyed.
      unsafe place.initialize(to: UnfinishedPlace(path: Atomic(text), next: first))
      let (exchanged, found) = firstPlace.compareExchange(
        expected: first, desired: UInt(bitPattern: place), ordering: .sequentiallyConsistent)
      if exchanged { return UInt(bitPattern: place) }
      first = found
    }
  }

  /// Removes the file from the list: it is finished or removed. Called once; its slot may then be reused for another
  /// file.
  func release() {
    guard let place = unsafe UnsafePointer<UnfinishedPlace>(bitPattern: place) else { return }
    let text = unsafe place.pointee.path.exchange(0, ordering: .sequentiallyConsistent)
    // A handler that begins from here on does not see the path. One that is running may still hold its address; then
    // it stays allocated, as the program is ending.
    guard runningHandlers.load(ordering: .sequentiallyConsistent) == 0 else { return }
    unsafe free(UnsafeMutableRawPointer(bitPattern: text))
  }

  /// Runs the initialisers of the globals that a signal handler reads, before any signal can arrive.
  static func prepareForSignals() {
    _ = firstPlace.load(ordering: .sequentiallyConsistent)
    _ = runningHandlers.load(ordering: .sequentiallyConsistent)
  }

  /// Removes every unfinished file, from within a signal handler whose program ends.
  static func removeAllFromHandler() {
    runningHandlers.add(1, ordering: .sequentiallyConsistent)
    var address = firstPlace.load(ordering: .sequentiallyConsistent)
    while let place = unsafe UnsafePointer<UnfinishedPlace>(bitPattern: address) {
      let text = unsafe place.pointee.path.load(ordering: .sequentiallyConsistent)
      if let path = unsafe UnsafePointer<CChar>(bitPattern: text) { _ = unsafe unlink(path) }
      address = unsafe place.pointee.next
    }
  }
}
