import AudioBase

/// A picture as the text of an SVG file.
struct VectorDrawing: Drawing {
  private let width, height: Int
  private let ground: Paint
  private let title: String
  private var body = ""

  init(width: Int, height: Int, ground: Paint, title: String) {
    (self.width, self.height, self.ground, self.title) = (width, height, ground, title)
  }

  mutating func fill(_ box: DrawingBox, _ paint: Paint) {
    body +=
      "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" fill=\"\(paint.hexadecimal)\"/>\n"
  }

  mutating func bars(from x: Int, _ bars: [Range<Int>?], _ paint: Paint) {
    var path = ""
    for (index, bar) in bars.enumerated() {
      guard let bar else { continue }
      path += "M\(x + index).5 \(bar.lowerBound)V\(bar.upperBound)"
    }
    if !path.isEmpty { body += "<path stroke=\"\(paint.hexadecimal)\" d=\"\(path)\"/>\n" }
  }

  mutating func write(_ text: String, x: Int, y: Int, _ anchor: TextAnchor, _ paint: Paint) {
    body +=
      "<text x=\"\(x)\" y=\"\(y + 4)\" text-anchor=\"\(anchor.rawValue)\" fill=\"\(paint.hexadecimal)\">\(PageText.escaped(text))</text>\n"
  }

  mutating func place(_ image: Raster, in box: DrawingBox) throws(PictureError) {
    let bytes = Base64.encode(try image.png())
    body +=
      "<image x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" preserveAspectRatio=\"none\" "
      + "href=\"data:image/png;base64,\(bytes)\"/>\n"
  }

  /// The bytes of the file.
  var svg: [UInt8] {
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" "
      + "role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"11\">\n<title>\(PageText.escaped(title))</title>\n"
    let back = "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(ground.hexadecimal)\"/>\n"
    return Array((head + back + body + "</svg>\n").utf8)
  }
}
