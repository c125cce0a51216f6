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
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    var changes = try unsafe changes(tags, count)
    changes.removesAll = clears != 0
    changes.artwork = try unsafe pictures(picture, pictureCount)
    return try unsafe change(path, changes).isEmpty ? 0 : 1
  }
}

@c(sat_tag_file)
public func satTagFile(
  _ path: UnsafePointer<CChar>?, _ tags: UnsafePointer<sat_tag>?, _ count: Int, _ picture: UnsafeRawPointer?,
  _ pictureCount: Int, _ clears: Int32, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    var changes = try unsafe changes(tags, count)
    changes.removesAll = clears != 0
    changes.artwork = try unsafe pictures(picture, pictureCount)
    return unsafe lent(WrittenDescription(warnings: try unsafe change(path, changes)))
  }
}

/// Changes the tags of a file, and returns the warnings.
@unsafe
private func change(_ path: UnsafePointer<CChar>?, _ changes: TagChanges) throws(AudioError) -> [String] {
  var job = FileTagging(of: Pathname(bytes: try unsafe text(path)))
  job.changes = changes
  return try job.run().filter { $0.severity == .warning }.map(\.description)
}

/// Returns the pictures that a file gets: none for an empty picture, or `nil` to keep its own.
@unsafe
private func pictures(_ picture: UnsafeRawPointer?, _ count: Int) throws(AudioError) -> [Artwork]? {
  guard unsafe picture != nil else { return nil }
  let artwork = Artwork(bytes: try unsafe copied(picture, count))
  guard !artwork.bytes.isEmpty else { return [] }
  guard artwork.mediaType != "application/octet-stream" else {
    throw AudioError(.option, .call, "the picture is no JPEG, PNG, GIF, BMP or WebP")
  }
  return [artwork]
}

/// The most tags that a call changes.
private let mostTags = 65_536

@unsafe
private func changes(_ tags: UnsafePointer<sat_tag>?, _ count: Int) throws(AudioError) -> TagChanges {
  var changes = TagChanges()
  guard count != 0 else { return changes }
  guard (1...mostTags).contains(count) else {
    throw AudioError(.option, .call, "the number of tags is not within 0 and \(mostTags)")
  }
  guard let tags = unsafe tags else { throw .nullPointer }
  for index in 0..<count {
    let key = InfoKey(String(decoding: try unsafe text(tags[index].key), as: UTF8.self))
    guard !key.rawValue.isEmpty else { throw AudioError(.option, .call, "a tag has no name") }
    if unsafe tags[index].value == nil {
      changes.removedKeys.insert(key)
    } else {
      let value = String(decoding: try unsafe text(tags[index].value), as: UTF8.self)
      changes.setValues(changes.values(of: key) + [value], of: key)
    }
  }
  return changes
}
