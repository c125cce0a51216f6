// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioConverter.h>: properties.

@c @implementation
public func AudioConverterGetPropertyInfo(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      let isWritable = object.isWritable(inPropertyID)
      let size = try object.byteCount(of: inPropertyID)
      unsafe outSize.set(UInt32(clamping: size))
      unsafe outWritable.set(isWritable)
    }
  }
}

@c @implementation
public func AudioConverterGetProperty(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      let destination = try unsafe PropertyDestination(ioPropertyDataSize, outPropertyData)
      let value =
        if let answer = object.calculated(inPropertyID, from: destination.read(UInt32.self) ?? 0) {
          PropertyValue(answer)
        } else {
          try object.value(of: inPropertyID)
        }
      try destination.put(value, orThrow: kAudioConverterErr_BadPropertySizeError)
    }
  }
}

@c @implementation
public func AudioConverterSetProperty(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      try object.set(inPropertyID, to: try unsafe PropertySource(inPropertyDataSize, inPropertyData))
    }
  }
}
