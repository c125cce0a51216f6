import AudioDevices
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// A program that plays: feeds packets to a queue, and notes what it is told.
final class QueuePlayer: @unchecked Sendable {
  struct Note: Equatable {
    var buffer: AudioQueueBufferRef?
    var property: AudioQueuePropertyID?
  }

  let queue: AudioQueueRef
  private let lock = NSLock()
  private var packets: [[UInt8]]
  private var isConstant: Bool
  private var packetsPerBuffer: Int
  private var noted: [Note] = []
  private var threadsSeen: Set<UInt> = []
  /// Called for each buffer that comes back, in place of filling it again.
  var onBuffer: ((QueuePlayer, AudioQueueBufferRef) -> Void)?
  /// What enqueuing again came to, for each buffer that came back.
  var statuses: [OSStatus] {
    get { lock.withLock { statusesSeen } }
    set { lock.withLock { statusesSeen = newValue } }
  }
  private var statusesSeen: [OSStatus] = []

  static let output: AudioQueueOutputCallback = { userData, _, buffer in
    guard let userData else { return }
    let player = Unmanaged<QueuePlayer>.fromOpaque(userData).takeUnretainedValue()
    player.note(Note(buffer: buffer))
    if let action = player.onBuffer { action(player, buffer) } else { player.fill(buffer) }
  }

  static let listener: AudioQueuePropertyListenerProc = { userData, _, property in
    guard let userData else { return }
    Unmanaged<QueuePlayer>.fromOpaque(userData).takeUnretainedValue().note(Note(property: property))
  }

