import CCoreMedia
import CoreFoundation

// The shared parts of the functions of <CoreMedia/CMFormatDescriptionBridge.h>.

/// Makes a description of an entry and hands its first reference over.
@unsafe
func creatingFromEntry(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ make: () throws(Failure) -> FormatDescription
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter, make)
  }
}

/// Writes a description as an entry and passes the first reference of its block buffer to the caller.
///
/// - Parameter pointer: The description, which has to be one of the medium.
@unsafe
func copyingAsEntry(
  _ pointer: UnsafeRawPointer?, _ media: [CMMediaType], _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ write: (FormatDescription) throws(Failure) -> [UInt8]
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter) { () throws(Failure) in
      let description = try unsafe object(
        pointer, FormatDescription.self, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter)
      guard media.contains(description.mediaType) else {
        throw Failure(kCMFormatDescriptionBridgeError_InvalidFormatDescription)
      }
      return try block(of: SampleEntry.finished(try write(description)))
    }
  }
}

/// Returns the bytes of a caller.
@unsafe
func bytes(_ data: UnsafePointer<UInt8>?, _ size: Int) throws(Failure) -> [UInt8] {
  guard let data = unsafe data, size >= 0 else { throw Failure(kCMFormatDescriptionBridgeError_InvalidParameter) }
  return unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
}

/// Returns the bytes of a block buffer of the caller's.
@unsafe
func bytes(ofBlock pointer: UnsafeRawPointer?) throws(Failure) -> [UInt8] {
  let block = try unsafe object(pointer, BlockBuffer.self, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter)
  var bytes: [UInt8] = []
  try unsafe block.forEachPart(in: 0, block.byteCount) { memory, _ in unsafe bytes += Array(memory) }
  return bytes
}

/// Returns a block buffer of bytes.
private func block(of bytes: [UInt8]) throws(Failure) -> BlockBuffer {
  let memory = unsafe MemoryBlock(nil, byteCount: bytes.count, owner: .allocator(nil))
  guard memory.allocate(), let address = unsafe memory.address else {
    throw Failure(kCMFormatDescriptionBridgeError_AllocationFailed)
  }
  unsafe bytes.withUnsafeBytes { source in
    if let base = source.baseAddress { unsafe address.copyMemory(from: base, byteCount: source.count) }
  }
  let block = BlockBuffer()
  try block.append(memory, offset: 0, byteCount: bytes.count)
  return block
}

/// Checks a reserved flavor, which must be null.
@unsafe
func checkReserved(_ flavor: UnsafeRawPointer?) throws(Failure) {
  guard unsafe flavor == nil else {
    throw Failure(kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
  }
}

// MARK: Entries that are kept

extension FormatDescription {
  /// Returns the key under which an entry is kept word for word.
  private static func verbatimKey(_ flavor: SampleEntry.Flavor) -> CFString {
    flavor == .quickTime
      ? kCMFormatDescriptionExtension_VerbatimSampleDescription : kCMFormatDescriptionExtension_VerbatimISOSampleEntry
  }

  /// Keeps an entry unchanged among the extensions.
  static func keep(_ entry: [UInt8], _ flavor: SampleEntry.Flavor, in extensions: CFMutableDictionary) {
    if let data = SampleEntry.data(entry) { extensions.set(verbatimKey(flavor), data) }
  }

  /// Returns the entry that this description was made from, if it is of the same flavor.
  func verbatimEntry(_ flavor: SampleEntry.Flavor) -> [UInt8]? {
    guard let entry = extensions?.data(Self.verbatimKey(flavor)), entry.count >= SampleEntry.headerByteCount else {
      return nil
    }
    return entry
  }
}

// MARK: Turning fields round

/// The direction of byte-swapping for the numbers of an entry.
enum SwapDirection {
  case bigToHost
  case hostToBig
}

/// An entry whose numbers are turned round.
struct SwappedEntry {
  let bytes: [UInt8]
  let direction: SwapDirection

  /// Returns a number in its order before swapping, or `nil` if it is not complete.
  func number(_ offset: Int, _ count: Int) -> Int? {
    guard direction == .hostToBig, UInt16(1).littleEndian == 1 else {
      return BigEndianBytes(bytes).number(offset, count)
    }
    guard offset >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return BigEndianBytes(bytes[offset..<(offset + count)].reversed()).number(0, count)
  }

  /// Fields of an entry, by their widths in bytes; below zero are bytes that stay unchanged.
  static let header = [4, 4, 4, 2, 2]
}

/// Reverses the bytes of an entry's numbers; boxes stay unchanged.
///
/// - Parameters:
///   - fewest: The smallest size of an entry, in bytes.
///   - widths: Returns the widths of the fields, as ``SwappedEntry/header`` does, or `nil` for an entry of another
///     kind.
@unsafe
func swapEntry(
  _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, fewest: Int = SampleEntry.headerByteCount,
  _ direction: SwapDirection, widths: (SwappedEntry) -> [Int]?
) -> OSStatus {
  guard let data = unsafe data, size >= fewest else { return kCMFormatDescriptionBridgeError_InvalidParameter }
  let entry = unsafe SwappedEntry(
    bytes: [UInt8](UnsafeBufferPointer(start: data, count: size)), direction: direction)
  guard let fields = widths(entry), fields.reduce(0, { $0 + abs($1) }) <= size else {
    return kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription
  }
  guard UInt16(1).littleEndian == 1 else { return noErr }
  var offset = 0
  for width in fields {
    for index in 0..<(max(0, width) / 2) {
      unsafe swap(&data[offset + index], &data[offset + width - 1 - index])
    }
    offset += abs(width)
  }
  return noErr
}
