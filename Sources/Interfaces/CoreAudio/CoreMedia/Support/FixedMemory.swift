/// Bytes at an address that does not change during the life of the object, for functions that return a pointer into
/// them.
@safe
final class FixedMemory {
  /// The bytes.
  let bytes: UnsafeRawBufferPointer

  /// Copies bytes to memory that is aligned for all types of Core Audio.
  ///
  /// - Parameter room: The least number of readable bytes, for structs that callers read whole; zeros follow the bytes.
  @unsafe
  init(copying source: UnsafeRawBufferPointer, room: Int = 1) {
    let place = UnsafeMutableRawBufferPointer.allocate(byteCount: max(room, source.count), alignment: 16)
    unsafe place.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe place.copyMemory(from: source)
    unsafe bytes = UnsafeRawBufferPointer(start: place.baseAddress, count: source.count)
  }

  /// Copies a list of numbers or structs, with room as above.
  convenience init<Element: BitwiseCopyable>(_ elements: [Element], room: Int = 1) {
    let size = MemoryLayout<Element>.stride * elements.count
    let place = UnsafeMutableRawBufferPointer.allocate(byteCount: max(room, size), alignment: 16)
    unsafe place.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe elements.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
    unsafe self.init(owning: UnsafeRawBufferPointer(start: place.baseAddress, count: size))
  }

  private init(owning bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// The first byte's address.
  var address: UnsafeRawPointer {
    unsafe bytes.baseAddress ?? UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// The number of bytes.
  var count: Int { unsafe bytes.count }

  /// Returns a number or a struct.
  func read<Value: BitwiseCopyable>(_ type: Value.Type, at offset: Int = 0) -> Value? {
    guard offset >= 0, offset <= count, MemoryLayout<Value>.size <= count - offset else { return nil }
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
  }

  deinit { unsafe UnsafeMutableRawBufferPointer(mutating: bytes).deallocate() }

  /// Returns true if both hold the same bytes, or neither exists.
  static func areSame(_ first: FixedMemory?, _ second: FixedMemory?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return unsafe first.bytes.elementsEqual(second.bytes)
  }
}
