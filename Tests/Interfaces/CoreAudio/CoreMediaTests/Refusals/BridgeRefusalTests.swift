import CoreMedia
import Foundation
import TestSupport
import Testing

/// The functions for the sample descriptions of one medium.
private struct Bridge {
  var name: String
  /// An entry, and a description of the same medium.
  var entry: [UInt8]
  var description: CMFormatDescription
  /// Bytes of an entry's fields, by their widths; below zero are those that are not turned round.
  var widths: [Int]
  var fromData: (UnsafePointer<UInt8>, Int, CFString?, UnsafeMutablePointer<CMFormatDescription?>) -> OSStatus
  var fromBlock: (CMBlockBuffer, CFString?, UnsafeMutablePointer<CMFormatDescription?>) -> OSStatus
  var copy: (CMFormatDescription, CFString?, UnsafeMutablePointer<CMBlockBuffer?>) -> OSStatus
  var toHost: (UnsafeMutablePointer<UInt8>, Int) -> OSStatus
  var toBig: (UnsafeMutablePointer<UInt8>, Int) -> OSStatus
  /// Bytes below which there is no entry at all.
  var fewest = 16

  static func all() throws -> [Bridge] {
    [try image(), try text(), try captions(), try timeCode(), try metadata()]
  }

  private static let header = [4, 4, 4, 2, 2]

