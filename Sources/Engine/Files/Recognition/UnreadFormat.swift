/// A format of files that is recognised by its first bytes and is not read here.
public struct UnreadFormat: Sendable, Hashable {
  /// The name, for people.
  public let name: String
  /// The command of another program that makes a WAVE file of a file called `FILE`; `nil` for what holds no sound.
  public let command: String?

  init(_ name: String, command: String?) { (self.name, self.command) = (name, command) }

  /// Recognises a format by the first bytes of a file, behind tags in front, as many as containers see; `nil` where they
  /// are those of no format that is known here.
  package init?(_ head: Span<UInt8>) {
    if let row = Self.rows.first(where: { $0.signatures.contains { $0.matches(head) } }) {
      self = row.format
    } else if let format = DolbyFrame(head)?.format(before: head) {
      self = format
    } else {
      return nil
    }
  }
}

extension UnreadFormat {
  /// Returns the format that an extension stands for, in lower case and without the dot, or `nil`.
  package static func named(extension suffix: String) -> UnreadFormat? {
    if ["ac3", "eac3", "ec3"].contains(suffix) { return DolbyFrame.format(isEnhanced: suffix != "ac3") }
    return rows.first { $0.extensions.contains(suffix) }?.format
  }
}

extension UnreadFormat: CustomStringConvertible {
  /// The name, and what helps, in one line.
  public var description: String {
    "\(name) is not read here" + (command.map { "; another program makes a WAVE file of it: \($0)" } ?? "")
  }
}

/// Bytes that files of a format have at one place.
struct Signature: Sendable {
  private let offset: Int
  /// `nil` stands for any byte.
  private let bytes: [UInt8?]

  /// ASCII, in which `?` stands for any byte.
  static func text(_ text: StaticString, at offset: Int = 0) -> Signature {
    Signature(offset: offset, bytes: text.description.utf8.map { $0 == UInt8(ascii: "?") ? nil : $0 })
  }

  /// Any bytes; `nil` stands for one that does not matter.
  static func bytes(_ bytes: UInt8?..., at offset: Int = 0) -> Signature { Signature(offset: offset, bytes: bytes) }

  func matches(_ head: Span<UInt8>) -> Bool {
    guard head.count >= offset + bytes.count else { return false }
    return bytes.indices.allSatisfy { index in bytes[index] == nil || bytes[index] == head[offset + index] }
  }
}

/// A frame of AC-3 or Enhanced AC-3, whose two bytes of synchronisation alone say too little. ETSI TS 102 366, 4.3 and
/// E.1.2.
struct DolbyFrame {
  let byteCount: Int
  let isEnhanced: Bool

  /// Reads the header at the start of `bytes`; `nil` where there is none.
  init?(_ bytes: Span<UInt8>, at start: Int = 0) {
    guard bytes.count >= start + 6, bytes[start] == 0x0B, bytes[start + 1] == 0x77 else { return nil }
    // `bsid` tells the two syntaxes apart.
    let version = bytes[start + 5] >> 3
    isEnhanced = version > 10
    if isEnhanced {
      guard version <= 16 else { return nil }
      byteCount = 2 * ((Int(bytes[start + 2] & 7) << 8 | Int(bytes[start + 3])) + 1)
    } else {
      let (rate, size) = (Int(bytes[start + 4] >> 6), Int(bytes[start + 4] & 0x3F))
      guard rate < 3, size / 2 < Self.kilobits.count else { return nil }
      // 1536 frames of sound; a frame at 44.1 kHz may have a word more than the bit rate gives.
      let words = Self.kilobits[size / 2] * 1000 * 1536 / (16 * [48_000, 44_100, 32_000][rate])
      byteCount = 2 * (words + (rate == 1 ? size & 1 : 0))
    }
  }

  /// `bit_rate` by half of `frmsizecod`.
  private static let kilobits = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  /// The format, where a second frame follows or is out of sight.
  func format(before head: Span<UInt8>) -> UnreadFormat? {
    guard head.count < byteCount + 6 || DolbyFrame(head, at: byteCount) != nil else { return nil }
    return Self.format(isEnhanced: isEnhanced)
  }

  static func format(isEnhanced: Bool) -> UnreadFormat {
    UnreadFormat(isEnhanced ? "Enhanced AC-3" : "AC-3", command: UnreadFormat.usualCommand)
  }
}
