import Bitstream

/// The fields before the residuals of a compressed channel.
struct ChannelHeader: Sendable {
  /// `modeU`: true if the residuals are those of differences, which are summed up before the predictor proper.
  var isDifferenced = false
  /// The predictor.
  var predictor = Predictor()
  /// `pbFactorU`: `pb` is multiplied by this over 4.
  var historyFactor: UInt32 = 4

  /// Creates the header of a channel without a predictor.
  init() {}

  /// Reads the fields.
  init(_ bits: inout BitReader) throws(ALACError) {
    isDifferenced = try bits.field(4) != 0
    predictor.shift = Int(try bits.field(4))
    historyFactor = try bits.field(3)
    predictor.order = Int(try bits.field(5))
    for index in 0..<predictor.order {
      predictor.coefficients[index] = Int32(Int16(truncatingIfNeeded: try bits.field(16)))
    }
    guard predictor.shift > 0 || predictor.order == 0 || predictor.isIntegrator else {
      throw ALACError(.noQuantShift, at: bits.offset)
    }
  }

  /// Writes the fields that ``init(_:)`` reads.
  func write(to packet: inout PacketBits) {
    packet.put(isDifferenced ? 15 : 0, 4)
    packet.put(UInt32(predictor.shift), 4)
    packet.put(historyFactor, 3)
    packet.put(UInt32(predictor.order), 5)
    for tap in 0..<predictor.order {
      packet.put(UInt32(UInt16(truncatingIfNeeded: predictor.coefficients[tap])), 16)
    }
  }
}
