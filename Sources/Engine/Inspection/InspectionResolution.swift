/// The resolution of an inspection, which does not depend on the file's duration; nor does the memory.
public struct InspectionResolution: Sendable, Hashable {
  /// The number of columns of the waveform for one or two channels; fewer for more channels.
  public var waveformColumnCount = 2000
  /// The number of columns of the spectrogram.
  public var spectrogramColumnCount = 1000
  /// The number of rows of the spectrogram.
  public var spectrogramRowCount = 200
  /// The spacing of the spectrogram's rows.
  public var spacing = SpectrogramScale.Spacing.logarithmic
  /// The lowest frequency of the spectrogram in Hz; `nil` for 0, or for 30 with logarithmic rows.
  public var lowestFrequency: Double?
  /// The highest frequency of the spectrogram in Hz, or `nil` for half of the sampling rate.
  public var highestFrequency: Double?
  /// The channel that the spectrogram shows, or `nil` for the mean of all.
  public var channel: Int?
  /// The number of columns of loudness.
  public var loudnessColumnCount = 3000
  /// The number of packet columns; a file with fewer packets has one column for each.
  public var packetColumnCount = 16_384

  /// Creates the resolution of `af inspect`.
  public init() {}

  /// The largest number of values of packets altogether: streams of many channels have fewer columns.
  static let packetNumberCount = 500_000

  func waveformColumns(channelCount: Int) -> Int { waveformColumnCount * 2 / max(2, channelCount) }

  func spectrogramChannels(of count: Int) -> [Int] {
    guard let channel else { return Array(0..<count) }
    return channel < count ? [channel] : []
  }

  func packetColumns(propertyCount: Int) -> Int {
    max(64, min(packetColumnCount, Self.packetNumberCount / max(1, propertyCount)))
  }

  func scale(sampleRate: Double) -> SpectrogramScale {
    // A rate that is not finite or not above 0 gives a scale without meaning, but does no harm.
    let nyquist = sampleRate.isFinite && sampleRate > 0 ? sampleRate / 2 : 1
    let usual = spacing == .linear ? 0 : min(30, nyquist / 100)
    let highest = min(highestFrequency ?? nyquist, nyquist)
    let lowest = min(lowestFrequency ?? usual, highest * 0.99)
    return SpectrogramScale(
      spacing, from: spacing == .linear ? max(0, lowest) : max(lowest, highest / 1e6), to: highest,
      rowCount: max(1, spectrogramRowCount))
  }
}
