import Bitstream

/// Up to four spectral lines whose excess amplitude is sent outside the Huffman codes.
///
/// `pulse_data()`, ISO/IEC 14496-3, 4.6.5.
struct PulseData: Sendable {
  /// One corrected line: `pulse_offset[i]` and `pulse_amp[i]`.
  struct Pulse: Equatable, Sendable, BitwiseCopyable { var offset = 0, amplitude = 0 }

  /// `pulse_start_sfb`: the band in which the first pulse lies.
  var startBand: Int
  var pulses: [4 of Pulse] = .init(repeating: Pulse())
  /// `number_pulse` + 1.
  var count: Int

  init(parsing reader: inout BitReader, bandCount: Int) throws(AACError) {
    count = try reader.bits(2) + 1
    let start = reader.offset
    startBand = try reader.bits(6)
    guard startBand < bandCount else { throw AACError(.pulseBeyondSpectrum, at: start) }
    for i in 0..<count {
      pulses[i] = Pulse(offset: try reader.bits(5), amplitude: try reader.bits(4))
    }
  }
}

extension ChannelStream {
  /// Adds the pulses to the quantised lines, away from zero; a line of zero becomes negative.
  ///
  /// Only bands with a spectral codebook have lines; a pulse in another band changes nothing.
  mutating func applyPulses(_ data: PulseData, bands: BandLayout, at offset: Int) throws(AACError) {
    var band = data.startBand
    var line = bands.longOffsets[band]
    for i in 0..<data.count {
      line += data.pulses[i].offset
      guard line < bands.frameLength else { throw AACError(.pulseBeyondSpectrum, at: offset) }
      while bands.longOffsets[band + 1] <= line { band += 1 }
      guard band < info.bandCount, Codebook.isSpectral(codebooks[band]) else { continue }
      let amplitude = Int16(data.pulses[i].amplitude)
      lines[line] += lines[line] > 0 ? amplitude : -amplitude
    }
  }
}
