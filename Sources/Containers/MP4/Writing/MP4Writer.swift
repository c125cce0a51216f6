public import AudioBase

/// Writes the packets of one audio track as MP4, M4A, M4B, 3GPP or QuickTime.
///
/// With one index (``FileStructure/indexFirst``, ``FileStructure/indexLast``) the file is whole only after
/// ``finish()``; before, readers refuse it. ``SizeUpdatePolicy/continuous`` and ``updateHeaders()`` mean something for
/// ``FileStructure/fragmented(seconds:)`` alone, which is also the only structure that a pipe can take.
public struct MP4Writer: ContainerWriter {
  private var output: MovieOutput
  private var settings: WriterSettings
  private let brand: FileBrand

  /// Begins a file.
  ///
  /// - Parameter fileType: `m4af`, `m4bf`, `mp4f`, `3gpp`, `3gp2` or `MooV`.
  /// - Throws: ``ErrorKind/unsupported`` where the file type cannot hold the format or the sink not the structure,
  ///   ``ErrorKind/invalidState`` where the settings lack what the format needs.
  public init(
    _ sink: any ByteSink, fileType: FourCharacterCode, settings: WriterSettings
  ) throws(ContainerError) {
    guard let brand = FileBrand(fileType: fileType) else {
      throw ContainerError(.unsupported, "the file type is one of the MP4 family", at: 0, in: "ftyp")
    }
    self.brand = brand
    self.settings = settings
    let track = try OutputTrack(sound: settings, brand: brand)
    output = try MovieOutput(sink, brand: brand, structure: settings.structure, tracks: [track])
    output.metadata = settings.metadata
    output.markerRate = settings.format.sampleRate
    if let table = settings.packetTable { try setPacketTable(table) }
    try output.begin()
  }

  /// Bytes from the start of the file to the first packet; an index in front may still push it back at the end.
  public var dataOffset: Int64 { output.dataOffset }

  /// Adds packets.
  ///
  /// - Throws: ``ErrorKind/invalidState`` for a description outside the bytes or a packet of unknown duration, and what
  ///   the sink throws.
  public mutating func write(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription>
  ) throws(ContainerError) {
    if let constant = output.tracks[0].constantPacket {
      try output.write(bytes, constant: constant, track: 0)
    } else {
      try output.write(PacketSpans(bytes, descriptions, Span()), track: 0)
    }
  }

  /// In a fragmented file, ends the fragment that is being collected. A file with one index is left as it is.
  public mutating func updateHeaders() throws(ContainerError) {
    if output.box.isFragmented, !output.isFinished { try output.flushFragment() }
  }

  /// Sets which frames are the recording: an edit list, and `iTunSMPB` in M4A and M4B files.
  ///
  /// - Throws: ``ErrorKind/unsupported`` where a pipe has taken the movie box already and the end cannot be told by a
  ///   shorter last packet.
  public mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
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

  /// Tells the end of the recording by the last packet's duration, where an open edit has told its beginning.
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
  /// - Throws: ``ErrorKind/unsupported`` once a pipe has taken the movie box.
  public mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard !output.isFinished else { throw tooLate }
    var changed = settings
    changed.cookie = cookie
    let description = SampleDescription.sound(try SoundEntry(changed, brand: brand))
    try change { $0.tracks[0].description = description }
    settings = changed
  }

  /// Replaces the metadata.
  ///
  /// - Throws: ``ErrorKind/unsupported`` once a pipe has taken the movie box.
  public mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard !output.isFinished else { throw tooLate }
    try change { $0.metadata = metadata }
    settings.metadata = metadata
  }

  /// Makes a change of what the movie box says, unless it has been written and has no room for it.
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

  /// Completes the file.
  public mutating func finish() throws(ContainerError) { try output.finish() }
}
