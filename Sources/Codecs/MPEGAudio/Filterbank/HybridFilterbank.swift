// Bound throughout: the counts are constants of layer III.
// Holds throughout: sizes are constants of layer III: 576 lines, 32 subbands in eight columns of four.

/// The inverse transform of each subband, with windows, overlap and frequency inversion: from the spectrum of a granule
/// to 18 samples of each of the 32 subbands.
///
/// ISO/IEC 11172-3, 2.4.3.4. Four neighbouring subbands are the lanes of all of it.
package struct HybridFilterbank: Sendable {
  /// The windows, one after the other by ``GranulePart/Window``.
  private let windows: [SIMD4<Float>]
  private let long = LongTransform()
  private let short = ShortTransform()

  package init() {
    windows = [GranulePart.Window.normal, .start, .short, .stop].flatMap { FoldedWindow.factors($0) }
  }

  /// The state of a channel kept from one granule to the next.
  package struct State: Sendable {
    /// The second halves of the windowed blocks: 18 rows of a column, odd rows of odd subbands already inverted, then
    /// the next column.
    var overlap = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: SubbandSlots.columnCount * Spectrum.rowCount)

    package init() {}

    /// Replaces the state by the mean of both.
    mutating func average(with other: State) {
      for place in overlap.indices { overlap[place] = 0.5 * (overlap[place] + other.overlap[place]) }
    }

    /// Clears all granules.
    mutating func reset() {
      for place in overlap.indices { overlap[place] = SIMD4(repeating: 0) }
    }
  }

  /// The windows of a granule, and the number of subbands to transform.
  package struct Shape: Sendable, BitwiseCopyable {
    var window: GranulePart.Window
    /// True if the two lowest subbands have the normal window.
    var isMixed: Bool
    /// The number of subbands, counted from the lowest, that may be non-zero.
    var subbandCount: Int

    package init(window: GranulePart.Window, isMixed: Bool, subbandCount: Int) {
      self.window = window
      self.isMixed = isMixed
      self.subbandCount = subbandCount
    }

    /// The number of columns of four subbands to transform lines of.
    var columnCount: Int { (subbandCount + 3) / 4 }

    /// A shape without lines to transform.
    static let silent = Shape(window: .normal, isMixed: false, subbandCount: 0)
  }

  /// Transforms a granule of a shape into 18 slots from `first` on.
  package func synthesize(
    _ lines: borrowing SubbandLines, _ part: (shape: Shape, first: Int), _ state: inout State,
    into slots: inout SubbandSlots
  ) {
    let (shape, first) = part
    let columnCount = shape.columnCount
    precondition(columnCount <= SubbandSlots.columnCount)
    precondition(first >= 0 && first + Spectrum.rowCount <= SubbandSlots.capacity)
    var samples = slots.vectors.mutableSpan
    var overlap = state.overlap.mutableSpan
    for column in 0..<columnCount {
      let (start, place) = (Spectrum.rowCount &* column, SubbandSlots.capacity &* column &+ first)
      let lines = lines.vectors.span.extracting(start..<start &+ Spectrum.rowCount)
      var kept = overlap._mutatingExtracting(start..<start &+ Spectrum.rowCount)
      var output = samples._mutatingExtracting(place..<place &+ Spectrum.rowCount)
      if column == 0, shape.isMixed {
        synthesizeMixed(lines, shape.window, &kept, into: &output)
      } else {
        synthesize(lines, shape.window, &kept, into: &output)
      }
    }
    // A column without lines gives the previous remainder alone.
    for column in columnCount..<SubbandSlots.columnCount {
      let (start, place) = (Spectrum.rowCount &* column, SubbandSlots.capacity &* column &+ first)
      for row in 0..<Spectrum.rowCount {
        samples[place &+ row] = overlap[start &+ row]
        overlap[start &+ row] = SIMD4(repeating: 0)
      }
    }
  }

  @inline(__always)
  private func synthesize(
    _ lines: Span<SIMD4<Float>>, _ window: GranulePart.Window, _ kept: inout MutableSpan<SIMD4<Float>>,
    into output: inout MutableSpan<SIMD4<Float>>
  ) {
    let start = FoldedWindow.count &* Int(window.rawValue)
    let factors = windows.span.extracting(start..<start &+ FoldedWindow.count)
    if window == .short {
      short.synthesize(lines, factors, &kept, into: &output)
    } else {
      long.synthesize(lines, factors, &kept, into: &output)
    }
  }

  /// Transforms the four lowest subbands twice: the first two of them have the normal window.
  private func synthesizeMixed(
    _ lines: Span<SIMD4<Float>>, _ window: GranulePart.Window, _ kept: inout MutableSpan<SIMD4<Float>>,
    into output: inout MutableSpan<SIMD4<Float>>
  ) {
    var otherKept: [18 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
    var otherOutput = otherKept
    for row in 0..<Spectrum.rowCount { otherKept[row] = kept[row] }
    var otherKeptSpan = otherKept.mutableSpan
    var otherOutputSpan = otherOutput.mutableSpan
    synthesize(lines, .normal, &kept, into: &output)
    synthesize(lines, window, &otherKeptSpan, into: &otherOutputSpan)
    for row in 0..<Spectrum.rowCount {
      kept[row].highHalf = otherKeptSpan[row].highHalf
      output[row].highHalf = otherOutputSpan[row].highHalf
    }
  }
}
