import AudioBase
import FramedStreams
import ID3Tags

/// The positions of the tags around the audio of a file.
struct TagPlaces {
  /// The ID3v2 tags before the audio.
  var front: [Range<Int64>]
  /// The APE tags before the audio.
  var items: [Range<Int64>]
  /// The tags at the end; `nil` if they were not searched for.
  var behind: TrailingTags?
}

/// Changes the tags around MPEG audio: the first ID3v2 tag gets the new values; APE items of the same keys are removed,
/// because they would contradict it; an ID3v1 tag gets the values for which it has fields. Frames stay unchanged.
enum MPEGAudioTagEditing {
  static func edit(_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit? {
    let reader = try MPEGAudioReader(source, limits: change.limits)
    let places = reader.tagPlaces
    // Which of several tags counts is each program's own opinion.
    guard places.front.count <= 1, places.behind?.identifier == nil else { return nil }
    var edit = FileEdit()
    // The name of the encoder is in the info frame, which is a frame.
    if change.keys.contains(.sourceEncoder) { return nil }
    try StreamTagEdit.front(source, (places.front, reader.tracks[0]), change, &edit)
    guard try StreamTagEdit.items(source, (places.items, places.behind), change, &edit) else { return nil }
    return edit
  }
}
