package import AudioBase

/// Reads the sound of a Matroska or WebM file: each sound track is a track; ``unreadTracks`` names the others.
///
/// RFC 9559. Packets are the frames of blocks, whatever their lacing, with the encodings of `ContentEncodings` undone;
/// linear PCM and other formats of constant packets are cut into these. A file is walked over when it is opened, block
/// by block and not byte by byte, for only that gives the number of packets; a few thousand places are kept.
package struct MatroskaReader: ContainerReader {
  package let fileType: FourCharacterCode = MatroskaFile.fileType
  package private(set) var tracks: [TrackInfo] = []
  package let metadata: Metadata
  package private(set) var unnamedItems: [String]

  /// A track and its read position.
  private struct Stream {
    var cursor: TrackCursor
    var marks = SparseMarks<BlockMark>()
    let start: BlockMark
    let entry: TrackEntry
    let mapping: SoundMapping
    var failure: ContainerError?
    /// True if packets of it were read or sought.
    var isUsed = false
  }

  private var streams: [Stream] = []
  private var openingWarnings: [String]
  package private(set) var unreadTracks: [String] = []
  private let isArriving: Bool
  private let isSurveyed: Bool

  package init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    if source.byteCount == nil, !source.isArriving {
      // A pipe that is kept in a file knows its length once it was read to its end.
      var byte: [UInt8] = [0]
      var span = byte.mutableSpan
      _ = try source.read(at: Int64.max / 2, into: &span)
    }
    let head = try SegmentHead(source, limits: limits)
    openingWarnings = head.remarks
    if let end = head.segment.end, let byteCount = source.byteCount, byteCount < end {
      openingWarnings.append("the file is cut off: \(end - byteCount) of the bytes that its segment counts are missing")
    }
    isArriving = source.isArriving
    isSurveyed = source.byteCount.map { !source.isArriving && $0 <= SegmentSurvey.walkedByteCount } ?? false
    let walk = BlockWalk(source, head.segment, limits: limits)
    var refusal: ContainerError?
    var numbers: Set<UInt64> = []
    var found: [Stream] = []
    for entry in head.tracks {
      guard entry.kind == .audio else {
        unreadTracks.append("\(entry.title) is left out")
        continue
      }
      do throws(ContainerError) {
        guard numbers.insert(entry.number).inserted else {
          throw entry.failure(.malformed, "two tracks have one number")
        }
        let mapping = try SoundMapping(entry, limits: limits)
        if let remark = mapping.remark { openingWarnings.append(remark) }
        if mapping.format.formatID == "none" { openingWarnings.append("\(entry.title) is of a codec not known here") }
        let track = SoundTrack(
          number: entry.number, durations: mapping.durations, encodings: entry.encodings, limits: limits)
        let cursor = TrackCursor(track, walk)
        found.append(Stream(cursor: cursor, start: cursor.mark, entry: entry, mapping: mapping))
      } catch {
        refusal = refusal ?? error
        openingWarnings.append("\(entry.title) is left out: \(error)")
      }
    }
    guard let first = found.first else {
      throw refusal
        ?? ContainerError(
          .unsupported, "the file holds no track of sound", at: head.segment.bodyOffset, in: MatroskaFile.fileType)
    }
    streams = found
    var lost = NameList()
    metadata = head.texts.metadata(of: first.entry, first.mapping, lost: &lost)
    openingWarnings += metadata.remarksOnLimits
    let name = first.entry.name
    unnamedItems =
      head.texts.unread.names + head.texts.lostTitle(metadata) + lost.names
      + (name.isEmpty ? [] : ["the track's name '\(name)'"])
    tracks = found.map { Self.track($0.entry, $0.mapping, dataOffset: head.segment.firstCluster) }
    takeChannelMasks(head.texts)
    if isSurveyed { try survey(walk, head.segment) } else { takeStatedDuration(of: head.segment) }
    unnamedItems += head.texts.ownEnds(seconds: tracks[0].duration)
  }

  private static func track(_ entry: TrackEntry, _ mapping: SoundMapping, dataOffset: Int64) -> TrackInfo {
    var track = TrackInfo(
      identifier: Int(clamping: entry.number), format: mapping.format, cookie: mapping.cookie)
    track.containerCookie = mapping.identification.isEmpty ? mapping.cookie : mapping.identification
    track.layout = mapping.layout
    if mapping.format.formatID == .linearPCM {
      track.layout = ChannelLayout(unlabelledChannelCount: mapping.format.channelsPerFrame)
      track.layoutIsAssumed = true
    }
    track.sourceBitDepth = mapping.sourceBitDepth
    track.language = entry.language
    track.dataOffset = dataOffset
    if mapping.durations.isConstant {
      (track.maximumPacketSize, track.packetSizeUpperBound) = (
        mapping.format.bytesPerPacket, mapping.format.bytesPerPacket
      )
    }
    return track
  }

  /// Takes the comment with the loudspeakers of FLAC, RFC 9639, 8.6.2, which FFmpeg writes into `CodecPrivate`.
  private mutating func takeChannelMasks(_ texts: TextReading) {
    let key = InfoKey("WAVEFORMATEXTENSIBLE_CHANNEL_MASK")
    for index in streams.indices where tracks[index].format.formatID == .flac {
      let own = texts.metadata(of: streams[index].entry, streams[index].mapping)
      guard let text = own[key], text.lowercased().hasPrefix("0x"), let mask = UInt32(text.dropFirst(2), radix: 16),
        let layout = ChannelLayout(bitmap: mask), layout.channelCount == tracks[index].format.channelsPerFrame
      else { continue }
      tracks[index].layout = layout
    }
  }

  /// Counts all packets, and finds out where the recordings end.
  private mutating func survey(_ walk: BlockWalk, _ segment: Segment) throws(ContainerError) {
    let survey = try SegmentSurvey(
      walk, streams.map { ($0.cursor.track, $0.mapping.format.sampleRate) }, timestampScale: segment.timestampScale)
    openingWarnings += survey.remarks
    for (index, counts) in survey.counts.enumerated() {
      streams[index].marks = counts.marks
      tracks[index].packetCount = counts.packetCount
      tracks[index].audioByteCount = counts.byteCount
      tracks[index].maximumPacketSize = counts.maximumPacketSize
      tracks[index].packetSizeUpperBound = counts.maximumPacketSize
      if tracks[index].format.framesPerPacket == 0 {
        tracks[index].format.framesPerPacket = Int(counts.framesPerPacket)
      }
      let extent = RecordingExtent(
        streams[index].entry, streams[index].mapping, firstFrameCount: counts.firstFrameCount)
      setTable(
        extent.table(packetCount: counts.packetCount, frameCount: counts.frameCount, padding: counts.lastPadding),
        of: index)
      let rate = tracks[index].format.sampleRate
      if tracks[index].packetTable == nil, rate > 0 {
        tracks[index].duration = counts.frameCount > 0 ? Double(counts.frameCount) / rate : segment.seconds
      }
      let title = streams[index].entry.title
      if counts.hasUnusablePadding {
        openingWarnings.append("\(title) asks to leave out sound elsewhere than at its end, which is not done")
      }
      if counts.gapCount > 0 {
        openingWarnings.append("the times of \(title) leave gaps (\(counts.gapCount)), which are closed")
      }
    }
  }

  private mutating func setTable(_ table: PacketTable?, of track: Int) {
    tracks[track].packetTable = table
    if let table { tracks[track].duration = Double(table.validFrames) / table.timescale }
  }

  /// Takes the duration that a file states, when it is not walked at opening.
  private mutating func takeStatedDuration(of segment: Segment) {
    for index in streams.indices {
      tracks[index].duration = segment.seconds
      guard !isArriving, let seconds = segment.seconds else { continue }
      let extent = RecordingExtent(streams[index].entry, streams[index].mapping, firstFrameCount: 0)
      setTable(extent.table(seconds: seconds, tick: Double(segment.timestampScale) / 1e9), of: index)
    }
    if !isArriving {
      openingWarnings.append("the file is too long to be counted when it is opened; where it ends is as it states it")
    }
  }

  /// The remarks on dropped or skipped parts; of the whole file, if it was walked when it was opened.
  package var warnings: [String] {
    isSurveyed ? openingWarnings : openingWarnings + streams.filter(\.isUsed).flatMap(\.cursor.walk.remarks)
  }

  package var lowestNeededOffset: Int64 {
    let used = streams.filter(\.isUsed)
    return (used.isEmpty ? streams : used).map(\.cursor.lowestNeededOffset).min() ?? 0
  }

  private func check(_ track: Int) throws(ContainerError) {
    guard streams.indices.contains(track) else {
      throw ContainerError(.invalidState, "there is no such track", at: 0, in: MatroskaFile.fileType)
    }
  }

  /// Moves to a packet, from the nearest known position.
  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try check(track)
    guard packet >= 0 else {
      throw ContainerError(.invalidState, "there is no packet before the first", at: 0, in: MatroskaFile.fileType)
    }
    streams[track].isUsed = true
    streams[track].failure = nil
    let mark = streams[track].marks.last { $0.packet <= packet } ?? streams[track].start
    let position = streams[track].cursor.packet
    if packet < position || mark.packet > position { streams[track].cursor.move(to: mark) }
    do throws(ContainerError) {
      _ = try pass(.packet(packet), track)
    } catch {
      if error.kind == .inputOutput { throw error }
      // Reading on from here meets the same failure, which is where it belongs.
      streams[track].failure = error
    }
  }

  private mutating func pass(_ target: PacketTarget, _ track: Int) throws(ContainerError) -> Bool {
    var (cursor, marks) = (streams[track].cursor, streams[track].marks)
    defer { (streams[track].cursor, streams[track].marks) = (cursor, marks) }
    return try cursor.pass(until: target) { marks.note($0) }
  }

  /// Fills the batch with the next packets.
  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try check(track)
    streams[track].isUsed = true
    batch.removeAll(nextPacket: streams[track].cursor.packet)
    if let failure = streams[track].failure { throw failure }
    let tellsFrames = streams[track].mapping.durations.variesByPacket || streams[track].mapping.durations.isConstant
    while !batch.isFull {
      let start = batch.bytes.count
      if streams[track].cursor.isAtBlockStart { streams[track].marks.note(streams[track].cursor.mark) }
      do throws(ContainerError) {
        guard let piece = try streams[track].cursor.next(into: &batch.bytes) else { break }
        batch.noteAppendedPacket(
          from: start, fileOffset: piece.fileOffset, frameCount: tellsFrames ? Int(piece.frameCount) : 0)
      } catch {
        batch.bytes.removeLast(batch.bytes.count - start)
        // A read of data that are still arriving is repeated.
        if error.kind != .inputOutput { streams[track].failure = error }
        if batch.count == 0 { throw error }
        break
      }
    }
    if batch.count == 0, isArriving { setTableAtEnd(of: track) }
    return batch.count > 0
  }

  /// Sets the frames of the recording, which for an arriving file are known only at its end.
  private mutating func setTableAtEnd(of track: Int) {
    let cursor = streams[track].cursor
    let extent = RecordingExtent(
      streams[track].entry, streams[track].mapping, firstFrameCount: cursor.firstFrameCount ?? 0)
    let table = extent.table(
      packetCount: cursor.packet, frameCount: cursor.frame, padding: cursor.discardPadding)
    if let table { setTable(table, of: track) }
  }

  /// Finds a packet or a frame by walking from the nearest known position. Packets of a file that is still arriving
  /// cannot be looked up.
  package mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try check(track)
    guard !isArriving else { return nil }
    switch target {
    case .packet(let wanted), .frame(let wanted): if wanted < 0 { return nil }
    }
    let saved = streams[track]
    defer {
      let marks = streams[track].marks
      streams[track] = saved
      streams[track].marks = marks
    }
    let mark = saved.marks.last { mark in
      switch target {
      case .packet(let packet): mark.packet <= packet
      case .frame(let frame): mark.frame <= frame
      }
    }
    streams[track].cursor.move(to: mark ?? saved.start)
    do throws(ContainerError) {
      guard try pass(target, track), let place = try streams[track].cursor.nextPlace() else { return nil }
      let cursor = streams[track].cursor
      return PacketPosition(packet: cursor.packet, firstFrame: cursor.frame, byteOffset: place)
    } catch {
      if error.kind == .inputOutput { throw error }
      return nil
    }
  }
}
