/// The use of spectral band replication in a stream.
package struct SBRConfiguration: Sendable, Equatable {
  /// True if the core is AAC-ELD: other grids, other filterbanks, headers in the configuration.
  package var isLowDelay: Bool
  /// True if the output has the core's rate instead of twice as much.
  package var isDownsampled: Bool
  /// True if each payload of LD-SBR begins with a CRC; the payloads of the other types state it themselves.
  package var hasCRC: Bool
  /// True if Parametric Stereo makes two channels of one.
  package var hasParametricStereo = false
  /// True if LD MPEG Surround makes two channels of one; LD-SBR then uses its filterbanks.
  package var hasSurround = false
  /// The core's rate that determines the bands, in Hz: with reduced delay the nominal one.
  package var coreRate: Int
  /// The number of frames of the core in one packet: 1024, 960, 512 or 480, or fewer with reduced delay.
  package var coreFrameLength: Int
  /// The downscaling factor of AAC-ELD with reduced delay: the number of bands of the filterbanks is divided by it.
  package var downscaleFactor = 1

  /// The enhancement of USAC; `nil` in MPEG-4.
  package var enhancement: SBREnhancement?

  /// The number of output samples for each core sample, in MPEG-4.
  package var factor: Int { isDownsampled ? 1 : 2 }
  /// The delay of the output relative to the core's, in frames at the output's rate.
  ///
  /// ISO/IEC 14496-3, 4.6.18.4: the banks, and the columns that are looked at but not for filters.
  package var delay: Int {
    let banks = isLowDelay ? 64 : 578 + 6 * 64
    return (isDownsampled ? banks / 2 : banks) / downscaleFactor
  }
}

extension SBRConfiguration {
  /// Returns the configuration of enhanced SBR: `sampleRate` is the output's, `coreFrameLength` 768 or 1,024.
  package init(_ enhancement: SBREnhancement, sampleRate: Int, coreFrameLength: Int) {
    self.init(
      isLowDelay: false, isDownsampled: false, hasCRC: false, coreRate: sampleRate / 2,
      coreFrameLength: coreFrameLength, enhancement: enhancement)
  }
}
