import AudioBase
import ID3Tags
import SignalProcessing

/// The tags that state a recording's level for players in metadata: ReplayGain, R128 of Opus (RFC 7845, 5.2.1), Sound
/// Check, and the loudness of Broadcast Wave. Frames of ID3 that state a level, such as `RVA2`, are
/// removed.
enum LoudnessTags {
  /// Changes the values by a gain that the samples have been given.
  ///
  /// - Parameters:
  ///   - gain: In dB.
  ///   - metadata: The metadata, from which values are removed that cannot be read, or belong to the old packets alone.
  ///   - old: The metadata of the input: values that differ from them are the caller's, and stay.
  /// - Returns: The keys of those that were removed.
  static func follow(_ gain: Double, _ metadata: inout Metadata, of old: Metadata) -> [InfoKey] {
    guard gain != 0, gain.isFinite else { return [] }
    metadata.removeID3Frames(where: \.statesLevel)
    var lost: [InfoKey] = []
    for (key, text) in metadata.info {
      guard old[key] == text, let rule = rule(for: key) else { continue }
      metadata[key] = rule(text, gain)
      if metadata[key] == nil { lost.append(key) }
    }
    return lost.sorted()
  }

  /// Removes the values that are still those of the input: they do not apply to sound whose channels were mixed.
  ///
  /// - Returns: The keys of those.
  static func remove(from metadata: inout Metadata, of old: Metadata) -> [InfoKey] {
    metadata.removeID3Frames(where: \.statesLevel)
    let keys = metadata.info.filter {
      old[$0.key] == $0.value && (rule(for: $0.key) != nil || $0.key.rawValue == "bext loudness range")
    }.map(\.key)
    for key in keys { metadata[key] = nil }
    return keys.sorted()
  }

  private typealias Rule = (_ text: String, _ gain: Double) -> String?

  private static func rule(for key: InfoKey) -> Rule? {
    // Keys in files have any case, and in MP4 a prefix for their definer.
    let name = key.rawValue.lowercased().split(separator: ":").last.map(String.init) ?? ""
    switch name {
    case "replaygain_track_gain", "replaygain_album_gain": return replayGain
    case "replaygain_track_peak", "replaygain_album_peak": return peak
    case "r128_track_gain", "r128_album_gain": return r128
    case "itunnorm": return soundCheck
    case "bext loudness value", "bext maximum true peak level", "bext maximum momentary loudness",
      "bext maximum short-term loudness":
      return broadcastLevel
    case "mp3gain_undo", "mp3gain_minmax", "mp3gain_album_minmax": return { _, _ in nil }
    default: return nil
    }
  }

  /// `-7.00 dB`.
  private static func replayGain(_ text: String, _ gain: Double) -> String? {
    guard let number = number(text) else { return nil }
    let changed = number - gain
    return (changed > 0 ? "+" : "") + LoudnessReport.decimal(changed, 2) + " dB"
  }

  /// `0.900000`, a full scale of 1.
  private static func peak(_ text: String, _ gain: Double) -> String? {
    number(text).map { LoudnessReport.decimal($0 * Decibels.amplitude(ofLevel: gain), 6) }
  }

  /// Returns the units of 1/256 dB, of 16 bits.
  private static func r128(_ text: String, _ gain: Double) -> String? {
    guard let number = number(text) else { return nil }
    return Int16(exactly: (number - gain * 256).rounded()).map { "\($0)" }
  }

  /// Returns LUFS or dB of full scale, of 16 bits in hundredths.
  private static func broadcastLevel(_ text: String, _ gain: Double) -> String? {
    guard let number = number(text), (-327.67...327.66).contains(number + gain) else { return nil }
    return LoudnessReport.decimal(number + gain, 2)
  }

  /// Returns ten numbers: see ``SoundCheck``.
  private static func soundCheck(_ text: String, _ gain: Double) -> String? {
    let numbers = text.split(separator: " ").map { UInt32($0, radix: 16) }
    guard numbers.count == 10 else { return nil }
    let (power, amplitude) = (Decibels.power(ofLevel: gain), Decibels.amplitude(ofLevel: gain))
    let factors = [power, power, power, power, 1, 1, amplitude, amplitude, 1, 1]
    var changed: [Double] = []
    for (number, factor) in zip(numbers, factors) {
      guard let number else { return nil }
      changed.append(factor == 1 ? Double(number) : min(Double(number) * factor, 65534))
    }
    return SoundCheck.text(of: changed)
  }

  /// Returns the number that a text begins with.
  private static func number(_ text: String) -> Double? {
    let digits = text.drop { $0 == " " }.prefix { $0.isNumber || "+-.".contains($0) }
    return Double(digits).flatMap { $0.magnitude < 1e6 ? $0 : nil }
  }
}
