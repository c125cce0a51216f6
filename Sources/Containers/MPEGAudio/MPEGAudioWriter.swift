package import AudioBase
import ID3Tags
import MPEGAudioFrames

/// Writes frames of MPEG audio in order, behind an ID3v2.4 tag if there are metadata.
///
/// ```
/// ID3v2 tag? │ info frame (layer III, where the sink can be overwritten) │ frames
/// ```
/// Until the headers are updated the info frame counts nothing, so that a file whose writer was killed is counted by
/// its reader. A pipe gets no info frame, and therefore no gapless playing.
package struct MPEGAudioWriter: ContainerWriter {
  private let sink: any ByteSink
  private let format: StreamFormat
  private let sizeUpdates: SizeUpdatePolicy
  private var metadata: Metadata
  private var gap: InfoFrame.Gap?
  /// The numbers of frames of the recording by the packet table, and of all packets.
  private var frameCounts: (valid: Int64?, written: Int64) = (nil, 0)
  private var info: InfoFrameBuilder?
  private var infoOffset: Int64 = 0
  private var stream: MPEGAudioHeader?
  private var cutFrames: CutFrames?
  private var hasBegun = false
  private var isFinished = false
  package private(set) var dataOffset: Int64 = 0

  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "a file begins at the first byte of its sink", at: sink.byteCount, in: "mpga")
    }
    self.sink = sink
    format = settings.format
    sizeUpdates = settings.sizeUpdates
    metadata = settings.metadata
    if let table = settings.packetTable {
      let wanted = try InfoFrame.Gap(table, sampleRate: settings.format.sampleRate)
      if wanted != nil, settings.format.formatID != .mpegLayer3 { throw Self.holdsNoPacketTable }
      gap = sink.canOverwrite ? wanted : nil
      frameCounts.valid = table.validFrames
    }
  }

  private static var holdsNoPacketTable: ContainerError {
    ContainerError(
      .unsupported, "only MP3 files that can be overwritten say which frames are the recording", at: 0, in: "mpga")
  }

  // MARK: - Packets

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: "mpga")
    }
    // All are checked before the first is written, so that a refused call leaves the file unchanged.
    for index in descriptions.indices { _ = try header(of: descriptions[index], bytes) }
    for index in descriptions.indices {
      let place = descriptions[index]
      let header = try header(of: place, bytes)
      if !hasBegun { try begin(header) }
      let packet = bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount))
      if let primer = cutFrames?.primer(for: packet, header) {
        try sink.append(primer.span)
        info?.add(primer.span, header)
      } else {
        try sink.append(packet)
        info?.add(packet, header)
      }
      frameCounts.written += Int64(header.framesPerPacket)
    }
    if sizeUpdates == .continuous { try updateHeaders() }
  }

  /// Returns the header of a packet, which must be one frame of the stream.
  private func header(
    of place: PacketDescription, _ bytes: Span<UInt8>
  ) throws(ContainerError) -> MPEGAudioHeader {
    guard place.startOffset >= 0, place.byteCount >= MPEGAudioHeader.byteCount,
      place.startOffset <= bytes.count, place.byteCount <= bytes.count - place.startOffset,
      let header = MPEGAudioHeader(bytes, at: place.startOffset)
    else {
      throw ContainerError(.malformed, "a packet begins with the header of a frame", at: sink.byteCount, in: "mpga")
    }
    guard header.formatID == format.formatID, Double(header.sampleRate) == format.sampleRate,
      stream.map(header.agrees) ?? true
    else {
      throw ContainerError(.invalidState, "a packet belongs to another stream", at: sink.byteCount, in: "mpga")
    }
    guard header.frameByteCount ?? place.byteCount == place.byteCount else {
      throw ContainerError(
        .malformed, "a packet is as long as its header says", at: sink.byteCount, in: "mpga")
    }
    return header
  }

  /// Writes the bytes before the first packet.
  private mutating func begin(_ first: MPEGAudioHeader) throws(ContainerError) {
    try writeTag()
    stream = first
    infoOffset = sink.byteCount
    if sink.canOverwrite {
      info = InfoFrameBuilder(first, encoder: metadata[.sourceEncoder])
      info?.gap = gap
      if let info { try sink.append(info.placeholder.span) }
    }
    if info == nil, gap != nil { throw Self.holdsNoPacketTable }
    cutFrames = gap.map { CutFrames(primingFrames: $0.delay + InfoFrame.decoderDelay) }
    dataOffset = sink.byteCount
  }

  private mutating func writeTag() throws(ContainerError) {
    hasBegun = true
    let tag = try tag()
    if !tag.isEmpty { try sink.append(tag.span) }
    dataOffset = sink.byteCount
  }

  /// Returns the tag, whose last chapter ends with the frames so far.
  private func tag() throws(ContainerError) -> [UInt8] {
    var said = metadata
    // The info frame has its own place for it, and players look there.
    if format.formatID == .mpegLayer3, sink.canOverwrite { said[.sourceEncoder] = nil }
    let frameCount = frameCounts.valid ?? frameCounts.written
    return try ID3Tag.bytes(
      for: said, options: ID3WritingOptions(sampleRate: format.sampleRate, frameCount: frameCount))
  }

  // MARK: - Headers

  package mutating func updateHeaders() throws(ContainerError) {
    guard let info else { return }
    try sink.overwrite(info.bytes.span, at: infoOffset)
  }

  package mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    let wanted = try InfoFrame.Gap(table, sampleRate: format.sampleRate)
    let isPossible = format.formatID == .mpegLayer3 && sink.canOverwrite && (info != nil || !hasBegun)
    guard wanted == nil || isPossible, !isFinished else { throw Self.holdsNoPacketTable }
    gap = wanted
    info?.gap = wanted
    frameCounts.valid = table.validFrames
  }

  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    if metadata == self.metadata { return }
    guard !hasBegun else {
      throw ContainerError(.invalidState, "the tag stands before the packets", at: sink.byteCount, in: "ID3 ")
    }
    self.metadata = metadata
  }

  package mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    guard hasBegun else {
      throw ContainerError(.unsupported, "a stream of MPEG audio has one frame at least", at: sink.byteCount)
    }
    if sink.canOverwrite, !metadata.markers.isEmpty {
      // The end of the last chapter, in a place of the same length.
      let tag = try tag()
      try sink.overwrite(tag.span, at: 0)
    }
    try updateHeaders()
  }
}
