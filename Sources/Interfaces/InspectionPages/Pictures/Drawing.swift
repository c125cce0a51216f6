/// A surface for pictures: text of SVG, or pixels.
///
/// Places count in pixels from the upper left corner.
protocol Drawing {
  /// Fills a rectangle.
  mutating func fill(_ box: DrawingBox, _ paint: Paint)

  /// Fills a column of pixels for each entry, from `x` on: from its top down to its bottom, which may be `nil`.
  mutating func bars(from x: Int, _ bars: [Range<Int>?], _ paint: Paint)

  /// Writes text whose middle is at `y`, and whose left, middle or right is at `x`.
  mutating func write(_ text: String, x: Int, y: Int, _ anchor: TextAnchor, _ paint: Paint)

  /// Shows an image, stretched to a rectangle.
  ///
  /// - Throws: ``PictureError`` where images need a library that is missing.
  mutating func place(_ image: Raster, in box: DrawingBox) throws(PictureError)
}

/// A rectangle in pixels.
struct DrawingBox {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// The part of a text that is at its position.
enum TextAnchor: String {
  case start, middle, end
}

/// The reason for which a picture cannot be drawn.
public struct PictureError: Error, Sendable, CustomStringConvertible {
  /// The error, with advice.
  public var description: String

  /// The error where zlib is not installed.
  static let noLibrary = PictureError(
    description: "PNG needs zlib, which this system lacks: install the package zlib1g (Debian) or zlib (Fedora)")
}
