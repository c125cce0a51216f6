import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import Foundation
import SignalProcessing
import Synchronization

// The properties of a queue, and its settings.

extension QueueObject {
  /// Returns the value of a property.
  ///
  /// - Throws: `kAudioQueueErr_InvalidProperty` for one that the queue does not have.
  func value(of property: AudioQueuePropertyID) throws(Status) -> PropertyValue {
    switch property {
    case kAudioQueueProperty_IsRunning: return PropertyValue(UInt32(phase == .stopped ? 0 : 1))
    case kAudioQueueDeviceProperty_SampleRate: return PropertyValue(device.format.sampleRate)
    case kAudioQueueDeviceProperty_NumberChannels: return PropertyValue(UInt32(device.format.channelCount))
    case kAudioQueueProperty_CurrentDevice: return PropertyValue(object: device.identifier as NSString)
    case kAudioQueueProperty_StreamDescription: return PropertyValue(AudioStreamBasicDescription(format))
    default: break
    }
    guard let value = (self as? OutputQueue)?.ownValue(of: property) ?? (self as? InputQueue)?.ownValue(of: property)
    else { throw Status(kAudioQueueErr_InvalidProperty) }
    return value
  }

  /// Returns the number of bytes of a property's value.
  func byteCount(of property: AudioQueuePropertyID) throws(Status) -> Int { try value(of: property).byteCount }

  /// Sets a property.
  ///
  /// - Throws: `kAudioQueueErr_InvalidProperty` for one that cannot be set, `kAudioQueueErr_InvalidPropertySize`,
  ///   `kAudioQueueErr_InvalidPropertyValue`.
  func set(_ property: AudioQueuePropertyID, to source: PropertySource) throws(Status) {
    if property == kAudioQueueProperty_CurrentDevice { return try setDevice(named: source) }
    if property == kAudioQueueProperty_EnableLevelMetering {
      let isOn = try source.number != 0
      (self as? OutputQueue)?.player.withRenderer { $0.level.metersLevels = isOn }
      if let input = self as? InputQueue { input.rendering.withLock { _ in input.level.metersLevels = isOn } }
      return
    }
    if let output = self as? OutputQueue { return try output.setOwn(property, to: source) }
    if let input = self as? InputQueue { return try input.setOwn(property, to: source) }
  }

  private func setDevice(named source: PropertySource) throws(Status) {
    guard source.count == MemoryLayout<UInt>.size else { throw Status(kAudioQueueErr_InvalidPropertySize) }
    let address = try source.read(UInt.self, orThrow: kAudioQueueErr_InvalidPropertySize)
    // No device is named: the default one.
    guard address != 0 else { return try setDevice(DeviceList.standard) }
    guard let name = try source.object(orThrow: kAudioQueueErr_InvalidPropertySize) as? NSString,
      let device = DeviceList.device(identifier: name as String)
    else { throw Status(kAudioQueueErr_InvalidDevice) }
    try setDevice(device)
  }
}

extension PropertySource {
  /// A `UInt32`, no more and no less.
  fileprivate var number: UInt32 {
    get throws(Status) {
      guard count == 4 else { throw Status(kAudioQueueErr_InvalidPropertySize) }
      return try read(UInt32.self, orThrow: kAudioQueueErr_InvalidPropertySize)
    }
  }

  /// Returns a layout with the given number of channels.
  fileprivate func layout(channelCount: Int) throws(Status) -> ChannelLayout {
    guard count >= 12 else { throw Status(kAudioQueueErr_InvalidPropertySize) }
    guard let layout = ChannelLayout(native: bytes), layout.channelCount == channelCount else {
      throw Status(kAudioQueueErr_InvalidPropertyValue)
    }
    return layout
  }
}

extension TimePitchMethod {
  /// Creates the method that a `kAudioQueueTimePitchAlgorithm_…` stands for.
  fileprivate init?(algorithm: UInt32) {
    switch algorithm {
    case kAudioQueueTimePitchAlgorithm_Spectral: self = .spectral
    case kAudioQueueTimePitchAlgorithm_TimeDomain: self = .timeDomain
    case kAudioQueueTimePitchAlgorithm_Varispeed: self = .varispeed
    default: return nil
    }
  }

