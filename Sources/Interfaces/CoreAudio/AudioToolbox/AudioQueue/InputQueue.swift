import AudioBase
import AudioConversion
import AudioDevices
import Foundation

/// A queue that records.
///
/// `@unchecked`: what changes is guarded by the three locks that `QueueObject` describes.
final class InputQueue: QueueObject, DeviceClient, @unchecked Sendable {
  private(set) var converter: ConverterObject
  private(set) var deviceFormat: DeviceFormat
  private(set) var tap: ProcessingTap?
  private var captured: SampleMemory
  private var tapped: SampleMemory
  private var bytes: [UInt8] = []
  private var capturedCount = 0
  /// The buffer that is being filled.
  private var current: QueueBuffer?
  private var currentStart = AudioTimeStamp()
  private var firstFrame: Double?
  /// Frames that went into packets since the start, and where they lie in the device's time.
  private var timeline = 0.0
  private let anchor = Lock((deviceTime: 0.0, queueTime: 0.0))
  private var isLosing = false
  private(set) var error = noErr
  var metersLevels = false
  private(set) var effects: QueueEffects

  init(_ format: StreamFormat, _ callback: QueueCallback, _ context: CallbackContext) throws(Status) {
    guard format.bufferCount == 1 else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    let device = DeviceList.standard
    converter = try Self.makeConverter(device.format, format)
    deviceFormat = device.format
    captured = Self.memory(for: device)
    tapped = Self.memory(for: device)
    effects = QueueEffects(sampleRate: device.format.sampleRate, channelCount: device.format.channelCount)
    let completed = converter.currentOutput.format
    super.init(completed, callback, QueueDelivery(context), QueueList())
  }

  private static func makeConverter(_ device: DeviceFormat, _ format: StreamFormat) throws(Status) -> ConverterObject {
    let converter = try ConverterObject(
      from: .planarFloats(sampleRate: device.sampleRate, channelCount: device.channelCount), to: format)
    // Of what cannot be decoded nothing is known.
    guard converter.decoded != nil else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    return converter
  }

  private static func memory(for device: any AudioDevice) -> SampleMemory {
    SampleMemory(
      channelCount: device.format.channelCount, capacity: max(device.bufferFrameCount, ProcessingTap.maximumFrameCount))
  }

  // MARK: Buffers

  /// Enqueues a buffer to be filled.
  func enqueue(_ buffer: QueueBuffer) throws(Status) {
    try requireEnqueueing()
    guard buffer.capacity >= max(1, format.bytesPerPacket) else { throw Status(kAudio_ParamError) }
    _ = list.append(QueueEntry(buffer: buffer), frameCount: 0, position: 0)
  }

  /// The buffer that takes the next packet; `nil` where none is enqueued.
  private func nextBuffer() -> QueueBuffer? {
    if let current { return current }
    guard case .buffer(let entry) = list.first else { return nil }
    list.removeFirst()
    entry.buffer.beginCapture()
    current = entry.buffer
    let place = anchor.withLock { $0 }
    let moment = place.deviceTime + (timeline - place.queueTime) * deviceFormat.sampleRate / format.sampleRate
    currentStart = AudioTimeStamp(sampleTime: timeline, device.time(atSampleTime: moment))
    return current
  }

  private func hand(over buffer: QueueBuffer, isReset: Bool = false) {
    current = nil
    list.handOver(buffer)
    delivery.post(.captured(buffer, currentStart, isReset: isReset))
  }

  // MARK: Running

  override func start(at time: DeviceTime?) throws(Status) {
    try requireAlive()
    try control.withLock { _ throws(Status) in
      let before = phase
      guard before != .running else { return }
      rendering.withLock { _ in
        firstFrame = time?.sampleTime
        if before == .stopped { timeline = 0 }
      }
      if before == .stopped { noteDiscontinuity() }
      enter(.running)
      do throws(DeviceError) {
        try device.start(self, .input)
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
        if phase != .stopped { finishPackets() }
        giveAllBack()
      }
      let isDisposing = state.withLock { $0.isDisposing }
      enter(.stopped)
      if isDisposing { delivery.post(.disposal) }
    }
    tell(isSynchronous: immediately)
  }

