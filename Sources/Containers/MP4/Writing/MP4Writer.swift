public import AudioBase

/// Writes MP4, M4A, M4B, 3GPP and QuickTime files of one audio track, or of any number of tracks (sound, pictures and
/// others), without looking inside the packets.
///
/// The tracks of a file of several are `WriterSettings.tracks`: sound from any other file, and other media with the
/// `TrackInfo.sampleDescription` and the `TrackInfo.timescale` of their own file. The start of each on the common time
/// line is kept, as one edit preceded by an empty one if it is late; further edits of the other file are not. The
/// packets are in the file in the order of the calls.
///
/// If an audio track changes to another stream, that becomes a further entry of `stsd` (ISO/IEC 14496-12, 8.5.2).
///
/// With one index (`FileStructure.indexFirst`, `FileStructure.indexLast`) the file is whole only after
/// ``finish()``; before, readers refuse it. `SizeUpdatePolicy.continuous` and ``updateHeaders()`` mean something for
/// `FileStructure.fragmented(seconds:)` alone, which is also the only structure that a pipe can take.
public struct MP4Writer: ContainerWriter {
  private var output: MovieOutput
  private var settings: WriterSettings
  private let brand: FileBrand

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - sink: Receives the bytes of the file.
  ///   - fileType: `m4af`, `m4bf`, `mp4f`, `3gpp`, `3gp2` or `MooV`.
  ///   - settings: The tracks and the structure of the file.
  /// - Throws: `ErrorKind.unsupported` if the file type cannot hold the format or the tracks, or the sink not the
  ///   structure; `ErrorKind.invalidState` if the settings lack a required value, such as the time scale or the
  ///   sample entry of a track that is not sound.
  public init(
    _ sink: any ByteSink, fileType: FourCharacterCode, settings: WriterSettings
  ) throws(ContainerError) {
    guard let brand = FileBrand(fileType: fileType) else {
      throw ContainerError(.unsupported, "the file type is one of the MP4 family", at: 0, in: "ftyp")
    }
    self.brand = brand
    self.settings = settings
    let tracks =
      settings.tracks.isEmpty
      ? [try OutputTrack(sound: settings, brand: brand)] : try OutputTrack.all(settings.tracks, brand: brand)
    output = try MovieOutput(sink, brand: brand, structure: settings.structure, tracks: tracks)
    output.metadata = settings.metadata
    if settings.tracks.isEmpty {
      output.markerRate = settings.format.sampleRate
      if let table = settings.packetTable { try setPacketTable(table) }
    } else if let sound = settings.tracks.first(where: { $0.mediaKind == .audio }) {
      output.markerRate = sound.format.sampleRate
      if brand.hasGaplessText { output.gaplessText = sound.packetTable.map(UserDataBox.gaplessText) }
    }
    try output.begin()
  }

  /// The offset of the first packet from the start of the file, in bytes; writing the index before it may still move it
  /// at the end.
  public var dataOffset: Int64 { output.dataOffset }

  /// Adds packets to the first track.
  ///
  /// - Throws: `ErrorKind.invalidState` for a description outside the bytes, for bytes without one where packets
  ///   differ, or a packet of unknown duration; and the errors of the sink.
  public mutating func write(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription>
  ) throws(ContainerError) {
    if let constant = output.tracks[0].constantPacket {
      try output.write(bytes, constant: constant, track: 0)
    } else {
      guard bytes.isEmpty || !descriptions.isEmpty else {
        throw ContainerError(.invalidState, "packets that differ come with descriptions", at: 0)
      }
      try output.write(PacketSpans(bytes, descriptions, Span()), track: 0)
    }
  }

  /// Adds packets to a track, with their times if the batch states them.
  ///
  /// - Throws: `ErrorKind.invalidState` for a track that does not exist, a description outside the bytes or a packet
  ///   without a duration; and the errors of the sink.
  public mutating func write(_ packets: PacketBatch, track: Int) throws(ContainerError) {
    guard output.tracks.indices.contains(track) else { throw Self.noTrack }
    if let constant = output.tracks[track].constantPacket {
      return try output.write(packets.bytes.span, constant: constant, track: track)
    }
    // The track of a file without a time scale counts in frames.
    let hasTimings = output.tracks[track].takesTimings && packets.timings.count == packets.descriptions.count
    try output.write(
      PacketSpans(packets.bytes.span, packets.descriptions.span, hasTimings ? packets.timings.span : Span()),
      track: track)
  }

