/// The memory for reading bytes from a file: the object's own, or the caller's.
///
/// Reading one file at a time is the contract of Extended Audio File Services, so that nothing guards it.
@safe
final class TransferMemory {
  private let memory: UnsafeMutableRawBufferPointer
  private let isOwn: Bool

  /// Allocates the object's own memory.
  init(byteCount: Int) {
    unsafe memory = .allocate(byteCount: max(1, byteCount), alignment: 16)
    isOwn = true
  }

  /// Wraps the caller's memory, which must be valid for as long as this exists.
  @unsafe
  init(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: byteCount)
    isOwn = false
  }

  deinit { if isOwn { unsafe memory.deallocate() } }

  /// The address that callers use to identify the memory.
  var address: UInt { UInt(bitPattern: unsafe memory.baseAddress) }

  /// The number of bytes.
  var byteCount: Int { unsafe memory.count }

  /// Lends the memory.
  func withBytes<Result>(
    _ body: (inout MutableSpan<UInt8>) throws(Status) -> Result
  ) throws(Status) -> Result {
    let bytes = unsafe memory.bindMemory(to: UInt8.self)
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }
}
