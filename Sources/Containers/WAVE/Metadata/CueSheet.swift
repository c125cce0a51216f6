package import AudioBase
import Bitstream

/// Markers and regions: the chunks `cue `, `LIST adtl` and `smpl`, which refer to each other by number.
package struct CueSheet {
  /// The range that a number of `cue ` stands for, or a loop of `smpl`.
  package struct Stretch {
    package var identifier: UInt32
    var start: UInt32
    /// The frames, or `nil` for a place.
    var frameCount: UInt32?
    var flags: Region.Flags = []
    var name = ""
  }

  /// The purpose of `ltxt` that makes a place a region.
  static let regionPurpose: FourCharacterCode = "rgn "

  package private(set) var points: [Stretch] = []
  private(set) var loops: [Stretch] = []
  /// The names of skipped elements with contents.
  var unread: NameList {
    var names = passedOver
    for identifier in notes.keys.sorted() where labels[identifier].map({ $0 != notes[identifier] }) ?? false {
      names.add("the note of a cue point")
    }
    return names
  }
  private var passedOver = NameList()
  private var labels: [UInt32: String] = [:]
  private var notes: [UInt32: String] = [:]
  private var lengths: [UInt32: UInt32] = [:]

  /// Creates an empty sheet, to be read into.
  init() {}
}

// MARK: - Reading

extension CueSheet {
  /// Reads `cue `: a count, and for each point its number, its place in the play list, the code of the chunk that it is
  /// in, two offsets for play lists, and the frame.
  mutating func read(cue body: ChunkBody) {
    var place = 4
    var left = body.uint32(at: 0) ?? 0
    while left > 0, points.count < ResourceLimits.metadataMarkerCount, let identifier = body.uint32(at: place),
      let frame = body.uint32(at: place + 20)
    {
      points.append(Stretch(identifier: identifier, start: frame))
      place += 24
      left -= 1
    }
  }

  /// Reads the body of `LIST`, whose first four characters are `adtl`.
  mutating func read(associatedData body: ChunkBody) {
    body.forEachSubchunk(from: 4) { code, entry in
      guard let identifier = entry.uint32(at: 0), labels.count + notes.count < ResourceLimits.metadataMarkerCount else {
        return
      }
      switch code {
      case "labl": labels[identifier] = ChunkText.decode(entry.dropFirst(4).bytes)
      case "note": notes[identifier] = ChunkText.decode(entry.dropFirst(4).bytes)
      case "ltxt":
        guard let length = entry.uint32(at: 4), let purpose = entry.code(at: 8) else { return }
        if length > 0 || purpose == Self.regionPurpose { lengths[identifier] = length }
        let text = ChunkText.decode(entry.dropFirst(20).bytes)
        if !text.isEmpty, notes[identifier] == nil { notes[identifier] = text }
      default: passedOver.add("'\(code)' of a cue point")
      }
    }
  }

  /// Reads the loops of `smpl`, whose last frames are inclusive.
  mutating func read(sampler body: ChunkBody) {
    noteSampler(body)
    var place = 36
    var left = body.uint32(at: 28) ?? 0
    while left > 0, loops.count < ResourceLimits.metadataMarkerCount, let identifier = body.uint32(at: place),
      let type = body.uint32(at: place + 4), let start = body.uint32(at: place + 8),
      let last = body.uint32(at: place + 12)
    {
      let flags: Region.Flags =
        switch type {
        case 1: [.loop, .playForward, .playBackward]
        case 2: [.loop, .playBackward]
        default: [.loop, .playForward]
        }
      // 0 is without end.
      if let count = body.uint32(at: place + 20), count != 0 {
        passedOver.add("the number of times that a loop is played")
      }
      if last >= start {
        let count = (last - start).addingReportingOverflow(1)
        loops.append(
          Stretch(
            identifier: identifier, start: start, frameCount: count.overflow ? .max : count.partialValue, flags: flags))
      }
      place += 24
      left -= 1
    }
  }

  /// Records the data of `smpl` other than its loops: the sampler, its notes, the time of day, and private data.
  private mutating func noteSampler(_ body: ChunkBody) {
    let usual: [Int: Set<UInt32>] = [0: [0], 4: [0], 12: [0, 60], 16: [0], 24: [0], 32: [0]]
    let isUsual = usual.allSatisfy { offset, values in body.uint32(at: offset).map(values.contains) ?? true }
    if !isUsual { passedOver.add("the sampler's settings in the chunk 'smpl'") }
  }

  /// Combines the chunks. A point without a label is named by its note.
  func apply(to metadata: inout Metadata) {
    for point in points {
      let name = labels[point.identifier] ?? notes[point.identifier] ?? ""
      if let length = lengths[point.identifier] {
        metadata.regions.append(Self.region(point, frameCount: length, name: name))
      } else {
        metadata.markers.append(
          Marker(name: name, framePosition: Double(point.start), identifier: Int(point.identifier)))
      }
    }
    for loop in loops {
      let name = labels[loop.identifier] ?? ""
      metadata.regions.append(Self.region(loop, frameCount: loop.frameCount ?? 0, name: name))
    }
  }

