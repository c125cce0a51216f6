import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Format descriptions")
struct FormatDescriptionTests {
  @Test("Sound: what was given is what is told")
  func sound() throws {
    var format = coded(rate: 24000, channels: 1)
    let cookie: [UInt8] = [0x13, 0x08]
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    var made: CMAudioFormatDescription?
    expectEqual(
      CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &format, layoutSize: 12, layout: &layout, magicCookieSize: 2, magicCookie: cookie,
        extensions: makeDictionary([(kCMFormatDescriptionExtension_FormatName, NSString("aac"))]),
        formatDescriptionOut: &made), noErr)
    let description = try required(made)
    expectEqual(CMFormatDescriptionGetMediaType(description), kCMMediaType_Audio)
    expectEqual(CMFormatDescriptionGetMediaSubType(description), kAudioFormatMPEG4AAC)
    let told = try required(CMAudioFormatDescriptionGetStreamBasicDescription(description))
    expectEqual(told.pointee.mSampleRate, 24000)
    expectEqual(told.pointee.mFramesPerPacket, 1024)
    expectEqual(told, CMAudioFormatDescriptionGetStreamBasicDescription(description))
    var size = 0
    let toldCookie = try required(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size))
    expectEqual([UInt8](UnsafeRawBufferPointer(start: toldCookie, count: size)), cookie)
    let toldLayout = try required(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size))
    expectEqual(size, 12)
    expectEqual(toldLayout.pointee.mChannelLayoutTag, kAudioChannelLayoutTag_Mono)
    let extensions = try required(CMFormatDescriptionGetExtensions(description))
    expectEqual(CFDictionaryGetCount(extensions), 1)
    let name = CMFormatDescriptionGetExtension(description, extensionKey: kCMFormatDescriptionExtension_FormatName)
    expectEqual(name.map { CFEqual($0, string("aac")) }, true)
    expectNil(CMFormatDescriptionGetExtension(description, extensionKey: string("no such key")))
    expectEqual(CFGetTypeID(description), CMFormatDescriptionGetTypeID())
    #expect(CMFormatDescriptionGetTypeID() != CMBlockBufferGetTypeID())
  }

  @Test("Swift compares objects as Core Foundation does")
  func hashableObjects() throws {
    let first = try makeFormat(pcm())
    let same = try makeFormat(pcm())
    let other = try makeFormat(coded(rate: 24000, channels: 1))
    #expect(first == same && first !== same)
    #expect(first != other)
    expectEqual(Set([first, same, other]).count, 2)
    let (block, equalBytes) = (try makeBlock([1, 2]), try makeBlock([1, 2]))
    #expect(block == block && block != equalBytes)
    expectEqual(Set([block, equalBytes, block]).count, 2)
    let optional: CMFormatDescription? = first
    expectEqual(optional, same)
  }

  @Test("Without cookie, layout and extensions, none are told")
  func bare() throws {
    let description = try makeFormat(pcm())
    var size = 99
    expectNil(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size))
    expectEqual(size, 0)
    size = 99
    expectNil(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size))
    expectEqual(size, 0)
    expectNil(CMFormatDescriptionGetExtensions(description))
    expectNil(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: nil))
    // PCM can be taken in one way only.
    let list = try required(CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size))
    expectEqual(size, MemoryLayout<AudioFormatListItem>.stride)
    expectEqual(list.pointee.mASBD.mFormatID, kAudioFormatLinearPCM)
  }

  @Test("HE-AAC is told with the AAC-LC that is in it, the richer first")
  func formatList() throws {
    let (_, configuration) = try fixture("hev1_44100_st_48k_syn_burst")
    let description = try makeFormat(coded(kAudioFormatMPEG4AAC_HE, frames: 2048), cookie: configuration)
    let list = description.audioFormatList
    expectEqual(list.map(\.mASBD.mFormatID), [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
    expectEqual(list.map(\.mASBD.mSampleRate), [44100, 22050])
    expectEqual(list.map(\.mASBD.mFramesPerPacket), [2048, 1024])
    let richest = try required(CMAudioFormatDescriptionGetRichestDecodableFormat(description))
    expectEqual(richest.pointee.mASBD.mFormatID, kAudioFormatMPEG4AAC_HE)
    let compatible = try required(CMAudioFormatDescriptionGetMostCompatibleFormat(description))
    expectEqual(compatible.pointee.mASBD.mFormatID, kAudioFormatMPEG4AAC)
    expectEqual(compatible, CMAudioFormatDescriptionGetFormatList(description, sizeOut: nil)?.advanced(by: 1))
    expectEqual(description.richestDecodableFormat?.mASBD.mSampleRate, 44100)
    expectEqual(description.mostCompatibleFormat?.mASBD.mSampleRate, 22050)
  }

  @Test("A format that nobody knows has no list")
  func unknownFormat() throws {
    let description = try makeFormat(coded(0x7A7A_7A7A))
    var size = 1
    expectNil(CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size))
    expectEqual(size, 0)
    expectNil(CMAudioFormatDescriptionGetRichestDecodableFormat(description))
    expectNil(CMAudioFormatDescriptionGetMostCompatibleFormat(description))
  }

  @Test("A cookie without bytes, a layout too short and negative sizes are refused")
  func refusals() {
    var format = pcm()
    var layout = AudioChannelLayout()
    var made: CMAudioFormatDescription?
    func create(_ layoutSize: Int, _ layout: UnsafePointer<AudioChannelLayout>?, _ cookieSize: Int) -> OSStatus {
      CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &format, layoutSize: layoutSize, layout: layout, magicCookieSize: cookieSize,
        magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
    }
    let refusal = kCMFormatDescriptionError_InvalidParameter
    expectEqual(create(0, nil, 4), refusal)
    expectEqual(create(0, nil, -1), refusal)
    expectEqual(create(12, nil, 0), refusal)
    expectEqual(create(8, &layout, 0), refusal)
    expectEqual(create(-1, &layout, 0), refusal)
    expectNil(made)
    expectEqual(create(0, nil, 0), noErr)
  }

  @Test("Other media have a type and a format, and nothing of sound")
  func generic() throws {
    var made: CMFormatDescription?
    expectEqual(
      CMFormatDescriptionCreate(
        allocator: nil, mediaType: kCMMediaType_Metadata, mediaSubType: 0x6964_3320, extensions: nil,
        formatDescriptionOut: &made), noErr)
    let metadata = try required(made)
    expectEqual(CMFormatDescriptionGetMediaType(metadata), kCMMediaType_Metadata)
    expectEqual(CMFormatDescriptionGetMediaSubType(metadata), 0x6964_3320)
    expectNil(CMAudioFormatDescriptionGetStreamBasicDescription(metadata))
    var size = 5
    expectNil(CMAudioFormatDescriptionGetFormatList(metadata, sizeOut: &size))
    expectEqual(size, 0)
    expectEqual(CMVideoFormatDescriptionGetDimensions(metadata).width, 0)
    #expect(!CMTimeCodeFormatDescriptionGetFrameDuration(metadata).isValid)
    made = nil
    expectEqual(
      CMMuxedFormatDescriptionCreate(
        allocator: nil, muxType: kCMMuxedStreamType_MPEG2Transport, extensions: nil, formatDescriptionOut: &made), noErr
    )
    expectEqual(made.map { CMFormatDescriptionGetMediaType($0) }, kCMMediaType_Muxed)
    expectEqual(made.map { CMFormatDescriptionGetMediaSubType($0) }, kCMMuxedStreamType_MPEG2Transport)
  }

  @Test("Time codes tell how they count")
  func timeCodes() throws {
    let flags: CMFormatDescription.TimeCode.Flag = [.dropFrame, .twentyFourHourMax]
    let description = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: time(1001, 30000), frameQuanta: 30, flags: flags)
    expectEqual(description.mediaType, .timeCode)
    expectEqual(description.frameDuration, time(1001, 30000))
    expectEqual(description.frameQuanta, 30)
    expectEqual(description.timeCodeFlags.rawValue, 3)
    #expect(
      throwsStatus(kCMFormatDescriptionError_InvalidParameter) {
        _ = try CMFormatDescription(
          timeCodeFormatType: .timeCode32, frameDuration: .invalid, frameQuanta: 30, flags: [])
      })
  }

  @Test("Equal is what has the same parts, as far as they are asked for")
  func equality() throws {
    let first = try makeFormat(coded(), cookie: [0x12, 0x10])
    let same = try makeFormat(coded(), cookie: [0x12, 0x10])
    let other = try makeFormat(coded(), cookie: [0x12, 0x08])
    #expect(CMFormatDescriptionEqual(first, otherFormatDescription: same))
    #expect(CFEqual(first, same))
    expectEqual(CFHash(first), CFHash(same))
    expectEqual(first, same)
    #expect(!CMFormatDescriptionEqual(first, otherFormatDescription: other))
    #expect(!CFEqual(first, other))
    #expect(!CMFormatDescriptionEqual(first, otherFormatDescription: nil))
    #expect(!CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    var equal: CMAudioFormatDescriptionMask = 0
    #expect(
      !CMAudioFormatDescriptionEqual(
        first, otherFormatDescription: other, equalityMask: kCMAudioFormatDescriptionMask_All, equalityMaskOut: &equal))
    expectEqual(equal, kCMAudioFormatDescriptionMask_All & ~kCMAudioFormatDescriptionMask_MagicCookie)
    #expect(
      CMAudioFormatDescriptionEqual(
        first, otherFormatDescription: other, equalityMask: kCMAudioFormatDescriptionMask_StreamBasicDescription,
        equalityMaskOut: &equal))
    expectEqual(equal, kCMAudioFormatDescriptionMask_StreamBasicDescription)
    #expect(first.equalTo(other, equalityMask: [.channelLayout, .extensions]).0)
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    equal = 7
    #expect(
      !CMAudioFormatDescriptionEqual(
        first, otherFormatDescription: video, equalityMask: kCMAudioFormatDescriptionMask_All, equalityMaskOut: &equal))
    expectEqual(equal, 0)
  }

  @Test("Some extensions and some atoms can be left out of a comparison")
  func ignoredKeys() throws {
    let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    func make(_ name: String, _ atom: String) throws -> CMFormatDescription {
      let atoms = makeDictionary([(string("esds"), NSString(string: atom)), (string("free"), NSString("f"))])
      return try makeFormat(
        coded(),
        extensions: makeDictionary([
          (kCMFormatDescriptionExtension_FormatName, NSString(string: name)), (atomsKey, atoms),
        ]))
    }
    let first = try make("a", "1")
    let otherName = try make("b", "1")
    let otherAtom = try make("a", "2")
    #expect(!first.equalTo(otherName))
    #expect(first.equalTo(otherName, extensionKeysToIgnore: [.formatName]))
    #expect(!first.equalTo(otherAtom, extensionKeysToIgnore: [.formatName]))
    #expect(first.equalTo(otherAtom, sampleDescriptionExtensionAtomKeysToIgnore: ["esds"]))
    #expect(!first.equalTo(otherAtom, sampleDescriptionExtensionAtomKeysToIgnore: ["free"]))
    // One key may come without an array around it.
    #expect(
      CMFormatDescriptionEqualIgnoringExtensionKeys(
        first, otherFormatDescription: otherName, extensionKeysToIgnore: kCMFormatDescriptionExtension_FormatName,
        sampleDescriptionExtensionAtomKeysToIgnore: nil))
    #expect(
      !CMFormatDescriptionEqualIgnoringExtensionKeys(
        nil, otherFormatDescription: otherName, extensionKeysToIgnore: nil,
        sampleDescriptionExtensionAtomKeysToIgnore: nil))
  }

  @Test("A summary is linear PCM with the most channels and the highest rate")
  func summary() throws {
    let all = [try makeFormat(coded(rate: 44100, channels: 6)), try makeFormat(pcm(rate: 96000, channels: 1))]
    let summary = try CMFormatDescription(audioFormatDescriptionArray: all)
    let format = try required(summary.audioStreamBasicDescription)
    expectEqual(format.mFormatID, kAudioFormatLinearPCM)
    expectEqual(format.mSampleRate, 96000)
    expectEqual(format.mChannelsPerFrame, 6)
    expectEqual(format.mBytesPerFrame, 24)
    let refusal = kCMFormatDescriptionError_InvalidParameter
    #expect(throwsStatus(refusal) { _ = try CMFormatDescription(audioFormatDescriptionArray: []) })
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    #expect(throwsStatus(refusal) { _ = try CMFormatDescription(audioFormatDescriptionArray: all + [video]) })
  }

  @Test("A summary is as deep as what decoders make of its formats, whatever kind of array they come in")
  func summaryOfDecoded() throws {
    // HE-AAC, told of as the AAC-LC at half the rate that it is built upon.
    let cookie = try fixture("hev1_44100_st_48k_syn_burst").configuration
    let all = [try makeFormat(coded(rate: 22050), cookie: cookie), try makeFormat(pcm(rate: 8000, channels: 1))]
    var values = all.map { UnsafeRawPointer?(pointer($0 as AnyObject)) }
    var retaining = kCFTypeArrayCallBacks
    let mutable = try required(CFArrayCreateMutable(nil, 0, &retaining))
    for value in values { CFArrayAppendValue(mutable, value) }
    let arrays: [CFArray] = [
      try required(CFArrayCreate(nil, &values, 2, nil)), try required(CFArrayCreate(nil, &values, 2, &retaining)),
      mutable,
      unsafeBitCast(NSArray(array: all.map { $0 as AnyObject }), to: CFArray.self),
    ]
    for array in arrays {
      var made: CMAudioFormatDescription?
      let status = CMAudioFormatDescriptionCreateSummary(
        allocator: nil, formatDescriptionArray: array, flags: 0, formatDescriptionOut: &made)
      expectEqual(status, noErr)
      let format = try required(made?.audioStreamBasicDescription)
      expectEqual(format.mSampleRate, 44100)
      expectEqual(format.mChannelsPerFrame, 2)
      expectEqual(format.mFormatFlags, kAudioFormatFlagsNativeFloatPacked)
      let layout = try required(made?.audioChannelLayout)
      expectEqual(layout.tag, kAudioChannelLayoutTag_Stereo)
    }
    withExtendedLifetime(all) {}
  }

  @Test("Values of extensions by name")
  func values() throws {
    typealias Value = CMFormatDescription.Extensions.Value
    expectEqual(Value.colorPrimaries(.p3_D65), .string("P3_D65"))
    expectEqual(Value.transferFunction(.sRGB), .string("IEC_sRGB"))
    expectEqual(Value.chromaLocation(.dv420), .string("DV 4:2:0"))
    expectEqual(Value.vendor(.apple), .vendor("appl"))
    var extensions = CMFormatDescription.Extensions()
    extensions[.pixelAspectRatio] = .pixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)
    extensions[.cleanAperture] = .cleanAperture(width: 60, height: 40, horizontalOffet: -2, verticalOffset: 0.5)
    let video = try CMFormatDescription(videoCodecType: .h264, width: 64, height: 48, extensions: extensions)
    expectEqual(video.cleanAperture(originIsAtTopLeft: true), CGRect(x: 0, y: 4.5, width: 60, height: 40))
    expectEqual(video.presentationDimensions(), CGSize(width: 80, height: 40))
    extensions[.cleanAperture] = .cleanAperture(
      width: (60, 1), height: (80, 2), horizontalOffet: (-2, 1), verticalOffset: (1, 2))
    let exact = try CMFormatDescription(videoCodecType: .h264, width: 64, height: 48, extensions: extensions)
    expectEqual(exact.cleanAperture(originIsAtTopLeft: true), CGRect(x: 0, y: 4.5, width: 60, height: 40))
  }

  @Test("Apple's Swift view: types by name, extensions as a collection, data")
  func overlay() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[.formatName] = .string("lossless")
    extensions[.depth] = .number(24)
    let description = try CMFormatDescription(
      audioStreamBasicDescription: coded(kAudioFormatAppleLossless, frames: 4096), layoutSize: 0, layout: nil,
      magicCookie: Data([1, 2, 3]), extensions: extensions)
    expectEqual(description.mediaType, .audio)
    expectEqual(description.mediaType.description, "'soun'")
    expectEqual(description.mediaSubType, .appleLossless)
    expectEqual(description.mediaSubType, CMFormatDescription.MediaSubType(string: "alac"))
    expectEqual(description.magicCookie, Data([1, 2, 3]))
    expectEqual(description.audioStreamBasicDescription?.mFramesPerPacket, 4096)
    expectEqual(description.extensions, extensions)
    expectEqual(description.extensions.count, 2)
    expectEqual(description.extensions[.formatName], .string("lossless"))
    expectNil(description.extensions[.cleanAperture])
    expectEqual(CMFormatDescription.typeID, CMFormatDescriptionGetTypeID())
    let muxed = try CMFormatDescription(muxedStreamType: .mpeg2Program)
    expectEqual(muxed.mediaType, .muxed)
    expectNil(muxed.audioStreamBasicDescription)
    expectNil(muxed.magicCookie)
    #expect(muxed.audioFormatList.isEmpty)
    let text = try CMFormatDescription(mediaType: .text, mediaSubType: .init(string: "tx3g"))
    expectEqual(text.mediaSubType.rawValue, 0x7478_3367)
  }

  @Test("Constant strings are strings to Core Foundation and to Foundation, and outlive every release")
  func constants() {
    let key = kCMSampleBufferAttachmentKey_TrimDurationAtStart
    expectEqual(CFGetTypeID(key), CFStringGetTypeID())
    expectEqual(CFStringGetLength(key), 19)
    #expect(CFEqual(key, string("TrimDurationAtStart")))
    expectEqual(CFHash(key), CFHash(string("TrimDurationAtStart")))
    let reference = Unmanaged.passUnretained(key)
    for _ in 0..<10 { reference.release() }
    #expect(CFEqual(key, string("TrimDurationAtStart")))
    #expect(
      NSDictionary(object: NSNumber(value: 3), forKey: NSString("value"))[
        unsafeBitCast(kCMTimeValueKey, to: NSString.self)] as? Int == 3)
  }

  @Test("Apple's Swift view of channel layouts: a value in, an equal one out, which changes nothing else")
  func channelLayout() throws {
    let layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
    let description = try CMFormatDescription(audioStreamBasicDescription: pcm(channels: 6), layout: layout)
    var told = try required(description.audioChannelLayout)
    expectEqual(told.tag, kAudioChannelLayoutTag_MPEG_5_1_A)
    told.tag = kAudioChannelLayoutTag_Stereo
    expectEqual(description.audioChannelLayout?.tag, kAudioChannelLayoutTag_MPEG_5_1_A)
    let plain = try CMFormatDescription(audioStreamBasicDescription: pcm(), magicCookie: Data([9]))
    expectNil(plain.audioChannelLayout)
    expectEqual(plain.magicCookie, Data([9]))
    var first = AudioChannelDescription()
    first.mChannelLabel = kAudioChannelLabel_Left
    var second = AudioChannelDescription()
    second.mChannelLabel = kAudioChannelLabel_Right
    let listed = ManagedAudioChannelLayout(channelDescriptions: [first, second])
    let stereo = try CMFormatDescription(audioStreamBasicDescription: pcm(), layout: listed)
    expectEqual(
      stereo.audioChannelLayout?.channelDescriptions.map(\.mChannelLabel),
      [kAudioChannelLabel_Left, kAudioChannelLabel_Right])
  }
}
