import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles

/// Mixes several files into one: their recordings begin together and are added up.
///
/// ```swift
/// var mix = FileMix(of: ["voice.wav", "music.flac"], to: "both.wav")
/// try mix.run()
/// ```
/// Each file counts by one over their number, so that the sum stays within full scale. The rate and the channels are
/// those of the first file, to which others are converted; the longest file says how long the output is. Metadata on
/// which all files agree are kept, and so are markers and regions.
public struct FileMix: Sendable {
  /// The files; at least one.
  public var inputs: [Pathname]
  /// The conversion of the sum: output, container, data format, encoder, level. Its input is left unread.
  public var conversion: FileConversion

  /// Creates a job whose output has the format of its extension.
  public init(of inputs: [Pathname], to output: Pathname) {
    self.inputs = inputs
    conversion = FileConversion(from: inputs.first ?? "-", to: output)
  }

  /// Decodes the files side by side and writes their sum.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> ConversionReport {
    guard !inputs.isEmpty else { throw .output(conversion.output, .option("there is nothing to mix")) }
    let files = try inputs.map { (path) throws(AudioError) in try JobFiles.open(path, conversion.catalog) }
    var parts: [TrackSamples.Opening] = []
    for (path, file) in zip(inputs, files) {
      var decoding = DecodeRequest()
      decoding.damagePolicy = conversion.decoding.damagePolicy
      parts.append(
        TrackSamples.Opening(path: path, reader: file.reader, decoding: decoding, catalog: conversion.catalog))
    }
    let first = try TrackSamples(parts[0], as: .float32, JobControl())
    let layout = first.layout ?? ChannelLayout(usualFor: first.format.channelsPerFrame)
    let format = StreamFormat(
      .float32, sampleRate: first.format.sampleRate, channelsPerFrame: layout.channelCount)
    let metadata = try metadata(parts, rate: format.sampleRate)
    var track = TrackInfo(format: format)
    track.layout = layout
    let failure = JoinedTracks.Failure()
    let sound = Sound()
    let reader = MadeTrack(track, metadata.metadata, failure: failure) { () throws(AudioError) in
      let mixed = try MixedSound(parts, format, layout, cancellation: control.cancellation)
      sound.mixed = mixed
      return mixed
    }
    var work = conversion
    work.input = inputs[0]
    var notes = JobNotes(control)
    for note in metadata.notes { notes.add(note) }
    do throws(AudioError) {
      var report = try work.run(
        of: MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: files), control)
      for result in sound.mixed?.reports ?? [] { notes.add(result) }
      report.notes = notes.all + report.notes
      return report
    } catch {
      throw failure.error ?? error
    }
  }

  /// The sum that was begun last.
  private final class Sound {
    var mixed: MixedSound?
  }

  /// Returns what the files have in common. All begin at once, as if each were over when the next one begins.
  private func metadata(_ parts: [TrackSamples.Opening], rate: Double) throws(AudioError) -> JoinedMetadata {
    let all = try parts.map { (part) throws(AudioError) in
      JoinedMetadata.Part(
        path: part.path, reader: part.reader, track: try JobFiles.audioTrack(part.track, of: part.reader, part.path),
        duration: 0)
    }
    return try JoinedMetadata(all, rate: rate, makesChapters: false)
  }
}

/// The sum of several tracks, of floats.
private final class MixedSound: SoundMaker {
  private(set) var bytes: [UInt8] = []
  private var inputs: [Input] = []

  /// A track that is added, and its frames that are not yet.
  private final class Input {
    var samples: TrackSamples
    var pending: [UInt8] = []
    var isOver = false

    init(_ samples: consuming TrackSamples) { self.samples = samples }

    /// Decodes the next frames, if those before are used up.
    func fill() throws(AudioError) {
      guard pending.isEmpty, !isOver else { return }
      isOver = try !samples.next()
      if !isOver { samples.copyBytes(from: 0, to: &pending) }
    }
  }

  init(
    _ parts: [TrackSamples.Opening], _ format: StreamFormat, _ layout: ChannelLayout, cancellation: Cancellation
  ) throws(AudioError) {
    let request = PacketRequest(format, layout: layout, stages: StageSettings(channels: .mixing))
    for part in parts {
      inputs.append(Input(try TrackSamples(part, to: request, JobControl(cancellation: cancellation))))
    }
  }

  /// The results of decoding so far.
  var reports: [DecodingReport] { inputs.map { $0.samples.report } }

  func next() throws(AudioError) -> Bool {
    for input in inputs { try input.fill() }
    let sounding = inputs.filter { !$0.pending.isEmpty }
    guard let count = sounding.map(\.pending.count).min() else { return false }
    bytes.removeAll(keepingCapacity: true)
    let gain = 1 / Float(inputs.count)
    for place in stride(from: 0, to: count, by: 4) {
      var sum: Float = 0
      for input in sounding { sum += gain * Float(littleEndian: input.pending, at: place) }
      sum.appendLittleEndian(to: &bytes)
    }
    for input in sounding { input.pending.removeFirst(count) }
    return true
  }
}

extension Float {
  /// Reads four bytes, the lowest first.
  init(littleEndian bytes: [UInt8], at place: Int) {
    var bits: UInt32 = 0
    for byte in 0..<4 { bits |= UInt32(bytes[place + byte]) << (8 * UInt32(byte)) }
    self.init(bitPattern: bits)
  }

  /// Appends four bytes, the lowest first.
  func appendLittleEndian(to bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: bitPattern >> (8 * UInt32(byte)))) }
  }
}
