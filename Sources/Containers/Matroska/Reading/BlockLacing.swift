import AudioBase

/// The storage of the sizes of several frames in one block (RFC 9559, 10.3).
enum BlockLacing: UInt8 {
  /// Sizes as sums of bytes: 255 any number of times, and a lower one.
  case xiph = 1
  /// One size for all frames.
  case fixed = 2
  /// The first size, then differences to the previous one.
  case ebml = 3

  /// The bytes that hold the fields before the frames: a track's number, a time and flags.
  static let shortHeader = 12

  /// Creates the lacing that a block's flags name; `nil` for a block of one frame.
  init?(flags: UInt8) { self.init(rawValue: flags >> 1 & 3) }

  /// Appends the places of all frames, and returns false if the sizes contradict the block.
  ///
  /// - Parameters:
  ///   - bytes: The loaded bytes after the flags.
  ///   - offset: The offset of those bytes in the file.
  ///   - byteCount: The number of bytes of the block from there on.
  func append(_ bytes: Span<UInt8>, at offset: Int64, byteCount: Int64, to frames: inout [StoredFrame]) -> Bool {
    guard bytes.count > 0, byteCount <= Int64(Int32.max) else { return false }
    let count = Int(bytes[0]) + 1
    var place = 1
    var sizes: [Int] = []
    switch self {
    case .fixed:
      let all = Int(byteCount) - place
      guard all % count == 0 else { return false }
      // Bound: 256 at most.
      sizes = [Int](repeating: all / count, count: count)
    case .xiph: guard Self.readXiph(bytes, count - 1, &place, &sizes) else { return false }
    case .ebml: guard Self.readEBML(bytes, count - 1, &place, &sizes) else { return false }
    }
    var left = Int(byteCount) - place
    if self != .fixed {
      for size in sizes {
        guard size <= left else { return false }
        left -= size
      }
      guard left >= 0 else { return false }
      sizes.append(left)
    }
    var start = offset + Int64(place)
    for size in sizes {
      // A frame of no bytes is not a packet.
      if size > 0 { frames.append(StoredFrame(offset: start, byteCount: size)) }
      start += Int64(size)
    }
    return true
  }

  private static func readXiph(_ bytes: Span<UInt8>, _ count: Int, _ place: inout Int, _ sizes: inout [Int]) -> Bool {
    for _ in 0..<count {
      var size = 0
      while true {
        guard place < bytes.count else { return false }
        let byte = bytes[place]
        place += 1
        size += Int(byte)
        if byte < 255 { break }
      }
      sizes.append(size)
    }
    return true
  }

  private static func readEBML(_ bytes: Span<UInt8>, _ count: Int, _ place: inout Int, _ sizes: inout [Int]) -> Bool {
    var size: Int64 = 0
    for index in 0..<count {
      guard place < bytes.count,
        let number = ElementReading.variableInteger(bytes.extracting(place..<bytes.count))
      else { return false }
      place += number.byteCount
      // Numbers have 56 bits at most, and there are no more than 255 of them.
      let bias: Int64 = index == 0 ? 0 : (1 << Int64(7 * number.byteCount - 1)) - 1
      size = (index == 0 ? 0 : size) + Int64(number.value) - bias
      guard (0...Int64(Int32.max)).contains(size) else { return false }
      sizes.append(Int(size))
    }
    return true
  }
}
