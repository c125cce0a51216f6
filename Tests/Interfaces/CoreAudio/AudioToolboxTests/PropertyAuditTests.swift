import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Every property of the services with its size and whether it can be set; the lists are held against the facts of the
/// API.
@Suite("Every property of the services")
struct PropertyAuditTests {
  /// What `…GetPropertyInfo` tells.
  enum Answer {
    /// So many bytes.
    case bytes(UInt32)
    /// A list of elements of so many bytes, at least one.
    case list(UInt32)
    /// The object has no such thing.
    case absent
  }

  private func check(
    _ name: UInt32, _ expected: Answer, _ status: OSStatus, _ size: UInt32, absent: OSStatus
  ) {
    switch expected {
    case .bytes(let count):
      expectEqual(status, noErr, "\(name)")
      expectEqual(size, count, "\(name)")
    case .list(let count):
      expectEqual(status, noErr, "\(name)")
      #expect(size > 0 && size % count == 0, "\(name)")
    case .absent: expectEqual(status, absent, "\(name)")
    }
  }

  // MARK: Converters

  private struct ConverterRow {
    var property: AudioConverterPropertyID
    var encoder: Answer
    var decoder: Answer
    var resampler: Answer
    /// Which of the three take it.
    var isWritable: (Bool, Bool, Bool)

    init(
      _ property: AudioConverterPropertyID, _ encoder: Answer, _ decoder: Answer, _ resampler: Answer,
      writable isWritable: (Bool, Bool, Bool) = (false, false, false)
    ) {
      (self.property, self.encoder, self.decoder, self.resampler) = (property, encoder, decoder, resampler)
      self.isWritable = isWritable
    }
  }

  private static let everywhere = (true, true, true)
  private static let encoderOnly = (true, false, false)
  private static let decoderOnly = (false, true, false)
  private static let resamplerOnly = (false, false, true)

