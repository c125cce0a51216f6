import AudioBase

/// Reads `moov` and all that audio needs below it; tables stay in the file.
///
/// The places where a box may stand are written out, so hostile nesting has nowhere to go.
struct MovieParser {
  private var window: SourceWindow
  private let limits: Limits
  private var movie = Movie()
  private var trackFailure: ContainerError?

  /// Reads the movie box.
  static func parse(
    _ box: Box, window: inout SourceWindow, limits: Limits
  ) throws(ContainerError) -> Movie {
    var parser = MovieParser(window: window, limits: limits)
    try parser.readMovie(box)
    window = parser.window
    return parser.movie
  }

  private init(window: SourceWindow, limits: Limits) {
    self.window = window
    self.limits = limits
  }

  /// The next box of a sequence; one that reaches beyond its parent is cut, with a remark.
  private mutating func next(_ sequence: inout BoxSequence) throws(ContainerError) -> Box? {
    let box = try sequence.next(&window)
    if let box, box.isClipped { movie.warnings.add("box '\(box.type)' at byte \(box.start) reaches beyond its parent") }
    return box
  }

  private mutating func readMovie(_ moov: Box) throws(ContainerError) {
    var children = moov.children
    while let box = try next(&children) {
      switch box.type {
      case "mvhd": movie.header = try TimeHeader(parsing: box, &window)
      case "trak":
        guard movie.tracks.count < limits.trackCount else {
          throw ContainerError(.limitExceeded, "a movie has more tracks than the limit", at: box.start, in: "trak")
        }
        try addTrack(box)
      case "mvex": try readExtensions(box)
      case "cmov":
        throw ContainerError(.unsupported, "a compressed movie box is not read", at: box.start, in: box.type)
      case "udta": readUserData(box)
      case "meta": readItems(box)
      default: break
      }
    }
    if movie.tracks.isEmpty, let trackFailure { throw trackFailure }
  }

  /// Reads a track; one that is broken costs a remark while there are others.
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
      try fields.skip(4)
      let duration = try fields.uint32(&window)
      movie.fragmentDefaults[identifier] = FragmentDefaults(duration: duration, size: try fields.uint32(&window))
    }
  }

  /// Metadata is never worth losing a file for: what is broken in it ends it.
  private mutating func readUserData(_ udta: Box) {
    var children = udta.children
    while let box = try? children.next(&window) {
      if box.type == "meta" { readItems(box) } else { try? movie.items.read(userData: box, &window) }
    }
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
      case "tkhd":
        var fields = box.fields
        try fields.skip(try fields.versionAndFlags(&window).version == 1 ? 16 : 8)
        track.identifier = try fields.uint32(&window)
      case "edts":
        var edits = box.children
        while let list = try next(&edits) {
          if list.type == "elst" { track.edits = try EditList(parsing: list, &window) }
        }
      case "mdia": try readMedia(box, &track)
      default: break
      }
    }
    return track
  }

  private mutating func readMedia(_ mdia: Box, _ track: inout MovieTrack) throws(ContainerError) {
    var children = mdia.children
    // The handler tells how the sample description is laid out, and may stand after it.
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
    while let box = try next(&children) {
      switch box.type {
      case "stsd":
        track.entry = try SampleEntry(parsing: box, kind: track.kind, limits: limits, &window)
        for line in track.entry?.warnings ?? [] { movie.warnings.add(line) }
      case "sgpd": track.preroll = try RollGroup.preroll(parsing: box, &window) ?? track.preroll
      default:
        try takeTable(box, &track)
      }
    }
    repairPlainSamples(&track)
  }

  /// Takes in a table; one without even a header counts as empty, so that the rest of the file can be told.
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

  /// QuickTime counts each sample of plain PCM as one byte, whatever its size; a packet here is one frame.
  private func repairPlainSamples(_ track: inout MovieTrack) {
    guard let entry = track.entry, entry.isPlainSamples, track.tables.sizes.constant == 1 else { return }
    if let size = UInt32(exactly: entry.format.bytesPerFrame), size > 1 { track.tables.sizes.constant = size }
  }
}
