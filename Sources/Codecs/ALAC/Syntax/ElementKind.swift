import Bitstream

/// An element that has samples.
typealias ElementKind = ALACChannels.Element

/// The three bits that start each element.
enum ElementID {
  static let singleChannel: UInt32 = 0
  static let channelPair: UInt32 = 1
  static let couplingChannel: UInt32 = 2
  static let lowFrequency: UInt32 = 3
  static let dataStream: UInt32 = 4
  static let programConfig: UInt32 = 5
  static let fill: UInt32 = 6
  static let end: UInt32 = 7
}

extension ALACChannels.Element {
  /// Reads IDs up to that of the next element with samples, skipping other elements; `nil` at the end element.
  init?(nextIn bits: inout BitReader) throws(ALACError) {
    while true {
      let start = bits.offset
      switch try bits.field(3) {
      case ElementID.singleChannel, ElementID.lowFrequency:
        self = .single
        return
      case ElementID.channelPair:
        self = .pair
        return
      case ElementID.couplingChannel: throw ALACError(.couplingChannelElement, at: start)
      case ElementID.dataStream: try Self.skipDataStream(&bits)
      case ElementID.programConfig: throw ALACError(.programConfigElement, at: start)
      case ElementID.fill: try Self.skipFill(&bits)
      default: return nil
      }
    }
  }

  private static func skipDataStream(_ bits: inout BitReader) throws(ALACError) {
    _ = try bits.field(4)
    let isAligned = try bits.field(1) == 1
    var count = Int(try bits.field(8))
    if count == 255 { count += Int(try bits.field(8)) }
    if isAligned { _ = try bits.field((8 - bits.offset & 7) & 7) }
    try skipBytes(count, &bits)
  }

  private static func skipFill(_ bits: inout BitReader) throws(ALACError) {
    var count = Int(try bits.field(4))
    if count == 15 { count += Int(try bits.field(8)) - 1 }
    try skipBytes(count, &bits)
  }

  private static func skipBytes(_ count: Int, _ bits: inout BitReader) throws(ALACError) {
    guard count * 8 <= bits.remaining else { throw ALACError(.truncated, at: bits.offset) }
    bits.consume(count * 8)
  }
}
