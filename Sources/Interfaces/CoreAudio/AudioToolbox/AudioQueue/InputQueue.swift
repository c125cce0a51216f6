import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import Foundation

/// A queue that records: packets of the frames of a `CaptureStream`, in the program's buffers.
///
/// `@unchecked`: its variable state is guarded by the three locks that `QueueObject` describes.
final class InputQueue: QueueObject, @unchecked Sendable {
  private(set) var converter: ConverterObject
  private(set) var deviceFormat: DeviceFormat
  private(set) var tap: ProcessingTap?
  /// Held while samples are taken, or the converter is changed.
  let rendering = Lock(())
  /// Buffers that wait to be filled.
  private let waiting = Lock<[QueueBuffer]>([])
  private let stream: Lock<CaptureStream?>
  /// The gaps that the stream has reported.
  private var overruns = OverrunCount()
  private var captured: SampleStore
  private var capturedCount = 0
  /// The buffer that is being filled.
  private var current: QueueBuffer?
  private var currentStart = AudioTimeStamp()
  /// The number of frames in packets since the start, and their place in the device's time.
  private var timeline = 0.0
  private let anchor = Lock((deviceTime: 0.0, queueTime: 0.0))
  private var isLosing = false
  /// True if the stream's thread may take samples.
  private var isTaking = false
  private(set) var error = noErr
  var level: LevelStage

  init(_ format: StreamFormat, _ callback: QueueCallback, _ context: CallbackContext) throws(Status) {
    guard format.bufferCount == 1 else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    let device = DeviceList.standard
    converter = try Self.makeConverter(device.format, format)
    deviceFormat = device.format
    captured = Self.memory(for: device)
    level = LevelStage(sampleRate: device.format.sampleRate, channelCount: device.format.channelCount)
    stream = Lock(nil)
    let completed = converter.currentOutput.format
    super.init(completed, callback, QueueDelivery(context))
    stream.withLock { $0 = makeStream(device) }
  }

  private func makeStream(_ device: any AudioDevice) -> CaptureStream {
    CaptureStream(from: device) { [weak self] in self?.takeCaptured() }
  }

  private static func makeConverter(_ device: DeviceFormat, _ format: StreamFormat) throws(Status) -> ConverterObject {
    let converter = try ConverterObject(
      from: .planarFloats(sampleRate: device.sampleRate, channelCount: device.channelCount), to: format)
    // Nothing is known of a format that cannot be decoded.
    guard converter.decoded != nil else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    return converter
  }

  /// Creates room for the frames that the device delivers at a time. More frames are taken in steps of that size, so
  /// that no stage needs additional memory after the first step.
  private static func memory(for device: any AudioDevice) -> SampleStore {
    SampleStore(
      channelCount: device.format.channelCount,
      capacity: min(device.bufferFrameCount, ProcessingTap.maximumFrameCount))
  }

  // MARK: Buffers

  /// Enqueues a buffer to be filled.
  func enqueue(_ buffer: QueueBuffer) throws(Status) {
    try requireEnqueueing()
    guard buffer.capacity >= max(1, format.bytesPerPacket) else { throw Status(kAudio_ParamError) }
    waiting.withLock { $0.append(buffer) }
  }

  /// Returns the buffer that takes the next packet; `nil` if none is enqueued.
  private func nextBuffer() -> QueueBuffer? {
    if let current { return current }
    guard let buffer = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
    buffer.beginCapture()
    current = buffer
    let place = anchor.withLock { $0 }
    let moment = place.deviceTime + (timeline - place.queueTime) * deviceFormat.sampleRate / format.sampleRate
    currentStart = AudioTimeStamp(sampleTime: timeline, device.time(atSampleTime: moment))
    return current
  }

  private func hand(over buffer: QueueBuffer, isReset: Bool = false) {
    current = nil
    buffer.handOver()
    delivery.post(.captured(buffer, currentStart, isReset: isReset))
  }

  // MARK: Running

