public import AudioBase
import ID3Tags
import MPEGAudioFrames

/// MPEG-1, MPEG-2 and MPEG-2.5 audio of layers I, II and III: bare frames with tags around them.
///
/// ISO/IEC 11172-3 and ISO/IEC 13818-3.
public enum MPEGAudioFile {
  /// Core Audio's three file types for a catalog; they share one reader, which relies on the frames.
  public static let descriptors = [layer3, layer2, layer1]

  /// `kAudioFileMP3Type`.
  public static let layer3 = descriptor(
    layer: 3, extensions: ["mp3"], mediaTypes: ["audio/mpeg", "audio/mp3"])
  /// `kAudioFileMP2Type`.
  public static let layer2 = descriptor(
    layer: 2, extensions: ["mp2", "mpa"], mediaTypes: ["audio/mpeg"])
  /// `kAudioFileMP1Type`.
  public static let layer1 = descriptor(
    layer: 1, extensions: ["mp1", "m1a"], mediaTypes: ["audio/mpeg"])

  private static func descriptor(layer: Int, extensions: [String], mediaTypes: [String]) -> ContainerDescriptor {
    let (fileType, formatID) = (fileType(ofLayer: layer), formatID(ofLayer: layer))
    return ContainerDescriptor(fileType: fileType, name: "MPEG Layer \(layer)", formatIDs: [formatID]) {
      $0.extensions = extensions
      $0.mediaTypes = mediaTypes
      $0.probe = { head in probe(head, layer: layer) }
      $0.open = { source, limits throws(ContainerError) in try MPEGAudioReader(source, limits: limits) }
      $0.makeWriter = { sink, settings throws(ContainerError) in
        guard settings.format.formatID == formatID else {
          throw ContainerError(.unsupported, "this file type holds another layer of MPEG audio", at: 0, in: fileType)
        }
        return try MPEGAudioWriter(sink, settings: settings)
      }
      $0.canWriteToPipe = true
      $0.editTags = { source, change throws(ContainerError) in try MPEGAudioTagEditing.edit(source, change) }
    }
  }

  private static func formatID(ofLayer layer: Int) -> FourCharacterCode {
    switch layer {
    case 1: .mpegLayer1
    case 2: .mpegLayer2
    default: .mpegLayer3
    }
  }

  /// Returns the file type of a layer.
  static func fileType(ofLayer layer: Int) -> FourCharacterCode {
    switch layer {
    case 1: "MPG1"
    case 2: "MPG2"
    default: "MPG3"
    }
  }

  /// Returns 90 if two headers in a row agree, 50 if three agree after other bytes, 5 for a single header, 1 for tags
  /// only.
  package static func probe(_ head: Span<UInt8>, layer: Int) -> Int {
    var start = 0
    while let tag = tagByteCount(head, at: start) {
      // The bytes after a long tag are not visible; the tag itself states nothing about the stream.
      guard tag < head.count - start else { return 1 }
      start += tag
    }
    for index in start..<max(start, head.count - 3) where head[index] == 0xFF {
      guard let header = MPEGAudioHeader(head, at: index) else { continue }
      let score = score(header, at: index, head, isFirst: index == start)
      if score > 0 { return header.layer == layer ? score : 0 }
    }
    return start > 0 ? 1 : 0
  }

  private static func tagByteCount(_ head: Span<UInt8>, at start: Int) -> Int? {
    guard start < head.count else { return nil }
    let rest = head.extracting(start..<head.count)
    if let size = ID3Tag.byteCount(of: rest) { return size }
    return APETag.Frame(rest).flatMap { $0.isHeader ? $0.totalByteCount : nil }
  }

  private static func score(_ header: MPEGAudioHeader, at index: Int, _ head: Span<UInt8>, isFirst: Bool) -> Int {
    guard let size = header.frameByteCount else {
      // Only measuring the distances would show it, which is left to the reader.
      return isFirst ? 5 : 0
    }
    let next = index + size
    guard let second = MPEGAudioHeader(head, at: next) else {
      if isFirst, next + MPEGAudioHeader.byteCount > head.count { return next == head.count ? 60 : 5 }
      return isFirst && TrailingTags.begins(head, at: next) ? 60 : 0
    }
    guard second.agrees(with: header) else { return 0 }
    if isFirst { return 90 }
    guard let third = second.frameByteCount.flatMap({ MPEGAudioHeader(head, at: next + $0) }) else { return 0 }
    return third.agrees(with: header) ? 50 : 0
  }
}
