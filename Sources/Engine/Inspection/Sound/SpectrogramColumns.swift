import AudioBase
import SignalProcessing
import Transforms

/// The power of a sound over time and frequency.
///
/// Each column is the mean of several windows of Hann, spread evenly over it; channels are averaged. A sine of full
/// scale in all channels has 0 dB at its frequency. A row that spans several lines of the transform shows the strongest
/// of them.
public struct SpectrogramColumns: Sendable {
  /// The lowest level that is represented, in dB.
  public static let floor = -120.0

  /// The number of frames of a column; the last one may have fewer.
  public var framesPerColumn: Int
  /// The number of frames of a window.
  public var windowLength: Int
  /// The frequencies of the rows.
  public var scale: SpectrogramScale
  /// Levels, column by column, each from the lowest row up: 0 for -120 dB or less, 255 for 0 dB or more, in steps of
  /// 120/255 dB.
  public var levels: [UInt8]

  /// The number of columns.
  public var columnCount: Int { scale.rowCount > 0 ? levels.count / scale.rowCount : 0 }

  /// Returns the level of a row in a column, in dB.
  public func level(column: Int, row: Int) -> Double {
    Self.floor - Double(levels[column * scale.rowCount + row]) * Self.floor / 255
  }

  /// Returns the number that stands for a power.
  static func quantized(_ power: Double) -> UInt8 {
    let level = Decibels.level(ofPower: power)
    guard level > floor else { return 0 }
    return UInt8(min(255, ((level - floor) * -255 / floor).rounded()))
  }
}

/// Gathers a spectrogram as the sound is decoded. Its memory does not grow with the sound.
struct SpectrogramBuilder {
  /// The method of reading a row from the lines of a transform.
  private enum Row {
    /// The largest of some lines.
    case largest(ClosedRange<Int>)
    /// A place between two neighbouring lines.
    case between(line: Int, part: Float)
  }

  private let wanted: Int
  private let scale: SpectrogramScale
  private let channels: [Int]
  private let rows: [Row]
  private let window: [Float]
  private let length: Int
  private var transform: FFT
  private var real: [Float]
  private var imaginary: [Float]
  /// The power of each line, over all channels.
  private var power: [Float]
  /// The distance between the middles of consecutive windows, in frames.
  private var hop: Int
  private let windowsPerColumn: Int
  /// The number of windows that have been transformed, at the present ``hop``.
  private var windowCount = 0
  /// The sums over the windows of each column, row by row.
  private var sums: [[Float]] = []
  /// Samples of the requested channels from frame ``bufferStart`` on.
  private var buffers: [[Float]]
  private var bufferStart = 0
  private var frameCount = 0

  /// The largest number of windows per column; a long sound is only sampled at intervals.
  private static let mostWindows = 16

  /// The channels to analyse, their rate, and the expected number of frames.
  struct Subject {
    /// Frames per second, in Hz.
    var sampleRate: Double
    /// The channels to average.
    var channels: [Int]
    /// The frames that will come, if that is known.
    var expected: Int64?
  }

  /// - Parameter wanted: The number of columns that a sound of the expected length gets; twice as many at most.
  init(of subject: Subject, scale: SpectrogramScale, wanted: Int) {
    let sampleRate = subject.sampleRate
    self.wanted = max(1, wanted)
    channels = subject.channels
    self.scale = scale
    // About 22 Hz a line and 45 ms a window.
    let length =
      sampleRate > 192_000
      ? 16_384 : sampleRate > 96_000 ? 8192 : sampleRate > 48_000 ? 4096 : sampleRate > 24_000 ? 2048 : 1024
    self.length = length
    transform = FFT(size: length)
    window = (0..<length).map {
      0.5 - 0.5 * Float(Trigonometry.cosineAndSine(turns: (Double($0) + 0.5) / Double(length)).cosine)
    }
    // Bound: a window, at most 16,384 samples.
    (real, imaginary) = (Array(repeating: 0, count: length), Array(repeating: 0, count: length))
    // Bound: half of a window.
    power = Array(repeating: 0, count: length / 2 + 1)
    buffers = channels.map { _ in [] }
    let frames = max(length / 8, Columns.length(of: subject.expected, wanted: self.wanted))
    windowsPerColumn = min(Self.mostWindows, max(1, frames * 2 / length))
    hop = (frames - 1) / windowsPerColumn + 1
    rows = (0..<scale.rowCount).map { Self.row($0, of: scale, hertzPerLine: sampleRate / Double(length), length / 2) }
  }

