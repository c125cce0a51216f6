import AudioToolbox
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Sample buffers: what is refused")
struct SampleBufferRefusalTests {
  private static let missing = kCMSampleBufferError_RequiredParameterMissing

  /// Every function that takes a buffer and returns a status.
  private static func functions(_ buffer: CMSampleBuffer) throws -> [MediaRefusal] {
    let block = try makeBlock([1, 2, 3, 4])
    var (made, retained): (CMSampleBuffer?, CMBlockBuffer?) = (nil, nil)
    var (count, info, list) = (0, CMSampleTimingInfo(), AudioBufferList())
    let other = try makePackets()
    return [
      MediaRefusal("CMSampleBufferCreateCopy") {
        CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &made)
      },
      MediaRefusal("CMSampleBufferCreateCopyWithNewTiming") {
        CMSampleBufferCreateCopyWithNewTiming(
          allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 0, sampleTimingArray: nil,
          sampleBufferOut: &made)
      },
      MediaRefusal("CMSampleBufferCopySampleBufferForRange") {
        CMSampleBufferCopySampleBufferForRange(
          allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: 0, length: 1), sampleBufferOut: &made)
      }, MediaRefusal("CMSampleBufferSetDataBuffer") { CMSampleBufferSetDataBuffer(buffer, newValue: block) },
      MediaRefusal("CMSampleBufferSetDataBufferFromAudioBufferList") {
        CMSampleBufferSetDataBufferFromAudioBufferList(
          buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, bufferList: &list)
      },
      MediaRefusal("CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer") {
        CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
          buffer, bufferListSizeNeededOut: &count, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
          blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: &retained)
      },
      MediaRefusal("CMSampleBufferGetAudioStreamPacketDescriptions") {
        CMSampleBufferGetAudioStreamPacketDescriptions(
          buffer, allocatedSize: 0, packetDescriptionsOut: nil, packetDescriptionsSizeNeededOut: &count)
      },
      MediaRefusal("CMSampleBufferGetAudioStreamPacketDescriptionsPtr") {
        CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
          buffer, packetDescriptionsPointerOut: nil, sizeOut: &count)
      },
      MediaRefusal("CMSampleBufferCopyPCMDataIntoAudioBufferList") {
        CMSampleBufferCopyPCMDataIntoAudioBufferList(buffer, at: 0, frameCount: 0, into: &list)
      }, MediaRefusal("CMSampleBufferSetDataReady") { CMSampleBufferSetDataReady(buffer) },
      MediaRefusal("CMSampleBufferSetDataFailed") { CMSampleBufferSetDataFailed(buffer, status: -1) },
      MediaRefusal("CMSampleBufferMakeDataReady") { CMSampleBufferMakeDataReady(buffer) },
      MediaRefusal("CMSampleBufferTrackDataReadiness") {
        CMSampleBufferTrackDataReadiness(buffer, sampleBufferToTrack: other)
      },
      MediaRefusal("CMSampleBufferTrackDataReadiness") {
        CMSampleBufferTrackDataReadiness(other, sampleBufferToTrack: buffer)
      }, MediaRefusal("CMSampleBufferInvalidate") { CMSampleBufferInvalidate(buffer) },
      MediaRefusal("CMSampleBufferSetInvalidateCallback") {
        CMSampleBufferSetInvalidateCallback(buffer, callback: { _, _ in }, refcon: 0)
      },
      MediaRefusal("CMSampleBufferSetInvalidateHandler") { CMSampleBufferSetInvalidateHandler(buffer) { _ in } },
      MediaRefusal("CMSampleBufferSetOutputPresentationTimeStamp") {
        CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: .zero)
      },
      MediaRefusal("CMSampleBufferGetSampleTimingInfoArray") {
        CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
      },
      MediaRefusal("CMSampleBufferGetOutputSampleTimingInfoArray") {
        CMSampleBufferGetOutputSampleTimingInfoArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
      },
      MediaRefusal("CMSampleBufferGetSampleTimingInfo") {
        CMSampleBufferGetSampleTimingInfo(buffer, at: 0, timingInfoOut: &info)
      },
      MediaRefusal("CMSampleBufferGetSampleSizeArray") {
        CMSampleBufferGetSampleSizeArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
      },
      MediaRefusal("CMSampleBufferCallForEachSample") {
        CMSampleBufferCallForEachSample(buffer, callback: { _, _, _ in noErr }, refcon: nil)
      },
      MediaRefusal("CMSampleBufferCallBlockForEachSample") {
        CMSampleBufferCallBlockForEachSample(buffer) { _, _ in noErr }
      },
    ]
  }

  private func expectNothing(of buffer: CMSampleBuffer, _ reason: String) {
    #expect(!CMSampleBufferIsValid(buffer), "\(reason)")
    #expect(!CMSampleBufferDataIsReady(buffer), "\(reason)")
    #expect(!CMSampleBufferHasDataFailed(buffer, statusOut: nil), "\(reason)")
    expectEqual(CMSampleBufferGetNumSamples(buffer), 0, "\(reason)")
    expectEqual(CMSampleBufferGetSampleSize(buffer, at: 0), 0, "\(reason)")
    expectEqual(CMSampleBufferGetTotalSampleSize(buffer), 0, "\(reason)")
    expectNil(CMSampleBufferGetDataBuffer(buffer), "\(reason)")
    expectNil(CMSampleBufferGetImageBuffer(buffer), "\(reason)")
    expectNil(CMSampleBufferGetFormatDescription(buffer), "\(reason)")
    expectNil(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true), "\(reason)")
    let times = [
      CMSampleBufferGetDuration(buffer), CMSampleBufferGetPresentationTimeStamp(buffer),
      CMSampleBufferGetDecodeTimeStamp(buffer), CMSampleBufferGetOutputDuration(buffer),
      CMSampleBufferGetOutputPresentationTimeStamp(buffer), CMSampleBufferGetOutputDecodeTimeStamp(buffer),
    ]
    #expect(times.allSatisfy { !$0.isValid }, "\(reason)")
  }

  @Test("Null pointers, objects of other kinds and buffers that were made invalid")
  func objects() throws {
    for (name, object) in strangers(CMSampleBuffer.self) {
      MediaRefusal.check(Self.missing, name, try Self.functions(object))
      expectNothing(of: object, name)
    }
    let invalid = try makePackets()
    expectEqual(CMSampleBufferInvalidate(invalid), noErr)
    MediaRefusal.check(kCMSampleBufferError_Invalidated, "invalid", try Self.functions(invalid))
    expectNothing(of: invalid, "invalid")
  }

  /// Every function that makes a buffer, with what they have in common.
  private static func making(
    data: CMBlockBuffer?, format: CMFormatDescription?, count: Int = 1, start: CMTime = .zero,
    place: UnsafeMutablePointer<CMSampleBuffer?>
  ) -> (plain: [MediaRefusal], sound: [MediaRefusal], pictures: [MediaRefusal]) {
    let sizes = [4]
    let packets = [AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 4)]
    let plain = [
      MediaRefusal("CMSampleBufferCreate") {
        CMSampleBufferCreate(
          allocator: nil, dataBuffer: data, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
          formatDescription: format, sampleCount: count, sampleTimingEntryCount: 0, sampleTimingArray: nil,
          sampleSizeEntryCount: 1, sampleSizeArray: sizes, sampleBufferOut: place)
      },
      MediaRefusal("CMSampleBufferCreateWithMakeDataReadyHandler") {
        CMSampleBufferCreateWithMakeDataReadyHandler(nil, data, true, format, count, 0, nil, 1, sizes, place) { _ in
          noErr
        }
      },
      MediaRefusal("CMSampleBufferCreateReady") {
        CMSampleBufferCreateReady(
          allocator: nil, dataBuffer: data, formatDescription: format, sampleCount: count, sampleTimingEntryCount: 0,
          sampleTimingArray: nil, sampleSizeEntryCount: 1, sampleSizeArray: sizes, sampleBufferOut: place)
      },
    ]
    let described = format ?? nothing()
    let sound = [
      MediaRefusal("CMAudioSampleBufferCreateWithPacketDescriptions") {
        CMAudioSampleBufferCreateWithPacketDescriptions(
          allocator: nil, dataBuffer: data, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
          formatDescription: described, sampleCount: count, presentationTimeStamp: start, packetDescriptions: packets,
          sampleBufferOut: place)
      },
      MediaRefusal("CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler") {
        CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
          nil, data, true, described, count, start, packets, place
        ) { _ in noErr }
      },
      MediaRefusal("CMAudioSampleBufferCreateReadyWithPacketDescriptions") {
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
          allocator: nil, dataBuffer: data ?? nothing(), formatDescription: described, sampleCount: count,
          presentationTimeStamp: start, packetDescriptions: packets, sampleBufferOut: place)
      },
    ]
    var timing = CMSampleTimingInfo()
    let pictures = [
      MediaRefusal("CMSampleBufferCreateForImageBuffer") {
        CMSampleBufferCreateForImageBuffer(
          allocator: nil, imageBuffer: nothing(), dataReady: true, makeDataReadyCallback: nil, refcon: nil,
          formatDescription: described, sampleTiming: &timing, sampleBufferOut: place)
      },
      MediaRefusal("CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler") {
        CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
          nil, nothing(), true, described, &timing, place
        ) { _ in noErr }
      },
      MediaRefusal("CMSampleBufferCreateReadyWithImageBuffer") {
        CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: nothing(), formatDescription: described, sampleTiming: &timing,
          sampleBufferOut: place)
      },
    ]
    return (plain, sound, pictures)
  }

  @Test("Buffers without a place, samples, data, a format or a time")
  func creation() throws {
    let data = try makeBlock([1, 2, 3, 4])
    let format = try makeFormat(coded())
    let place = UnsafeMutablePointer<CMSampleBuffer?>.allocate(capacity: 1)
    place.initialize(to: nil)
    defer {
      place.deinitialize(count: 1)
      place.deallocate()
    }
    func making(
      data: CMBlockBuffer? = data, format: CMFormatDescription? = format, count: Int = 1, start: CMTime = .zero
    ) -> (plain: [MediaRefusal], sound: [MediaRefusal], pictures: [MediaRefusal]) {
      Self.making(data: data, format: format, count: count, start: start, place: place)
    }
    let nowhere = Self.making(data: data, format: format, place: nothing())
    MediaRefusal.check(Self.missing, "no place", nowhere.plain + nowhere.sound + nowhere.pictures)
    MediaRefusal.check(Self.missing, "no picture", making().pictures)
    for (name, object) in strangers(CMBlockBuffer.self).dropFirst() {
      let calls = making(data: object)
      MediaRefusal.check(Self.missing, "data: \(name)", calls.plain + calls.sound)
    }
    for (name, object) in strangers(CMFormatDescription.self).dropFirst() {
      let calls = making(format: object)
      MediaRefusal.check(Self.missing, "format: \(name)", calls.plain + calls.sound)
    }
    MediaRefusal.check(Self.missing, "no format", making(format: .some(nothing())).sound)
    MediaRefusal.check(Self.missing, "no data", Array(making(data: nil).plain[2...]) + making(data: nil).sound[2...])
    MediaRefusal.check(kCMSampleBufferError_InvalidEntryCount, "", making(count: -1).plain)
    MediaRefusal.check(kCMSampleBufferError_InvalidEntryCount, "", making(count: .min).plain)
    for count in [0, -1, .min] { MediaRefusal.check(Self.missing, "\(count)", making(count: count).sound) }
    for start in [CMTime.invalid, .indefinite, .positiveInfinity] {
      MediaRefusal.check(kCMSampleBufferError_SampleTimingInfoInvalid, "", making(start: start).sound)
    }
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    MediaRefusal.check(kCMSampleBufferError_InvalidMediaTypeForOperation, "", making(format: video).sound)
    expectNil(place.pointee)
    for call in making().plain + making().sound {
      MediaRefusal.check(noErr, "", [call])
      // The next one would write over it.
      place.pointee = nil
    }
  }

  @Test("No function of the header is left out", .needs(.api))
  func completeness() throws {
    let all = Self.making(data: nil, format: nil, place: nothing())
    let covered = Set(
      (try Self.functions(nothing()) + all.plain + all.sound + all.pictures).map(\.function))
    for function in try MediaRefusal.functions(of: "CMSampleBuffer") {
      #expect(covered.contains(function), "\(function)")
    }
  }
}
