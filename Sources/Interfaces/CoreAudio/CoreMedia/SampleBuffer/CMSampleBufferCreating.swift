public import AudioToolbox
public import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMSampleBuffer.h>: making buffers. Blocks are there for callers that have them.

/// `CMSampleBufferMakeDataReadyCallback`, with the buffer's address.
public typealias MakeDataReadyCallback = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> OSStatus

/// `CMSampleBufferMakeDataReadyHandler`, with the buffer's address.
public typealias MakeDataReadyHandler = @convention(block) (UnsafeMutableRawPointer) -> OSStatus

/// `CMSampleBufferGetTypeID`.
@c(CMSampleBufferGetTypeID)
public func cmSampleBufferGetTypeID() -> CFTypeID { SampleBuffer.typeID }

/// `CMSampleBufferCreate`.
@c(CMSampleBufferCreate)
public func cmSampleBufferCreate(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ dataReady: Bool,
  _ makeDataReadyCallback: MakeDataReadyCallback?, _ makeDataReadyRefcon: UnsafeMutableRawPointer?,
  _ formatDescription: UnsafeRawPointer?, _ numSamples: Int, _ numSampleTimingEntries: Int,
  _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, _ numSampleSizeEntries: Int,
  _ sampleSizeArray: UnsafePointer<Int>?, _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    let samples = try unsafe Samples(
      count: numSamples, (numSampleTimingEntries, sampleTimingArray), (numSampleSizeEntries, sampleSizeArray))
    return try unsafe makeBuffer(
      dataBuffer, readiness(dataReady, loader(makeDataReadyCallback, makeDataReadyRefcon)), formatDescription, samples)
  }
}

/// `CMSampleBufferCreateWithMakeDataReadyHandler`.
@c(CMSampleBufferCreateWithMakeDataReadyHandler)
public func cmSampleBufferCreateWithMakeDataReadyHandler(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ dataReady: Bool,
  _ formatDescription: UnsafeRawPointer?, _ numSamples: Int, _ numSampleTimingEntries: Int,
  _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, _ numSampleSizeEntries: Int,
  _ sampleSizeArray: UnsafePointer<Int>?, _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ makeDataReadyHandler: MakeDataReadyHandler?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    let samples = try unsafe Samples(
      count: numSamples, (numSampleTimingEntries, sampleTimingArray), (numSampleSizeEntries, sampleSizeArray))
    return try unsafe makeBuffer(
      dataBuffer, readiness(dataReady, loader(makeDataReadyHandler)), formatDescription, samples)
  }
}

/// `CMSampleBufferCreateReady`: data may be missing only if there are no samples.
@c(CMSampleBufferCreateReady)
public func cmSampleBufferCreateReady(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ formatDescription: UnsafeRawPointer?,
  _ numSamples: Int, _ numSampleTimingEntries: Int, _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  _ numSampleSizeEntries: Int, _ sampleSizeArray: UnsafePointer<Int>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    let samples = try unsafe Samples(
      count: numSamples, (numSampleTimingEntries, sampleTimingArray), (numSampleSizeEntries, sampleSizeArray))
    guard unsafe dataBuffer != nil || numSamples == 0 else {
      throw Failure(kCMSampleBufferError_RequiredParameterMissing)
    }
    return try unsafe makeBuffer(dataBuffer, .ready, formatDescription, samples)
  }
}

// MARK: Sound

/// `CMAudioSampleBufferCreateWithPacketDescriptions`.
@c(CMAudioSampleBufferCreateWithPacketDescriptions)
public func cmAudioSampleBufferCreateWithPacketDescriptions(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ dataReady: Bool,
  _ makeDataReadyCallback: MakeDataReadyCallback?, _ makeDataReadyRefcon: UnsafeMutableRawPointer?,
  _ formatDescription: UnsafeRawPointer?, _ numSamples: Int, _ presentationTimeStamp: CMTime,
  _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    let samples = try unsafe packets(formatDescription, numSamples, presentationTimeStamp, packetDescriptions)
    return try unsafe makeBuffer(
      dataBuffer, readiness(dataReady, loader(makeDataReadyCallback, makeDataReadyRefcon)), formatDescription, samples)
  }
}

