import AudioBase
import AudioFiles

/// One property of an audio file by the four characters of Core Audio's `kAudioFileProperty…`.
struct AppleProperty {
  var file: Pathname
  var media: MediaFile

  /// Returns the property's value in words.
  func text(of name: String, tracks: [AppleInfoTrack]) throws(CommandFailure) -> String {
    guard let track = tracks.first, let value = value(of: name, track, trackCount: tracks.count) else {
      throw CommandFailure(
        file, "unsupported: there is no property '\(name)' of this file", advice: "try ffmt, dfmt, edur or pnfo")
    }
    return "'\(name)': \(value)".printable + "\n"
  }

  private func value(of name: String, _ track: AppleInfoTrack, trackCount: Int) -> String? {
    let summary = track.summary
    switch name {
    case "ffmt": return "\(media.reader.fileType)"
    case "dfmt": return FormatWords.describe(summary.format)
    case "optm": return media.reader.isOptimized ? "1" : "0"
    case "mgic": return HexBytes(track.info.containerCookie).text
    case "bcnt": return "\(summary.byteCount)"
    case "pcnt": return "\(summary.packetCount)"
    case "psze": return "\(summary.maximumPacketSize)"
    case "pkub": return "\(track.packetSizeUpperBound)"
    case "doff": return "\(track.info.dataOffset)"
    case "edur": return summary.duration.map { decimal($0, digits: 6) }
    case "brat": return "\(track.bitRate)"
    case "cmap": return (summary.codec == nil ? track.info.statedLayout : summary.layout).map(FormatWords.describe)
    case "sbtd": return FormatWords.sourceBitDepth(summary.format, stated: track.info.sourceBitDepth)
    case "atct": return "\(trackCount)"
    case "chid": return media.reader.chunks.map { "'\($0.identifier)'" }.joined(separator: " ")
    case "pnfo":
      return summary.packetTable.map {
        "\($0.validFrames) valid, \($0.primingFrames) priming, \($0.remainderFrames) remainder"
      }
    case "info":
      return media.reader.metadata.info.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) = \"\($0.value)\"" }
        .joined(separator: "; ")
    default: return nil
    }
  }
}
