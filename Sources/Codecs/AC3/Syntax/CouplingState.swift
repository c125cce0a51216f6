import Bitstream

/// Coupling: the lines that channels have in common, and each channel's share of them.
///
/// ETSI TS 102 366, 4.4.3.10 to 4.4.3.19 and 6.4 (ATSC A/52, 5.4.3 and 7.4).
struct CouplingState: Sendable {
  var isInUse = false
  /// Channels that are coupled, one bit per channel.
  var channels: UInt8 = 0
  /// `cplbegf`.
  var firstSubband = 0
  /// The range of the coupled lines, counted from the first line of the channel.
  var lines = 0..<0
  var bands = BandStructure()
  /// The share of each channel in each band, 8 times the transmitted value: `[channel * 18 + band]`.
  var coordinates: [90 of Float] = InlineArray(repeating: 0)
  /// Channels whose coordinates have been sent since they were coupled, one bit per channel.
  var sentChannels: UInt8 = 0
  /// `phsflginu`.
  var hasPhases = false
  /// Bands whose right channel has the opposite sign.
  var negativeBands: UInt32 = 0
  /// True once a band structure has been sent or implied in this frame.
  var hasStructure = false
  /// True once `cplfleak` and `cplsleak` have been sent since coupling began.
  var hasLeaks = false
  var fastLeak = 0
  var slowLeak = 0

  /// Returns true if a channel is coupled.
  func contains(_ channel: Int) -> Bool { isInUse && channels >> channel & 1 != 0 }

  /// Ends coupling until a new strategy is sent.
  mutating func end() {
    (isInUse, channels, sentChannels, hasPhases, hasLeaks) = (false, 0, 0, false, false)
  }

  /// Sets the range of sub-bands, `first` up to but without `end`.
  mutating func setRange(_ first: Int, _ end: Int) {
    firstSubband = first
    lines = (37 + 12 * first)..<(37 + 12 * end)
  }

  /// Reads a channel's coordinates.
  mutating func readCoordinates(_ reader: inout BitReader, _ channel: Int) throws(AC3Error) {
    let common = 3 * (try reader.bits(2))
    for band in 0..<bands.count {
      let (exponent, mantissa) = (try reader.bits(4), try reader.bits(4))
      let value = exponent == 15 ? Float(mantissa) / 16 : Float(16 + mantissa) / 32
      coordinates[channel * BandStructure.maximumCount + band] = 8 * value * PowersOfTwo.negative(exponent + common)
    }
    sentChannels |= 1 << channel
  }

  /// Reads the signs of the right channel.
  mutating func readPhases(_ reader: inout BitReader) throws(AC3Error) {
    negativeBands = 0
    for band in 0..<bands.count where try reader.bit() { negativeBands |= 1 << UInt32(band) }
  }
}

/// Exact powers of two.
enum PowersOfTwo {
  /// Returns 2 to the power of `-exponent`, 0…126.
  @inline(__always)
  static func negative(_ exponent: Int) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: 127 &- exponent) &<< 23)
  }
}
