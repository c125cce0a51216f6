import AudioBase
import AudioDevices
import Foundation
import Synchronization

/// A queue that plays.
///
/// `@unchecked`: what changes is guarded by the three locks that `QueueObject` describes.
final class OutputQueue: QueueObject, DeviceClient, @unchecked Sendable {
  /// The queue's frames for frames of its device.
  private struct Anchor {
    var deviceTime = 0.0
    var deviceFrameCount = 0.0
    var queueTime = 0.0
  }

  /// Where frames go that no device plays.
  struct Offline {
    var format: StreamFormat
    var encoder: ConverterObject?
    var memory: SampleMemory
  }

  let renderer: OutputRenderer
  let parameters: SharedParameters
  private var offline: Offline?
  private let offlineGate = ObjectGate()
  private let offlineFlag = Atomic<Bool>(false)
  private var block: SampleMemory
  /// The device's frame before which the queue is silent.
  private var firstFrame: Double?
  /// Frames of the time line that have been played, silence included.
  private var timeline = 0.0
  /// Whether the cycle before was filled.
  private var isFlowing = false
  private let anchor = Lock(Anchor())
  /// `kAudioQueueProperty_DecodeBufferSizeFrames`
  let decodeBufferFrames = Atomic<Int>(0)

  init(_ format: StreamFormat, _ callback: QueueCallback, _ context: CallbackContext) throws(Status) {
    guard format.bufferCount == 1 else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    let list = QueueList()
    let delivery = QueueDelivery(context)
    parameters = SharedParameters()
    let observer = OutputObserver(parameters: parameters, list: list, delivery: delivery)
    renderer = try OutputRenderer(observer, format, list, target: DeviceList.standard.format)
    let device = DeviceList.standard
    block = SampleMemory(channelCount: device.format.channelCount, capacity: device.bufferFrameCount)
    super.init(format, callback, delivery, list)
  }

  // MARK: Buffers

  /// Enqueues a buffer.
  ///
  /// - Returns: The time line's frame at which it begins.
  func enqueue(_ entry: QueueEntry) throws(Status) -> Double {
    try requireEnqueueing()
    let position = phase == .stopped ? 0 : anchor.withLock { $0.queueTime }
    return list.append(entry, frameCount: entry.buffer.frameCount(format), position: position)
  }

  // MARK: Running

  override var isOffline: Bool { offlineFlag.load(ordering: .acquiring) }

  override func start(at time: DeviceTime?) throws(Status) {
    try requireAlive()
    try control.withLock { _ throws(Status) in try startHolding(time) }
    tell()
  }

  private func startHolding(_ time: DeviceTime?) throws(Status) {
    let before = phase
    guard before != .running else { return }
    try rendering.withLock { _ throws(Status) in
      try renderer.prepareTarget()
      firstFrame = time?.sampleTime
      isFlowing = false
      guard before == .stopped else { return }
      timeline = 0
      renderer.decoder.position = 0
      anchor.withLock { $0 = Anchor() }
      if !isOffline { _ = renderer.prepare(device.bufferFrameCount) }
    }
    if before == .stopped { noteDiscontinuity() }
    enter(.running)
    guard !isOffline else { return }
    do throws(DeviceError) {
      try device.start(self, .output)
    } catch {
      enter(before)
      throw Status(kAudioQueueErr_CannotStart)
    }
  }

  override func stop(immediately: Bool) {
    if !immediately && phase == .running {
      let isNew = state.withLock { state in
        let isNew = !state.isStopping
        state.isStopping = true
        return isNew
      }
      if isNew { list.append(.end) }
      return
    }
    control.withLock { _ in
      detach()
      let buffers = rendering.withLock { _ in renderer.reset() }
      state.withLock { $0.isStopping = false }
      giveBack(buffers)
      enter(.stopped)
    }
    tell(isSynchronous: immediately)
  }

  override func detach() { device.stop(self, .output) }

  override func pause() {
    control.withLock { _ in
      guard phase == .running else { return }
      detach()
      enter(.paused)
    }
  }

