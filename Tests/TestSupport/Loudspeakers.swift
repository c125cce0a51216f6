package import AudioBase
import Foundation

/// Sound in which each loudspeaker has a tone of its own, and what has become of the tones.
package enum Loudspeakers {
  package static let sampleRate = 48_000
  package static let frameCount = 36_000
  package static let amplitude = 0.1
  /// The frames that are looked at, where codecs have settled: a fifth of a second, so that multiples of 5 Hz are
  /// orthogonal.
  private static let window = 14_400..<24_000

  /// Hz of the tone of a channel. What is for low frequencies has one that an LFE channel keeps.
  package static func frequency(_ channel: Int, _ speaker: Speaker) -> Double {
    speaker == .lowFrequency ? 100 : 400 + 150 * Double(channel)
  }

  /// A WAVE file of 16 bits with a tone in each channel.
  ///
  /// - Parameter mask: `dwChannelMask`, or `nil` for a file that says nothing of loudspeakers.
  package static func wave(_ speakers: [Speaker], mask: UInt32?) -> [UInt8] {
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
  package static func gains(_ file: [UInt8], of speakers: [Speaker]) throws -> (gains: [[Double]], mask: UInt32) {
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
    let samples = stride(from: data.lowerBound, to: data.upperBound & ~3, by: 4).map {
      Float(bitPattern: UInt32(truncatingIfNeeded: number($0, 4)))
    }
    return (gains(samples, channels: channels, of: speakers), UInt32(truncatingIfNeeded: mask))
  }

  /// How loud each tone is in each channel of interleaved samples: `gains[channel][tone]`; nothing of too few of them.
  package static func gains(_ samples: [Float], channels: Int, of speakers: [Speaker]) -> [[Double]] {
    guard channels > 0, samples.count / channels >= window.upperBound else { return [] }
    return (0..<channels).map { channel in
      speakers.enumerated().map { tone, speaker in
        var sums = (0.0, 0.0)
        for frame in window {
          let sample = Double(samples[frame * channels + channel])
          let phase = 2 * Double.pi * frequency(tone, speaker) * Double(frame) / Double(sampleRate)
          sums = (sums.0 + sample * sin(phase), sums.1 + sample * cos(phase))
        }
        return 2 * (sums.0 * sums.0 + sums.1 * sums.1).squareRoot() / Double(window.count) / amplitude
      }
    }
  }
}

// MARK: - 5.1 through containers and codecs

extension Loudspeakers {
  /// L R C LFE Ls Rs.
  package static let surround = ChannelLayout([
    .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround,
  ])

  /// Its loudspeakers.
  package static let speakers = surround.speakers

  /// A WAVE file with a tone in each loudspeaker of 5.1, which it names.
  package static let surroundWave = wave(speakers, mask: 0x3F)

  /// A file to be made of it: its name, its data format, and FFmpeg's name of that.
  package struct File: Sendable, CustomStringConvertible {
    package var name: String
    /// `nil` for samples of 16 bits.
    package var format: FourCharacterCode?
    package var encoder: String
    package var description: String { "\(name) \(encoder)" }

    package init(_ name: String, _ format: FourCharacterCode?, _ encoder: String) {
      (self.name, self.format, self.encoder) = (name, format, encoder)
    }

    /// The data format as `af convert -d` names it; empty for that of the extension.
    package var formatName: String {
      switch format {
      case .appleLossless: "alac"
      case nil: name == "a.aiff" ? "" : "int16"
      case let format?: "\(format)".trimmingCharacters(in: .whitespaces)
      }
    }

    /// Bits a second that are asked for; 0 where nothing is lost.
    package var bitRate: Int { format == .aac || format == .opus ? 384_000 : 0 }

    /// Whether it is encoded by a library that not every system has.
    package var needsLibrary: Bool { format == .opus || format == .vorbis }

    /// Whether nothing in the file says which loudspeakers its channels are for.
    package var isUnlabelled: Bool { name == "a.mka" && format == nil }

    /// What of the warnings of a conversion says of channels more than that nothing names their loudspeakers where
    /// nothing does.
    package func unexpected(_ warnings: [String]) -> [String] {
      warnings.filter { warning in
        let isOfChannels = ["channel", "loudspeaker", "layout"].contains { warning.contains($0) }
        return isOfChannels && !(isUnlabelled && warning.contains("nothing says which loudspeakers"))
      }
    }

    /// The file as FFmpeg writes it; `nil` where the encoder is not there.
    package func foreign() throws -> [UInt8]? {
      // Of several of these containers the end is known last, which no pipe takes.
      let output = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
      defer { try? FileManager.default.removeItem(at: output) }
      let arguments = [
        "-v", "error", "-i", "FILE", "-c:a", encoder, "-b:a", "384k", "-strict", "-2", output.path,
      ]
      _ = try ForeignProgram.run("ffmpeg", arguments, on: surroundWave, named: "in.wav")
      return (try? Data(contentsOf: output)).flatMap { $0.isEmpty ? nil : [UInt8]($0) }
    }

    /// What of the gains of the tones in one, two or six channels is not that of ITU-R BS.775-3, Table 2.
    package func faults(_ gains: [[Double]], channels: Int) -> [String] {
      guard let expected = mixes[channels], gains.count == channels else { return ["\(gains.count) channels"] }
      var faults: [String] = []
      for (channel, row) in expected.enumerated() {
        for (tone, gain) in row.enumerated() {
          // Vorbis is free with the level of a deep tone.
          let tolerance = format == .vorbis && tone == 3 ? 0.35 : 0.04
          guard abs(gains[channel][tone] - gain) >= tolerance else { continue }
          faults.append("channel \(channel) of \(channels) has \(gains[channel][tone]) of tone \(tone), not \(gain)")
        }
      }
      return faults
    }
  }

  /// The containers and codecs of 5.1.
  package static let files = [
    File("a.wav", nil, "pcm_s16le"), File("a.aiff", nil, "pcm_s16be"), File("a.caf", nil, "pcm_s16be"),
    File("a.m4a", .aac, "aac"), File("a.m4a", .appleLossless, "alac"), File("a.caf", .appleLossless, "alac"),
    File("a.mov", .aac, "aac"), File("a.mov", nil, "pcm_s16le"), File("a.mp4", .flac, "flac"),
    File("a.mka", .aac, "aac"), File("a.mka", .flac, "flac"), File("a.mka", nil, "pcm_s16le"),
    File("a.mka", .appleLossless, "alac"), File("a.mka", .opus, "libopus"), File("a.ts", .aac, "aac"),
    File("a.aac", .aac, "aac"), File("a.flac", .flac, "flac"), File("a.oga", .flac, "flac"),
    File("a.opus", .opus, "libopus"), File("a.ogg", .vorbis, "libvorbis"), File("a.mp4", .opus, "libopus"),
  ]

  /// The gains of the six tones in one, two and six channels.
  private static let mixes: [Int: [[Double]]] = {
    let half = 0.5.squareRoot()
    return [
      1: [[half, half, 1, 0, 0.5, 0.5]],
      2: [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]],
      6: (0..<6).map { row in (0..<6).map { $0 == row ? 1 : 0 } },
    ]
  }()
}