  private static var converterRows: [ConverterRow] {
    [
      ConverterRow(kAudioConverterPropertyMinimumInputBufferSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyMinimumOutputBufferSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyMaximumInputPacketSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyMaximumOutputPacketSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyMaximumInputBufferSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyCalculateInputBufferSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyCalculateOutputBufferSize, .bytes(4), .bytes(4), .bytes(4)),
      ConverterRow(kAudioConverterPropertyInputCodecParameters, .absent, .absent, .absent),
      ConverterRow(kAudioConverterPropertyOutputCodecParameters, .absent, .absent, .absent),
      ConverterRow(
        kAudioConverterSampleRateConverterComplexity, .absent, .absent, .bytes(4), writable: resamplerOnly),
      ConverterRow(kAudioConverterSampleRateConverterQuality, .absent, .absent, .bytes(4), writable: resamplerOnly),
      ConverterRow(kAudioConverterSampleRateConverterDelivery, .absent, .absent, .bytes(4), writable: resamplerOnly),
      ConverterRow(kAudioConverterSampleRateConverterLatency, .absent, .absent, .bytes(8)),
      ConverterRow(kAudioConverterDecoderDynamicRangeBoost, .absent, .bytes(4), .absent, writable: decoderOnly),
      ConverterRow(kAudioConverterDecoderDynamicRangeCut, .absent, .bytes(4), .absent, writable: decoderOnly),
      ConverterRow(kAudioConverterDecoderConcealment, .absent, .bytes(4), .absent, writable: decoderOnly),
      ConverterRow(kAudioConverterDecoderConcealmentHoldTime, .absent, .bytes(8), .absent, writable: decoderOnly),
      ConverterRow(kAudioConverterDecoderConcealmentFadeTime, .absent, .bytes(8), .absent, writable: decoderOnly),
      ConverterRow(kAudioConverterDecoderLookAhead, .absent, .bytes(4), .absent, writable: decoderOnly),
      ConverterRow(kAudioConverterDecoderLatency, .absent, .bytes(8), .absent),
      ConverterRow(kAudioConverterSampleRateConverterInitialPhase, .absent, .absent, .absent),
      ConverterRow(kAudioConverterSampleRateConverterAlgorithm, .absent, .absent, .absent),
      ConverterRow(kAudioConverterCodecQuality, .bytes(4), .bytes(4), .absent, writable: (true, true, false)),
      ConverterRow(kAudioConverterPrimeMethod, .bytes(4), .bytes(4), .bytes(4), writable: everywhere),
      ConverterRow(kAudioConverterPrimeInfo, .bytes(8), .bytes(8), .bytes(8), writable: (false, true, false)),
      ConverterRow(kAudioConverterChannelMap, .bytes(8), .bytes(8), .bytes(8), writable: everywhere),
      ConverterRow(kAudioConverterDecompressionMagicCookie, .absent, .absent, .absent, writable: (true, true, false)),
      ConverterRow(kAudioConverterCompressionMagicCookie, .list(1), .absent, .absent),
      ConverterRow(kAudioConverterEncodeBitRate, .bytes(4), .absent, .absent, writable: encoderOnly),
      ConverterRow(kAudioConverterEncodeAdjustableSampleRate, .bytes(8), .absent, .absent, writable: encoderOnly),
      ConverterRow(kAudioConverterInputChannelLayout, .bytes(32), .bytes(32), .bytes(32), writable: everywhere),
      ConverterRow(kAudioConverterOutputChannelLayout, .bytes(32), .bytes(32), .bytes(32), writable: everywhere),
      ConverterRow(kAudioConverterApplicableEncodeBitRates, .list(16), .absent, .absent),
      ConverterRow(kAudioConverterAvailableEncodeBitRates, .list(16), .absent, .absent),
      ConverterRow(kAudioConverterApplicableEncodeSampleRates, .list(16), .absent, .absent),
      // 8 kHz up to 48 kHz, nine rates.
      ConverterRow(kAudioConverterAvailableEncodeSampleRates, .bytes(9 * 16), .absent, .absent),
      ConverterRow(kAudioConverterAvailableEncodeChannelLayoutTags, .list(4), .absent, .absent),
      ConverterRow(kAudioConverterCurrentOutputStreamDescription, .bytes(40), .bytes(40), .bytes(40)),
      ConverterRow(kAudioConverterCurrentInputStreamDescription, .bytes(40), .bytes(40), .bytes(40)),
      ConverterRow(kAudioConverterPropertySettings, .absent, .absent, .absent),
      ConverterRow(kAudioConverterPropertyBitDepthHint, .bytes(4), .absent, .absent, writable: encoderOnly),
      ConverterRow(kAudioConverterPropertyFormatList, .absent, .list(48), .absent),
      ConverterRow(kAudioConverterPropertyPerformDownmix, .bytes(4), .bytes(4), .bytes(4), writable: everywhere),
      ConverterRow(kAudioConverterPropertyChannelMixMap, .bytes(16), .bytes(16), .bytes(16), writable: everywhere),
      ConverterRow(
        kAudioConverterPropertyDithering, .absent, .bytes(4), .bytes(4), writable: (false, true, true)),
      ConverterRow(kAudioConverterPropertyDitherBitDepth, .absent, .bytes(4), .bytes(4)),
    ]
  }