  override func start(at time: DeviceTime?) throws(Status) {
    try requireAlive()
    try control.withLock { _ throws(Status) in
      let before = phase
      guard before != .running else { return }
      rendering.withLock { _ in
        isTaking = true
        if before == .stopped { timeline = 0 }
      }
      if before == .stopped { noteDiscontinuity() }
      enter(.running)
      do throws(DeviceError) {
        try stream.withLock { $0 }?.start(at: time?.sampleTime)
      } catch {
        enter(before)
        throw Status(kAudioQueueErr_CannotStart)
      }
    }
    tell()
  }

  override func stop(immediately: Bool) {
    control.withLock { _ in
      detach()
      rendering.withLock { _ in
        takeCapturedHolding()
        if phase != .stopped { finishPackets() }
        giveAllBack()
      }
      let isDisposing = state.withLock { $0.isDisposing }
      enter(.stopped)
      if isDisposing { delivery.post(.disposal) }
    }
    tell(isSynchronous: immediately)
  }

  /// Returns the buffer that is being filled to the program, and the empty ones after it.
  private func giveAllBack() {
    if let buffer = current { hand(over: buffer, isReset: true) }
    let empty = waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
    for buffer in empty {
      buffer.beginCapture()
      currentStart = AudioTimeStamp(sampleTime: timeline, nil)
      hand(over: buffer, isReset: true)
    }
    isLosing = false
    converter.reset()
    tap?.restart()
  }

  override func detach() {
    stream.withLock { $0 }?.stop()
    rendering.withLock { _ in isTaking = false }
  }

  override func pause() {
    control.withLock { _ in
      guard phase == .running else { return }
      detach()
      rendering.withLock { _ in takeCapturedHolding() }
      enter(.paused)
    }
    tell()
  }

  override func reset() {
    rendering.withLock { _ in
      takeCapturedHolding()
      current?.beginCapture()
      giveAllBack()
    }
    tell(isSynchronous: true)
  }

  /// Returns the buffer being filled to the program, followed by the empty buffers.
  func flush() {
    rendering.withLock { _ in
      takeCapturedHolding()
      if let buffer = current, buffer.byteCount > 0 { hand(over: buffer) }
    }
    tell()
  }

  // MARK: The device

  override func setDevice(_ device: any AudioDevice) throws(Status) {
    try control.withLock { _ throws(Status) in
      let new = try Self.makeConverter(device.format, format)
      try super.setDevice(device)
      rendering.withLock { _ in
        stream.withLock { $0 = makeStream(device) }
        overruns = OverrunCount()
        converter = new
        deviceFormat = device.format
        captured = Self.memory(for: device)
        let metersLevels = level.metersLevels
        level = LevelStage(sampleRate: device.format.sampleRate, channelCount: device.format.channelCount)
        level.metersLevels = metersLevels
      }
    }
  }

  // MARK: Captured frames

  /// Converts captured frames to packets. The stream's thread calls this.
  private func takeCaptured() {
    rendering.withLock { _ in
      guard isTaking else { return }
      takeCapturedHolding()
      if stream.withLock({ $0 })?.deviceFailure != nil { endWithoutDevice() }
    }
    delivery.signal()
  }

  /// Stops the queue after the device was unplugged, or failed; captured frames are passed on.
  private func endWithoutDevice() {
    isTaking = false
    if phase != .stopped { finishPackets() }
    giveAllBack()
    enter(.stopped)
    if state.withLock({ $0.isDisposing }) { delivery.post(.disposal) }
  }

  private func takeCapturedHolding() {
    guard let stream = stream.withLock({ $0 }) else { return }
    while true {
      let (count, time) = stream.read(into: captured)
      guard count > 0 else { break }
      anchor.withLock { $0 = (time, timeline) }
      capturedCount = count
      let frames = tap?.read(count, at: timeline) ?? LentFrames(captured, 0..<count)
      level.process(&frames.store.block, frames.range)
      convert(frames.range, of: frames.store.block)
    }
    let lost = stream.overruns
    guard lost.gaps != overruns.gaps else { return }
    timeline += Double(lost.frames - overruns.frames) * format.sampleRate / deviceFormat.sampleRate
    overruns = lost
    lose()
  }

