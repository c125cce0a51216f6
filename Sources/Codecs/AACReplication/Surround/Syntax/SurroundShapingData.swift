package import AACSyntax
package import Bitstream

/// `TempShapeData()`: which channels are shaped in time, and their envelopes.
///
/// ISO/IEC 23003-2.
package struct SurroundShapingData: Sendable {
  /// True for left and right if they are shaped.
  package private(set) var isShaped: [2 of Bool] = .init(repeating: false)
  /// A level 0…4 for each slot of left and right, where envelopes are transmitted.
  package private(set) var levels: [2 of [64 of UInt8]] = .init(repeating: .init(repeating: 0))

  /// Creates data that shape nothing.
  package init() {}

  /// Reads the data, if the configuration has shaping.
  package mutating func parse(
    _ reader: inout BitReader, _ configuration: SurroundConfiguration, _ codebooks: SurroundCodebooks
  ) throws(AACError) {
    try parse(&reader, configuration.shaping, slotCount: configuration.slotCount, codebooks)
  }

  /// Reads the data of a kind of shaping, for frames of 64 slots at most.
  package mutating func parse(
    _ reader: inout BitReader, _ shaping: SurroundConfiguration.Shaping, slotCount: Int, _ codebooks: SurroundCodebooks
  ) throws(AACError) {
    isShaped = .init(repeating: false)
    guard shaping != .none, try reader.bit() else { return }
    for channel in 0..<2 { isShaped[channel] = try reader.bit() }
    guard shaping == .guided else { return }
    for channel in 0..<2 where isShaped[channel] {
      try parseEnvelope(&reader, channel, slotCount: slotCount, codebooks)
    }
  }

  private mutating func parseEnvelope(
    _ reader: inout BitReader, _ channel: Int, slotCount: Int, _ codebooks: SurroundCodebooks
  ) throws(AACError) {
    let start = reader.offset
    var slot = 0
    while slot < slotCount {
      let symbol = try codebooks.envelopeRun(&reader)
      let end = slot + (symbol & 15) + 1
      guard end <= slotCount else { throw AACError(.surroundEnvelope, at: start) }
      for place in slot..<end { levels[channel][place] = UInt8(symbol >> 4) }
      slot = end
    }
  }
}
