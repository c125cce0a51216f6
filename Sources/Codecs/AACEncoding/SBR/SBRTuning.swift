import AACReplication
import AACSyntax
import AudioBase
import MPEG4Systems

/// The frequency at which an encoder lets SBR take over from the core, and the resolution of the description above it.
///
/// The choice is the encoder's; ISO/IEC 14496-3, 4.6.18.3, defines the values of a header.
struct SBRTuning: Sendable {
  let header: SBRHeader
  let bands: SBRBands
  /// `bs_coupling`: a pair is described by the level of both channels and the balance between them.
  let isCoupled: Bool
  /// True if the core is AAC-ELD: with other grids, and headers only in the configuration.
  let isLowDelay: Bool
  /// True if each payload of LD-SBR begins with a CRC.
  let hasCRC: Bool

  /// The number of frames from one header to the next: about half a second at 44.1 kHz until a decoder can begin in
  /// mid-stream. LD-SBR has no headers in its payloads; its payloads are independent of earlier ones just as often.
  static let headerPeriod = 10

  /// A bit rate of one channel, and the frequencies in Hz at which SBR begins and ends.
  private struct Row {
    var bitRate: Double
    var crossover: Double
    var end: Double
  }

  /// With more bits the core reaches higher; below, SBR may end lower, as its bits are needed elsewhere. At 16 to 24
  /// kbit/s a channel a core that ends 20 to 28 % lower than it could, with its bits below, is better in both measures
  /// of Scripts/measure encoder-quality.
  private static let rows = [
    Row(bitRate: 8000, crossover: 2600, end: 11000), Row(bitRate: 12000, crossover: 3200, end: 14000),
    Row(bitRate: 16000, crossover: 4000, end: 16200), Row(bitRate: 20000, crossover: 5000, end: 17200),
    Row(bitRate: 24000, crossover: 6100, end: 17600), Row(bitRate: 32000, crossover: 7900, end: 18000),
    Row(bitRate: 48000, crossover: 10800, end: 18000),
  ]
  /// The same for AAC-ELD at dual rate, whose core of 512 lines also gains from an end 15 % lower at 32 kbit/s per
  /// channel.
  private static let lowDelayRows = rows.map {
    $0.bitRate == 32000 ? Row(bitRate: 32000, crossover: 6700, end: 18000) : $0
  }
  /// The ratio of the bits that one channel of a pair needs to those of a single channel.
  private static let singleShare = 0.85
  /// The bit rate of a channel below which a pair is coupled.
  private static let coupledBitRate = 18_000.0
  /// The bit rate of a channel below which bands are wider: 8 an octave in place of 10.
  private static let wideBitRate = 18_000.0
  /// The weight of SBR's start relative to its end.
  private static let crossoverWeight = 3.0
  /// The highest upper limit of SBR, as a fraction of the output rate.
  private static let highestEnd = 0.49

  /// The limiter of gains, switched off: a patch of a low band falls off more steeply than the band that it stands for,
  /// and the limiter, which compares the gains of its own band, would leave its upper end 7 to 20 dB too quiet.
  private static var limiter: SBRHeader.Limiter {
    var limiter = SBRHeader.Limiter()
    limiter.gains = 3
    return limiter
  }

