import AudioBase
import AudioCatalog
import AudioFiles

/// The text that `af demux` prints for people.
struct DemuxText {
  private(set) var text = ""

  init(file: Pathname, _ media: MediaFile, selection: [Int], catalog: Catalog) {
    line("File", displayName(file))
    line("File type", "\(media.reader.fileType) (\(media.container.name))")
    for index in selection {
      add(media.reader.tracks[index], index, catalog)
      let changes = media.reader.streamChanges(ofTrack: index).changes
      if let first = changes.first {
        line("", "\(changes.count) changes to another stream, the first at packet \(first.packet)")
      }
    }
    if media.reader.tracks.isEmpty { line("Tracks", "none") }
    for warning in media.reader.allRemarks { line("Warning", warning) }
  }

  private mutating func line(_ name: String, _ value: String) {
    let label = name.isEmpty ? "" : name + ":"
    text += label.padded(20) + value.printable + "\n"
  }

  private mutating func add(_ track: TrackInfo, _ index: Int, _ catalog: Catalog) {
    var words = ["number \(track.identifier)", "\(track.mediaKind.rawValue) '\(track.format.formatID)'"]
    if let codec = codecName(of: track, catalog: catalog) { words.append(codec) }
    if !track.language.isEmpty { words.append("language \(track.language)") }
    line("Track \(index)", words.joined(separator: ", "))
    if track.mediaKind == .audio {
      line("", "\(track.format.channelsPerFrame) ch, \(hertz(track.format.sampleRate))")
    }
    if let picture = track.picture { addPicture(picture) }
    addTimes(track)
    var counts = track.packetCount.map { ["\($0) packets"] } ?? []
    if let bytes = track.audioByteCount { counts.append("\(bytes) bytes") }
    if let largest = track.maximumPacketSize { counts.append("the largest of \(largest)") }
    if let rate = track.bitRate { counts.append("\(rate) bits/s nominal") }
    if !counts.isEmpty { line("", counts.joined(separator: ", ")) }
  }

  private mutating func addPicture(_ picture: PictureInfo) {
    let shown = "\(number(picture.presentationWidth)) × \(number(picture.presentationHeight))"
    var words = ["\(picture.codedWidth) × \(picture.codedHeight) pixels", "shown as \(shown)"]
    if let rotation = picture.rotation {
      if rotation != 0 { words.append("turned \(rotation)° clockwise") }
    } else {
      words.append("matrix " + picture.matrix.map(number).joined(separator: " "))
    }
    line("", words.joined(separator: ", "))
  }

  private mutating func addTimes(_ track: TrackInfo) {
    var words: [String] = []
    if let duration = track.duration { words.append("\(decimal(duration, digits: 6)) s") }
    if track.timescale > 0 {
      words.append("counted in 1/\(track.timescale) s")
      let start = Double(track.presentationStart) / Double(track.timescale)
      if track.presentationStart != 0 { words.append("media begins at \(decimal(start, digits: 6)) s") }
    }
    if !words.isEmpty { line("", words.joined(separator: ", ")) }
  }

  /// Returns a number, with a fraction only if it has one.
  private func number(_ value: Double) -> String { decimal(value, digits: value == value.rounded() ? 0 : 4) }

  /// Returns the line of one packet in a listing.
  static func line(_ packet: DemultiplexedPacket) -> String {
    "\(packet.track)".padded(7) + "\(packet.number)".padded(12) + "\(packet.fileOffset)".padded(14)
      + "\(packet.byteCount)".padded(10) + decimal(packet.decodeTime.seconds, digits: 6).padded(14)
      + decimal(packet.presentationTime.seconds, digits: 6).padded(14) + (packet.isSync ? "sync" : "-") + "\n"
  }
}
