/// A picture of pixels, each of red, green and blue.
struct Raster: Drawing {
  let width, height: Int
  /// The pixels, three bytes each, row by row from the top.
  private(set) var bytes: [UInt8]

  /// Creates a picture of one colour. Widths and heights are 1 or more.
  init(width: Int, height: Int, ground: Paint) {
    (self.width, self.height) = (max(1, width), max(1, height))
    bytes = []
    for _ in 0..<(self.width * self.height) { bytes += [ground.red, ground.green, ground.blue] }
  }

  /// The colour of a pixel; positions beyond the edges are those at the edge.
  subscript(x: Int, y: Int) -> Paint {
    get {
      let start = 3 * (min(max(0, y), height - 1) * width + min(max(0, x), width - 1))
      return Paint(bytes[start], bytes[start + 1], bytes[start + 2])
    }
    set {
      guard x >= 0, x < width, y >= 0, y < height else { return }
      let start = 3 * (y * width + x)
      (bytes[start], bytes[start + 1], bytes[start + 2]) = (newValue.red, newValue.green, newValue.blue)
    }
  }

  mutating func fill(_ box: DrawingBox, _ paint: Paint) {
    for y in box.y..<max(box.y, box.y + box.height) {
      for x in box.x..<max(box.x, box.x + box.width) { self[x, y] = paint }
    }
  }

  mutating func bars(from x: Int, _ bars: [Range<Int>?], _ paint: Paint) {
    for (index, bar) in bars.enumerated() {
      for y in bar ?? 0..<0 { self[x + index, y] = paint }
    }
  }

  mutating func write(_ text: String, x: Int, y: Int, _ anchor: TextAnchor, _ paint: Paint) {
    let width = Glyphs.width(of: text)
    var left = anchor == .start ? x : anchor == .middle ? x - width / 2 : x - width
    for letter in text.unicodeScalars {
      let rows = Glyphs.rows(of: letter)
      for (row, bits) in rows.enumerated() {
        for column in 0..<Glyphs.columnCount where bits >> UInt8(Glyphs.columnCount - 1 - column) & 1 != 0 {
          self[left + column, y - Glyphs.rowCount / 2 + row] = paint
        }
      }
      left += Glyphs.columnCount + 1
    }
  }

  /// Draws an image into a box: each pixel takes the nearest one of the image.
  mutating func place(_ image: Raster, in box: DrawingBox) throws(PictureError) {
    for y in 0..<box.height {
      for x in 0..<box.width {
        self[box.x + x, box.y + y] = image[x * image.width / box.width, y * image.height / box.height]
      }
    }
  }
}

extension Raster {
  /// Returns the bytes of a PNG file: ISO/IEC 15948.
  ///
  /// - Throws: ``PictureError`` where zlib is missing.
  func png() throws(PictureError) -> [UInt8] {
    guard let library = CompressionLibrary.shared else { throw .noLibrary }
    var rows: [UInt8] = []
    for y in 0..<height {
      // Filter 1, Sub: each byte is the difference to that of the pixel before it.
      rows.append(1)
      let row = bytes[(3 * y * width)..<(3 * (y + 1) * width)]
      for (index, byte) in row.enumerated() {
        rows.append(index < 3 ? byte : byte &- row[row.startIndex + index - 3])
      }
    }
    guard let data = library.compressed(rows) else { throw .noLibrary }
    func number(_ value: Int) -> [UInt8] {
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      let checked = Array(name.utf8) + body
      return number(body.count) + checked + number(Int(library.check(checked)))
    }
    // Eight bits of red, green and blue; the only compression, filtering and order that PNG has.
    let header = number(width) + number(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
      + chunk("IEND", [])
  }
}
