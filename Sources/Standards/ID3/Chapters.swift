import AudioBase
import Bitstream

/// A chapter of an ID3v2 tag: a `CHAP` frame (ID3v2 Chapter Frame Addendum, 3.1).
package struct ID3Chapter: Hashable, Sendable {
  /// The identifier within the tag.
  package var identifier: String
  /// The title, often empty.
  package var title: String
  /// The milliseconds from the start of the recording to the chapter.
  package var startMilliseconds: UInt32
  /// The milliseconds from the start of the recording to the chapter's end.
  package var endMilliseconds: UInt32
  /// The names of frames beside the title, such as pictures and links.
  var furtherFrames: [FourCharacterCode] = []

  /// Creates a chapter.
  package init(identifier: String, title: String, startMilliseconds: UInt32, endMilliseconds: UInt32) {
    self.identifier = identifier
    self.title = title
    self.startMilliseconds = startMilliseconds
    self.endMilliseconds = endMilliseconds
  }

  /// Reads the body of a `CHAP` frame; `nil` if it is too short.
  init?(_ body: Span<UInt8>, version: ID3Tag.Version) {
    let (end, start) = TextEncoding.latin1.terminator(in: body, from: 0)
    guard end < start, body.count - start >= 16 else { return nil }
    identifier = TextEncoding.latin1.decode(body.extracting(0..<end))
    startMilliseconds = UInt32(body.bigEndian(4, at: start))
    endMilliseconds = UInt32(body.bigEndian(4, at: start + 4))
    var parser = FrameParser(version: version, undoesUnsynchronisation: false)
    parser.parse(body.extracting((start + 16)..<body.count), hasExtendedHeader: false)
    furtherFrames = parser.frames.map(\.identifier).filter { $0 != "TIT2" }
    title = parser.frames.first { $0.identifier == "TIT2" }?.textValues.joined(separator: Metadata.valueSeparator) ?? ""
  }
}

extension ID3Tag {
  /// The chapters, in the order of their starts.
  package var chapters: [ID3Chapter] {
    frames.filter { $0.identifier == "CHAP" }
      .compactMap { ID3Chapter($0.body.span, version: version) }
      .sorted { ($0.startMilliseconds, $0.identifier) < ($1.startMilliseconds, $1.identifier) }
  }

  /// Returns the chapters as markers of a recording of `sampleRate` Hz, numbered from 1 on.
  func markers(sampleRate: Double) -> [Marker] {
    chapters.enumerated().map { index, chapter in
      Marker(
        name: chapter.title, framePosition: Double(chapter.startMilliseconds) * sampleRate / 1000,
        identifier: index + 1)
    }
  }
}

/// A table of contents of an ID3v2 tag: a `CTOC` frame (ID3v2 Chapter Frame Addendum, 3.2).
struct ID3ChapterTable {
  /// The names of its data other than the list: its title, and frames such as pictures.
  var furtherNames: [String] = []

  /// Reads the body of a `CTOC` frame; `nil` if it is too short.
  init?(_ body: Span<UInt8>, version: ID3Tag.Version) {
    var place = TextEncoding.latin1.terminator(in: body, from: 0).next
    guard body.count - place >= 2 else { return nil }
    let count = body[place + 1]
    place += 2
    for _ in 0..<count { place = TextEncoding.latin1.terminator(in: body, from: place).next }
    var parser = FrameParser(version: version, undoesUnsynchronisation: false)
    parser.parse(body.extracting(place..<body.count), hasExtendedHeader: false)
    for frame in parser.frames {
      if frame.identifier != "TIT2" {
        furtherNames.append("the ID3 frame '\(frame.identifier)' of the table of chapters")
      } else if let title = frame.textValues.first, !title.isEmpty {
        furtherNames.append("the title '\(title)' of the table of chapters")
      }
    }
  }
}

extension ID3Tag {
  /// The tables of chapters, in the order of the tag.
  var chapterTables: [ID3ChapterTable] {
    frames.filter { $0.identifier == "CTOC" }.compactMap { ID3ChapterTable($0.body.span, version: version) }
  }
}

extension [ID3Chapter] {
  /// Returns the number of chapters, in the order of their starts, whose end differs from the start of the next one
  /// and, for the last, from the end of the recording, if that is known.
  func ownEndCount(durationMilliseconds: UInt32) -> Int {
    // A decoder's delay and padding, which some programs count and others do not, are less than a tenth of a second.
    let (rounding, uncertainty): (Int64, Int64) = (1, 100)
    return indices.count { index in
      let end = Int64(self[index].endMilliseconds)
      // Programs that do not know the end write no number, or the start.
      guard end > Int64(self[index].startMilliseconds), end < Int64(UInt32.max) else { return false }
      guard index + 1 < count else {
        return durationMilliseconds > 0 && end < Int64(durationMilliseconds) - uncertainty
      }
      return abs(end - Int64(self[index + 1].startMilliseconds)) > rounding
    }
  }

  /// Chapters for markers of a recording of `sampleRate` Hz; each ends where the next begins.
  init(_ markers: [Marker], sampleRate: Double, durationMilliseconds: UInt32) {
    let sorted = markers.sorted { $0.framePosition < $1.framePosition }
    let starts = sorted.map { marker -> UInt32 in
      let milliseconds = (marker.framePosition * 1000 / sampleRate).rounded()
      return UInt32(exactly: Swift.max(0, Swift.min(milliseconds, 4_294_967_294))) ?? 0
    }
    self = sorted.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : Swift.max(starts[index], durationMilliseconds)
      return ID3Chapter(
        identifier: "ch\(index)", title: sorted[index].name, startMilliseconds: starts[index], endMilliseconds: end)
    }
  }
}
