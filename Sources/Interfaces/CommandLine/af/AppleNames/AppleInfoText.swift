import AudioBase
import AudioFiles

/// The report of Apple's `afinfo`, line by line.
struct AppleInfoText {
  /// True if durations are counted from the packets (`--real`).
  var isReal = false
  /// True if the info dictionary is shown (`--info`).
  var showsInfo = false

  /// Returns the report about a file.
  func report(_ file: Pathname, _ reader: any ContainerReader, _ tracks: [AppleInfoTrack]) -> String {
    var text = "File:           \(file)\nFile type ID:   \(reader.fileType)\nNum Tracks:     \(tracks.count)\n----\n"
    for track in tracks {
      text += describe(track, isOptimized: reader.isOptimized)
      if showsInfo { text += dictionary(reader.metadata) }
      text += "----\n"
    }
    return text
  }

  /// Returns one line per track (`--brief`).
  func brief(_ file: Pathname, _ reader: any ContainerReader, _ tracks: [AppleInfoTrack]) -> String {
    var text = "\(file), \(reader.fileType), Num Tracks:     \(tracks.count)\n----\n"
    for track in tracks {
      let duration = decimal(track.duration(isReal: isReal) ?? 0, digits: 3)
      text += "\(duration) sec, format:  \(FormatWords.describe(track.summary.format))\n"
    }
    return text
  }

  private func describe(_ track: AppleInfoTrack, isOptimized: Bool) -> String {
    let summary = track.summary
    var lines = ["Data format:    " + FormatWords.describe(summary.format)]
    let layout = summary.codec == nil ? track.info.statedLayout : summary.layout
    lines.append(
      layout.map { "Channel layout: " + FormatWords.describe($0) } ?? "                no channel layout.")
    let duration = track.duration(isReal: isReal).map {
      "estimated duration: \(decimal($0, digits: isReal ? 3 : 6)) sec"
    }
    let counts = ["audio bytes: \(summary.byteCount)", "audio packets: \(summary.packetCount)"]
    // With the exact count the duration comes after it.
    lines += isReal ? counts + [duration].compactMap { $0 } : [duration].compactMap { $0 } + counts
    lines.append("bit rate: \(track.bitRate) bits per second")
    lines.append("packet size upper bound: \(track.packetSizeUpperBound)")
    lines.append("maximum packet size: \(summary.maximumPacketSize)")
    lines.append("audio data file offset: \(track.info.dataOffset)")
    lines.append(isOptimized ? "optimized" : "not optimized")
    if let table = summary.packetTable {
      let total = table.validFrames &+ table.primingFrames &+ table.remainderFrames
      lines.append(
        "audio \(table.validFrames) valid frames + \(table.primingFrames) priming + \(table.remainderFrames) remainder = "
          + "\(total)")
    }
    if let depth = FormatWords.sourceBitDepth(summary.format, stated: track.info.sourceBitDepth) {
      lines.append("source bit depth: \(depth)")
    }
    lines += formatList(of: track)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the formats as which packets of AAC may be decoded, the richest first.
  private func formatList(of track: AppleInfoTrack) -> [String] {
    guard track.summary.codec != nil else { return [] }
    var lines = ["format list:"]
    for (index, entry) in track.summary.formatList.enumerated() {
      lines.append("[\(String(index).leftPadded(2))] format:\t \(FormatWords.describe(entry.format))")
      if let layout = entry.layout { lines.append("Channel layout: " + FormatWords.describe(layout)) }
    }
    return lines
  }

  private func dictionary(_ metadata: Metadata) -> String {
    guard !metadata.info.isEmpty else { return "" }
    var text = "info dictionary:\n"
    for (key, value) in metadata.info.sorted(by: { $0.key < $1.key }) {
      text += "    \(key.rawValue.printable.rightPadded(33)): \"\(value.printable)\"\n"
    }
    return text
  }
}

/// One audio track of a file, with all values that `afinfo` prints.
struct AppleInfoTrack {
  var info: TrackInfo
  var summary: TrackSummary

  /// The bits of the packets over their duration, in bits/s; if that is not known, the rate that the file states.
  var bitRate: Int { summary.measuredBitRate ?? summary.nominalBitRate ?? 0 }

  /// A bound on the size of packets, in bytes.
  var packetSizeUpperBound: Int { max(info.packetSizeUpperBound ?? 0, summary.maximumPacketSize) }

  /// Returns the duration of the recording in seconds, or, counted from the packets, of everything they decode to.
  func duration(isReal: Bool) -> Double? {
    let format = summary.format
    guard isReal, format.framesPerPacket > 0, format.sampleRate > 0 else { return summary.duration }
    return Double(summary.packetCount) * Double(format.framesPerPacket) / format.sampleRate
  }
}

extension String {
  /// Returns the text, filled up with spaces to a width.
  func rightPadded(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