  fileprivate var algorithm: UInt32 {
    switch self {
    case .spectral: kAudioQueueTimePitchAlgorithm_Spectral
    case .timeDomain: kAudioQueueTimePitchAlgorithm_TimeDomain
    case .varispeed: kAudioQueueTimePitchAlgorithm_Varispeed
    }
  }
}

// MARK: Output

extension OutputQueue {
  /// Returns properties of queues that play.
  fileprivate func ownValue(of property: AudioQueuePropertyID) -> PropertyValue? {
    switch property {
    case kAudioQueueProperty_MagicCookie: return cookie.isEmpty ? nil : PropertyValue(bytes: cookie)
    case kAudioQueueProperty_DecodeBufferSizeFrames:
      return PropertyValue(UInt32(clamping: decodeBufferFrames.load(ordering: .relaxed)))
    case kAudioQueueProperty_ConverterError: return PropertyValue(UInt32(bitPattern: error))
    default: return player.withRenderer { Self.value(of: property, $0) }
    }
  }

  private static func value(
    of property: AudioQueuePropertyID, _ renderer: BufferRenderer
  ) -> sending PropertyValue? {
    let levels = renderer.level.levels.map { AudioQueueLevelMeterState($0) }
    switch property {
    case kAudioQueueProperty_ChannelLayout:
      let layout = renderer.layout ?? renderer.decoder.decoded?.layout
      return layout.map { PropertyValue(bytes: $0.nativeBytes) }
    case kAudioQueueProperty_EnableLevelMetering: return PropertyValue(UInt32(renderer.level.metersLevels ? 1 : 0))
    case kAudioQueueProperty_CurrentLevelMeter: return PropertyValue(whole: levels)
    case kAudioQueueProperty_CurrentLevelMeterDB: return PropertyValue(whole: levels.map(\.inDecibels))
    case kAudioQueueProperty_EnableTimePitch: return PropertyValue(UInt32(renderer.changesTimePitch ? 1 : 0))
    case kAudioQueueProperty_TimePitchAlgorithm: return PropertyValue(renderer.timePitchMethod.algorithm)
    case kAudioQueueProperty_TimePitchBypass: return PropertyValue(UInt32(renderer.bypassesTimePitch ? 1 : 0))
    default: return nil
    }
  }

  fileprivate func setOwn(_ property: AudioQueuePropertyID, to source: PropertySource) throws(Status) {
    switch property {
    case kAudioQueueProperty_MagicCookie:
      guard source.count > 0 else { throw Status(kAudioQueueErr_InvalidPropertySize) }
      let cookie = source.bytes
      let status = Status.of { () throws(Status) in try setCookie(cookie) }
      if status != noErr { throw Status(kAudioQueueErr_InvalidPropertyValue) }
    case kAudioQueueProperty_ChannelLayout:
      let layout = try source.layout(channelCount: playable.channelsPerFrame)
      try changing { (renderer) throws(AudioError) in try renderer.setLayout(layout) }
    case kAudioQueueProperty_DecodeBufferSizeFrames:
      decodeBufferFrames.store(Int(try source.number), ordering: .relaxed)
    case kAudioQueueProperty_EnableTimePitch:
      let isOn = try source.number != 0
      guard phase == .stopped else { throw Status(kAudioQueueErr_InvalidRunState) }
      player.withRenderer { $0.changesTimePitch = isOn }
    case kAudioQueueProperty_TimePitchAlgorithm:
      guard let method = TimePitchMethod(algorithm: try source.number) else {
        throw Status(kAudioQueueErr_InvalidPropertyValue)
      }
      guard phase == .stopped else { throw Status(kAudioQueueErr_InvalidRunState) }
      player.withRenderer { $0.timePitchMethod = method }
    case kAudioQueueProperty_TimePitchBypass:
      let isOn = try source.number != 0
      player.withRenderer { $0.bypassesTimePitch = isOn }
    case kAudioQueueProperty_ChannelAssignments: try setAssignments(source)
    default: throw Status(kAudioQueueErr_InvalidProperty)
    }
  }

