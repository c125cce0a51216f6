import Transforms

// Holds throughout: sizes are constants of layer III: 576 lines, 32 subbands.

/// The inverse transform of each subband, with windows, overlap and frequency inversion: from the spectrum of a granule
/// to 18 samples of each of the 32 subbands.
///
/// ISO/IEC 11172-3, 2.4.3.4. Arrays are laid out as ``Spectrum`` is: rows of 32 subbands.
package struct HybridFilterbank: Sendable {
  /// The windows, by ``GranulePart/Window``.
  private let windows: [FoldedWindow]
  /// The signs of the odd samples: subbands with an odd number are turned upside down there.
  private let alternation: [Float]
  private let long = LongTransform()
  private let short = ShortTransform()

  package init() {
    windows = [.normal, .start, .short, .stop].map(FoldedWindow.init)
    alternation = (0..<32).map { $0 % 2 == 0 ? 1 : -1 }
  }

  /// The state of a channel kept from one granule to the next.
  package struct State: Sendable {
    /// The second halves of the windowed blocks, rows of 32, those of odd subbands in odd rows upside down already.
    var overlap = [Float](repeating: 0, count: Spectrum.count)
    /// The number of subbands from the lowest on in which ``overlap`` may be other than zero.
    var subbandCount = 0
    /// The output of the transform before its window, rows of 32; of no use later.
    fileprivate var transformed = [Float](repeating: 0, count: Spectrum.count)

    package init() {}

    /// Replaces the state by the mean of both.
    mutating func average(with other: State) {
      for place in overlap.indices { overlap[place] = 0.5 * (overlap[place] + other.overlap[place]) }
      subbandCount = max(subbandCount, other.subbandCount)
    }

    /// Clears all granules.
    mutating func reset() {
      for place in overlap.indices { overlap[place] = 0 }
      subbandCount = 0
    }
  }

  /// The windows of a granule, and the number of subbands to transform.
  package struct Shape: Sendable, BitwiseCopyable {
    var window: GranulePart.Window
    /// True if the two lowest subbands have the normal window.
    var isMixed: Bool
    /// The number of subbands from the lowest on that may be other than zero.
    var subbandCount: Int

    package init(window: GranulePart.Window, isMixed: Bool, subbandCount: Int) {
      self.window = window
      self.isMixed = isMixed
      self.subbandCount = subbandCount
    }

    /// A shape without lines to transform.
    static let silent = Shape(window: .normal, isMixed: false, subbandCount: 0)
  }

  /// Transforms a granule; `slots` gets 18 rows of 32 subband samples.
  package func synthesize(_ spectrum: Span<Float>, _ shape: Shape, _ state: inout State, into slots: inout [Float]) {
    precondition(spectrum.count == Spectrum.capacity && slots.count == Spectrum.count)
    // Fours, so that loops over subbands have no rest.
    let active = (max(shape.subbandCount, state.subbandCount) + 3) & ~3
    let subbandCount = min(active, Spectrum.subbandCount)
    Self.clear(&slots, from: subbandCount)
    if shape.isMixed, subbandCount > 0 {
      process(spectrum, Zone(subbands: 0..<2, window: .normal), &state, &slots)
      process(spectrum, Zone(subbands: 2..<subbandCount, window: shape.window), &state, &slots)
    } else {
      process(spectrum, Zone(subbands: 0..<subbandCount, window: shape.window), &state, &slots)
    }
    state.subbandCount = shape.subbandCount
  }

  private static func clear(_ slots: inout [Float], from subband: Int) {
    if subband == Spectrum.subbandCount { return }
    for row in 0..<Spectrum.rowCount {
      for place in (32 * row + subband)..<(32 * row + 32) { slots[place] = 0 }
    }
  }

  /// Adjacent subbands that have one window.
  private struct Zone {
    var subbands: Range<Int>
    var window: GranulePart.Window
  }

  private func process(_ spectrum: Span<Float>, _ zone: Zone, _ state: inout State, _ slots: inout [Float]) {
    let quadCount = (zone.subbands.upperBound + 3) / 4
    if zone.window == .short {
      short.transform(spectrum, quadCount: quadCount, into: &state.transformed)
      addShort(state.transformed, zone.subbands, &state.overlap, &slots)
    } else if zone.subbands.lowerBound == 0, zone.subbands.upperBound == 4 * quadCount {
      addWholeLong(spectrum, zone, &state.overlap, &slots)
    } else {
      long.transform(spectrum, quadCount: quadCount, into: &state.transformed)
      addLong(state.transformed, zone, &state.overlap, &slots)
    }
  }

  /// Synthesises long blocks of the lowest subbands, four at a time: the first half of a block goes to the output with
  /// the previous remainder, the second half is kept.
  ///
  /// Window and overlap take the results of the transform as they come: 26,000 instructions a frame in stereo, instead
  /// of 46,000 with a transform of all subbands followed by ``addLong(_:_:_:_:)``.
  private func addWholeLong(_ spectrum: Span<Float>, _ zone: Zone, _ kept: inout [Float], _ output: inout [Float]) {
    let window = windows[Int(zone.window.rawValue)]
    let (rising, falling) = (window.risingQuads.span.extracting(0..<18), window.fallingQuads.span.extracting(0..<18))
    var allKept = kept.mutableSpan
    var allOutput = output.mutableSpan
    var results: [18 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
    var values = results.mutableSpan
    for quad in 0..<(zone.subbands.upperBound / 4) {
      let column = 4 &* quad
      long.transform(spectrum, column: column, into: &values)
      var overlapColumn = allKept._mutatingExtracting(column..<(column &+ 548))
      var overlap = overlapColumn._mutatingExtracting(0..<548)
      var slotColumn = allOutput._mutatingExtracting(column..<(column &+ 548))
      var slots = slotColumn._mutatingExtracting(0..<548)
      for row in 0..<9 {
        let opposite = 17 &- row
        let (first, second) = (values[9 &+ row], values[8 &- row])
        slots.setQuad(overlap.quad(at: 32 &* row) + rising[row] * first, at: 32 &* row)
        slots.setQuad(overlap.quad(at: 32 &* opposite) + rising[opposite] * first, at: 32 &* opposite)
        overlap.setQuad(falling[row] * second, at: 32 &* row)
        overlap.setQuad(falling[opposite] * second, at: 32 &* opposite)
      }
    }
  }

  /// Adds any neighbouring subbands, whose transform is done.
  private func addLong(_ transformed: [Float], _ zone: Zone, _ kept: inout [Float], _ output: inout [Float]) {
    let (window, subbands) = (windows[Int(zone.window.rawValue)], zone.subbands)
    precondition(subbands.lowerBound >= 0 && subbands.upperBound <= 32)
    let values = transformed.span
    var overlap = kept.mutableSpan
    var slots = output.mutableSpan
    for row in 0..<18 {
      let (rising, falling) = (window.rising[row], window.falling[row])
      for subband in subbands {
        let sign = row & 1 == 0 ? 1 : alternation[subband]
        let place = 32 * row + subband
        slots[place] = overlap[place] + rising.gain * values[32 * rising.row + subband] * sign
        overlap[place] = falling.gain * values[32 * falling.row + subband] * sign
      }
    }
  }

  /// Adds three short blocks at 6, 12 and 18 of the 36 places of a long one.
  private func addShort(
    _ transformed: [Float], _ subbands: Range<Int>, _ kept: inout [Float], _ output: inout [Float]
  ) {
    precondition(subbands.lowerBound >= 0 && subbands.upperBound <= 32)
    let values = transformed.span
    var overlap = kept.mutableSpan
    var slots = output.mutableSpan
    let window = windows[Int(GranulePart.Window.short.rawValue)]
    for row in 0..<6 {
      let rising = window.rising[row]
      let falling = window.falling[row]
      for subband in subbands {
        let factor = row & 1 == 0 ? 1 : alternation[subband]
        func first(_ block: Int) -> Float { rising.gain * values[32 * (6 * block + rising.row) + subband] }
        func second(_ block: Int) -> Float { falling.gain * values[32 * (6 * block + falling.row) + subband] }
        slots[32 * row + subband] = overlap[32 * row + subband]
        slots[32 * (6 + row) + subband] = overlap[32 * (6 + row) + subband] + first(0) * factor
        slots[32 * (12 + row) + subband] = overlap[32 * (12 + row) + subband] + second(0) * factor + first(1) * factor
        overlap[32 * row + subband] = (second(1) + first(2)) * factor
        overlap[32 * (6 + row) + subband] = second(2) * factor
        overlap[32 * (12 + row) + subband] = 0
      }
    }
  }
}

/// A window and the symmetry of the transform in one: the result that each place of a block takes, and its factor.
///
/// A block of 2N values has N different ones: `x[i] = y[i + N/2]` in the first quarter, `−y[3N/2 − 1 − i]` in the two
/// middle ones, `−y[i − 3N/2]` in the last.
struct FoldedWindow: Sendable {
  /// The first half of the block.
  let rising: [Tap]
  /// The second half.
  let falling: [Tap]
  /// The gains of four neighbouring subbands from an even one on, by place, with the signs of the frequency inversion.
  let risingQuads: [SIMD4<Float>]
  let fallingQuads: [SIMD4<Float>]

  struct Tap: Sendable, BitwiseCopyable {
    var row: Int
    var gain: Float
  }

  init(_ type: GranulePart.Window) {
    let values = FoldedWindow.values(type)
    let count = values.count / 2
    let taps = values.indices.map { index in
      switch index {
      case ..<(count / 2): Tap(row: index + count / 2, gain: values[index])
      case ..<(3 * count / 2): Tap(row: 3 * count / 2 - 1 - index, gain: -values[index])
      default: Tap(row: index - 3 * count / 2, gain: -values[index])
      }
    }
    rising = Array(taps[..<count])
    falling = Array(taps[count...])
    func quads(_ taps: [Tap]) -> [SIMD4<Float>] {
      taps.enumerated().map { row, tap in
        SIMD4(repeating: tap.gain) * (row % 2 == 0 ? SIMD4(repeating: 1) : SIMD4(1, -1, 1, -1))
      }
    }
    risingQuads = quads(rising)
    fallingQuads = quads(falling)
  }

  /// Returns a window as the standard has it: 36 values, 12 for short blocks.
  static func values(_ type: GranulePart.Window) -> [Float] {
    // sin(π / length · (index + ½))
    func slope(_ index: Int, _ length: Int) -> Float {
      Float(Trigonometry.sine(turns: 2 * index + 1, over: 4 * length))
    }
    return switch type {
    case .normal: (0..<36).map { slope($0, 36) }
    case .start: (0..<36).map { $0 < 18 ? slope($0, 36) : $0 < 24 ? 1 : $0 < 30 ? slope($0 - 18, 12) : 0 }
    case .short: (0..<12).map { slope($0, 12) }
    case .stop: (0..<36).map { $0 < 6 ? 0 : $0 < 12 ? slope($0 - 6, 12) : $0 < 18 ? 1 : slope($0, 36) }
    }
  }
}