  private static func image() throws -> Bridge {
    let entry = EntryBytes.sized(
      [0, 0, 0, 0] + Array("avc1".utf8) + (1...78).map { UInt8($0) }.map { $0 == 43 ? 3 : $0 })
    return Bridge(
      name: "image", entry: entry,
      description: try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16),
      widths: header + [2, 2, 4, 4, 4, 2, 2, 4, 4, 4, 2, -32, 2, 2],
      fromData: { data, size, flavor, out in
        CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionData(
          allocator: nil, bigEndianImageDescriptionData: data, size: size, stringEncoding: 0,
          flavor: flavor.map { CMImageDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      fromBlock: { block, flavor, out in
        CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionBlockBuffer(
          allocator: nil, bigEndianImageDescriptionBlockBuffer: block, stringEncoding: 0,
          flavor: flavor.map { CMImageDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      copy: { description, flavor, out in
        CMVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer(
          allocator: nil, videoFormatDescription: description, stringEncoding: 0,
          flavor: flavor.map { CMImageDescriptionFlavor(rawValue: $0) }, blockBufferOut: out)
      }, toHost: CMSwapBigEndianImageDescriptionToHost, toBig: CMSwapHostEndianImageDescriptionToBig, fewest: 86)
  }

  private static func text() throws -> Bridge {
    Bridge(
      name: "text", entry: TextDescriptionTests.quickTime,
      description: try CMFormatDescription(mediaType: .text, mediaSubType: .qt),
      widths: header + [4, 4, 2, 2, 2, 2, 2, 2, 2, 4, 2, 2, 2, -2, 2, 2, 2, 2],
      fromData: { data, size, flavor, out in
        CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
          allocator: nil, bigEndianTextDescriptionData: data, size: size,
          flavor: flavor.map { CMTextDescriptionFlavor(rawValue: $0) }, mediaType: kCMMediaType_Text,
          formatDescriptionOut: out)
      },
      fromBlock: { block, flavor, out in
        CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer(
          allocator: nil, bigEndianTextDescriptionBlockBuffer: block,
          flavor: flavor.map { CMTextDescriptionFlavor(rawValue: $0) }, mediaType: kCMMediaType_Text,
          formatDescriptionOut: out)
      },
      copy: { description, flavor, out in
        CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
          allocator: nil, textFormatDescription: description,
          flavor: flavor.map { CMTextDescriptionFlavor(rawValue: $0) }, blockBufferOut: out)
      }, toHost: CMSwapBigEndianTextDescriptionToHost, toBig: CMSwapHostEndianTextDescriptionToBig)
  }

  private static func captions() throws -> Bridge {
    Bridge(
      name: "closed caption", entry: TimeCodeDescriptionTests.captions,
      description: try CMFormatDescription(mediaType: .closedCaption, mediaSubType: .cea708), widths: header,
      fromData: { data, size, flavor, out in
        CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionData(
          allocator: nil, bigEndianClosedCaptionDescriptionData: data, size: size,
          flavor: flavor.map { CMClosedCaptionDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      fromBlock: { block, flavor, out in
        CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionBlockBuffer(
          allocator: nil, bigEndianClosedCaptionDescriptionBlockBuffer: block,
          flavor: flavor.map { CMClosedCaptionDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      copy: { description, flavor, out in
        CMClosedCaptionFormatDescriptionCopyAsBigEndianClosedCaptionDescriptionBlockBuffer(
          allocator: nil, closedCaptionFormatDescription: description,
          flavor: flavor.map { CMClosedCaptionDescriptionFlavor(rawValue: $0) }, blockBufferOut: out)
      }, toHost: CMSwapBigEndianClosedCaptionDescriptionToHost, toBig: CMSwapHostEndianClosedCaptionDescriptionToBig)
  }

  private static func timeCode() throws -> Bridge {
    Bridge(
      name: "time code", entry: TimeCodeDescriptionTests.timeCode,
      description: try CMFormatDescription(
        timeCodeFormatType: .timeCode32, frameDuration: CMTime(value: 1, timescale: 25), frameQuanta: 25, flags: []),
      widths: header + [4, 4, 4, 4, -1, -1],
      fromData: { data, size, flavor, out in
        CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionData(
          allocator: nil, bigEndianTimeCodeDescriptionData: data, size: size,
          flavor: flavor.map { CMTimeCodeDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      fromBlock: { block, flavor, out in
        CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionBlockBuffer(
          allocator: nil, bigEndianTimeCodeDescriptionBlockBuffer: block,
          flavor: flavor.map { CMTimeCodeDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      copy: { description, flavor, out in
        CMTimeCodeFormatDescriptionCopyAsBigEndianTimeCodeDescriptionBlockBuffer(
          allocator: nil, timeCodeFormatDescription: description,
          flavor: flavor.map { CMTimeCodeDescriptionFlavor(rawValue: $0) }, blockBufferOut: out)
      }, toHost: CMSwapBigEndianTimeCodeDescriptionToHost, toBig: CMSwapHostEndianTimeCodeDescriptionToBig)
  }

  private static func metadata() throws -> Bridge {
    let entry = EntryBytes.sized([0, 0, 0, 0] + Array("id3 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 1])
    return Bridge(
      name: "metadata", entry: entry, description: try CMFormatDescription(metadataFormatType: .icy), widths: header,
      fromData: { data, size, flavor, out in
        CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionData(
          allocator: nil, bigEndianMetadataDescriptionData: data, size: size,
          flavor: flavor.map { CMMetadataDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      fromBlock: { block, flavor, out in
        CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer(
          allocator: nil, bigEndianMetadataDescriptionBlockBuffer: block,
          flavor: flavor.map { CMMetadataDescriptionFlavor(rawValue: $0) }, formatDescriptionOut: out)
      },
      copy: { description, flavor, out in
        CMMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer(
          allocator: nil, metadataFormatDescription: description,
          flavor: flavor.map { CMMetadataDescriptionFlavor(rawValue: $0) }, blockBufferOut: out)
      }, toHost: CMSwapBigEndianMetadataDescriptionToHost, toBig: CMSwapHostEndianMetadataDescriptionToBig)
  }
}

/// What a call came to that is given a place with an object in it, and refuses.
private struct Outcome: Equatable {
  var status: OSStatus
  var isCleared: Bool

  /// Calls with a place that holds `object` but does not own it: what a refusal overwrites nobody could release.
  static func clearing<Object: AnyObject>(
    _ object: Object?, _ call: (UnsafeMutablePointer<Object?>) -> OSStatus
  ) -> Outcome {
    var place = object.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    let status = withExtendedLifetime(object) {
      withUnsafeMutablePointer(to: &place) {
        $0.withMemoryRebound(to: Object?.self, capacity: 1) { call($0) }
      }
    }
    return Outcome(status: status, isCleared: place == 0)
  }
}

@Suite("Sample descriptions of pictures, text, captions, time codes and metadata: what is refused")
struct BridgeRefusalTests {
  private let wrong = kCMFormatDescriptionBridgeError_InvalidParameter
  private let invalid = kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription
  private let unknownFlavor = kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor

  @Test("Nothing to read, no place, sizes that are none, flavors that are none")
  func reading() throws {
    for bridge in try Bridge.all() {
      var made: CMFormatDescription?
      let entry = bridge.entry
      expectEqual(bridge.fromData(entry, entry.count, nil, &made), noErr, "\(bridge.name)")
      #expect(made != nil, "\(bridge.name)")
      expectEqual(bridge.fromData(entry, entry.count, nil, nothing()), wrong, "\(bridge.name)")
      let refused = Outcome.clearing(made) { bridge.fromData(nothing(), 86, nil, $0) }
      expectEqual(refused, Outcome(status: wrong, isCleared: true), "\(bridge.name)")
      made = nil
      expectEqual(bridge.fromData(entry, -1, nil, &made), wrong, "\(bridge.name)")
      expectEqual(bridge.fromData(entry, .min, nil, &made), wrong, "\(bridge.name)")
      expectEqual(bridge.fromData(entry, 0, nil, &made), invalid, "\(bridge.name)")
      expectEqual(bridge.fromData(entry, entry.count, string("no flavor"), &made), unknownFlavor, "\(bridge.name)")
      let block = try makeBlock(entry)
      expectEqual(bridge.fromBlock(block, nil, &made), noErr, "\(bridge.name)")
      made = nil
      expectEqual(bridge.fromBlock(block, nil, nothing()), wrong, "\(bridge.name)")
      expectEqual(bridge.fromBlock(block, string("no flavor"), &made), unknownFlavor, "\(bridge.name)")
      expectEqual(bridge.fromBlock(try makeBlock([]), nil, &made), invalid, "\(bridge.name)")
      for (name, object) in strangers(CMBlockBuffer.self) {
        expectEqual(bridge.fromBlock(object, nil, &made), wrong, "\(bridge.name): \(name)")
      }
    }
  }

  @Test("No description, one of another medium, no place, flavors that are none")
  func writing() throws {
    let sound = try makeFormat(pcm())
    for bridge in try Bridge.all() {
      var block: CMBlockBuffer?
      expectEqual(bridge.copy(bridge.description, nil, &block), noErr, "\(bridge.name)")
      #expect(block != nil, "\(bridge.name)")
      expectEqual(bridge.copy(bridge.description, nil, nothing()), wrong, "\(bridge.name)")
      let refused = Outcome.clearing(block) { bridge.copy(bridge.description, string("no flavor"), $0) }
      expectEqual(refused, Outcome(status: unknownFlavor, isCleared: true), "\(bridge.name)")
      let foreign = Outcome.clearing(block) { bridge.copy(sound, nil, $0) }
      expectEqual(
        foreign, Outcome(status: kCMFormatDescriptionBridgeError_InvalidFormatDescription, isCleared: true),
        "\(bridge.name)")
      block = nil
      for (name, object) in strangers(CMFormatDescription.self) {
        expectEqual(bridge.copy(object, nil, &block), wrong, "\(bridge.name): \(name)")
      }
    }
  }

  @Test("Every field is turned round where it stands, and back")
  func swapping() throws {
    for bridge in try Bridge.all() {
      var entry = bridge.entry
      expectEqual(bridge.toHost(&entry, entry.count), noErr, "\(bridge.name)")
      var expected: [UInt8] = []
      for width in bridge.widths {
        let field = bridge.entry[expected.count..<(expected.count + abs(width))]
        expected += width > 0 ? Array(field.reversed()) : Array(field)
      }
      expected += bridge.entry[expected.count...]
      expectEqual(entry, expected, "\(bridge.name)")
      expectEqual(bridge.toBig(&entry, entry.count), noErr, "\(bridge.name)")
      expectEqual(entry, bridge.entry, "\(bridge.name)")
      for swap in [bridge.toHost, bridge.toBig] {
        expectEqual(swap(nothing(), 86), wrong, "\(bridge.name)")
        expectEqual(swap(&entry, 0), wrong, "\(bridge.name)")
        expectEqual(swap(&entry, .min), wrong, "\(bridge.name)")
        expectEqual(swap(&entry, bridge.fewest - 1), wrong, "\(bridge.name)")
      }
      expectEqual(entry, bridge.entry, "\(bridge.name)")
    }
    // Entries with fields for more bytes than there are, and of types that are none.
    for (entry, swap) in [
      (TextDescriptionTests.mobile, CMSwapBigEndianTextDescriptionToHost),
      (TimeCodeDescriptionTests.timeCode, CMSwapBigEndianTimeCodeDescriptionToHost),
    ] {
      var short = entry
      expectEqual(swap(&short, 20), invalid)
      expectEqual(short, entry)
      short[4] = 0
      expectEqual(swap(&short, short.count), invalid)
    }
    var captions = TimeCodeDescriptionTests.captions
    captions[5] = 0
    expectEqual(CMSwapBigEndianClosedCaptionDescriptionToHost(&captions, captions.count), invalid)
  }

  @Test("Text and metadata: null pointers, objects of other kinds, and descriptions of other media")
  func descriptions() throws {
    let missing = kCMFormatDescriptionError_ValueNotAvailable
    let refused = kCMFormatDescriptionError_InvalidParameter
    let sound = try makeFormat(pcm())
    for (name, object, status) in strangers(CMFormatDescription.self).map({ ($0.name, $0.object, refused) })
      + [("sound", sound, missing)]
    {
      var (flags, across): (CMTextDisplayFlags, CMTextJustificationValue) = (7, 7)
      var (box, size, font): (CGRect, CGFloat, CFString?) = (.zero, 7, nil)
      expectEqual(CMTextFormatDescriptionGetDisplayFlags(object, displayFlagsOut: &flags), status, "\(name)")
      expectEqual(
        CMTextFormatDescriptionGetJustification(object, horizontalOut: &across, verticalOut: nil), status, "\(name)")
      expectEqual(
        CMTextFormatDescriptionGetDefaultTextBox(
          object, originIsAtTopLeft: true, heightOfTextTrack: 0, defaultTextBoxOut: &box), status, "\(name)")
      expectEqual(
        CMTextFormatDescriptionGetDefaultStyle(
          object, localFontIDOut: nil, boldOut: nil, italicOut: nil, underlineOut: nil, fontSizeOut: &size,
          colorComponentsOut: nil), status, "\(name)")
      expectEqual(CMTextFormatDescriptionGetFontName(object, localFontID: 1, fontNameOut: &font), status, "\(name)")
      #expect((flags, across, size) == (7, 7, 7), "\(name)")
      expectNil(CMMetadataFormatDescriptionGetKeyWithLocalID(object, localKeyID: 1), "\(name)")
      expectNil(CMMetadataFormatDescriptionGetIdentifiers(object), "\(name)")
    }
    let text = try CMFormatDescription(
      mediaType: .text, mediaSubType: .qt, extensions: CMFormatDescription.Extensions(base: ["DisplayFlags": 1]))
    expectEqual(CMTextFormatDescriptionGetDisplayFlags(text, displayFlagsOut: nothing()), refused)
    let keys = unsafeBitCast(NSArray(array: [NSDictionary()]), to: CFArray.self)
    var made: CMFormatDescription?
    for (name, object) in strangers(CMFormatDescription.self) {
      expectEqual(
        CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
          allocator: nil, sourceDescription: object, metadataSpecifications: keys, formatDescriptionOut: &made),
        refused, "\(name)")
      expectEqual(
        CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
          allocator: nil, sourceDescription: object, otherSourceDescription: object, formatDescriptionOut: &made),
        refused, "\(name)")
    }
    for (name, list) in strangers(CFArray.self) {
      expectEqual(
        CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed, keys: list, formatDescriptionOut: &made), refused,
        "\(name)")
      expectEqual(
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: list,
          formatDescriptionOut: &made), refused, "\(name)")
    }
    expectEqual(
      CMMetadataFormatDescriptionCreateWithKeys(
        allocator: nil, metadataType: kCMMetadataFormatType_ID3, keys: nil, formatDescriptionOut: nothing()), refused)
  }
}