  /// Declares that the next packets belong to another stream, and adds a sample entry if none describes it.
  ///
  /// - Throws: The errors of ``changeStream(to:track:)``.
  public mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    try changeStream(to: stream, track: 0)
  }

  /// Declares that the next packets of a track belong to another stream, and adds a sample entry if none describes it.
  ///
  /// - Throws: `ErrorKind.unsupported` for a stream that the file type does not hold, for packets of constant size,
  ///   for a track that is not sound, and for a new stream once a pipe has taken the movie box;
  ///   `ErrorKind.invalidState` for a track that is not there.
  public mutating func changeStream(to stream: CodedStream, track: Int) throws(ContainerError) {
    guard !output.isFinished else { throw tooLate }
    guard output.tracks.indices.contains(track) else { throw Self.noTrack }
    var changed = output.tracks[track]
    try changed.changeStream(to: stream, brand: brand)
    let (entries, number) = (changed.descriptions, changed.descriptionNumber)
    guard number != output.tracks[track].descriptionNumber else { return }
    if entries.count > output.tracks[track].descriptions.count {
      try change { $0.tracks[track].descriptions = entries }
    }
    // The packets of a fragment share one description; those so far may need a movie box that names both.
    if output.box.isFragmented { try output.endFragmentForChange() }
    output.tracks[track].useDescription(number, clock: changed.clock)
  }

  private static var noTrack: ContainerError {
    ContainerError(.invalidState, "packets are written to a track that is there", at: 0, in: "trak")
  }

  private var tellsRecording: Bool { settings.tracks.isEmpty }

  /// Ends the current fragment of a fragmented file. A file with one index is left unchanged.
  public mutating func updateHeaders() throws(ContainerError) {
    if output.box.isFragmented, !output.isFinished { try output.flushFragment() }
  }

  /// Sets the frames that are the recording: an edit list, and `iTunSMPB` in M4A and M4B files.
  ///
  /// - Throws: `ErrorKind.unsupported` if a pipe has taken the movie box already and the end cannot be expressed by
  ///   a shorter last packet.
  public mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    guard tellsRecording else {
      throw ContainerError(.unsupported, "a file of several tracks is told their packet tables at its start", at: 0)
    }
    let track = output.tracks[0]
    let ratio = table.timescale > 0 ? Double(track.timescale) / table.timescale : 1
    guard !output.isFinished, let trimming = OutputTrimming(table, ratio: ratio) else {
      throw ContainerError(.invalidState, "a packet table has no negative counts, and comes before the end", at: 0)
    }
    settings.packetTable = table
    guard output.canChangeIndex else { return try shortenEnd(table, trimming) }
    output.tracks[0].trimming = trimming
    output.tracks[0].presentationStart = 0 - trimming.start
    output.gaplessText = brand.hasGaplessText ? UserDataBox.gaplessText(table) : nil
  }

  /// Expresses the end of the recording by the last packet's duration, where an open edit has stated its beginning.
  private mutating func shortenEnd(_ table: PacketTable, _ trimming: OutputTrimming) throws(ContainerError) {
    let track = output.tracks[0]
    if track.trimming == trimming { return }
    let remainder = track.duration - trimming.start - trimming.duration
    guard track.trimming?.start ?? 0 == trimming.start, (track.trimming?.duration ?? 0) == 0, remainder >= 0,
      output.tracks[0].changeLastDuration(by: -remainder)
    else {
      throw ContainerError(
        .unsupported, "which frames are the recording must be known before a pipe takes the movie box", at: 0,
        in: "elst")
    }
  }

  /// Replaces the magic cookie.
  ///
  /// - Throws: `ErrorKind.unsupported` once a pipe has taken the movie box.
  public mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard !output.isFinished else { throw tooLate }
    guard tellsRecording else {
      throw ContainerError(.unsupported, "a file of several tracks is told their cookies at its start", at: 0)
    }
    var changed = settings
    changed.cookie = cookie
    let description = SampleDescription.sound(try SoundEntry(changed, brand: brand))
    try change { output in
      output.tracks[0].descriptions[0].entry = description
      output.tracks[0].descriptions[0].stream.cookie = cookie
    }
    settings = changed
  }

  /// Replaces the metadata.
  ///
  /// - Throws: `ErrorKind.unsupported` once a pipe has taken the movie box.
  public mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard !output.isFinished else { throw tooLate }
    try change { $0.metadata = metadata }
    settings.metadata = metadata
  }

  /// Changes the contents of the movie box, unless it has been written without room for the change.
  private mutating func change(_ body: (inout MovieOutput) -> Void) throws(ContainerError) {
    var changed = output
    body(&changed)
    if !output.writtenIndex.isEmpty {
      let index = changed.indexBytes()
      guard index == output.writtenIndex || (output.sink.canOverwrite && changed.fits(index.count)) else {
        throw ContainerError(
          .unsupported, "the movie box of a fragmented file has no room for a later change", at: 0, in: "moov")
      }
    }
    output = changed
  }

  private var tooLate: ContainerError {
    ContainerError(.invalidState, "nothing can be changed after the end", at: 0, in: "moov")
  }

  /// Completes the file, with the packets written to each of its tracks.
  public mutating func finish() throws(ContainerError) { try output.finish() }
}
