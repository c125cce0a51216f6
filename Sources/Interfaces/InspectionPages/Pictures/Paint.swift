/// A colour of a picture: red, green and blue of 0…255.
public struct Paint: Sendable, Hashable {
  /// The red, green and blue components.
  public var red, green, blue: UInt8

  /// Creates a colour.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Creates a colour from `#rrggbb` or `rrggbb`; `nil` for other text.
  public init?(hexadecimal text: String) {
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard digits.utf8.count == 6, digits.first != "+", let number = UInt32(digits, radix: 16) else { return nil }
    self.init(
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)
    )
  }

  /// `#rrggbb`.
  var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A lighter shade of the colour.
  public var lighter: Paint { mixed(Paint(255, 255, 255), 0.45) }

  /// Returns a mixture of this colour, for a `part` of 0, and another one, for 1.
  func mixed(_ other: Paint, _ part: Double) -> Paint {
    func between(_ first: UInt8, _ second: UInt8) -> UInt8 {
      // Holds: between two numbers of 0…255.
      UInt8((Double(first) + (Double(second) - Double(first)) * min(1, max(0, part))).rounded())
    }
    return Paint(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }
}

/// The colours of a picture.
public struct Theme: Sendable, Hashable {
  /// The colour of the background.
  public var ground: Paint
  /// The colour of text and ticks.
  public var text: Paint
  /// The colour of grid lines.
  public var line: Paint
  /// The colour of peaks.
  public var wave: Paint
  /// The colour of effective values (RMS).
  public var waveInner: Paint

  /// The theme with dark lines on white.
  public static let light = Theme(
    ground: Paint(255, 255, 255), text: Paint(74, 82, 96), line: Paint(217, 221, 228), wave: Paint(47, 111, 219),
    waveInner: Paint(141, 180, 245))
  /// The theme with light lines on black.
  public static let dark = Theme(
    ground: Paint(14, 17, 22), text: Paint(149, 160, 177), line: Paint(42, 49, 60), wave: Paint(91, 155, 255),
    waveInner: Paint(183, 211, 255))
}

/// The colours of levels, from silence to full scale.
public enum Palette: String, Sendable, Hashable, CaseIterable {
  /// A colour map from black over violet and red to light yellow.
  case heat
  /// A colour map from black to white.
  case gray
  /// A colour map from white to black, for paper.
  case paper

  /// Returns the colour of a level, 0…1.
  func paint(_ level: Double) -> Paint {
    let stops = self.stops
    let place = min(1, max(0, level)) * Double(stops.count - 1)
    // Holds: the place is within the stops.
    let below = min(stops.count - 2, Int(place))
    return stops[below].mixed(stops[below + 1], place - Double(below))
  }

  private var stops: [Paint] {
    switch self {
    case .heat:
      [
        Paint(7, 8, 20), Paint(28, 24, 82), Paint(92, 34, 132), Paint(172, 48, 126), Paint(228, 89, 83),
        Paint(250, 164, 79), Paint(255, 245, 196),
      ]
    case .gray: [Paint(0, 0, 0), Paint(255, 255, 255)]
    case .paper: [Paint(255, 255, 255), Paint(0, 0, 0)]
    }
  }
}
