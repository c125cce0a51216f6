import AudioBase

/// A choice of a device by a user or the environment: `virtual`, `alsa` or `alsa:NAME`, with an optional rate and
/// number of channels behind colons.
package enum DeviceChoice: Sendable, Hashable {
  /// A device without an audible output.
  case virtual(DeviceFormat)
  /// A device by libasound's name; the card chooses settings that are `nil`.
  case alsa(String, sampleRate: Int?, channelCount: Int?)

  /// The prefix of the identifiers of libasound's devices.
  static let prefix = "alsa:"

  /// The sample rates in hertz that a device may have.
  static let rates = 1000...768_000

  /// Parses a text such as `virtual:` or `hw:0`; `nil` if it does not name a device.
  package init?(_ text: String) {
    var words = text.split(separator: ":", omittingEmptySubsequences: false)
    switch words.removeFirst() {
    case "virtual":
      guard let format = Self.format(words) else { return nil }
      self = .virtual(format)
    case "alsa" where words.isEmpty: self = .alsa("default", sampleRate: nil, channelCount: nil)
    case "alsa":
      // Names of cards have colons and numbers, too; no card has a number as high as a rate.
      var (rate, count): (Int?, Int?)
      if words.count > 2, let last = Self.number(words.last, ResourceLimits.channelCounts),
        let behind = Self.number(words[words.count - 2], Self.rates)
      {
        (rate, count) = (behind, last)
        words.removeLast(2)
      } else if words.count > 1, let last = Self.number(words.last, Self.rates) {
        rate = last
        words.removeLast()
      }
      let name = words.joined(separator: ":")
      guard !name.isEmpty else { return nil }
      self = .alsa(name, sampleRate: rate, channelCount: count)
    default: return nil
    }
  }

  private static func format(_ words: [Substring]) -> DeviceFormat? {
    var format = DeviceFormat(sampleRate: 48000, channelCount: 2)
    guard words.count <= 2 else { return nil }
    if let word = words.first {
      guard let rate = Double(word), rate >= 1000, rate <= 768_000 else { return nil }
      format.sampleRate = rate
    }
    if words.count == 2 {
      guard let count = number(words[1], ResourceLimits.channelCounts) else { return nil }
      format.channelCount = count
    }
    return format
  }

  private static func number(_ word: Substring?, _ range: ClosedRange<Int>) -> Int? {
    guard let number = word.flatMap({ Int($0) }), range.contains(number) else { return nil }
    return number
  }
}
