import Bitstream

/// Spectral extension: the lines above a channel's own are copies of lower lines at a transmitted level.
///
/// ETSI TS 102 366, E.1.3.3 and E.2.6 (ATSC A/52, E.2.3.3 and E.3.6).
struct ExtensionState: Sendable {
  var isInUse = false
  /// Channels that are extended, one bit per channel.
  var channels: UInt8 = 0
  /// Channels that must send coordinates next, one bit per channel.
  var awaitedChannels: UInt8 = 0xFF
  /// `spxbegf`.
  var beginCode = 0
  /// The first extended sub-band, counted in sub-bands of spectral extension.
  var firstSubband = 0
  /// The first line that is copied.
  var copyStart = 0
  /// The lines that are made.
  var lines = 0..<0
  var bands = BandStructure()
  /// True once a band structure has been sent or implied in this frame.
  var hasStructure = false
  /// `spxattencod` of each channel; -1 if nothing is attenuated.
  var attenuations: [5 of Int] = InlineArray(repeating: -1)
  /// The gain of the copied lines and that of noise, with its √3, for each channel and band: `[channel * 18 + band]`.
  var signalGains: [90 of Float] = InlineArray(repeating: 0)
  var noiseGains: [90 of Float] = InlineArray(repeating: 0)

  /// Returns true if a channel is extended.
  func contains(_ channel: Int) -> Bool { isInUse && channels >> channel & 1 != 0 }

  /// Reads the extended channels, and the range.
  mutating func readStrategy(_ reader: inout BitReader, mode: Int, channelCount: Int) throws(AC3Error) {
    isInUse = try reader.bit()
    guard isInUse else {
      (channels, awaitedChannels) = (0, 0xFF)
      return
    }
    channels = 0
    if mode == 1 {
      channels = 1
    } else {
      for channel in 0..<channelCount where try reader.bit() { channels |= 1 << channel }
    }
    let offset = reader.offset
    let copyCode = try reader.bits(2)
    beginCode = try reader.bits(3)
    let endCode = try reader.bits(3)
    firstSubband = beginCode < 6 ? beginCode + 2 : 2 * beginCode - 3
    let end = endCode < 3 ? endCode + 5 : 2 * endCode + 3
    guard copyCode < firstSubband, firstSubband < end else { throw AC3Error(.extensionRange, at: offset) }
    copyStart = 25 + 12 * copyCode
    lines = (25 + 12 * firstSubband)..<(25 + 12 * end)
    if try reader.bit() {
      try bands.read(&reader, subbands: firstSubband..<end)
    } else if !hasStructure {
      bands = BandStructure(defaults: extensionBandDefaults.span)
    }
    hasStructure = true
    bands.divide(firstSubband..<end)
  }

  /// Reads the coordinates that a block sends.
  mutating func readCoordinates(_ reader: inout BitReader, channelCount: Int) throws(AC3Error) {
    for channel in 0..<channelCount {
      let bit: UInt8 = 1 << channel
      guard channels & bit != 0 else {
        awaitedChannels |= bit
        continue
      }
      var isSent = awaitedChannels & bit != 0
      if !isSent { isSent = try reader.bit() }
      awaitedChannels &= ~bit
      if isSent { try readCoordinates(&reader, channel) }
    }
  }

  private mutating func readCoordinates(_ reader: inout BitReader, _ channel: Int) throws(AC3Error) {
    let blend = Float(try reader.bits(5)) / 32
    let common = 3 * (try reader.bits(2))
    var line = lines.lowerBound
    for band in 0..<bands.count {
      let (exponent, mantissa) = (try reader.bits(4), try reader.bits(2))
      let value = exponent == 15 ? Float(mantissa) / 4 : Float(4 + mantissa) / 8
      let gain = 32 * value * PowersOfTwo.negative(exponent + common)
      let middle = Float(line + bands.sizes[band] / 2) / Float(lines.upperBound)
      let noise = min(1, max(0, middle - blend))
      let place = channel * BandStructure.maximumCount + band
      signalGains[place] = gain * (1 - noise).squareRoot()
      noiseGains[place] = gain * (3 * noise).squareRoot()
      line += bands.sizes[band]
    }
  }
}
