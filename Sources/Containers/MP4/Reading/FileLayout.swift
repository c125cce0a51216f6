import AudioBase

/// The top-level boxes of a file: its kind, its movie box, and the first place where fragments may begin.
struct FileLayout {
  let fileType: FourCharacterCode
  let movie: Movie
  /// The source of the tables of ``movie``: the file, followed by the movie box if that is compressed.
  let index: any ByteSource
  /// The offset from which `moof` boxes are searched for.
  let firstFragment: Int64
  /// The end of the movie box.
  let movieEnd: Int64
  /// The number of bytes of the movie box.
  let movieByteCount: Int64
  /// The boxes that were read so far.
  let boxes: BoxList

  /// Finds the movie box, stepping over everything else by its size.
  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 4096)
    var top = BoxSequence(position: 0, end: source.byteCount ?? .max)
    var boxes = BoxList()
    var type: FourCharacterCode = "MooV"
    var found: (movie: Movie, index: any ByteSource, box: Box)?
    var firstFragment: Int64?
    var isCut = false
    while found == nil, let box = try top.next(&window) {
      isCut = box.isClipped
      boxes.note(box)
      switch box.type {
      case "ftyp", "styp": type = try FileLayout.fileType(box, &window)
      case "moof":
        firstFragment = firstFragment ?? box.start
        if source.isArriving { throw FileLayout.fragmentsAlone }
      case "mdat":
        guard !source.isArriving else {
          throw ContainerError(
            .notStreamable, "the index lies in front of the packets", at: box.start, in: box.type)
        }
      case "moov":
        let (movie, index) = try FileLayout.movie(box, &window, limits)
        found = (movie, index, box)
      default: break
      }
    }
    guard let found else {
      if firstFragment != nil { throw FileLayout.fragmentsAlone }
      throw ContainerError(
        isCut ? .truncated : .malformed, isCut ? "no movie box: the file is cut off" : "the file has a movie box",
        at: top.position, in: "moov")
    }
    var movie = found.movie
    index = found.index
    movieEnd = found.box.end
    movieByteCount = found.box.end - found.box.start
    self.firstFragment = firstFragment ?? found.box.end
    // The boxes that follow can be read only where all of the file is there.
    while source.byteCount != nil, !boxes.isFull, let box = try? top.next(&window) {
      boxes.note(box)
      if box.isClipped, BoxList.structural.contains(box.type) {
        let rest = box.type == "mdat" ? "packets lie beyond its end" : "it ends within the box '\(box.type)'"
        movie.warnings.add("the file is cut off: \(rest)")
      }
      // Of fragments each may have the movie box beside it.
      if box.type == "moov", movie.fragmentDefaults.isEmpty {
        movie.warnings.add("another movie follows at byte \(box.start), and is not read")
      }
      guard box.type == "sidx", let end = try? FileLayout.end(ofIndex: box, &window), let size = source.byteCount else {
        continue
      }
      if end > size {
        movie.warnings.add("the file is cut off: \(end - size) of the bytes that its index counts are missing")
      }
    }
    self.movie = movie
    self.boxes = boxes
    fileType = type
  }

  private static let fragmentsAlone = ContainerError(
    .unsupported, "fragments need the movie box of their initialization segment", at: 0)

  private static func movie(
    _ box: Box, _ window: inout SourceWindow, _ limits: ResourceLimits
  ) throws(ContainerError) -> (movie: Movie, index: any ByteSource) {
    // Of a file that is still arriving the whole box is waited for at once.
    if window.source.isArriving, box.end > box.body { _ = try window.load(1, at: box.end - 1) }
    var index = window.source
    var movie: Movie
    if let compressed = try CompressedMovie.find(in: box, &window) {
      let inflated = try CompressedMovie(compressed, &window, limits: limits)
      index = inflated.source
      var inner = SourceWindow(index, capacity: 4096)
      movie = try MovieParser.parse(inflated.box, window: &inner, limits: limits)
    } else {
      movie = try MovieParser.parse(box, window: &window, limits: limits)
    }
    if box.isClipped { movie.warnings.add("the movie box at byte \(box.start) reaches beyond the end of the file") }
    return (movie, index)
  }

  /// Returns the first byte behind the fragments that a segment index lists.
  ///
  /// ISO/IEC 14496-12, 8.16.3: offsets count from the first byte behind the index.
  private static func end(ofIndex box: Box, _ window: inout SourceWindow) throws(ContainerError) -> Int64 {
    var fields = box.fields
    let width = try fields.versionAndFlags(&window).version == 0 ? 4 : 8
    // Identifier and time scale, the earliest time.
    try fields.skip(8 + Int64(width))
    var end = box.end.saturatingAdd(Int64(clamping: try fields.number(width, &window)))
    try fields.skip(2)
    for _ in 0..<(try fields.uint16(&window)) {
      // The highest bit tells another index from a fragment.
      end = end.saturatingAdd(Int64(try fields.uint32(&window) & 0x7FFF_FFFF))
      try fields.skip(8)
    }
    return end
  }

  /// Returns Core Audio's file type for the major brand of a file.
  private static func fileType(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> FourCharacterCode {
    var fields = box.fields
    guard fields.remaining >= 4 else { return "mp4f" }
    return fileType(brand: try fields.code(&window)) ?? "mp4f"
  }

  /// Returns the file type that a major brand stands for, or `nil` for a general one.
  static func fileType(brand: FourCharacterCode) -> FourCharacterCode? {
    switch brand {
    case "M4A ": return "m4af"
    case "M4B ": return "m4bf"
    case "qt  ": return "MooV"
    default: break
    }
    switch brand.rawValue >> 8 {
    case 0x33_6770: return "3gpp"
    case 0x33_6732: return "3gp2"
    default: return nil
    }
  }
}

/// The boxes at the top of a file.
struct BoxList {
  /// The largest number of boxes that are listed.
  private static let maximumCount = 1024
  /// The filling space that is tolerated, in bytes: some writers leave as much for a longer index.
  private static let tolerableFreeByteCount: Int64 = 4096

  /// Boxes without metadata of the recording, or read elsewhere.
  fileprivate static let structural: Set<FourCharacterCode> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "moof", "mfra", "sidx", "ssix", "pdin", "prft", "imda",
    "\0\0\0\0",
  ]

  private(set) var chunks: [ChunkInfo] = []
  /// The boxes with content that are not read here.
  private(set) var unread = NameList()
  private var freeByteCount: Int64 = 0
  private var hasMovie = false
  private var isMovieLate = false

  /// True if no more boxes are listed.
  var isFull: Bool { chunks.count >= BoxList.maximumCount }
  /// True if the movie box precedes all packets, and little space is wasted.
  var isOptimized: Bool { !isMovieLate && freeByteCount <= BoxList.tolerableFreeByteCount }

  mutating func note(_ box: Box) {
    switch box.type {
    case "free", "skip", "wide": freeByteCount = freeByteCount.saturatingAdd(box.end - box.start)
    case "moov": hasMovie = true
    case "mdat": isMovieLate = isMovieLate || !hasMovie
    default: break
    }
    // A box that continues to the end of a source of unknown size has no size.
    guard box.end < .max, !isFull else { return }
    if !Self.structural.contains(box.type) { unread.add("the box '\(box.type)'") }
    chunks.append(ChunkInfo(identifier: box.type, bodyOffset: box.body, byteCount: box.end - box.body))
  }
}
