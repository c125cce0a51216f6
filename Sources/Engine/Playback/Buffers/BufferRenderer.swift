package import AudioBase
package import AudioConversion
package import AudioDevices
package import SignalProcessing

// Holds throughout: ranges are those of the memory that is handed in.

/// The program's own stage between two stages of a player.
package protocol StreamTap: AnyObject {
  /// Lends frames of the stage before, while the tap is in place.
  var upstream: ((_ frameCount: Int) -> LentFrames)? { get set }

  /// Lends the next frames.
  ///
  /// - Parameters:
  ///   - frameCount: The largest number of frames to lend.
  ///   - time: The time line's frame of the first one.
  func read(_ frameCount: Int, at time: Double) -> LentFrames

  /// States that a stream begins again.
  func restart()
}

/// The position of a tap.
package enum TapPosition: Sendable {
  /// Before the time-pitch stage, volume and meter.
  case beforeEffects
  /// After the time-pitch stage, before the volume.
  case afterEffects
}

/// Makes frames of the enqueued buffers.
///
/// ```
/// decoder ─► tap ─► time, pitch ─► tap ─► volume, meter ─► channels, rate ─► pan
///         (each where there is one)
/// ```
/// Up to the volume everything has the buffers' own rate and channels. Stages lend each other their frames, which are
/// changed in place: the decoder's are copied twice, into the queue for playing and from there to the caller's memory.
/// Taps, time-pitch and mixing add their own copies. Calls are made one after the other.
package final class BufferRenderer {
  /// The largest number of frames requested from the stages at a time.
  package static let runLength = 4096

  /// The rate of the buffers.
  package let sampleRate: Double
  /// The number of channels of the buffers.
  package let channelCount: Int
  package let decoder: BufferDecoder
  /// The stage of volume and meter.
  package var level: LevelStage
  /// The format of the rendered frames.
  package private(set) var target: DeviceFormat
  /// The layout of the buffers' channels, if the program gave one.
  package private(set) var layout: ChannelLayout?
  private let parameters: SharedParameters
  private var preTap: (any StreamTap)?
  private var postTap: (any StreamTap)?
  private var timePitch: TimePitchStage?
  private var targetLayout: ChannelLayout?
  private var channelMap: [Int?]?
  private var conversion: StageChain<Float>?
  /// The block that the conversion was loaded with.
  private var loaded: SampleStore
  private var hasEndedInput = false
  private var isPrepared = false

  init(_ format: StreamFormat, _ list: BufferList, _ events: BufferEvents, target: DeviceFormat) {
    (sampleRate, channelCount) = (format.sampleRate, format.channelsPerFrame)
    parameters = events.parameters
    self.target = target
    decoder = BufferDecoder(format, list, channelCount: channelCount, events)
    level = LevelStage(sampleRate: sampleRate, channelCount: channelCount)
    loaded = SampleStore(channelCount: channelCount, capacity: 0)
  }

  // MARK: Changes between blocks

  /// Sets the device to render for from the next ``prepareTarget()`` on: filters are not computed for a device that is
  /// replaced before.
  func announceTarget(_ target: DeviceFormat) {
    (self.target, targetLayout, channelMap) = (target, nil, nil)
    conversion = nil
    isPrepared = false
  }

  /// Makes the stages that the target needs, before the first frame.
  func prepareTarget() throws(AudioError) {
    if !isPrepared { try setTarget(target, layout: targetLayout, channelMap: channelMap) }
  }

  /// Renders for a device, or for a program, from now on.
  ///
  /// - Parameter channelMap: For each channel of the target one of the buffers', or none.
  func setTarget(_ target: DeviceFormat, layout: ChannelLayout?, channelMap: [Int?]?) throws(AudioError) {
    let isPlain = channelMap == nil && target.channelCount == channelCount && (layout == nil || self.layout == nil)
    if isPlain, target.sampleRate == sampleRate {
      conversion = nil
    } else {
      conversion = try makeConversion(to: target, layout, channelMap)
    }
    (self.target, targetLayout, self.channelMap) = (target, layout, channelMap)
    hasEndedInput = false
    isPrepared = true
  }

  private func makeConversion(
    to target: DeviceFormat, _ targetLayout: ChannelLayout?, _ channelMap: [Int?]?
  ) throws(AudioError) -> StageChain<Float> {
    let own = DecodedFormat(
      sampleRate: sampleRate, layout: layout ?? ChannelLayout(unlabelledChannelCount: channelCount), framesPerPacket: 1)
    var stages = StageSettings()
    stages.resampler.delivery = .prompt
    if let channelMap {
      stages.channels = .map(channelMap)
    } else if channelCount > 1, target.channelCount != channelCount {
      stages.channels = .mixing
    }
    let usual =
      target.channelCount == channelCount
      ? own.layout.inWaveOrder : ChannelLayout(usualFor: target.channelCount)
    return try StageChain<Float>(
      from: own, toRate: target.sampleRate, layout: targetLayout ?? usual, stages: stages)
  }

  /// Sets the layout of the buffers' channels.
  package func setLayout(_ layout: ChannelLayout) throws(AudioError) {
    let before = self.layout
    self.layout = layout
    do throws(AudioError) {
      try setTarget(target, layout: targetLayout, channelMap: channelMap)
    } catch {
      self.layout = before
      throw error
    }
  }

  /// Sets the assignment of channels.
  package func setChannelMap(_ map: [Int?]) throws(AudioError) {
    try setTarget(target, layout: targetLayout, channelMap: map)
  }

  /// True if rate and pitch can change.
  package var changesTimePitch: Bool {
    get { timePitch != nil }
    set {
      guard newValue != (timePitch != nil) else { return }
      timePitch = newValue ? makeTimePitch() : nil
    }
  }
  /// The method of changing rate and pitch.
  package var timePitchMethod = TimePitchMethod.spectral {
    didSet { if timePitch != nil, timePitchMethod != oldValue { timePitch = makeTimePitch() } }
  }
  /// True if frames pass the time-pitch stage unchanged.
  package var bypassesTimePitch = false

  private func makeTimePitch() -> TimePitchStage {
    TimePitchStage(TimePitchProcessor(sampleRate: sampleRate, channelCount: channelCount, method: timePitchMethod))
  }

  /// Inserts a tap; returns false if the position is taken.
  package func insert(_ tap: any StreamTap, at position: TapPosition) -> Bool {
    switch position {
    case .beforeEffects:
      guard preTap == nil else { return false }
      tap.upstream = { [unowned self] in decoder.read($0) }
      preTap = tap
    case .afterEffects:
      guard postTap == nil else { return false }
      tap.upstream = { [unowned self] in readTimePitch($0) }
      postTap = tap
    }
    return true
  }

  /// Removes a tap.
  package func remove(_ tap: any StreamTap) {
    if preTap === tap { preTap = nil }
    if postTap === tap { postTap = nil }
    tap.upstream = nil
  }

  /// Clears everything, and returns the buffers that were enqueued.
  func reset() -> [any PlayedBuffer] {
    let buffers = decoder.reset()
    restartStream()
    level.finishRamp()
    level.clearLevels()
    return buffers
  }

  private func restartStream() {
    timePitch?.reset()
    conversion?.reset()
    hasEndedInput = false
    preTap?.restart()
    postTap?.restart()
  }

  // MARK: Rendering

  /// Renders frames.
  ///
  /// - Parameters:
  ///   - planes: Memory of the target's channels.
  ///   - room: The positions to fill, in order.
  /// - Returns: The number of frames rendered before the input ran out, and true if the end was reached.
  func render(
    into planes: inout some SamplePlanes<Float> & ~Copyable, _ room: Range<Int>
  ) -> (frameCount: Int, isOver: Bool) {
    var place = room.lowerBound
    while place < room.upperBound {
      let part = place..<min(place + Self.runLength, room.upperBound)
      let (count, state) = conversion == nil ? copy(into: &planes, part) : convert(into: &planes, part)
      pan(&planes, place..<(place + count))
      place += count
      switch state {
      case .more: continue
      case .starved: return (place - room.lowerBound, false)
      case .ended:
        restartStream()
        if decoder.passBoundary() { return (place - room.lowerBound, true) }
      }
    }
    return (place - room.lowerBound, false)
  }

  private func copy(
    into planes: inout some SamplePlanes<Float> & ~Copyable, _ room: Range<Int>
  ) -> (count: Int, state: LentFrames.State) {
    let frames = readMixed(room.count)
    planes.copy(frames.range, of: frames.store.block, to: room.lowerBound)
    return (frames.count, frames.state)
  }

  private func convert(
    into planes: inout some SamplePlanes<Float> & ~Copyable, _ room: Range<Int>
  ) -> (count: Int, state: LentFrames.State) {
    var place = room.lowerBound
    while place < room.upperBound {
      let count = conversion!.give(loaded.block, into: &planes, place..<room.upperBound)
      place += count
      if count > 0 { continue }
      if hasEndedInput { return (place - room.lowerBound, .ended) }
      let wanted = max(1, conversion!.inputFrameCount(forOutput: room.upperBound - place))
      let frames = readMixed(min(wanted, Self.runLength))
      if frames.count > 0 {
        loaded = frames.store
        conversion!.load(&loaded.block, frames: frames.range)
      } else if frames.state == .ended {
        hasEndedInput = true
        conversion!.endInput()
      } else {
        return (place - room.lowerBound, .starved)
      }
    }
    // Frames that have not been taken may be overwritten before the next call.
    conversion!.keepWaiting(in: loaded.block)
    return (place - room.lowerBound, .more)
  }

  /// Moves the balance of two channels.
  private func pan(_ planes: inout some SamplePlanes<Float> & ~Copyable, _ range: Range<Int>) {
    var stage = PanStage<Float>(StereoPlace(parameters.current.pan))
    if target.channelCount == 2 { stage.process(&planes, range) }
  }

  private func readMixed(_ frameCount: Int) -> LentFrames {
    let frames = postTap?.read(frameCount, at: decoder.position) ?? readTimePitch(frameCount)
    // A buffer that begins with this read may have brought another volume.
    level.update(parameters.current)
    level.process(&frames.store.block, frames.range)
    return frames
  }

  private func readTimePitch(_ frameCount: Int) -> LentFrames {
    guard let timePitch else { return readSource(frameCount) }
    timePitch.take(parameters.current)
    return timePitch.read(frameCount, isBypassed: bypassesTimePitch) { readSource($0) }
  }

  private func readSource(_ frameCount: Int) -> LentFrames {
    preTap?.read(frameCount, at: decoder.position) ?? decoder.read(frameCount)
  }
}
