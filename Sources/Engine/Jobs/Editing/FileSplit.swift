public import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles

/// Splits one file into several, without a gap between the pieces.
///
/// ```swift
/// var split = FileSplit(of: "album.flac") { piece in Pathname("\(piece.number).flac") }
/// split.borders = .chapters
/// let pieces = try split.run()
/// ```
public struct FileSplit: Sendable {
  /// The borders between pieces.
  public enum Borders: Sendable {
    /// At the file's chapters and markers.
    case chapters
    /// At the tracks of a cue sheet.
    case cueSheet(CueSheet)
    /// In the middle of silences: below a magnitude, where full scale is 1, for at least a duration in seconds.
    case silence(threshold: Double, duration: Double)
    /// At regular intervals in seconds.
    case length(seconds: Double)
  }

  /// A piece of the recording.
  public struct Piece: Sendable, Hashable {
    /// The number of the piece, from 1 on.
    public var number: Int
    /// The number of all pieces.
    public var count: Int
    /// The tags of the piece from chapters or a cue sheet; its other tags are those of the whole.
    public var tags: [InfoKey: String]
    /// The frames of the recording in the piece.
    public var frames: Range<Int64>
    /// The frames per second.
    public var sampleRate: Double

    /// The title; empty if none is stated.
    public var title: String { tags[.title] ?? "" }

    /// Returns true if a frame is that of a border, to within one frame.
    fileprivate func isBordered(by frame: Double) -> Bool {
      abs(frame - Double(frames.lowerBound)) < 1 || abs(frame - Double(frames.upperBound)) < 1
    }
  }

  /// The conversion of each piece: input, data format, encoder, level. Its output is ignored.
  public var conversion: FileConversion
  /// The borders between pieces.
  public var borders = Borders.chapters
  /// Returns the output file of a piece.
  public var output: @Sendable (Piece) -> Pathname

  /// The largest number of pieces.
  public static let mostPieces = 9999

  /// Creates a job.
  public init(of input: Pathname, output: @escaping @Sendable (Piece) -> Pathname) {
    conversion = FileConversion(from: input, to: "-")
    self.output = output
  }

  /// Finds the borders and writes the pieces in order. Sound before the first chapter belongs to the first piece.
  ///
  /// - Throws: `AudioError`; pieces that were whole before stay.
  /// - Returns: The pieces with their files and the results of their conversions.
  @discardableResult
  public func run(
    _ control: JobControl = JobControl()
  ) throws(AudioError) -> [(piece: Piece, path: Pathname, report: ConversionReport)] {
    let media = try JobFiles.open(conversion.input, conversion.catalog, rawFormat: conversion.rawFormat)
    let pieces = try self.pieces(of: media, control)
    let paths = pieces.map(output)
    guard Set(paths).count == paths.count else {
      throw .output(paths[0], .refused("several pieces would have this name; a %n in the pattern tells them apart"))
    }
    let scale = try markerScale(of: media, pieces[0].sampleRate)
    var results: [(piece: Piece, path: Pathname, report: ConversionReport)] = []
    for (piece, path) in zip(pieces, paths) {
      var work = conversion
      work.output = path
      work.decoding.stretch = piece.frames
      var metadata = conversion.metadata ?? media.reader.metadata
      // The place at which the piece begins is its name, and that at which it ends the name of the next.
      if case .chapters = borders { metadata.markers.removeAll { piece.isBordered(by: $0.framePosition * scale) } }
      var changes = TagChanges()
      changes.values = piece.tags
      if case .cueSheet = borders { changes.removedKeys.insert(.title) }
      if changes.values[.trackNumber] == nil { changes.values[.trackNumber] = "\(piece.number)/\(piece.count)" }
      work.metadata = changes.applied(to: metadata)
      results.append((piece, path, try work.run(of: media, control)))
    }
    return results
  }

