import AudioBase
import AudioConversion

/// A file that has been recognised and opened, as the parts of the engine that are compiled here know it.
struct MediaFile {
  /// The container that has recognised the file.
  let container: ContainerDescriptor
  /// The tracks and their packets.
  var reader: ContainerReaderBox
  /// The file's bytes.
  let source: any ByteSource

  /// Recognises and opens the file that a source holds.
  init(source: any ByteSource, name: String?) throws(AudioError) {
    let container = try FileRecognition.container(of: source, name: name, among: WebCatalog.containers)
    guard let open = container.open else { throw .unknownFormat }
    reader = try raising { () throws(ContainerError) in try open(source, ResourceLimits()) }
    self.container = container
    self.source = source
  }
}

/// What is known of samples before they are decoded.
struct FormatRecord: Encodable {
  var rate: Double
  var channels: Int
  var layout: String
  var speakers: [String]
  var expectedFrames: Int64?
}

/// What is known of samples once they are decoded.
struct ReportRecord: Encodable {
  var frames: Int64
  var packets: Int64
  var damagedPackets: Int64
  var remarkedPackets: Int64
  var warnings: [String]
}

/// A file of the page, and the decoding of one of its tracks.
final class Recording {
  let media: MediaFile
  private var decoder: TrackDecoder?
  /// The format of the samples: that of the first block.
  private(set) var format: DecodedFormat?
  /// The index of the decoder's channel for each channel in WAVE's order.
  private var order: [Int] = []
  /// One plane a channel, of the frames that the page takes next.
  private var planes: [UnsafeMutablePointer<Float>] = []
  private var capacity = 0
  /// The frames that are decoded in one call, unless a packet has more.
  private static let framesPerCall = 16_384

  init(_ source: any ByteSource, name: String?) throws(AudioError) {
    media = try MediaFile(source: source, name: name)
  }

  deinit { for plane in planes { plane.deallocate() } }

  /// The number of frames of the track that is decoded, where its container states it.
  var expectedFrameCount: Int64? { decoder?.expectedFrameCount }
  /// The number of packets so far that could not be decoded.
  var damagedPacketCount: Int64 { decoder?.report.damagedPacketCount ?? 0 }

  /// Returns the index of a track, which must be audio: the first that is for a negative one.
  func audioTrack(_ index: Int) throws(AudioError) -> Int {
    let tracks = media.reader.tracks
    if index < 0 {
      guard let first = tracks.firstIndex(where: { $0.mediaKind == .audio }) else { throw .noAudioTrack }
      return first
    }
    guard tracks.indices.contains(index), tracks[index].mediaKind == .audio else {
      throw AudioError(.option, .track, "there is no audio track \(index)")
    }
    return index
  }

  /// Begins to decode a track.
  func begin(track: Int, _ request: DecodeRequest) throws(AudioError) {
    let opened = try TrackDecoder(
      of: media.reader, track: audioTrack(track), codecs: WebCatalog.codecs, options: request)
    let format = opened.format
    order = format.layout.waveOrder
    for plane in planes { plane.deallocate() }
    planes = []
    capacity = 0
    self.format = format
    decoder = consume opened
  }

  /// The facts about the samples that ``next()`` gives, as JSON.
  var formatText: String {
    guard let format else { return "null" }
    let layout = format.layout.inWaveOrder
    return JSONText.text(
      of: FormatRecord(
        rate: format.sampleRate, channels: format.layout.channelCount, layout: layout.description,
        speakers: layout.speakers.map { $0.name }, expectedFrames: decoder?.expectedFrameCount))
  }

  /// Decodes the next frames into the planes, and returns their number: 0 at the end.
  func next() throws(AudioError) -> Int {
    var count = 0
    while count < Self.framesPerCall {
      guard let kept = try decoder?.decodeNext() else { break }
      try check()
      makeRoom(count + kept.count)
      decoder!.copy(kept, order, to: planes, at: count)
      count += kept.count
    }
    return count
  }

  /// Refuses what one list of samples cannot hold.
  private func check() throws(AudioError) {
    guard let format, let now = decoder?.format else { return }
    guard now.sampleRate == format.sampleRate, now.layout.channelCount == format.layout.channelCount else {
      throw AudioError(
        .unsupported, .channels, "the stream changes its rate or its channels, which one list of samples cannot hold")
    }
  }

  private func makeRoom(_ count: Int) {
    guard count > capacity else { return }
    let room = max(count, Self.framesPerCall * 2)
    let grown = (0..<order.count).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: room) }
    for (old, new) in zip(planes, grown) {
      new.update(from: old, count: capacity)
      old.deallocate()
    }
    (planes, capacity) = (grown, room)
  }

  /// The place of a channel's frames.
  func plane(_ channel: Int) -> UnsafeMutablePointer<Float>? { planes.indices.contains(channel) ? planes[channel] : nil }

  /// The remarks on the decoding so far, as JSON.
  var reportText: String {
    guard let report = decoder?.report else { return "null" }
    return JSONText.text(
      of: ReportRecord(
        frames: report.frameCount, packets: report.packetCount, damagedPackets: report.damagedPacketCount,
        remarkedPackets: report.remarkedPacketCount, warnings: Self.warnings(report)))
  }

  private static func warnings(_ report: DecodingReport) -> [String] {
    var warnings: [String] = []
    if let first = report.damage.first {
      warnings.append("\(report.damagedPacketCount) packets were damaged and are concealed; the first: \(first)")
    }
    if let first = report.firstRemark {
      warnings.append("\(report.remarkedPacketCount) packets have a flaw beside their sound; the first: \(first)")
    }
    if let end = report.earlyEnd { warnings.append("the end is missing: \(end.text)") }
    return warnings
  }
}

extension TrackDecoder {
  /// Copies frames of the block, in an order of channels.
  borrowing func copy(_ frames: Range<Int>, _ order: [Int], to planes: [UnsafeMutablePointer<Float>], at start: Int) {
    for (place, channel) in order.enumerated() {
      let source = block.part(channel, frames)
      for index in source.indices { planes[place][start + index] = source[index] }
    }
  }
}

/// False: a page has no pipe.
func isBrokenPipeError(_ number: Int32) -> Bool { false }
