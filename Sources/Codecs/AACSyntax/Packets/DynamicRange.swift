package import Bitstream

/// `dynamic_range_info()`: gains that a listener may apply to narrow the dynamic range.
///
/// ISO/IEC 14496-3, 4.5.2.7.
package struct DynamicRange: Sendable {
  /// The gain of one frequency band.
  package struct Band: Sendable, Equatable, BitwiseCopyable {
    /// `drc_band_top`: the band ends below line 4 · (top + 1).
    package var top = 0
    /// `dyn_rng_sgn` and `dyn_rng_ctl`: the gain in steps of 0.25 dB, −127…127.
    package var gain = 0

    package init(top: Int = 0, gain: Int = 0) {
      self.top = top
      self.gain = gain
    }
  }

  /// `pce_instance_tag` of the programme that the gains apply to, or `nil` for the only programme.
  package var programTag: Int?
  /// `exclude_mask`: bit `i` is set if channel `i` is left unchanged.
  package var excludedChannels: UInt64 = 0
  /// `drc_interpolation_scheme`.
  package var interpolation = 0
  package var bands: [16 of Band] = .init(repeating: Band())
  package var bandCount = 1
  /// `prog_ref_level`: the programme's level, in steps of −0.25 dB from full scale, or `nil`.
  package var referenceLevel: Int?

  package init() {}

  package init(parsing reader: inout BitReader) throws(AACError) {
    if try reader.bit() {
      programTag = try reader.bits(4)
      _ = try reader.bits(4)
    }
    if try reader.bit() {
      var channel: UInt64 = 0
      repeat {
        let mask = try reader.bits(7)
        for bit in 0..<7 where mask >> (6 - bit) & 1 != 0 && channel + UInt64(bit) < 64 {
          excludedChannels |= 1 << (channel + UInt64(bit))
        }
        channel += 7
      } while try reader.bit()
    }
    if try reader.bit() {
      bandCount = try reader.bits(4) + 1
      interpolation = try reader.bits(4)
      for band in 0..<bandCount { bands[band].top = try reader.bits(8) }
    }
    if try reader.bit() {
      referenceLevel = try reader.bits(7)
      _ = try reader.bits(1)
    }
    for band in 0..<bandCount {
      let isNegative = try reader.bit()
      let steps = try reader.bits(7)
      bands[band].gain = isNegative ? -steps : steps
    }
  }
}

extension DynamicRange {
  /// Writes `dynamic_range_info()`; up to 63 excluded channels.
  func write(to writer: inout BitWriter) {
    writer.write(programTag != nil)
    if let programTag {
      writer.write(UInt32(programTag), 4)
      writer.write(0, 4)
    }
    writer.write(excludedChannels != 0)
    if excludedChannels != 0 { writeExcludedChannels(to: &writer) }
    let hasBands = bandCount > 1 || interpolation != 0 || bands[0].top != 0
    writer.write(hasBands)
    if hasBands {
      writer.write(UInt32(bandCount - 1), 4)
      writer.write(UInt32(interpolation), 4)
      for band in 0..<bandCount { writer.write(UInt32(bands[band].top), 8) }
    }
    writer.write(referenceLevel != nil)
    if let referenceLevel { writer.write(UInt32(referenceLevel) << 1, 8) }
    for band in 0..<bandCount {
      writer.write(bands[band].gain < 0)
      writer.write(UInt32(abs(bands[band].gain)), 7)
    }
  }

  /// Masks of seven channels, the first channel in the highest bit.
  private func writeExcludedChannels(to writer: inout BitWriter) {
    var rest = excludedChannels
    repeat {
      for bit in 0..<7 { writer.write(rest >> UInt64(bit) & 1 != 0) }
      rest >>= 7
      writer.write(rest != 0)
    } while rest != 0
  }
}
