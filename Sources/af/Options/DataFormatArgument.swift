import ArgumentParser
import AudioBase

/// `FORMAT[@RATE][/FLAGS]` as `afconvert` writes it.
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

  init?(argument: String) {
    let parts = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      guard let rate = Double(parts[1]), rate.isFinite, rate > 0 else { return nil }
      self.rate = rate
    }
    if parts[0] == "0" {
      kind = .keep
    } else if let samples = SampleFormat(parts[0]) {
      kind = .samples(samples)
    } else if let code = FourCharacterCode(padding: parts[0]),
      parts[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " })
    {
      kind = .coded(code)
    } else {
      return nil
    }
  }
}

extension FourCharacterCode {
  /// Creates a code from up to four characters, filled up with spaces.
  init?(padding text: String) {
    guard !text.isEmpty, text.count <= 4 else { return nil }
    self.init(text + String(repeating: " ", count: 4 - text.count))
  }
}
