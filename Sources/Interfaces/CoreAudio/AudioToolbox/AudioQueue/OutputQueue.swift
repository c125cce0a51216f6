import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioPlayback
import Foundation
import Synchronization

/// A queue that plays: Apple's words for a `BufferPlayer`.
///
/// `@unchecked`: its variable state is guarded by the locks that `QueueObject` describes.
final class OutputQueue: QueueObject, BufferPlayerListener, @unchecked Sendable {
  let player: BufferPlayer
  /// The format with the rate and the channels that its decoder completes.
  let playable: StreamFormat
  let offline = OfflineRendering()
  private let givenCookie = Lock<[UInt8]>([])
  private let lastError = Atomic<OSStatus>(noErr)
  /// `kAudioQueueProperty_DecodeBufferSizeFrames`
  let decodeBufferFrames = Atomic<Int>(0)

  /// The largest number of channels of a queue.
  static let largestChannelCount = 64

  init(_ format: StreamFormat, _ callback: QueueCallback, _ context: CallbackContext) throws(Status) {
    guard format.bufferCount == 1, format.sampleRate.isFinite, format.sampleRate >= 0 else {
      throw Status(kAudioFormatUnsupportedDataFormatError)
    }
    let samples = try Self.makeDecoder(format, cookie: [])
    var playable = format
    playable.sampleRate = samples?.sampleRate ?? format.sampleRate
    playable.channelsPerFrame = samples?.channelCount ?? format.channelsPerFrame
    guard playable.sampleRate > 0, (1...Self.largestChannelCount).contains(playable.channelsPerFrame) else {
      throw Status(kAudioFormatUnsupportedDataFormatError)
    }
    self.playable = playable
    player = BufferPlayer(playable, on: DeviceList.standard)
    super.init(format, callback, QueueDelivery(context))
    player.withRenderer { $0.decoder.samples = samples }
    player.setListener(self)
  }

  /// Makes the decoder of packets; `nil` if that requires a cookie.
  private static func makeDecoder(_ format: StreamFormat, cookie: [UInt8]) throws(Status) -> PacketSamples? {
    let stream = CodedStream(format: format, cookie: cookie)
    let codecs = Catalog.coreAudio.codecs
    do throws(AudioError) {
      return try PacketSamples(
        from: PacketInput(stream.presumed), for: (format.sampleRate, format.channelsPerFrame), codecs: codecs)
    } catch {
      guard stream.awaitsCookie(codecs) else { throw Status(making: error) }
      return nil
    }
  }

  // MARK: Decoding

  /// The cookie that the program gave.
  var cookie: [UInt8] { givenCookie.withLock { $0 } }
  /// The status of the last packet that could not be decoded.
  var error: OSStatus { lastError.load(ordering: .relaxed) }

  /// Decodes with another cookie from the next packet on. Linear PCM has no cookie.
  func setCookie(_ cookie: [UInt8]) throws(Status) {
    guard format.formatID != .linearPCM else { return }
    let samples = try Self.makeDecoder(playable, cookie: cookie)
    player.withRenderer { $0.decoder.samples = samples }
    givenCookie.withLock { $0 = cookie }
  }

  // MARK: Buffers

  /// Enqueues a buffer.
  ///
  /// - Returns: The time line's frame at which it begins.
  func enqueue(_ entry: BufferEntry) throws(Status) -> Double {
    try requireEnqueueing()
    return player.enqueue(entry, isStopped: phase == .stopped)
  }

  // MARK: Running

  override var isOffline: Bool { offline.isOn }

  override func start(at time: DeviceTime?) throws(Status) {
    try requireAlive()
    try control.withLock { _ throws(Status) in try startHolding(time) }
    tell()
  }

  private func startHolding(_ time: DeviceTime?) throws(Status) {
    let before = phase
    guard before != .running else { return }
    try begin(isNew: before == .stopped, at: time)
    if before == .stopped { noteDiscontinuity() }
    enter(.running)
    guard !isOffline else { return }
    do throws(Status) { try attach() } catch {
      enter(before)
      throw error
    }
  }

