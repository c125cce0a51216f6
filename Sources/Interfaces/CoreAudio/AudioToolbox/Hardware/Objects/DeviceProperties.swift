import AudioBase
import AudioDevices
import CAudioToolbox
import Foundation

/// The properties of a device. It has a stream for each direction, of all its channels.
struct DeviceProperties {
  private let object: DeviceObject
  private let address: AudioObjectPropertyAddress

  init(_ object: DeviceObject, _ address: AudioObjectPropertyAddress) {
    (self.object, self.address) = (object, address)
  }

  private var selector: AudioObjectPropertySelector { address.mSelector }
  private var scope: AudioObjectPropertyScope { address.mScope }

  /// The directions selected by the scope; both for the global scope.
  private var directions: [DeviceDirection] {
    switch scope {
    case kAudioObjectPropertyScopeOutput: [.output].filter { object.has($0) }
    case kAudioObjectPropertyScopeInput: [.input].filter { object.has($0) }
    default: [.output, .input].filter { object.has($0) }
    }
  }

  /// The direction of properties that have one: output, unless the scope is that of the input.
  private var direction: DeviceDirection { scope == kAudioObjectPropertyScopeInput ? .input : .output }

  /// Returns the value of the property; `nil` for properties that devices lack.
  ///
  /// - Throws: `kAudioHardwareBadDeviceError` if the device has been removed or does not open, except for the
  ///   properties that state so.
  func value() throws(Status) -> PropertyValue? {
    if let identity { return identity }
    guard let device = object.device else {
      // Programs look at every device's streams, and libsoundio gives all devices up where one does not answer: a
      // card that another program holds has none.
      if let streams = streams([], DeviceFormat(sampleRate: 0, channelCount: 0)) { return streams }
      throw Status(kAudioHardwareBadDeviceError)
    }
    if let value = sound(device) ?? timing(device) { return value }
    // A device answers for the stream of the scope: RtAudio and miniaudio ask it for its formats.
    guard Self.streamProperties.contains(selector), object.has(direction) else { return nil }
    return try StreamProperties(object, direction).value(address)
  }

  /// Properties of a stream that a device has too.
  static let streamProperties: Set<AudioObjectPropertySelector> = [
    kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyAvailableVirtualFormats,
    kAudioStreamPropertyPhysicalFormat, kAudioStreamPropertyAvailablePhysicalFormats,
    kAudioStreamPropertyPhysicalFormats, kAudioStreamPropertyTerminalType,
  ]

  /// The identity of the device.
  private var identity: PropertyValue? {
    switch selector {
    case kAudioObjectPropertyBaseClass: PropertyValue(kAudioObjectClassID)
    case kAudioObjectPropertyClass: PropertyValue(kAudioDeviceClassID)
    case kAudioObjectPropertyOwner: PropertyValue(AudioObjectID(kAudioObjectSystemObject))
    case kAudioObjectPropertyName: PropertyValue(object: object.name as NSString)
    case kAudioObjectPropertyManufacturer: PropertyValue(object: manufacturer as NSString)
    case kAudioDevicePropertyDeviceName: PropertyValue(bytes: Array(object.name.utf8) + [0])
    case kAudioDevicePropertyDeviceManufacturer: PropertyValue(bytes: Array(manufacturer.utf8) + [0])
    case kAudioDevicePropertyDeviceUID, kAudioDevicePropertyModelUID:
      PropertyValue(object: object.identifier as NSString)
    case kAudioDevicePropertyTransportType:
      PropertyValue(isCard ? kAudioDeviceTransportTypeUnknown : kAudioDeviceTransportTypeVirtual)
    case kAudioDevicePropertyDeviceIsAlive: flag(object.isAlive)
    case kAudioDevicePropertyDeviceIsRunning, kAudioDevicePropertyDeviceIsRunningSomewhere:
      flag(object.procedures.isRunning)
    case kAudioDevicePropertyRelatedDevices: PropertyValue(list: [object.id])
    case kAudioDevicePropertyClockDomain, kAudioDevicePropertyIsHidden: PropertyValue(UInt32(0))
    case kAudioDevicePropertyDeviceCanBeDefaultDevice, kAudioDevicePropertyDeviceCanBeDefaultSystemDevice:
      flag(!directions.isEmpty)
    case kAudioDevicePropertyHogMode: PropertyValue(object.isHeld ? getpid() : -1)
    // Without a meaning: programs only listen to it.
    case kAudioDevicePropertyDeviceHasChanged: PropertyValue(UInt32(0))
    default: nil
    }
  }

  private var isCard: Bool { object.identifier.hasPrefix("alsa:") }
  private var manufacturer: String { isCard ? "ALSA" : "swift-audio-toolbox" }

  private func flag(_ isTrue: Bool) -> PropertyValue { PropertyValue(UInt32(isTrue ? 1 : 0)) }

  /// Returns the objects of the device: a stream for each of some directions.
  private func streams(_ directions: [DeviceDirection], _ format: DeviceFormat) -> PropertyValue? {
    switch selector {
    case kAudioDevicePropertyStreams, kAudioObjectPropertyOwnedObjects:
      PropertyValue(list: directions.map { object.stream($0) })
    case kAudioObjectPropertyControlList: PropertyValue(list: [AudioObjectID]())
    case kAudioDevicePropertyStreamConfiguration:
      configuration(scope == kAudioObjectPropertyScopeGlobal ? [] : directions, format)
    default: nil
    }
  }

