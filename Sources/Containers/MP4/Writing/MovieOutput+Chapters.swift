import AudioBase
import Bitstream

extension MovieOutput {
  /// Adds the chapters as a text track that the first audio track refers to, as in audiobooks, in addition to `chpl`.
  ///
  /// QuickTime File Format, "Chapter Lists": each sample names the stretch until the next one.
  mutating func appendChapterTrack() throws(ContainerError) {
    let markers = placedMarkers.filter { $0.framePosition >= 0 && $0.framePosition < 1e12 }
      .sorted { $0.framePosition < $1.framePosition }
    guard let index = tracks.firstIndex(where: { $0.kind == .audio }), !markers.isEmpty, markerRate > 0 else { return }
    let sound = tracks[index]
    let identifier = (tracks.map(\.identifier).max() ?? 0) + 1
    var track = OutputTrack(
      identifier: identifier, kind: .other, timescale: sound.timescale, description: .chapters)
    track.isEnabled = false
    let scale = Double(sound.timescale) / markerRate
    let positions = markers.map { Int64(($0.framePosition * scale).rounded()) }
    let delay = Int64((box.soundDelay(tracks) * Double(sound.timescale)).rounded())
    let end = (sound.trimming?.duration ?? sound.duration).saturatingAdd(delay)
    track.presentationStart = positions[0]
    for (place, marker) in markers.enumerated() {
      let next = place + 1 < positions.count ? positions[place + 1] : max(end, positions[place])
      let name = UserDataBox.shortened(marker.name, to: Int(UInt16.max))
      var bytes: [UInt8] = []
      bytes.append(bigEndian: UInt16(name.count))
      bytes += name
      // The text is UTF-8.
      bytes.appendBox("encd") { $0.append(bigEndian: 0x100 as UInt32) }
      let sample = TimedSample(
        byteCount: UInt32(bytes.count), duration: UInt32(clamping: next - positions[place]))
      try track.append(sample, at: sink.byteCount)
      try sink.append(bytes.span)
    }
    tracks[index].chapterTrack = identifier
    tracks.append(track)
  }
}
