public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioFiles
import SignalProcessing

/// Measures the loudness of a file: ITU-R BS.1770-4 and EBU R 128.
///
/// ```swift
/// let reports = try paths.map { try FileLoudness(of: $0).run() }
/// let album = LoudnessReport(joining: reports)
/// ```
public struct FileLoudness: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The index of the track, which must be audio, or `nil` for the first that is.
  public var track: Int?
  /// The part to decode, and the treatment of damage.
  public var decoding = DecodeRequest()
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a measurement of the first audio track.
  public init(of input: Pathname) { self.input = input }

  /// Opens the file, decodes it and measures it.
  ///
  /// - Throws: `AudioError`; rates beyond 8 to 384 kHz are refused.
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> LoudnessReport {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Measures a file that is already open, named ``input``.
  ///
  /// - Throws: `AudioError`; rates beyond 8 to 384 kHz are refused.
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> LoudnessReport {
    var report = try measure(media, control)
    try media.checkFiles()
    report.stamp = media.stamp
    return report
  }

  private func measure(_ media: MediaFile, _ control: JobControl) throws(AudioError) -> LoudnessReport {
    let index = try JobFiles.audioTrack(track, of: media.reader, input)
    var notes = JobNotes(control)
    do throws(AudioError) {
      let decoder = try TrackDecoder(of: media.reader, track: index, codecs: catalog.codecs, options: decoding)
      let rate = decoder.format.sampleRate
      var progress = StageProgress(
        .measuringLoudness, .frames(sampleRate: rate), expected: decoder.expectedFrameCount, control)
      var measurement = try LoudnessMeasurement(decoder)
      while !progress.isCancelled, try measurement.measureNext() { progress.update(measurement.frameCount) }
      if !progress.isCancelled {
        notes.add(measurement.report)
        notes.add(remarksOf: media.reader)
        if !decoding.isPart { notes.add(endOf: media) }
        return LoudnessReport(
          measurement.meter, notes.all, formatID: media.reader.tracks[index].format.formatID)
      }
    } catch {
      throw .input(input, error)
    }
    throw .input(input, .cancelled)
  }
}

/// The loudness of a recording, or of several recordings of an album.
public struct LoudnessReport: Sendable {
  /// The integrated, gated loudness, in LUFS; `nil` in silence.
  public var integrated: Double? { meter.integrated }
  /// The loudness range, in LU; `nil` for less than 3 s, or for silence.
  public var range: Double? { meter.range }
  /// The largest momentary loudness (400 ms), in LUFS; `nil` for a shorter recording.
  public var maximumMomentary: Double? { meter.maximumMomentary }
  /// The largest short-term loudness (3 s), in LUFS; `nil` for a shorter recording.
  public var maximumShortTerm: Double? { meter.maximumShortTerm }
  /// The true peak: the largest magnitude between samples; 1 is full scale.
  public var truePeak: Double { meter.truePeak }
  /// The largest magnitude of a sample; 1 is full scale.
  public var samplePeak: Double { meter.samplePeak }
  /// The number of measured frames.
  public var frameCount: Int64 { Int64(meter.frameCount) }
  /// The data format of the file; for several files, that of the first.
  public let formatID: FourCharacterCode
  /// All notes on the file.
  public var notes: [JobNote]

  /// The state of the file when it was measured; `nil` for a pipe, and for several files.
  package fileprivate(set) var stamp: FileStamp?

  private let meter: LoudnessMeter

  init(_ meter: LoudnessMeter, _ notes: [JobNote], formatID: FourCharacterCode) {
    self.meter = meter
    self.notes = notes
    self.formatID = formatID
  }

  /// Joins recordings to an album: its loudness covers all their windows, its peak is the largest.
  ///
  /// - Returns: `nil` if there are no reports.
  public init?(joining reports: [LoudnessReport]) {
    guard let first = reports.first else { return nil }
    var meter = first.meter
    for report in reports.dropFirst() { meter.add(report.meter) }
    self.init(meter, [], formatID: first.formatID)
  }

  /// The loudness to which players adjust a recording by ReplayGain 2.0, in LUFS.
  public static let replayGainReference = -18.0

  /// The gain of ReplayGain 2.0, in dB; 0 for silence.
  public var replayGain: Double { integrated.map { Self.replayGainReference - $0 } ?? 0 }

  /// Returns the ReplayGain tags for players: gains in dB and peaks of a full scale of 1, or, of Opus, gains of 1/256
  /// The gain to -23 LUFS, in dB (RFC 7845, 5.2.1).
  ///
  /// - Parameters:
  ///   - album: The loudness of all recordings that belong together, or `nil`.
  ///   - formatID: The data format of the file.
  public func replayGainTags(album: LoudnessReport?, formatID: FourCharacterCode) -> [InfoKey: String] {
    var tags: [InfoKey: String] = [:]
    for (name, report) in [("TRACK", self as LoudnessReport?), ("ALBUM", album)] {
      guard let report else { continue }
      if formatID == .opus {
        let gain = (report.replayGain - 5) * 256
        tags[InfoKey("R128_\(name)_GAIN")] = "\(Int(min(max(gain.rounded(), -32768), 32767)))"
      } else {
        tags[InfoKey("REPLAYGAIN_\(name)_GAIN")] = Self.decimal(report.replayGain, 2) + " dB"
        tags[InfoKey("REPLAYGAIN_\(name)_PEAK")] = Self.decimal(report.truePeak, 6)
      }
    }
    return tags
  }

  /// Returns a number with a fixed count of decimal places.
  static func decimal(_ number: Double, _ places: Int) -> String {
    let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
    // Holds: gains are at most a few hundred, and peaks some thousands.
    let scaled = Int64(min((number.magnitude * factor).rounded(), 0x1p53))
    let digits = String(scaled)
    // Bound: the places.
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (number < 0 && scaled != 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// The Sound Check values of the recording.
  public var soundCheck: SoundCheck { SoundCheck(of: meter) }
}