  override func reset() {
    let buffers = rendering.withLock { _ in renderer.reset() }
    giveBack(buffers)
    if state.withLock({ $0.isStopping }) { list.append(.end) }
    tell(isSynchronous: true)
  }

  /// Decodes ahead.
  ///
  /// - Returns: Frames that are ready.
  func prime(_ frameCount: Int) throws(Status) -> Int {
    try requireAlive()
    guard phase == .stopped else { throw Status(kAudioQueueErr_InvalidRunState) }
    let standard = max(device.bufferFrameCount, decodeBufferFrames.load(ordering: .relaxed))
    let ready = rendering.withLock { _ in renderer.prepare(frameCount > 0 ? frameCount : standard) }
    tell()
    return ready
  }

  /// The end was reached. The thread that keeps time calls this.
  private func finish() {
    let isDisposing = state.withLock { state in
      state.isStopping = false
      return state.isDisposing
    }
    list.restartTimeline()
    enter(.stopped)
    if isDisposing { delivery.post(.disposal) }
  }

  // MARK: The device

  override func setDevice(_ device: any AudioDevice) throws(Status) {
    try control.withLock { _ throws(Status) in
      try super.setDevice(device)
      guard !isOffline else { return }
      rendering.withLock { _ in
        renderer.announceTarget(device.format)
        block = SampleMemory(channelCount: device.format.channelCount, capacity: device.bufferFrameCount)
      }
    }
  }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    let isOver = rendering.withLock { _ in playHolding(&samples, cycle) }
    if isOver { finish() }
    delivery.signal()
    return isOver ? .finished : .running
  }

  private func playHolding(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> Bool {
    var skipped = 0
    if let firstFrame {
      let distance = (firstFrame - cycle.time.sampleTime).rounded()
      if distance >= Double(cycle.frameCount) { return false }
      skipped = Int(max(0, distance))
      self.firstFrame = nil
    }
    let count = cycle.frameCount - skipped
    block.reserve(cycle.frameCount)
    let ratio = renderer.sampleRate / renderer.target.sampleRate
    anchor.withLock { anchor in
      anchor = Anchor(
        deviceTime: cycle.time.sampleTime + Double(skipped), deviceFrameCount: Double(count), queueTime: timeline)
    }
    timeline += Double(count) * ratio
    let (made, isOver) = renderer.render(count, into: block, at: 0)
    if made < count, !isOver {
      // Nothing is enqueued: time goes on in silence.
      if isFlowing { noteDiscontinuity() }
      renderer.decoder.position = max(renderer.decoder.position, timeline)
    }
    isFlowing = made == count
    copy(made, to: &samples, at: skipped, cycle)
    return isOver
  }

  private func copy(_ frameCount: Int, to samples: inout MutableSpan<Float>, at offset: Int, _ cycle: DeviceCycle) {
    for channel in 0..<min(cycle.channelCount, block.channelCount) {
      let plane = unsafe block.samples(channel, 0..<frameCount)
      let start = channel * cycle.frameCount + offset
      for frame in 0..<frameCount { samples[start + frame] = unsafe plane[frame] }
    }
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState { .finished }

  /// The device was unplugged, or failed: the queue has stopped, which programs learn by its property. Buffers that
  /// have not been played stay enqueued, as they do until a reset.
  func deviceStopped(_ reason: DeviceError) {
    finish()
    delivery.signal()
  }

  override var currentTime: AudioTimeStamp? {
    guard phase != .stopped else { return nil }
    let anchor = anchor.withLock { $0 }
    guard !isOffline else { return AudioTimeStamp(sampleTime: anchor.queueTime, nil) }
    let now = device.currentTime
    let elapsed = min(max(0, now.sampleTime - anchor.deviceTime), anchor.deviceFrameCount)
    let ratio = renderer.sampleRate / device.format.sampleRate
    return AudioTimeStamp(sampleTime: anchor.queueTime + elapsed * ratio, now)
  }

  // MARK: Offline

  /// Gives frames to the program from now on, or to the device again.
  func setOffline(_ format: StreamFormat?, _ layout: ChannelLayout?) throws(Status) {
    try requireAlive()
    try control.withLock { _ throws(Status) in
      let new = try format.map { (format) throws(Status) in try Self.offline(format) }
      let target =
        format.map { DeviceFormat(sampleRate: $0.sampleRate, channelCount: $0.channelsPerFrame) } ?? device.format
      let wasRunning = phase == .running
      if wasRunning { detach() }
      try rendering.withLock { _ throws(Status) in
        try renderer.setTarget(target, layout: layout, channelMap: nil)
        offline = new
        if new == nil { block = SampleMemory(channelCount: target.channelCount, capacity: device.bufferFrameCount) }
      }
      offlineFlag.store(new != nil, ordering: .releasing)
      guard wasRunning, new == nil else { return }
      do throws(DeviceError) { try device.start(self, .output) } catch { throw Status(kAudioQueueErr_CannotStart) }
    }
  }

  private static func offline(_ format: StreamFormat) throws(Status) -> Offline {
    let isPossible =
      format.formatID == .linearPCM && format.bufferCount == 1 && format.bytesPerFrame > 0
      && format.sampleRate.isFinite && format.sampleRate > 0 && (1...64).contains(format.channelsPerFrame)
    guard isPossible else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    let floats = StreamFormat.planarFloats(sampleRate: format.sampleRate, channelCount: format.channelsPerFrame)
    return Offline(
      format: format, encoder: try ConverterObject(from: floats, to: format),
      memory: SampleMemory(channelCount: format.channelsPerFrame, capacity: 4096))
  }

  /// Makes frames in the program's format, calling its functions where buffers are used up.
  ///
  /// One call at a time does so, and none of the functions that it calls.
  func renderOffline(_ frameCount: Int, into buffer: QueueBuffer) throws(Status) {
    guard !delivery.isInCallback else { throw Status(kAudioQueueErr_InvalidRunState) }
    try offlineGate.enter { () throws(Status) in try renderOfflineAlone(frameCount, into: buffer) }
  }

  private func renderOfflineAlone(_ frameCount: Int, into buffer: QueueBuffer) throws(Status) {
    guard let offline = rendering.withLock({ _ in offline }) else { throw Status(kAudioQueueErr_InvalidOfflineMode) }
    let (byteCount, overflow) = frameCount.multipliedReportingOverflow(by: offline.format.bytesPerFrame)
    guard !overflow, byteCount <= buffer.capacity else { throw Status(kAudio_ParamError) }
    guard state.withLock({ $0.hasStarted }) else { throw Status(kAudioQueueErr_InvalidRunState) }
    buffer.beginCapture()
    let made = makeOffline(frameCount, offline.memory)
    guard made > 0, let encoder = offline.encoder else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(made * 4 * offline.memory.channelCount)
    offline.memory.append(0..<made, to: &bytes)
    let batch = try encoder.convert(bytes.span, packetCount: made).0
    buffer.append(batch.bytes.span)
    encoder.reuse(batch)
  }

  /// Times that a program may enqueue something of which no frame comes before rendering gives up.
  private static let fruitlessRoundLimit = 1024

  private func makeOffline(_ frameCount: Int, _ memory: SampleMemory) -> Int {
    var made = 0
    var fruitlessRounds = 0
    while phase == .running, fruitlessRounds < Self.fruitlessRoundLimit {
      let start = made
      let (count, isOver) = rendering.withLock { _ in
        memory.reserve(frameCount)
        let result = renderer.render(frameCount - start, into: memory, at: start)
        timeline += Double(result.frameCount) * renderer.sampleRate / renderer.target.sampleRate
        let time = timeline
        anchor.withLock { $0.queueTime = time }
        return result
      }
      made += count
      fruitlessRounds = count > 0 ? 0 : fruitlessRounds + 1
      if isOver { finish() }
      delivery.drain()
      // Where nothing came and nothing was enqueued meanwhile, there is nothing more now.
      if made >= frameCount || list.first == nil { break }
    }
    return made
  }
}