  private static func row(_ row: Int, of scale: SpectrogramScale, hertzPerLine: Double, _ last: Int) -> Row {
    func line(_ place: Double) -> Double {
      min(Double(last), max(0, scale.frequency(at: place) / hertzPerLine))
    }
    let first = Int(line(Double(row)).rounded(.up))
    let end = Int(line(Double(row + 1)).rounded(.down))
    if first <= end { return .largest(first...end) }
    let middle = line(Double(row) + 0.5)
    let below = min(Int(middle), last - 1)
    return .between(line: below, part: Float(middle) - Float(below))
  }

  private var framesPerColumn: Int { hop * windowsPerColumn }

  /// Adds planar frames.
  mutating func add(_ block: borrowing SampleBlock<Double>) {
    for (index, channel) in channels.enumerated() {
      let plane = block.channel(channel)
      for frame in plane.indices {
        buffers[index].append(plane[frame].isFinite ? Float(min(max(plane[frame], -1e6), 1e6)) : 0)
      }
    }
    frameCount += block.frameCount
    while nextStart + length <= frameCount { transformNext() }
    forgetBuffers()
  }

  /// The first frame of the next window; negative for the first ones.
  private var nextStart: Int { windowCount * hop + hop / 2 - length / 2 }

  private mutating func forgetBuffers() {
    let end = frameCount
    let kept = min(max(nextStart, bufferStart), end)
    guard kept > bufferStart else { return }
    for index in buffers.indices { buffers[index].removeFirst(min(buffers[index].count, kept - bufferStart)) }
    bufferStart = kept
  }

  private mutating func transformNext() {
    if windowCount % windowsPerColumn == 0 {
      if sums.count >= 2 * wanted {
        sums = Columns.joined(sums) { first, second in zip(first, second).map { $0 + $1 } }
        // The sums of two columns are halved, so that each stays the sum of as many windows.
        for index in sums.indices { for row in sums[index].indices { sums[index][row] /= 2 } }
        (hop, windowCount) = (hop * 2, windowCount / 2)
        return
      }
      // Bound: the rows that the caller asks for.
      sums.append(Array(repeating: 0, count: scale.rowCount))
    }
    measure(from: nextStart)
    let last = sums.count - 1
    for (row, source) in rows.enumerated() {
      switch source {
      case .largest(let lines): sums[last][row] += lines.reduce(0) { max($0, power[$1]) }
      case .between(let line, let part): sums[last][row] += power[line] * (1 - part) + power[line + 1] * part
      }
    }
    windowCount += 1
  }

  /// Computes the power of a window into ``power``. Two channels are transformed at once, as real and imaginary parts.
  private mutating func measure(from start: Int) {
    for line in power.indices { power[line] = 0 }
    for pair in stride(from: 0, to: channels.count, by: 2) {
      for index in 0..<length {
        let place = start + index - bufferStart
        let isThere = place >= 0 && place < buffers[pair].count
        real[index] = isThere ? buffers[pair][place] * window[index] : 0
        imaginary[index] = isThere && pair + 1 < channels.count ? buffers[pair + 1][place] * window[index] : 0
      }
      Self.run(&transform, &real, &imaginary)
      for line in power.indices {
        let mirror = (length - line) % length
        let sum =
          real[line] * real[line] + imaginary[line] * imaginary[line] + real[mirror] * real[mirror]
          + imaginary[mirror] * imaginary[mirror]
        power[line] += sum / 2
      }
    }
    // A sine of full scale gives a quarter of the length: half of its amplitude, and half by the window.
    let scale = 16 / (Float(length) * Float(length) * Float(max(1, channels.count)))
    for line in power.indices { power[line] *= scale }
  }

  private static func run(_ transform: inout FFT, _ real: inout [Float], _ imaginary: inout [Float]) {
    var realSpan = real.mutableSpan
    var imaginarySpan = imaginary.mutableSpan
    transform.transform(real: &realSpan, imaginary: &imaginarySpan)
  }

  /// Analyses the remaining frames, followed by silence, and returns the levels.
  mutating func finish() -> SpectrogramColumns {
    while nextStart + length / 2 < frameCount { transformNext() }
    var levels: [UInt8] = []
    for (index, column) in sums.enumerated() {
      let count = min(windowsPerColumn, max(1, windowCount - index * windowsPerColumn))
      for sum in column { levels.append(SpectrogramColumns.quantized(Double(sum) / Double(count))) }
    }
    return SpectrogramColumns(
      framesPerColumn: framesPerColumn, windowLength: length, scale: scale, levels: levels)
  }
}
