import Bitstream

/// The set-up header of Vorbis, read for its last part, the modes, whose position is not stated. Vorbis I, 4.2.4.
enum VorbisSetup {
  /// Returns true for each mode with long blocks; empty if the header breaks a rule.
  static func modes(_ header: Span<UInt8>, channelCount: Int) throws(EndOfBytes) -> [Bool] {
    var bits = LowBitReader(header)
    for byte in VorbisHeaders.magic(5) where try bits.read(8) != Int(byte) { return [] }
    guard try skipCodebooks(&bits) else { return [] }
    // Times, which are placeholders.
    for _ in 0...(try bits.read(6)) { try bits.skip(16) }
    guard try skipFloors(&bits), try skipResidues(&bits), try skipMappings(&bits, channelCount) else { return [] }
    var modes: [Bool] = []
    for _ in 0...(try bits.read(6)) {
      modes.append(try bits.readFlag())
      try bits.skip(16 + 16 + 8)
    }
    return try bits.readFlag() ? modes : []
  }

  /// Vorbis I, 3.2.1.
  private static func skipCodebooks(_ bits: inout LowBitReader) throws(EndOfBytes) -> Bool {
    for _ in 0...(try bits.read(8)) {
      guard try bits.read(24) == 0x564342 else { return false }
      let dimensions = try bits.read(16)
      let entries = try bits.read(24)
      if try bits.readFlag() {
        try skipOrderedLengths(&bits, entries)
      } else if try bits.readFlag() {
        for _ in 0..<entries where try bits.readFlag() { try bits.skip(5) }
      } else {
        try bits.skip(5 * entries)
      }
      let kind = try bits.read(4)
      guard kind <= 2 else { return false }
      guard kind > 0 else { continue }
      try bits.skip(64)
      let width = try bits.read(4) + 1
      try bits.skip(1)
      let count = kind == 1 ? latticeCount(entries, dimensions) : entries * dimensions
      try bits.skip(count * width)
    }
    return true
  }

  private static func skipOrderedLengths(_ bits: inout LowBitReader, _ entries: Int) throws(EndOfBytes) {
    try bits.skip(5)
    var entry = 0
    // Zero entries are legal: each takes a bit at least, and the bits are limited.
    while entry < entries { entry += try bits.read(LowBitReader.width(entries - entry)) }
  }

  /// `lookup1_values`: the greatest number whose power of `dimensions` is not above `entries`. Vorbis I, 9.2.3.
  private static func latticeCount(_ entries: Int, _ dimensions: Int) -> Int {
    guard dimensions > 0, entries > 0 else { return 0 }
    func fits(_ root: Int) -> Bool {
      var product = 1
      for _ in 0..<dimensions {
        let (next, overflow) = product.multipliedReportingOverflow(by: root)
        guard !overflow, next <= entries else { return false }
        product = next
        if root == 1 { return true }
      }
      return true
    }
    var (low, high) = (1, entries + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// Vorbis I, 6.2.1 and 7.2.2.
  private static func skipFloors(_ bits: inout LowBitReader) throws(EndOfBytes) -> Bool {
    for _ in 0...(try bits.read(6)) {
      switch try bits.read(16) {
      case 0:
        try bits.skip(8 + 16 + 16 + 6 + 8)
        let books = try bits.read(4) + 1
        try bits.skip(8 * books)
      case 1: try skipFloorOfLines(&bits)
      default: return false
      }
    }
    return true
  }

  private static func skipFloorOfLines(_ bits: inout LowBitReader) throws(EndOfBytes) {
    var classes: [Int] = []
    for _ in 0..<(try bits.read(5)) { classes.append(try bits.read(4)) }
    var dimensions: [Int] = []
    for _ in 0..<((classes.max() ?? -1) + 1) {
      dimensions.append(try bits.read(3) + 1)
      let subclasses = try bits.read(2)
      if subclasses > 0 { try bits.skip(8) }
      try bits.skip(8 << subclasses)
    }
    try bits.skip(2)
    let width = try bits.read(4)
    for number in classes { try bits.skip(width * dimensions[number]) }
  }

  /// Vorbis I, 8.6.1.
  private static func skipResidues(_ bits: inout LowBitReader) throws(EndOfBytes) -> Bool {
    for _ in 0...(try bits.read(6)) {
      guard try bits.read(16) <= 2 else { return false }
      try bits.skip(24 + 24 + 24)
      let classes = try bits.read(6) + 1
      try bits.skip(8)
      var books = 0
      for _ in 0..<classes {
        books += try bits.read(3).nonzeroBitCount
        if try bits.readFlag() { books += try bits.read(5).nonzeroBitCount }
      }
      try bits.skip(8 * books)
    }
    return true
  }

  /// Vorbis I, 4.2.4, mappings.
  private static func skipMappings(_ bits: inout LowBitReader, _ channelCount: Int) throws(EndOfBytes) -> Bool {
    for _ in 0...(try bits.read(6)) {
      guard try bits.read(16) == 0 else { return false }
      let submaps = try bits.readFlag() ? try bits.read(4) + 1 : 1
      if try bits.readFlag() {
        let steps = try bits.read(8) + 1
        try bits.skip(2 * steps * LowBitReader.width(channelCount - 1))
      }
      try bits.skip(2)
      if submaps > 1 { try bits.skip(4 * channelCount) }
      try bits.skip(submaps * (8 + 8 + 8))
    }
    return true
  }
}
