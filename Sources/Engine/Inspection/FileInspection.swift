import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioFiles
public import AudioJobs
import PacketInspection

/// Inspects a file completely: its sound, its packets and their coding tools, its structure.
///
/// ```swift
/// let report = try FileInspection(of: "song.m4a").run()
/// for tool in report.packets?.tools ?? [] { print(tool.property.scope, tool.property.name) }
/// ```
public struct FileInspection: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The index of the track, which must be audio, or `nil` for the first that is.
  public var track: Int?
  /// The part to decode, the checks (of the whole stream, by default), and the treatment of damage.
  public var decoding = DecodeRequest(streamCheck: .wholeStream)
  /// The resolution of the inspection.
  public var resolution = InspectionResolution()
  /// True if packets and structure are inspected, not only the sound.
  public var includesPackets = true
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates an inspection of the first audio track.
  public init(of input: Pathname) { self.input = input }

  /// Opens the file and inspects it.
  ///
  /// - Throws: As ``run(of:_:)``, and where the file cannot be opened.
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> InspectionReport {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Examines a file that is already open, named ``input``.
  ///
  /// A sound that cannot be decoded is reported in ``InspectionReport/soundProblem``; the rest is examined all the
  /// same.
  ///
  /// - Throws: `AudioError` if the audio track does not exist, the file cannot be read, or the job is cancelled.
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> InspectionReport {
    let index = try JobFiles.audioTrack(track, of: media.reader, input)
    var report = InspectionReport()
    try raising(input: input) { () throws(ContainerError) in
      let summary = try TrackSummary(
        of: media.reader, track: index, codecs: catalog.codecs, configuration: decoding.configuration)
      report.summary = summary
      if includesPackets {
        let stream = CodedStream(of: media.reader, track: index, configuration: decoding.configuration)
        let descriptor = catalog.inspector(formatID: media.reader.tracks[index].format.formatID)
        let builder = PacketBuilder(try? descriptor?.makeInspector(stream), resolution)
        report.packets = try builder.columns(of: media.reader, track: index, summary) {
          control.cancellation.isCancelled
        }
        report.structure = ContainerTree(of: media, track: media.reader.tracks[index], summary)
      }
    }
    if control.cancellation.isCancelled { throw AudioError.input(input, .cancelled) }
    do throws(AudioError) {
      var opening = TrackSamples.Opening(
        path: input, reader: media.reader, decoding: decoding, catalog: catalog)
      opening.track = index
      report.sound = try SoundInspection(of: opening, resolution, control)
    } catch {
      if error.kind == .cancelled { throw error }
      report.soundProblem = error.text
    }
    try media.checkFiles()
    return report
  }
}
