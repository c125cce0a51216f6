package import Bitstream
import MPEG4Systems

// Holds throughout: only the encoder and tests write, what the standard allows.

extension SurroundConfiguration {
  /// Creates the configuration that known encoders use: 15 bands, a gain of √2, no shaping, the first arrangement of
  /// the decorrelator.
  ///
  /// - Parameters:
  ///   - sampleRate: Of the output, in Hz.
  ///   - slotCount: Time slots of a frame.
  package init(sampleRate: Int, slotCount: Int) {
    self.sampleRate = sampleRate
    self.slotCount = slotCount
    bandCount = 15
    hasDownmixGains = false
    downmixGain = 2
    shaping = .none
    decorrelation = 0
    hasFineEnvelopes = false
  }

  /// Writes the configuration, padded to whole bytes, without extensions.
  package func write(to writer: inout BitWriter) {
    let start = writer.offset
    if let index = SamplingFrequency.rates.firstIndex(of: sampleRate) {
      writer.write(UInt32(index), 4)
    } else {
      writer.write(15, 4)
      writer.write(UInt32(sampleRate), 24)
    }
    writer.write(UInt32(slotCount - 1), 5)
    writer.write(UInt32(SurroundConfiguration.bandCountCode(bandCount)), 3)
    // The tree 2-1-2, and values quantised alike at all levels.
    writer.write(7, 4)
    writer.write(0, 2)
    writer.write(hasDownmixGains)
    writer.write(UInt32(downmixGain), 3)
    writer.write(UInt32(shaping.rawValue), 2)
    writer.write(UInt32(decorrelation), 2)
    if shaping == .guided { writer.write(hasFineEnvelopes) }
    writer.align(from: start)
  }

  /// `bsFreqRes` of a number of bands.
  private static func bandCountCode(_ count: Int) -> Int {
    switch count {
    case 23: 1
    case 15: 2
    case 12: 3
    case 9: 4
    case 7: 5
    case 5: 6
    default: 7
    }
  }
}
