import AudioBase
import Bitstream

/// `samplingFrequency`: a rate of the standard's list, or any other rate in Hz.
///
/// ISO/IEC 14496-3, 1.6.3.4.
public enum SamplingFrequency: Hashable, Sendable {
  /// `samplingFrequencyIndex` 0…12.
  case index(Int)
  /// Index 15 and 24 bits with the rate in Hz.
  case explicit(Int)

  /// The rates of indices 0…12, in Hz.
  public static let rates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  /// The lowest rates for the tables of index 0…10; lower rates use those of index 11.
  private static let tableLimits = [92017, 75132, 55426, 46009, 37566, 27713, 23004, 18783, 13856, 11502, 9391]

  /// Creates the shortest form of a rate in Hz, clamped to the range of the field, 0…2^24 − 1.
  public init(hertz: Int) {
    let hertz = max(0, min(hertz, 0xFF_FFFF))
    self = SamplingFrequency.rates.firstIndex(of: hertz).map { .index($0) } ?? .explicit(hertz)
  }

  /// The rate in Hz.
  public var hertz: Int {
    switch self {
    case .index(let index): SamplingFrequency.rates[index]
    case .explicit(let rate): rate
    }
  }

  /// The index 0…12 whose band tables and limits the rate uses (ISO/IEC 14496-3, Table 4.82).
  public var tableIndex: Int {
    switch self {
    case .index(let index): index
    case .explicit(let rate): SamplingFrequency.tableLimits.firstIndex { rate >= $0 } ?? 11
    }
  }

  init(parsing reader: inout BitReader) throws(CodecError) {
    let start = reader.offset
    switch try reader.field(4) {
    case 15: self = .explicit(try reader.field(24))
    case let index where index < SamplingFrequency.rates.count: self = .index(index)
    default: throw CodecError(.malformed, "reserved sampling frequency index", bitOffset: start)
    }
    if hertz == 0 { throw CodecError(.malformed, "the sampling frequency is zero", bitOffset: start) }
  }

  func write(to writer: inout BitWriter) {
    switch self {
    case .index(let index): writer.write(UInt32(index), 4)
    case .explicit(let rate):
      writer.write(15, 4)
      writer.write(UInt32(rate), 24)
    }
  }
}
