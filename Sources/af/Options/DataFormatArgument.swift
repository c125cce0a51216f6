import ArgumentParser
import AudioBase

/// `FORMAT[@RATE][/FLAGS][#FRAMES]` as `afconvert` writes it.
struct DataFormatArgument: ExpressibleByArgument {
  /// What is asked for.
  enum Kind {
    /// `0`: the packets stay as they are.
    case keep
    /// Linear PCM.
    case samples(SampleFormat)
    /// A compressed format.
    case coded(FourCharacterCode)
  }

  var kind: Kind
  /// Hz, or `nil` for the input's rate.
  var rate: Double?
  /// The format flags, in hexadecimal; of ALAC 1, 2, 3, 4 stand for 16, 20, 24, 32 bits.
  var flags: UInt32?
  /// Frames of a packet.
  var framesPerPacket: Int?

  init?(argument: String) {
    var rest = argument[...]
    if let text = Self.cut(&rest, from: "#") {
      guard let frames = Int(text), frames > 0 else { return nil }
      framesPerPacket = frames
    }
    if let text = Self.cut(&rest, from: "/") {
      guard let flags = UInt32(text.hasPrefix("0x") ? text.dropFirst(2) : text, radix: 16) else { return nil }
      self.flags = flags
    }
    if let text = Self.cut(&rest, from: "@") {
      guard let rate = Double(text), rate.isFinite, rate > 0 else { return nil }
      self.rate = rate
    }
    let name = String(rest)
    if name == "0" {
      kind = .keep
    } else if let samples = SampleFormat(name) {
      kind = .samples(samples)
    } else if name.hasPrefix("0x"), let number = UInt32(name.dropFirst(2), radix: 16) {
      kind = .coded(FourCharacterCode(rawValue: number))
    } else if let code = FourCharacterCode(padding: name),
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "." })
    {
      kind = .coded(code)
    } else {
      return nil
    }
  }

  /// Takes away what follows the last such character, and the character.
  private static func cut(_ rest: inout Substring, from mark: Character) -> Substring? {
    guard let place = rest.lastIndex(of: mark) else { return nil }
    defer { rest = rest[..<place] }
    return rest[rest.index(after: place)...]
  }
}

extension FourCharacterCode {
  /// Creates a code from up to four characters, filled up with spaces.
  init?(padding text: String) {
    guard !text.isEmpty, text.count <= 4 else { return nil }
    self.init(text + String(repeating: " ", count: 4 - text.count))
  }
}
