import AC3Frames

/// The spectral lines of all blocks of a packet: those of its programme, followed by those of each dependent substream.
struct Spectra: Sendable {
  /// Audio blocks of a substream.
  static let blockCount = 6
  /// The number of channels of a substream.
  static let channelCount = 6

  /// Lines of each block and channel; full scale is 1.
  private(set) var lines: [Float] = []
  /// True if a block has two transforms of half the length.
  var isShort: [Bool] = []
  /// The number of substreams that there is memory for.
  private var substreamCount = 0

  init() { makeRoom(substreamCount: 1) }

  /// Allocates memory for the given number of substreams.
  mutating func makeRoom(substreamCount count: Int) {
    guard count > substreamCount else { return }
    substreamCount = count
    // Bound: a programme has nine substreams at most, each of 36,864 bytes.
    lines += Array(repeating: 0, count: Self.start(count, 0, 0) - lines.count)
    isShort += Array(repeating: false, count: Self.index(count, 0, 0) - isShort.count)
  }

  /// Returns the place of a block's channel.
  static func index(_ substream: Int, _ block: Int, _ channel: Int) -> Int {
    (substream * blockCount + block) * channelCount + channel
  }

  /// Returns the first line of a block's channel.
  static func start(_ substream: Int, _ block: Int, _ channel: Int) -> Int {
    index(substream, block, channel) * Slots.lineCount
  }

  /// Returns the lines of all channels of a block, one channel after the other.
  @_lifetime(&self)
  mutating func block(_ substream: Int, _ block: Int) -> MutableSpan<Float> {
    let start = Self.start(substream, block, 0)
    let all = lines.mutableSpan
    return all._consumingExtracting(start..<(start + Self.channelCount * Slots.lineCount))
  }

  /// Returns the lines of a block's channel.
  static func channel(_ substream: Int, _ block: Int, _ channel: Int) -> Range<Int> {
    let start = start(substream, block, channel)
    return start..<(start + Slots.lineCount)
  }
}
