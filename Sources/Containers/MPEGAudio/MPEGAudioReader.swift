package import AudioBase
package import FramedStreams
import ID3Tags
package import MPEGAudioFrames

/// Reads the frames of MPEG audio, each a packet with its header.
///
/// A file of up to 8 MiB is walked once when it is opened, header by header, for the counts. For a longer one the
/// header of Xing or Fraunhofer states them, where it fits the file's size; without it they stay unknown. Seeking is
/// exact: it walks from the nearest frame whose number is known.
///
/// Frames may go from mono to stereo and back: the track has the channels of the frame that has most. Three headers in
/// a row that agree with each other and not with those before begin another stream, as where recordings of different
/// layers or rates were joined.
package struct MPEGAudioReader: FramedReader {
  /// `MPG3`, `MPG2` or `MPG1`, by the layer of the frames.
  package let fileType: FourCharacterCode
  package var stream: FramedStream<MPEGAudioFrameScanner>
  /// The metadata of the tags, by precedence ID3v2, APE, ID3v1, and the name of the encoder.
  package private(set) var metadata = Metadata()
  /// The items of APE tags that have no key, and skipped tags.
  package private(set) var unnamedItems: [String] = []

  /// The positions of the tags around the audio.
  private(set) var tagPlaces = TagPlaces(front: [], items: [], behind: nil)
  private let infoFrame: InfoFrame?
  /// The known priming and padding; `nil` if neither is known.
  private var recording: GaplessRecording?
  /// The offset at which the audio begins, the info frame included.
  private let audioStart: Int64
  private let section: MPEGAudioSection
  private let isArriving: Bool
  private var openingWarnings: [String] = []
  private var surveyRemarks: [String] = []

  /// Opens a stream.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/malformed`` if no headers in a row agree.
  package init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    let trailing = try source.walkableByteCount.map { byteCount throws(ContainerError) in
      try TrailingTags(source, byteCount: byteCount, from: 0)
    }
    try self.init(source, MPEGAudioSection(start: 0, end: trailing?.audioEnd), behind: trailing, limits)
  }

  /// Opens the section of another kind of file that holds frames, and perhaps tags before them.
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
    var scanner = MPEGAudioFrameScanner(source, limits: limits)
    self.section = section
    isArriving = source.isArriving
    scanner.end = section.end
    scanner.begin(at: section.start)
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no frame of MPEG audio", at: section.start, in: "mpga")
    }
    fileType = section.fileType ?? MPEGAudioFile.fileType(ofLayer: first.header.layer)
    audioStart = first.offset
    var bytes: [UInt8] = []
    _ = try scanner.append(0, of: first, to: &bytes)
    infoFrame = InfoFrame(bytes.span, header: first.header)
    let start = first.offset + (infoFrame == nil ? 0 : Int64(first.byteCount))
    scanner.begin(at: start)
    let header = try Self.firstHeader(of: scanner) ?? first.header
    var track = TrackInfo(format: header.format)
    track.layout = ChannelLayout(unlabelledChannelCount: header.channelCount)
    track.dataOffset = start
    stream = FramedStream(scanner, track, stream: MPEGAudioStream(header: header), limits: limits)
    let survey = try survey(of: source)
    apply(survey, header: header, firstFrameByteCount: first.byteCount)
    var tags = TagReading(source, limits: limits, sampleRate: track.format.sampleRate)
    scanner = stream.scanner
    try tags.read(inFront: scanner.identifierTags, items: scanner.itemTags, behind: trailing)
    tagPlaces = TagPlaces(front: scanner.identifierTags, items: scanner.itemTags, behind: trailing)
    metadata = tags.metadata
    unnamedItems = tags.unread.names
    openingWarnings += tags.warnings + tags.metadata.remarksOnLimits
    if let encoder = infoFrame?.encoder, !encoder.isEmpty { metadata[.sourceEncoder] = encoder }
    let gap = infoFrame?.gap ?? tags.gaplessText.flatMap(InfoFrame.Gap.init)
    recording = GaplessRecording(gap, infoFrame: infoFrame, format: track.format)
    setPacketTable()
  }

  /// Returns the header of the first frame of sound, which knows better than the info frame about bit rate and
  /// channels.
  private static func firstHeader(of scanner: MPEGAudioFrameScanner) throws(ContainerError) -> MPEGAudioHeader? {
    var walker = scanner
    do throws(ContainerError) {
      return try walker.next()?.header
    } catch {
      // Nothing after the info frame: the file is empty, or is read as far as possible.
      if error.kind == .malformed { return nil }
      throw error
    }
  }

  package var warnings: [String] {
    var lines = openingWarnings + stream.warnings + surveyRemarks
    if !stream.isSurveyed, stream.scanner.hasEnded, stream.countsAreExact, let stated = infoFrame?.frameCount,
      stream.nextPacket < stated
    {
      lines.append(Self.remark(on: stated, stream.nextPacket))
    }
    return lines
  }

  private static func remark(on stated: Int64, _ count: Int64) -> String {
    "the header counts \(stated) frames, there are \(count)"
  }

  // MARK: - Counts

  /// Walks the file if it is short enough; `nil` otherwise.
  private mutating func survey(of source: any ByteSource) throws(ContainerError) -> MPEGAudioSurvey? {
    guard source.walkableByteCount != nil else { return nil }
    var survey = MPEGAudioSurvey()
    guard let walked = try stream.survey(upTo: stream.scanner.end, { survey.note($0, ofStream: $1) }) else {
      return nil
    }
    // Tags between frames are known now.
    stream.scanner.adoptTags(of: walked)
    if survey.otherChannelCount > 0 {
      surveyRemarks.append("\(survey.otherChannelCount) frames have another number of channels")
    }
    if let stated = infoFrame?.frameCount, let count = stream.tracks[0].packetCount, stated != count {
      surveyRemarks.append(Self.remark(on: stated, count))
    }
    return survey
  }

  private mutating func apply(_ survey: MPEGAudioSurvey?, header: MPEGAudioHeader, firstFrameByteCount: Int) {
    var smallest: Int?
    if let survey {
      // A stream that changes from mono to stereo is stereo; frames in mono are heard on both sides.
      if survey.channelCount > header.channelCount {
        stream.tracks[0].format.channelsPerFrame = survey.channelCount
        stream.tracks[0].layout = ChannelLayout(unlabelledChannelCount: survey.channelCount)
      }
      stream.tracks[0].bitRate = survey.isConstantRate && header.bitRate > 0 ? header.bitRate : nil
      smallest = survey.smallest
    } else {
      applyInfoFrame(header: header, firstFrameByteCount: firstFrameByteCount)
      if infoFrame?.kind == .info, header.bitRate > 0 {
        stream.tracks[0].bitRate = header.bitRate
        smallest = header.frameByteCount.map { $0 - header.paddingByteCount }
      }
    }
    let bounds = header.frameByteCountBounds
    stream.tracks[0].packetSizeUpperBound =
      header.isFreeFormat ? MPEGAudioFrameScanner.maximumFreeFormatByteCount : bounds.upperBound
    stream.tracks[0].rollDistance = Self.rollDistance(header, smallestFrame: smallest ?? bounds.lowerBound)
    guard let packets = stream.tracks[0].packetCount else { return }
    let duration =
      stream.tracks[0].duration ?? Double(packets) * Double(header.framesPerPacket) / Double(header.sampleRate)
    stream.tracks[0].duration = duration
    if stream.tracks[0].bitRate == nil, let bytes = stream.tracks[0].audioByteCount, duration > 0 {
      stream.tracks[0].bitRate = Int(exactly: (Double(bytes) * 8 / duration).rounded())
    }
  }

  /// Adopts the counts of the info frame if they agree with the size of the file, or if that is unknown.
  private mutating func applyInfoFrame(header: MPEGAudioHeader, firstFrameByteCount: Int) {
    guard let infoFrame, let frames = infoFrame.frameCount, frames > 0 else { return }
    if let end = stream.scanner.end, isContradicted(end, stream.tracks[0].dataOffset, header) {
      openingWarnings.append("the header of the first frame does not fit the file and was not believed")
      return
    }
    if let whole = stream.scanner.end.map({ $0 - audioStart }) ?? infoFrame.byteCount {
      stream.tracks[0].audioByteCount = whole - Int64(firstFrameByteCount)
    }
    stream.tracks[0].packetCount = frames
  }

  /// Returns true if the info frame counts frames or bytes that the audio up to `end` cannot hold, or too few of them.
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

  /// Returns the number of packets to decode before a packet so that its samples are correct.
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

  private mutating func setPacketTable() {
    guard let recording else { return setStatedFrameCount() }
    if stream.isSurveyed, let count = stream.tracks[0].packetCount, let duration = stream.tracks[0].duration {
      // The end stated in the first of several streams is in the middle.
      stream.tracks[0].packetTable =
        stream.changes.isEmpty ? recording.table(packetCount: count) : recording.table(seconds: duration)
    } else if let table = recording.statedTable {
      stream.tracks[0].packetTable = table
    } else {
      openingWarnings.append("the frames are not counted: priming and padding were left in")
    }
  }

  /// Sets the recording's length to that stated by the file around the frames, if the frames do not state it.
  private mutating func setStatedFrameCount() {
    guard section.frameCount ?? 0 > 0 else { return }
    guard stream.changes.isEmpty else {
      return openingWarnings.append("the stream changes, and the number of frames that the file states was passed over")
    }
    let table = section.packetTable(packetCount: stream.tracks[0].packetCount, format: stream.tracks[0].format)
    guard let table else { return openingWarnings.append("there are fewer frames than the file says") }
    stream.tracks[0].packetTable = table
    stream.tracks[0].duration = Double(table.validFrames) / table.timescale
  }

  // MARK: - Reading

  package mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    defer { openEndIfPassed() }
    return try stream.readPackets(ofTrack: track, into: &batch)
  }

  /// Continues the recording if the stream has more frames than the first frame states, before frames that would be
  /// padding are returned.
  ///
  /// The whole of a file of usual length is known before its first packet. For a long one and for a pipe the few frames
  /// of the padding are read in advance; a stream that arrives does not wait for them.
  private mutating func openEndIfPassed() {
    guard !stream.isSurveyed, stream.countsAreExact, let recording, let stated = recording.statedPacketCount,
      stream.nextPacket > recording.firstPaddedPacket(of: stated), stream.tracks[0].packetTable == recording.statedTable
    else { return }
    if stream.nextPacket <= stated {
      guard !isArriving else { return }
      var walker = stream.scanner
      for _ in stream.nextPacket...stated { guard (try? walker.next()) != nil else { return } }
    }
    stream.tracks[0].packetTable = recording.openTable
    openingWarnings.append("there are more frames than the \(stated) that the header counts")
  }

  /// Returns the offset of a packet by the header's table or by the average size; `nil` if neither is known.
  ///
  /// It is an estimate: ``resynchronize(atOffset:asPacket:)`` finds the next frame there, which is seldom the requested
  /// one.
  package func estimatedByteOffset(ofPacket packet: Int64) -> Int64? {
    let start = stream.tracks[0].dataOffset
    guard packet > 0 else { return start }
    guard let count = stream.tracks[0].packetCount, let bytes = stream.tracks[0].audioByteCount, count > 0 else {
      let format = stream.tracks[0].format
      guard let rate = stream.tracks[0].bitRate, format.sampleRate > 0 else { return nil }
      let seconds = Double(packet) * Double(format.framesPerPacket) / format.sampleRate
      return Int64(exactly: (seconds * Double(rate) / 8).rounded()).map { $0 &+ start }
    }
    let fraction = min(1, Double(packet) / Double(count))
    if let offset = infoFrame?.offset(ofFraction: fraction) { return max(start, audioStart + offset) }
    if let offset = infoFrame?.offset(ofFrame: packet) { return start + offset }
    return start + Int64(fraction * Double(bytes))
  }
}
