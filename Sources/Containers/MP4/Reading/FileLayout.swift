import AudioBase

/// What the boxes at the top of a file say: its kind, its movie box, and where fragments may begin.
struct FileLayout {
  let fileType: FourCharacterCode
  let movie: Movie
  /// From where on `moof` boxes are looked for.
  let firstFragment: Int64

  /// Looks for the movie box, stepping over everything else by its size.
  init(_ source: any ByteSource, limits: Limits) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 4096)
    var top = BoxSequence(position: 0, end: source.byteCount ?? .max)
    var type: FourCharacterCode = "MooV"
    var firstFragment: Int64?
    var isCut = false
    while let box = try top.next(&window) {
      isCut = box.isClipped
      switch box.type {
      case "ftyp", "styp": type = try FileLayout.fileType(box, &window)
      case "moof": firstFragment = firstFragment ?? box.start
      case "moov":
        var movie = try MovieParser.parse(box, window: &window, limits: limits)
        if box.isClipped { movie.warnings.add("the movie box reaches beyond the end of the file") }
        self.movie = movie
        self.firstFragment = firstFragment ?? box.end
        fileType = type
        return
      default: break
      }
    }
    if firstFragment != nil {
      throw ContainerError(.unsupported, "fragments need the movie box of their initialization segment", at: 0)
    }
    throw ContainerError(isCut ? .truncated : .malformed, "the file has a movie box", at: top.position, in: "moov")
  }

  /// Core Audio's file type for the major brand of a file.
  private static func fileType(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> FourCharacterCode {
    var fields = box.fields
    guard fields.remaining >= 4 else { return "mp4f" }
    return fileType(brand: try fields.code(&window)) ?? "mp4f"
  }

  /// The file type that a major brand stands for, or `nil` for a general one.
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