/// `CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler`.
@c(CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler)
public func cmAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ dataReady: Bool,
  _ formatDescription: UnsafeRawPointer?, _ numSamples: Int, _ presentationTimeStamp: CMTime,
  _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ makeDataReadyHandler: MakeDataReadyHandler?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    let samples = try unsafe packets(formatDescription, numSamples, presentationTimeStamp, packetDescriptions)
    return try unsafe makeBuffer(
      dataBuffer, readiness(dataReady, loader(makeDataReadyHandler)), formatDescription, samples)
  }
}

/// `CMAudioSampleBufferCreateReadyWithPacketDescriptions`.
@c(CMAudioSampleBufferCreateReadyWithPacketDescriptions)
public func cmAudioSampleBufferCreateReadyWithPacketDescriptions(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ formatDescription: UnsafeRawPointer?,
  _ numSamples: Int, _ presentationTimeStamp: CMTime,
  _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    guard unsafe dataBuffer != nil else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    let samples = try unsafe packets(formatDescription, numSamples, presentationTimeStamp, packetDescriptions)
    return try unsafe makeBuffer(dataBuffer, .ready, formatDescription, samples)
  }
}

// MARK: Pictures

/// `CMSampleBufferCreateForImageBuffer`: fails, because there are no image buffers here.
@c(CMSampleBufferCreateForImageBuffer)
public func cmSampleBufferCreateForImageBuffer(
  _ allocator: UnsafeRawPointer?, _ imageBuffer: UnsafeRawPointer?, _ dataReady: Bool,
  _ makeDataReadyCallback: MakeDataReadyCallback?, _ makeDataReadyRefcon: UnsafeMutableRawPointer?,
  _ formatDescription: UnsafeRawPointer?, _ sampleTiming: UnsafePointer<CMSampleTimingInfo>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe refusingPicture(imageBuffer, sampleBufferOut) }

/// `CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler`: fails, because there are no image buffers here.
@c(CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler)
public func cmSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
  _ allocator: UnsafeRawPointer?, _ imageBuffer: UnsafeRawPointer?, _ dataReady: Bool,
  _ formatDescription: UnsafeRawPointer?, _ sampleTiming: UnsafePointer<CMSampleTimingInfo>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ makeDataReadyHandler: MakeDataReadyHandler?
) -> OSStatus { unsafe refusingPicture(imageBuffer, sampleBufferOut) }

/// `CMSampleBufferCreateReadyWithImageBuffer`: fails, because there are no image buffers here.
@c(CMSampleBufferCreateReadyWithImageBuffer)
public func cmSampleBufferCreateReadyWithImageBuffer(
  _ allocator: UnsafeRawPointer?, _ imageBuffer: UnsafeRawPointer?, _ formatDescription: UnsafeRawPointer?,
  _ sampleTiming: UnsafePointer<CMSampleTimingInfo>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe refusingPicture(imageBuffer, sampleBufferOut) }

// MARK: Copies

/// `CMSampleBufferCreateCopy`.
@c(CMSampleBufferCreateCopy)
public func cmSampleBufferCreateCopy(
  _ allocator: UnsafeRawPointer?, _ sbuf: UnsafeRawPointer?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in try unsafe sampleBuffer(sbuf).copy() }
}

/// `CMSampleBufferCreateCopyWithNewTiming`.
@c(CMSampleBufferCreateCopyWithNewTiming)
public func cmSampleBufferCreateCopyWithNewTiming(
  _ allocator: UnsafeRawPointer?, _ originalSBuf: UnsafeRawPointer?, _ numSampleTimingEntries: Int,
  _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    let original = try unsafe sampleBuffer(originalSBuf)
    let samples = try unsafe Samples(
      count: original.count, (numSampleTimingEntries, sampleTimingArray), (count: 0, entries: nil))
    return try original.copy(newTiming: samples.timing)
  }
}

/// `CMSampleBufferCopySampleBufferForRange`.
@c(CMSampleBufferCopySampleBufferForRange)
public func cmSampleBufferCopySampleBufferForRange(
  _ allocator: UnsafeRawPointer?, _ sbuf: UnsafeRawPointer?, _ sampleRange: CFRange,
  _ sampleBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(sampleBufferOut) { () throws(Failure) in
    try unsafe sampleBuffer(sbuf).copy(sampleRange.location, sampleRange.length)
  }
}

// MARK: Each sample

