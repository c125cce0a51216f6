import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation
import SignalProcessing

/// What is done about the loudness that files carry: `--soundcheck-generate` and `--soundcheck-read`.
enum SoundCheckMode {
  /// Nothing.
  case none
  /// It is measured and written.
  case generate
  /// The source's is taken over.
  case read

  /// The entries of the info dictionary that carry it.
  func info(
    of reader: any ContainerReader, track: Int, input: FilePath, decoding: DecodingOptions
  ) throws(CommandFailure) -> [(InfoKey, String)] {
    switch self {
    case .none: return []
    case .read:
      guard let text = reader.metadata[SoundCheck.key] else {
        throw CommandFailure(
          input, "the file carries no loudness", advice: "make it with --soundcheck-generate")
      }
      return [(SoundCheck.key, text)]
    case .generate:
      let meter = try SoundCheck.measure(reader, track: track, input: input, decoding: decoding)
      return [(SoundCheck.key, SoundCheck(loudness: meter.integrated ?? -.infinity, peak: meter.samplePeak).text)]
    }
  }
}

/// The loudness of a recording as iTunes stores it: `iTunNORM`, ten numbers of eight hexadecimal digits.
///
/// Numbers 1 and 2 are the loudness of left and right as a gain in units of 1/1000 (1000 at the reference level, 10 times
/// less per 10 dB that the recording is to be raised), 3 and 4 the same in units of 1/2500, 7 and 8 the peak of 32768. 5, 6,
/// 9 and 10 have no published meaning, and are 0 here. The layout is known from public descriptions, not from Apple.
struct SoundCheck {
  /// Where MP4 and CAF files keep it.
  static let key = InfoKey("iTunNORM")
  /// LUFS to which players bring a recording.
  static let referenceLoudness = -16.0

  /// LUFS of the whole recording.
  var loudness: Double
  /// The largest sample, full scale being 1.
  var peak: Double

  var text: String {
    let gain = loudness.isFinite ? Self.referenceLoudness - loudness : 0
    let factor = pow(10, -gain / 10)
    let numbers = [
      1000 * factor, 1000 * factor, 2500 * factor, 2500 * factor, 0, 0, peak * 32768, peak * 32768, 0, 0,
    ]
    return numbers.map { number in
      let digits = String(UInt32(max(0, min(number.rounded(), 65534))), radix: 16, uppercase: true)
      return " " + String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Plays a track to a meter.
  static func measure(
    _ reader: any ContainerReader, track: Int, input: FilePath, decoding: DecodingOptions
  ) throws(CommandFailure) -> LoudnessMeter {
    do throws(DecodingError) {
      var decoder = try TrackDecoder(of: reader, track: track, codecs: Catalog.standard.codecs, options: decoding)
      let channels = decoder.format.layout.speakers.map(\.loudnessChannel)
      guard var meter = LoudnessMeter(sampleRate: decoder.format.sampleRate, channels: channels) else {
        throw DecodingError.configuration(CodecError(.unsupported, "loudness is measured from 8 to 384 kHz"))
      }
      while let frames = try decoder.decodeNext() {
        meter.add(decoder.block.planes, planeStride: decoder.block.capacity, frames: frames)
      }
      return meter
    } catch {
      throw CommandFailure(input, error)
    }
  }
}

extension Speaker {
  /// How the channel counts in ITU-R BS.1770.
  fileprivate var loudnessChannel: LoudnessChannel {
    switch self {
    case .lowFrequency, .lowFrequency2: .lowFrequency
    case .leftSurround, .rightSurround, .leftSide, .rightSide, .leftRear, .rightRear: .surround
    default: .main
    }
  }
}
