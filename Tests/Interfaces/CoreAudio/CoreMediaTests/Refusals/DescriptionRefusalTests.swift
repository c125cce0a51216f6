import AudioToolbox
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Format descriptions and queues: what is refused")
struct DescriptionRefusalTests {
  private static let wrong = kCMFormatDescriptionError_InvalidParameter
  private static let bridge = kCMFormatDescriptionBridgeError_InvalidParameter

  /// An array of Core Foundation's.
  private static func array(_ objects: [AnyObject]) -> CFArray {
    unsafeBitCast(NSArray(array: objects), to: CFArray.self)
  }

  /// Every function that makes a description, for a place.
  private static func making(
    _ place: UnsafeMutablePointer<CMFormatDescription?>
  ) throws -> (descriptions: [MediaRefusal], entries: [MediaRefusal]) {
    var format = pcm()
    let formats = array([try makeFormat(pcm())])
    let frame = CMTime(value: 1, timescale: 25)
    let block = try makeBlock([0])
    let bytes = [UInt8](repeating: 0, count: 36)
    let descriptions = [
      MediaRefusal("CMFormatDescriptionCreate") {
        CMFormatDescriptionCreate(
          allocator: nil, mediaType: kCMMediaType_Text, mediaSubType: 0, extensions: nil, formatDescriptionOut: place)
      },
      MediaRefusal("CMAudioFormatDescriptionCreate") {
        CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: &format, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
          extensions: nil, formatDescriptionOut: place)
      },
      MediaRefusal("CMAudioFormatDescriptionCreateSummary") {
        CMAudioFormatDescriptionCreateSummary(
          allocator: nil, formatDescriptionArray: formats, flags: 0, formatDescriptionOut: place)
      },
      MediaRefusal("CMVideoFormatDescriptionCreate") {
        CMVideoFormatDescriptionCreate(
          allocator: nil, codecType: kCMVideoCodecType_H264, width: 16, height: 16, extensions: nil,
          formatDescriptionOut: place)
      },
      MediaRefusal("CMMuxedFormatDescriptionCreate") {
        CMMuxedFormatDescriptionCreate(allocator: nil, muxType: 0, extensions: nil, formatDescriptionOut: place)
      },
      MediaRefusal("CMTimeCodeFormatDescriptionCreate") {
        CMTimeCodeFormatDescriptionCreate(
          allocator: nil, timeCodeFormatType: kCMTimeCodeFormatType_TimeCode32, frameDuration: frame, frameQuanta: 25,
          flags: 0, extensions: nil, formatDescriptionOut: place)
      },
    ]
    let entries = [
      MediaRefusal("CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData") {
        CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData(
          allocator: nil, bigEndianSoundDescriptionData: bytes, size: 36, flavor: nil, formatDescriptionOut: place)
      },
      MediaRefusal("CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer") {
        CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer(
          allocator: nil, bigEndianSoundDescriptionBlockBuffer: block, flavor: nil, formatDescriptionOut: place)
      },
    ]
    return (descriptions, entries)
  }

  @Test("No place for a description, and nothing to make it of")
  func making() throws {
    let calls = try Self.making(nothing())
    MediaRefusal.check(Self.wrong, "no place", calls.descriptions)
    MediaRefusal.check(Self.bridge, "no place", calls.entries)
    var made: CMFormatDescription?
    let formats = Self.array([try makeFormat(pcm()), NSNumber(value: 1)])
    MediaRefusal.check(
      Self.wrong, "",
      [
        MediaRefusal("CMAudioFormatDescriptionCreate") {
          CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: nothing(), layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
            extensions: nil, formatDescriptionOut: &made)
        },
        MediaRefusal("CMAudioFormatDescriptionCreateSummary: no array") {
          CMAudioFormatDescriptionCreateSummary(
            allocator: nil, formatDescriptionArray: nothing(), flags: 0, formatDescriptionOut: &made)
        },
        MediaRefusal("CMAudioFormatDescriptionCreateSummary: an empty array") {
          CMAudioFormatDescriptionCreateSummary(
            allocator: nil, formatDescriptionArray: Self.array([]), flags: 0, formatDescriptionOut: &made)
        },
        MediaRefusal("CMAudioFormatDescriptionCreateSummary: others among them") {
          CMAudioFormatDescriptionCreateSummary(
            allocator: nil, formatDescriptionArray: formats, flags: 0, formatDescriptionOut: &made)
        },
        MediaRefusal("CMVideoFormatDescriptionCreate") {
          CMVideoFormatDescriptionCreate(
            allocator: nil, codecType: 0, width: -1, height: 16, extensions: nil, formatDescriptionOut: &made)
        },
        MediaRefusal("CMVideoFormatDescriptionCreate") {
          CMVideoFormatDescriptionCreate(
            allocator: nil, codecType: 0, width: 16, height: .min, extensions: nil, formatDescriptionOut: &made)
        },
      ])
    for duration in [CMTime.invalid, .zero, .indefinite, .positiveInfinity, CMTime(value: -1, timescale: 25)] {
      let status = CMTimeCodeFormatDescriptionCreate(
        allocator: nil, timeCodeFormatType: 0, frameDuration: duration, frameQuanta: 25, flags: 0, extensions: nil,
        formatDescriptionOut: &made)
      expectEqual(status, Self.wrong)
    }
    expectNil(made)
    let place = UnsafeMutablePointer<CMFormatDescription?>.allocate(capacity: 1)
    place.initialize(to: nil)
    defer {
      place.deinitialize(count: 1)
      place.deallocate()
    }
    // An entry that says it is empty.
    MediaRefusal.check(
      kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription, "", try Self.making(place).entries)
  }

  @Test("Null pointers and objects of other kinds, in place of a description")
  func objects() throws {
    let sound = try makeFormat(pcm())
    for (name, object) in strangers(CMFormatDescription.self) {
      expectEqual(CMFormatDescriptionGetMediaType(object), 0, "\(name)")
      expectEqual(CMFormatDescriptionGetMediaSubType(object), 0, "\(name)")
      expectNil(CMFormatDescriptionGetExtensions(object), "\(name)")
      expectNil(CMFormatDescriptionGetExtension(object, extensionKey: string("key")), "\(name)")
      #expect(!CMFormatDescriptionEqual(object, otherFormatDescription: sound), "\(name)")
      #expect(!CMFormatDescriptionEqual(sound, otherFormatDescription: object), "\(name)")
      var size = 9
      expectNil(CMAudioFormatDescriptionGetStreamBasicDescription(object), "\(name)")
      expectNil(CMAudioFormatDescriptionGetMagicCookie(object, sizeOut: &size), "\(name)")
      expectEqual(size, 0, "\(name)")
      size = 9
      expectNil(CMAudioFormatDescriptionGetChannelLayout(object, sizeOut: &size), "\(name)")
      expectEqual(size, 0, "\(name)")
      expectNil(CMAudioFormatDescriptionGetFormatList(object, sizeOut: nil), "\(name)")
      expectNil(CMAudioFormatDescriptionGetRichestDecodableFormat(object), "\(name)")
      expectNil(CMAudioFormatDescriptionGetMostCompatibleFormat(object), "\(name)")
      var mask = kCMAudioFormatDescriptionMask_All
      let isEqual = CMAudioFormatDescriptionEqual(
        sound, otherFormatDescription: object, equalityMask: mask, equalityMaskOut: &mask)
      #expect(!isEqual, "\(name)")
      expectEqual(mask, 0, "\(name)")
      expectEqual(CMVideoFormatDescriptionGetDimensions(object).width, 0, "\(name)")
      expectEqual(CMTimeCodeFormatDescriptionGetFrameQuanta(object), 0, "\(name)")
      var (count, block) = (7, CMBlockBuffer?.none)
      MediaRefusal.check(
        Self.wrong, name,
        [
          MediaRefusal("CMVideoFormatDescriptionGetH264ParameterSetAtIndex") {
            CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
              object, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil,
              parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil)
          },
          MediaRefusal("CMVideoFormatDescriptionGetHEVCParameterSetAtIndex") {
            CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
              object, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil,
              parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil)
          },
        ])
      let status = CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, audioFormatDescription: object, flavor: nil, blockBufferOut: &block)
      expectEqual(status, Self.bridge, "\(name)")
      expectEqual(count, 7)
    }
  }

  @Test("Sound descriptions without bytes, of unknown flavors and of other media")
  func soundDescriptions() throws {
    var (made, block): (CMFormatDescription?, CMBlockBuffer?) = (nil, nil)
    let bytes = [UInt8](repeating: 0, count: 36)
    let unknown = CMSoundDescriptionFlavor(rawValue: string("no flavor"))
    let flavor = kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor
    func read(_ size: Int, _ flavor: CMSoundDescriptionFlavor?) -> OSStatus {
      CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData(
        allocator: nil, bigEndianSoundDescriptionData: bytes, size: size, flavor: flavor, formatDescriptionOut: &made)
    }
    expectEqual(read(-1, nil), Self.bridge)
    expectEqual(read(.min, nil), Self.bridge)
    expectEqual(read(36, unknown), flavor)
    expectEqual(
      CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData(
        allocator: nil, bigEndianSoundDescriptionData: nothing(), size: 36, flavor: nil, formatDescriptionOut: &made),
      Self.bridge)
    for (name, object) in strangers(CMBlockBuffer.self) {
      let status = CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, bigEndianSoundDescriptionBlockBuffer: object, flavor: nil, formatDescriptionOut: &made)
      expectEqual(status, Self.bridge, "\(name)")
      #expect(!CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout(object, flavor: nil), "\(name)")
    }
    expectNil(made)
    func write(_ description: CMFormatDescription, _ flavor: CMSoundDescriptionFlavor?) -> OSStatus {
      CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, audioFormatDescription: description, flavor: flavor, blockBufferOut: &block)
    }
    let sound = try makeFormat(pcm())
    expectEqual(write(sound, unknown), flavor)
    expectEqual(write(sound, .isoFamily), kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    expectEqual(write(video, nil), kCMFormatDescriptionBridgeError_InvalidFormatDescription)
    expectNil(block)
    expectEqual(
      CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, audioFormatDescription: sound, flavor: nil, blockBufferOut: nothing()), Self.bridge)
    var entry = bytes
    expectEqual(CMSwapBigEndianSoundDescriptionToHost(nothing(), 36), Self.bridge)
    expectEqual(CMSwapHostEndianSoundDescriptionToBig(nothing(), 36), Self.bridge)
    expectEqual(CMSwapBigEndianSoundDescriptionToHost(&entry, 35), Self.bridge)
    expectEqual(CMSwapHostEndianSoundDescriptionToBig(&entry, .min), Self.bridge)
    (entry[16], entry[17]) = (0, 9)
    expectEqual(
      CMSwapBigEndianSoundDescriptionToHost(&entry, 36),
      kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    // An entry of version 1 has more fields than that.
    (entry[16], entry[17]) = (0, 1)
    expectEqual(
      CMSwapBigEndianSoundDescriptionToHost(&entry, 36),
      kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
  }

  @Test("Null pointers and objects of other kinds, in place of a buffer queue or of what goes in")
  func bufferQueues() throws {
    let missing = kCMBufferQueueError_RequiredParameterMissing
    let buffer = TestBuffer(1)
    var (token, made): (CMBufferQueueTriggerToken?, CMBufferQueue?) = (nil, nil)
    var callbacks = TestCallbacks.all()
    let fired: CMBufferQueueTriggerCallback = { _, _ in }
    for (name, object) in strangers(CMBufferQueue.self) {
      MediaRefusal.check(
        missing, name,
        [
          MediaRefusal("CMBufferQueueEnqueue") { CMBufferQueueEnqueue(object, buffer: buffer) },
          MediaRefusal("CMBufferQueueMarkEndOfData") { CMBufferQueueMarkEndOfData(object) },
          MediaRefusal("CMBufferQueueReset") { CMBufferQueueReset(object) },
          MediaRefusal("CMBufferQueueResetWithCallback") {
            CMBufferQueueResetWithCallback(object, callback: { _, _ in }, refcon: nil)
          },
          MediaRefusal("CMBufferQueueCallForEachBuffer") {
            CMBufferQueueCallForEachBuffer(object, callback: { _, _ in noErr }, refcon: nil)
          },
          MediaRefusal("CMBufferQueueSetValidationCallback") {
            CMBufferQueueSetValidationCallback(object, callback: { _, _, _ in noErr }, refcon: nil)
          },
          MediaRefusal("CMBufferQueueInstallTrigger") {
            CMBufferQueueInstallTrigger(
              object, callback: fired, refcon: nil, condition: 9, time: .zero, triggerTokenOut: &token)
          },
          MediaRefusal("CMBufferQueueInstallTriggerWithIntegerThreshold") {
            CMBufferQueueInstallTriggerWithIntegerThreshold(
              object, callback: fired, refcon: nil, condition: 10, threshold: 1, triggerTokenOut: &token)
          },
          MediaRefusal("CMBufferQueueRemoveTrigger") {
            CMBufferQueueRemoveTrigger(object, triggerToken: nothing())
          },
        ])
      #expect(CMBufferQueueIsEmpty(object), "\(name)")
      expectEqual(CMBufferQueueGetBufferCount(object), 0, "\(name)")
      expectNil(CMBufferQueueDequeue(object), "\(name)")
      #expect(CMBufferQueueIsAtEndOfData(object), "\(name)")
    }
    let queue = try makeQueue()
    MediaRefusal.check(
      missing, "nothing",
      [
        MediaRefusal("CMBufferQueueCreate") {
          CMBufferQueueCreate(allocator: nil, capacity: 0, callbacks: &callbacks, queueOut: nothing())
        },
        MediaRefusal("CMBufferQueueCreate") {
          CMBufferQueueCreate(allocator: nil, capacity: 0, callbacks: nothing(), queueOut: &made)
        },
        MediaRefusal("CMBufferQueueCreate") {
          CMBufferQueueCreate(allocator: nil, capacity: -1, callbacks: &callbacks, queueOut: &made)
        }, MediaRefusal("CMBufferQueueEnqueue") { CMBufferQueueEnqueue(queue, buffer: nothing(AnyObject.self)) },
        MediaRefusal("CMBufferQueueResetWithCallback") {
          CMBufferQueueResetWithCallback(queue, callback: nothing(), refcon: nil)
        },
        MediaRefusal("CMBufferQueueCallForEachBuffer") {
          CMBufferQueueCallForEachBuffer(queue, callback: nothing(), refcon: nil)
        },
        MediaRefusal("CMBufferQueueSetValidationCallback") {
          CMBufferQueueSetValidationCallback(queue, callback: nothing(), refcon: nil)
        },
        MediaRefusal("CMBufferQueueRemoveTrigger") { CMBufferQueueRemoveTrigger(queue, triggerToken: nothing()) },
      ])
    expectNil(made)
    expectNil(token)
  }
}