  /// Makes a queue for packets, or for samples where `bytesPerPacket` is given: then one array is one buffer.
  init(
    _ format: AudioStreamBasicDescription, _ packets: [[UInt8]] = [], perBuffer: Int = 4,
    runLoop: CFRunLoop? = nil, mode: CFString? = nil
  ) throws {
    self.packets = packets
    packetsPerBuffer = perBuffer
    isConstant = format.mBytesPerPacket > 0
    var format = format
    var made: AudioQueueRef?
    let box = UnsafeMutablePointer<QueuePlayer?>.allocate(capacity: 1)
    box.initialize(to: nil)
    boxes = box
    let status = AudioQueueNewOutput(&format, QueuePlayer.boxed, box, runLoop, mode, 0, &made)
    guard status == noErr, let made else {
      box.deinitialize(count: 1)
      box.deallocate()
      throw TestFailure(status: status)
    }
    queue = made
    box.pointee = self
    for property in [kAudioQueueProperty_IsRunning, kAudioQueueProperty_ConverterError] {
      AudioQueueAddPropertyListener(queue, property, QueuePlayer.listener, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  /// The way from the queue to the player, which exists only after it.
  private let boxes: UnsafeMutablePointer<QueuePlayer?>

  private static let boxed: AudioQueueOutputCallback = { userData, queue, buffer in
    guard let player = userData?.assumingMemoryBound(to: QueuePlayer?.self).pointee else { return }
    QueuePlayer.output(Unmanaged.passUnretained(player).toOpaque(), queue, buffer)
  }

  /// Ends the queue and what leads from it to here.
  func dispose() {
    AudioQueueDispose(queue, true)
    boxes.deinitialize(count: 1)
    boxes.deallocate()
  }

  private func note(_ note: Note) {
    lock.withLock {
      noted.append(note)
      threadsSeen.insert(UInt(pthread_self()))
    }
  }

  var returned: [AudioQueueBufferRef] { lock.withLock { noted.compactMap(\.buffer) } }
  var properties: [AudioQueuePropertyID] { lock.withLock { noted.compactMap(\.property) } }
  var threads: Set<UInt> { lock.withLock { threadsSeen } }

  func allocate(_ byteCount: UInt32 = 65536) throws -> AudioQueueBufferRef {
    var buffer: AudioQueueBufferRef?
    let status = AudioQueueAllocateBuffer(queue, byteCount, &buffer)
    guard status == noErr, let buffer else { throw TestFailure(status: status) }
    return buffer
  }

  /// Puts the next packets into a buffer and enqueues it; where there are none, stops when all is played.
  func fill(_ buffer: AudioQueueBufferRef) {
    let part = Array(packets.prefix(packetsPerBuffer))
    packets.removeFirst(part.count)
    guard !part.isEmpty else {
      AudioQueueStop(queue, false)
      return
    }
    statuses.append(enqueue(part, buffer))
  }

  /// Enqueues packets.
  func enqueue(_ part: [[UInt8]], _ buffer: AudioQueueBufferRef) -> OSStatus {
    var places: [AudioStreamPacketDescription] = []
    var size = 0
    for packet in part {
      places.append(
        AudioStreamPacketDescription(
          mStartOffset: Int64(size), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count)))
      packet.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress {
          (buffer.pointee.mAudioData + size).copyMemory(from: start, byteCount: bytes.count)
        }
      }
      size += packet.count
    }
    buffer.pointee.mAudioDataByteSize = UInt32(size)
    return AudioQueueEnqueueBuffer(queue, buffer, isConstant ? 0 : UInt32(places.count), isConstant ? nil : places)
  }

  /// Enqueues floats.
  func enqueue(
    _ samples: [Float], _ buffer: AudioQueueBufferRef, trim: (UInt32, UInt32) = (0, 0),
    parameters: [AudioQueueParameterEvent] = [], start: Double? = nil
  ) -> (status: OSStatus, start: Double) {
    samples.withUnsafeBytes { buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    buffer.pointee.mAudioDataByteSize = UInt32(samples.count * 4)
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    time.mSampleTime = start ?? 0
    var actual = AudioTimeStamp()
    let status = withUnsafePointer(to: &time) { time in
      AudioQueueEnqueueBufferWithParameters(
        queue, buffer, 0, nil, trim.0, trim.1, UInt32(parameters.count), parameters, start == nil ? nil : time, &actual)
    }
    return (status, actual.mSampleTime)
  }

  /// Renders offline until nothing comes, so many frames at a time.
  func renderOffline(_ frameCount: UInt32, bytesPerFrame: UInt32, calls: Int = .max) throws -> [UInt8] {
    let buffer = try allocate(max(1, frameCount * bytesPerFrame))
    defer { AudioQueueFreeBuffer(queue, buffer) }
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    var bytes: [UInt8] = []
    var call = 0
    while call < calls {
      call += 1
      let status = AudioQueueOfflineRender(queue, &time, buffer, frameCount)
      guard status == noErr else { throw TestFailure(status: status) }
      let size = Int(buffer.pointee.mAudioDataByteSize)
      if size == 0 { break }
      bytes += UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: size)
      time.mSampleTime += Double(size / Int(bytesPerFrame))
    }
    return bytes
  }

  func set(_ property: AudioQueuePropertyID, _ bytes: [UInt8]) -> OSStatus {
    AudioQueueSetProperty(queue, property, bytes, UInt32(bytes.count))
  }

  func number(_ property: AudioQueuePropertyID) -> UInt32? {
    var value: UInt32 = 0
    var size: UInt32 = 4
    return AudioQueueGetProperty(queue, property, &value, &size) == noErr ? value : nil
  }

  var isRunning: Bool { number(kAudioQueueProperty_IsRunning) == 1 }

  var time: Double? {
    var time = AudioTimeStamp()
    return AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr ? time.mSampleTime : nil
  }
}

/// A device whose time a test moves, known by a name of its own.
func steppedDevice(rate: Double = 44100, channels: Int = 2, buffer: Int = 512) -> VirtualDevice {
  let device = VirtualDevice(
    UUID().uuidString, DeviceFormat(sampleRate: rate, channelCount: channels), pacing: .stepped,
    bufferFrameCount: buffer)
  DeviceList.register(device)
  return device
}

func setDevice(_ queue: AudioQueueRef, _ device: VirtualDevice) -> OSStatus {
  let name = device.identifier as NSString
  var pointer = Unmanaged.passUnretained(name).toOpaque()
  return withExtendedLifetime(name) {
    AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &pointer, 8)
  }
}

/// Waits until something holds, at most so long.
func eventually(within seconds: Double = 60, _ condition: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while !condition() {
    if Date() > end { return false }
    usleep(1000)
  }
  return true
}

extension AudioStreamBasicDescription {
  static func floats(rate: Double = 44100, channels: UInt32 = 1) -> AudioStreamBasicDescription {
    .pcm(32, rate: rate, channels: channels, isFloat: true)
  }
}
