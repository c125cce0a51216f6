import AudioBase
import AudioConversion
import SignalProcessing

// Bound throughout: players check the channels of a source.
// Holds throughout: a stage is asked for only if there is one, and takes no more than it has room for.

/// The supply of a player's ring: the source and, where the rate may change, the time-pitch stage. One thread at a time
/// uses it.
final class PlayerFeed {
  private var source: any SampleSource
  private var stage: TimePitchProcessor?
  private var input: StageInput
  /// True if the source has ended.
  private var hasSourceEnded = false
  /// The reason for which no more frames could be made.
  private(set) var failure: AudioError?

  /// The number of frames of the recording per second.
  let timelineRate: Double
  /// The number of frames of the recording, if that is known.
  let frameCount: Int64?

  init(_ source: any SampleSource, method: TimePitchMethod?) {
    self.source = source
    (timelineRate, frameCount) = (source.timelineRate, source.frameCount)
    stage = method.map {
      TimePitchProcessor(sampleRate: source.sampleRate, channelCount: source.channelCount, method: $0)
    }
    input = StageInput(channelCount: method == nil ? 0 : source.channelCount)
  }

  /// Sets the rate of playing of the frames that are made from now on.
  func setRate(_ rate: Double) { stage?.rate = rate }

  /// Seeks to a frame of the recording; if that fails, nothing has changed.
  func seek(toFrame frame: Int64) throws(AudioError) {
    try source.seek(toFrame: frame)
    stage?.reset()
    (hasSourceEnded, failure) = (false, nil)
  }

  /// Fills memory with frames, and returns their number, and true if they are the last ones.
  func fill(_ planes: inout RingPlanes) -> (count: Int, isEnd: Bool) {
    do throws(AudioError) {
      if stage != nil { return try fillByStage(&planes) }
      guard !hasSourceEnded else { return (0, true) }
      let count = try source.read(into: &planes)
      hasSourceEnded = count < planes.frameCapacity
      return (count, hasSourceEnded)
    } catch {
      failure = error
      hasSourceEnded = true
      return (0, true)
    }
  }

  private func fillByStage(_ planes: inout RingPlanes) throws(AudioError) -> (count: Int, isEnd: Bool) {
    var made = 0
    while made < planes.frameCapacity {
      let count = Self.pull(from: &stage!, into: &planes, at: made)
      made += count
      if count > 0 { continue }
      if hasSourceEnded { return (made, true) }
      try feedStage()
    }
    return (made, false)
  }

  private static func pull(
    from stage: inout TimePitchProcessor, into planes: inout RingPlanes, at start: Int
  ) -> Int {
    stage.pull(planes.frameCapacity - start) { channel, offset, samples in
      var plane = planes.plane(channel)
      plane.copy(samples, at: start + offset)
    }
  }

  /// Gives the stage the input for its next frames, or the end.
  private func feedStage() throws(AudioError) {
    input.frameCapacity = Self.wantedCount(by: &stage!)
    let count = try source.read(into: &input)
    Self.push(count, of: input.block, to: &stage!)
    guard count < input.frameCapacity else { return }
    hasSourceEnded = true
    stage!.endInput()
  }

  private static func wantedCount(by stage: inout TimePitchProcessor) -> Int {
    min(max(1, stage.wantedInputFrameCount), stage.inputRoom, StageInput.runLength)
  }

  private static func push(_ count: Int, of block: borrowing PCMBlock, to stage: inout TimePitchProcessor) {
    stage.push(count) { channel, samples in
      samples.copy(block.part(channel, 0..<count))
    }
  }
}

/// The input of the time-pitch stage, no more than it requests.
struct StageInput: ~Copyable, SamplePlanes {
  /// The largest number of frames that are requested at a time.
  static let runLength = 4096
  private(set) var block: PCMBlock
  var channelCount: Int { block.channelCount }
  var frameCapacity = StageInput.runLength

  init(channelCount: Int) { block = PCMBlock(channelCount: channelCount, capacity: Self.runLength) }

  @_lifetime(&self)
  mutating func plane(_ channel: Int) -> MutableSpan<Float> {
    let whole = block.plane(channel)
    return whole._consumingExtracting(0..<frameCapacity)
  }
}
