import AudioBase

/// The outline of a sound: minimum, maximum and mean power of each channel, in columns of equal length.
public struct WaveformColumns: Sendable {
  /// One channel.
  public struct Channel: Sendable {
    /// The lowest sample of each column, full scale being ±1.
    public var minima: [Double] = []
    /// The highest sample of each column.
    public var maxima: [Double] = []
    /// The root mean square of each column.
    public var effectiveValues: [Double] = []
  }

  /// The number of frames of a column; the last one may have fewer.
  public var framesPerColumn: Int
  /// The channels, in the order of WAVE.
  public var channels: [Channel]
}

/// Gathers the outline of a sound while it is decoded. Its memory does not grow with the sound: as soon as there are
/// twice as many columns as requested, neighbouring columns are joined.
struct WaveformBuilder {
  /// One column of one channel.
  private struct Column {
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var squares = 0.0

    mutating func add(_ sample: Double) {
      minimum = min(minimum, sample)
      maximum = max(maximum, sample)
      squares += sample * sample
    }

    mutating func join(_ other: Column) {
      minimum = min(minimum, other.minimum)
      maximum = max(maximum, other.maximum)
      squares += other.squares
    }
  }

  private let wanted: Int
  private let channelCount: Int
  private var framesPerColumn: Int
  /// The columns of the first channel, then those of the next.
  private var columns: [[Column]]
  private var frameCount = 0

  /// - Parameters:
  ///   - wanted: The number of columns that a sound of `expected` frames gets; twice as many at most.
  init(channelCount: Int, wanted: Int, expected: Int64?) {
    self.wanted = max(1, wanted)
    self.channelCount = channelCount
    framesPerColumn = Columns.length(of: expected, wanted: self.wanted)
    columns = (0..<channelCount).map { _ in [] }
  }

  /// Adds planar frames.
  mutating func add(_ block: borrowing SampleBlock<Double>) {
    let frames = block.frameCount
    var next = 0
    while next < frames {
      let place = (frameCount + next) % framesPerColumn
      let count = min(frames - next, framesPerColumn - place)
      if place == 0, columns.first.map({ $0.count >= 2 * wanted }) ?? false {
        joinNeighbors()
        continue
      }
      for channel in 0..<channelCount {
        if place == 0 { columns[channel].append(Column()) }
        let last = columns[channel].count - 1
        var column = columns[channel][last]
        let part = block.part(channel, next..<(next + count))
        for index in part.indices { column.add(part[index].isFinite ? part[index] : 0) }
        columns[channel][last] = column
      }
      next += count
    }
    frameCount += frames
  }

  private mutating func joinNeighbors() {
    for channel in columns.indices {
      columns[channel] = Columns.joined(columns[channel]) { first, second in
        var column = first
        column.join(second)
        return column
      }
    }
    framesPerColumn *= 2
  }

  var result: WaveformColumns {
    let channels = columns.map { columns in
      var channel = WaveformColumns.Channel()
      for (index, column) in columns.enumerated() {
        let frames = min(framesPerColumn, frameCount - index * framesPerColumn)
        channel.minima.append(column.minimum)
        channel.maxima.append(column.maximum)
        channel.effectiveValues.append((column.squares / Double(max(1, frames))).squareRoot())
      }
      return channel
    }
    return WaveformColumns(framesPerColumn: framesPerColumn, channels: channels)
  }
}

/// Arithmetic that all rows of columns share.
enum Columns {
  /// Returns the number of units per column, so that `expected` units make at most `wanted` columns; 1 if the number of
  /// units is unknown.
  static func length(of expected: Int64?, wanted: Int) -> Int {
    guard let expected, expected > 0 else { return 1 }
    let length = (expected - 1) / Int64(wanted) + 1
    // Stated numbers must not overflow in later arithmetic.
    return Int(min(length, 1 << 32))
  }

  /// Returns the columns joined in pairs; an odd last column stays as it is.
  static func joined<Column>(_ columns: [Column], by join: (Column, Column) -> Column) -> [Column] {
    stride(from: 0, to: columns.count, by: 2).map { index in
      index + 1 < columns.count ? join(columns[index], columns[index + 1]) : columns[index]
    }
  }
}
