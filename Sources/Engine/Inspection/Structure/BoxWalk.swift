import AudioBase

// The boxes of MP4, QuickTime and their kin: ISO/IEC 14496-12, 4.2.

extension StructureWalk {
  /// Boxes that contain boxes, and the number of bytes of fields before these.
  private static let containers: [String: Int64] = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "dinf": 0, "edts": 0, "udta": 0, "mvex": 0, "moof": 0,
    "traf": 0, "mfra": 0, "ilst": 0, "wave": 0, "sinf": 0, "schi": 0, "tref": 0, "meta": 4, "stsd": 8, "dref": 8,
  ]
  /// Sample entries of audio, in which boxes follow the fields.
  private static let soundEntries: Set<String> = [
    "mp4a", "alac", "fLaC", "Opus", "enca", "ac-3", "ec-3", "lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64",
    ".mp3", "ulaw", "alaw", "ima4", "ipcm", "fpcm",
  ]

  /// Walks through the boxes at the top of a file.
  mutating func walkBoxes(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    var place = start
    while let part = try nextBox(&window, &place, end: end) {
      found.append(part.box)
      found[found.count - 1].parts = try boxes(&window, in: part, depth: 1)
    }
  }

  private typealias Found = (box: ContainerTree.Part, body: Int64, parent: String)

  /// Returns the next box before `end`, and the start of its contents; a rest too short for a header is ignored.
  private mutating func nextBox(
    _ window: inout SourceWindow, _ place: inout Int64, end: Int64, parent: String = ""
  ) throws(ContainerError) -> Found? {
    let start = place
    guard start < end, end - start >= 8, try window.load(8, at: start).count == 8 else { return nil }
    let name = try code(&window, at: start + 4)
    var size = try window.bigEndian(4, at: start)
    var headerByteCount: Int64 = 8
    // The list of items ends with a word of zeros in some files of QuickTime.
    if size == 0, !parent.isEmpty { return nil }
    if size == 1 {
      headerByteCount = 16
      size = try window.bigEndian(8, at: start + 8)
    } else if size == 0 {
      size = UInt64(end - start)
    }
    guard size >= UInt64(headerByteCount) else {
      throw ContainerError(.malformed, "a box is at least as long as its own header", at: start)
    }
    guard takesOneMore() else { return nil }
    let byteCount = size > UInt64(end - start) ? end - start : Int64(size)
    place = start + byteCount
    let meaning = parent == "ilst" ? "item" : BoxNames.meaning(of: name)
    return (ContainerTree.Part(name, meaning, at: start, byteCount: byteCount), start + headerByteCount, parent)
  }

  private mutating func boxes(
    _ window: inout SourceWindow, in outer: Found, depth: Int
  ) throws(ContainerError) -> [ContainerTree.Part] {
    let outerEnd = outer.box.offset + outer.box.byteCount
    guard depth < ResourceLimits().nestingDepth,
      let fields = try fieldByteCount(&window, of: outer), outerEnd - outer.body > fields
    else { return [] }
    var parts: [ContainerTree.Part] = []
    var place = outer.body + fields
    while let part = try nextBox(&window, &place, end: outerEnd, parent: outer.box.name) {
      parts.append(part.box)
      parts[parts.count - 1].parts = try boxes(&window, in: part, depth: depth + 1)
    }
    return parts
  }

  /// Returns the number of bytes of fields before the boxes within, or `nil` if there are none.
  private func fieldByteCount(_ window: inout SourceWindow, of outer: Found) throws(ContainerError) -> Int64? {
    let name = outer.box.name
    if outer.parent == "ilst" { return 0 }
    if name == "meta" {
      // In QuickTime it has no version and flags.
      return try text(&window, at: outer.body + 4, count: 4) == "hdlr" ? 0 : 4
    }
    if outer.parent == "stsd", Self.soundEntries.contains(name) {
      guard try window.load(10, at: outer.body).count == 10 else { return nil }
      // The description of QuickTime has more fields in its later versions.
      switch try window.bigEndian(2, at: outer.body + 8) {
      case 1: return 44
      case 2: return 64
      default: return 28
      }
    }
    return Self.containers[name]
  }
}

/// Descriptions of boxes.
enum BoxNames {
  private static let meanings = [
    "ftyp": "brands", "styp": "brands of a segment", "moov": "movie", "mvhd": "movie header", "trak": "track",
    "tkhd": "track header", "edts": "edits", "elst": "edit list", "mdia": "media", "mdhd": "media header",
    "hdlr": "handler", "minf": "media information", "smhd": "sound header", "vmhd": "video header",
    "dinf": "data information", "dref": "data references", "stbl": "sample tables", "stsd": "sample descriptions",
    "stts": "durations", "ctts": "presentation offsets", "stsc": "samples of chunks", "stsz": "sample sizes",
    "stz2": "compact sample sizes", "stco": "chunk offsets", "co64": "wide chunk offsets", "stss": "sync samples",
    "sgpd": "sample group", "sbgp": "samples of groups", "mp4a": "MPEG-4 audio", "esds": "elementary stream descriptor",
    "alac": "Apple Lossless", "fLaC": "FLAC", "Opus": "Opus", "dOps": "Opus header", "dfLa": "FLAC header",
    "udta": "user data", "meta": "metadata", "ilst": "items", "data": "value", "mean": "domain", "name": "name",
    "keys": "keys", "chpl": "chapters", "tref": "track references", "mdat": "media data", "free": "free space",
    "skip": "free space", "wide": "room for a wide size", "moof": "movie fragment", "mfhd": "fragment header",
    "traf": "track fragment", "tfhd": "track fragment header", "tfdt": "decode time", "trun": "samples",
    "mvex": "movie extends", "trex": "defaults of fragments", "sidx": "segment index", "mfra": "random access",
    "chan": "channel layout", "chnl": "channel layout", "srat": "sampling rate", "wave": "sound decoder",
    "frma": "original format", "pcmC": "PCM configuration", "btrt": "bit rates", "uuid": "extension",
    "iods": "object descriptor",
  ]

  /// Returns the description of a box; empty if there is none.
  static func meaning(of name: String) -> String { meanings[name] ?? "" }
}