  /// Returns the ratio of the rate of the decoded samples to the rate in which the track's markers are counted.
  private func markerScale(of media: MediaFile, _ decodedRate: Double) throws(AudioError) -> Double {
    let track = try JobFiles.audioTrack(conversion.track, of: media.reader, conversion.input)
    let rate = media.reader.tracks[track].format.sampleRate
    return rate > 0 ? decodedRate / rate : 1
  }

  /// The beginning of a piece, and its tags.
  private struct Beginning {
    var frame: Int64
    var tags: [InfoKey: String] = [:]
  }

  private func pieces(of media: MediaFile, _ control: JobControl) throws(AudioError) -> [Piece] {
    let samples = try TrackSamples(
      TrackSamples.Opening(
        path: conversion.input, reader: media.reader, track: conversion.track, decoding: conversion.decoding,
        catalog: conversion.catalog), control)
    let isSilence: (threshold: Double, duration: Double)? =
      if case .silence(let threshold, let duration) = borders { (threshold, duration) } else { nil }
    let search = try SilenceSearch(
      samples, threshold: isSilence?.threshold ?? 0, duration: isSilence?.duration ?? .greatestFiniteMagnitude / 1e9)
    var beginnings = try self.beginnings(search, media)
    // A chapter may stand at the very end.
    let lastFrame = if case .cueSheet = borders { search.frameCount - 1 } else { search.frameCount }
    if let late = beginnings.first(where: { $0.frame > lastFrame }) {
      let title = late.tags[.title].map { "'\($0)'" } ?? "a piece"
      throw .input(conversion.input, .refused("\(title) would begin after the end of the recording"))
    }
    beginnings = beginnings.filter { $0.frame < search.frameCount }.sorted { $0.frame < $1.frame }
    guard !beginnings.isEmpty else { throw .input(conversion.input, .refused("there is nothing to split")) }
    guard beginnings.count <= Self.mostPieces else {
      throw .input(conversion.input, .refused("there would be more than \(Self.mostPieces) pieces"))
    }
    beginnings[0].frame = 0
    return beginnings.indices.map { index in
      let end = index + 1 < beginnings.count ? beginnings[index + 1].frame : search.frameCount
      return Piece(
        number: index + 1, count: beginnings.count, tags: beginnings[index].tags,
        frames: beginnings[index].frame..<end, sampleRate: search.sampleRate)
    }
  }

  private func beginnings(_ search: SilenceSearch, _ media: MediaFile) throws(AudioError) -> [Beginning] {
    let rate = search.sampleRate
    switch borders {
    case .chapters:
      let scale = try markerScale(of: media, rate)
      let markers = media.reader.metadata.markers.filter { $0.framePosition >= 0 && $0.framePosition < 1e15 }
      guard !markers.isEmpty else { throw .input(conversion.input, .refused("the file has no chapters")) }
      return markers.map { marker in
        Beginning(
          frame: Int64((marker.framePosition * scale).rounded()),
          tags: marker.name.isEmpty ? [:] : [.title: marker.name])
      }
    case .cueSheet(let sheet):
      return sheet.tracks.map { track in
        Beginning(
          frame: Int64((track.start * rate).rounded()), tags: sheet.tags(of: track))
      }
    case .silence:
      let inner = search.silences.filter { $0.lowerBound > 0 && $0.upperBound < search.frameCount }
      return [Beginning(frame: 0)] + inner.map { Beginning(frame: ($0.lowerBound + $0.upperBound) / 2) }
    case .length(let seconds):
      guard seconds.isFinite, seconds > 0, seconds * rate >= 1 else {
        throw .input(conversion.input, .option("the length of pieces is not more than 0 seconds"))
      }
      guard Double(search.frameCount) / (seconds * rate) <= Double(Self.mostPieces) else {
        throw .input(conversion.input, .refused("there would be more than \(Self.mostPieces) pieces"))
      }
      var beginnings: [Beginning] = []
      while Double(beginnings.count) * seconds * rate < Double(search.frameCount) {
        beginnings.append(Beginning(frame: Int64((Double(beginnings.count) * seconds * rate).rounded())))
      }
      return beginnings
    }
  }
}
