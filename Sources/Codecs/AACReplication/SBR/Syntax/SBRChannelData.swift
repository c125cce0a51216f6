package import AACSyntax
package import Bitstream
import MPEG4Systems

/// The data of one channel in an SBR frame: the integers of the bit stream.
///
/// ISO/IEC 14496-3, 4.4.2.8. Values are as coded: first values and differences, not added up.
package struct SBRChannelData: Sendable {
  /// The stride between the values of two envelopes.
  package static let envelopeStride = 64
  /// The stride between the values of two noise floors.
  package static let noiseStride = 8

  package var grid = SBRGrid()
  /// The times that follow from ``grid``.
  package var time = SBRTimeGrid()
  /// `bs_df_env`: bit `e` is set if envelope `e` is coded over time.
  package var envelopesOverTime: UInt8 = 0
  /// `bs_df_noise`, likewise.
  package var noiseOverTime: UInt8 = 0
  /// `bs_invf_mode` of each noise band, 0…3.
  package var inverseFiltering: [5 of UInt8] = .init(repeating: 0)
  /// `bs_data_env`.
  package var envelopes: [Int16]
  /// `bs_data_noise`.
  package var noise: [Int16]
  /// `bs_inter_temp_shape_mode` of each envelope in enhanced SBR, 0 without.
  package var temporalShapes: [8 of UInt8] = .init(repeating: 0)
  /// `bs_add_harmonic` of the bands of high resolution, or `nil` without `bs_add_harmonic_flag`.
  package var harmonics: UInt64?

  package init() {
    envelopes = Array(repeating: 0, count: SBRGrid.maximumEnvelopeCount * SBRChannelData.envelopeStride)
    noise = Array(repeating: 0, count: 2 * SBRChannelData.noiseStride)
  }

  /// Returns the step in effect: the grid's own in LD-SBR; a single envelope of SBR in the class FIXFIX is always fine.
  package func step(_ bands: borrowing SBRBands, isLowDelay: Bool) -> SBRAmplitudeStep {
    if let step = grid.step { return step }
    if !isLowDelay, grid.frameClass == .fixFix, grid.envelopeCount == 1 { return .fine }
    return bands.header.amplitudeResolution ? .coarse : .fine
  }

  /// Returns the code that the envelopes use.
  package func envelopeUse(
    _ meaning: SBRCodebooks.Use.Meaning, _ bands: borrowing SBRBands, isLowDelay: Bool
  ) -> SBRCodebooks.Use {
    SBRCodebooks.Use(quantity: .envelope, meaning: meaning, step: step(bands, isLowDelay: isLowDelay))
  }

  /// Copies the values that a coupled pair shares.
  package mutating func share(_ other: borrowing SBRChannelData) {
    grid = other.grid
    time = other.time
    inverseFiltering = other.inverseFiltering
  }
}

/// The parameters needed to read the parts of an SBR frame.
package struct SBRContext: Sendable {
  let codebooks = SBRCodebooks.shared
  /// The number of slots of a frame: 16 or 15.
  package let slotCount: Int
  package let isLowDelay: Bool
  /// Twice the core's rate, in Hz; in enhanced SBR the output's.
  package let sampleRate: Int
  /// The enhancement of USAC; `nil` in MPEG-4.
  package let enhancement: SBREnhancement?

  package init(slotCount: Int, isLowDelay: Bool, sampleRate: Int, enhancement: SBREnhancement? = nil) {
    self.slotCount = slotCount
    self.isLowDelay = isLowDelay
    self.sampleRate = sampleRate
    self.enhancement = enhancement
  }
}

// MARK: - Reading

extension SBRChannelData {
  /// `sbr_grid()`.
  package mutating func parseGrid(_ reader: inout BitReader, _ context: borrowing SBRContext) throws(AACError) {
    let start = reader.offset
    grid =
      context.isLowDelay
      ? try SBRGrid(parsingLowDelay: &reader, slotCount: context.slotCount)
      : try SBRGrid(parsing: &reader, most: context.enhancement == nil ? 5 : SBRGrid.maximumEnvelopeCount)
    time = try SBRTimeGrid(grid, slotCount: context.slotCount, at: start)
  }

  /// `sbr_dtdf()`; `first` is 1 if the first envelope and noise floor cannot be coded over time.
  package mutating func parseDirections(_ reader: inout BitReader, from first: Int = 0) throws(AACError) {
    envelopesOverTime = 0
    for index in first..<time.envelopeCount where try reader.bit() { envelopesOverTime |= 1 << UInt8(index) }
    try parseNoiseDirections(&reader, from: first)
  }

  /// The part of `sbr_dtdf()` that noise floors have.
  package mutating func parseNoiseDirections(_ reader: inout BitReader, from first: Int) throws(AACError) {
    noiseOverTime = 0
    for index in first..<time.noiseCount where try reader.bit() { noiseOverTime |= 1 << UInt8(index) }
  }

  /// `sbr_invf()`.
  package mutating func parseInverseFiltering(_ reader: inout BitReader, bandCount: Int) throws(AACError) {
    for band in 0..<bandCount { inverseFiltering[band] = UInt8(try reader.bits(2)) }
  }

