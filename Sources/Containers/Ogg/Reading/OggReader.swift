package import AudioBase
import VorbisComments
import XiphAudio

/// Reads the packets of an Ogg file: Opus, Vorbis, FLAC or Speex; each sound stream is a track.
///
/// The cookie is `OpusHead`, the three headers of Vorbis laced as in Matroska, or the body of FLAC's `STREAMINFO`. A
/// chain of streams is read as one track, whose ``StreamChanges`` list the starts of other configurations. Missing or
/// wrong pages become packets without bytes, as many as granule positions imply.
package struct OggReader: ContainerReader {
  package let fileType: FourCharacterCode = OggFile.fileType
  package private(set) var tracks: [TrackInfo] = []
  package private(set) var metadata = Metadata()

  /// A stream and its read position.
  private struct Stream {
    var cursor: OggCursor
    var index = SparseMarks<OggPageMark>()
    var failure: ContainerError?
    /// True if packets were counted from the first one on.
    var isCountExact = true
    /// True if packets of it were read or sought.
    var isUsed = false
    let start: OggPageMark
  }

  private var streams: [Stream] = []
  private var openingWarnings: [String] = []
  private var unread = NameList()
  package var unnamedItems: [String] { unread.names }
  package private(set) var unreadTracks: [String] = []
  private var surveyWarnings: [String]?
  private let isArriving: Bool
  private var scratch: [UInt8] = []

  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var scanner = OggPageScanner(source, at: 0, limits: limits)
    let link = try OggLink(&scanner, limits: limits)
    isArriving = source.isArriving
    var refusal: ContainerError?
    for (ordinal, headers) in link.streams.enumerated() {
      do throws(ContainerError) {
        let mapping = try headers.mapping(at: 0)
        var cursor = OggCursor(source, headers, mapping, limits: limits)
        cursor.ordinal = ordinal
        tracks.append(Self.track(mapping, identifier: tracks.count + 1, dataOffset: headers.end))
        streams.append(Stream(cursor: cursor, start: cursor.mark))
        if metadata.isEmpty { headers.readMetadata(into: &metadata) }
        for name in headers.unnamedItems { unread.add(name) }
        noteOpening(headers)
      } catch {
        if refusal == nil { refusal = error }
        openingWarnings.append("a stream is passed over: \(error)")
      }
    }
    if streams.isEmpty, let refusal { throw refusal }
    for stream in link.foreignStreams {
      let remark = "a stream of \(stream.name) is passed over"
      if stream.isSound { openingWarnings.append(remark) } else { unreadTracks.append(remark) }
    }
    if scanner.state.skippedByteCount > 0 {
      openingWarnings.append("\(scanner.state.skippedByteCount) bytes in front of the sound were skipped")
    }
    openingWarnings += metadata.remarksOnLimits
    VorbisComments.takeChapters(&metadata, sampleRate: tracks[0].format.sampleRate)
    takeChannelMask()
    if !isArriving { try survey(source) }
  }

  private mutating func noteOpening(_ headers: OggHeaderPackets) {
    if headers.isCut { openingWarnings.append("the comments are too long, and are read in part") }
    if headers.strayCount > 0 {
      openingWarnings.append("\(headers.strayCount) packets on the last page of the headers are passed over")
    }
  }

  static func track(_ mapping: OggMapping, identifier: Int, dataOffset: Int64) -> TrackInfo {
    var format = StreamFormat(
      formatID: mapping.formatID, sampleRate: Double(mapping.sampleRate), channelsPerFrame: mapping.channelCount)
    var track = TrackInfo(identifier: identifier, format: format, cookie: mapping.cookie)
    if case .flac(let header) = mapping {
      format.framesPerPacket = header.fixedBlockSize
      track.format = format
      track.sourceBitDepth = header.bitDepth
    }
    if case .speex(let header) = mapping { track.format.framesPerPacket = header.soundFramesPerPacket }
    if case .vorbis(let headers, _) = mapping { track.bitRate = headers.nominalBitRate }
    // Of Vorbis the first header: the others have kilobytes.
    track.containerCookie = mapping.identification
    track.layout = mapping.layout
    track.dataOffset = dataOffset
    return track
  }

  /// Takes the comment with the loudspeakers of FLAC, RFC 9639, 8.6.2, which is no text for people.
  private mutating func takeChannelMask() {
    let key = InfoKey("WAVEFORMATEXTENSIBLE_CHANNEL_MASK")
    guard let text = metadata[key], tracks[0].format.formatID == .flac, text.lowercased().hasPrefix("0x"),
      let mask = UInt32(text.dropFirst(2), radix: 16), let layout = ChannelLayout(bitmap: mask),
      layout.channelCount == tracks[0].format.channelsPerFrame
    else { return }
    metadata[key] = nil
    tracks[0].layout = layout
  }

  /// Finds out where the recordings end.
  private mutating func survey(_ source: any ByteSource) throws(ContainerError) {
    if source.byteCount == nil {
      // A pipe that is kept in a file knows its length once it was read to its end.
      var byte: [UInt8] = [0]
      var span = byte.mutableSpan
      _ = try source.read(at: Int64.max / 2, into: &span)
    }
    guard let byteCount = source.byteCount else { return }
    let (total, overflow) = byteCount.multipliedReportingOverflow(by: Int64(streams.count))
    let isWalked = !overflow && total <= OggSurvey.walkedByteCount
    var warnings: [String] = []
    for index in streams.indices {
      let survey = try OggSurvey(streams[index].cursor, byteCount: byteCount, isWalked: isWalked)
      warnings += survey.warnings
      if let whole = survey.whole {
        tracks[index].packetCount = whole.packetCount
        tracks[index].audioByteCount = whole.byteCount
        tracks[index].maximumPacketSize = whole.maximumPacketSize
        // The last packet of a stream within a chain may be shorter than those around it.
        if tracks[index].format.framesPerPacket == 0 || survey.isChain {
          tracks[index].format.framesPerPacket = whole.framesPerPacket
        }
      }
      streams[index].cursor.chain = survey.chain
      setTable(survey.packetTable, of: index)
      if let seconds = survey.secondsOfChain { tracks[index].duration = seconds }
    }
    if isWalked { surveyWarnings = warnings }
  }

  private mutating func setTable(_ table: PacketTable?, of track: Int) {
    tracks[track].packetTable = table
    tracks[track].duration = table.map { Double($0.validFrames) / $0.timescale }
  }

  /// The remarks on skipped parts so far; of the whole file, if it was walked when it was opened.
  package var warnings: [String] {
    openingWarnings + (surveyWarnings ?? streams.filter(\.isUsed).flatMap(\.cursor.warnings))
  }

  package var lowestNeededOffset: Int64 {
    let used = streams.filter(\.isUsed)
    return (used.isEmpty ? streams : used).map(\.cursor.lowestNeededOffset).min() ?? 0
  }

  /// Returns the later streams of a track that have been found among the packets walked so far.
  package func streamChanges(ofTrack track: Int) -> StreamChanges {
    streams.indices.contains(track) ? streams[track].cursor.chain.changes : StreamChanges()
  }

  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard streams.indices.contains(track), packet >= 0 else {
      throw ContainerError(.invalidState, "there is no such track or packet", at: 0, in: "OggS")
    }
    streams[track].isUsed = true
    streams[track].failure = nil
    let mark = streams[track].index.last { $0.packet <= packet } ?? streams[track].start
    let position = streams[track].cursor.packet
    if packet < position || mark.packet > position || !streams[track].isCountExact {
      streams[track].cursor.move(to: mark)
      streams[track].isCountExact = true
    }
    do throws(ContainerError) {
      while streams[track].cursor.packet < packet {
        guard try step(track) else { break }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      // Reading on from here meets the same failure, which is where it belongs.
      streams[track].failure = error
    }
  }

  /// Passes the next packet; `false` at the end.
  private mutating func step(_ track: Int) throws(ContainerError) -> Bool {
    if streams[track].cursor.isAtPageStart, streams[track].isCountExact {
      streams[track].index.note(streams[track].cursor.mark)
    }
    scratch.removeAll(keepingCapacity: true)
    return try streams[track].cursor.next(into: &scratch) != nil
  }

  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    guard streams.indices.contains(track) else {
      throw ContainerError(.invalidState, "there is no such track", at: 0, in: "OggS")
    }
    streams[track].isUsed = true
    batch.removeAll(nextPacket: streams[track].cursor.packet)
    if let failure = streams[track].failure { throw failure }
    while !batch.isFull {
      let start = batch.bytes.count
      if streams[track].cursor.isAtPageStart, streams[track].isCountExact {
        streams[track].index.note(streams[track].cursor.mark)
      }
      do throws(ContainerError) {
        guard let packet = try streams[track].cursor.nextOfStream(into: &batch.bytes) else {
          guard batch.count == 0, streams[track].cursor.takeChange() else { break }
          continue
        }
        batch.streamNumber = streams[track].cursor.streamNumber
        batch.noteAppendedPacket(from: start, fileOffset: packet.fileOffset, frameCount: packet.frameCount)
      } catch {
        batch.bytes.removeLast(batch.bytes.count - start)
        // A read of data that are still arriving is repeated.
        if error.kind != .inputOutput { streams[track].failure = error }
        if batch.count == 0 { throw error }
        break
      }
    }
    let cursor = streams[track].cursor
    if isArriving, streams[track].isCountExact, tracks[track].packetTable == nil, cursor.anchors.last?.isLast == true {
      setTable(OggExtent(cursor).table(cursor), of: track)
    }
    return batch.count > 0
  }

  /// Finds a packet or a frame by walking from the nearest known page. Packets of a file that is still arriving cannot
  /// be looked up.
  package mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    guard streams.indices.contains(track), !isArriving else { return nil }
    if case .frame(let frame) = target, frame < 0 { return nil }
    let saved = streams[track]
    defer {
      let (index, chain) = (streams[track].index, streams[track].cursor.chain)
      streams[track] = saved
      (streams[track].index, streams[track].cursor.chain) = (index, chain)
    }
    let mark = saved.index.last { mark in
      switch target {
      case .packet(let packet): mark.packet <= packet
      case .frame(let frame): mark.frame <= frame
      }
    }
    streams[track].cursor.move(to: mark ?? saved.start)
    streams[track].isCountExact = true
    while true {
      let (packet, frame) = (streams[track].cursor.packet, streams[track].cursor.frame)
      let offset = streams[track].cursor.lowestNeededOffset
      do throws(ContainerError) {
        guard try step(track) else { return nil }
      } catch {
        if error.kind == .inputOutput { throw error }
        return nil
      }
      let isFound =
        switch target {
        case .packet(let wanted): packet == wanted
        case .frame(let wanted): wanted < streams[track].cursor.frame
        }
      if isFound { return PacketPosition(packet: packet, firstFrame: frame, byteOffset: offset) }
      if case .packet(let wanted) = target, packet > wanted { return nil }
    }
  }

  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= 0, packet >= 0 else {
      throw ContainerError(.invalidState, "there is no such place or packet", at: byteOffset, in: "OggS")
    }
    for track in streams.indices {
      streams[track].cursor.resynchronize(at: byteOffset, asPacket: packet)
      (streams[track].failure, streams[track].isCountExact) = (nil, false)
    }
  }
}
