import CAudioToolbox
import CCoreMedia
import CoreFoundation
import TestSupport
import Testing

/// Each line compiles only where Swift sees the type that Apple's systems show it.
@Suite("Swift sees Apple's types")
struct ImportedTypesTests {
  @Test("Identifiers, flags and statuses are numbers of their own types")
  func constants() {
    let format: AudioFormatID = kAudioFormatMPEG4AAC
    let flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    let fileType: AudioFileTypeID = kAudioFileCAFType
    let property: AudioFilePropertyID = kAudioFilePropertyDataFormat
    let endOfFile: OSStatus = kAudioFileEndOfFileError
    let tag: AudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    let album: String = kAFInfoDictionary_Album
    let success: OSStatus = noErr
    let unsigned: [UInt32] = [format, flags, fileType, property, tag]
    expectEqual(unsigned, [0x6161_6320, 12, 0x6361_6666, 0x6466_6D74, 101 << 16 | 2])
    expectEqual(endOfFile, -39)
    expectEqual(success, 0)
    expectEqual(album, "album")
  }

  @Test("Named enumerations and option sets have Apple's cases")
  func enumerations() {
    expectEqual(AudioFilePermissions.readWritePermission.rawValue, Int8(3))
    expectEqual(AudioFileFlags.eraseFile.rawValue, UInt32(1))
    expectEqual(SMPTETimeType.type2997Drop.rawValue, UInt32(5))
    expectEqual(MPEG4ObjectID.AAC_LC.rawValue, 2)
    expectEqual(AudioTimeStampFlags.sampleHostTimeValid, [.sampleTimeValid, .hostTimeValid])
    expectEqual(AudioFileStreamParseFlags.discontinuity.rawValue, 1)
    expectEqual(AudioQueueProcessingTapFlags.endOfStream.rawValue, 1 << 9)
    expectEqual(CMTimeRoundingMethod.quickTime.rawValue, 4)
  }

  @Test("Functions have Apple's parameters")
  func functions() {
    let fill:
      (
        AudioConverterRef, AudioConverterComplexInputDataProc, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>,
        UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<AudioStreamPacketDescription>?
      ) -> OSStatus = AudioConverterFillComplexBuffer
    let make:
      (
        UnsafePointer<AudioStreamBasicDescription>, UnsafePointer<AudioStreamBasicDescription>,
        UnsafeMutablePointer<AudioConverterRef?>
      ) -> OSStatus = AudioConverterNew
    let open:
      (
        UnsafeMutableRawPointer?, AudioFileStream_PropertyListenerProc, AudioFileStream_PacketsProc, AudioFileTypeID,
        UnsafeMutablePointer<AudioFileStreamID?>
      ) -> OSStatus = AudioFileStreamOpen
    _ = (fill, make, open)
  }

  @Test("Handles are pointers, Core Media's objects are classes")
  func handles() {
    #expect(AudioFileID.self == OpaquePointer.self)
    #expect(AudioQueueBufferRef.self == UnsafeMutablePointer<AudioQueueBuffer>.self)
    let classes: [AnyClass] = [
      CMSampleBuffer.self, CMBlockBuffer.self, CMFormatDescription.self, CMSimpleQueue.self, CMBufferQueue.self,
    ]
    expectEqual(classes.count, 5)
    #expect(CMBlockBufferFlags.self == UInt32.self)
  }

  @Test("Structs have Apple's sizes")
  func sizes() {
    expectEqual(MemoryLayout<AudioStreamBasicDescription>.size, 40)
    expectEqual(MemoryLayout<AudioBufferList>.size, 24)
    expectEqual(MemoryLayout<AudioChannelLayout>.size, 32)
    expectEqual(MemoryLayout<CMTime>.size, 24)
  }
}
