import AudioBase

/// Reads `moov` and everything below it that audio needs; tables stay in the file.
///
/// The permitted places of boxes are enumerated, so hostile nesting has no effect.
struct MovieParser {
  private var window: SourceWindow
  private let limits: ResourceLimits
  private var movie = Movie()
  private var trackFailure: ContainerError?

  /// Reads the movie box.
  static func parse(
    _ box: Box, window: inout SourceWindow, limits: ResourceLimits
  ) throws(ContainerError) -> Movie {
    var parser = MovieParser(window: window, limits: limits)
    try parser.readMovie(box)
    window = parser.window
    return parser.movie
  }

  private init(window: SourceWindow, limits: ResourceLimits) {
    self.window = window
    self.limits = limits
  }

  /// Returns the next box of a sequence; a box that extends beyond its parent is cut, with a remark.
  private mutating func next(_ sequence: inout BoxSequence) throws(ContainerError) -> Box? {
    let box = try sequence.next(&window)
    if let box, box.isClipped { movie.warnings.add("box '\(box.type)' at byte \(box.start) reaches beyond its parent") }
    return box
  }

  private mutating func readMovie(_ moov: Box) throws(ContainerError) {
    // The defaults of fragments concern the tracks, and follow them.
    var search = moov.children
    while let box = try search.next(&window) {
      if box.type == "mvex" { try readExtensions(box) }
    }
    var children = moov.children
    while let box = try next(&children) {
      switch box.type {
      case "mvhd": movie.header = try TimeHeader(parsing: box, &window)
      case "trak":
        guard movie.tracks.count < limits.trackCount else {
          throw ContainerError(.limitExceeded, "a movie has more tracks than the limit", at: box.start, in: "trak")
        }
        try addTrack(box)
      case "cmov":
        throw ContainerError(
          .unsupported, "a compressed movie box within another is not read", at: box.start, in: box.type)
      case "udta": readUserData(box)
      case "meta": readItems(box)
      default: noteUnread(box, in: "moov")
      }
    }
    if movie.tracks.isEmpty, let trackFailure { throw trackFailure }
    if movie.items.isFull { movie.warnings.add("there is more metadata than is taken, and the rest was left out") }
  }

  /// Reads a track; a broken track only causes a remark while there are others.
  private mutating func addTrack(_ trak: Box) throws(ContainerError) {
    do throws(ContainerError) { movie.tracks.append(try readTrack(trak)) } catch {
      if error.kind == .inputOutput || error.kind == .limitExceeded { throw error }
      movie.warnings.add("a track is left out: \(error)")
      trackFailure = trackFailure ?? error
    }
  }

  private mutating func readExtensions(_ mvex: Box) throws(ContainerError) {
    movie.isFragmented = true
    var children = mvex.children
    while let box = try next(&children) {
      guard box.type == "trex", movie.fragmentDefaults.count < limits.trackCount else { continue }
      var fields = box.fields
      _ = try fields.versionAndFlags(&window)
      let identifier = try fields.uint32(&window)
      var defaults = FragmentDefaults()
      defaults.descriptionNumber = try fields.uint32(&window)
      defaults.duration = try fields.uint32(&window)
      defaults.size = try fields.uint32(&window)
      if fields.remaining >= 4 { defaults.flags = try fields.uint32(&window) }
      movie.fragmentDefaults[identifier] = defaults
    }
  }

  /// Reads the metadata; an error ends the reading, but the file is still accepted.
  private mutating func readUserData(_ udta: Box) {
    var children = udta.children
    while let box = try? children.next(&window) {
      if box.type == "meta" {
        readItems(box)
      } else if (try? movie.items.read(userData: box, &window)) != true {
        noteUnread(box, in: "udta")
      }
    }
  }

  /// Boxes that only describe the layout of others, or that have no content.
  private static let structural: Set<FourCharacterCode> = [
    "free", "skip", "wide", "mvex", "iods", "load", "tmcd", "\0\0\0\0",
  ]

  /// Names a box that is not read.
  private mutating func noteUnread(_ box: Box, in parent: String) {
    guard !Self.structural.contains(box.type), box.end > box.body else { return }
    movie.unread.add("the box '\(parent)/\(box.type)'")
  }

