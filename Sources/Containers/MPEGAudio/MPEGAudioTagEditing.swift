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
    guard try StreamTagEdit.items(source, (places.items, places.behind), change, &edit) else { return nil }
    return edit
  }
}
