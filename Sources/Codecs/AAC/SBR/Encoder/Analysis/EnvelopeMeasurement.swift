// Holds throughout: the arrays have the strides of SBRChannelData.

/// The energies that the envelopes of a packet are to describe.
enum EnvelopeMeasurement {
  /// Sets the mean energy of each band of each envelope, at multiples of ``SBRChannelData/envelopeStride``.
  static func measure(
    _ record: borrowing SubbandRecord, _ bands: borrowing SBRBands, _ time: SBRTimeGrid, into energies: inout [Float]
  ) {
    for index in 0..<time.envelopeCount {
      let borders = bands.borders(isHighResolution: time.isHighResolution(index))
      let columns = (2 * time.borders[index])..<(2 * time.borders[index + 1])
      for band in 0..<(borders.count - 1) {
        energies[index * SBRChannelData.envelopeStride + band] = record.meanEnergy(
          borders[band]..<borders[band + 1], columns)
      }
    }
  }
}