  /// Chooses the bands that come nearest to those a bit rate calls for.
  ///
  /// - Parameters:
  ///   - configuration: The stream's use of SBR.
  ///   - bitRate: Of one channel, in bits per second.
  ///   - isPair: True if channels are coded together, which is cheaper.
  ///   - bandwidth: The highest frequency that is kept, in Hz, where the user gives one.
  init(
    _ configuration: SBRConfiguration, bitRate: Double, isPair: Bool, bandwidth: Double?
  ) throws(CodecError) {
    // Bands follow from twice the core's rate, also where the output has the core's.
    let sampleRate = 2 * configuration.coreRate
    var wanted = SBRTuning.wanted(bitRate * (isPair ? 1 : SBRTuning.singleShare), configuration)
    if configuration.hasParametricStereo { wanted.crossover *= SBRTuning.parametricShare(bitRate) }
    let end = min(bandwidth ?? wanted.end, SBRTuning.highestEnd * Double(configuration.factor * configuration.coreRate))
    var best: (cost: Double, bands: SBRBands)?
    for start in 0...15 {
      for stop in 0...13 {
        var candidate = SBRHeader()
        candidate.startFrequency = start
        candidate.stopFrequency = stop
        candidate.limiter = SBRTuning.limiter
        if bitRate < SBRTuning.wideBitRate {
          candidate.frequency = SBRHeader.Frequency()
          candidate.frequency?.scale = 3
        }
        guard let bands = try? SBRBands(candidate, sampleRate: sampleRate),
          bands.end <= configuration.synthesisBandCount, bands.first <= SBRTuning.highestStart(configuration)
        else { continue }
        let cost =
          SBRTuning.crossoverWeight * SBRTuning.distance(bands.first, wanted.crossover, sampleRate)
          + SBRTuning.distance(bands.end, end, sampleRate)
        if cost < best?.cost ?? .infinity { best = (cost, bands) }
      }
    }
    guard let best else {
      throw CodecError(.unsupported, "no bands of SBR fit the sampling rate", clause: "ISO/IEC 14496-3, 4.6.18.3")
    }
    bands = best.bands
    header = best.bands.header
    isCoupled = isPair && bitRate < SBRTuning.coupledBitRate
    isLowDelay = configuration.isLowDelay
    hasCRC = configuration.hasCRC
  }

  /// Returns the highest subband at which SBR may begin: in LD-SBR at dual rate ``HalvingFilter`` aliases higher
  /// frequencies, which do not occur with LD MPEG Surround.
  private static func highestStart(_ configuration: SBRConfiguration) -> Int {
    configuration.isLowDelay && !configuration.isDownsampled && !configuration.hasSurround ? 26 : LowSubbands.bandCount
  }

  /// Returns the factor of SBR's start frequency with Parametric Stereo: 0.85 at 24 kbit/s in all and below, rising to
  /// 1 at 32.
  ///
  /// Of these, core and SBR have 22.4 and 29.8, as Parametric Stereo takes the rest. Both sets of clips gain at 24,
  /// neither at 32.
  /// - Parameter bitRate: The bit rate of core and SBR, in bits per second.
  private static func parametricShare(_ bitRate: Double) -> Double {
    min(max(0.85 + 0.15 * (bitRate - 22_400) / 7_400, 0.85), 1)
  }

  /// Returns the distance of a subband from a frequency, in octaves.
  private static func distance(_ subband: Int, _ frequency: Double, _ sampleRate: Int) -> Double {
    let found = Double(subband * sampleRate) / Double(2 * QuadratureMirrorMatrix.bandCount)
    return abs(BinaryLogarithm.of(found / max(frequency, 1)))
  }

  /// Returns the frequencies of a bit rate, between those of the rows.
  private static func wanted(
    _ bitRate: Double, _ configuration: SBRConfiguration
  ) -> (crossover: Double, end: Double) {
    let isOwn = configuration.isLowDelay && !configuration.isDownsampled && !configuration.hasSurround
    let rows = isOwn ? SBRTuning.lowDelayRows : SBRTuning.rows
    guard let upper = rows.firstIndex(where: { $0.bitRate >= bitRate }) else {
      return (rows[rows.count - 1].crossover, rows[rows.count - 1].end)
    }
    guard upper > 0 else { return (rows[0].crossover, rows[0].end) }
    let (low, high) = (rows[upper - 1], rows[upper])
    let share = (bitRate - low.bitRate) / (high.bitRate - low.bitRate)
    return (
      low.crossover + share * (high.crossover - low.crossover), low.end + share * (high.end - low.end)
    )
  }
}