  /// Changes the playback settings of the queue.
  ///
  /// - Throws: `kAudioQueueErr_InvalidPropertyValue` if it cannot be.
  private func changing(_ body: (BufferRenderer) throws(AudioError) -> Void) throws(Status) {
    do throws(AudioError) {
      try player.withRenderer { (renderer) throws(AudioError) in try body(renderer) }
    } catch {
      throw Status(kAudioQueueErr_InvalidPropertyValue)
    }
  }

  /// Sets the channels of the device on which those of the queue are played.
  private func setAssignments(_ source: PropertySource) throws(Status) {
    let stride = unsafe MemoryLayout<AudioQueueChannelAssignment>.stride
    guard source.count == playable.channelsPerFrame * stride else { throw Status(kAudioQueueErr_InvalidPropertySize) }
    guard !isOffline else { throw Status(kAudioQueueErr_InvalidOfflineMode) }
    var map = [Int?](repeating: nil, count: device.format.channelCount)
    for channel in 0..<playable.channelsPerFrame {
      let size = kAudioQueueErr_InvalidPropertySize
      let address = try source.read(UInt.self, at: channel * stride, orThrow: size)
      let number = Int(try source.read(UInt32.self, at: channel * stride + MemoryLayout<UInt>.size, orThrow: size))
      if let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
        let name = unsafe Unmanaged<NSString>.fromOpaque(pointer).takeUnretainedValue()
        guard name as String == device.identifier else { throw Status(kAudioQueueErr_InvalidDevice) }
      }
      // Channels are counted from 1; 0 means none.
      guard number <= map.count else { throw Status(kAudioQueueErr_InvalidPropertyValue) }
      if number > 0 { map[number - 1] = channel }
    }
    try changing { (renderer) throws(AudioError) in try renderer.setChannelMap(map) }
  }
}

extension PropertyValue {
  /// Creates a list that a caller gets whole or not at all.
  init<Value: BitwiseCopyable>(whole list: [Value]) {
    self.init(bytes: unsafe list.withUnsafeBytes { unsafe Array($0) })
  }
}

// MARK: Input

extension InputQueue {
  /// Returns properties of queues that record.
  fileprivate func ownValue(of property: AudioQueuePropertyID) -> PropertyValue? {
    rendering.withLock { _ in valueHolding(property) }
  }

  private func valueHolding(_ property: AudioQueuePropertyID) -> PropertyValue? {
    switch property {
    case kAudioQueueProperty_MagicCookie: return try? converter.value(of: kAudioConverterCompressionMagicCookie)
    case kAudioQueueProperty_MaximumOutputPacketSize:
      return PropertyValue(UInt32(clamping: converter.maximumOutputPacketSize))
    case kAudioQueueProperty_ChannelLayout: return try? converter.value(of: kAudioConverterOutputChannelLayout)
    case kAudioQueueProperty_EnableLevelMetering: return PropertyValue(UInt32(level.metersLevels ? 1 : 0))
    case kAudioQueueProperty_CurrentLevelMeter:
      return PropertyValue(whole: level.levels.map { AudioQueueLevelMeterState($0) })
    case kAudioQueueProperty_CurrentLevelMeterDB:
      return PropertyValue(whole: level.levels.map { AudioQueueLevelMeterState($0).inDecibels })
    case kAudioQueueProperty_ConverterError: return PropertyValue(UInt32(bitPattern: error))
    default: return nil
    }
  }

  fileprivate func setOwn(_ property: AudioQueuePropertyID, to source: PropertySource) throws(Status) {
    guard property == kAudioQueueProperty_ChannelLayout else { throw Status(kAudioQueueErr_InvalidProperty) }
    let layout = try source.layout(channelCount: format.channelsPerFrame)
    guard phase == .stopped else { throw Status(kAudioQueueErr_InvalidRunState) }
    let status = rendering.withLock { _ in
      Status.of { () throws(Status) in try converter.setOutputLayout(layout) }
    }
    if status != noErr { throw Status(kAudioQueueErr_InvalidPropertyValue) }
  }
}
