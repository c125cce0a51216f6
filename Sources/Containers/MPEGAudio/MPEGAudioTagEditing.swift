import AudioBase
import ID3Tags

/// Where the tags around the audio of a file lie.
struct TagPlaces {
  /// ID3v2 in front.
  var front: [Range<Int64>]
  /// APE in front.
  var items: [Range<Int64>]
  /// Tags at the end; `nil` where that was not looked at.
  var behind: TrailingTags?
}

/// Changes the tags around MPEG audio: the first ID3v2 tag says what is new; APE items of the same keys are taken out,
/// for they would contradict it; an ID3v1 tag gets what it has fields for. Frames stay as they are, byte by byte.
enum MPEGAudioTagEditing {
  static func edit(_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit? {
    let places = try MPEGAudioReader(source, limits: change.limits).tagPlaces
    // Which of several tags counts is each program's own opinion.
    guard places.front.count <= 1, places.behind?.identifier == nil else { return nil }
    var edit = FileEdit()
    // The name of the encoder stands in the info frame, which is a frame.
    if change.keys.contains(.sourceEncoder) { return nil }
    try StreamTagEdit.front(source, places.front, change, &edit)
    var window = SourceWindow(source, capacity: 1 << 13)
    for place in places.items + (places.behind?.items.map { [$0] } ?? []) {
      guard place.count <= change.limits.structureByteCount * 16 else {
        throw ContainerError(.limitExceeded, "a tag is larger than the limit", at: place.lowerBound, in: "APET")
      }
      var old: [UInt8] = []
      _ = try window.append(place.count, at: place.lowerBound, to: &old)
      guard let new = APETag.edited(old, change) else { return nil }
      if new != old { edit.replace(place, with: new) }
    }
    if let place = places.behind?.version1Place, let old = places.behind?.version1 {
      edit.replace(place, with: change.clears && change.after.info.isEmpty ? [] : changed(old, change).bytes)
    }
    return edit
  }

  /// The tag with the fields that change.
  private static func changed(_ old: ID3v1, _ change: MetadataChange) -> ID3v1 {
    let new = ID3v1(change.after)
    var tag = change.clears ? ID3v1() : old
    for key in change.keys {
      switch key {
      case .title: tag.title = new.title
      case .artist: tag.artist = new.artist
      case .album: tag.album = new.album
      case .year: tag.year = new.year
      case .comments: tag.comment = new.comment
      case .trackNumber: tag.track = new.track
      case .genre: tag.genre = new.genre
      default: break
      }
    }
    return tag
  }
}
