// Bound throughout: at most 64 columns of 64 subbands, and four before them.

/// Smooths the gains over five columns where `bs_smoothing_mode` is 0.
///
/// ISO/IEC 14496-3, 4.6.18.7.6.
struct SBRSmoothing: Sendable {
  private static let width = QuadratureMirrorMatrix.bandCount
  /// The number of earlier columns that are included.
  private static let length = 4
  /// The weights, that of the present column first.
  private static let weights: [5 of Float] = [
    0.333_333_333_333_33, 0.301_502_832_395_82, 0.218_169_499_062_49, 0.115_163_834_270_84, 0.031_830_500_937_51,
  ]

  /// The gains of a channel's last columns.
  struct History: Sendable {
    fileprivate var gains = [Float](repeating: 0, count: length * width)
    fileprivate var noise = [Float](repeating: 0, count: length * width)
    /// True if there are earlier columns; if not, those of the first envelope are used.
    var isFilled = false
  }

  /// True if the present frame is smoothed.
  private(set) var isOn = false
  /// The history, then the columns of the frame so far.
  private var gains: [Float]
  private var noise: [Float]
  private var columnCount = 0
  private var isFilled = false

  init() {
    let mostColumns = 64 + 2 * QuadratureMirrorMatrix.lookAheadCount
    gains = Array(repeating: 0, count: (SBRSmoothing.length + mostColumns) * SBRSmoothing.width)
    noise = Array(repeating: 0, count: gains.count)
  }

  /// Begins a channel's frame.
  mutating func begin(isOn: Bool, history: inout History) {
    self.isOn = isOn
    guard isOn else {
      history.isFilled = false
      return
    }
    columnCount = 0
    isFilled = history.isFilled
    for index in history.gains.indices {
      gains[index] = history.gains[index]
      noise[index] = history.noise[index]
    }
  }

  /// Processes the gains of an envelope.
  mutating func keep(_ gain: [Float], _ noise: [Float], columnCount count: Int) {
    guard isOn else { return }
    let first = isFilled ? SBRSmoothing.length + columnCount : 0
    for column in first..<(SBRSmoothing.length + columnCount + count) {
      for m in 0..<SBRSmoothing.width {
        gains[column * SBRSmoothing.width + m] = gain[m]
        self.noise[column * SBRSmoothing.width + m] = noise[m]
      }
    }
    isFilled = true
    columnCount += count
  }

  /// Smooths the gains of column `index` of the last envelope of `count` columns.
  func filter(_ index: Int, of count: Int, _ gain: inout [Float], _ noise: inout [Float]) {
    let present = SBRSmoothing.length + columnCount - count + index
    for m in 0..<SBRSmoothing.width {
      var gainSum: Float = 0
      var noiseSum: Float = 0
      for back in 0...SBRSmoothing.length {
        let place = (present - back) * SBRSmoothing.width + m
        gainSum += SBRSmoothing.weights[back] * gains[place]
        noiseSum += SBRSmoothing.weights[back] * self.noise[place]
      }
      gain[m] = gainSum
      noise[m] = noiseSum
    }
  }

  /// Completes a channel's frame.
  func end(history: inout History) {
    guard isOn else { return }
    history.isFilled = true
    for index in history.gains.indices {
      history.gains[index] = gains[columnCount * SBRSmoothing.width + index]
      history.noise[index] = noise[columnCount * SBRSmoothing.width + index]
    }
  }
}
