import AudioBase
import AudioConversion
import AudioDevices
import SignalProcessing

/// Makes frames of what is enqueued.
///
/// ```
/// decoder ─► tap ─► time, pitch ─► tap ─► volume, meter ─► rate, channels ─► pan
///         (each where there is one)
/// ```
/// Up to the volume all has the queue's own rate and channels; 32-bit floats throughout. The lock of the queue is held
/// whenever it is used.
final class OutputRenderer {
  /// Frames of the queue that are made at a time.
  private static let blockLength = ProcessingTap.maximumFrameCount

  let observer: OutputObserver
  let sampleRate: Double
  let channelCount: Int
  var decoder: BufferDecoder
  var effects: QueueEffects
  private(set) var preTap: ProcessingTap?
  private(set) var postTap: ProcessingTap?
  private var timePitch: TimePitchStage?
  /// The layout of the queue's channels, where the program gave one.
  var layout: ChannelLayout?
  private(set) var target: DeviceFormat
  private var targetLayout: ChannelLayout?
  private var channelMap: [Int32]?
  private var converter: ConverterObject?
  private var isPrepared = false
  private let block: SampleMemory

  init(_ observer: OutputObserver, _ format: StreamFormat, _ list: QueueList, target: DeviceFormat) throws(Status) {
    self.observer = observer
    let asked = StreamFormat.planarFloats(sampleRate: format.sampleRate, channelCount: format.channelsPerFrame)
    let converter = try ConverterObject(from: format, to: asked)
    let rate = converter.decoded?.sampleRate ?? 0
    sampleRate = format.sampleRate > 0 ? format.sampleRate : rate
    let channels = format.channelsPerFrame > 0 ? format.channelsPerFrame : converter.decoded?.layout.channelCount ?? 0
    guard sampleRate > 0, channels > 0, channels <= 64 else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    channelCount = channels
    self.target = target
    decoder = BufferDecoder(converter, format, list, channelCount: channels)
    effects = QueueEffects(sampleRate: sampleRate, channelCount: channels)
    block = SampleMemory(channelCount: channels, capacity: Self.blockLength)
  }

  // MARK: What is changed between blocks

  /// Renders for a device from the next ``prepareTarget()`` on: filters are not computed for a device that another one
  /// follows.
  func announceTarget(_ target: DeviceFormat) {
    (self.target, targetLayout, channelMap, converter) = (target, nil, nil, nil)
    isPrepared = false
  }

  /// Makes what is needed for the target, before the first frame.
  func prepareTarget() throws(Status) {
    if !isPrepared { try setTarget(target, layout: targetLayout, channelMap: channelMap) }
  }

  /// Renders for a device, or for a program, from now on.
  ///
  /// - Parameter channelMap: For each channel of the target one of the queue's, −1 for none.
  func setTarget(_ target: DeviceFormat, layout: ChannelLayout?, channelMap: [Int32]?) throws(Status) {
    let isPlain = channelMap == nil && target.channelCount == channelCount && (layout == nil || self.layout == nil)
    var made: ConverterObject?
    if !isPlain || target.sampleRate != sampleRate {
      let new = try ConverterObject(
        from: .planarFloats(sampleRate: sampleRate, channelCount: channelCount),
        to: .planarFloats(sampleRate: target.sampleRate, channelCount: target.channelCount))
      if let own = self.layout { try new.setInputLayout(own) }
      if let layout { try new.setOutputLayout(layout) }
      if let channelMap {
        let map = channelMap.map { $0 < 0 ? nil : Int($0) }
        try new.changeOptions { $0.channels = .map(map) }
      } else if channelCount > 1, target.channelCount != channelCount {
        try new.changeOptions { $0.channels = .mixing }
      }
      made = new
    }
    (self.target, targetLayout, self.channelMap, converter) = (target, layout, channelMap, made)
    isPrepared = true
  }

  /// Takes a layout of the queue's channels over.
  func setLayout(_ layout: ChannelLayout) throws(Status) {
    let before = self.layout
    self.layout = layout
    do throws(Status) {
      try setTarget(target, layout: targetLayout, channelMap: channelMap)
    } catch {
      self.layout = before
      throw error
    }
  }

  /// Takes the assignment of channels over.
  func setChannelMap(_ map: [Int32]?) throws(Status) {
    try setTarget(target, layout: targetLayout, channelMap: map)
  }

  /// Whether rate and pitch can change.
  var changesTimePitch: Bool {
    get { timePitch != nil }
    set {
      guard newValue != (timePitch != nil) else { return }
      timePitch = newValue ? makeTimePitch() : nil
    }
  }
  /// How they are changed.
  var timePitchMethod = TimePitchMethod.spectral {
    didSet { if timePitch != nil, timePitchMethod != oldValue { timePitch = makeTimePitch() } }
  }
  var bypassesTimePitch = false

  private func makeTimePitch() -> TimePitchStage {
    TimePitchStage(
      TimePitchProcessor(sampleRate: sampleRate, channelCount: channelCount, method: timePitchMethod))
  }

  /// Puts a tap in.
  ///
  /// - Throws: `kAudioQueueErr_TooManyTaps`
  func insert(_ tap: ProcessingTap) throws(Status) {
    switch tap.position {
    case .beforeEffects:
      guard preTap == nil else { throw Status(kAudioQueueErr_TooManyTaps) }
      tap.upstream = { [unowned self] in decoder.read($0, into: $1, at: $2, observer) }
      preTap = tap
    case .afterEffects:
      guard postTap == nil else { throw Status(kAudioQueueErr_TooManyTaps) }
      tap.upstream = { [unowned self] in readTimePitch($0, into: $1, at: $2) }
      postTap = tap
    }
  }

