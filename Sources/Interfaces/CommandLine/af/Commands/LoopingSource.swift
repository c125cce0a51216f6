import AudioBase
import AudioConversion

// Bound throughout: blocks have a constant length, and as many channels as the source, which a player checks.

/// A source again and again, without a gap between its end and its beginning.
final class LoopingSource: SampleSource {
  let sampleRate: Double
  let channelCount: Int
  let timelineRate: Double
  /// The total number of frames of all repetitions, if both are known.
  let frameCount: Int64?
  private var source: any SampleSource
  private let turnLength: Int64?
  private let turnCount: Int64
  /// Turns that have begun.
  private var turn: Int64 = 1
  private var block: PCMBlock
  /// Frames of the block that have not been given.
  private var waiting = 0..<0
  private var hasEnded = false
  /// The number of frames of the present repetition returned so far.
  private var given: Int64 = 0

  private static let blockLength = 4096

  /// - Parameter count: The number of repetitions; 0 for an unlimited number.
  init(_ source: any SampleSource, count: Int) {
    self.source = source
    (sampleRate, channelCount, timelineRate) = (source.sampleRate, source.channelCount, source.timelineRate)
    turnLength = source.frameCount
    turnCount = count == 0 ? .max : Int64(count)
    let whole = source.frameCount?.multipliedReportingOverflow(by: turnCount)
    frameCount = whole.flatMap { $0.overflow || count == 0 ? nil : $0.partialValue }
    block = PCMBlock(channelCount: source.channelCount, capacity: Self.blockLength)
  }

  func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    var made = 0
    while made < planes.frameCapacity {
      if waiting.isEmpty {
        guard !hasEnded else { break }
        try load()
        continue
      }
      let count = min(waiting.count, planes.frameCapacity - made)
      for channel in 0..<channelCount {
        var plane = planes.plane(channel)
        plane.copy(block.part(channel, waiting.prefix(count)), at: made)
      }
      waiting = (waiting.lowerBound + count)..<waiting.upperBound
      made += count
    }
    return made
  }

  /// Reads the next frames, and returns to the beginning at the end of a turn.
  private func load() throws(AudioError) {
    let count = try source.read(into: &block)
    waiting = 0..<count
    given += Int64(count)
    guard count < block.capacity else { return }
    // A recording without a frame would be turned for ever.
    if turn >= turnCount || given == 0 {
      hasEnded = true
    } else {
      try source.seek(toFrame: 0)
      (turn, given) = (turn + 1, 0)
    }
  }

  func seek(toFrame frame: Int64) throws(AudioError) {
    let length = max(1, turnLength ?? .max)
    let (before, place) = frame.quotientAndRemainder(dividingBy: length)
    try source.seek(toFrame: before >= turnCount ? length : place)
    turn = min(before, turnCount - 1) + 1
    // The number of frames of a turn is only needed to notice an empty one.
    (waiting, hasEnded, given) = (0..<0, false, place)
  }
}
