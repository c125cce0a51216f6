import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import ID3Tags
import SignalProcessing

/// A conversion with a change of time before it.
///
/// ```
/// decoder ──► reversal ──► tempo and pitch ──► silence ──► the conversion, of linear PCM
/// ```
/// A speed is another rate of the same samples: the conversion brings it back to the recording's.
struct TimeChangedConversion {
  private var work: FileConversion
  private let media: MediaFile
  private let control: JobControl
  private let made = MadeTrack.Progress<TimeChangedSound>()
  private var notes: [JobNote] = []

  /// The largest number of channels whose tempo or pitch is changed.
  private static let mostStretchedChannels = 64

  init(_ job: FileConversion, _ media: MediaFile, _ control: JobControl) throws(AudioError) {
    if case .keep? = job.dataFormat?.kind { throw .output(job.output, .keptPackets(.time)) }
    let index = try JobFiles.audioTrack(job.track, of: media.reader, job.input)
    let info = media.reader.tracks[index]
    let opening = TrackSamples.Opening(
      path: job.input, reader: media.reader, track: index, decoding: job.decoding, catalog: job.catalog)
    let change = job.time
    let samples = change.isStretched ? SampleFormat.float32 : info.losslessSamples
    let survey = try TrackSamples(opening, as: samples, JobControl(cancellation: control.cancellation))
    let rate = survey.format.sampleRate
    // A stretcher's memory grows with the channels.
    guard !change.isStretched || survey.format.channelsPerFrame <= Self.mostStretchedChannels else {
      throw .input(
        job.input, .refused("more than \(Self.mostStretchedChannels) channels have no other tempo or pitch"))
    }
    var format = survey.format
    format.sampleRate = rate * change.speed
    var track = TrackInfo(format: format)
    (track.layout, track.sourceBitDepth) = (survey.layout, info.sourceBitDepth)
    var gathered = JobNotes(JobControl())
    var metadata = job.metadata ?? media.reader.metadata
    var map = TimeMap(of: info, job.decoding, decodedRate: rate, outputRate: rate / change.tempo)
    map.offset += change.leadIn * format.sampleRate
    Self.move(&metadata, by: map, isReversed: change.isReversed, &gathered)
    if change.movesTimes { metadata.removeID3Frames(where: \.statesTimes) }
    let others = media.reader.otherTracks(than: [index]).count
    if others > 0, job.track == nil { gathered.add(.tracksLeftOut(others)) }
    if job.jobCount > 1 { gathered.add(.oneJob(reason: "the sound is changed in time")) }
    gathered.add(remarksOf: media.reader)
    notes = gathered.all
    let quiet = control
    let reader = MadeTrack(track, metadata, made) { () throws(AudioError) in
      TimeChangedSound(
        try DecodedSound(opening, as: samples, isReversed: change.isReversed, quiet), change, format)
    }
    work = job
    (work.time, work.track, work.jobCount, work.rawFormat) = (TimeChange(), nil, 1, nil)
    work.metadata = metadata
    work.usualRate = change.speed == 1 ? nil : rate
    work.decoding = DecodeRequest(streamCheck: .packets, damagePolicy: job.decoding.damagePolicy)
    let container = try JobFiles.container(job.container, for: job.output, job.catalog)
    work.container = container
    if change.isStretched, work.usualSamples == nil, container.formatIDs.contains(.linearPCM) {
      work.usualSamples = OutputFormatChoice.samples(of: info, in: container)
    }
    self.media = MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: [media])
    let expected = survey.expectedFrameCount.map { Double($0) / change.tempo }
    self.control =
      expected.map { control.expecting(Int64(saturating: $0.rounded())) } ?? control
  }

  /// Moves the positions in the metadata; a reversed recording has none.
  private static func move(
    _ metadata: inout Metadata, by map: TimeMap, isReversed: Bool, _ notes: inout JobNotes
  ) {
    if isReversed, !(metadata.markers.isEmpty && metadata.regions.isEmpty) {
      (metadata.markers, metadata.regions) = ([], [])
      notes.add(.tagItemNotKept("chapters and regions of a reversed recording"))
    }
    metadata.move(by: map, &notes)
  }

  func run() throws(AudioError) -> ConversionReport {
    do throws(AudioError) {
      for note in notes { control.note(note) }
      var report = try work.run(of: media, control)
      var decoded = JobNotes(control)
      if let result = made.maker?.report { decoded.add(result) }
      report.notes = notes + report.notes + decoded.all
      return report
    } catch {
      throw made.error ?? error
    }
  }

  func plan() throws(AudioError) -> (stream: CodedStream, isCopy: Bool, notes: [JobNote]) {
    let planned = try work.plan(of: media)
    return (planned.stream, planned.isCopy, notes + planned.notes)
  }
}
