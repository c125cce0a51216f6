import AudioBase
import Foundation

/// Sound in which each loudspeaker has a tone of its own, and what has become of the tones.
enum Loudspeakers {
  static let sampleRate = 48_000
  static let frameCount = 36_000
  static let amplitude = 0.1
  /// The frames that are looked at, where codecs have settled: a fifth of a second, so that multiples of 5 Hz are
  /// orthogonal.
  private static let window = 14_400..<24_000

  /// Hz of the tone of a channel. What is for low frequencies has one that an LFE channel keeps.
  static func frequency(_ channel: Int, _ speaker: Speaker) -> Double {
    speaker == .lowFrequency ? 100 : 400 + 150 * Double(channel)
  }

  /// A WAVE file of 16 bits with a tone in each channel.
  ///
  /// - Parameter mask: `dwChannelMask`, or `nil` for a file that says nothing of loudspeakers.
  static func wave(_ speakers: [Speaker], mask: UInt32?) -> [UInt8] {
    let count = speakers.count
    func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 255) } }
    let isExtensible = mask != nil
    var file = Array("RIFF".utf8) + little((isExtensible ? 60 : 36) + 2 * count * frameCount, 4)
    file += Array("WAVEfmt ".utf8) + little(isExtensible ? 40 : 16, 4) + little(isExtensible ? 0xFFFE : 1, 2)
    file += little(count, 2) + little(sampleRate, 4) + little(2 * count * sampleRate, 4) + little(2 * count, 2)
    file += little(16, 2)
    if let mask {
      file += little(22, 2) + little(16, 2) + little(Int(mask), 4) + little(1, 2)
      file += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }
    file += Array("data".utf8) + little(2 * count * frameCount, 4)
    let steps = speakers.enumerated().map { 2 * Double.pi * frequency($0, $1) / Double(sampleRate) }
    for frame in 0..<frameCount {
      for step in steps { file += little(Int(amplitude * 32767 * sin(step * Double(frame))), 2) }
    }
    return file
  }

  /// How loud each tone is in each channel of a WAVE file of 32-bit floats: `gains[channel][tone]`, and its
  /// `dwChannelMask`, 0 where it has none.
  static func gains(_ file: [UInt8], of speakers: [Speaker]) throws -> (gains: [[Double]], mask: UInt32) {
    func number(_ place: Int, _ size: Int) -> Int { (0..<size).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
    var (place, channels, mask, data) = (12, 0, 0, 0..<0)
    while place + 8 <= file.count, data.isEmpty {
      let (name, size) = (String(decoding: file[place..<(place + 4)], as: UTF8.self), number(place + 4, 4))
      if name == "fmt " {
        channels = number(place + 10, 2)
        mask = size >= 40 ? number(place + 28, 4) : 0
      }
      if name == "data" { data = (place + 8)..<min(file.count, place + 8 + size) }
      place += 8 + size + size % 2
    }
    guard channels > 0, data.count / (4 * channels) >= window.upperBound else { return ([], 0) }
    let gains = (0..<channels).map { channel in
      speakers.enumerated().map { tone, speaker in
        var sums = (0.0, 0.0)
        for frame in window {
          let bits = UInt32(truncatingIfNeeded: number(data.lowerBound + 4 * (frame * channels + channel), 4))
          let sample = Double(Float(bitPattern: bits))
          let phase = 2 * Double.pi * frequency(tone, speaker) * Double(frame) / Double(sampleRate)
          sums = (sums.0 + sample * sin(phase), sums.1 + sample * cos(phase))
        }
        return 2 * (sums.0 * sums.0 + sums.1 * sums.1).squareRoot() / Double(window.count) / amplitude
      }
    }
    return (gains, UInt32(truncatingIfNeeded: mask))
  }
}
