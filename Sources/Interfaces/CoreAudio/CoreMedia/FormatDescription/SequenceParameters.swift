import Bitstream

/// The picture properties in the sequence parameter sets of H.264 and HEVC.
struct SequenceParameters {
  var width = 0
  var height = 0
  /// 0: grey, 1: 4:2:0, 2: 4:2:2, 3: 4:4:4.
  var chromaFormat: UInt32 = 1
  /// The number of bits of a sample beyond 8.
  var lumaDepth: UInt32 = 0
  var chromaDepth: UInt32 = 0
  /// The ratio of a pixel's width to its height, if it is stated.
  var pixelAspectRatio: (horizontal: Int64, vertical: Int64)?
  /// HEVC: `general_profile_space` to `general_level_idc`, 12 bytes.
  var profile: [UInt8] = []
  /// HEVC: the number of temporal layers, and the flag that they nest.
  var temporalLayers: UInt32 = 1
  var isTemporallyNested = true

  /// Returns the bytes of a parameter set without the emulation prevention bytes.
  static func unescaped(_ set: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(set.count)
    var zeros = 0
    for byte in set {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// Subtracts the cropping at the right and the bottom, left and top of the coded picture, in units of chroma.
  fileprivate mutating func crop(_ edges: [UInt32], unit: (x: Int, y: Int)) throws(EndOfBits) {
    let (across, down) = (Int(edges[0]) + Int(edges[1]), Int(edges[2]) + Int(edges[3]))
    width -= across * unit.x
    height -= down * unit.y
    // A picture of nothing, or of more than any codec allows, is not a picture.
    guard width > 0, height > 0, width <= 0xFFFF, height <= 0xFFFF else { throw EndOfBits(offset: 0) }
  }

  /// Pixels to a sample of chroma, across and down.
  private var chromaUnit: (x: Int, y: Int) {
    switch chromaFormat {
    case 1: (2, 2)
    case 2: (2, 1)
    default: (1, 1)
    }
  }
}

// MARK: H.264

extension SequenceParameters {
  /// Parses a set by ISO/IEC 14496-10, 7.3.2.1.1, from the header of the unit on.
  ///
  /// - Throws: If it ends too early or makes no sense.
  init(h264 set: [UInt8]) throws(EndOfBits) {
    let bytes = Self.unescaped(set)
    var reader = BitReader(bytes.span)
    try reader.skip(8)
    let profileIndication = try reader.read(8)
    try reader.skip(16)
    _ = try reader.readUnsigned()
    if Self.hasChromaFormat(profileIndication) { try readChroma(&reader) }
    _ = try reader.readUnsigned()
    try Self.skipPictureOrder(&reader)
    _ = try reader.readUnsigned()
    try reader.skip(1)
    let blocks = (try reader.readUnsigned(), try reader.readUnsigned())
    let fieldFactor = try reader.readFlag() ? 1 : 2
    if fieldFactor == 2 { try reader.skip(1) }
    try reader.skip(1)
    width = (Int(blocks.0) + 1) * 16
    height = (Int(blocks.1) + 1) * 16 * fieldFactor
    var edges: [UInt32] = [0, 0, 0, 0]
    if try reader.readFlag() { for index in 0..<4 { edges[index] = try reader.readUnsigned() } }
    let unit = chromaUnit
    try crop(edges, unit: (unit.x, unit.y * fieldFactor))
    if try reader.readFlag(), try reader.readFlag() { try readAspectRatio(&reader) }
  }

  /// Returns true if parameter sets of a profile state the chroma format; other profiles imply 4:2:0 and 8 bits.
  static func hasChromaFormat(_ profileIndication: UInt32) -> Bool {
    [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profileIndication)
  }

  private mutating func readChroma(_ reader: inout BitReader) throws(EndOfBits) {
    chromaFormat = try reader.readUnsigned()
    guard chromaFormat <= 3 else { throw EndOfBits(offset: reader.offset) }
    if chromaFormat == 3 { try reader.skip(1) }
    lumaDepth = try reader.readUnsigned()
    chromaDepth = try reader.readUnsigned()
    guard lumaDepth <= 6, chromaDepth <= 6 else { throw EndOfBits(offset: reader.offset) }
    try reader.skip(1)
    guard try reader.readFlag() else { return }
    for list in 0..<(chromaFormat == 3 ? 12 : 8) where try reader.readFlag() {
      try Self.skipScalingList(&reader, count: list < 6 ? 16 : 64)
    }
  }

  private static func skipScalingList(_ reader: inout BitReader, count: Int) throws(EndOfBits) {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 { next = (last + Int(try reader.readSigned()) + 256) & 0xFF }
      last = next == 0 ? last : next
    }
  }

  private static func skipPictureOrder(_ reader: inout BitReader) throws(EndOfBits) {
    let kind = try reader.readUnsigned()
    if kind == 0 { _ = try reader.readUnsigned() }
    guard kind == 1 else { return }
    try reader.skip(1)
    _ = (try reader.readUnsigned(), try reader.readUnsigned())
    let count = try reader.readUnsigned()
    guard count <= 255 else { throw EndOfBits(offset: reader.offset) }
    for _ in 0..<count { _ = try reader.readUnsigned() }
  }

  /// Reads the aspect ratio by ISO/IEC 14496-10, table E-1.
  private mutating func readAspectRatio(_ reader: inout BitReader) throws(EndOfBits) {
    let known: [(Int64, Int64)] = [
      (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
      (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
    let number = Int(try reader.read(8))
    var ratio = (1...16).contains(number) ? known[number - 1] : (0, 0)
    if number == 255 { ratio = (Int64(try reader.read(16)), Int64(try reader.read(16))) }
    if ratio.0 > 0, ratio.1 > 0 { pixelAspectRatio = ratio }
  }
}

// MARK: HEVC

extension SequenceParameters {
  /// Parses a set by ISO/IEC 23008-2, 7.3.2.2.1, from the header of the unit on, up to the picture's size and depth.
  ///
  /// - Throws: If it ends too early or makes no sense.
  init(hevc set: [UInt8]) throws(EndOfBits) {
    let bytes = Self.unescaped(set)
    var reader = BitReader(bytes.span)
    try reader.skip(16 + 4)
    let subLayers = Int(try reader.read(3))
    temporalLayers = UInt32(subLayers) + 1
    isTemporallyNested = try reader.readFlag()
    for _ in 0..<12 { profile.append(UInt8(truncatingIfNeeded: try reader.read(8))) }
    try Self.skipSubLayers(&reader, count: subLayers)
    _ = try reader.readUnsigned()
    chromaFormat = try reader.readUnsigned()
    guard chromaFormat <= 3 else { throw EndOfBits(offset: reader.offset) }
    if chromaFormat == 3 { try reader.skip(1) }
    width = Int(try reader.readUnsigned())
    height = Int(try reader.readUnsigned())
    var edges: [UInt32] = [0, 0, 0, 0]
    if try reader.readFlag() { for index in 0..<4 { edges[index] = try reader.readUnsigned() } }
    try crop(edges, unit: chromaUnit)
    lumaDepth = try reader.readUnsigned()
    chromaDepth = try reader.readUnsigned()
    guard lumaDepth <= 8, chromaDepth <= 8 else { throw EndOfBits(offset: reader.offset) }
  }

  private static func skipSubLayers(_ reader: inout BitReader, count: Int) throws(EndOfBits) {
    guard count > 0 else { return }
    var bits = 0
    for _ in 0..<count { bits += (try reader.readFlag() ? 88 : 0) + (try reader.readFlag() ? 8 : 0) }
    try reader.skip(2 * (8 - count) + bits)
  }
}

extension BitReader {
  /// `ue(v)`, ISO/IEC 14496-10, 9.1.
  fileprivate mutating func readUnsigned() throws(EndOfBits) -> UInt32 {
    var zeros = 0
    while try !readFlag() {
      zeros += 1
      guard zeros < 31 else { throw EndOfBits(offset: offset) }
    }
    return zeros == 0 ? 0 : (UInt32(1) << UInt32(zeros)) - 1 + (try read(zeros))
  }

  /// `se(v)`, ISO/IEC 14496-10, 9.1.1.
  fileprivate mutating func readSigned() throws(EndOfBits) -> Int32 {
    let number = Int32(bitPattern: try readUnsigned())
    return number & 1 == 1 ? (number + 1) / 2 : -(number / 2)
  }
}
