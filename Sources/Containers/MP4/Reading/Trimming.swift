import AudioBase

/// Determines the decoded frames that are the recording, from `iTunSMPB`, an edit list, or if there is neither from the
/// codec and the durations.
struct Trimming {
  /// The number of frames that all packets decode to, in the media's time scale; `nil` if that is not known.
  var totalFrames: Int64?
  /// The end of the media: the sum of the durations of all packets, less than the total if the last packet is
  /// shortened.
  var mediaEnd: Int64?
  /// The decode time of the first packet: that of a later segment is not 0.
  var firstTime: Int64 = 0
  /// The number of frames before the recording as stated by the codec, in the media's time scale.
  var codecPriming: Int64 = 0
  /// The duration of every packet but the last, in the media's time scale; 0 if they differ.
  var packetDuration: Int64 = 0
  var mediaTimescale: UInt32
  var movieTimescale: UInt32

  /// Returns the table that the file implies: `iTunSMPB` if it is plausible, otherwise an edit list with one edit, and
  /// without any edit the codec's priming and a shortened last packet.
  func packetTable(gapless: [UInt8]?, edits: EditList) -> PacketTable? {
    guard mediaTimescale > 0, (totalFrames ?? 1) > 0 else { return nil }
    if let gapless, let table = packetTable(gapless) { return table }
    return edits.shownCount == 0 ? unedited : packetTable(edits)
  }

  /// All frames from the codec's priming on, up to where the last packet's duration ends.
  private var unedited: PacketTable? {
    guard let totalFrames else { return nil }
    var end = totalFrames
    // A last packet of no duration is one whose duration was not known.
    if let mediaEnd, mediaEnd < end, end - mediaEnd < packetDuration { end = mediaEnd }
    let priming = max(0, codecPriming - firstTime)
    guard end > priming, priming > 0 || end < totalFrames else { return nil }
    return table(priming, end - priming, totalFrames - end)
  }

  /// Reads `iTunSMPB`: hexadecimal numbers; the second is the priming, the third the remainder, the fourth the valid
  /// frames.
  private func packetTable(_ text: [UInt8]) -> PacketTable? {
    let fields = text.split(whereSeparator: { $0 == 0x20 || $0 == 0 }).prefix(4)
    guard fields.count == 4 else { return nil }
    var numbers: [Int64] = []
    for field in fields {
      guard field.count <= 16, let value = Int64(String(decoding: field, as: UTF8.self), radix: 16), value >= 0 else {
        return nil
      }
      numbers.append(value)
    }
    let (priming, remainder, valid) = (numbers[1], numbers[2], numbers[3])
    let sum = priming.saturatingAdd(valid).saturatingAdd(remainder)
    guard valid > 0, sum < .max else { return nil }
    guard let totalFrames else { return table(priming, valid, remainder) }
    guard sum <= totalFrames else { return nil }
    return table(priming, valid, totalFrames - priming - valid)
  }

  /// Reads one edit: it begins after the priming and lasts as long as the recording.
  private func packetTable(_ edits: EditList) -> PacketTable? {
    guard edits.shownCount == 1, edits.mediaTime >= 0 else { return nil }
    // Media that the edit shows before the first packet does not exist.
    let priming = max(0, edits.mediaTime - firstTime)
    let absent = max(0, firstTime - edits.mediaTime)
    guard let totalFrames else {
      guard edits.duration > 0, let valid = converted(edits.duration) else { return nil }
      return table(priming, valid, 0)
    }
    let whole = totalFrames - priming
    guard whole > 0 else { return nil }
    var available = whole
    if let mediaEnd, mediaEnd > priming { available = min(whole, mediaEnd - priming) }
    // Fragmented files leave the duration open.
    guard edits.duration > 0, let shown = converted(edits.duration), shown > absent else {
      return table(priming, available, whole - available)
    }
    let stated = shown - absent
    let valid = isWithinOneTick((stated - available).magnitude) ? available : min(stated, whole)
    return table(priming, valid, whole - valid)
  }

  private func converted(_ duration: Int64) -> Int64? {
    duration.rescaled(from: movieTimescale, to: mediaTimescale)
  }

  /// Returns true if a difference is explained by rounding to a coarser movie time scale.
  private func isWithinOneTick(_ frames: UInt64) -> Bool {
    guard movieTimescale < mediaTimescale, frames <= UInt64(UInt32.max) else { return false }
    return frames * UInt64(movieTimescale) <= UInt64(mediaTimescale)
  }

  private func table(_ priming: Int64, _ valid: Int64, _ remainder: Int64) -> PacketTable {
    PacketTable(
      primingFrames: priming, validFrames: valid, remainderFrames: remainder, timescale: Double(mediaTimescale))
  }
}
