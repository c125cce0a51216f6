package import AudioBase
import FramedStreams
import ID3Tags
import MPEGAudioFrames

/// A frame of MPEG audio: its place in the source.
package struct MPEGAudioFrame: ScannedFrame, BitwiseCopyable {
  package var offset: Int64
  package var byteCount: Int
  var header: MPEGAudioHeader
}

/// The frames of one layer, version and rate.
package struct MPEGAudioStream: ScannedStream {
  /// The header of the first frame.
  var header: MPEGAudioHeader

  package var coded: CodedStream {
    CodedStream(format: header.format, layout: ChannelLayout(unlabelledChannelCount: header.channelCount))
  }

  package func isSame(as other: MPEGAudioStream) -> Bool { header.agrees(with: other.header) }
}

/// Walks a stream of MPEG audio from frame to frame, and skips tags and garbage.
///
/// Three headers in a row that agree with each other and not with the previous ones begin another stream, of another
/// layer, version or rate; fewer count as garbage, and so does a change to free format.
package struct MPEGAudioFrameScanner: FrameScanner {
  /// The longest frame of free format in a search. Those of the standard's rates are shorter than 2900 bytes.
  static let maximumFreeFormatByteCount = 8192

  package var window: SourceWindow
  private let limits: ResourceLimits
  private let isArriving: Bool
  package var position: Int64 = 0
  /// The certain end of the audio: at the tags after it, or with the source; `nil` if it is unknown.
  var end: Int64?
  /// The header that frames agree with, after the first one has been found; it changes with the stream.
  private var stream: MPEGAudioHeader?
  /// The number of bytes of a frame of free format without padding.
  private var freeFormatByteCount: Int?
  private var mustConfirm = false
  /// True if a frame that was found before begins at ``position``, of whichever of the streams.
  private var isAtKnownFrame = false
  /// The positions of tags of ID3v2, the first few only.
  private(set) var identifierTags: [Range<Int64>] = []
  /// The positions of tags of APE before frames, the first few only.
  private(set) var itemTags: [Range<Int64>] = []
  /// The number of bytes between frames that were skipped.
  private var skippedByteCount: Int64 = 0
  /// True if the last frame was found to be incomplete.
  private var isLastFrameCut = false
  /// True if the last search met the end of the stream.
  private(set) var hasEnded = false

  init(_ source: any ByteSource, limits: ResourceLimits) {
    // A candidate and all that confirms it are in view at once: three frames, and the header of the next.
    window = SourceWindow(source, capacity: source.byteCount == nil ? 1 << 15 : 1 << 16)
    isArriving = source.isArriving
    end = source.byteCount
    self.limits = limits
  }

  /// Continues where a frame should be, of the stream that is being read.
  mutating func begin(at offset: Int64) {
    position = offset
    mustConfirm = false
    isAtKnownFrame = false
  }

  package mutating func move(to offset: Int64) {
    begin(at: offset)
    isAtKnownFrame = true
  }

  package mutating func resynchronize(at offset: Int64) {
    position = offset
    mustConfirm = true
    isAtKnownFrame = false
  }

  /// Adopts the tags that another scanner of the same source has found.
  mutating func adoptTags(of other: MPEGAudioFrameScanner) {
    identifierTags = other.identifierTags
    itemTags = other.itemTags
  }

  package var warnings: [String] {
    (skippedByteCount > 0 ? ["\(skippedByteCount) bytes between frames were skipped"] : [])
      + (isLastFrameCut ? ["the last frame is incomplete and was left out"] : [])
  }

  package mutating func stream(
    of frame: MPEGAudioFrame, after known: MPEGAudioStream
  ) throws(ContainerError) -> MPEGAudioStream? {
    frame.header.agrees(with: known.header) ? nil : MPEGAudioStream(header: frame.header)
  }

  /// Finds the next frame, or returns `nil` at the end of the stream.
  ///
  /// - Throws: ``ErrorKind/malformed`` if no frame follows within the limit.
  package mutating func next() throws(ContainerError) -> MPEGAudioFrame? {
    hasEnded = true
    guard let header = try nextHeader() else { return nil }
    let size = byteCount(of: header)
    let whole = try load(size)
    guard whole.count == size else {
      isLastFrameCut = true
      return nil
    }
    (mustConfirm, isAtKnownFrame, hasEnded) = (false, false, false)
    let frame = MPEGAudioFrame(offset: position, byteCount: size, header: header)
    position += Int64(size)
    return frame
  }

  /// Returns the number of bytes of a frame; the length of free format must be known by now.
  private func byteCount(of header: MPEGAudioHeader) -> Int {
    header.frameByteCount ?? (freeFormatByteCount ?? 0) + header.paddingByteCount
  }

  /// Makes bytes from ``position`` on visible, up to the end of the audio.
  private mutating func load(_ wanted: Int) throws(ContainerError) -> Range<Int> {
    let left = end.map { Int(max(0, min(Int64(wanted), $0 - position))) } ?? wanted
    return try window.load(left, at: position)
  }

  /// Moves to the next header that agrees with the stream, and returns it.
  private mutating func nextHeader() throws(ContainerError) -> MPEGAudioHeader? {
    while true {
      let place = try load(MPEGAudioHeader.byteCount)
      if place.isEmpty { return nil }
      if let header = MPEGAudioHeader(window.bytes.span.extracting(place), at: 0) {
        if !mustConfirm, let stream, header.agrees(with: stream) { return header }
        if isAtKnownFrame, !header.isFreeFormat || freeFormatByteCount != nil {
          stream = header
          return header
        }
        if try isConfirmedByNext(header) { return header }
      }
      switch try skipTag() {
      case .nothing: return try search()
      case .endOfAudio: return nil
      case .identifierTag, .itemTag, .otherTag: continue
      }
    }
  }

  /// Returns true if the header at ``position`` is followed by another header of its stream; requests no more bytes
  /// than these.
  private mutating func isConfirmedByNext(_ header: MPEGAudioHeader) throws(ContainerError) -> Bool {
    guard stream.map(header.agrees) ?? true, let size = header.frameByteCount else { return false }
    let place = try load(size + MPEGAudioHeader.byteCount)
    guard let second = MPEGAudioHeader(window.bytes.span.extracting(place), at: size), second.agrees(with: header)
    else { return false }
    if stream == nil { stream = header }
    return true
  }

  // MARK: - Tags

  /// The element at the position where a frame is expected.
  private enum Encounter {
    case nothing
    case identifierTag(byteCount: Int)
    case itemTag(byteCount: Int)
    case otherTag(byteCount: Int)
    case endOfAudio
  }

  /// Skips a tag at ``position``, and returns its kind.
  private mutating func skipTag() throws(ContainerError) -> Encounter {
    let encounter = encounter(at: try load(APETag.Frame.byteCount))
    let mostNoted = 8
    switch encounter {
    case .identifierTag(let size):
      if identifierTags.count < mostNoted { identifierTags.append(position..<(position + Int64(size))) }
      position += Int64(size)
    case .itemTag(let size):
      if itemTags.count < mostNoted { itemTags.append(position..<(position + Int64(size))) }
      position += Int64(size)
    case .otherTag(let size): position += Int64(size)
    case .nothing, .endOfAudio: break
    }
    return encounter
  }

  private func encounter(at place: Range<Int>) -> Encounter {
    let bytes = window.bytes.span.extracting(place)
    if let size = ID3Tag.byteCount(of: bytes) { return .identifierTag(byteCount: size) }
    if let tag = APETag.Frame(bytes) {
      return tag.isHeader
        ? .itemTag(byteCount: tag.totalByteCount) : .otherTag(byteCount: APETag.Frame.byteCount)
    }
    guard stream != nil else { return .nothing }
    if bytes.begins(with: "TAG+") { return .otherTag(byteCount: TrailingTags.enhancedTagByteCount) }
    if bytes.begins(with: "TAG") { return .otherTag(byteCount: ID3v1.byteCount) }
    return bytes.begins(with: "LYRICSBEGIN") ? .endOfAudio : .nothing
  }

  // MARK: - Searching

  /// Searches for a header that others confirm, or that ends with the source.
  ///
  /// No more bytes are requested than a decision needs, so that a stream that is still arriving does not have to wait.
  private mutating func search() throws(ContainerError) -> MPEGAudioHeader? {
    let start = position
    var confirmation = FrameConfirmation(stream: stream, freeFormatByteCount: freeFormatByteCount)
    var wanted = MPEGAudioHeader.byteCount
    while position - start <= Int64(limits.resynchronizationByteCount) {
      let view = try loadAll(atLeast: wanted)
      confirmation.isLast = view.count < wanted
      confirmation.expectedIndex = position == start ? 0 : nil
      switch confirmation.first(in: window.bytes.span.extracting(view)) {
      case .frame(let index, let header, let byteCount):
        if stream.map({ !header.agrees(with: $0) }) ?? true { stream = header }
        if header.isFreeFormat { freeFormatByteCount = byteCount }
        position += Int64(index)
        skippedByteCount += position - start
        return header
      case .undecided(let index, let needed):
        position += Int64(index)
        wanted = needed
      case .nothing:
        position += Int64(view.count)
        return try endOfSearch(from: start)
      }
    }
    position = start
    throw ContainerError(.malformed, "no frame follows within the limit", at: start, in: "mpga")
  }

  /// Loads at least `wanted` bytes from ``position`` on, and any others available, up to the end of the audio.
  private mutating func loadAll(atLeast wanted: Int) throws(ContainerError) -> Range<Int> {
    let left = end.map { Int(clamping: max(0, $0 - position)) } ?? .max
    let view = try window.load(atLeast: min(wanted, left), at: position)
    return view.prefix(left)
  }

  private mutating func endOfSearch(from start: Int64) throws(ContainerError) -> MPEGAudioHeader? {
    guard stream != nil else {
      throw ContainerError(.malformed, "the source holds no frame of MPEG audio", at: start, in: "mpga")
    }
    skippedByteCount += position - start
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Returns true if the bytes begin with these characters.
  fileprivate func begins(with text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount <= count else { return false }
    var index = 0
    for byte in "\(text)".utf8 {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }
}
