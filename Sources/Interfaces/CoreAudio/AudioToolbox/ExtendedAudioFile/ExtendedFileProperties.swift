// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioFiles

// <AudioToolbox/ExtendedAudioFile.h>: properties.

@c @implementation
public func ExtAudioFileGetPropertyInfo(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withExtendedFile(inExtAudioFile) { object throws(Status) in
      let size = try object.value(of: inPropertyID).byteCount
      unsafe outSize.set(UInt32(clamping: size))
      unsafe outWritable.set(object.isWritable(inPropertyID))
    }
  }
}

@c @implementation
public func ExtAudioFileGetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withExtendedFile(inExtAudioFile) { object throws(Status) in
      let destination = try unsafe PropertyDestination(ioPropertyDataSize, outPropertyData)
      try destination.put(try object.value(of: inPropertyID), orThrow: kExtAudioFileError_InvalidPropertySize)
    }
  }
}

@c @implementation
public func ExtAudioFileSetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withExtendedFile(inExtAudioFile) { object throws(Status) in
      try object.set(inPropertyID, to: try unsafe PropertySource(inPropertyDataSize, inPropertyData))
    }
  }
}

extension ExtendedFileObject {
  /// Returns the value of a property.
  ///
  /// - Throws: `kExtAudioFileError_InvalidProperty` for unknown properties.
  func value(of property: ExtAudioFilePropertyID) throws(Status) -> PropertyValue {
    switch property {
    case kExtAudioFileProperty_FileDataFormat: return PropertyValue(storedFormat)
    case kExtAudioFileProperty_ClientDataFormat: return PropertyValue(AudioStreamBasicDescription(clientFormat))
    case kExtAudioFileProperty_FileChannelLayout: return try value(of: file.statedChannelLayout)
    case kExtAudioFileProperty_ClientChannelLayout: return try value(of: clientLayout ?? file.statedChannelLayout)
    case kExtAudioFileProperty_CodecManufacturer: return PropertyValue(codecManufacturer)
    // A property list of settings, which do not exist here.
    case kExtAudioFileProperty_ConverterConfig: return PropertyValue(UInt(0))
    case kExtAudioFileProperty_AudioConverter:
      return PropertyValue(UInt(bitPattern: unsafe openConverterHandle()))
    case kExtAudioFileProperty_AudioFile: return PropertyValue(UInt(bitPattern: unsafe openFileHandle()))
    case kExtAudioFileProperty_FileMaxPacketSize:
      let written = converter?.maximumOutputPacketSize ?? file.packetSizeUpperBound
      return PropertyValue(UInt32(clamping: direction == .writing ? written : file.packetSizeUpperBound))
    case kExtAudioFileProperty_ClientMaxPacketSize: return PropertyValue(UInt32(clamping: clientFormat.bytesPerPacket))
    case kExtAudioFileProperty_FileLengthFrames: return PropertyValue(try frameCount)
    case kExtAudioFileProperty_IOBufferSizeBytes: return PropertyValue(ioBufferByteCount)
    case kExtAudioFileProperty_IOBuffer: return PropertyValue(transferMemory.address)
    case kExtAudioFileProperty_PacketTable:
      guard let table = packetTable else { throw Status(kExtAudioFileError_InvalidProperty) }
      return PropertyValue(AudioFilePacketTableInfo(table))
    default: throw Status(kExtAudioFileError_InvalidProperty)
    }
  }

  private func value(of layout: ChannelLayout?) throws(Status) -> PropertyValue {
    guard let layout else { throw Status(kExtAudioFileError_InvalidProperty) }
    return PropertyValue(bytes: layout.nativeBytes)
  }

  /// Returns true if a property can be set.
  func isWritable(_ property: ExtAudioFilePropertyID) -> Bool {
    switch property {
    case kExtAudioFileProperty_ClientDataFormat, kExtAudioFileProperty_ClientChannelLayout,
      kExtAudioFileProperty_CodecManufacturer, kExtAudioFileProperty_IOBufferSizeBytes,
      kExtAudioFileProperty_IOBuffer, kExtAudioFileProperty_ConverterConfig:
      true
    case kExtAudioFileProperty_PacketTable: true
    case kExtAudioFileProperty_FileChannelLayout: direction == .writing
    default: false
    }
  }

  /// Sets a property.
  ///
  /// - Throws: `kExtAudioFileError_InvalidProperty` for properties that cannot be set,
  ///   `kExtAudioFileError_InvalidPropertySize`, or the error of the value.
  func set(_ property: ExtAudioFilePropertyID, to source: PropertySource) throws(Status) {
    guard isWritable(property) else { throw Status(kExtAudioFileError_InvalidProperty) }
    let size = kExtAudioFileError_InvalidPropertySize
    switch property {
    case kExtAudioFileProperty_ClientDataFormat:
      guard source.count == MemoryLayout<AudioStreamBasicDescription>.size else { throw Status(size) }
      let description = try source.read(AudioStreamBasicDescription.self, orThrow: size)
      try setClientFormat(StreamFormat(bounding: description, orThrow: kAudioConverterErr_FormatNotSupported))
    case kExtAudioFileProperty_ClientChannelLayout: try setClientLayout(try source.channelLayout(tooShort: size))
    case kExtAudioFileProperty_FileChannelLayout:
      let layout = try source.channelLayout(tooShort: size)
      try object.placing { () throws(Status) in try setFileLayout(layout) }
    case kExtAudioFileProperty_PacketTable:
      try setPacketTable(try source.exactly(AudioFilePacketTableInfo.self, orThrow: size))
    case kExtAudioFileProperty_IOBufferSizeBytes:
      ioBufferByteCount = max(1, min(try source.exactly(UInt32.self, orThrow: size), 1 << 24))
    case kExtAudioFileProperty_IOBuffer: setTransferMemory(try source.exactly(UInt.self, orThrow: size))
    case kExtAudioFileProperty_CodecManufacturer:
      let manufacturer = try source.exactly(UInt32.self, orThrow: size)
      guard [kAppleSoftwareAudioCodecManufacturer, kAppleHardwareAudioCodecManufacturer].contains(manufacturer) else {
        throw Status(kAudio_ParamError)
      }
      codecManufacturer = manufacturer
    default:
      // The settings are in the converter, which its caller has changed; only its cookie is new.
      _ = try source.exactly(UInt.self, orThrow: size)
      try adoptConverterChanges()
    }
  }

  private func setPacketTable(_ info: AudioFilePacketTableInfo) throws(Status) {
    guard direction == .writing else { return try override(info) }
    let table = PacketTable(info, sampleRate: fileFormat.sampleRate)
    try object.placing { () throws(Status) in
      try object.working { file throws(AudioError) in try file.setPacketTable(table) }
    }
  }
}
