import AudioBase
import AudioFiles

/// The text that `af info` prints for people.
struct InfoText {
  private(set) var text = ""

  init(file: Pathname, reader: any ContainerReader, container: ContainerDescriptor) {
    line("File", displayName(file))
    line("File type", "\(reader.fileType) (\(container.name))")
  }

  /// Adds one named value; the name is empty on continuation lines.
  mutating func line(_ name: String, _ value: String) {
    let label = name.isEmpty ? "" : name.printable + ":"
    text += label + String(repeating: " ", count: max(1, 20 - label.count)) + value.printable + "\n"
  }

  /// Adds the audio track.
  mutating func add(_ summary: TrackSummary, of track: TrackInfo) {
    addFormat(summary)
    if let duration = summary.duration { line("Duration", "\(decimal(duration, digits: 6)) s") }
    line("Audio data", "\(summary.byteCount) bytes from byte \(track.dataOffset) on")
    let largest = summary.isMaximumPacketSizeExact ? "the largest of" : "none larger than"
    line("Packets", "\(summary.packetCount), \(largest) \(summary.maximumPacketSize) bytes")
    let rates = [
      summary.nominalBitRate.map { "\($0) bits/s nominal" }, summary.measuredBitRate.map { "\($0) bits/s measured" },
    ].compactMap { $0 }
    if !rates.isEmpty { line("Bit rate", rates.joined(separator: ", ")) }
    if let table = summary.packetTable {
      line(
        "Frames", "\(table.primingFrames) priming + \(table.validFrames) valid + \(table.remainderFrames) remainder")
    }
    if let depth = track.sourceBitDepth { line("Source bit depth", "\(depth)") }
    for statement in track.loudness?.track ?? [] { line("Loudness", "\(statement)") }
    for statement in track.loudness?.album ?? [] { line("Album loudness", "\(statement)") }
    if !track.containerCookie.isEmpty { line("Magic cookie", HexBytes(track.containerCookie).text) }
    if let codec = summary.codec {
      line("Configuration", HexBytes(codec.configuration).text)
      for field in codec.fields { line("", "\(field.name): \(field.value)") }
      for note in codec.notes { line("Note", note) }
    }
    for (index, change) in summary.formatChanges.prefix(Self.shownChangeCount).enumerated() {
      line(index == 0 ? "Format changes" : "", Self.words(change))
    }
    let more = summary.formatChanges.count - Self.shownChangeCount
    if more > 0 { line("", "and \(more) more") }
    if let error = summary.codecError { line("Configuration", "not understood: \(error)") }
    if let error = summary.earlyEnd { line("Damage", "\(error)") }
  }

  /// The number of format changes that are shown; `--json` has all of them.
  private static let shownChangeCount = 16

  private static func words(_ change: TrackSummary.FormatChange) -> String {
    let time = change.time.map { ", \(decimal($0, digits: 6)) s" } ?? ""
    let codec = change.codec.map { ", \($0.profile)" } ?? ""
    return "packet \(change.packet), byte \(change.byteOffset)\(time): \(change.format.channelsPerFrame) ch, "
      + "\(hertz(change.format.sampleRate)), '\(change.format.formatID)'\(codec)"
  }

  private mutating func addFormat(_ summary: TrackSummary) {
    let format = summary.format
    var words = [
      "\(format.channelsPerFrame) ch", hertz(format.sampleRate), "'\(format.formatID)'",
    ]
    let samples = format.sampleFormat
    if let samples { words.append("\(samples)") }
    if samples == nil, format.formatFlags != 0 {
      words.append("flags 0x\(String(format.formatFlags, radix: 16, uppercase: true))")
    }
    line("Data format", words.joined(separator: ", "))
    // Nothing is said by what is 0 because it varies, or does not exist, and by what the kind of sample says.
    let sizes = [
      (format.bitsPerChannel, "bits/channel"), (format.bytesPerPacket, "bytes/packet"),
      (format.framesPerPacket, "frames/packet"), (format.bytesPerFrame, "bytes/frame"),
    ]
    let known = samples != nil ? [] : sizes.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
    if !known.isEmpty { line("", known.joined(separator: ", ")) }
    if let codec = summary.codec { line("Codec", codec.profile) }
    if let layout = summary.layout { line("Channel layout", layout.description) }
    if summary.formatList.count > 1 {
      for (index, item) in summary.formatList.enumerated() {
        let name = index == 0 ? "Decodes as" : ""
        line(
          name,
          "'\(item.format.formatID)' \(item.format.channelsPerFrame) ch, \(hertz(item.format.sampleRate))"
        )
      }
    }
  }

  /// Adds the lines about the file as a whole.
  mutating func addFile(_ reader: any ContainerReader) {
    if reader.tracks.count != 1 {
      for (index, track) in reader.tracks.enumerated() {
        let duration = track.duration.map { ", \(decimal($0, digits: 3)) s" } ?? ""
        line(
          index == 0 ? "Tracks" : "",
          "\(index): number \(track.identifier), \(track.mediaKind.rawValue) '\(track.format.formatID)'\(duration)")
      }
      if reader.tracks.isEmpty { line("Tracks", "none") }
    }
    line("Optimized", reader.isOptimized ? "yes" : "no")
    add(reader.metadata)
    for warning in reader.allRemarks { line("Warning", warning) }
  }

  private mutating func add(_ metadata: Metadata) {
    for key in metadata.info.keys.sorted() {
      for (index, value) in metadata.values(of: key).enumerated() { line(index == 0 ? key.rawValue : "", value) }
    }
    for picture in metadata.artwork {
      let description = picture.description.isEmpty ? "" : ", \(picture.description)"
      line("Artwork", "\(picture.mediaType), \(picture.bytes.count) bytes\(description)")
    }
    for marker in metadata.markers {
      line("Marker", "frame \(decimal(marker.framePosition, digits: 0)) \(marker.name)")
    }
    for region in metadata.regions {
      let frames = region.markers.map { decimal($0.framePosition, digits: 0) }.joined(separator: "…")
      line("Region", "frames \(frames) \(region.name)")
    }
  }
}
