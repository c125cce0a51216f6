import Bitstream

// Holds throughout: only tests make pulses; those of a packet are 1 to 4 by their field of two bits.

/// Up to four spectral lines whose excess amplitude is sent outside the Huffman codes.
///
/// `pulse_data()`, ISO/IEC 14496-3, 4.6.5.
package struct PulseData: Sendable {
  /// A corrected line: `pulse_offset[i]` and `pulse_amp[i]`.
  package struct Pulse: Equatable, Sendable, BitwiseCopyable {
    package var offset = 0, amplitude = 0

    package init(offset: Int = 0, amplitude: Int = 0) {
      self.offset = offset
      self.amplitude = amplitude
    }
  }

  /// `pulse_start_sfb`: the band in which the first pulse lies.
  package var startBand: Int
  package var pulses: [4 of Pulse] = .init(repeating: Pulse())
  /// `number_pulse` + 1.
  package var count: Int

  /// Creates one to four pulses to write; the first offset counts from the first line of `startBand`.
  package init(startBand: Int, pulses list: [Pulse]) {
    precondition((1...4).contains(list.count))
    self.startBand = startBand
    count = list.count
    for i in list.indices { pulses[i] = list[i] }
  }

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

extension PulseData {
  /// Writes `pulse_data()`.
  func write(to writer: inout BitWriter) {
    writer.write(UInt32(count - 1), 2)
    writer.write(UInt32(startBand), 6)
    for i in 0..<count {
      writer.write(UInt32(pulses[i].offset), 5)
      writer.write(UInt32(pulses[i].amplitude), 4)
    }
  }
}

extension ChannelStream {
  /// Restores the lines that were read and removes the pulses from them, as the writer needs them: the inverse of
  /// ``applyPulses(_:bands:at:)``.
  ///
  /// A pulse never changes the sign of a line (zero counts as negative), so that it can be undone without the original
  /// line. To be called only once, on a channel as it was read.
  package mutating func removePulses(bands: BandLayout) {
    restoreLines()
    guard let data = pulse else { return }
    var line = bands.longOffsets[data.startBand]
    for i in 0..<data.count {
      line += data.pulses[i].offset
      guard line < bands.longOffsets[info.bandCount] else { return }
      var band = data.startBand
      while bands.longOffsets[band + 1] <= line { band += 1 }
      guard Codebook.isSpectral(codebooks[band]) else { continue }
      let amplitude = Int16(data.pulses[i].amplitude)
      lines[line] -= lines[line] > 0 ? amplitude : -amplitude
    }
  }

  /// Adds the pulses to the quantised lines, away from zero; a line of zero becomes negative.
  ///
  /// Only bands with a spectral codebook have lines; a pulse in another band changes nothing.
  package mutating func applyPulses(_ data: PulseData, bands: BandLayout, at offset: Int) throws(AACError) {
    restoreLines()
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
