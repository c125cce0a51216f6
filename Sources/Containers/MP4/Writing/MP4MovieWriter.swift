public import AudioBase

/// Writes movies of any number of tracks - sound, pictures and others - without a look inside the packets.
///
/// What a track is comes from another file: ``TrackInfo/sampleDescription``, ``TrackInfo/timescale`` and the rest. The
/// packets of all tracks lie interleaved by time when each call feeds ``nextTrack``, as ``copyNextBatch(from:tracks:)``
/// does:
/// ```
/// var writer = try MP4File.makeMovieWriter(sink, fileType: "mp4f", tracks: chosen.map { reader.tracks[$0] })
/// while try writer.copyNextBatch(from: &reader, tracks: chosen) {}
/// try writer.finish()
/// ```
/// Where each track begins on the common time line is kept, as one edit with an empty one in front where it is late;
/// further edits that the other file had are not.
public struct MP4MovieWriter: MovieWriter {
  private var output: MovieOutput
  private var hasEnded: [Bool]
  private var batch = PacketBatch(maximumPacketCount: 48, targetByteCount: 1 << 18)

  /// Begins a movie.
  ///
  /// - Parameters:
  ///   - fileType: `mp4f`, `MooV`, `3gpp`, `3gp2`, or, for sound alone, `m4af` or `m4bf`.
  ///   - tracks: What the tracks are; for sound from other kinds of files the format and the cookie suffice.
  /// - Throws: ``ErrorKind/unsupported`` for tracks that the file type cannot hold, ``ErrorKind/invalidState`` for
  ///   tracks that lack a time scale or a sample entry.
  public init(
    _ sink: any ByteSink, fileType: FourCharacterCode, tracks: [TrackInfo], settings: MovieWriterSettings = .init()
  ) throws(ContainerError) {
    guard let brand = FileBrand(fileType: fileType) else {
      throw ContainerError(.unsupported, "the file type is one of the MP4 family", at: 0, in: "ftyp")
    }
    guard !tracks.isEmpty, tracks.count <= Limits().trackCount else {
      throw ContainerError(.invalidState, "a movie has at least one track, and not too many", at: 0, in: "moov")
    }
    guard !brand.hasGaplessText || tracks.allSatisfy({ $0.mediaKind != .video }) else {
      throw ContainerError(.unsupported, "this file type holds no pictures; mp4f and MooV do", at: 0, in: "ftyp")
    }
    let known = Set(tracks.map(\.identifier))
    let isUsable = known.count == tracks.count && known.allSatisfy { (1...Int(Int32.max)).contains($0) }
    var made: [OutputTrack] = []
    for (index, info) in tracks.enumerated() {
      var track = try OutputTrack(
        info, identifier: UInt32(isUsable ? info.identifier : index + 1), brand: brand)
      track.expectation?.isInterleaved = tracks.count > 1
      made.append(track)
    }
    hasEnded = Array(repeating: false, count: tracks.count)
    output = try MovieOutput(sink, brand: brand, structure: settings.structure, tracks: made)
    output.metadata = settings.metadata
    if let sound = tracks.first(where: { $0.mediaKind == .audio }) {
      output.markerRate = sound.format.sampleRate
      if brand.hasGaplessText { output.gaplessText = sound.packetTable.map(UserDataBox.gaplessText) }
    }
    try output.begin()
  }

  /// The track that has come least far and has not ended: the one whose packets keep the file interleaved.
  public var nextTrack: Int? {
    var best: (track: Int, time: Double)?
    for (index, track) in output.tracks.enumerated() where !hasEnded[index] {
      let time = Double((track.firstDecodeTime ?? 0).saturatingAdd(track.duration)) / Double(track.timescale)
      if time < best?.time ?? .infinity { best = (index, time) }
    }
    return best?.track
  }

  /// Says that no more packets of a track will come.
  public mutating func endTrack(_ track: Int) {
    precondition(hasEnded.indices.contains(track))
    hasEnded[track] = true
  }

  /// Adds packets to a track.
  ///
  /// - Parameter track: An index into the tracks that the movie was begun with.
  /// - Throws: ``ErrorKind/invalidState`` for a description outside the bytes or a packet without a duration;
  ///   ``ErrorKind/unsupported`` for packets of another stream than the track's.
  public mutating func write(_ batch: PacketBatch, track: Int) throws(ContainerError) {
    guard output.tracks.indices.contains(track) else {
      throw ContainerError(.invalidState, "a movie has no such track", at: 0)
    }
    guard batch.streamNumber == 0 else {
      throw ContainerError(
        .unsupported, "the packets change to another stream, and a track is written with one sample description", at: 0,
        in: "stsd")
    }
    if let constant = output.tracks[track].constantPacket {
      return try output.write(batch.bytes.span, constant: constant, track: track)
    }
    let hasTimings = batch.timings.count == batch.descriptions.count
    try output.write(
      PacketSpans(batch.bytes.span, batch.descriptions.span, hasTimings ? batch.timings.span : Span()), track: track)
  }

  /// Copies a batch of packets of the track that has come least far, and returns whether any track goes on.
  ///
  /// - Parameter tracks: For each track of this movie, its index in the reader.
  public mutating func copyNextBatch(
    from reader: inout any ContainerReader, tracks: [Int]
  ) throws(ContainerError) -> Bool {
    precondition(tracks.count == output.tracks.count)
    guard let track = nextTrack else { return false }
    var packets = PacketBatch(maximumPacketCount: 0)
    swap(&packets, &batch)
    defer { swap(&packets, &batch) }
    if try reader.readPackets(ofTrack: tracks[track], into: &packets), packets.count > 0 {
      try write(packets, track: track)
    } else {
      hasEnded[track] = true
    }
    return nextTrack != nil
  }

  /// Replaces the metadata.
  ///
  /// - Throws: ``ErrorKind/unsupported`` once fragments have been written.
  public mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard output.writtenIndex.isEmpty, !output.isFinished else {
      throw ContainerError(.unsupported, "metadata cannot be changed once the movie box is written", at: 0, in: "moov")
    }
    output.metadata = metadata
  }

  /// Ends the fragment that is being collected; a file with one index is left as it is.
  public mutating func flushFragment() throws(ContainerError) {
    if output.box.isFragmented, !output.isFinished { try output.flushFragment() }
  }

  /// Completes the file.
  public mutating func finish() throws(ContainerError) { try output.finish() }
}

extension MP4File {
  /// Begins a movie of several tracks.
  ///
  /// - Throws: What ``MP4MovieWriter/init(_:fileType:tracks:settings:)`` throws.
  public static func makeMovieWriter(
    _ sink: any ByteSink, fileType: FourCharacterCode, tracks: [TrackInfo], settings: MovieWriterSettings = .init()
  ) throws(ContainerError) -> MP4MovieWriter {
    try MP4MovieWriter(sink, fileType: fileType, tracks: tracks, settings: settings)
  }
}
