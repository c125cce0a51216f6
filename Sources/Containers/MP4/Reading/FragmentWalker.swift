import AudioBase

/// A `traf` whose data offsets are resolved.
struct ResolvedFragment: BitwiseCopyable {
  var fragment: TrackFragment
  /// The base of the data offsets of its runs, in bytes from the start of the file.
  var base: Int64
}

/// Walks the movie fragments of a file: every `traf` of every `moof`, in file order. ISO/IEC 14496-12, 8.8.
///
/// The walk only moves forward, so fragments that claim to overlap cannot make it loop.
struct FragmentWalker {
  var window: SourceWindow
  private let defaults: [UInt32: FragmentDefaults]
  private let start: Int64
  private var top: BoxSequence
  private var moof: Box?
  private var fragments = BoxSequence(position: 0, end: 0)
  private var isFirst = true
  /// The end of the last `traf`'s data; the next one counts from there unless it states otherwise. Whoever takes a
  /// `traf` from the walker sets this before taking the next.
  var previousEnd: Int64 = 0

  /// The first byte that the walk still needs: the present fragment, or the next box.
  var neededOffset: Int64 { moof?.start ?? top.position }

  /// Creates a walker over the boxes of the file from `start` on.
  init(_ source: any ByteSource, from start: Int64, defaults: [UInt32: FragmentDefaults]) {
    window = SourceWindow(source, capacity: 4096)
    self.defaults = defaults
    self.start = start
    top = BoxSequence(position: start, end: source.byteCount ?? .max)
  }

  /// Returns to the first box.
  mutating func rewind() {
    top.position = start
    moof = nil
  }

  /// Returns the next `traf`, or `nil` at the end of the file.
  mutating func next() throws(ContainerError) -> ResolvedFragment? {
    while true {
      guard let moof else {
        guard try enterNextMovieFragment() else { return nil }
        continue
      }
      guard let box = try fragments.next(&window) else {
        self.moof = nil
        continue
      }
      guard box.type == "traf", let fragment = try TrackFragment(parsing: box, defaults: defaults, &window) else {
        continue
      }
      let countsFromMovieFragment = isFirst || fragment.isBasedOnMovieFragment
      isFirst = false
      let base = fragment.explicitBase ?? (countsFromMovieFragment ? moof.start : previousEnd)
      return ResolvedFragment(fragment: fragment, base: base)
    }
  }

  private mutating func enterNextMovieFragment() throws(ContainerError) -> Bool {
    while let box = try top.next(&window) {
      guard box.type == "moof" else { continue }
      // Of a file that is still arriving the whole box is waited for at once.
      if window.source.isArriving, box.end > box.body { _ = try window.load(1, at: box.end - 1) }
      moof = box
      fragments = box.children
      isFirst = true
      return true
    }
    return false
  }
}