  private static func region(_ stretch: Stretch, frameCount: UInt32, name: String) -> Region {
    let start = Double(stretch.start)
    return Region(
      identifier: Int(stretch.identifier), name: name, flags: stretch.flags,
      markers: [Marker(framePosition: start), Marker(framePosition: start + Double(frameCount))])
  }
}

// MARK: - Writing

extension CueSheet {
  /// Takes the markers and regions of `metadata`, whose positions are rounded to whole frames. Numbers that occur twice
  /// or do not fit are replaced. Regions that loop become loops of `smpl`; a region without markers is left out.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if a place is beyond 32 bits.
  package init(_ metadata: Metadata) throws(ContainerError) {
    var identifiers = IdentifierChoice(
      wanted: metadata.markers.map(\.identifier) + metadata.regions.map(\.identifier))
    for marker in metadata.markers {
      let identifier = identifiers.take(marker.identifier)
      points.append(Stretch(identifier: identifier, start: try Self.frame(marker), name: marker.name))
    }
    for region in metadata.regions {
      let frames = try region.markers.map { (marker) throws(ContainerError) -> UInt32 in try Self.frame(marker) }
      guard let start = frames.min(), let end = frames.max() else { continue }
      let stretch = Stretch(
        identifier: identifiers.take(region.identifier), start: start, frameCount: end - start, flags: region.flags,
        name: region.name)
      if region.flags.contains(.loop), end > start { loops.append(stretch) } else { points.append(stretch) }
    }
  }

  private static func frame(_ marker: Marker) throws(ContainerError) -> UInt32 {
    let frame = marker.framePosition.rounded()
    guard frame >= 0, frame < 0x1p32 else {
      throw ContainerError(.unsupported, "a cue point lies within the first 4294967296 frames", at: 0, in: .cueChunk)
    }
    return UInt32(frame)
  }

  /// The body of `cue `, or `nil` if there are no points.
  var cueBytes: [UInt8]? {
    guard !points.isEmpty else { return nil }
    var body: [UInt8] = []
    body.append(littleEndian: UInt32(clamping: points.count))
    for point in points {
      body.append(littleEndian: point.identifier)
      body.append(littleEndian: point.start)
      body.append(.dataChunk)
      body.append(littleEndian: 0 as UInt64)
      body.append(littleEndian: point.start)
    }
    return body
  }

  /// The body of `LIST adtl`, or `nil` if there are neither names nor lengths.
  var associatedDataBytes: [UInt8]? {
    var body: [UInt8] = []
    body.append(.associatedDataList)
    func append(_ code: FourCharacterCode, _ entry: [UInt8]) {
      body.append(code)
      body.append(littleEndian: UInt32(clamping: entry.count))
      body += entry
      if entry.count & 1 == 1 { body.append(0) }
    }
    for stretch in points + loops {
      if !stretch.name.isEmpty {
        var entry: [UInt8] = []
        entry.append(littleEndian: stretch.identifier)
        entry.append(terminated: stretch.name)
        append("labl", entry)
      }
      guard let frameCount = stretch.frameCount, !stretch.flags.contains(.loop) || frameCount == 0 else { continue }
      var entry: [UInt8] = []
      entry.append(littleEndian: stretch.identifier)
      entry.append(littleEndian: frameCount)
      entry.append(Self.regionPurpose)
      entry.append(littleEndian: 0 as UInt64)
      append("ltxt", entry)
    }
    return body.count > 4 ? body : nil
  }

  /// Returns the body of `smpl`, or `nil` if there are no loops. The unity note is middle C.
  func samplerBytes(sampleRate: UInt32) -> [UInt8]? {
    guard !loops.isEmpty else { return nil }
    var body: [UInt8] = []
    let period = (1_000_000_000 + sampleRate / 2) / sampleRate
    for number in [0, 0, period, 60, 0, 0, 0, UInt32(clamping: loops.count), 0] { body.append(littleEndian: number) }
    for loop in loops {
      let isBackward = loop.flags.contains(.playBackward)
      let type: UInt32 = isBackward ? (loop.flags.contains(.playForward) ? 1 : 2) : 0
      let last = loop.start + max(1, loop.frameCount ?? 1) - 1
      for number in [loop.identifier, type, loop.start, last, 0, 0] { body.append(littleEndian: number) }
    }
    return body
  }
}

/// Chooses a unique number for every cue point: the requested one if it is free.
private struct IdentifierChoice {
  private let wanted: Set<UInt32>
  private var taken: Set<UInt32> = []
  private var next: UInt32 = 1

  init(wanted: [Int]) { self.wanted = Set(wanted.compactMap { UInt32(exactly: $0) }) }

  mutating func take(_ identifier: Int) -> UInt32 {
    if let number = UInt32(exactly: identifier), taken.insert(number).inserted { return number }
    while wanted.contains(next) || taken.contains(next) { next &+= 1 }
    taken.insert(next)
    return next
  }
}
