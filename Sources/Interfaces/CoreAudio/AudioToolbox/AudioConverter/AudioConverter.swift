// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioConversion
import AudioDevices

// <AudioToolbox/AudioConverter.h>: making, disposing, converting. Properties are in ConverterProperties.

@c @implementation
public func AudioConverterNew(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  unsafe opening(outAudioConverter) { () throws(Status) in
    try requirePointer(UInt(bitPattern: inSourceFormat))
    try requirePointer(UInt(bitPattern: inDestinationFormat))
    return try unsafe ConverterObject(from: inSourceFormat.pointee, to: inDestinationFormat.pointee)
  }
}

@c @implementation
public func AudioConverterNewSpecific(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inNumberClassDescriptions: UInt32,
  _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  unsafe opening(outAudioConverter) { () throws(Status) in
    try requirePointer(UInt(bitPattern: inSourceFormat))
    try requirePointer(UInt(bitPattern: inDestinationFormat))
    if inNumberClassDescriptions > 0 { try requirePointer(UInt(bitPattern: inClassDescriptions)) }
    let object = try unsafe ConverterObject(from: inSourceFormat.pointee, to: inDestinationFormat.pointee)
    let descriptions = (0..<Int(inNumberClassDescriptions)).map { unsafe inClassDescriptions[$0] }
    guard descriptions.isEmpty || descriptions.contains(where: object.isMeant(by:)) else {
      throw Status(kAudioConverterErr_FormatNotSupported)
    }
    return object
  }
}

extension ConverterObject {
  /// Makes a converter between a caller's formats.
  package convenience init(
    from input: AudioStreamBasicDescription, to output: AudioStreamBasicDescription
  ) throws(Status) {
    try self.init(
      from: StreamFormat(bounding: input, orThrow: kAudioConverterErr_FormatNotSupported),
      to: StreamFormat(bounding: output, orThrow: kAudioConverterErr_FormatNotSupported))
  }

  /// Returns true if a description is of a codec that this conversion has: both of Apple's manufacturers, and 0, mean
  /// ours.
  ///
  /// The format is that of the converter, whatever the description says: programs ask for `aac ` and encode AAC-ELD.
  /// But an encoder chosen with SBR is not replaced by one without.
  fileprivate func isMeant(by description: AudioClassDescription) -> Bool {
    let manufacturers: [UInt32] = [kAppleSoftwareAudioCodecManufacturer, kAppleHardwareAudioCodecManufacturer, 0]
    guard manufacturers.contains(description.mManufacturer) else { return false }
    switch description.mType {
    case kAudioDecoderComponentType: return isDecoding || !isEncoding
    case kAudioEncoderComponentType where Self.replicatingFormats.contains(description.mSubType):
      return isEncoding && currentOutput.format.formatID.rawValue == description.mSubType
    case kAudioEncoderComponentType: return isEncoding || !isDecoding
    default: return false
    }
  }

  /// The formats with SBR that a format without SBR does not include.
  private static var replicatingFormats: [UInt32] {
    [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_ELD_SBR, kAudioFormatMPEG4AAC_ELD_V2]
  }
}

@c @implementation
public func AudioConverterNewWithOptions(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inOptions: AudioConverterOptions,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  unsafe AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter)
}

@c @implementation
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try unsafe Handles.remove(inAudioConverter, ConverterObject.self, orThrow: kAudio_ParamError)
  }
}

@c @implementation
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      try object.requireRest()
      object.reset()
    }
  }
}

@c @implementation
public func AudioConverterPrepare(
  _ inFlags: UInt32, _ ioReserved: UnsafeMutableRawPointer?, _ inCompletionBlock: ((OSStatus) -> Void)?
) {
  inCompletionBlock?(noErr)
}

/// Runs the body with the object of a converter's handle. The object itself refuses calls that are impossible within
/// its input function.
func withConverter(
  _ handle: AudioConverterRef, _ body: (ConverterObject) throws(Status) -> Void
) throws(Status) {
  try unsafe Handles.withObject(handle, ConverterObject.self, orThrow: kAudio_ParamError, .allowed, body)
}

// MARK: Converting

