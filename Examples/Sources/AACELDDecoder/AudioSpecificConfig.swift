import Foundation

enum AscError: Error {
  case unsupportedSampleRate
  case unsupportedChannelCount
  case unsupportedFrameDuration
}

/// The AudioSpecificConfig of AAC-ELD without SBR (ISO/IEC 14496-3, 1.6.2.1 and 4.6.20).
///
///     11111 000111  audioObjectType: escape, 32 + 7 = 39
///     0100          samplingFrequencyIndex: 3 is 48 kHz, 4 is 44.1 kHz
///     0010          channelConfiguration
///     1             frameLengthFlag: 480 samples, not 512
///     000 0 0000    no resilience tools, no SBR, ELDEXT_TERM
///
/// The text's function of this name leaves out the three lowest bits of the object type and so writes object type 32.
func makeAsc(sampleRate: Int, channels: Int, frameDuration: Int) throws -> Data {
  let rates = [48000: 3, 44100: 4]
  guard let rateIndex = rates[sampleRate] else { throw AscError.unsupportedSampleRate }
  guard (1...2).contains(channels) else { throw AscError.unsupportedChannelCount }
  guard [480, 512].contains(frameDuration) else { throw AscError.unsupportedFrameDuration }
  var bits = 0b11111_000111
  bits = bits << 4 | rateIndex
  bits = bits << 4 | channels
  bits = bits << 1 | (frameDuration == 480 ? 1 : 0)
  bits = bits << 12
  return Data(stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) })
}
