import AudioBase
public import AudioInspection

/// A picture of a sound, with axes in seconds, Hz and dB of full scale.
public struct SoundPicture: Sendable {
  /// The kinds of file.
  public enum FileKind: String, Sendable, CaseIterable {
    /// SVG, with text that is sharp at any size. Spectrograms are embedded as PNG.
    case svg
    /// PNG.
    case png
  }

  /// The content of a picture.
  public enum Content: Sendable, Hashable {
    /// The peaks and RMS values of one or all channels.
    case waveform(channel: Int?)
    /// The levels over time and frequency; levels of `floor` dB or less are darkest.
    case spectrogram(Palette, floor: Double)
  }

  /// The content of the picture.
  public var content: Content
  /// The width in pixels, 100 to 16,384.
  public var width = 1200
  /// The height in pixels, 50 to 16,384.
  public var height = 300
  /// The colours.
  public var theme = Theme.light
  /// True if the picture has axes.
  public var hasAxes = true

  /// The allowed widths and heights.
  public static let widths = 100...16_384
  /// See ``widths``.
  public static let heights = 50...16_384

  /// Creates a picture of the usual size.
  public init(_ content: Content) { self.content = content }

  /// The width of the drawing within the axes in pixels, which is a useful number of columns to inspect.
  public var innerWidth: Int { width - frame.left - frame.right }
  /// The height of the drawing within the axes; see ``innerWidth``.
  public var innerHeight: Int { height - frame.top - frame.bottom }

  private var frame: (left: Int, right: Int, top: Int, bottom: Int) {
    guard hasAxes else { return (0, 0, 0, 0) }
    switch content {
    case .waveform: return (52, 12, hasLegend ? 22 : 8, 24)
    case .spectrogram: return (52, hasLegend ? 64 : 12, 8, 24)
    }
  }

  /// True if there is room for a legend beside the drawing.
  private var hasLegend: Bool { width >= 300 && height >= 100 }

  /// Returns the bytes of a picture file of a sound.
  ///
  /// - Throws: ``PictureError`` where PNG is requested, or needed for a spectrogram, and zlib is missing.
  public func file(_ kind: FileKind, of sound: SoundInspection) throws(PictureError) -> [UInt8] {
    let title: String
    switch content {
    case .waveform: title = "Waveform"
    case .spectrogram: title = "Spectrogram"
    }
    switch kind {
    case .svg:
      var drawing = VectorDrawing(width: width, height: height, ground: theme.ground, title: title)
      try draw(sound, on: &drawing)
      return drawing.svg
    case .png:
      var drawing = Raster(width: width, height: height, ground: theme.ground)
      try draw(sound, on: &drawing)
      return try drawing.png()
    }
  }

  private func draw(_ sound: SoundInspection, on drawing: inout some Drawing) throws(PictureError) {
    let inner = DrawingBox(x: frame.left, y: frame.top, width: max(1, innerWidth), height: max(1, innerHeight))
    switch content {
    case .waveform(let channel):
      drawWaveform(sound, channel, in: inner, on: &drawing)
      if hasAxes, hasLegend { drawLegend(in: inner, on: &drawing) }
    case .spectrogram(let palette, let floor):
      try drawing.place(Self.image(of: sound.spectrogram, palette, floor: floor), in: inner)
      if hasAxes { drawFrequencies(sound.spectrogram.scale, in: inner, on: &drawing) }
      if hasAxes, hasLegend { try drawScale(palette, floor: floor, beside: inner, on: &drawing) }
    }
    if hasAxes { drawTime(Double(sound.frameCount) / sound.sampleRate, in: inner, on: &drawing) }
  }
}

// MARK: - Waveform

