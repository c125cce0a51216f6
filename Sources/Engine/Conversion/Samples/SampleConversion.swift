package import AudioBase
import SignalProcessing

// Bound throughout: blocks hold as many channels as a format was accepted with.
// Holds throughout: planes are asked for at most as many frames as they have.

/// Changes the layout and the rate of samples, from a block straight into the memory that is to be filled.
///
/// ```
/// block ─► matrix ─► resampler ─► memory
///          (where needed each)
/// ```
/// Frames for which there is no room yet wait: in the block that they came in, or, once they are mixed or
/// ``keepWaiting(in:)`` has been called, here.
package struct SampleConversion: ~Copyable {
  private let plan: ConversionPlan
  private let mixer: ChannelMixer<Float>?
  private var resampler: Resampler<Float>?
  /// Frames that were mixed, or that had to be kept.
  private var own: PCMBlock
  private var waiting = 0..<0
  private var isOwn = false

  /// Frames of the conversion's own block at first; it grows with what is loaded.
  private static var blockLength: Int { 4096 }

  /// Prepares a conversion.
  ///
  /// - Parameters:
  ///   - input: The rate and the channels of what is loaded.
  ///   - sampleRate: The rate of what comes out.
  ///   - layout: Its channels.
  ///   - options: How channels and rates are converted; the rest is unused.
  /// - Throws: ``ConversionError/rates(_:_:)``, ``ConversionError/channelMap``.
  package init(
    from input: DecodedFormat, toRate sampleRate: Double, layout: ChannelLayout, options: ConversionOptions
  ) throws(ConversionError) {
    let plan = try ConversionPlan(from: input, toRate: sampleRate, layout: layout, options: options)
    resampler = try Self.makeResampler(plan)
    self.plan = plan
    mixer = plan.mixing.map { ChannelMixer($0) }
    own = PCMBlock(channelCount: plan.mixedChannelCount, capacity: plan.mixing == nil ? 0 : Self.blockLength)
  }

  private static func makeResampler(
    _ plan: ConversionPlan
  ) throws(ConversionError) -> Resampler<Float>? {
    guard plan.inputRate != plan.outputRate else { return nil }
    do throws(ResamplerError) {
      // One conversion for each channel that is given, for two of them may come from the same one.
      return .some(
        try Resampler(
          from: plan.inputRate, to: plan.outputRate, channelCount: max(1, plan.channelOrder.count),
          settings: plan.options.resampler))
    } catch {
      throw .rates(plan.inputRate, plan.outputRate)
    }
  }

  /// The number of channels that come out.
  package var channelCount: Int { plan.channelOrder.count }
  /// True if the rate is converted.
  package var convertsRate: Bool { resampler != nil }
  /// Seconds by which what comes out is behind what is loaded.
  package var latency: Double {
    switch resampler {
    case .some(let stage): stage.latency
    case .none: 0
    }
  }
  /// Loaded frames before the one that a frame stands for, which it depends on.
  var leadingFrameCount: Int {
    switch resampler {
    case .some(let stage): stage.leadingFrameCount
    case .none: 0
    }
  }
  /// True if all frames that were loaded have been taken.
  package var isEmpty: Bool { waiting.isEmpty }

  /// The fewest frames that must be loaded for so many more to come out.
  package func inputFrameCount(forOutput count: Int) -> Int {
    max(0, (resampler?.inputFrameCount(forOutput: count) ?? count) - waiting.count)
  }

  /// Takes frames over, which stay where they are until ``isEmpty``; what is no number becomes silence where it would
  /// spoil others.
  package mutating func load(_ block: inout PCMBlock, frames: Range<Int>) {
    precondition(waiting.isEmpty)
    (waiting, isOwn) = (frames, false)
    guard let mixer, !frames.isEmpty else { return }
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      var part = plane._mutatingExtracting(frames)
      _ = NonNumbers.silence(&part)
    }
    own.makeRoom(forStatedFrames: frames.count, backedBy: block.frameCount)
    mixer.mix(block, frames: frames, into: &own)
    (waiting, isOwn) = (0..<frames.count, true)
  }

  /// How channels become those that come out.
  var route: ChannelRoute { plan.route }

  /// The plane of a loaded block for each channel that comes out.
  package var order: [Int] { plan.channelOrder }

  /// Takes the frames that wait out of the block that was loaded last, where nothing is done with them; `nil` where
  /// they are mixed or converted, or were copied.
  package mutating func takeUnchanged() -> Range<Int>? {
    guard mixer == nil, resampler == nil, !isOwn || waiting.isEmpty else { return nil }
    defer { waiting = 0..<0 }
    return waiting
  }

  /// Copies the frames that wait, so that the block which they came in may be filled anew.
  package mutating func keepWaiting(in block: borrowing PCMBlock) {
    guard !isOwn, !waiting.isEmpty else { return }
    own.makeRoom(forStatedFrames: waiting.count, backedBy: block.frameCount)
    own.setFrameCount(waiting.count)
    for channel in 0..<own.channelCount {
      let source = block.channel(channel).extracting(waiting)
      var plane = own.plane(channel)
      for index in source.indices { plane[index] = source[index] }
    }
    (waiting, isOwn) = (0..<waiting.count, true)
  }

  /// States that no more frames come: what a rate conversion holds back can be given.
  package mutating func endInput() { resampler?.endInput() }

  /// Forgets all frames.
  package mutating func reset() {
    resampler?.reset()
    (waiting, isOwn) = (0..<0, false)
  }

  /// Gives frames as far as there are any and returns how many.
  ///
  /// - Parameters:
  ///   - block: The one that was loaded last.
  ///   - planes: Where they go.
  ///   - room: The places to be filled.
  package mutating func give(
    _ block: borrowing PCMBlock, into planes: inout some SamplePlanes & ~Copyable, _ room: Range<Int>
  ) -> Int {
    isOwn ? giveOwn(into: &planes, room) : giveLoaded(block, into: &planes, room)
  }

  private mutating func giveLoaded(
    _ block: borrowing PCMBlock, into planes: inout some SamplePlanes & ~Copyable, _ room: Range<Int>
  ) -> Int {
    var (consumed, produced) = (0, 0)
    for (channel, source) in plan.channelOrder.enumerated() {
      var plane = planes.plane(channel)
      var target = plane._mutatingExtracting(room)
      let input = waiting.isEmpty ? Span() : block.channel(source).extracting(waiting)
      (consumed, produced) = give(channel, input, into: &target)
    }
    waiting = (waiting.lowerBound + consumed)..<waiting.upperBound
    return produced
  }

  private mutating func giveOwn(into planes: inout some SamplePlanes & ~Copyable, _ room: Range<Int>) -> Int {
    // Out of the way for the time of the call, so that it can be read while the resamplers change.
    var block = PCMBlock(channelCount: 0, capacity: 0)
    swap(&block, &own)
    let produced = giveLoaded(block, into: &planes, room)
    swap(&block, &own)
    return produced
  }

  private mutating func give(
    _ channel: Int, _ input: Span<Float>, into room: inout MutableSpan<Float>
  ) -> (consumed: Int, produced: Int) {
    if resampler != nil {
      let progress = resampler!.process(channel: channel, input, into: &room)
      return (progress.consumed, progress.produced)
    }
    let count = min(input.count, room.count)
    for index in 0..<count { room[index] = input[index] }
    return (count, count)
  }
}