@c @implementation
public func AudioConverterFillComplexBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      try requirePointer(UInt(bitPattern: ioOutputDataPacketSize))
      let wanted = unsafe Int(ioOutputDataPacketSize.pointee)
      unsafe ioOutputDataPacketSize.pointee = 0
      let output = try unsafe OutputBuffers(outOutputData, count: object.request.format.bufferCount)
      let callback = try unsafe InputCallback(
        inAudioConverter, object, inInputDataProc, inInputDataProcUserData)
      var input = InputSupply(object)
      let made = try object.fill(output, wanted: wanted) { (wanted, batch) throws(Status) in
        try input.supply(wanted, into: &batch) { (wanted, batch) throws(Status) in
          try callback.ask(wanted, into: &batch)
        }
      } describe: { index, packet in
        if let descriptions = unsafe outPacketDescription {
          unsafe descriptions[index] = AudioStreamPacketDescription(packet)
        }
      }
      unsafe ioOutputDataPacketSize.pointee = UInt32(made.packetCount)
      if made.status != noErr { throw Status(made.status) }
    }
  }
}

@c @implementation
public func AudioConverterFillComplexBufferRealtimeSafe(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProcRealtimeSafe,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  var status = noErr
  // A converter that another thread works with is refused, and not waited for.
  RenderingThread.enter {
    status = unsafe AudioConverterFillComplexBuffer(
      inAudioConverter, inInputDataProc, inInputDataProcUserData, ioOutputDataPacketSize, outOutputData,
      outPacketDescription)
  }
  return status
}

@c @implementation
public func AudioConverterFillComplexBufferWithPacketDependencies(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ outPacketDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>
) -> OSStatus {
  let status = unsafe AudioConverterFillComplexBuffer(
    inAudioConverter, inInputDataProc, inInputDataProcUserData, ioOutputDataPacketSize, outOutputData,
    outPacketDescriptions)
  // All packets of the codecs that there are decode by themselves.
  guard UInt(bitPattern: ioOutputDataPacketSize) != 0, UInt(bitPattern: outPacketDependencies) != 0 else {
    return status
  }
  for index in unsafe 0..<Int(ioOutputDataPacketSize.pointee) {
    unsafe outPacketDependencies[index] = AudioStreamPacketDependencyDescription(
      mIsIndependentlyDecodable: 1, mPreRollCount: 0, mFlags: 0, mReserved: 0)
  }
  return status
}

@c @implementation
public func AudioConverterConvertBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataSize: UInt32, _ inInputData: UnsafeRawPointer,
  _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      try requirePointer(UInt(bitPattern: ioOutputDataSize))
      try requirePointer(UInt(bitPattern: outOutputData))
      if inInputDataSize > 0 { try requirePointer(UInt(bitPattern: inInputData)) }
      try object.requireSimpleConversion()
      let input = object.input.format
      guard !input.isPlanar, !object.request.format.isPlanar else {
        throw Status(kAudioConverterErr_OperationNotSupported)
      }
      let frames = Int(inInputDataSize) / input.bytesPerFrame
      guard Int(inInputDataSize) == frames * input.bytesPerFrame else {
        throw Status(kAudioConverterErr_InvalidInputSize)
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: inInputData, count: Int(inInputDataSize))
      let buffer = unsafe AudioBuffer(
        mNumberChannels: UInt32(clamping: object.request.format.channelsPerFrame),
        mDataByteSize: ioOutputDataSize.pointee, mData: outOutputData)
      var list = unsafe AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
      try unsafe withUnsafeMutablePointer(to: &list) { list throws(Status) in
        try unsafe object.convert(
          bytes.bindMemory(to: UInt8.self).span, frameCount: frames, into: OutputBuffers(list, count: 1))
      }
      unsafe ioOutputDataSize.pointee = list.mBuffers.mDataByteSize
    }
  }
}

@c @implementation
public func AudioConverterConvertComplexBuffer(
  _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32, _ inInputData: UnsafePointer<AudioBufferList>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      try unsafe object.convert(inInputData, frameCount: Int(inNumberPCMFrames), into: outOutputData)
    }
  }
}

extension ConverterObject {
  /// Throws for conversions that need more than one pass over given samples: other codings and other rates.
  fileprivate func requireSimpleConversion() throws(Status) {
    guard !isDecoding, !isEncoding, !convertsRate else { throw Status(kAudioConverterErr_OperationNotSupported) }
  }

