import Transforms

// Bound throughout: frames have 480 to 1,024 lines: AACConfiguration checks it.

/// The rising halves of a stream's windows, by shape.
///
/// ISO/IEC 14496-3, 4.6.11.3.2, and 4.6.17.2.3 for AAC-LD, whose second shape has low overlap.
package struct WindowSlopes: Sendable {
  /// A whole frame long.
  private let longSine: [Float]
  private let longOther: [Float]
  /// An eighth of a frame long; empty if there are no short windows.
  private let shortSine: [Float]
  private let shortOther: [Float]

  package init(frameLength: Int, profile: AACConfiguration.Profile) {
    longSine = WindowSlope.sine(count: frameLength)
    if profile.hasBlockSwitching {
      longOther = WindowSlope.kaiserBesselDerived(count: frameLength, alpha: 4)
      shortSine = WindowSlope.sine(count: frameLength / 8)
      shortOther = WindowSlope.kaiserBesselDerived(count: frameLength / 8, alpha: 6)
    } else {
      longOther = WindowSlope.lowOverlap(count: frameLength)
      shortSine = []
      shortOther = []
    }
  }

  package func long(_ shape: WindowShape) -> [Float] { shape == .sine ? longSine : longOther }
  package func short(_ shape: WindowShape) -> [Float] { shape == .sine ? shortSine : shortOther }

  /// Returns a slope of a whole frame that rises like a short window: zeros, the short slope, ones.
  package func shortInFrame(_ shape: WindowShape) -> [Float] {
    let flat = (longSine.count - shortSine.count) / 2
    return Array(repeating: 0, count: flat) + short(shape) + Array(repeating: 1, count: flat)
  }

  /// Returns a short window whose halves have these shapes.
  package func shortWindow(rising: WindowShape, falling: WindowShape) -> ShortWindow {
    ShortWindow(rising: short(rising), falling: short(falling))
  }
}

/// The slopes of a short window, both from 0 to 1.
package struct ShortWindow: Sendable {
  package let rising: [Float]
  package let falling: [Float]
}
