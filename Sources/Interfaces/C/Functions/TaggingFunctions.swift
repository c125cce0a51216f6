// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioFiles
import AudioJobs
public import CSwiftAudioToolbox

@c(sat_change_tags)
public func satChangeTags(
  _ path: UnsafePointer<CChar>?, _ tags: UnsafePointer<sat_tag>?, _ count: Int, _ picture: UnsafeRawPointer?,
  _ pictureCount: Int, _ clears: Int32, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(CallFailure) in
    var job = FileTagging(of: FilePath(bytes: try unsafe text(path)))
    job.changes = try unsafe changes(tags, count)
    job.changes.removesAll = clears != 0
    if unsafe picture != nil {
      let bytes = try unsafe copied(picture, pictureCount)
      let artwork = Artwork(bytes: bytes)
      guard bytes.isEmpty || artwork.mediaType != "application/octet-stream" else {
        throw CallFailure("option", "the picture is no JPEG, PNG, GIF, BMP or WebP")
      }
      job.changes.artwork = bytes.isEmpty ? [] : [artwork]
    }
    do throws(JobError) { try job.run() } catch { throw CallFailure(error) }
    return 0
  }
}

/// The most tags that a call changes.
private let mostTags = 65_536

@unsafe
private func changes(_ tags: UnsafePointer<sat_tag>?, _ count: Int) throws(CallFailure) -> TagChanges {
  var changes = TagChanges()
  guard count != 0 else { return changes }
  guard (1...mostTags).contains(count) else {
    throw CallFailure("option", "the number of tags is not within 0 and \(mostTags)")
  }
  guard let tags = unsafe tags else { throw .nullPointer }
  for index in 0..<count {
    let key = InfoKey(String(decoding: try unsafe text(tags[index].key), as: UTF8.self))
    guard !key.rawValue.isEmpty else { throw CallFailure("option", "a tag has no name") }
    if unsafe tags[index].value == nil {
      changes.removedKeys.insert(key)
    } else {
      changes.values[key] = String(decoding: try unsafe text(tags[index].value), as: UTF8.self)
    }
  }
  return changes
}
