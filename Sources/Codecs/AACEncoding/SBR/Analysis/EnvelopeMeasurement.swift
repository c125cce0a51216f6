import AACReplication

// Holds throughout: the arrays have the strides of SBRChannelData.

extension SBRChannelDescription {
  /// The largest factor by which the decoder raises the energy of a limiter band towards the envelope's: 1.584893192².
  ///
  /// ISO/IEC 14496-3, 4.6.18.7.5, `maxBoost`.
  private static let mostBoost: Float = 2.511_886_4

  /// Sets ``energies``, which the envelopes describe: the mean of the subbands of each band, and more in wide bands
  /// with a sinusoid.
  ///
  /// A sinusoid has the mean energy in one subband alone. The decoder's limiter compensates for what the others then
  /// lack, but only to a degree.
  mutating func measureEnergies(
    _ record: borrowing SubbandRecord, _ bands: borrowing SBRBands, _ time: SBRTimeGrid
  ) {
    let tones = Self.subbands(of: sinusoids, bands)
    for index in 0..<time.envelopeCount {
      let borders = bands.borders(isHighResolution: time.isHighResolution(index))
      let rate = record.columnsPerSlot
      let columns = (rate * time.borders[index])..<(rate * time.borders[index + 1])
      var start = borders[0]
      for band in 0..<(borders.count - 1) {
        let range = start..<borders[band + 1]
        start = range.upperBound
        var energy = record.meanEnergy(range, columns)
        if range.contains(where: { tones >> UInt64($0) & 1 != 0 }) {
          energy *= max(1, Float(range.count) / Self.mostBoost)
        }
        energies[index * SBRChannelData.envelopeStride + band] = energy
      }
    }
  }

  /// Returns the subbands in the middle of the bands that get a sinusoid, as the decoder places them.
  private static func subbands(of sinusoids: UInt64, _ bands: borrowing SBRBands) -> UInt64 {
    var mask: UInt64 = 0
    for band in 0..<(bands.high.count - 1) where sinusoids >> UInt64(band) & 1 != 0 {
      mask |= 1 << UInt64((bands.high[band] + bands.high[band + 1]) / 2)
    }
    return mask
  }
}