  /// `sbr_envelope()`.
  package mutating func parseEnvelopes(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ meaning: SBRCodebooks.Use.Meaning,
    _ context: borrowing SBRContext
  ) throws(AACError) {
    let use = envelopeUse(meaning, bands, isLowDelay: context.isLowDelay)
    for index in 0..<time.envelopeCount {
      let count = bands.bandCount(isHighResolution: time.isHighResolution(index))
      let start = index * SBRChannelData.envelopeStride
      let isOverTime = envelopesOverTime >> UInt8(index) & 1 != 0
      var all = envelopes.mutableSpan
      var values = all._mutatingExtracting(start..<(start + count))
      try context.codebooks.parse(&reader, use, overTime: isOverTime, into: &values)
      guard let enhancement = context.enhancement else { continue }
      temporalShapes[index] = 0
      guard enhancement.hasTemporalShaping, try reader.bit() else { continue }
      temporalShapes[index] = UInt8(try reader.bits(2))
    }
  }

  /// `sbr_noise()`.
  package mutating func parseNoise(
    _ reader: inout BitReader, _ bands: borrowing SBRBands, _ meaning: SBRCodebooks.Use.Meaning,
    _ context: borrowing SBRContext
  ) throws(AACError) {
    let use = SBRCodebooks.Use(quantity: .noise, meaning: meaning, step: .coarse)
    for index in 0..<time.noiseCount {
      let start = index * SBRChannelData.noiseStride
      let isOverTime = noiseOverTime >> UInt8(index) & 1 != 0
      var all = noise.mutableSpan
      var values = all._mutatingExtracting(start..<(start + bands.noiseBandCount))
      try context.codebooks.parse(&reader, use, overTime: isOverTime, into: &values)
    }
  }

  /// `bs_add_harmonic_flag` and `sbr_sinusoidal_coding()`.
  package mutating func parseHarmonics(_ reader: inout BitReader, _ bands: borrowing SBRBands) throws(AACError) {
    harmonics = nil
    guard try reader.bit() else { return }
    var mask: UInt64 = 0
    for band in 0..<(bands.high.count - 1) where try reader.bit() { mask |= 1 << UInt64(band) }
    harmonics = mask
  }
}

extension SBRCodebooks {
  /// Reads the values of one envelope or noise floor.
  func parse(
    _ reader: inout BitReader, _ use: Use, overTime: Bool, into values: inout MutableSpan<Int16>
  ) throws(AACError) {
    let start = reader.offset
    let place = SBRCodebooks.place(use, overTime: overTime)
    let code = code(place)
    let largest = SBRCodebooks.largest(place)
    for band in values.indices {
      if band == 0, !overTime {
        values[band] = Int16(try reader.bits(use.startBitCount))
      } else {
        let symbol = code.decode(&reader)
        guard symbol != PrefixCode.invalid else { throw AACError(.invalidCodeword, at: start) }
        values[band] = Int16(Int(symbol) - largest)
      }
    }
    try reader.checkEnd()
  }
}

// MARK: - Writing

extension SBRChannelData {
  /// Writes `sbr_dtdf()`.
  func writeDirections(to writer: inout BitWriter) {
    for index in 0..<time.envelopeCount { writer.write(envelopesOverTime >> UInt8(index) & 1 != 0) }
    for index in 0..<time.noiseCount { writer.write(noiseOverTime >> UInt8(index) & 1 != 0) }
  }

  /// Writes `sbr_invf()`.
  func writeInverseFiltering(to writer: inout BitWriter, bandCount: Int) {
    for band in 0..<bandCount { writer.write(UInt32(inverseFiltering[band]), 2) }
  }

  /// Writes `sbr_envelope()`.
  func writeEnvelopes(
    to writer: inout BitWriter, _ bands: borrowing SBRBands, _ meaning: SBRCodebooks.Use.Meaning,
    isLowDelay: Bool
  ) {
    let use = envelopeUse(meaning, bands, isLowDelay: isLowDelay)
    for index in 0..<time.envelopeCount {
      let count = bands.bandCount(isHighResolution: time.isHighResolution(index))
      let start = index * SBRChannelData.envelopeStride
      SBRCodebooks.write(
        envelopes[start..<(start + count)], use, overTime: envelopesOverTime >> UInt8(index) & 1 != 0, to: &writer)
    }
  }

  /// Writes `sbr_noise()`.
  func writeNoise(
    to writer: inout BitWriter, _ bands: borrowing SBRBands, _ meaning: SBRCodebooks.Use.Meaning
  ) {
    let use = SBRCodebooks.Use(quantity: .noise, meaning: meaning, step: .coarse)
    for index in 0..<time.noiseCount {
      let start = index * SBRChannelData.noiseStride
      SBRCodebooks.write(
        noise[start..<(start + bands.noiseBandCount)], use, overTime: noiseOverTime >> UInt8(index) & 1 != 0,
        to: &writer)
    }
  }

  /// Writes `bs_add_harmonic_flag` and `sbr_sinusoidal_coding()`.
  func writeHarmonics(to writer: inout BitWriter, _ bands: borrowing SBRBands) {
    writer.write(harmonics != nil)
    guard let harmonics else { return }
    for band in 0..<(bands.high.count - 1) { writer.write(harmonics >> UInt64(band) & 1 != 0) }
  }
}

extension SBRCodebooks {
  /// Writes the values of one envelope or noise floor.
  static func write(_ values: ArraySlice<Int16>, _ use: Use, overTime: Bool, to writer: inout BitWriter) {
    let code = place(use, overTime: overTime)
    for place in values.indices {
      if place == values.startIndex, !overTime {
        writer.write(UInt32(values[place]), use.startBitCount)
      } else {
        let row = row(code, difference: Int(values[place]))
        writer.write(row.code, row.length)
      }
    }
  }
}
