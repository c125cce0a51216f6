import AudioBase

/// A source with swapped bytes in words of two bytes, as some recorders store AC-3.
final class SwappedByteSource: ByteSource {
  private let source: any ByteSource

  /// Returns a source that begins with the sync word of a frame: the same source, or one with the bytes of each word
  /// swapped.
  static func unswapped(_ source: any ByteSource) throws(ContainerError) -> any ByteSource {
    var window = SourceWindow(source, capacity: 16)
    let place = try window.load(2, at: 0)
    guard place.count == 2, window.bytes[place.lowerBound] == 0x77, window.bytes[place.lowerBound + 1] == 0x0B else {
      return source
    }
    return SwappedByteSource(source)
  }

  private init(_ source: any ByteSource) { self.source = source }

  var byteCount: Int64? { source.byteCount }
  var isArriving: Bool { source.isArriving }

  func read(at offset: Int64, into bytes: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &bytes, atLeast: bytes.count)
  }

  func read(
    at offset: Int64, into bytes: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    let lead = Int(offset & 1)
    // Bound: two bytes more than requested, for which the owner has memory.
    var words = [UInt8](repeating: 0, count: lead + bytes.count + 1)
    let wanted = min(lead + minimum + 1, words.count)
    var view = words.mutableSpan
    let got = try source.read(at: offset - Int64(lead), into: &view, atLeast: wanted)
    let whole = got & ~1
    for index in stride(from: 0, to: whole, by: 2) { words.swapAt(index, index + 1) }
    // A last byte without its partner stays where it is.
    let count = max(0, min(bytes.count, (got < words.count ? got : whole) - lead))
    for index in 0..<count { bytes[index] = words[lead + index] }
    return count
  }
}
