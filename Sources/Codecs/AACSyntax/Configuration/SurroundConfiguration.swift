package import Bitstream
import MPEG4Systems

/// `LdSpatialSpecificConfig()`: how a stream uses LD MPEG Surround, the stereo of AAC-ELD version 2.
///
/// ISO/IEC 23003-2. It is part of the AudioSpecificConfig, and may be repeated in the packets.
package struct SurroundConfiguration: Sendable, Equatable {
  /// `bsTempShapeConfig`: the temporal shaping of sounds that the decorrelator smears.
  package enum Shaping: Int, Sendable, BitwiseCopyable {
    case none
    /// STP: the decorrelated signal gets the envelope of the direct one.
    case decorrelated
    /// GES: envelopes are transmitted.
    case guided
  }

  /// `bsSamplingFrequency`: the rate of the output, in Hz.
  package var sampleRate: Int
  /// `bsFrameLength` + 1: time slots of a frame.
  package var slotCount: Int
  /// The parameter bands that `bsFreqRes` stands for.
  package var bandCount: Int
  /// `bsArbitraryDownmix`: true if frames hold gains of the downmix, which a stereo output has no use for.
  package var hasDownmixGains: Bool
  /// `bsFixedGainDMX`: the gain of the downmix.
  package var downmixGain: Int
  package var shaping: Shaping
  /// `bsDecorrConfig`, 0…2: where the decorrelator's regions begin.
  package var decorrelation: Int
  /// `bsEnvQuantMode`: true if the transmitted envelopes have the finer steps.
  package var hasFineEnvelopes: Bool

  /// The number of subbands of the filterbanks.
  package var subbandCount: Int { SurroundConfiguration.subbandCount(sampleRate: sampleRate) }

  /// Returns the number of subbands at an output rate in Hz.
  package static func subbandCount(sampleRate: Int) -> Int { sampleRate < 27713 ? 32 : 64 }

  private static let bandCounts: [8 of Int] = [0, 23, 15, 12, 9, 7, 5, 4]

  /// Reads a configuration, which ends with the reader.
  package init(parsing reader: inout BitReader) throws(AACError) {
    let start = reader.offset
    sampleRate = try SurroundConfiguration.rate(&reader)
    slotCount = try reader.bits(5) + 1
    bandCount = SurroundConfiguration.bandCounts[try reader.bits(3)]
    guard try reader.bits(4) == 7 else { throw AACError(.surroundTree, at: start) }
    guard try reader.bits(2) == 0 else { throw AACError(.surroundQuantization, at: start) }
    hasDownmixGains = try reader.bit()
    downmixGain = try reader.bits(3)
    let shaping = Shaping(rawValue: try reader.bits(2))
    decorrelation = try reader.bits(2)
    guard let shaping, decorrelation < 3, bandCount > 0 else { throw AACError(.surroundConfiguration, at: start) }
    self.shaping = shaping
    hasFineEnvelopes = shaping == .guided ? try reader.bit() : false
    let excess = (reader.offset - start) & 7
    if excess != 0 { _ = try reader.bits(8 - excess) }
    try SurroundConfiguration.skipExtensions(&reader)
  }

  private static func rate(_ reader: inout BitReader) throws(AACError) -> Int {
    let start = reader.offset
    let index = try reader.bits(4)
    if index == 15 { return try reader.bits(24) }
    guard index < SamplingFrequency.rates.count else { throw AACError(.surroundConfiguration, at: start) }
    return SamplingFrequency.rates[index]
  }

  /// Skips the extensions, which do not concern a stereo output.
  private static func skipExtensions(_ reader: inout BitReader) throws(AACError) {
    while reader.remaining >= 8 {
      _ = try reader.bits(4)
      var length = try reader.bits(4)
      if length == 15 {
        let more = try reader.bits(8)
        length += more
        if more == 255 { length += try reader.bits(16) }
      }
      try reader.jump(to: reader.offset + 8 * length)
    }
  }

  /// Checks that the time slots fill the frames of a stream.
  ///
  /// - Parameters:
  ///   - outputRate: The rate of the output, in Hz.
  ///   - frameLength: The number of samples per frame of the output.
  package func check(outputRate: Int, frameLength: Int) throws(AACError) {
    guard sampleRate == outputRate, slotCount * subbandCount == frameLength else {
      throw AACError(.surroundFrameLength, at: 0)
    }
  }
}
