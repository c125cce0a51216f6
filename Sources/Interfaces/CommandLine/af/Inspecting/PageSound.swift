import AudioBase
import AudioConversion
import AudioFiles
import AudioInspection
import AudioJobs
import InspectionPages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sound that a page carries: that of the file if browsers play it and it is small enough, otherwise a converted
/// one.
struct PageSound {
  /// The sound, or `nil` if there is none that is small enough.
  var file: InlineFile?
  /// The remark on it.
  var remark = ""

  /// Chooses a sound.
  ///
  /// - Parameters:
  ///   - track: The track that was inspected.
  ///   - room: The bytes that the sound may have.
  init(of media: MediaFile, track: Int, at path: Pathname, _ report: InspectionReport, room: Int) {
    if media.reader.tracks.count == 1, let type = Self.browserType(of: media, report.summary),
      let bytes = Self.bytes(of: media.source, atMost: room)
    {
      file = InlineFile(mediaType: type, bytes: bytes)
      return
    }
    guard let sound = report.sound, sound.sampleRate > 0, sound.frameCount > 0 else {
      remark = "There is no sound to play: it cannot be decoded."
      return
    }
    let choice = Choice(sound, room: room)
    guard let choice else {
      remark = "The sound is left out: it is too long for a page of this size."
      return
    }
    do throws(AudioError) {
      file = try choice.sound(of: media, track: track, at: path, room: room)
      remark =
        file == nil
        ? "The sound is left out: it is too long for a page of this size." : "To play, the sound is \(choice.words)."
    } catch {
      remark = "The sound is left out: it cannot be encoded: \(error.text)"
    }
  }

  /// Returns the media type of a file that browsers play, or `nil`.
  private static func browserType(of media: MediaFile, _ summary: TrackSummary?) -> String? {
    let formatID = summary?.format.formatID ?? media.reader.tracks[0].format.formatID
    switch "\(media.reader.fileType)" {
    case "MPG3": return "audio/mpeg"
    case "flac": return "audio/flac"
    case "Oggf": return "audio/ogg"
    case "WAVE": return formatID == .linearPCM && media.reader.tracks[0].format.bitsPerChannel <= 32 ? "audio/wav" : nil
    case "adts": return isPlain(formatID) ? "audio/aac" : nil
    case "m4af", "mp4f", "m4bf": return isPlain(formatID) ? "audio/mp4" : nil
    default: return nil
    }
  }

  private static func isPlain(_ formatID: FourCharacterCode) -> Bool {
    [.aac, .aacHighEfficiency, .aacHighEfficiencyV2].contains(formatID)
  }

  /// Returns all bytes of a source, or `nil` if there are more than `most` or they cannot be read.
  private static func bytes(of source: any ByteSource, atMost most: Int) -> [UInt8]? {
    guard let count = source.byteCount, count > 0, count <= Int64(most) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    var span = bytes.mutableSpan
    guard let read = try? source.read(at: 0, into: &span), read == Int(count) else { return nil }
    return bytes
  }
}

/// The format to which a sound is converted for browsers.
private struct Choice {
  var format: OutputDataFormat.Kind
  var bitRate: Int?
  var channelCount: Int
  var sampleRate: Double
  var container: String
  var mediaType: String
  var words: String

  /// Chooses the best sound that fits into the available size: WAVE, AAC-LC in stereo, AAC-LC in mono, HE-AAC in mono;
  /// `nil` for none.
  init?(_ sound: SoundInspection, room: Int) {
    let seconds = Double(sound.frameCount) / sound.sampleRate
    channelCount = min(2, max(1, sound.layout.channelCount))
    sampleRate = sound.sampleRate
    (container, mediaType) = ("m4a", "audio/mp4")
    if Double(sound.frameCount) * Double(2 * channelCount) < Double(min(room, 300_000)) {
      (format, container, mediaType, words) = (.samples(.int16), "wav", "audio/wav", "WAVE of 16 bits")
      return
    }
    // A part of the room is for the container. A file may state any sample rate, and so have a duration of 0.
    let bitRate = min(Double(room) * 8 * 0.92 / seconds, 1e9)
    let mode = channelCount == 2 ? "stereo" : "mono"
    if bitRate >= 80_000 * Double(channelCount) / 2 {
      let rate = min(128_000 * channelCount / 2, Int(bitRate / 1000) * 1000)
      (format, self.bitRate, words) = (.coded(.aac), rate, "AAC-LC in \(mode) of \(rate / 1000) kbit/s")
      sampleRate = [32_000, 44_100, 48_000].contains(sampleRate) || sampleRate < 32_000 ? sampleRate : 48_000
    } else if bitRate >= 16_000 {
      let rate = min(32_000, Int(bitRate / 1000) * 1000)
      channelCount = 1
      (format, self.bitRate, words) = (.coded(.aacHighEfficiency), rate, "HE-AAC in mono of \(rate / 1000) kbit/s")
      sampleRate = [32_000, 44_100, 48_000].contains(sampleRate) ? sampleRate : 44_100
    } else {
      return nil
    }
  }

  /// Converts the sound; `nil` if the result is larger than the available size.
  func sound(
    of media: MediaFile, track: Int, at path: Pathname, room: Int
  ) throws(AudioError) -> InlineFile? {
    let place = FileManager.default.temporaryDirectory.appending(path: "af-inspect-\(UUID().uuidString).\(container)")
    defer { try? FileManager.default.removeItem(at: place) }
    var job = FileConversion(from: path, to: Pathname(place.path))
    job.track = track
    var wanted = OutputDataFormat(format)
    wanted.sampleRate = sampleRate
    job.dataFormat = wanted
    job.channelCount = channelCount
    job.mixesLostChannels = true
    job.metadata = Metadata()
    job.encoding.bitRate = bitRate
    try job.run(of: media)
    guard let data = try? Data(contentsOf: place), data.count <= room else { return nil }
    return InlineFile(mediaType: mediaType, bytes: Array(data))
  }
}