  /// Converts frames of linear PCM in one pass.
  @unsafe
  package func convert(
    _ source: UnsafePointer<AudioBufferList>, frameCount: Int, into list: UnsafeMutablePointer<AudioBufferList>
  ) throws(Status) {
    try requirePointer(UInt(bitPattern: source))
    try requireSimpleConversion()
    let buffers = try unsafe OutputBuffers(list, count: request.format.bufferCount)
    try requireRoom(for: frameCount, in: buffers)
    let bytes: [UInt8]
    do throws(Status) {
      bytes = try unsafe planes(of: source, input.format, frameCount: frameCount)
    } catch {
      throw Status(kAudioConverterErr_InvalidInputSize)
    }
    try convert(bytes.span, frameCount: frameCount, into: buffers)
  }

  private func requireRoom(for frameCount: Int, in buffers: OutputBuffers) throws(Status) {
    guard frameCount <= buffers.room / request.format.bytesPerFrame else {
      throw Status(kAudioConverterErr_InvalidOutputSize)
    }
  }

  fileprivate func convert(_ bytes: Span<UInt8>, frameCount: Int, into buffers: OutputBuffers) throws(Status) {
    try requireRoom(for: frameCount, in: buffers)
    let (batch, count) = try working { (converter, batch) throws(AudioError) in
      converter.append(bytes)
      converter.lend(buffers)
      _ = try converter.fill(&batch, packetCount: frameCount)
      return converter.packetCount
    }
    buffers.setSize(count * request.format.bytesPerFrame)
    reuse(batch)
  }
}

/// The input function of `AudioConverterFillBuffer`, with its data.
@safe
private struct SimpleInput {
  var function: AudioConverterInputDataProc
  var userData: UnsafeMutableRawPointer?
  var bytesPerPacket: UInt32
}

@c @implementation
public func AudioConverterFillBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withConverter(inAudioConverter) { object throws(Status) in
      try requirePointer(unsafe unsafeBitCast(inInputDataProc, to: UInt.self))
      try requirePointer(UInt(bitPattern: ioOutputDataSize))
      try requirePointer(UInt(bitPattern: outOutputData))
      guard object.input.format.bytesPerPacket > 0, object.currentOutput.format.bytesPerPacket > 0,
        !object.input.format.isPlanar, !object.request.format.isPlanar
      else { throw Status(kAudioConverterErr_OperationNotSupported) }
      let size = UInt32(clamping: object.currentOutput.format.bytesPerPacket)
      var input = unsafe SimpleInput(
        function: inInputDataProc, userData: inInputDataProcUserData,
        bytesPerPacket: UInt32(clamping: object.input.format.bytesPerPacket))
      let buffer = unsafe AudioBuffer(
        mNumberChannels: UInt32(clamping: object.request.format.channelsPerFrame),
        mDataByteSize: ioOutputDataSize.pointee, mData: outOutputData)
      var list = unsafe AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
      var packets = unsafe ioOutputDataSize.pointee / size
      let status = unsafe AudioConverterFillComplexBuffer(
        inAudioConverter, supplySimpleInput, &input, &packets, &list, nil)
      // No more than there is room for.
      unsafe ioOutputDataSize.pointee = packets &* size
      if status != noErr { throw Status(status) }
    }
  }
}

/// The input function of `AudioConverterFillBuffer`: asks the caller's, which deals in bytes of one buffer.
private let supplySimpleInput: AudioConverterComplexInputDataProc = { handle, count, list, _, userData in
  guard let input = unsafe userData?.assumingMemoryBound(to: SimpleInput.self).pointee else {
    return kAudio_ParamError
  }
  var size = unsafe UInt32(clamping: UInt64(count.pointee) * UInt64(input.bytesPerPacket))
  // The function sets the address. One that leaves it has put its input into the converter's memory, or nowhere.
  let own = unsafe list.pointee.mBuffers.mData
  let nowhere = UnsafeMutableRawPointer(list)
  var data = unsafe own ?? nowhere
  let status = unsafe input.function(handle, &size, &data, input.userData)
  unsafe list.pointee.mBuffers.mData = data == nowhere ? nil : data
  unsafe list.pointee.mBuffers.mDataByteSize = size
  unsafe count.pointee = size / input.bytesPerPacket
  return status
}
