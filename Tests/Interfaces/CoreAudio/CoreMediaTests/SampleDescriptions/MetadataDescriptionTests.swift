import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Formats of timed metadata, and their entries by ISO/IEC 14496-12, 12.9, by hand.
@Suite("Formats of timed metadata")
struct MetadataDescriptionTests {
  private static let mdta = 0x6D64_7461
  private static let wrong = kCMFormatDescriptionError_InvalidParameter

  /// A key of a name within a space, with a type of data and a language.
  private static let entry: [UInt8] = {
    let first =
      EntryBytes.box("keyd", Array("mdta".utf8) + Array("com.example.a".utf8))
      + EntryBytes.box("dtyp", [0, 0, 0, 0, 0, 0, 0, 1]) + EntryBytes.box("loca", Array("en-GB".utf8) + [0])
      + EntryBytes.box("setu", [9, 8])
    let second =
      EntryBytes.box("keyd", Array("uiso".utf8) + [0xA9] + Array("nam".utf8))
      + EntryBytes.box("dtyp", [0, 0, 0, 1] + Array("com.example.type".utf8))
    let keys =
      EntryBytes.word(first.count + 8) + [0, 0, 0, 1] + first + EntryBytes.word(second.count + 8) + [0, 0, 0, 2]
      + second
    return EntryBytes.sized(
      [0, 0, 0, 0] + Array("mebx".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + EntryBytes.box("keys", keys))
  }()

  private func key(_ name: String, _ localID: Int, space: Int = mdta) -> NSDictionary {
    [
      "Namespace": NSNumber(value: space), "Value": NSData(data: Data(name.utf8)), "LocalID": NSNumber(value: localID),
    ]
  }

  private func array(_ objects: [AnyObject]) -> CFArray { unsafeBitCast(NSArray(array: objects), to: CFArray.self) }

  private func make(
    _ keys: [AnyObject]?, _ type: CMMetadataFormatType = kCMMetadataFormatType_Boxed
  ) -> (OSStatus, CMFormatDescription?) {
    var made: CMMetadataFormatDescription?
    let status = CMMetadataFormatDescriptionCreateWithKeys(
      allocator: nil, metadataType: type, keys: keys.map { array($0) }, formatDescriptionOut: &made)
    return (status, made)
  }

  private func read(_ entry: [UInt8]) -> (OSStatus, CMFormatDescription?) {
    var made: CMMetadataFormatDescription?
    let status = CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionData(
      allocator: nil, bigEndianMetadataDescriptionData: entry, size: entry.count, flavor: nil,
      formatDescriptionOut: &made)
    return (status, made)
  }

  private func write(_ description: CMFormatDescription) -> (OSStatus, [UInt8]) {
    var block: CMBlockBuffer?
    let status = CMMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer(
      allocator: nil, metadataFormatDescription: description, flavor: nil, blockBufferOut: &block)
    return (status, block.map { bytes(of: $0) } ?? [])
  }

  private func specification(
    _ identifier: String, _ type: String = "com.apple.metadata.datatype.UTF-8", language: String? = nil
  ) -> [String: CFPropertyList] {
    var all: [String: CFPropertyList] = ["Identifier": string(identifier), "DataType": string(type)]
    if let language { all["ExtendedLanguageTag"] = string(language) }
    return all
  }

  @Test("Keys are kept, found by their identifiers and named")
  func keys() throws {
    let (status, made) = make([key("com.example.b", 7), key("with space", 3)])
    expectEqual(status, noErr)
    let description = try required(made)
    expectEqual(description.mediaType, .metadata)
    expectEqual(description.mediaSubType, .boxed)
    expectEqual(description.identifiers, ["mdta/with%20space", "mdta/com.example.b"])
    let found = try required(CMMetadataFormatDescriptionGetKeyWithLocalID(description, localKeyID: 7))
    #expect(CFEqual(found, key("com.example.b", 7)))
    expectNil(CMMetadataFormatDescriptionGetKeyWithLocalID(description, localKeyID: 8))
    expectEqual(description.keyWithLocalID(3)?.count, 3)
    let table = swift(description.extensions[.metadataKeyTable]) as? [String: Any]
    expectEqual(table.map { $0.keys.sorted() }, ["3", "7"])
  }

  @Test("Other metadata needs no keys, and boxed metadata cannot do without")
  func withoutKeys() throws {
    let plain = try CMFormatDescription(metadataFormatType: .id3)
    expectEqual(plain.mediaSubType, .id3)
    #expect(plain.identifiers.isEmpty)
    expectNil(CMMetadataFormatDescriptionGetIdentifiers(plain))
    expectNil(plain.keyWithLocalID(1))
    expectEqual(make(nil, kCMMetadataFormatType_ICY).0, noErr)
    expectEqual(make([key("a", 1)], kCMMetadataFormatType_EMSG).1?.identifiers, ["mdta/a"])
    expectEqual(make(nil).0, Self.wrong)
    expectEqual(make([]).0, Self.wrong)
    expectEqual(make([NSNumber(value: 1)]).0, Self.wrong)
    expectEqual(make([key("a", 1), key("b", 1)]).0, Self.wrong)
    for missing in ["Namespace", "Value", "LocalID"] {
      let part = try required(key("a", 1).mutableCopy() as? NSMutableDictionary)
      part.removeObject(forKey: missing)
      expectEqual(make([part]).0, Self.wrong, "\(missing)")
    }
  }

  @Test("Specifications become keys with types of data")
  func specifications() throws {
    let description = try CMFormatDescription(boxedMetadataSpecifications: [
      specification("mdta/com.example.title", language: "en"), specification("udta/%A9nam", "com.example.type"),
      // The same once more is no other key.
      specification("mdta/com.example.title", language: "en"),
    ])
    expectEqual(description.identifiers, ["mdta/com.example.title", "udta/%A9nam"])
    let first = try required(description.keyWithLocalID(1))
    #expect(swift(first["DataTypeNamespace"]) as? Int == 0)
    #expect(swift(first["DataType"]) as? Data == Data([0, 0, 0, 1]))
    #expect(swift(first["LanguageTag"]) as? String == "en")
    let second = try required(description.keyWithLocalID(2))
    #expect(swift(second["DataTypeNamespace"]) as? Int == 1)
    #expect(swift(second["DataType"]) as? Data == Data("com.example.type".utf8))
    #expect(swift(second["Value"]) as? Data == Data([0xA9] + Array("nam".utf8)))
    for wrong in ["mdta", "mdta/", "long space/a", "mdta/%4", "mdta/%zz", "/a"] {
      #expect(
        throwsStatus(Self.wrong) { _ = try CMFormatDescription(boxedMetadataSpecifications: [specification(wrong)]) },
        "\(wrong)")
    }
    for missing in ["Identifier", "DataType"] {
      var part = specification("mdta/a")
      part[missing] = nil
      #expect(throwsStatus(Self.wrong) { _ = try CMFormatDescription(boxedMetadataSpecifications: [part]) })
    }
    var made: CMMetadataFormatDescription?
    expectEqual(
      CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
        allocator: nil, metadataType: kCMMetadataFormatType_ID3, metadataSpecifications: array([]),
        formatDescriptionOut: &made), Self.wrong)
    #expect(throwsStatus(Self.wrong) { _ = try CMFormatDescription(boxedMetadataSpecifications: []) })
  }

  @Test("Descriptions are extended and merged; identifiers stay where they can")
  func merging() throws {
    let one = try CMFormatDescription(boxedMetadataSpecifications: [specification("mdta/a"), specification("mdta/b")])
    let more = try CMFormatDescription(sourceMetadata: one, specifications: [specification("mdta/c")])
    expectEqual(more.identifiers, ["mdta/a", "mdta/b", "mdta/c"])
    let other = try CMFormatDescription(boxedMetadataSpecifications: [specification("mdta/b"), specification("mdta/d")])
    let both = try CMFormatDescription(sourceMetadata: one, otherSourceDescription: other)
    // d was the other's second key, and 2 is taken.
    expectEqual(both.identifiers, ["mdta/a", "mdta/b", "mdta/d"])
    #expect(swift(both.keyWithLocalID(2)?["Value"]) as? Data == Data("b".utf8))
    #expect(swift(both.keyWithLocalID(3)?["Value"]) as? Data == Data("d".utf8))
    let plain = try CMFormatDescription(metadataFormatType: .id3)
    #expect(
      throwsStatus(Self.wrong) { _ = try CMFormatDescription(sourceMetadata: plain, otherSourceDescription: one) })
    #expect(
      throwsStatus(Self.wrong) { _ = try CMFormatDescription(sourceMetadata: one, otherSourceDescription: plain) })
    #expect(throwsStatus(Self.wrong) { _ = try CMFormatDescription(sourceMetadata: one, specifications: []) })
  }

  @Test("An entry is read and written")
  func entries() throws {
    let (status, made) = read(Self.entry)
    expectEqual(status, noErr)
    let description = try required(made)
    expectEqual(description.identifiers, ["mdta/com.example.a", "uiso/%A9nam"])
    let first = try required(description.keyWithLocalID(1))
    #expect(swift(first["LanguageTag"]) as? String == "en-GB")
    #expect(swift(first["SetupData"]) as? Data == Data([9, 8]))
    expectEqual(write(description).1, EntryBytes.withoutReference(Self.entry))
    var extensions = description.extensions
    extensions[.verbatimSampleDescription] = nil
    let plain = try CMFormatDescription(mediaType: .metadata, mediaSubType: .boxed, extensions: extensions)
    expectEqual(write(plain).1, EntryBytes.withoutReference(Self.entry))
    let id3 = try CMFormatDescription(metadataFormatType: .id3)
    expectEqual(write(id3).1, [0, 0, 0, 16] + Array("id3 ".utf8) + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    var again: CMMetadataFormatDescription?
    expectEqual(
      CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer(
        allocator: nil, bigEndianMetadataDescriptionBlockBuffer: try makeBlock(Self.entry), flavor: nil,
        formatDescriptionOut: &again), noErr)
    expectEqual(again.map { $0 == description }, true)
  }

  @Test("Every entry that is cut short is refused, and no byte traps; what no entry holds is refused too")
  func refusals() throws {
    let bad = kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription
    for count in 0..<Self.entry.count { expectEqual(read(Array(Self.entry.prefix(count))).0, bad) }
    for place in Self.entry.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = Self.entry
        changed[place] = value
        if let description = read(changed).1 { _ = write(description) }
      }
    }
    expectEqual(read(EntryBytes.sized(Array(Self.entry.prefix(16)))).0, bad)
    let empty = try CMFormatDescription(mediaType: .metadata, mediaSubType: .boxed)
    expectEqual(write(empty).0, kCMFormatDescriptionBridgeError_InvalidFormatDescription)
    let dependent = try required(key("a", 1).mutableCopy() as? NSMutableDictionary)
    dependent["StructuralDependency"] = NSDictionary(dictionary: ["DependencyIsInvalidFlag": NSNumber(value: true)])
    let description = try required(make([dependent]).1)
    expectEqual(write(description).0, kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
  }
}