  /// Converts samples to packets, and puts them into buffers.
  private func convert(_ frames: Range<Int>, of block: borrowing PCMBlock) {
    convert { $0.append(PlanarSamples(block, frames: frames)) }
  }

  private func finishPackets() { convert { $0.endInput() } }

  private func convert(_ bring: (inout PacketConverter) -> Void) {
    do throws(Status) {
      try converter.convert(packetCount: packetsAtATime, bring) { put($0) }
    } catch {
      fail(error.code)
    }
  }

  private var packetsAtATime: Int { format.framesPerPacket > 1 ? 16 : 4096 }

  private func put(_ batch: borrowing PacketBatch) {
    let size = format.bytesPerPacket
    if size > 0 {
      putConstant(batch.bytes.span, size)
      return
    }
    for index in 0..<batch.descriptions.count {
      let place = batch.descriptions[index]
      let frames = place.frameCount > 0 ? place.frameCount : format.framesPerPacket
      putPacket(
        batch.bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount)),
        frameCount: place.frameCount)
      timeline += Double(frames)
    }
  }

  private func putConstant(_ bytes: Span<UInt8>, _ size: Int) {
    var start = 0
    while bytes.count - start >= size {
      var part = (bytes.count - start) / size * size
      if let buffer = nextBuffer() {
        part = min(part, (buffer.capacity - buffer.byteCount) / size * size)
        buffer.append(bytes.extracting(start..<(start + part)))
        isLosing = false
        if buffer.capacity - buffer.byteCount < size { hand(over: buffer) }
      } else {
        lose()
      }
      start += part
      timeline += Double(part / size * max(1, format.framesPerPacket))
    }
  }

  private func putPacket(_ packet: Span<UInt8>, frameCount: Int) {
    if let buffer = current, buffer.capacity - buffer.byteCount < packet.count { hand(over: buffer) }
    guard let buffer = nextBuffer(), buffer.capacity - buffer.byteCount >= packet.count else { return lose() }
    buffer.append(packet, frameCount: frameCount)
    isLosing = false
    let isDescribed = buffer.descriptionCapacity > 0 && buffer.descriptions.count >= buffer.descriptionCapacity
    if isDescribed || buffer.capacity - buffer.byteCount < converter.maximumOutputPacketSize { hand(over: buffer) }
  }

  /// Records that captured frames were lost because there was no buffer.
  private func lose() {
    guard !isLosing else { return }
    isLosing = true
    noteDiscontinuity()
    fail(kAudioQueueErr_RecordUnderrun)
  }

  private func fail(_ code: OSStatus) {
    error = code
    delivery.post(.property(kAudioQueueProperty_ConverterError))
  }

  // MARK: Taps

  /// Inserts a tap; returns false if there already is one.
  func insert(_ tap: ProcessingTap) -> Bool {
    rendering.withLock { _ in
      guard self.tap == nil else { return false }
      tap.upstream = { [unowned self] count in LentFrames(captured, 0..<min(count, capturedCount)) }
      self.tap = tap
      return true
    }
  }

  func remove(_ tap: ProcessingTap) {
    rendering.withLock { _ in
      if self.tap === tap { self.tap = nil }
    }
  }

  // MARK: Time

  override var currentTime: AudioTimeStamp? {
    guard phase != .stopped else { return nil }
    let place = anchor.withLock { $0 }
    let now = device.currentTime
    let elapsed = phase == .paused ? 0 : max(0, now.sampleTime - place.deviceTime)
    return AudioTimeStamp(
      sampleTime: place.queueTime + elapsed * format.sampleRate / device.format.sampleRate, now)
  }
}
