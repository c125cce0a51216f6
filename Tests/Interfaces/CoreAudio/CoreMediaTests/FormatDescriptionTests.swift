import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
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
    #expect(
      CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &format, layoutSize: 12, layout: &layout, magicCookieSize: 2, magicCookie: cookie,
        extensions: makeDictionary([(kCMFormatDescriptionExtension_FormatName, NSString("aac"))]),
        formatDescriptionOut: &made) == noErr)
    let description = try #require(made)
    #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio)
    #expect(CMFormatDescriptionGetMediaSubType(description) == kAudioFormatMPEG4AAC)
    let told = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(description))
    #expect(told.pointee.mSampleRate == 24000)
    #expect(told.pointee.mFramesPerPacket == 1024)
    #expect(told == CMAudioFormatDescriptionGetStreamBasicDescription(description))
    var size = 0
    let toldCookie = try #require(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size))
    #expect([UInt8](UnsafeRawBufferPointer(start: toldCookie, count: size)) == cookie)
    let toldLayout = try #require(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size))
    #expect(size == 12)
    #expect(toldLayout.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Mono)
    let extensions = try #require(CMFormatDescriptionGetExtensions(description))
    #expect(CFDictionaryGetCount(extensions) == 1)
    let name = CMFormatDescriptionGetExtension(description, extensionKey: kCMFormatDescriptionExtension_FormatName)
    #expect(name.map { CFEqual($0, string("aac")) } == true)
    #expect(CMFormatDescriptionGetExtension(description, extensionKey: string("no such key")) == nil)
    #expect(CFGetTypeID(description) == CMFormatDescriptionGetTypeID())
    #expect(CMFormatDescriptionGetTypeID() != CMBlockBufferGetTypeID())
  }

  @Test("Swift compares objects as Core Foundation does")
  func hashableObjects() throws {
    let first = try makeFormat(pcm())
    let same = try makeFormat(pcm())
    let other = try makeFormat(coded(rate: 24000, channels: 1))
    #expect(first == same && first !== same)
    #expect(first != other)
    #expect(Set([first, same, other]).count == 2)
    let (block, equalBytes) = (try makeBlock([1, 2]), try makeBlock([1, 2]))
    #expect(block == block && block != equalBytes)
    #expect(Set([block, equalBytes, block]).count == 2)
    let optional: CMFormatDescription? = first
    #expect(optional == same)
  }

  @Test("Without cookie, layout and extensions, none are told")
  func bare() throws {
    let description = try makeFormat(pcm())
    var size = 99
    #expect(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size) == nil)
    #expect(size == 0)
    size = 99
    #expect(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size) == nil)
    #expect(size == 0)
    #expect(CMFormatDescriptionGetExtensions(description) == nil)
    #expect(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: nil) == nil)
    // PCM can be taken in one way only.
    let list = try #require(CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size))
    #expect(size == MemoryLayout<AudioFormatListItem>.stride)
    #expect(list.pointee.mASBD.mFormatID == kAudioFormatLinearPCM)
  }

  @Test("HE-AAC is told with the AAC-LC that is in it, the richer first")
  func formatList() throws {
    let (_, configuration) = try fixture("hev1_44100_st_48k_syn_burst")
    let description = try makeFormat(coded(kAudioFormatMPEG4AAC_HE, frames: 2048), cookie: configuration)
    let list = description.audioFormatList
    #expect(list.map(\.mASBD.mFormatID) == [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
    #expect(list.map(\.mASBD.mSampleRate) == [44100, 22050])
    #expect(list.map(\.mASBD.mFramesPerPacket) == [2048, 1024])
    let richest = try #require(CMAudioFormatDescriptionGetRichestDecodableFormat(description))
    #expect(richest.pointee.mASBD.mFormatID == kAudioFormatMPEG4AAC_HE)
    let compatible = try #require(CMAudioFormatDescriptionGetMostCompatibleFormat(description))
    #expect(compatible.pointee.mASBD.mFormatID == kAudioFormatMPEG4AAC)
    #expect(compatible == CMAudioFormatDescriptionGetFormatList(description, sizeOut: nil)?.advanced(by: 1))
    #expect(description.richestDecodableFormat?.mASBD.mSampleRate == 44100)
    #expect(description.mostCompatibleFormat?.mASBD.mSampleRate == 22050)
  }

  @Test("A format that nobody knows has no list")
  func unknownFormat() throws {
    let description = try makeFormat(coded(0x7A7A_7A7A))
    var size = 1
    #expect(CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size) == nil)
    #expect(size == 0)
    #expect(CMAudioFormatDescriptionGetRichestDecodableFormat(description) == nil)
    #expect(CMAudioFormatDescriptionGetMostCompatibleFormat(description) == nil)
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
    #expect(create(0, nil, 4) == refusal)
    #expect(create(0, nil, -1) == refusal)
    #expect(create(12, nil, 0) == refusal)
    #expect(create(8, &layout, 0) == refusal)
    #expect(create(-1, &layout, 0) == refusal)
    #expect(made == nil)
    #expect(create(0, nil, 0) == noErr)
  }

  @Test("Other media have a type and a format, and nothing of sound")
  func generic() throws {
    var made: CMFormatDescription?
    #expect(
      CMFormatDescriptionCreate(
        allocator: nil, mediaType: kCMMediaType_Metadata, mediaSubType: 0x6964_3320, extensions: nil,
        formatDescriptionOut: &made) == noErr)
    let metadata = try #require(made)
    #expect(CMFormatDescriptionGetMediaType(metadata) == kCMMediaType_Metadata)
    #expect(CMFormatDescriptionGetMediaSubType(metadata) == 0x6964_3320)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(metadata) == nil)
    var size = 5
    #expect(CMAudioFormatDescriptionGetFormatList(metadata, sizeOut: &size) == nil)
    #expect(size == 0)
    #expect(CMVideoFormatDescriptionGetDimensions(metadata).width == 0)
    #expect(!CMTimeCodeFormatDescriptionGetFrameDuration(metadata).isValid)
    made = nil
    #expect(
      CMMuxedFormatDescriptionCreate(
        allocator: nil, muxType: kCMMuxedStreamType_MPEG2Transport, extensions: nil, formatDescriptionOut: &made)
        == noErr)
    #expect(made.map { CMFormatDescriptionGetMediaType($0) } == kCMMediaType_Muxed)
    #expect(made.map { CMFormatDescriptionGetMediaSubType($0) } == kCMMuxedStreamType_MPEG2Transport)
  }

  @Test("Time codes tell how they count")
  func timeCodes() throws {
    let flags: CMFormatDescription.TimeCode.Flag = [.dropFrame, .twentyFourHourMax]
    let description = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: time(1001, 30000), frameQuanta: 30, flags: flags)
    #expect(description.mediaType == .timeCode)
    #expect(description.frameDuration == time(1001, 30000))
    #expect(description.frameQuanta == 30)
    #expect(description.timeCodeFlags.rawValue == 3)
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
    #expect(CFHash(first) == CFHash(same))
    #expect(first == same)
    #expect(!CMFormatDescriptionEqual(first, otherFormatDescription: other))
    #expect(!CFEqual(first, other))
    #expect(!CMFormatDescriptionEqual(first, otherFormatDescription: nil))
    #expect(!CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    var equal: CMAudioFormatDescriptionMask = 0
    #expect(
      !CMAudioFormatDescriptionEqual(
        first, otherFormatDescription: other, equalityMask: kCMAudioFormatDescriptionMask_All, equalityMaskOut: &equal))
    #expect(equal == kCMAudioFormatDescriptionMask_All & ~kCMAudioFormatDescriptionMask_MagicCookie)
    #expect(
      CMAudioFormatDescriptionEqual(
        first, otherFormatDescription: other, equalityMask: kCMAudioFormatDescriptionMask_StreamBasicDescription,
        equalityMaskOut: &equal))
    #expect(equal == kCMAudioFormatDescriptionMask_StreamBasicDescription)
    #expect(first.equalTo(other, equalityMask: [.channelLayout, .extensions]).0)
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    equal = 7
    #expect(
      !CMAudioFormatDescriptionEqual(
        first, otherFormatDescription: video, equalityMask: kCMAudioFormatDescriptionMask_All, equalityMaskOut: &equal))
    #expect(equal == 0)
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
    let format = try #require(summary.audioStreamBasicDescription)
    #expect(format.mFormatID == kAudioFormatLinearPCM)
    #expect(format.mSampleRate == 96000)
    #expect(format.mChannelsPerFrame == 6)
    #expect(format.mBytesPerFrame == 24)
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
    let mutable = try #require(CFArrayCreateMutable(nil, 0, &retaining))
    for value in values { CFArrayAppendValue(mutable, value) }
    let arrays: [CFArray] = [
      try #require(CFArrayCreate(nil, &values, 2, nil)), try #require(CFArrayCreate(nil, &values, 2, &retaining)),
      mutable,
      unsafeBitCast(NSArray(array: all.map { $0 as AnyObject }), to: CFArray.self),
    ]
    for array in arrays {
      var made: CMAudioFormatDescription?
      let status = CMAudioFormatDescriptionCreateSummary(
        allocator: nil, formatDescriptionArray: array, flags: 0, formatDescriptionOut: &made)
      #expect(status == noErr)
      let format = try #require(made?.audioStreamBasicDescription)
      #expect(format.mSampleRate == 44100)
      #expect(format.mChannelsPerFrame == 2)
      #expect(format.mFormatFlags == kAudioFormatFlagsNativeFloatPacked)
      let layout = try #require(made?.audioChannelLayout)
      #expect(layout.tag == kAudioChannelLayoutTag_Stereo)
    }
    withExtendedLifetime(all) {}
  }

  @Test("Values of extensions by name")
  func values() throws {
    typealias Value = CMFormatDescription.Extensions.Value
    #expect(Value.colorPrimaries(.p3_D65) == .string("P3_D65"))
    #expect(Value.transferFunction(.sRGB) == .string("IEC_sRGB"))
    #expect(Value.chromaLocation(.dv420) == .string("DV 4:2:0"))
    #expect(Value.vendor(.apple) == .vendor("appl"))
    var extensions = CMFormatDescription.Extensions()
    extensions[.pixelAspectRatio] = .pixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)
    extensions[.cleanAperture] = .cleanAperture(width: 60, height: 40, horizontalOffet: -2, verticalOffset: 0.5)
    let video = try CMFormatDescription(videoCodecType: .h264, width: 64, height: 48, extensions: extensions)
    #expect(video.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 0, y: 4.5, width: 60, height: 40))
    #expect(video.presentationDimensions() == CGSize(width: 80, height: 40))
    extensions[.cleanAperture] = .cleanAperture(
      width: (60, 1), height: (80, 2), horizontalOffet: (-2, 1), verticalOffset: (1, 2))
    let exact = try CMFormatDescription(videoCodecType: .h264, width: 64, height: 48, extensions: extensions)
    #expect(exact.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 0, y: 4.5, width: 60, height: 40))
  }

  @Test("Apple's Swift view: types by name, extensions as a collection, data")
  func overlay() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[.formatName] = .string("lossless")
    extensions[.depth] = .number(24)
    let description = try CMFormatDescription(
      audioStreamBasicDescription: coded(kAudioFormatAppleLossless, frames: 4096), layoutSize: 0, layout: nil,
      magicCookie: Data([1, 2, 3]), extensions: extensions)
    #expect(description.mediaType == .audio)
    #expect(description.mediaType.description == "'soun'")
    #expect(description.mediaSubType == .appleLossless)
    #expect(description.mediaSubType == CMFormatDescription.MediaSubType(string: "alac"))
    #expect(description.magicCookie == Data([1, 2, 3]))
    #expect(description.audioStreamBasicDescription?.mFramesPerPacket == 4096)
    #expect(description.extensions == extensions)
    #expect(description.extensions.count == 2)
    #expect(description.extensions[.formatName] == .string("lossless"))
    #expect(description.extensions[.cleanAperture] == nil)
    #expect(CMFormatDescription.typeID == CMFormatDescriptionGetTypeID())
    let muxed = try CMFormatDescription(muxedStreamType: .mpeg2Program)
    #expect(muxed.mediaType == .muxed)
    #expect(muxed.audioStreamBasicDescription == nil)
    #expect(muxed.magicCookie == nil)
    #expect(muxed.audioFormatList.isEmpty)
    let text = try CMFormatDescription(mediaType: .text, mediaSubType: .init(string: "tx3g"))
    #expect(text.mediaSubType.rawValue == 0x7478_3367)
  }

  @Test("Constant strings are strings to Core Foundation and to Foundation, and outlive every release")
  func constants() {
    let key = kCMSampleBufferAttachmentKey_TrimDurationAtStart
    #expect(CFGetTypeID(key) == CFStringGetTypeID())
    #expect(CFStringGetLength(key) == 19)
    #expect(CFEqual(key, string("TrimDurationAtStart")))
    #expect(CFHash(key) == CFHash(string("TrimDurationAtStart")))
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
    var told = try #require(description.audioChannelLayout)
    #expect(told.tag == kAudioChannelLayoutTag_MPEG_5_1_A)
    told.tag = kAudioChannelLayoutTag_Stereo
    #expect(description.audioChannelLayout?.tag == kAudioChannelLayoutTag_MPEG_5_1_A)
    let plain = try CMFormatDescription(audioStreamBasicDescription: pcm(), magicCookie: Data([9]))
    #expect(plain.audioChannelLayout == nil)
    #expect(plain.magicCookie == Data([9]))
    var first = AudioChannelDescription()
    first.mChannelLabel = kAudioChannelLabel_Left
    var second = AudioChannelDescription()
    second.mChannelLabel = kAudioChannelLabel_Right
    let listed = ManagedAudioChannelLayout(channelDescriptions: [first, second])
    let stereo = try CMFormatDescription(audioStreamBasicDescription: pcm(), layout: listed)
    #expect(
      stereo.audioChannelLayout?.channelDescriptions.map(\.mChannelLabel)
        == [kAudioChannelLabel_Left, kAudioChannelLabel_Right])
  }
}
