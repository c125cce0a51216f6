import AudioBase
import Bitstream
import UniDRC

/// Bytes of fields, each a value and its width in bits; zeros fill the last one.
func bits(_ fields: [(Int, Int)]) -> [UInt8] {
  var writer = BitWriter()
  for (value, width) in fields { writer.write(UInt32(truncatingIfNeeded: value), width) }
  return writer.bytes
}

/// A configuration of version 0 for two channels, as fields.
struct ConfigFields {
  /// A set of gains with one band.
  struct Gains {
    var profile = 0
    var isLinear = true
    var isFullFrame = true
    var isCentred = false
    var step: Int? = 32
  }

  /// A set of dynamic range control over all channels.
  struct DRCSet {
    var identifier: Int
    var effects: Int
    var gains = 0
    /// The upper and lower end of the target range, in LKFS.
    var range: (upper: Int, lower: Int)?
    var dependency: Int?
    var isDependent = false
    /// Attenuation and amplification in eighths.
    var scaling: (Int, Int)?
    /// Quarters of a dB.
    var offset = 0
    /// The code of the factor of a set that ducks.
    var ducking: Int?
    /// Eighths of a dB below full scale.
    var limiterPeak: Int?
    var downmix = 0
  }

  var gains = [Gains()]
  var sets: [DRCSet]

  var fields: [(Int, Int)] {
    // No rate, no downmixes, nothing basic, one place of gains; two channels without a layout.
    var all = [(0, 1), (0, 7), (0, 1), (1, 3), (sets.count, 6), (2, 7), (0, 1)]
    all += [(1, 4), (0, 1), (gains.count, 6)]
    for gain in gains {
      all += [
        (gain.profile, 2), (gain.isLinear ? 1 : 0, 1), (gain.isFullFrame ? 1 : 0, 1), (gain.isCentred ? 1 : 0, 1),
      ]
      all += gain.step.map { [(1, 1), ($0 - 1, 11)] } ?? [(0, 1)]
      if gain.profile != 3 { all += [(1, 4), (0, 7)] }
    }
    for set in sets { all += Self.fields(set) }
    return all + [(0, 1)]
  }

  private static func fields(_ set: DRCSet) -> [(Int, Int)] {
    var all = [(set.identifier, 6), (1, 4), (set.downmix, 7), (0, 1), (set.effects, 16)]
    let ducks = set.effects & 0xC00 != 0
    if !ducks { all += set.limiterPeak.map { [(1, 1), ($0, 8)] } ?? [(0, 1)] }
    all += set.range.map { [(1, 1), ($0.upper + 63, 6), (1, 1), ($0.lower + 63, 6)] } ?? [(0, 1)]
    all += set.dependency.map { [(1, 1), ($0, 6)] } ?? [(0, 1), (set.isDependent ? 1 : 0, 1)]
    all += [(set.gains + 1, 6)]
    if ducks { all += set.ducking.map { [(1, 1), ($0, 4)] } ?? [(0, 1)] }
    // The second channel as the first; a set for any mixture has one entry.
    all += set.downmix == 127 && !ducks ? [(0, 1)] : [(1, 1), (0, 5)]
    guard !ducks else { return all }
    all += set.scaling.map { [(1, 1), ($0.0, 4), ($0.1, 4)] } ?? [(0, 1)]
    all += set.offset == 0 ? [(0, 1)] : [(1, 1), (set.offset < 0 ? 1 : 0, 1), (abs(set.offset) - 1, 5)]
    return all
  }

  func config() throws(CodecError) -> UniDRCConfig {
    let bytes = bits(fields)
    var reader = BitReader(bytes.span)
    return try UniDRCConfig(parsing: &reader)
  }
}

/// The wishes of settings that are changed from those that ask for nothing.
func request(_ change: (inout DecoderSettings) -> Void) -> DRCRequest? {
  var settings = DecoderSettings()
  change(&settings)
  return DRCRequest(settings)
}

/// A statement of loudness in LKFS and of a peak in dB of full scale.
func stated(_ level: Double?, peak: Double? = nil, set: Int = 0) -> StatedLoudness {
  var statement = StatedLoudness()
  statement.dynamicRangeSet = set
  statement.truePeak = peak
  if let level { statement.measurements = [.init(.program, level, system: 2, reliability: 3)] }
  return statement
}
