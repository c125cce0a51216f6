// Scales of levels, in dB of full scale, and what the colours are.

extension SoundPicture {
  /// The distance between two labels in pixels; each is seven pixels high.
  private static let leastDistance = 10

  /// Draws lines at 0, −6 and −12 dB on both sides of a channel's middle, and labels if there is room.
  func drawLevels(middle: Int, half: Int, in box: DrawingBox, on drawing: inout some Drawing) {
    var last = half + Self.leastDistance
    for level in [0, -6, -12, -18] {
      let distance = Int((amplitude(ofDecibels: level) * Double(half)).rounded())
      // The channel's name is at the middle.
      guard distance >= Self.leastDistance, last - distance >= Self.leastDistance else { continue }
      last = distance
      for y in [middle - distance, middle + distance] {
        drawing.fill(DrawingBox(x: box.x, y: y, width: box.width, height: 1), theme.line.mixed(theme.ground, 0.4))
        // Below a channel is the full scale of the next.
        guard level != 0 || y < middle else { continue }
        drawing.write(level == 0 ? "0 dB" : "−\(-level)", x: box.x - 8, y: y, .end, theme.text)
      }
    }
  }

  /// 6 dB count as a factor of 2, as usual: the lines are off by 0.02 dB.
  private func amplitude(ofDecibels level: Int) -> Double {
    (0..<(-level / 6)).reduce(1) { amplitude, _ in amplitude / 2 }
  }

  /// Names the colours of a waveform above its right end.
  func drawLegend(in box: DrawingBox, on drawing: inout some Drawing) {
    var x = box.x + box.width
    for (text, paint) in [("RMS", theme.waveInner), ("peak", theme.wave)] {
      x -= Glyphs.width(of: text)
      drawing.write(text, x: x, y: box.y / 2, .start, theme.text)
      x -= 14
      drawing.fill(DrawingBox(x: x, y: box.y / 2 - 4, width: 9, height: 9), paint)
      x -= 16
    }
  }

  /// Draws the colours of levels beside a spectrogram, from full scale down to the darkest.
  func drawScale(
    _ palette: Palette, floor: Double, beside box: DrawingBox, on drawing: inout some Drawing
  ) throws(PictureError) {
    var colours = Raster(width: 1, height: 256, ground: theme.ground)
    for row in 0..<256 { colours[0, row] = palette.paint(1 - Double(row) / 255) }
    let bar = DrawingBox(x: box.x + box.width + 10, y: box.y, width: 12, height: box.height)
    try drawing.place(colours, in: bar)
    let floor = min(floor, -1)
    let step = [10.0, 20, 50].first { $0 / -floor * Double(bar.height) >= 16 } ?? 100
    // Holds: a label each 10 dB at most, of 120.
    for level in stride(from: 0, through: floor, by: -step) {
      let y = bar.y + min(bar.height - 1, Int((level / floor * Double(bar.height)).rounded()))
      drawing.fill(DrawingBox(x: bar.x + bar.width, y: y, width: 4, height: 1), theme.text)
      let text = level == 0 ? "0 dB" : "−\(Int(-level))"
      drawing.write(text, x: bar.x + bar.width + 7, y: max(y, 5), .start, theme.text)
    }
  }
}