extension SoundPicture {
  private func drawWaveform(
    _ sound: SoundInspection, _ channel: Int?, in box: DrawingBox, on drawing: inout some Drawing
  ) {
    let channels = channel.map { [$0] } ?? Array(sound.waveform.channels.indices)
    let room = box.height / max(1, channels.count)
    for (number, channel) in channels.enumerated() where sound.waveform.channels.indices.contains(channel) {
      let (half, middle) = (max(1, room / 2 - 2), box.y + room * number + room / 2)
      if hasAxes { drawLevels(middle: middle, half: half, in: box, on: &drawing) }
      drawing.fill(DrawingBox(x: box.x, y: middle, width: box.width, height: 1), theme.line)
      let columns = sound.waveform.channels[channel]
      func y(_ sample: Double) -> Int { middle - Int((min(1, max(-1, sample)) * Double(half)).rounded()) }
      var (peaks, means): ([Range<Int>?], [Range<Int>?]) = ([], [])
      let frames = Double(max(1, sound.frameCount))
      for x in 0..<box.width {
        let first = Double(x) / Double(box.width) * frames / Double(sound.waveform.framesPerColumn)
        let end = Double(x + 1) / Double(box.width) * frames / Double(sound.waveform.framesPerColumn)
        let range =
          min(Int(first), columns.minima.count)..<min(max(Int(end.rounded(.up)), Int(first) + 1), columns.minima.count)
        guard !range.isEmpty else {
          peaks.append(nil)
          means.append(nil)
          continue
        }
        let (low, high) = (columns.minima[range].min() ?? 0, columns.maxima[range].max() ?? 0)
        let mean = (columns.effectiveValues[range].reduce(0) { $0 + $1 * $1 } / Double(range.count)).squareRoot()
        peaks.append(y(max(0, high))..<max(y(min(0, low)), y(max(0, high)) + 1))
        means.append(y(mean)..<max(y(-mean), y(mean) + 1))
      }
      drawing.bars(from: box.x, peaks, theme.wave)
      drawing.bars(from: box.x, means, theme.waveInner)
      if hasAxes, channel < sound.layout.speakers.count {
        drawing.write(sound.layout.speakers[channel].name, x: box.x - 8, y: middle, .end, theme.text)
      }
    }
  }
}

// MARK: - Spectrogram

extension SoundPicture {
  private static func image(of columns: SpectrogramColumns, _ palette: Palette, floor: Double) -> Raster {
    let rowCount = columns.scale.rowCount
    var image = Raster(width: columns.columnCount, height: rowCount, ground: palette.paint(0))
    for column in 0..<columns.columnCount {
      for row in 0..<rowCount {
        let level = columns.level(column: column, row: row)
        image[column, rowCount - 1 - row] = palette.paint(1 - level / min(floor, -1))
      }
    }
    return image
  }

  private func drawFrequencies(_ scale: SpectrogramScale, in box: DrawingBox, on drawing: inout some Drawing) {
    let decades = [50.0, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]
    let step = Self.step(
      [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000], (scale.highest - scale.lowest) / Double(box.height) * 24)
    let even = Array(stride(from: 0, through: scale.highest, by: step).prefix(1000))
    var last = Int.max
    for frequency in scale.spacing == .linear ? even : decades {
      guard frequency >= scale.lowest, frequency <= scale.highest else { continue }
      let part = scale.place(of: frequency) / Double(scale.rowCount)
      let y = box.y + box.height - Int((part * Double(box.height)).rounded())
      guard last - y >= 14 else { continue }
      last = y
      drawing.fill(DrawingBox(x: box.x - 5, y: y, width: 5, height: 1), theme.text)
      let text = frequency < 1000 ? "\(Int(frequency)) Hz" : "\(Int(frequency) / 1000) kHz"
      drawing.write(text, x: box.x - 7, y: max(y, 5), .end, theme.text)
    }
  }
}

// MARK: - Time

extension SoundPicture {
  /// Returns the first step that is not below a length; the last one if all are.
  private static func step(_ steps: [Double], _ least: Double) -> Double {
    steps.first { $0 >= least } ?? (steps.last ?? 1) * max(1, (least / (steps.last ?? 1)).rounded(.up))
  }

  private func drawTime(_ duration: Double, in box: DrawingBox, on drawing: inout some Drawing) {
    guard duration > 0, duration.isFinite else { return }
    let steps = [
      0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600,
    ]
    let step = Self.step(steps, duration / Double(box.width) * 80)
    let digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
    // Holds: a tick each 80 pixels at least.
    for number in 0...Int(duration / step) {
      let x = box.x + Int((Double(number) * step / duration * Double(box.width)).rounded())
      drawing.fill(DrawingBox(x: min(x, box.x + box.width - 1), y: box.y + box.height, width: 1, height: 4), theme.text)
      let text = duration < 60 ? Self.decimal(Double(number) * step, digits) + " s" : Self.clock(Double(number) * step)
      let anchor: TextAnchor = x > box.x + box.width - 24 ? .end : x < 16 ? .start : .middle
      drawing.write(text, x: x, y: box.y + box.height + 13, anchor, theme.text)
    }
  }

  private static func decimal(_ value: Double, _ digits: Int) -> String {
    let factor = [1, 10, 100, 1000][digits]
    // Holds: times of less than a minute.
    let number = Int((value * Double(factor)).rounded())
    guard digits > 0 else { return "\(number)" }
    let rest = String(number % factor)
    return "\(number / factor)." + String(repeating: "0", count: digits - rest.count) + rest
  }

  private static func clock(_ seconds: Double) -> String {
    // Holds: files do not last longer than 2^53 seconds.
    let whole = Int(min(seconds, 0x1p53).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
  }
}