  /// Gives the buffer that is being filled to the program, and the empty ones behind it.
  private func giveAllBack() {
    if let buffer = current { hand(over: buffer, isReset: true) }
    for buffer in list.removeAll() {
      buffer.beginCapture()
      currentStart = AudioTimeStamp(sampleTime: timeline, nil)
      hand(over: buffer, isReset: true)
    }
    isLosing = false
    converter.reset()
    tap?.restart()
  }

  override func detach() { device.stop(self, .input) }

  override func pause() {
    control.withLock { _ in
      guard phase == .running else { return }
      detach()
      enter(.paused)
    }
  }

  override func reset() {
    rendering.withLock { _ in
      current?.beginCapture()
      giveAllBack()
    }
    tell(isSynchronous: true)
  }

  /// The device was unplugged, or failed: the queue has stopped, and what was captured is handed over.
  func deviceStopped(_ reason: DeviceError) {
    rendering.withLock { _ in
      if phase != .stopped { finishPackets() }
      giveAllBack()
    }
    enter(.stopped)
    if state.withLock({ $0.isDisposing }) { delivery.post(.disposal) }
    delivery.signal()
  }

  /// Hands the buffer over that is being filled.
  func flush() {
    rendering.withLock { _ in
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
        converter = new
        deviceFormat = device.format
        captured = Self.memory(for: device)
        tapped = Self.memory(for: device)
        effects = QueueEffects(sampleRate: device.format.sampleRate, channelCount: device.format.channelCount)
      }
    }
  }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState { .finished }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    rendering.withLock { _ in captureHolding(samples, cycle) }
    delivery.signal()
    return .running
  }

  private func captureHolding(_ samples: Span<Float>, _ cycle: DeviceCycle) {
    var skipped = 0
    if let firstFrame {
      let distance = (firstFrame - cycle.time.sampleTime).rounded()
      if distance >= Double(cycle.frameCount) { return }
      skipped = Int(max(0, distance))
      self.firstFrame = nil
    }
    let count = cycle.frameCount - skipped
    captured.reserve(count)
    for channel in 0..<min(cycle.channelCount, captured.channelCount) {
      let plane = unsafe captured.samples(channel, 0..<count)
      let start = channel * cycle.frameCount + skipped
      for frame in 0..<count { unsafe plane[frame] = samples[start + frame] }
    }
    anchor.withLock { $0 = (cycle.time.sampleTime + Double(skipped), timeline) }
    var source = captured
    var made = count
    if let tap {
      capturedCount = count
      made = min(count, tap.read(count, into: tapped, at: 0, queueTime: timeline).frameCount)
      source = tapped
    }
    effects.metersLevels = metersLevels
    effects.process(source, 0..<made)
    bytes.removeAll(keepingCapacity: true)
    source.append(0..<made, to: &bytes)
    convert(bytes)
  }

  /// Turns samples into packets, and puts them into buffers.
  private func convert(_ bytes: [UInt8]) {
    do throws(Status) {
      var (batch, status) = try converter.convert(bytes.span, packetCount: packetsAtATime)
      put(batch)
      converter.reuse(batch)
      while case .filled = status {
        (batch, status) = try converter.convert(Span(), packetCount: packetsAtATime)
        put(batch)
        converter.reuse(batch)
      }
    } catch {
      fail(error.code)
    }
  }

  private func finishPackets() {
    do throws(Status) {
      var status = FillStatus.filled
      while case .filled = status {
        let batch: PacketBatch
        (batch, status) = try converter.finish(packetCount: packetsAtATime)
        put(batch)
        converter.reuse(batch)
      }
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

  /// There is no buffer for what was captured.
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

  func insert(_ tap: ProcessingTap) throws(Status) {
    guard self.tap == nil else { throw Status(kAudioQueueErr_TooManyTaps) }
    tap.upstream = { [unowned self] count, memory, offset in
      let frames = min(count, capturedCount)
      memory.copy(captured, 0..<frames, at: offset)
      return QueueReading(frameCount: frames)
    }
    self.tap = tap
  }

  func remove(_ tap: ProcessingTap) {
    if self.tap === tap { self.tap = nil }
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