  private mutating func readItems(_ meta: Box) {
    do throws(ContainerError) { try movie.items.read(meta: meta, &window) } catch {
      movie.warnings.add("the metadata is damaged: \(error)")
    }
  }

  private mutating func readTrack(_ trak: Box) throws(ContainerError) -> MovieTrack {
    var track = MovieTrack()
    var children = trak.children
    while let box = try next(&children) {
      switch box.type {
      case "tkhd": track.header = try TrackHeader(parsing: box, &window)
      case "edts":
        var edits = box.children
        while let list = try next(&edits) {
          if list.type == "elst" { track.edits = try EditList(parsing: list, &window) }
        }
      case "tref": try readReferences(box, &track)
      case "mdia": try readMedia(box, &track)
      case "udta": try readUserData(box, of: &track)
      default: noteUnread(box, in: "trak")
      }
    }
    return track
  }

  /// Reads the loudness of a track, and records the names of its metadata, including the loudness, because copies lack
  /// them.
  private mutating func readUserData(_ udta: Box, of track: inout MovieTrack) throws(ContainerError) {
    var children = udta.children
    while let box = try next(&children) {
      noteUnread(box, in: "trak/udta")
      guard box.type == "ludt" else { continue }
      do throws(ContainerError) { track.loudness = try StatedLoudnessSet(parsing: box, &window) } catch {
        movie.warnings.add("the loudness of a track is damaged: \(error)")
      }
    }
  }

  private mutating func readReferences(_ tref: Box, _ track: inout MovieTrack) throws(ContainerError) {
    var children = tref.children
    while let box = try next(&children) {
      guard box.type == "chap" else { continue }
      var fields = box.fields
      while fields.remaining >= 4, track.chapterTracks.count < limits.trackCount {
        track.chapterTracks.append(try fields.uint32(&window))
      }
    }
  }

  private mutating func readMedia(_ mdia: Box, _ track: inout MovieTrack) throws(ContainerError) {
    var children = mdia.children
    // The handler determines the layout of the sample description, and may follow it.
    var tables: Box?
    while let box = try next(&children) {
      switch box.type {
      case "mdhd": track.media = try TimeHeader(parsing: box, &window)
      case "hdlr":
        var fields = box.fields
        try fields.skip(8)
        switch try fields.code(&window) {
        case "soun": track.kind = .audio
        case "vide": track.kind = .video
        default: track.kind = .other
        }
      case "minf":
        var information = box.children
        while let child = try next(&information) {
          if child.type == "stbl", tables == nil { tables = child }
        }
      default: break
      }
    }
    if let tables { try readTables(tables, &track) }
  }

  private mutating func readTables(_ stbl: Box, _ track: inout MovieTrack) throws(ContainerError) {
    var children = stbl.children
    var description: Box?
    var groups = RollGroups()
    var members: [Box] = []
    while let box = try next(&children) {
      switch box.type {
      case "stsd": description = description ?? box
      case "sgpd": try groups.read(descriptions: box, &window)
      case "sbgp": if members.count < limits.trackCount { members.append(box) }
      default: try takeTable(box, &track)
      }
    }
    for box in members { try groups.read(members: box, sampleCount: track.tables.sampleCount, &window) }
    track.preroll = groups.preroll
    guard let description else { return }
    let first = try firstDescriptionNumber(track.tables)
    let defaults = track.tables.sampleCount == 0 ? movie.fragmentDefaults[track.identifier]?.descriptionNumber : nil
    track.entry = try SampleEntry(
      parsing: description, SampleEntry.Choice(number: defaults ?? first, kind: track.kind), limits: limits, &window)
    for line in track.entry?.warnings ?? [] { movie.warnings.add(line) }
    try settleDescriptions(description, &track)
    try settlePackets(&track)
  }

  /// Returns the entry of `stsd` to which the first packets belong; 1 if that is not known.
  private mutating func firstDescriptionNumber(_ tables: SampleTables) throws(ContainerError) -> UInt32 {
    guard tables.chunkRuns.count > 0 else { return 1 }
    do throws(ContainerError) { return try tables.descriptionNumber(ofRun: 0, &window) } catch {
      if error.kind == .inputOutput { throw error }
      return 1
    }
  }

