public import AudioBase
import ID3Tags
package import MPEGAudioFrames

/// Reads the frames of MPEG audio, each a packet with its header.
///
/// A file of up to 8 MiB is walked once when it is opened, header by header, for the counts. Of a longer one the header
/// of Xing or Fraunhofer tells them, where it fits the file's size; without it they stay unknown. Seeking is exact: it
/// walks from the nearest frame whose number is known.
///
/// Frames may go from mono to stereo and back: the track has the channels of the frame that has most. Three headers in
/// a row that agree with each other and not with those before begin another stream, as where recordings of different
/// layers or rates were joined.
public struct MPEGAudioReader: ContainerReader {
  /// Audio up to this many bytes is walked when the file is opened.
  static let surveyedByteCount: Int64 = 8 << 20

  /// `MPG3`, `MPG2` or `MPG1`, by the layer of the frames.
  public let fileType: FourCharacterCode
  /// One track.
  public private(set) var tracks: [TrackInfo] = []
  /// What the tags say: those of ID3v2 before APE before ID3v1, and the name of the encoder.
  public private(set) var metadata = Metadata()

  /// Where the tags around the audio lie.
  private(set) var tagPlaces = TagPlaces(front: [], items: [], behind: nil)
  private var scanner: MPEGAudioFrameScanner
  private let limits: ResourceLimits
  private var changes = StreamChanges()
  /// A header of each stream, in the order of their numbers.
  private var streamHeaders: [MPEGAudioHeader]
  /// The number of the stream that the last frame is of.
  private var streamNumber = 0
  private let infoFrame: InfoFrame?
  /// What is known of priming and padding; `nil` where nothing is.
  private var recording: GaplessRecording?
  /// Where the audio begins, the info frame included.
  private let audioStart: Int64
  private let section: MPEGAudioSection
  /// Whether the source may be walked when it is opened: it has a size, and can be read in any order.
  private let isWalkable: Bool
  private var index = SparsePacketIndex()
  private let isArriving: Bool
  private var hasEnded = false
  private var nextPacket: Int64 = 0
  /// Whether the numbers of packets count from the first one, and not from a guess.
  private var isCounted = true
  /// A frame that has been found and begins the next batch, being of another stream.
  private var heldFrame: MPEGAudioFrame?
  private var failure: ContainerError?
  private var openingWarnings: [String] = []
  private var surveyWarnings: [String]?

