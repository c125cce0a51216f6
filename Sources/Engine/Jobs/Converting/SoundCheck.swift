public import AudioBase
public import AudioCatalog
public import AudioConversion
import AudioFiles
import SignalProcessing

/// The treatment of the loudness values that files carry for players.
public enum SoundCheckMode: Sendable, Hashable {
  /// Add nothing to the metadata of the input.
  case none
  /// Measure the loudness of the chosen track and write it. The track is decoded once more.
  case generate
  /// Copy the source's loudness; a source without it is rejected.
  case read

  /// Returns the entries of the info dictionary that carry it.
  func info(of work: ConversionWork) throws(AudioError) -> [InfoKey: String] {
    switch self {
    case .none: return [:]
    case .read:
      guard let text = work.job.metadata?[SoundCheck.key] ?? work.media.reader.metadata[SoundCheck.key] else {
        throw .input(work.job.input, .noLoudness)
      }
      return [SoundCheck.key: text]
    case .generate:
      var measured = try SoundCheck(measuring: work)
      let gain = work.level.gain
      measured.loudness += Decibels.level(ofAmplitude: gain)
      measured.peak *= gain
      return [SoundCheck.key: measured.text]
    }
  }
}

/// The loudness of a recording in the form of iTunes: `iTunNORM`, ten numbers of eight hexadecimal digits.
///
/// Numbers 1 and 2 are the loudness of left and right as a gain in units of 1/1000 (1000 at the reference level, 10
/// times less per 10 dB that the recording is to be raised), 3 and 4 the same in units of 1/2500, 7 and 8 the peak of
/// 32768. 5, 6, 9 and 10 have no published meaning, and are 0 here. The layout is known from public descriptions, not
///        from Apple.
public struct SoundCheck: Sendable, Hashable {
  /// The key of the loudness in MP4 and CAF files.
  public static let key = InfoKey("iTunNORM")
  /// The loudness to which players adjust a recording, in LUFS.
  public static let referenceLoudness = -16.0

  /// The loudness of the whole recording, in LUFS.
  public var loudness: Double
  /// The largest sample; full scale is 1.
  public var peak: Double

  /// Creates the loudness of a recording.
  ///
  /// - Parameters:
  ///   - loudness: LUFS; `-infinity` for silence, which is not raised.
  ///   - peak: The largest sample, full scale being 1.
  public init(loudness: Double, peak: Double) {
    self.loudness = loudness
    self.peak = peak
  }

  /// Creates the loudness that a meter has measured.
  init(of meter: borrowing LoudnessMeter) {
    self.init(loudness: meter.integrated ?? -.infinity, peak: meter.samplePeak)
  }

  /// The ten numbers, each behind a space.
  public var text: String {
    let gain = loudness.isFinite ? Self.referenceLoudness - loudness : 0
    let factor = Decibels.power(ofLevel: -gain)
    let numbers = [
      1000 * factor, 1000 * factor, 2500 * factor, 2500 * factor, 0, 0, peak * 32768, peak * 32768, 0, 0,
    ]
    return Self.text(of: numbers.map { min($0, 65534) })
  }

  /// Returns ten numbers, each after a space; NaN, or a number below 0, becomes 0.
  static func text(of numbers: [Double]) -> String {
    numbers.map { number in
      // Holds: the number lies between 0 and 2^32 - 1; NaN has become 0.
      let digits = String(UInt32(number > 0 ? min(number.rounded(), 0xFFFF_FFFF) : 0), radix: 16, uppercase: true)
      // Bound: 8.
      return " " + String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Measures the loudness of a track.
  ///
  /// - Parameters:
  ///   - reader: The file; the measurement keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - decoding: The part that is decoded, and the handling of damage.
  ///   - catalog: The decoders to choose from.
  /// - Throws: `AudioError`.
  public init(
    of reader: any ContainerReader, track: Int, decoding: DecodeRequest = DecodeRequest(),
    catalog: Catalog = .standard
  ) throws(AudioError) {
    let decoder = try TrackDecoder(of: reader, track: track, codecs: catalog.codecs, options: decoding)
    var measurement = try LoudnessMeasurement(decoder)
    while try measurement.measureNext() {}
    self.init(of: measurement.meter)
  }

  /// Measures the loudness of the track that a job converts.
  init(measuring work: ConversionWork) throws(AudioError) {
    var isCancelled = false
    let meter = try raising(input: work.job.input) { () throws(AudioError) in
      let decoder = try TrackDecoder(
        of: work.media.reader, track: work.track, codecs: work.job.catalog.codecs, options: work.job.decoding)
      var progress = StageProgress(
        .measuringLoudness, .frames(sampleRate: decoder.format.sampleRate), expected: decoder.expectedFrameCount,
        work.control)
      var measurement = try LoudnessMeasurement(decoder)
      while !isCancelled, try measurement.measureNext() {
        progress.update(measurement.frameCount)
        isCancelled = progress.isCancelled
      }
      return measurement.meter
    }
    self.init(of: meter)
    if isCancelled { throw .output(work.job.output, .cancelled) }
  }
}