  /// Reads a table; one without a complete header counts as empty, so that the rest of the file can be described.
  private mutating func takeTable(_ box: Box, _ track: inout MovieTrack) throws(ContainerError) {
    do throws(ContainerError) {
      if let table = try track.tables.take(box, &window), table.isShort {
        movie.warnings.add("box '\(table.type)' claims more entries than it has room for")
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      movie.warnings.add("a table is damaged: \(error)")
    }
  }

  /// The largest number of entries of a `stsd` that are read besides the first that packets belong to.
  private static let otherEntryCount: UInt32 = 16

  /// Reads the other entries that packets are described by, and marks the packets that cannot be read.
  private mutating func settleDescriptions(_ box: Box, _ track: inout MovieTrack) throws(ContainerError) {
    guard let entry = track.entry, entry.entryCount > 1 else { return }
    track.tables.descriptionNumber = entry.number
    try readOtherEntries(box, &track)
    let numbers = [entry.number] + track.otherEntries.map(\.number)
    let readable = numbers.sorted().map { "\($0)" }.joined(separator: ", ")
    movie.warnings.add(
      "track \(track.identifier) has \(entry.entryCount) sample descriptions; packets of number \(readable) can be read"
    )
    let runs = track.tables.chunkRuns
    var told = 0
    for run in 0..<runs.count where told < 8 {
      let number = try track.tables.descriptionNumber(ofRun: run, &window)
      guard !numbers.contains(number), (1...entry.entryCount).contains(number) else { continue }
      let chunk = try window.bigEndian(4, at: runs.offset + run * 12)
      movie.warnings.add("packets from chunk \(chunk) on are described by number \(number)")
      told += 1
    }
  }

  /// Reads the other entries of an audio track whose packets each have a size of their own; packets that are all alike
  /// are read with a single entry.
  private mutating func readOtherEntries(_ box: Box, _ track: inout MovieTrack) throws(ContainerError) {
    guard track.kind == .audio, let entry = track.entry, entry.constantPacket == nil,
      track.tables.sampleCount == 0 || track.tables.sizes.constant == 0
    else { return }
    for number in 1...min(entry.entryCount, Self.otherEntryCount) where number != entry.number {
      do throws(ContainerError) {
        let choice = SampleEntry.Choice(number: number, kind: .audio)
        let other = try SampleEntry(parsing: box, choice, limits: limits, &window)
        guard let other, other.number == number, other.constantPacket == nil else { continue }
        for line in other.warnings { movie.warnings.add(line) }
        track.otherEntries.append(other)
      } catch {
        if error.kind == .inputOutput { throw error }
        movie.warnings.add("sample description \(number) is damaged: \(error)")
      }
    }
  }

  /// Groups samples into packets if the tables count something else; see ``SampleTables/regroup(as:sampleDuration:)``.
  private mutating func settlePackets(_ track: inout MovieTrack) throws(ContainerError) {
    guard track.kind == .audio, let entry = track.entry else { return }
    let tables = track.tables
    let packet = entry.constantPacket
    let stated = tables.sampleCount > 0 && tables.sizes.constant > 0 ? entry.statedPacket : nil
    guard packet != nil || stated != nil else { return }
    var durations = DurationSummary()
    do throws(ContainerError) {
      durations = try DurationSummary(tables.durations, sampleCount: tables.sampleCount, &window)
    } catch {
      if error.kind == .inputOutput { throw error }
    }
    if let packet {
      guard !track.tables.regroup(as: packet, sampleDuration: durations.constant) else { return }
      track.hasIrregularPackets = true
      track.entry?.format.bytesPerPacket = 0
      track.entry?.format.framesPerPacket = 0
    } else if let stated, track.tables.regroup(as: stated, sampleDuration: durations.constant) {
      track.entry?.format.bytesPerPacket = stated.byteCount
      track.entry?.format.framesPerPacket = stated.frameCount
    }
  }
}