  /// Opens a stream.
  ///
  /// - Throws: `ContainerError` of kind `ErrorKind.malformed` where no headers in a row agree.
  public init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    let trailing = try Self.trailingTags(source)
    try self.init(source, MPEGAudioSection(start: 0, end: trailing?.audioEnd), behind: trailing, limits)
  }

  /// Opens the section of a file of another kind, which holds frames and perhaps tags in front of them.
  ///
  /// - Throws: As ``init(_:limits:)`` does.
  package init(
    _ source: any ByteSource, section: MPEGAudioSection, limits: ResourceLimits
  ) throws(ContainerError) {
    try self.init(source, section, behind: nil, limits)
  }

  private init(
    _ source: any ByteSource, _ section: MPEGAudioSection, behind trailing: TrailingTags?, _ limits: ResourceLimits
  ) throws(ContainerError) {
    scanner = MPEGAudioFrameScanner(source, limits: limits)
    self.limits = limits
    self.section = section
    isArriving = source.isArriving
    isWalkable = source.byteCount != nil && !source.isArriving
    scanner.end = section.end
    scanner.move(to: section.start)
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no frame of MPEG audio", at: section.start, in: "mpga")
    }
    fileType = section.fileType ?? MPEGAudioFile.fileType(ofLayer: first.header.layer)
    audioStart = first.offset
    let bytes = try scanner.read(first.byteCount, at: first.offset)
    infoFrame = InfoFrame(bytes.span, header: first.header)
    let start = first.offset + (infoFrame == nil ? 0 : Int64(first.byteCount))
    scanner.move(to: start)
    let header = try Self.firstHeader(of: scanner) ?? first.header
    streamHeaders = [header]
    var track = TrackInfo(format: header.format)
    track.layout = ChannelLayout(unlabelledChannelCount: header.channelCount)
    track.dataOffset = start
    tracks = [track]
    let survey = try counts(from: start)
    for change in survey?.changes ?? [] {
      try settleStream(of: change.header, packet: change.packet, at: change.offset)
    }
    streamNumber = 0
    apply(survey, header: header, firstFrameByteCount: first.byteCount)
    var tags = TagReading(source, limits: limits, sampleRate: track.format.sampleRate)
    try tags.read(inFront: scanner.identifierTags, items: scanner.itemTags, behind: trailing)
    tagPlaces = TagPlaces(front: scanner.identifierTags, items: scanner.itemTags, behind: trailing)
    metadata = tags.metadata
    openingWarnings += tags.warnings + tags.metadata.remarksOnLimits
    if let encoder = infoFrame?.encoder, !encoder.isEmpty { metadata[.sourceEncoder] = encoder }
    let gap = infoFrame?.gap ?? tags.gaplessText.flatMap(InfoFrame.Gap.init)
    recording = GaplessRecording(gap, infoFrame: infoFrame, format: track.format)
    setPacketTable(survey)
  }

  /// The streams behind the first, as far as frames have been walked.
  public func streamChanges(ofTrack track: Int) -> StreamChanges { track == 0 ? changes : StreamChanges() }

  /// Finds out which stream a frame is of whose header does not agree with those before.
  private mutating func settleStream(
    of header: MPEGAudioHeader, packet: Int64, at offset: Int64
  ) throws(ContainerError) {
    let number: Int
    if let earlier = streamHeaders.firstIndex(where: header.agrees) {
      number = earlier
    } else {
      let layout = ChannelLayout(unlabelledChannelCount: header.channelCount)
      number = try changes.add(CodedStream(format: header.format, layout: layout), at: offset, limits: limits)
      streamHeaders.append(header)
    }
    guard number != streamNumber else { return }
    if isCounted { try changes.note(.init(packet: packet, byteOffset: offset, stream: number), limits: limits) }
    streamNumber = number
  }

  /// The tags behind the audio; `nil` where the source cannot be looked at from its end.
  private static func trailingTags(_ source: any ByteSource) throws(ContainerError) -> TrailingTags? {
    guard let byteCount = source.byteCount, !source.isArriving else { return nil }
    return try TrailingTags(source, byteCount: byteCount, from: 0)
  }

  /// The header of the first frame of sound, which knows better than the info frame about bit rate and channels.
  private static func firstHeader(of scanner: MPEGAudioFrameScanner) throws(ContainerError) -> MPEGAudioHeader? {
    var walker = scanner
    do throws(ContainerError) {
      return try walker.next()?.header
    } catch {
      // Nothing behind the info frame: the file is empty, or is read as far as it goes.
      if error.kind == .malformed { return nil }
      throw error
    }
  }

  /// What was passed over so far; for a file that was walked when it was opened, in all of it.
  public var warnings: [String] { openingWarnings + (surveyWarnings ?? currentWarnings) }

  private var currentWarnings: [String] {
    var lines: [String] = []
    if scanner.skippedByteCount > 0 { lines.append("\(scanner.skippedByteCount) bytes between frames were skipped") }
    if hasEnded, isCounted, let stated = infoFrame?.frameCount, nextPacket < stated {
      lines.append("the header counts \(stated) frames, there are \(nextPacket)")
    }
    if scanner.isLastFrameCut { lines.append("the last frame is incomplete and was left out") }
    return lines
  }

  // MARK: - Counts

  /// Walks the file where it is short enough; `nil` otherwise.
  private mutating func counts(from start: Int64) throws(ContainerError) -> MPEGAudioSurvey? {
    guard isWalkable, let end = scanner.end, end - start <= Self.surveyedByteCount else { return nil }
    var survey = MPEGAudioSurvey()
    var walker = scanner
    try survey.run(&walker, noting: &index, limits: limits)
    let own = scanner
    scanner = walker
    surveyWarnings = currentWarnings + survey.warnings
    scanner = own
    // Tags between frames are known now.
    scanner.adoptTags(of: walker)
    return survey
  }

  private mutating func apply(_ survey: MPEGAudioSurvey?, header: MPEGAudioHeader, firstFrameByteCount: Int) {
    var smallest: Int?
    if let survey {
      // Sound that goes from mono to stereo is stereo; frames in mono are heard on both sides.
      if survey.channelCount > header.channelCount {
        tracks[0].format.channelsPerFrame = survey.channelCount
        tracks[0].layout = ChannelLayout(unlabelledChannelCount: survey.channelCount)
      }
      tracks[0].packetCount = survey.packetCount
      tracks[0].audioByteCount = survey.byteCount
      tracks[0].maximumPacketSize = survey.largest
      tracks[0].bitRate = survey.isConstantRate && header.bitRate > 0 ? header.bitRate : nil
      smallest = survey.packetCount > 0 ? survey.smallest : nil
      if let stated = infoFrame?.frameCount, stated != survey.packetCount {
        surveyWarnings?.append("the header counts \(stated) frames, there are \(survey.packetCount)")
      }
    } else {
      applyInfoFrame(header: header, firstFrameByteCount: firstFrameByteCount)
      if infoFrame?.kind == .info, header.bitRate > 0 {
        tracks[0].bitRate = header.bitRate
        smallest = header.frameByteCount.map { $0 - header.paddingByteCount }
      }
    }
    let bounds = header.frameByteCountBounds
    tracks[0].packetSizeUpperBound =
      header.isFreeFormat ? MPEGAudioFrameScanner.maximumFreeFormatByteCount : bounds.upperBound
    tracks[0].rollDistance = Self.rollDistance(header, smallestFrame: smallest ?? bounds.lowerBound)
    guard let packets = tracks[0].packetCount else { return }
    let whole = Double(packets) * Double(header.framesPerPacket) / Double(header.sampleRate)
    let duration = changes.isEmpty ? whole : survey?.duration ?? whole
    tracks[0].duration = duration
    if tracks[0].bitRate == nil, let bytes = tracks[0].audioByteCount, duration > 0 {
      tracks[0].bitRate = Int(exactly: (Double(bytes) * 8 / duration).rounded())
    }
  }

  /// Takes over the counts of the info frame where they agree with the size of the file, or where that is not known.
  private mutating func applyInfoFrame(header: MPEGAudioHeader, firstFrameByteCount: Int) {
    guard let infoFrame, let frames = infoFrame.frameCount, frames > 0 else { return }
    if let end = scanner.end, isContradicted(end, tracks[0].dataOffset, header) {
      openingWarnings.append("the header of the first frame does not fit the file and was not believed")
      return
    }
    if let whole = scanner.end.map({ $0 - audioStart }) ?? infoFrame.byteCount {
      tracks[0].audioByteCount = whole - Int64(firstFrameByteCount)
    }
    tracks[0].packetCount = frames
  }

  /// Whether the info frame counts frames or bytes that the audio up to `end` cannot hold, or too few of them.
  private func isContradicted(_ end: Int64, _ start: Int64, _ header: MPEGAudioHeader) -> Bool {
    guard let infoFrame, let frames = infoFrame.frameCount, frames > 0 else { return false }
    let bounds = header.frameByteCountBounds
    let audio = end - start
    let isPossible =
      frames * Int64(bounds.lowerBound) <= audio + Int64(bounds.upperBound)
      && audio <= (frames + 1) * Int64(bounds.upperBound)
    let difference = infoFrame.byteCount.map { abs($0 - (end - audioStart)) } ?? 0
    return !isPossible || difference > Int64(bounds.upperBound)
  }

  /// Packets that must be decoded before one whose samples shall be right.
  ///
  /// In layer III the data of a frame begin up to 511 (MPEG-2: 255) bytes before it, counting only main data, so that
  /// as many frames must be known as hold that many; one more gives the overlap of the transform. The filterbank of the
  /// other layers remembers 480 samples.
  package static func rollDistance(_ header: MPEGAudioHeader, smallestFrame: Int) -> Int {
    switch header.layer {
    case 1: return 2
    case 2: return 1
    default:
      let overhead =
        MPEGAudioHeader.byteCount + (header.isProtected ? 2 : 0) + header.sideInformationByteCount
      let reservoir = header.version == .one ? 511 : 255
      let mainData = max(1, smallestFrame - overhead)
      return (reservoir + mainData - 1) / mainData + 1
    }
  }

  private mutating func setPacketTable(_ survey: MPEGAudioSurvey?) {
    guard let recording else { return setStatedFrameCount() }
    if let survey, !changes.isEmpty {
      // What the first stream says of its end lies in the middle.
      tracks[0].packetTable = recording.table(seconds: survey.duration)
    } else if let survey {
      tracks[0].packetTable = recording.table(packetCount: survey.packetCount)
    } else if let table = recording.statedTable {
      tracks[0].packetTable = table
    } else {
      openingWarnings.append("the frames are not counted: priming and padding were left in")
    }
  }

  /// Lets the recording be as long as the file around the frames says, where the frames themselves do not tell.
  private mutating func setStatedFrameCount() {
    guard section.frameCount ?? 0 > 0 else { return }
    guard changes.isEmpty else {
      return openingWarnings.append("the stream changes, and the number of frames that the file states was passed over")
    }
    let table = section.packetTable(packetCount: tracks[0].packetCount, format: tracks[0].format)
    guard let table else { return openingWarnings.append("there are fewer frames than the file says") }
    tracks[0].packetTable = table
    tracks[0].duration = Double(table.validFrames) / table.timescale
  }

  // MARK: - Reading

  /// Goes to a packet: from the nearest mark before it, frame by frame.
  public mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: scanner.position)
    }
    failure = nil
    let mark = index.mark(before: packet) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if !isCounted || packet < nextPacket || mark.packet > nextPacket {
      heldFrame = nil
      scanner.move(toFrameAt: mark.offset)
      streamNumber = changes.streamNumber(ofPacket: mark.packet)
      nextPacket = mark.packet
      isCounted = true
    }
    while nextPacket < packet {
      do throws(ContainerError) {
        guard try nextFrame() != nil else { return nextPacket = packet }
      } catch {
        // Reading on from here meets the same failure, which is where it belongs.
        if error.kind == .inputOutput { throw error }
        failure = error
        return nextPacket = packet
      }
    }
  }

  /// Moves over the next frame and counts it.
  private mutating func nextFrame() throws(ContainerError) -> MPEGAudioFrame? {
    if let frame = heldFrame {
      heldFrame = nil
      nextPacket += 1
      return frame
    }
    guard let frame = try scanner.next() else {
      hasEnded = true
      return nil
    }
    if !frame.header.agrees(with: streamHeaders[streamNumber]) {
      try settleStream(of: frame.header, packet: nextPacket, at: frame.offset)
    }
    if isCounted { index.note(packet: nextPacket, at: frame.offset) }
    nextPacket += 1
    return frame
  }

  /// Fills the batch with the next packets.
  public mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: scanner.position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    defer { openEndIfPassed() }
    while !batch.isFull {
      do throws(ContainerError) {
        guard let frame = try nextFrame() else { break }
        if batch.count == 0 { batch.streamNumber = streamNumber }
        guard batch.streamNumber == streamNumber else {
          heldFrame = frame
          nextPacket -= 1
          break
        }
        let start = batch.bytes.count
        guard try scanner.append(frame, to: &batch.bytes) else { break }
        batch.noteAppendedPacket(from: start, fileOffset: frame.offset)
      } catch {
        failure = error
        if batch.count == 0 { throw error }
        break
      }
    }
    return batch.count > 0
  }

  /// Lets the recording go on where the stream has more frames than the first one counts, before what would be padding
  /// is given away.
  ///
  /// The whole of a file of usual length is known before its first packet. Of a long one and of a pipe the few frames
  /// of the padding are looked at in advance; a stream that arrives is not kept waiting for them.
  private mutating func openEndIfPassed() {
    guard surveyWarnings == nil, isCounted, let recording, let stated = recording.statedPacketCount,
      nextPacket > recording.firstPaddedPacket(of: stated), tracks[0].packetTable == recording.statedTable
    else { return }
    if nextPacket <= stated {
      guard !isArriving else { return }
      var walker = scanner
      for _ in nextPacket...stated { guard (try? walker.next()) != nil else { return } }
    }
    tracks[0].packetTable = recording.openTable
    openingWarnings.append("there are more frames than the \(stated) that the header counts")
  }

  /// The next frame; those before it have been given.
  public var lowestNeededOffset: Int64 { heldFrame?.offset ?? scanner.position }

  /// Goes on at the first frame from an offset on that the frames behind it confirm, and counts it as `packet`.
  public mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard packet >= 0 else { throw ContainerError(.invalidState, "no such packet", at: byteOffset) }
    failure = nil
    scanner.resynchronize(at: max(byteOffset, tracks[0].dataOffset))
    heldFrame = nil
    nextPacket = packet
    isCounted = false
  }

  /// Where a packet lies by the header's table, or by the average size; `nil` where nothing is known.
  ///
  /// It is an estimate: ``resynchronize(atOffset:asPacket:)`` finds the next frame there, which is seldom the one
  /// sought.
  public func estimatedByteOffset(ofPacket packet: Int64) -> Int64? {
    let start = tracks[0].dataOffset
    guard packet > 0 else { return start }
    if let mark = index.mark(before: packet), mark.packet == packet { return mark.offset }
    guard let count = tracks[0].packetCount, let bytes = tracks[0].audioByteCount, count > 0 else {
      let format = tracks[0].format
      guard let rate = tracks[0].bitRate, format.sampleRate > 0 else { return nil }
      let seconds = Double(packet) * Double(format.framesPerPacket) / format.sampleRate
      return Int64(exactly: (seconds * Double(rate) / 8).rounded()).map { $0 &+ start }
    }
    let fraction = min(1, Double(packet) / Double(count))
    if let offset = infoFrame?.offset(ofFraction: fraction) { return max(start, audioStart + offset) }
    if let offset = infoFrame?.offset(ofFrame: packet) { return start + offset }
    return start + Int64(fraction * Double(bytes))
  }
}
