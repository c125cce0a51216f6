import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Time code descriptions as FFmpeg wrote one, and closed caption descriptions, which are headers alone.
@Suite("Time code and closed caption descriptions of files")
struct TimeCodeDescriptionTests {
  /// FFmpeg 5.1, 25 frames a second of 512 in 12,800, from a reel.
  static let timeCode = EntryBytes.hexadecimal(
    """
    00000033 746d6364 000000000000 0001 00000000 00000000 00003200 00000200 19 00 00000011 6e616d65 0005 0000 5245454c37
    """)
  static let captions = EntryBytes.sized([0, 0, 0, 0] + Array("c608".utf8) + [0, 0, 0, 0, 0, 0, 0, 1])

  private func makeTimeCode(_ entry: [UInt8]) -> (OSStatus, CMFormatDescription?) {
    var made: CMTimeCodeFormatDescription?
    let status = CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionData(
      allocator: nil, bigEndianTimeCodeDescriptionData: entry, size: entry.count, flavor: nil,
      formatDescriptionOut: &made)
    return (status, made)
  }

  private func write(_ description: CMFormatDescription) -> (OSStatus, [UInt8]) {
    var block: CMBlockBuffer?
    let status = CMTimeCodeFormatDescriptionCopyAsBigEndianTimeCodeDescriptionBlockBuffer(
      allocator: nil, timeCodeFormatDescription: description, flavor: nil, blockBufferOut: &block)
    return (status, block.map { bytes(of: $0) } ?? [])
  }

  private func makeCaptions(_ entry: [UInt8]) -> (OSStatus, CMFormatDescription?) {
    var made: CMClosedCaptionFormatDescription?
    let status = CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionData(
      allocator: nil, bigEndianClosedCaptionDescriptionData: entry, size: entry.count, flavor: nil,
      formatDescriptionOut: &made)
    return (status, made)
  }

  @Test("A time code's entry is read and written")
  func timeCodes() throws {
    let (status, made) = makeTimeCode(Self.timeCode)
    expectEqual(status, noErr)
    let description = try required(made)
    expectEqual(description.mediaType, .timeCode)
    expectEqual(description.mediaSubType, .timeCode32)
    expectEqual(description.frameDuration, CMTime(value: 512, timescale: 12800))
    expectEqual(description.frameQuanta, 25)
    expectEqual(description.timeCodeFlags, [])
    expectEqual(description.extensions[.sourceReferenceName], .sourceReferenceName(value: "REEL7", langCode: 0))
    expectEqual(write(description).1, EntryBytes.withoutReference(Self.timeCode))
    var extensions = description.extensions
    extensions[.verbatimSampleDescription] = nil
    let plain = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: description.frameDuration, frameQuanta: 25, flags: [],
      extensions: extensions)
    expectEqual(write(plain).1, EntryBytes.withoutReference(Self.timeCode))
    var again: CMTimeCodeFormatDescription?
    expectEqual(
      CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionBlockBuffer(
        allocator: nil, bigEndianTimeCodeDescriptionBlockBuffer: try makeBlock(Self.timeCode), flavor: nil,
        formatDescriptionOut: &again), noErr)
    expectEqual(again.map { $0 == description }, true)
  }

  @Test("Flags are those of files; what has more than they have room for is refused")
  func limits() throws {
    func description(_ duration: CMTime, _ quanta: Int) throws -> CMFormatDescription {
      try CMFormatDescription(
        timeCodeFormatType: .counter64, frameDuration: duration, frameQuanta: quanta,
        flags: [.dropFrame, .negTimesOK])
    }
    let (status, entry) = write(try description(CMTime(value: 1001, timescale: 30000), 30))
    expectEqual(status, noErr)
    expectEqual(
      entry,
      [0, 0, 0, 34] + Array("cn64".utf8) + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + [0, 0, 0, 0, 0, 0, 0, 5]
        + [0, 0, 0x75, 0x30, 0, 0, 3, 0xE9, 30, 0])
    let wrong = kCMFormatDescriptionBridgeError_InvalidFormatDescription
    expectEqual(write(try description(CMTime(value: 1, timescale: 30), 256)).0, wrong)
    expectEqual(write(try description(CMTime(value: 1 << 31, timescale: 30), 30)).0, wrong)
    let other = try CMFormatDescription(
      timeCodeFormatType: .h264, frameDuration: CMTime(value: 1, timescale: 30), frameQuanta: 30, flags: [])
    expectEqual(write(other).0, kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
  }

  @Test("Closed captions are a header with or without boxes")
  func closedCaptions() throws {
    let (status, made) = makeCaptions(Self.captions)
    expectEqual(status, noErr)
    let description = try required(made)
    expectEqual(description.mediaType, .closedCaption)
    expectEqual(description.mediaSubType, .cea608)
    func entry(_ description: CMFormatDescription) -> (OSStatus, [UInt8]) {
      var block: CMBlockBuffer?
      let status = CMClosedCaptionFormatDescriptionCopyAsBigEndianClosedCaptionDescriptionBlockBuffer(
        allocator: nil, closedCaptionFormatDescription: description, flavor: nil, blockBufferOut: &block)
      return (status, block.map { bytes(of: $0) } ?? [])
    }
    expectEqual(entry(description).1, EntryBytes.withoutReference(Self.captions))
    // As the header says, they are made by CMFormatDescriptionCreate.
    var extensions = CMFormatDescription.Extensions()
    extensions[.sampleDescriptionExtensionAtoms] = CMFormatDescription.Extensions.Value(["abcd": Data([1])] as Any)
    let plain = try CMFormatDescription(mediaType: .closedCaption, mediaSubType: .atsc, extensions: extensions)
    expectEqual(
      entry(plain).1,
      [0, 0, 0, 25] + Array("atcc".utf8) + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 9]
        + Array("abcd".utf8) + [1])
    let other = try CMFormatDescription(mediaType: .closedCaption, mediaSubType: .h264)
    expectEqual(entry(other).0, kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
    var again: CMClosedCaptionFormatDescription?
    expectEqual(
      CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionBlockBuffer(
        allocator: nil, bigEndianClosedCaptionDescriptionBlockBuffer: try makeBlock(entry(plain).1), flavor: nil,
        formatDescriptionOut: &again), noErr)
    expectEqual(again?.mediaSubType, .atsc)
  }

  @Test("Every entry that is cut short is refused, and no byte traps")
  func cut() {
    let wrong = kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription
    for count in 0..<Self.timeCode.count { expectEqual(makeTimeCode(Array(Self.timeCode.prefix(count))).0, wrong) }
    for count in 0..<Self.captions.count { expectEqual(makeCaptions(Array(Self.captions.prefix(count))).0, wrong) }
    for place in Self.timeCode.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = Self.timeCode
        changed[place] = value
        if let description = makeTimeCode(changed).1 { _ = write(description) }
      }
    }
    // Frames of no length, or of a second without parts.
    for place in [26, 30] {
      var changed = Self.timeCode
      (changed[place], changed[place + 1]) = (0, 0)
      expectEqual(makeTimeCode(changed).0, wrong)
    }
    expectEqual(makeTimeCode(Self.captions + [UInt8](repeating: 0, count: 40)).0, wrong)
    expectEqual(makeCaptions(Self.timeCode).0, wrong)
  }
}
