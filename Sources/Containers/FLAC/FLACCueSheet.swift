package import AudioBase
import Bitstream
import VorbisComments

/// `CUESHEET`, RFC 9639, 8.7: the markers of a recording, as tracks that are not those of a CD. The comments
/// `CHAPTER001NAME` hold their names for players, and `CHAPTER001` their times; if there are more markers than tracks,
/// only the comments hold them.
package enum FLACCueSheet {
  /// Markers that there is room for: a track's number has eight bits, and the last is that of the end.
  static let capacity = 254
  /// The number of bytes before the first track.
  private static let headByteCount = 396
  /// The number of bytes of the catalogue number at the start.
  private static let catalogByteCount = 128
  /// The number of bytes of a track without its index points.
  private static let trackByteCount = 36
  /// The number of the track that marks the end; on a CD it is 170.
  private static let leadOut: UInt8 = 255

  /// Returns the body of the block for markers in order; `frameCount` is the length of the stream so far.
  static func bytes(_ markers: [Marker], frameCount: Int64) -> [UInt8] {
    // Bound: a constant head.
    var bytes = [UInt8](repeating: 0, count: headByteCount - 1)
    bytes.append(UInt8(truncatingIfNeeded: markers.count + 1))
    for (index, marker) in markers.enumerated() {
      append(UInt8(truncatingIfNeeded: index + 1), at: position(marker), indexCount: 1, to: &bytes)
      // An index point: its offset, its number and the reserved bytes.
      bytes += [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    }
    append(leadOut, at: max(frameCount, markers.last.map(position) ?? 0), indexCount: 0, to: &bytes)
    return bytes
  }

  private static func append(_ number: UInt8, at offset: Int64, indexCount: UInt8, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt64(offset))
    // No ISRC, sound, no pre-emphasis.
    bytes += [number] + [UInt8](repeating: 0, count: 26) + [indexCount]
  }

  private static func position(_ marker: Marker) -> Int64 { Int64(marker.framePosition.rounded()) }

  /// Returns the markers in file order, numbered from 1, or an error if a marker does not fit.
  static func sorted(_ markers: [Marker]) throws(ContainerError) -> [Marker] {
    guard markers.allSatisfy({ $0.framePosition >= 0 && $0.framePosition < 0x1p53 }) else {
      throw ContainerError(.unsupported, "a marker of a FLAC file lies within the recording", at: 0, in: .flac)
    }
    return markers.sorted { $0.framePosition < $1.framePosition }.enumerated().map { index, marker in
      var marker = marker
      marker.identifier = index + 1
      return marker
    }
  }

  /// Adds a marker for every track of a body to `metadata`; drops truncated tracks.
  package static func read(_ body: Span<UInt8>, into metadata: inout Metadata) {
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      try reader.skip(headByteCount - 1)
      for _ in 0..<(try reader.readUInt8()) {
        let offset = try reader.readUInt64()
        let number = try reader.readUInt8()
        try reader.skip(26)
        let count = try reader.readUInt8()
        var first: UInt64?
        for _ in 0..<count {
          let index = try reader.readUInt64()
          if try reader.readUInt8() == 1 || first == nil { first = index }
          try reader.skip(3)
        }
        let (place, overflow) = offset.addingReportingOverflow(first ?? 0)
        guard number != leadOut, number != 170, !overflow else { continue }
        metadata.markers.append(Marker(framePosition: Double(place), identifier: Int(number)))
      }
    } catch {
      return
    }
  }

  /// Returns true if a body has data that a marker lacks: a catalogue number or the ISRC of a track.
  static func hasDiscNumbers(_ body: Span<UInt8>) -> Bool {
    guard body.count > headByteCount else { return false }
    if (0..<catalogByteCount).contains(where: { body[$0] != 0 }) { return true }
    var place = headByteCount
    while place + trackByteCount <= body.count {
      if ((place + 9)..<(place + 21)).contains(where: { body[$0] != 0 }) { return true }
      place += trackByteCount + 12 * Int(body[place + trackByteCount - 1])
    }
    return false
  }

  /// Names markers by the comments; a file without a block of markers gets the markers in its comments.
  static func takeNames(_ metadata: inout Metadata, sampleRate: Double) {
    defer { VorbisComments.takeChapters(&metadata, sampleRate: sampleRate) }
    for index in metadata.markers.indices {
      let key = VorbisComments.nameKey(VorbisComments.chapterKey(metadata.markers[index].identifier))
      guard let name = metadata[key] else { continue }
      metadata.markers[index].name = name
      metadata[key] = nil
    }
  }
}
