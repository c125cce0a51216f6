import ArgumentParser
package import AudioBase
package import AudioCatalog
package import AudioConversion

/// A time: `90`, `1:30.5`, `0:01:30`, `90s`, `10m`, `1h`, or `#44100` frames.
package struct TimeArgument: ExpressibleByArgument, Equatable {
  /// A number of seconds, or of frames.
  package enum Amount: Equatable {
    case seconds(Double)
    case frames(Int64)
  }

  package var amount: Amount

  package init(seconds: Double) { amount = .seconds(seconds) }

  package init?(argument: String) {
    if argument.hasPrefix("#") {
      guard let frames = Int64(argument.dropFirst()), frames >= 0 else { return nil }
      amount = .frames(frames)
      return
    }
    var text = argument[...]
    var unit = 1.0
    switch text.last {
    case "s": text.removeLast()
    case "m": (unit, text) = (60, text.dropLast())
    case "h": (unit, text) = (3600, text.dropLast())
    default: break
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), unit == 1 || parts.count == 1 else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      // Digits only, so that no sign, exponent or name of a number is accepted; below 60 after a colon.
      guard !part.isEmpty, part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(part),
        number < 1e9, index == 0 || number < 60, index == parts.count - 1 || !part.contains(".")
      else { return nil }
      seconds = seconds * 60 + number
    }
    amount = .seconds(seconds * unit)
  }

  /// Returns the time in seconds at a frame rate.
  package func seconds(atRate rate: Double) -> Double {
    switch amount {
    case .seconds(let seconds): seconds
    case .frames(let count): rate > 0 ? Double(count) / rate : 0
    }
  }

  /// Returns the sample rate of a track's decoded samples, by which times like `#44100` are counted; the rate that the
  /// container states if the decoder refuses the stream; decoding reports that error later.
  package static func rate(
    of reader: any ContainerReader, track: Int, _ options: DecodeRequest, _ catalog: Catalog
  ) -> Double {
    let decoder = try? TrackDecoder(of: reader, track: track, codecs: catalog.codecs, options: options)
    guard let decoder else { return reader.tracks[track].format.sampleRate }
    return decoder.format.sampleRate
  }

  /// True if the time is a number of frames.
  package var countsFrames: Bool { if case .frames = amount { true } else { false } }

  /// Returns the time in frames.
  package func frames(atRate rate: Double) -> Int64 {
    switch amount {
    case .seconds(let seconds): Int64(min((seconds * rate).rounded(), 0x1p62))
    case .frames(let count): count
    }
  }
}