  /// Returns the formats that it plays and captures.
  private func sound(_ device: any AudioDevice) -> PropertyValue? {
    let format = device.format
    let rate = format.sampleRate
    if let streams = streams(directions, format) { return streams }
    switch selector {
    case kAudioDevicePropertyNominalSampleRate: return PropertyValue(rate)
    case kAudioDevicePropertyActualSampleRate: return PropertyValue(rate * device.report(direction).rateScalar)
    case kAudioDevicePropertyAvailableNominalSampleRates:
      return PropertyValue(list: [AudioValueRange(mMinimum: rate, mMaximum: rate)])
    case kAudioDevicePropertyStreamFormat, kAudioDevicePropertyStreamFormats:
      guard object.has(direction) else { return nil }
      return PropertyValue(StreamProperties.format(format))
    case kAudioDevicePropertyPreferredChannelsForStereo:
      return PropertyValue(whole: [UInt32(1), UInt32(min(2, format.channelCount))])
    case kAudioDevicePropertyPreferredChannelLayout:
      return PropertyValue(bytes: Self.layout(format.channelCount).nativeBytes)
    default: return nil
    }
  }

  /// Returns a layout with the given number of channels for a device, which does not state its loudspeakers.
  static func layout(_ channelCount: Int) -> ChannelLayout {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag =
      switch channelCount {
      case 1: kAudioChannelLayoutTag_Mono
      case 2: kAudioChannelLayoutTag_Stereo
      default: kAudioChannelLayoutTag_DiscreteInOrder | UInt32(channelCount)
      }
    return ChannelLayout(native: PropertyValue(layout).bytes) ?? ChannelLayout(unlabelledChannelCount: channelCount)
  }

  /// Returns an `AudioBufferList` without memory: a buffer a stream.
  private func configuration(_ streams: [DeviceDirection], _ format: DeviceFormat) -> PropertyValue {
    var value = PropertyValue(UInt32(streams.count))
    value.pad(toMultipleOf: 8)
    for _ in streams {
      value.append(UInt32(format.channelCount))
      value.append(UInt32(0))
      value.append(UInt(0))
    }
    // The struct has one buffer at least.
    if streams.isEmpty { for _ in 0..<2 { value.append(UInt(0)) } }
    return value
  }

  /// Returns the properties of its timing.
  private func timing(_ device: any AudioDevice) -> PropertyValue? {
    let counts = object.frameCounts
    let frame = 4 * device.format.channelCount
    switch selector {
    case kAudioDevicePropertyBufferFrameSize: return PropertyValue(UInt32(object.frameCount))
    case kAudioDevicePropertyBufferFrameSizeRange:
      return PropertyValue(AudioValueRange(mMinimum: Double(counts.lowerBound), mMaximum: Double(counts.upperBound)))
    case kAudioDevicePropertyBufferSize: return PropertyValue(UInt32(object.frameCount * frame))
    case kAudioDevicePropertyBufferSizeRange:
      return PropertyValue(
        AudioValueRange(mMinimum: Double(counts.lowerBound * frame), mMaximum: Double(counts.upperBound * frame)))
    case kAudioDevicePropertyLatency:
      return PropertyValue(UInt32(clamping: device.report(direction).latencyFrameCount))
    // Output is played in the cycle that it is made for.
    case kAudioDevicePropertySafetyOffset: return PropertyValue(UInt32(0))
    case kAudioDevicePropertyIOCycleUsage: return PropertyValue(Float32(1))
    case kAudioDeviceProcessorOverload: return PropertyValue(UInt32(0))
    default: return nil
    }
  }
}

/// The properties of a device's stream.
struct StreamProperties {
  private let object: DeviceObject
  private let direction: DeviceDirection

  init(_ object: DeviceObject, _ direction: DeviceDirection) { (self.object, self.direction) = (object, direction) }

  /// Returns the format of IOProcs: 32-bit floats, channels side by side.
  static func format(_ format: DeviceFormat) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      StreamFormat(.float32, sampleRate: format.sampleRate, channelsPerFrame: format.channelCount))
  }

  /// Returns the value of a property; `nil` for properties that streams lack.
  func value(_ address: AudioObjectPropertyAddress) throws(Status) -> PropertyValue? {
    switch address.mSelector {
    case kAudioObjectPropertyBaseClass: return PropertyValue(kAudioObjectClassID)
    case kAudioObjectPropertyClass: return PropertyValue(kAudioStreamClassID)
    case kAudioStreamPropertyOwningDevice: return PropertyValue(object.id)
    case kAudioObjectPropertyOwnedObjects: return PropertyValue(list: [AudioObjectID]())
    case kAudioObjectPropertyName: return PropertyValue(object: object.name as NSString)
    case kAudioStreamPropertyIsActive: return PropertyValue(UInt32(1))
    case kAudioStreamPropertyDirection: return PropertyValue(UInt32(direction == .input ? 1 : 0))
    case kAudioStreamPropertyTerminalType:
      return PropertyValue(
        direction == .input ? kAudioStreamTerminalTypeMicrophone : kAudioStreamTerminalTypeSpeaker)
    case kAudioStreamPropertyStartingChannel: return PropertyValue(UInt32(1))
    // All of the latency is the device's.
    case kAudioStreamPropertyLatency: return PropertyValue(UInt32(0))
    default: break
    }
    guard let device = object.device else { throw Status(kAudioHardwareBadDeviceError) }
    let format = Self.format(device.format)
    switch address.mSelector {
    case kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat: return PropertyValue(format)
    case kAudioStreamPropertyAvailableVirtualFormats, kAudioStreamPropertyAvailablePhysicalFormats:
      let rate = AudioValueRange(mMinimum: format.mSampleRate, mMaximum: format.mSampleRate)
      return PropertyValue(list: [AudioStreamRangedDescription(mFormat: format, mSampleRateRange: rate)])
    case kAudioStreamPropertyPhysicalFormats: return PropertyValue(list: [format])
    default: return nil
    }
  }
}
