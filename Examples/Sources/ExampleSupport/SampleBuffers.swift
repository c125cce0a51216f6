import AudioToolbox
import CoreMedia
import Foundation

/// The format of sound, with what its decoder has to know.
public func makeFormatDescription(
  _ format: AudioStreamBasicDescription, cookie: Data = Data()
) throws -> CMFormatDescription {
  var format = format
  var made: CMFormatDescription?
  try cookie.withUnsafeBytes { memory in
    try check(
      "CMAudioFormatDescriptionCreate",
      CMAudioFormatDescriptionCreate(
        allocator: kCFAllocatorDefault, asbd: &format, layoutSize: 0, layout: nil, magicCookieSize: memory.count,
        magicCookie: memory.baseAddress, extensions: nil, formatDescriptionOut: &made))
  }
  guard let made else { throw CallFailed("CMAudioFormatDescriptionCreate", kAudio_ParamError) }
  return made
}

/// A block buffer with a copy of bytes.
public func makeBlockBuffer(_ bytes: Data) throws -> CMBlockBuffer {
  var made: CMBlockBuffer?
  try check(
    "CMBlockBufferCreateWithMemoryBlock",
    CMBlockBufferCreateWithMemoryBlock(
      allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil,
      customBlockSource: nil, offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag,
      blockBufferOut: &made))
  guard let made else { throw CallFailed("CMBlockBufferCreateWithMemoryBlock", kAudio_ParamError) }
  try bytes.withUnsafeBytes { memory in
    guard let base = memory.baseAddress else { return }
    try check(
      "CMBlockBufferReplaceDataBytes",
      CMBlockBufferReplaceDataBytes(
        with: base, blockBuffer: made, offsetIntoDestination: 0, dataLength: memory.count))
  }
  return made
}

/// A sample buffer of samples that lie one behind the other.
///
/// - Parameters:
///   - timing: One for all samples, which then follow one another, or one for each.
///   - sizes: One for all samples, one for each, or none where the format says it.
public func makeSampleBuffer(
  _ bytes: Data, _ format: CMFormatDescription, count: Int, timing: [CMSampleTimingInfo], sizes: [Int]
) throws -> CMSampleBuffer {
  var made: CMSampleBuffer?
  try check(
    "CMSampleBufferCreateReady",
    CMSampleBufferCreateReady(
      allocator: kCFAllocatorDefault, dataBuffer: try makeBlockBuffer(bytes), formatDescription: format,
      sampleCount: count, sampleTimingEntryCount: timing.count, sampleTimingArray: timing,
      sampleSizeEntryCount: sizes.count, sampleSizeArray: sizes, sampleBufferOut: &made))
  guard let made else { throw CallFailed("CMSampleBufferCreateReady", kAudio_ParamError) }
  return made
}

/// The bytes of a sample buffer; none where it holds none.
public func bytes(of buffer: CMSampleBuffer) -> Data {
  guard let block = CMSampleBufferGetDataBuffer(buffer) else { return Data() }
  let count = CMBlockBufferGetDataLength(block)
  var bytes = Data(count: count)
  let status = bytes.withUnsafeMutableBytes { memory in
    memory.baseAddress.map { CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: count, destination: $0) }
  }
  return status == noErr ? bytes : Data()
}
