/// A file format that is recognised by its first bytes but not read here.
public struct UnreadFormat: Sendable, Hashable {
  /// The name to show.
  public let name: String
  /// The command of another program that converts a file called `FILE` to WAVE; `nil` for formats without audio.
  public let command: String?

  init(_ name: String, command: String?) { (self.name, self.command) = (name, command) }

  /// Recognises a format by the first bytes after leading tags, up to the number that containers examine; `nil` for
  /// other formats.
  package init?(_ head: Span<UInt8>) {
    guard let row = Self.rows.first(where: { $0.signatures.contains { $0.matches(head) } }) else { return nil }
    self = row.format
  }
}

extension UnreadFormat {
  /// Returns true while the first bytes of a stream are too few to distinguish an unsupported format from a supported
  /// one: the name of the codec in the first page of Ogg is at byte 28.
  static func mayShow(behind head: Span<UInt8>) -> Bool {
    head.count < 36 && Signature.text("OggS").matches(head)
  }

  /// Returns the format of an extension, in lower case and without the dot, or `nil`.
  package static func named(extension suffix: String) -> UnreadFormat? {
    rows.first { $0.extensions.contains(suffix) }?.format
  }
}

extension UnreadFormat {
  /// True if only the file name extension shows the format.
  var hasNoSignature: Bool { Self.rows.first { $0.format == self }?.signatures.isEmpty ?? false }
}

extension UnreadFormat: CustomStringConvertible {
  /// The name, followed by advice, in one line.
  public var description: String {
    "\(name) is not read here" + (command.map { "; another program makes a WAVE file of it: \($0)" } ?? "")
  }
}

/// Bytes that files of a format have at one offset.
struct Signature: Sendable {
  private let offset: Int
  /// `nil` stands for any byte.
  private let bytes: [UInt8?]

  /// Creates a signature of ASCII text, in which `?` matches any byte.
  static func text(_ text: StaticString, at offset: Int = 0) -> Signature {
    Signature(offset: offset, bytes: text.description.utf8.map { $0 == UInt8(ascii: "?") ? nil : $0 })
  }

  /// Creates a signature of bytes, in which `nil` matches any byte.
  static func bytes(_ bytes: UInt8?..., at offset: Int = 0) -> Signature { Signature(offset: offset, bytes: bytes) }

  func matches(_ head: Span<UInt8>) -> Bool {
    guard head.count >= offset + bytes.count else { return false }
    return bytes.indices.allSatisfy { index in bytes[index] == nil || bytes[index] == head[offset + index] }
  }
}