  @Test("Properties of an encoder, a decoder and a rate converter")
  func converters() throws {
    let eld = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC_ELD, frames: 480)
    let encoder = try makeConverter(.pcm(), eld)
    let decoder = try makeConverter(eld, .pcm())
    let resampler = try makeConverter(.pcm(), .pcm(rate: 48000))
    for row in Self.converterRows {
      for (converter, expected, isWritable) in [
        (encoder, row.encoder, row.isWritable.0), (decoder, row.decoder, row.isWritable.1),
        (resampler, row.resampler, row.isWritable.2),
      ] {
        var size: UInt32 = 0
        var flag = !isWritable
        let status = AudioConverterGetPropertyInfo(converter, row.property, &size, &flag)
        check(row.property, expected, status, size, absent: kAudioConverterErr_PropertyNotSupported)
        if status == noErr { expectEqual(flag, isWritable, "\(row.property)") }
      }
    }
    for converter in [encoder, decoder, resampler] { expectEqual(AudioConverterDispose(converter), noErr) }
  }

  // MARK: Files

  private static let fileSizes: [(property: AudioFilePropertyID, read: Answer, written: Answer, isWritable: Bool)] = [
    (kAudioFilePropertyFileFormat, .bytes(4), .bytes(4), false),
    (kAudioFilePropertyDataFormat, .bytes(40), .bytes(40), false),
    (kAudioFilePropertyIsOptimized, .bytes(4), .bytes(4), false),
    (kAudioFilePropertyMagicCookieData, .list(1), .bytes(0), true),
    (kAudioFilePropertyAudioDataByteCount, .bytes(8), .bytes(8), false),
    (kAudioFilePropertyAudioDataPacketCount, .bytes(8), .bytes(8), false),
    (kAudioFilePropertyMaximumPacketSize, .bytes(4), .bytes(4), false),
    (kAudioFilePropertyDataOffset, .bytes(8), .bytes(8), false),
    (kAudioFilePropertyChannelLayout, .bytes(32), .bytes(32), true),
    (kAudioFilePropertyDeferSizeUpdates, .bytes(4), .bytes(4), true),
    (kAudioFilePropertyDataFormatName, .bytes(8), .bytes(8), false),
    (kAudioFilePropertyMarkerList, .bytes(8), .bytes(8), true),
    (kAudioFilePropertyRegionList, .bytes(8), .bytes(8), true),
    (kAudioFilePropertyPacketToFrame, .bytes(24), .bytes(24), false),
    (kAudioFilePropertyFrameToPacket, .bytes(24), .bytes(24), false),
    (kAudioFilePropertyRestrictsRandomAccess, .bytes(4), .bytes(4), false),
    (kAudioFilePropertyPacketToRollDistance, .bytes(16), .bytes(16), false),
    (kAudioFilePropertyPreviousIndependentPacket, .bytes(16), .bytes(16), false),
    (kAudioFilePropertyNextIndependentPacket, .bytes(16), .bytes(16), false),
    (kAudioFilePropertyPacketToDependencyInfo, .bytes(16), .bytes(16), false),
    (kAudioFilePropertyPacketToByte, .bytes(24), .bytes(24), false),
    (kAudioFilePropertyByteToPacket, .bytes(24), .bytes(24), false),
    (kAudioFilePropertyChunkIDs, .list(4), .bytes(0), false),
    (kAudioFilePropertyInfoDictionary, .bytes(8), .bytes(8), true),
    (kAudioFilePropertyPacketTableInfo, .bytes(16), .bytes(0), true),
    (kAudioFilePropertyFormatList, .list(48), .list(48), false),
    (kAudioFilePropertyPacketSizeUpperBound, .bytes(4), .bytes(4), false),
    (kAudioFilePropertyPacketRangeByteCountUpperBound, .bytes(24), .bytes(24), false),
    (kAudioFilePropertyReserveDuration, .bytes(8), .bytes(8), true),
    (kAudioFilePropertyEstimatedDuration, .bytes(8), .bytes(8), false),
    (kAudioFilePropertyBitRate, .bytes(4), .bytes(4), false), (kAudioFilePropertyID3Tag, .absent, .bytes(0), true),
    (kAudioFilePropertyID3TagOffset, .absent, .absent, false),
    (kAudioFilePropertySourceBitDepth, .absent, .bytes(4), false),
    (kAudioFilePropertyAlbumArtwork, .absent, .bytes(0), true),
    (kAudioFilePropertyAudioTrackCount, .bytes(4), .bytes(4), false),
    (kAudioFilePropertyUseAudioTrack, .bytes(4), .bytes(4), true),
  ]

  @Test("Properties of a file that is read, and of one that is made")
  func files() throws {
    var opened: AudioFileID?
    expectEqual(AudioFileOpenURL(Fixture.music as CFURL, .readPermission, 0, &opened), noErr)
    let reading = try required(opened)
    let url = Fixture.temporary("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.pcm()
    var created: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &created), noErr)
    let writing = try required(created)
    for row in Self.fileSizes {
      for (file, expected) in [(reading, row.read), (writing, row.written)] {
        var size: UInt32 = 0
        var flag: UInt32 = 9
        let status = AudioFileGetPropertyInfo(file, row.property, &size, &flag)
        check(row.property, expected, status, size, absent: kAudioFileUnsupportedPropertyError)
        guard status == noErr else { continue }
        let isWritable = row.isWritable && (file == writing || row.property == kAudioFilePropertyUseAudioTrack)
        expectEqual(flag, isWritable ? 1 : 0, "\(row.property)")
      }
    }
    expectEqual(AudioFileClose(reading), noErr)
    expectEqual(AudioFileClose(writing), noErr)
  }

  nonisolated(unsafe) private static let string = NSString(string: "caf")
  nonisolated(unsafe) private static let mediaType = NSString(string: "audio/x-caf")
  nonisolated(unsafe) private static let identifier = NSString(string: "com.apple.coreaudio-format")

  private static func bytes(of object: AnyObject) -> [UInt8] {
    withUnsafeBytes(of: UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())) { Array($0) }
  }

  private static var globalRows: [(property: AudioFilePropertyID, specifier: [UInt8], answer: Answer)] {
    let type = withUnsafeBytes(of: kAudioFileCAFType) { Array($0) }
    let pair = withUnsafeBytes(
      of: AudioFileTypeAndFormatID(mFileType: kAudioFileCAFType, mFormatID: kAudioFormatLinearPCM)
    ) { Array($0) }
    return [
      (kAudioFileGlobalInfo_ReadableTypes, [], .list(4)), (kAudioFileGlobalInfo_WritableTypes, [], .list(4)),
      (kAudioFileGlobalInfo_FileTypeName, type, .bytes(8)),
      (kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, pair, .list(40)),
      (kAudioFileGlobalInfo_AvailableFormatIDs, type, .list(4)),
      (kAudioFileGlobalInfo_AllExtensions, [], .bytes(8)), (kAudioFileGlobalInfo_AllHFSTypeCodes, [], .bytes(0)),
      (kAudioFileGlobalInfo_AllUTIs, [], .bytes(8)), (kAudioFileGlobalInfo_AllMIMETypes, [], .bytes(8)),
      (kAudioFileGlobalInfo_ExtensionsForType, type, .bytes(8)),
      (kAudioFileGlobalInfo_HFSTypeCodesForType, type, .bytes(0)),
      (kAudioFileGlobalInfo_UTIsForType, type, .bytes(8)), (kAudioFileGlobalInfo_MIMETypesForType, type, .bytes(8)),
      (kAudioFileGlobalInfo_TypesForMIMEType, bytes(of: mediaType), .bytes(4)),
      (kAudioFileGlobalInfo_TypesForUTI, bytes(of: identifier), .bytes(4)),
      (kAudioFileGlobalInfo_TypesForHFSTypeCode, type, .bytes(0)),
      (kAudioFileGlobalInfo_TypesForExtension, bytes(of: string), .bytes(4)),
    ]
  }

  @Test("Global information about file types")
  func globalInformation() throws {
    for row in Self.globalRows {
      var size: UInt32 = 0
      var specifier = row.specifier
      let status = specifier.withUnsafeMutableBytes {
        AudioFileGetGlobalInfoSize(row.property, UInt32($0.count), $0.count > 0 ? $0.baseAddress : nil, &size)
      }
      check(row.property, row.answer, status, size, absent: kAudioFileUnsupportedPropertyError)
    }
    var found: UInt32 = 0
    var size: UInt32 = 4
    var extensionBytes = Self.bytes(of: Self.string)
    expectEqual(
      AudioFileGetGlobalInfo(kAudioFileGlobalInfo_TypesForExtension, 8, &extensionBytes, &size, &found), noErr)
    expectEqual(found, kAudioFileCAFType)
  }

  // MARK: Streams

  private static let streamSizes: [(property: AudioFileStreamPropertyID, answer: Answer)] = [
    (kAudioFileStreamProperty_ReadyToProducePackets, .bytes(4)), (kAudioFileStreamProperty_FileFormat, .bytes(4)),
    (kAudioFileStreamProperty_DataFormat, .bytes(40)), (kAudioFileStreamProperty_FormatList, .list(48)),
    (kAudioFileStreamProperty_MagicCookieData, .list(1)), (kAudioFileStreamProperty_AudioDataByteCount, .bytes(8)),
    (kAudioFileStreamProperty_AudioDataPacketCount, .bytes(8)), (kAudioFileStreamProperty_MaximumPacketSize, .bytes(4)),
    (kAudioFileStreamProperty_DataOffset, .bytes(8)), (kAudioFileStreamProperty_ChannelLayout, .bytes(32)),
    (kAudioFileStreamProperty_PacketToFrame, .bytes(24)), (kAudioFileStreamProperty_FrameToPacket, .bytes(24)),
    (kAudioFileStreamProperty_RestrictsRandomAccess, .bytes(4)),
    (kAudioFileStreamProperty_PacketToRollDistance, .bytes(16)),
    (kAudioFileStreamProperty_PreviousIndependentPacket, .bytes(16)),
    (kAudioFileStreamProperty_NextIndependentPacket, .bytes(16)),
    (kAudioFileStreamProperty_PacketToDependencyInfo, .bytes(16)), (kAudioFileStreamProperty_PacketToByte, .bytes(24)),
    (kAudioFileStreamProperty_ByteToPacket, .bytes(24)), (kAudioFileStreamProperty_PacketTableInfo, .bytes(16)),
    (kAudioFileStreamProperty_PacketSizeUpperBound, .bytes(4)),
    (kAudioFileStreamProperty_AverageBytesPerPacket, .bytes(8)), (kAudioFileStreamProperty_BitRate, .bytes(4)),
    (kAudioFileStreamProperty_InfoDictionary, .absent),
  ]

  @Test("Properties of a stream, all of which are read only")
  func streams() throws {
    var opened: AudioFileStreamID?
    expectEqual(AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &opened), noErr)
    let stream = try required(opened)
    let music = [UInt8](try Data(contentsOf: Fixture.music))
    expectEqual(AudioFileStreamParseBytes(stream, UInt32(music.count), music, []), noErr)
    for row in Self.streamSizes {
      var size: UInt32 = 0
      var flag = true
      let status = AudioFileStreamGetPropertyInfo(stream, row.property, &size, &flag)
      check(row.property, row.answer, status, size, absent: kAudioFileStreamError_ValueUnknown)
      if status == noErr { #expect(!flag, "\(row.property)") }
    }
    var translation = AudioIndependentPacketTranslation(mPacket: 7, mIndependentlyDecodablePacket: 0)
    var size: UInt32 = 16
    expectEqual(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_PreviousIndependentPacket, &size, &translation), noErr
    )
    expectEqual(translation.mIndependentlyDecodablePacket, 6)
    var place = AudioBytePacketTranslation()
    place.mByte = -1
    size = 24
    expectEqual(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_ByteToPacket, &size, &place),
      kAudioFileStreamError_InvalidPacketOffset)
    place.mByte = 0
    expectEqual(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_ByteToPacket, &size, &place), noErr)
    expectEqual(place.mPacket, 0)
    expectEqual(place.mFlags, .bytePacketTranslationFlag_IsEstimate)
    size = 8
    expectEqual(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_ByteToPacket, &size, &place),
      kAudioFileStreamError_BadPropertySize)
    expectEqual(AudioFileStreamClose(stream), noErr)
  }

  // MARK: Extended files

  private static let extendedSizes: [(property: ExtAudioFilePropertyID, answer: Answer, isWritable: Bool)] = [
    (kExtAudioFileProperty_FileDataFormat, .bytes(40), false),
    (kExtAudioFileProperty_FileChannelLayout, .bytes(32), false),
    (kExtAudioFileProperty_ClientDataFormat, .bytes(40), true),
    (kExtAudioFileProperty_ClientChannelLayout, .bytes(32), true),
    (kExtAudioFileProperty_CodecManufacturer, .bytes(4), true),
    (kExtAudioFileProperty_AudioConverter, .bytes(8), false), (kExtAudioFileProperty_AudioFile, .bytes(8), false),
    (kExtAudioFileProperty_FileMaxPacketSize, .bytes(4), false),
    (kExtAudioFileProperty_ClientMaxPacketSize, .bytes(4), false),
    (kExtAudioFileProperty_FileLengthFrames, .bytes(8), false),
    (kExtAudioFileProperty_ConverterConfig, .bytes(8), true),
    (kExtAudioFileProperty_IOBufferSizeBytes, .bytes(4), true), (kExtAudioFileProperty_IOBuffer, .bytes(8), true),
    (kExtAudioFileProperty_PacketTable, .bytes(16), true),
  ]

  @Test("Properties of an extended file")
  func extendedFiles() throws {
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(Fixture.music as CFURL, &opened), noErr)
    let file = try required(opened)
    var client = AudioStreamBasicDescription.pcm()
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    for row in Self.extendedSizes {
      var size: UInt32 = 0
      var flag = !row.isWritable
      let status = ExtAudioFileGetPropertyInfo(file, row.property, &size, &flag)
      check(row.property, row.answer, status, size, absent: kExtAudioFileError_InvalidProperty)
      if status == noErr { expectEqual(flag, row.isWritable, "\(row.property)") }
    }
    expectEqual(ExtAudioFileDispose(file), noErr)
  }

  // MARK: Formats

  private static var formatRows: [(property: AudioFormatPropertyID, specifier: [UInt8], answer: Answer)] {
    let aac = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    let layout = bytes((kAudioChannelLayoutTag_Stereo, UInt32(0), UInt32(0)))
    let item = bytes(AudioFormatListItem(mASBD: aac, mChannelLayoutTag: kAudioChannelLayoutTag_Stereo))
    let info = bytes(aac) + [UInt8](repeating: 0, count: 16)
    let format = bytes(aac)
    let formatID = bytes(kAudioFormatMPEG4AAC)
    let tag = bytes(kAudioChannelLayoutTag_Stereo)
    let channel = [UInt8](bytes(kAudioChannelLabel_Left)) + [UInt8](repeating: 0, count: 16)
    let id3 = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
    return [
      (kAudioFormatProperty_FormatInfo, [], .bytes(40)), (kAudioFormatProperty_FormatName, format, .bytes(8)),
      (kAudioFormatProperty_EncodeFormatIDs, [], .list(4)), (kAudioFormatProperty_DecodeFormatIDs, [], .list(4)),
      (kAudioFormatProperty_FormatList, info, .bytes(48)), (kAudioFormatProperty_OutputFormatList, info, .bytes(48)),
      (kAudioFormatProperty_ASBDFromESDS, [0x12, 0x10], .bytes(40)),
      (kAudioFormatProperty_ChannelLayoutFromESDS, [0x12, 0x10], .bytes(32)),
      (kAudioFormatProperty_FirstPlayableFormatFromList, item, .bytes(4)),
      (kAudioFormatProperty_FormatIsVBR, format, .bytes(4)),
      (kAudioFormatProperty_FormatIsExternallyFramed, format, .bytes(4)),
      (kAudioFormatProperty_FormatEmploysDependentPackets, format, .bytes(4)),
      (kAudioFormatProperty_FormatIsEncrypted, format, .bytes(4)),
      (kAudioFormatProperty_Encoders, formatID, .bytes(24)), (kAudioFormatProperty_Decoders, formatID, .bytes(24)),
      (kAudioFormatProperty_AvailableEncodeBitRates, formatID, .list(16)),
      (kAudioFormatProperty_AvailableEncodeSampleRates, formatID, .bytes(12 * 16)),
      (kAudioFormatProperty_AvailableEncodeChannelLayoutTags, format, .list(4)),
      (kAudioFormatProperty_AvailableEncodeNumberChannels, format, .bytes(32)),
      (kAudioFormatProperty_AvailableDecodeNumberChannels, format, .bytes(32)),
      (kAudioFormatProperty_ASBDFromMPEGPacket, [0xFF, 0xFB, 0x90, 0], .bytes(40)),
      (kAudioFormatProperty_BitmapForLayoutTag, tag, .bytes(4)),
      (kAudioFormatProperty_NumberOfChannelsForLayout, layout, .bytes(4)),
      (kAudioFormatProperty_ChannelLayoutHash, layout, .bytes(4)),
      (kAudioFormatProperty_ValidateChannelLayout, layout, .bytes(0)),
      (kAudioFormatProperty_ChannelLayoutForTag, tag, .bytes(12 + 2 * 20)),
      (kAudioFormatProperty_TagForChannelLayout, layout, .bytes(4)),
      (kAudioFormatProperty_ChannelLayoutName, layout, .bytes(8)),
      (kAudioFormatProperty_ChannelLayoutSimpleName, layout, .bytes(8)),
      (kAudioFormatProperty_ChannelLayoutForBitmap, bytes(UInt32(3)), .bytes(12 + 2 * 20)),
      (kAudioFormatProperty_ChannelName, channel, .bytes(8)),
      (kAudioFormatProperty_ChannelShortName, channel, .bytes(8)),
      (kAudioFormatProperty_TagsForNumberOfChannels, bytes(UInt32(2)), .list(4)),
      (kAudioFormatProperty_ID3TagSize, id3, .bytes(4)), (kAudioFormatProperty_ID3TagToDictionary, id3, .bytes(8)),
    ]
  }

  @Test("Every property of Audio Format Services is answered")
  func formats() {
    for row in Self.formatRows {
      var size: UInt32 = 0
      let status = row.specifier.withUnsafeBytes {
        AudioFormatGetPropertyInfo(row.property, UInt32($0.count), $0.count > 0 ? $0.baseAddress : nil, &size)
      }
      check(row.property, row.answer, status, size, absent: kAudioFormatUnsupportedPropertyError)
    }
  }

  // MARK: All of them

  /// Properties of one kind: those that a test here asks for, and where the facts list them.
  struct Kind: CustomStringConvertible, Sendable {
    var covered: [UInt32]
    var header: String
    var enumeration: String
    var prefix: String
    var description: String { "\(prefix)…" }
  }

  private static let kinds = [
    Kind(
      covered: converterRows.map(\.property), header: "AudioConverter", enumeration: "AudioConverterPropertyID",
      prefix: "kAudioConverter"),
    Kind(
      covered: fileSizes.map(\.property), header: "AudioFile", enumeration: "AudioFilePropertyID",
      prefix: "kAudioFileProperty"),
    Kind(
      covered: globalRows.map(\.property), header: "AudioFile", enumeration: "AudioFilePropertyID",
      prefix: "kAudioFileGlobalInfo"),
    Kind(
      covered: streamSizes.map(\.property), header: "AudioFileStream", enumeration: "AudioFileStreamPropertyID",
      prefix: "kAudioFileStreamProperty"),
    Kind(
      covered: extendedSizes.map(\.property), header: "ExtendedAudioFile", enumeration: "ExtAudioFilePropertyID",
      prefix: "kExtAudioFileProperty_"),
    Kind(
      covered: formatRows.map(\.property) + askedWithPointers, header: "AudioFormat",
      enumeration: "AudioFormatPropertyID", prefix: "kAudioFormatProperty"),
  ]

  /// Properties of Audio Format Services that have tests of their own.
  private static let askedWithPointers = [
    kAudioFormatProperty_MatrixMixMap, kAudioFormatProperty_ChannelMap,
    kAudioFormatProperty_AreChannelLayoutsEquivalent, kAudioFormatProperty_PanningMatrix,
    kAudioFormatProperty_BalanceFade,
  ]

  @Test("No property of the headers is left out", .needs(.api), arguments: kinds)
  func completeness(_ kind: Kind) throws {
    let listed = try APIFacts.properties(of: kind.header, enumeration: kind.enumeration)
      .filter { $0.key.hasPrefix(kind.prefix) }
    #expect(!listed.isEmpty)
    for (name, value) in listed { #expect(kind.covered.contains(value), "\(name)") }
  }
}
