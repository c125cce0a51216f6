import AVFoundation
import TestSupport
import Testing

@Suite("Metadata of assets")
struct MetadataTests {
  private func item(_ identifier: AVMetadataIdentifier, _ value: any NSCopying & NSObjectProtocol)
    -> AVMutableMetadataItem
  {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = value
    return item
  }

  /// The beginning of a picture.
  private static let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 4])

  @Test("What is written is read, by common keys and by those of the file", arguments: [AVFileType.m4a, .mov, .caf])
  func roundTrip(type: AVFileType) async throws {
    let folder = Sound.Folder()
    let said: [(AVMetadataIdentifier, String)] = [
      (.commonIdentifierTitle, "Ein Stück"), (.commonIdentifierArtist, "Ensemble"),
      (.commonIdentifierAlbumName, "Album"),
      (.commonIdentifierCreator, "Composer"), (.commonIdentifierType, "Chamber"),
      (.commonIdentifierCopyrights, "nobody"),
    ]
    let items = said.map { item($0.0, NSString(string: $0.1)) }
    let settings: [String: Any] =
      type == .caf
      ? [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16] : WriterTests.aac
    let writer = try await Sound.write([Sound.buffer(0..<5000)], to: folder["a"], type, settings) { writer, _ in
      writer.metadata = items
      expectEqual(writer.metadata.count, items.count)
    }
    expectEqual(writer.status, .completed, "\(writer.error.map { "\($0)" } ?? "")")
    let asset = AVURLAsset(url: folder["a"])
    let common = try await asset.load(.commonMetadata)
    for (identifier, text) in said {
      let found = AVMetadataItem.metadataItems(from: common, filteredByIdentifier: identifier)
      let value = try await required(found.first).load(.stringValue)
      expectEqual(value, text, "\(identifier.rawValue)")
      #expect(found.first?.keySpace == .common && found.first?.identifier == identifier)
    }
    let own = try await asset.load(.metadata)
    let names = [AVFileType.m4a: "itsk/%A9nam", .mov: "mdta/com.apple.quicktime.title", .caf: "caaf/info-title"]
    let title = try required(own.first)
    #expect(title.identifier?.rawValue == names[type] && title.commonKey == .commonKeyTitle)
    #expect(title.stringValue == "Ein Stück" && title.numberValue == nil && title.dataValue == nil)
    let format = try #require(try await asset.load(.availableMetadataFormats).first)
    expectEqual(
      format, [AVFileType.m4a: AVMetadataFormat.iTunesMetadata, .mov: .quickTimeMetadata, .caf: .unknown][type])
    expectEqual(asset.metadata(forFormat: format).count, own.count)
    #expect(asset.metadata(forFormat: AVMetadataFormat("another")).isEmpty)
    try await expectEqual(asset.loadMetadata(for: format).count, own.count)
    let heard = await withCheckedContinuation { continuation in
      asset.loadMetadata(for: format) { items, _ in continuation.resume(returning: items?.count) }
    }
    #expect(heard == own.count && asset.availableMetadataFormats == [format])
  }

  @Test("Names have the values that Apple's constants have")
  func values() {
    // As a binding lists them that asks the frameworks themselves; programs compare with some of them as text.
    expectEqual(
      [AVMetadataKeySpace.common, .iTunes, .id3, .quickTimeMetadata, .audioFile].map(\.rawValue),
      ["comn", "itsk", "org.id3", "mdta", "caaf"])
    expectEqual(
      [AVMetadataFormat.iTunesMetadata, .id3Metadata, .quickTimeMetadata, .unknown].map(\.rawValue),
      ["com.apple.itunes", "org.id3", "com.apple.quicktime.mdta", "public.unknown"])
    expectEqual(AVMetadataIdentifier.id3MetadataEncodedWith.rawValue, "id3/TSSE")
    expectEqual(AVMetadataIdentifier.quickTimeMetadataCreationDate.rawValue, "mdta/com.apple.quicktime.creationdate")
  }

  @Test("Numbers, pictures, dates and words of iTunes' lists")
  func iTunes() async throws {
    let folder = Sound.Folder()
    let items = [
      item(.iTunesMetadataTrackNumber, NSData(data: Data([0, 0, 0, 3, 0, 12, 0, 0]))),
      item(.iTunesMetadataDiscNumber, NSData(data: Data([0, 0, 0, 1, 0, 2]))),
      item(.iTunesMetadataBeatsPerMin, NSNumber(value: 96)), item(.iTunesMetadataCoverArt, NSData(data: Self.picture)),
      item(.iTunesMetadataLyrics, NSString(string: "la la")),
      item(.iTunesMetadataReleaseDate, NSString(string: "2026")),
      item(.iTunesMetadataAlbumArtist, NSString(string: "All")),
      item(.iTunesMetadataUserComment, NSString(string: "why")),
      item(.iTunesMetadataEncodingTool, NSString(string: "a test")),
      item(AVMetadataIdentifier("itlk/com.apple.iTunes.MOOD"), NSString(string: "calm")),
    ]
    _ = try await Sound.write([Sound.buffer(0..<5000)], to: folder["a"], .m4a, WriterTests.aac) { writer, _ in
      writer.metadata = items
    }
    let asset = AVURLAsset(url: folder["a"])
    func value(_ identifier: AVMetadataIdentifier) -> AVMetadataItem? {
      AVMetadataItem.metadataItems(from: asset.metadata, filteredByIdentifier: identifier).first
    }
    expectEqual(value(.iTunesMetadataTrackNumber)?.dataValue, Data([0, 0, 0, 3, 0, 12, 0, 0]))
    expectEqual(value(.iTunesMetadataDiscNumber)?.dataValue, Data([0, 0, 0, 1, 0, 2]))
    expectEqual(value(.iTunesMetadataBeatsPerMin)?.numberValue, 96)
    expectEqual(value(.iTunesMetadataBeatsPerMin)?.stringValue, "96")
    expectEqual(value(.iTunesMetadataCoverArt)?.dataValue, Self.picture)
    expectEqual(value(.commonIdentifierArtwork)?.dataValue, Self.picture)
    #expect(value(.iTunesMetadataLyrics)?.stringValue == "la la" && asset.lyrics == "la la")
    try await expectEqual(asset.load(.lyrics), "la la")
    expectEqual(value(.iTunesMetadataReleaseDate)?.stringValue, "2026")
    let date = try required(item(.iTunesMetadataReleaseDate, NSString(string: "2026-11-26")).dateValue)
    expectEqual(date.timeIntervalSince1970, 1_795_651_200)
    let creation = try await asset.load(.creationDate)
    #expect(creation?.stringValue == "2026" && asset.creationDate != nil)
    #expect(value(.iTunesMetadataAlbumArtist)?.stringValue == "All" && value(.iTunesMetadataUserComment) != nil)
    expectEqual(value(AVMetadataIdentifier("itlk/com.apple.iTunes.MOOD"))?.stringValue, "calm")
    expectEqual(value(.commonIdentifierSoftware)?.stringValue, "a test")
  }

  @Test("An export takes metadata over, or others")
  func exporting() async throws {
    let folder = Sound.Folder()
    _ = try await Sound.write([Sound.buffer(0..<5000)], to: folder["a"], .m4a, WriterTests.aac) { writer, _ in
      writer.metadata = [item(.iTunesMetadataSongName, NSString(string: "One"))]
    }
    for (name, metadata, expected) in [
      ("b", nil, "One"), ("c", [item(.commonIdentifierTitle, NSString(string: "Two"))], "Two"),
    ] as [(String, [AVMetadataItem]?, String)] {
      let session = try required(
        AVAssetExportSession(asset: AVURLAsset(url: folder["a"]), presetName: AVAssetExportPresetPassthrough))
      session.metadata = metadata
      expectEqual(session.metadata?.count, metadata?.count)
      try await session.export(to: folder[name], as: .m4a)
      expectEqual(AVURLAsset(url: folder[name]).commonMetadata.first?.stringValue, expected)
    }
  }

  @Test("Identifiers are key spaces and keys, percent-encoded")
  func identifiers() {
    expectEqual(AVMetadataItem.identifier(forKey: "\u{A9}nam", keySpace: .iTunes)?.rawValue, "itsk/%A9nam")
    expectEqual(AVMetadataItem.identifier(forKey: "TIT2" as NSString, keySpace: .id3)?.rawValue, "id3/TIT2")
    expectEqual(
      AVMetadataItem.identifier(forKey: AVMetadataKey.commonKeyTitle, keySpace: .common), .commonIdentifierTitle)
    expectEqual(
      AVMetadataItem.identifier(forKey: NSNumber(value: 0x7472_6B6E), keySpace: .iTunes), .iTunesMetadataTrackNumber)
    expectNil(AVMetadataItem.identifier(forKey: Data(), keySpace: .iTunes))
    expectEqual(AVMetadataItem.keySpace(forIdentifier: .id3MetadataTitleDescription), .id3)
    expectEqual(AVMetadataItem.keySpace(forIdentifier: .commonIdentifierTitle), .common)
    expectNil(AVMetadataItem.keySpace(forIdentifier: AVMetadataIdentifier("none")))
    expectEqual((AVMetadataItem.key(forIdentifier: .iTunesMetadataSongName) as? NSString)?.description, "\u{A9}nam")
    expectNil(AVMetadataItem.key(forIdentifier: AVMetadataIdentifier("none")))
    expectEqual(
      (AVMetadataItem.key(forIdentifier: AVMetadataIdentifier("caaf/info-a%20b")) as? NSString)?.description, "info-a b"
    )
    expectEqual([AVMetadataKeySpace.quickTimeMetadata, .audioFile].map(\.rawValue), ["mdta", "caaf"])
    // The frames of ID3v2.4, as its document names them, and what all formats share.
    let frames: [(AVMetadataIdentifier, String, AVMetadataKey?)] = [
      (.id3MetadataTitleDescription, "TIT2", .commonKeyTitle), (.id3MetadataSubTitle, "TIT3", nil),
      (.id3MetadataLeadPerformer, "TPE1", .commonKeyArtist), (.id3MetadataBand, "TPE2", nil),
      (.id3MetadataAlbumTitle, "TALB", .commonKeyAlbumName), (.id3MetadataComposer, "TCOM", .commonKeyCreator),
      (.id3MetadataLyricist, "TEXT", nil), (.id3MetadataContentType, "TCON", .commonKeyType),
      (.id3MetadataYear, "TYER", .commonKeyCreationDate), (.id3MetadataRecordingTime, "TDRC", .commonKeyCreationDate),
      (.id3MetadataTrackNumber, "TRCK", nil), (.id3MetadataPartOfASet, "TPOS", nil),
      (.id3MetadataBeatsPerMinute, "TBPM", nil), (.id3MetadataInitialKey, "TKEY", nil),
      (.id3MetadataCopyright, "TCOP", .commonKeyCopyrights), (.id3MetadataEncodedWith, "TSSE", .commonKeySoftware),
      (.id3MetadataComments, "COMM", nil), (.id3MetadataUnsynchronizedLyric, "USLT", nil),
      (.id3MetadataAttachedPicture, "APIC", .commonKeyArtwork), (.id3MetadataUserText, "TXXX", nil),
    ]
    for (identifier, frame, common) in frames {
      expectEqual(identifier.rawValue, "id3/\(frame)")
      expectEqual(item(identifier, NSString(string: "x")).commonKey, common, "\(frame)")
    }
    let quickTime: [(AVMetadataIdentifier, String)] = [
      (.quickTimeMetadataTitle, "title"), (.quickTimeMetadataArtist, "artist"), (.quickTimeMetadataAlbum, "album"),
      (.quickTimeMetadataComment, "comment"), (.quickTimeMetadataGenre, "genre"), (.quickTimeMetadataYear, "year"),
      (.quickTimeMetadataCreationDate, "creationdate"), (.quickTimeMetadataCopyright, "copyright"),
      (.quickTimeMetadataSoftware, "software"), (.quickTimeMetadataArtwork, "artwork"),
    ]
    for (identifier, name) in quickTime { expectEqual(identifier.rawValue, "mdta/com.apple.quicktime.\(name)") }
    let iTunes: [(AVMetadataIdentifier, String)] = [
      (.iTunesMetadataArtist, "%A9ART"), (.iTunesMetadataAlbum, "%A9alb"), (.iTunesMetadataComposer, "%A9wrt"),
      (.iTunesMetadataUserGenre, "%A9gen"), (.iTunesMetadataCopyright, "cprt"),
    ]
    for (identifier, code) in iTunes { expectEqual(identifier.rawValue, "itsk/\(code)") }
    let keys: [(AVMetadataIdentifier, AVMetadataKey)] = [
      (.commonIdentifierDescription, .commonKeyDescription), (.commonIdentifierCreationDate, .commonKeyCreationDate),
      (.commonIdentifierSoftware, .commonKeySoftware), (.commonIdentifierArtwork, .commonKeyArtwork),
    ]
    for (identifier, key) in keys { expectEqual(identifier.rawValue, "common/\(key.rawValue)") }
    expectEqual(AVMetadataFormat.id3Metadata.rawValue, "org.id3")
  }

  @Test("Items that are made, copied and changed")
  func items() async throws {
    let item = AVMutableMetadataItem()
    #expect(item.identifier == nil && item.value == nil && item.dataType == nil)
    item.keySpace = .iTunes
    item.key = NSString(string: "\u{A9}alb")
    item.value = NSString(string: "17")
    item.extendedLanguageTag = "de"
    item.locale = Locale(identifier: "de_DE")
    item.time = CMTime(value: 1, timescale: 2)
    item.duration = CMTime(value: 1, timescale: 1)
    item.startDate = Date(timeIntervalSince1970: 0)
    #expect(item.identifier == .iTunesMetadataAlbum && item.dataType == "com.apple.metadata.datatype.UTF-8")
    let copy = try required(item.copy() as? AVMetadataItem)
    item.value = NSNumber(value: 3)
    item.dataType = "another"
    #expect(copy.stringValue == "17" && copy.numberValue == 17 && item.numberValue == 3 && item.dataType == "another")
    #expect(copy.extendedLanguageTag == "de" && copy.locale?.identifier == "de_DE" && copy.startDate != nil)
    #expect(copy.time == CMTime(value: 1, timescale: 2) && copy.duration == CMTime(value: 1, timescale: 1))
    let again = try required(copy.mutableCopy() as? AVMutableMetadataItem)
    again.identifier = .commonIdentifierTitle
    #expect(again.keySpace == .common && (again.key as? NSString)?.description == "title")
    expectEqual(copy.statusOfValue(forKey: "value", error: nil), .loaded)
    await copy.loadValues(forKeys: ["value"])
    let (value, number, data, date) = try await copy.load(.value, .numberValue, .dataValue, .dateValue)
    #expect((value as? NSString)?.description == "17" && number == 17 && data == nil && date == nil)
    let all = [copy, again]
    expectEqual(
      AVMetadataItem.metadataItems(from: all, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common).count, 1)
    #expect(AVMetadataItem.metadataItems(from: all, withKey: nil, keySpace: .iTunes).first === copy)
    #expect(
      AVMetadataItem.metadataItems(from: all, withKey: AVMetadataKey.commonKeyAlbumName, keySpace: nil).first === copy)
  }

  @Test("Tags of an MP3 file are frames of ID3")
  func id3() throws {
    let folder = Sound.Folder()
    func frame(_ name: String, _ text: String) -> Data {
      let body = Data([3]) + Data(text.utf8)
      return Data(name.utf8) + Data([0, 0, 0, UInt8(body.count), 0, 0]) + body
    }
    let body = frame("TIT2", "Song") + frame("TPE1", "Who") + frame("TRCK", "3/9")
    let tag = Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, UInt8(body.count)]) + body
    try (tag + Data(contentsOf: Sound.mp3)).write(to: folder["a.mp3"])
    let asset = AVURLAsset(url: folder["a.mp3"])
    expectEqual(asset.availableMetadataFormats, [.id3Metadata])
    let found = asset.metadata.compactMap { item in item.identifier.map { ($0.rawValue, item.stringValue) } }
    #expect(found.contains { $0 == ("id3/TIT2", "Song") } && found.contains { $0 == ("id3/TPE1", "Who") })
    #expect(found.contains { $0 == ("id3/TRCK", "3/9") })
    expectEqual(asset.commonMetadata.first { $0.commonKey == .commonKeyArtist }?.stringValue, "Who")
  }
}
