package import AudioBase
import Bitstream

/// An ID3v2 tag: the metadata of a file in named frames.
///
/// ```
/// "ID3" version revision flags size(4×7 bits) │ extended header? │ frames │ padding or footer
/// ```
/// Versions 2.2, 2.3 and 2.4 are read; 2.3 and 2.4 are written. The informal standards are those of id3.org: ID3v2.2.0,
/// ID3v2.3.0, ID3v2.4.0 and the ID3v2 Chapter Frame Addendum.
package struct ID3Tag: Hashable, Sendable {
  /// The version of a tag: the first byte behind `ID3`.
  package enum Version: UInt8, Hashable, Sendable {
    /// ID3v2.2: names of three letters.
    case two = 2
    /// ID3v2.3: text in ISO 8859-1 or UTF-16, plain sizes.
    case three = 3
    /// ID3v2.4: additionally text in UTF-8; sizes of seven bits per byte.
    case four = 4
  }

  /// The number of bytes of the header, and of the footer of ID3v2.4.
  package static let headerByteCount = 10

  /// The version.
  package var version: Version
  /// The frames in the order of the tag, without compressed and encrypted ones.
  package var frames: [ID3Frame]
  /// The remarks on dropped or repaired parts.
  package internal(set) var remarks: [String] = []

  /// Creates a tag of frames.
  package init(version: Version = .four, frames: [ID3Frame] = []) {
    self.version = version
    self.frames = frames
  }

  /// Returns the number of bytes of the tag that begins with these ten bytes, including header and footer; `nil` if
  /// there is none.
  ///
  /// Tags of unknown versions are measured too, so that they can be skipped.
  package static func byteCount(of header: Span<UInt8>) -> Int? {
    guard header.count >= headerByteCount, header.begins(with: "ID3", at: 0), header[3] != 0xFF, header[4] != 0xFF,
      let size = header.synchsafe(at: 6)
    else { return nil }
    let hasFooter = header[3] >= 4 && header[5] & 0x10 != 0
    return headerByteCount + size + (hasFooter ? headerByteCount : 0)
  }

  /// Returns the number of bytes of the tag that *ends* with these ten bytes, a footer of ID3v2.4; `nil` if they are
  /// not a footer.
  package static func byteCount(ofFooter footer: Span<UInt8>) -> Int? {
    guard footer.count >= headerByteCount, footer.begins(with: "3DI", at: 0), footer[3] != 0xFF, footer[4] != 0xFF,
      let size = footer.synchsafe(at: 6)
    else { return nil }
    return 2 * headerByteCount + size
  }

  /// Reads a tag from its header on. A stated size beyond `bytes` counts as truncation.
  ///
  /// Nothing larger than `bytes` is kept, and at most 8192 frames are read.
  ///
  /// - Throws: `ErrorKind.malformed` if no tag begins here, `ErrorKind.unsupported` for an unknown version or a
  ///   tag of ID3v2.2 that is compressed as a whole.
  package init(parsing bytes: Span<UInt8>) throws(ContainerError) {
    guard let total = Self.byteCount(of: bytes) else {
      throw ContainerError(.malformed, "an ID3v2 tag begins with ID3, a version and a size", at: 0, in: "ID3 ")
    }
    guard let version = Version(rawValue: bytes[3]) else {
      throw ContainerError(.unsupported, "the version of an ID3v2 tag is 2, 3 or 4", at: 3, in: "ID3 ")
    }
    let flags = bytes[5]
    guard version != .two || flags & 0x40 == 0 else {
      throw ContainerError(.unsupported, "a tag of ID3v2.2 is not compressed as a whole", at: 5, in: "ID3 ")
    }
    self.init(version: version)
    let footerByteCount = version == .four && flags & 0x10 != 0 ? Self.headerByteCount : 0
    let end = min(bytes.count, total - footerByteCount)
    if bytes.count < total { remarks.append("the ID3v2 tag is cut short") }
    let content = bytes.extracting(Self.headerByteCount..<max(Self.headerByteCount, end))
    let isUnsynchronised = flags & 0x80 != 0
    let hasExtendedHeader = version != .two && flags & 0x40 != 0
    var parser = FrameParser(version: version, undoesUnsynchronisation: isUnsynchronised && version == .four)
    if isUnsynchronised, version != .four {
      let plain = Unsynchronisation.undo(content)
      parser.parse(plain.span, hasExtendedHeader: hasExtendedHeader)
    } else {
      parser.parse(content, hasExtendedHeader: hasExtendedHeader)
    }
    frames = parser.frames
    remarks += parser.remarks
  }

  /// Returns the first frame of a name, or `nil`.
  package func frame(_ identifier: FourCharacterCode) -> ID3Frame? { frames.first { $0.identifier == identifier } }
}

/// The scheme that keeps eleven ones, a synchronisation of MPEG audio, out of a tag (ID3v2.4.0, 6.1).
enum Unsynchronisation {
  /// Removes the zero inserted after each byte of eight ones.
  static func undo(_ bytes: Span<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      plain.append(bytes[index])
      if bytes[index] == 0xFF, index + 1 < bytes.count, bytes[index + 1] == 0 { index += 1 }
      index += 1
    }
    return plain
  }
}