  private func begin(isNew: Bool, at time: DeviceTime?) throws(Status) {
    do throws(AudioError) {
      try player.begin(isNew: isNew, at: time?.sampleTime)
    } catch {
      throw Status(making: error)
    }
  }

  private func attach() throws(Status) {
    do throws(DeviceError) { try player.attach() } catch { throw Status(kAudioQueueErr_CannotStart) }
  }

  override func stop(immediately: Bool) {
    if !immediately && phase == .running {
      let isNew = state.withLock { state in
        let isNew = !state.isStopping
        state.isStopping = true
        return isNew
      }
      if isNew { player.list.appendEnd() }
      return
    }
    control.withLock { _ in
      detach()
      let buffers = player.reset(isAttached: false)
      state.withLock { $0.isStopping = false }
      giveBack(buffers)
      enter(.stopped)
    }
    tell(isSynchronous: immediately)
  }

  override func detach() { player.detach() }

  override func pause() {
    control.withLock { _ in
      guard phase == .running else { return }
      detach()
      // It may have come to its end just now.
      if phase == .running { enter(.paused) }
    }
  }

  override func reset() {
    control.withLock { _ in giveBack(player.reset(isAttached: phase == .running)) }
    if state.withLock({ $0.isStopping }) { player.list.appendEnd() }
    tell(isSynchronous: true)
  }

  private func giveBack(_ buffers: [any PlayedBuffer]) { giveBack(buffers.compactMap { $0 as? QueueBuffer }) }

  /// Decodes ahead.
  ///
  /// - Returns: Frames that are ready.
  func prime(_ frameCount: Int) throws(Status) -> Int {
    try requireAlive()
    guard phase == .stopped else { throw Status(kAudioQueueErr_InvalidRunState) }
    let standard = max(device.bufferFrameCount, decodeBufferFrames.load(ordering: .relaxed))
    let ready = player.prime(frameCount > 0 ? frameCount : standard)
    tell()
    return ready
  }

  // MARK: Notifications of the player

  func didTake(_ buffer: any PlayedBuffer) {
    guard let buffer = buffer as? QueueBuffer else { return }
    buffer.release()
    delivery.post(.returned(buffer, isReset: false))
  }

  func didFail(_ error: AudioError?) {
    let status = error.map { Status(converting: $0).code } ?? kAudioConverterErr_UnspecifiedError
    lastError.store(status, ordering: .relaxed)
    delivery.post(.property(kAudioQueueProperty_ConverterError))
  }

  func didBreakTimeline() { noteDiscontinuity() }

  func didEnd() {
    let isDisposing = state.withLock { state in
      state.isStopping = false
      return state.isDisposing
    }
    player.list.restartTimeline()
    enter(.stopped)
    if isDisposing { delivery.post(.disposal) }
  }

  /// Records that the queue has stopped, which programs see in its property. Buffers that have not been played stay
  /// enqueued until a reset.
  func didLoseDevice() { didEnd() }

  func didWork() { delivery.signal() }

  // MARK: The device

  override func setDevice(_ device: any AudioDevice) throws(Status) {
    try control.withLock { _ throws(Status) in
      try super.setDevice(device)
      player.setDevice(device)
    }
  }

  override var currentTime: AudioTimeStamp? {
    guard phase != .stopped else { return nil }
    guard !isOffline else { return AudioTimeStamp(sampleTime: player.timeline(heardAt: 0), nil) }
    let now = device.currentTime
    return AudioTimeStamp(sampleTime: player.timeline(heardAt: now.sampleTime), now)
  }

  /// Switches to frames for the program from now on, or for the device again.
  func setOffline(_ format: StreamFormat?, _ layout: ChannelLayout?) throws(Status) {
    try requireAlive()
    try control.withLock { _ throws(Status) in
      let target = try format.map { (format) throws(Status) in try OfflineRendering.Target(format) }
      let wasRunning = phase == .running
      if wasRunning { detach() }
      do throws(AudioError) {
        try player.setOffline(target?.deviceFormat, layout: layout)
      } catch {
        throw Status(making: error)
      }
      offline.set(target)
      guard wasRunning, phase == .running, target == nil else { return }
      try begin(isNew: false, at: nil)
      try attach()
    }
  }
}
