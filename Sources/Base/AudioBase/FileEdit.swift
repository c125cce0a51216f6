// Bound throughout: bytes that a caller reads, and texts and pictures that it adds.

/// Ranges of a file with their replacements; all other bytes stay unchanged.
public struct FileEdit: Sendable {
  /// Bytes that replace a range: an empty range makes an insertion, no bytes a removal.
  public struct Replacement: Sendable {
    /// The range of the old file that is replaced.
    public var range: Range<Int64>
    /// The new bytes.
    public var bytes: [UInt8]
  }

  /// The replacements, in file order and not adjacent.
  public private(set) var replacements: [Replacement] = []
  /// The names of items in the file that are lost because they could not be kept.
  public var lost: [String] = []
  /// The names of items without a key that are removed when all tags are removed.
  public var cleared: [String] = []

  /// Creates an edit that changes nothing.
  public init() {}

  /// Adds a replacement of a range that has none yet.
  ///
  /// - Returns: False, and nothing is added, where the range is over another one.
  @discardableResult
  public mutating func replace(_ range: Range<Int64>, with bytes: [UInt8]) -> Bool {
    let place = replacements.firstIndex { $0.range.lowerBound >= range.lowerBound } ?? replacements.count
    if place > 0, replacements[place - 1].range.upperBound > range.lowerBound { return false }
    if place < replacements.count, replacements[place].range.lowerBound < range.upperBound { return false }
    replacements.insert(Replacement(range: range, bytes: bytes), at: place)
    return true
  }

  /// Adds a replacement after all others; faster than ``replace(_:with:)``.
  @discardableResult
  public mutating func append(_ range: Range<Int64>, with bytes: [UInt8]) -> Bool {
    guard replacements.last.map({ $0.range.upperBound <= range.lowerBound }) ?? true else { return false }
    replacements.append(Replacement(range: range, bytes: bytes))
    return true
  }

  /// The number of bytes by which the file grows; negative if it shrinks.
  public var growth: Int64 { replacements.reduce(0) { $0 + Int64($1.bytes.count) - Int64($1.range.count) } }

  /// True if every replacement is as long as the bytes that it replaces, so that nothing else moves.
  public var keepsPlaces: Bool { replacements.allSatisfy { $0.bytes.count == $0.range.count } }
}

/// A view of a source with an edit applied, without anything being written.
public final class EditedByteSource: ByteSource {
  /// A stretch of the new bytes: of the old source, or of a replacement.
  private struct Piece {
    var start: Int64
    var byteCount: Int64
    /// The part's offset in the old source; `nil` for bytes of a replacement.
    var oldStart: Int64?
    var replacement = 0
  }

  private let source: any ByteSource
  private let edit: FileEdit
  private var pieces: [Piece] = []
  private let length: Int64

  /// Creates a view of a source of known length.
  ///
  /// - Throws: ``ErrorKind/invalidState`` if the edit reaches beyond the source, or its length is not known.
  public init(_ source: any ByteSource, _ edit: FileEdit) throws(ContainerError) {
    guard let end = source.byteCount, edit.replacements.last.map({ $0.range.upperBound <= end }) ?? true else {
      throw ContainerError(.invalidState, "an edit lies within a file of known length", at: 0)
    }
    self.source = source
    self.edit = edit
    var place: Int64 = 0
    var old: Int64 = 0
    for (index, replacement) in edit.replacements.enumerated() {
      let kept = replacement.range.lowerBound - old
      if kept > 0 { pieces.append(Piece(start: place, byteCount: kept, oldStart: old)) }
      place += max(0, kept)
      let count = Int64(replacement.bytes.count)
      if count > 0 { pieces.append(Piece(start: place, byteCount: count, replacement: index)) }
      place += count
      old = replacement.range.upperBound
    }
    if end > old { pieces.append(Piece(start: place, byteCount: end - old, oldStart: old)) }
    length = place + max(0, end - old)
  }

  /// The number of bytes after the edit.
  public var byteCount: Int64? { length }

  /// Reads bytes of the edited file.
  public func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < length, !buffer.isEmpty else { return 0 }
    var index = firstPiece(reaching: offset)
    var done = 0
    while done < buffer.count, index < pieces.count {
      let piece = pieces[index]
      let skipped = offset + Int64(done) - piece.start
      let wanted = Int(min(Int64(buffer.count - done), piece.byteCount - skipped))
      var part = buffer._mutatingExtracting(done..<(done + wanted))
      if let oldStart = piece.oldStart {
        let count = try source.read(at: oldStart + skipped, into: &part)
        done += count
        guard count == wanted else { return done }
      } else {
        let bytes = edit.replacements[piece.replacement].bytes
        part.copy(bytes.span.extracting(Int(skipped)..<(Int(skipped) + wanted)))
        done += wanted
      }
      index += 1
    }
    return done
  }

  /// Returns the piece that holds the byte at an offset within the source.
  private func firstPiece(reaching offset: Int64) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start + pieces[middle].byteCount <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
