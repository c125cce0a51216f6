import ID3Tags
import MPEGAudioFrames

/// Searches other bytes for the first header that is confirmed by the next ones.
///
/// Its decision depends on the bytes alone and not on how many of them are available: if they are inconclusive, it
/// states how many more are needed.
struct FrameConfirmation {
  /// The number of free-format candidates that are measured in one search; each costs a separate search.
  private static let freeFormatBudget = 256
  /// The number of bytes by which the search for the second header of a free-format stream is extended at a time.
  private static let measuringByteCount = 256

  /// The header that frames agree with, once the first is found. A header that does not agree begins another stream if
  /// two more after it agree with it.
  let stream: MPEGAudioHeader?
  /// The number of bytes of an unpadded free-format frame, if it is known.
  let freeFormatByteCount: Int?
  /// The index at which a frame is expected, `nil` if there is none.
  var expectedIndex: Int?
  /// True if nothing follows the bytes.
  var isLast = false
  private var budget = Self.freeFormatBudget

  /// Creates a search for frames of `stream`, or of any stream.
  init(stream: MPEGAudioHeader?, freeFormatByteCount: Int?) {
    self.stream = stream
    self.freeFormatByteCount = freeFormatByteCount
  }

  /// The result for bytes.
  enum Outcome {
    /// A header at `index`; `freeFormatByteCount` is the measured size of its frames without padding.
    case frame(index: Int, header: MPEGAudioHeader, freeFormatByteCount: Int?)
    /// No header before `index`; the next search needs `wanted` bytes from there on.
    case undecided(index: Int, wanted: Int)
    /// No header, and no bytes to examine further.
    case nothing
  }

  /// The judgement of one candidate.
  private enum Judgement {
    case accepted(freeFormatByteCount: Int?)
    case refused
    /// The number of bytes from the start of the span that are needed to decide.
    case undecided(needed: Int)
  }

  /// Examines all of the bytes.
  mutating func first(in bytes: Span<UInt8>) -> Outcome {
    for index in 0..<bytes.count where bytes[index] == 0xFF {
      guard index <= bytes.count - MPEGAudioHeader.byteCount else {
        if isLast { break }
        return .undecided(index: index, wanted: MPEGAudioHeader.byteCount)
      }
      guard let header = MPEGAudioHeader(bytes, at: index), !header.isFreeFormat || isOfStream(header) else { continue }
      switch judge(header, at: index, bytes) {
      case .accepted(let byteCount): return .frame(index: index, header: header, freeFormatByteCount: byteCount)
      case .refused: if header.isFreeFormat, freeFormatByteCount == nil { budget = max(0, budget - 1) }
      case .undecided(let needed): return .undecided(index: index, wanted: needed - index)
      }
    }
    return isLast ? .nothing : .undecided(index: bytes.count, wanted: MPEGAudioHeader.byteCount)
  }

  /// Returns true if a header is of the stream that is being read, or of the first.
  private func isOfStream(_ header: MPEGAudioHeader) -> Bool { stream.map(header.agrees) ?? true }

  private func judge(_ header: MPEGAudioHeader, at index: Int, _ bytes: Span<UInt8>) -> Judgement {
    var base = freeFormatByteCount
    if header.isFreeFormat, base == nil {
      guard budget > 0 else { return .refused }
      switch measured(header, at: index, bytes) {
      case .accepted(let byteCount): base = byteCount
      case let other: return other
      }
    }
    guard let size = header.frameByteCount ?? base.map({ $0 + header.paddingByteCount }) else { return .refused }
    let isExpected = index == expectedIndex && isOfStream(header)
    // A stream of one frame is believed only where one is expected.
    let isBelieved = isExpected || (stream != nil && isOfStream(header))
    switch successor(of: header, at: index + size, bytes) {
    case .undecided(let needed): return .undecided(needed: needed)
    case .end: return isBelieved ? .accepted(freeFormatByteCount: base) : .refused
    case .nothing, .beyondEnd: return .refused
    case .frame(let second):
      if isExpected, !header.isFreeFormat { return .accepted(freeFormatByteCount: base) }
      guard let next = second.frameByteCount ?? base.map({ $0 + second.paddingByteCount }) else { return .refused }
      switch successor(of: header, at: index + size + next, bytes) {
      case .undecided(let needed): return .undecided(needed: needed)
      case .nothing: return .refused
      case .beyondEnd: return isBelieved ? .accepted(freeFormatByteCount: base) : .refused
      case .frame, .end: return .accepted(freeFormatByteCount: base)
      }
    }
  }

  /// The element after a frame.
  private enum Successor {
    case frame(MPEGAudioHeader)
    /// The end of the source, or tags.
    case end
    case beyondEnd
    case nothing
    /// The number of bytes from the start of the span that are needed to decide.
    case undecided(needed: Int)
  }

  private func successor(of header: MPEGAudioHeader, at index: Int, _ bytes: Span<UInt8>) -> Successor {
    if let second = MPEGAudioHeader(bytes, at: index) { return second.agrees(with: header) ? .frame(second) : .nothing }
    let (left, mark) = (bytes.count - index, MPEGAudioHeader.byteCount)
    if isLast {
      if left < 0 { return .beyondEnd }
      if left < mark { return .end }
    } else if left < mark {
      return .undecided(needed: index + mark)
    } else if left < TrailingTags.markByteCount, TrailingTags.mayBegin(with: bytes[index]) {
      return .undecided(needed: index + TrailingTags.markByteCount)
    }
    return TrailingTags.begins(bytes, at: index) ? .end : .nothing
  }

  /// Returns the distance to the next header of the same stream of free format, without padding.
  private func measured(_ header: MPEGAudioHeader, at start: Int, _ bytes: Span<UInt8>) -> Judgement {
    let shortest = MPEGAudioHeader.byteCount + (header.layer == 3 ? header.sideInformationByteCount : 2)
    let furthest = start + MPEGAudioFrameScanner.maximumFreeFormatByteCount
    let last = min(bytes.count - MPEGAudioHeader.byteCount, furthest)
    var index = start + shortest
    while index <= last {
      if bytes[index] == 0xFF, let second = MPEGAudioHeader(bytes, at: index), second.agrees(with: header),
        second.channelCount == header.channelCount
      {
        let base = index - start - header.paddingByteCount
        // The third header follows the second's padding, unless the stream ends before.
        switch successor(of: header, at: index + base + second.paddingByteCount, bytes) {
        case .nothing: break
        case .undecided(let needed): return .undecided(needed: needed)
        default: return .accepted(freeFormatByteCount: base)
        }
      }
      index += 1
    }
    guard !isLast, last < furthest else { return .refused }
    let end = furthest + MPEGAudioHeader.byteCount
    return .undecided(needed: min(end, max(index, bytes.count) + Self.measuringByteCount))
  }
}