  /// Takes a tap out.
  func remove(_ tap: ProcessingTap) {
    if preTap === tap { preTap = nil }
    if postTap === tap { postTap = nil }
  }

  /// Forgets everything, and gives back the buffers that were enqueued.
  func reset() -> [QueueBuffer] {
    let buffers = decoder.reset()
    restartStream()
    effects.finishRamp()
    effects.clearLevels()
    return buffers
  }

  private func restartStream() {
    timePitch?.reset()
    converter?.reset()
    preTap?.restart()
    postTap?.restart()
  }

  /// Decodes ahead, for a start without delay.
  ///
  /// - Returns: Frames that are ready.
  func prepare(_ frameCount: Int) -> Int { decoder.prepare(frameCount, observer) }

  // MARK: Rendering

  /// Makes frames.
  ///
  /// - Returns: How many were made before nothing was left, and whether the end was reached.
  func render(_ frameCount: Int, into output: SampleMemory, at offset: Int) -> (frameCount: Int, isOver: Bool) {
    var made = 0
    while made < frameCount {
      let part = readTarget(min(frameCount - made, Self.blockLength), into: output, at: offset + made)
      let range = (offset + made)..<(offset + made + part.frameCount)
      output.pan(observer.parameters.withLock { $0.pan }, range)
      made += part.frameCount
      switch part.state {
      case .more: continue
      case .starved: return (made, false)
      case .ended:
        restartStream()
        if decoder.passBoundary() { return (made, true) }
      }
    }
    return (made, false)
  }

  private func readTarget(_ frameCount: Int, into output: SampleMemory, at offset: Int) -> QueueReading {
    guard let converter else { return readMixed(frameCount, into: output, at: offset) }
    do throws(Status) {
      let (batch, status) = try converter.fill(packetCount: frameCount) { (wanted, input) throws(Status) in
        let reading = readMixed(min(max(1, wanted), Self.blockLength), into: block, at: 0)
        guard reading.frameCount > 0 || reading.state != .starved else { throw Status(Self.starved) }
        block.append(0..<reading.frameCount, to: &input.bytes)
      }
      let made = batch.bytes.count / (4 * target.channelCount)
      output.put(batch.bytes.span, frameCount: made, 0..<made, at: offset)
      converter.reuse(batch)
      switch status {
      case .filled: return QueueReading(frameCount: made)
      case .ended: return QueueReading(frameCount: made, state: .ended)
      case .interrupted: return QueueReading(frameCount: made, state: .starved)
      }
    } catch {
      // Floats become floats; nothing of it can fail.
      return QueueReading(frameCount: 0, state: .starved)
    }
  }

  /// What interrupts the converter; no status of Core Audio's.
  private static let starved: OSStatus = 1

  private func readMixed(_ frameCount: Int, into memory: SampleMemory, at offset: Int) -> QueueReading {
    let reading = readTapped(frameCount, into: memory, at: offset)
    // A buffer that begins with this read may have brought another volume.
    effects.update(observer.parameters.withLock { $0 })
    effects.process(memory, offset..<(offset + reading.frameCount))
    return reading
  }

  private func readTapped(_ frameCount: Int, into memory: SampleMemory, at offset: Int) -> QueueReading {
    guard let postTap else { return readTimePitch(frameCount, into: memory, at: offset) }
    return postTap.read(frameCount, into: memory, at: offset, queueTime: decoder.position)
  }

  private func readTimePitch(_ frameCount: Int, into memory: SampleMemory, at offset: Int) -> QueueReading {
    guard let timePitch else { return readSource(frameCount, into: memory, at: offset) }
    timePitch.take(observer.parameters.withLock { $0 })
    return timePitch.read(frameCount, isBypassed: bypassesTimePitch, into: memory, at: offset) {
      count, memory, offset in readSource(count, into: memory, at: offset)
    }
  }

  private func readSource(_ frameCount: Int, into memory: SampleMemory, at offset: Int) -> QueueReading {
    guard let preTap else { return decoder.read(frameCount, into: memory, at: offset, observer) }
    return preTap.read(frameCount, into: memory, at: offset, queueTime: decoder.position)
  }
}

/// What a renderer tells, from the thread that keeps time.
struct OutputObserver: DecoderObserver {
  let parameters: SharedParameters
  let list: QueueList
  let delivery: QueueDelivery

  func apply(_ events: [AudioQueueParameterEvent]) {
    parameters.withLock { parameters in
      for event in events { try? parameters.set(event.mID, to: event.mValue) }
    }
  }

  func didConsume(_ buffer: QueueBuffer) {
    list.release(buffer)
    delivery.post(.returned(buffer, isReset: false))
  }

  func didFail() { delivery.post(.property(kAudioQueueProperty_ConverterError)) }
}

/// Parameters that programs set while they are played by.
final class SharedParameters: Sendable {
  private let parameters = Lock(QueueParameters())

  func withLock<Result: Sendable>(_ body: (inout QueueParameters) -> Result) -> Result {
    parameters.withLock { body(&$0) }
  }

  /// Sets a parameter.
  func set(_ parameter: AudioQueueParameterID, to value: Float) throws(Status) {
    let status = parameters.withLock { parameters in
      Status.of { () throws(Status) in try parameters.set(parameter, to: value) }
    }
    if status != noErr { throw Status(status) }
  }
}