/// `CMSampleBufferCallForEachSample`: ends at the first status that is not 0.
@c(CMSampleBufferCallForEachSample)
public func cmSampleBufferCallForEachSample(
  _ sbuf: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer?) -> OSStatus)?,
  _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let callback = unsafe callback else { return kCMSampleBufferError_RequiredParameterMissing }
  return unsafe forEachSample(sbuf) { unsafe callback($0, $1, refcon) }
}

/// `CMSampleBufferCallBlockForEachSample`: ends at the first status that is not 0.
@c(CMSampleBufferCallBlockForEachSample)
public func cmSampleBufferCallBlockForEachSample(
  _ sbuf: UnsafeRawPointer?, _ handler: (@convention(block) (UnsafeMutableRawPointer, Int) -> OSStatus)?
) -> OSStatus {
  guard let handler = unsafe handler else { return kCMSampleBufferError_RequiredParameterMissing }
  return unsafe forEachSample(sbuf) { unsafe handler($0, $1) }
}

// MARK: Helpers

/// Returns the sample buffer at an address.
///
/// - Throws: For any other object, and for a buffer that was made invalid.
@unsafe
func sampleBuffer(_ pointer: UnsafeRawPointer?) throws(Failure) -> SampleBuffer {
  let buffer = try unsafe object(
    pointer, SampleBuffer.self, orThrow: kCMSampleBufferError_RequiredParameterMissing)
  guard buffer.isValid else { throw Failure(kCMSampleBufferError_Invalidated) }
  return buffer
}

/// Makes a buffer and hands its first reference over.
@unsafe
private func creatingBuffer(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ make: () throws(Failure) -> SampleBuffer
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMSampleBufferError_RequiredParameterMissing, make)
  }
}

@unsafe
private func makeBuffer(
  _ data: UnsafeRawPointer?, _ readiness: SampleBuffer.Readiness, _ format: UnsafeRawPointer?, _ samples: Samples
) throws(Failure) -> SampleBuffer {
  var block: BlockBuffer?
  var description: FormatDescription?
  if unsafe data != nil {
    block = try unsafe object(data, BlockBuffer.self, orThrow: kCMSampleBufferError_RequiredParameterMissing)
  }
  if unsafe format != nil {
    description = try unsafe object(
      format, FormatDescription.self, orThrow: kCMSampleBufferError_RequiredParameterMissing)
  }
  return SampleBuffer(block, readiness, description, samples)
}

@unsafe
private func packets(
  _ format: UnsafeRawPointer?, _ count: Int, _ start: CMTime,
  _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
) throws(Failure) -> Samples {
  let description = try unsafe object(
    format, FormatDescription.self, orThrow: kCMSampleBufferError_RequiredParameterMissing)
  guard let sound = description.audio?.basicDescription else {
    throw Failure(kCMSampleBufferError_InvalidMediaTypeForOperation)
  }
  let list = unsafe descriptions.map { unsafe Array(UnsafeBufferPointer(start: $0, count: max(0, count))) }
  return try Samples(packets: list, count: count, of: sound, from: start)
}

private func readiness(_ isReady: Bool, _ loader: SampleBuffer.Loader?) -> SampleBuffer.Readiness {
  isReady ? .ready : .awaited(loader)
}

@unsafe
private func loader(
  _ callback: MakeDataReadyCallback?, _ refcon: UnsafeMutableRawPointer?
) -> SampleBuffer.Loader? {
  guard let callback = unsafe callback else { return nil }
  return { unsafe callback(Unmanaged.passUnretained($0).toOpaque(), refcon) }
}

@unsafe
private func loader(_ handler: MakeDataReadyHandler?) -> SampleBuffer.Loader? {
  guard let handler = unsafe handler else { return nil }
  return { unsafe handler(Unmanaged.passUnretained($0).toOpaque()) }
}

@unsafe
private func refusingPicture(
  _ picture: UnsafeRawPointer?, _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingBuffer(out) { () throws(Failure) in
    throw Failure(
      unsafe picture == nil
        ? kCMSampleBufferError_RequiredParameterMissing : kCMSampleBufferError_InvalidMediaFormat)
  }
}

@unsafe
private func forEachSample(
  _ sbuf: UnsafeRawPointer?, _ body: (UnsafeMutableRawPointer, Int) -> OSStatus
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    for index in 0..<buffer.count {
      let one = try buffer.copy(index, 1)
      guard let pointer = unsafe address(of: one) else { continue }
      let status = unsafe body(pointer, index)
      withExtendedLifetime(one) {}
      guard status == noErr else { throw Failure(status) }
    }
  }
}
