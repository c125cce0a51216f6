import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Image descriptions that FFmpeg wrote into a movie of QuickTime's and one of MPEG-4's, and some by hand.
@Suite("Image descriptions of files")
struct ImageDescriptionTests {
  /// MPEG-4 video of 64 × 48 in a `.mov`: FFmpeg 5.1, with `esds`, `colr` and `pasp`.
  private let movie = EntryBytes.hexadecimal(
    """
    000000da6d70347600000000000000010000000046464d500000020000000200004000300048000000480000000000000001
    134c61766335392e33372e313030206d706567340000000000000000000000000018ffff0000006265736473000000000380
    8080510001000480808043201100000000030d40000152200580808031000001b001000001b58913000001000000012000c4
    f8201d8800cd0204061443000001b24c61766335392e33372e31303006808080010200000012636f6c726e636c6300010001
    000100000010706173700000000400000003
    """)

  private func make(
    _ entry: [UInt8], _ flavor: CMImageDescriptionFlavor? = nil
  ) -> (OSStatus, CMFormatDescription?) {
    var made: CMVideoFormatDescription?
    let status = CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionData(
      allocator: nil, bigEndianImageDescriptionData: entry, size: entry.count,
      stringEncoding: CFStringGetSystemEncoding(), flavor: flavor, formatDescriptionOut: &made)
    return (status, made)
  }

  private func entry(
    of description: CMFormatDescription, _ flavor: CMImageDescriptionFlavor? = nil
  ) throws -> [UInt8] {
    var block: CMBlockBuffer?
    try #require(
      CMVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer(
        allocator: nil, videoFormatDescription: description, stringEncoding: CFStringGetSystemEncoding(),
        flavor: flavor, blockBufferOut: &block) == noErr)
    return bytes(of: try required(block))
  }

  @Test("An entry that FFmpeg wrote is read")
  func read() throws {
    let (status, made) = make(movie)
    expectEqual(status, noErr)
    let description = try required(made)
    expectEqual(description.mediaType, .video)
    expectEqual(description.mediaSubType, .mpeg4Video)
    expectEqual(description.dimensions.width, 64)
    expectEqual(description.dimensions.height, 48)
    let extensions = description.extensions
    expectEqual(extensions[.formatName], .string("Lavc59.37.100 mpeg4"))
    expectEqual(extensions[.depth], .number(24))
    expectEqual(extensions[.vendor], .string("FFMP"))
    expectEqual(extensions[.temporalQuality], .number(512))
    expectEqual(extensions[.spatialQuality], .number(512))
    expectEqual(extensions[.version], .number(0))
    expectEqual(extensions[.revisionLevel], .number(0))
    expectEqual(extensions[.colorPrimaries], .string("ITU_R_709_2"))
    expectEqual(extensions[.transferFunction], .string("ITU_R_709_2"))
    expectEqual(extensions[.yCbCrMatrix], .string("ITU_R_709_2"))
    // Pixels of 4 to 3 make 64 × 48 a picture of 16 to 9.
    expectLess(abs(description.presentationDimensions().width - 48 * 16 / 9.0), 1e-9)
    let atoms = swift(extensions[.sampleDescriptionExtensionAtoms]) as? [String: Any]
    expectEqual((atoms?["esds"] as? Data)?.count, 0x62 - 8)
    expectEqual(atoms?.count, 1)
    let verbatim = swift(extensions[.verbatimSampleDescription]) as? Data
    expectEqual(verbatim.map { [UInt8]($0) }, movie)
  }

  @Test("An entry comes back word for word, but for the reference, which is the caller's to fill in")
  func verbatim() throws {
    let description = try required(make(movie).1)
    try expectEqual(entry(of: description), EntryBytes.withoutReference(movie))
    var again: CMVideoFormatDescription?
    expectEqual(
      CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionBlockBuffer(
        allocator: nil, bigEndianImageDescriptionBlockBuffer: try makeBlock(movie),
        stringEncoding: CFStringGetSystemEncoding(), flavor: .quickTimeMovie, formatDescriptionOut: &again), noErr)
    expectEqual(again.map { $0 == description }, true)
  }

  @Test("An entry that is made new holds the same")
  func written() throws {
    let description = try required(make(movie).1)
    var extensions = description.extensions
    extensions[.verbatimSampleDescription] = nil
    let plain = try CMFormatDescription(
      videoCodecType: .mpeg4Video, width: 64, height: 48, extensions: extensions)
    let entry = try entry(of: plain)
    // The boxes in another order, the rest as it was.
    expectEqual(entry.count, movie.count)
    expectEqual(Array(entry[..<86]), EntryBytes.withoutReference(Array(movie[..<86]), size: movie.count))
    let back = try required(make(entry).1)
    #expect(back.equalTo(plain, extensionKeysToIgnore: [.verbatimSampleDescription]))
    // MPEG-4's entries have no vendor and no qualities, and one byte more of colour.
    let iso = try self.entry(of: plain, .isoFamily)
    expectEqual(iso.count, movie.count + 1)
    #expect(iso[16..<32].allSatisfy { $0 == 0 })
    let fromISO = try required(make(iso, .isoFamily).1)
    expectNil(fromISO.extensions[.vendor])
    expectEqual(fromISO.extensions[.colorPrimaries], .string("ITU_R_709_2"))
    #expect(
      swift(fromISO.extensions[.fullRangeVideo]) as? Bool == false)
  }

  @Test("Clean aperture, fields, gamma, profiles and what is not known")
  func boxes() throws {
    let header = Array(movie[..<86])
    let clap = EntryBytes.box(
      "clap",
      [0, 0, 0, 60, 0, 0, 0, 1, 0, 0, 0, 80, 0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 1] + [0, 0, 0, 1, 0, 0, 0, 2])
    let fiel = EntryBytes.box("fiel", [2, 9])
    let gama = EntryBytes.box("gama", [0, 1, 0x80, 0])
    let profile = EntryBytes.box("colr", Array("prof".utf8) + [1, 2, 3])
    let twins = EntryBytes.box("abcd", [1]) + EntryBytes.box("abcd", [2, 3])
    let entry = EntryBytes.sized(header + clap + fiel + gama + profile + twins + [0, 0, 0, 0])
    let description = try required(make(entry).1)
    let extensions = description.extensions
    let aperture = description.cleanAperture(originIsAtTopLeft: true)
    expectEqual(aperture, CGRect(x: 0, y: 4.5, width: 60, height: 40))
    expectEqual(extensions[.fieldCount], .number(2))
    expectEqual(extensions[.fieldDetail], .string("SpatialFirstLineEarly"))
    expectEqual(extensions[.gammaLevel], .number(1.5))
    #expect(swift(extensions[.iccProfile]) as? Data == Data([1, 2, 3]))
    let atoms = swift(extensions[.sampleDescriptionExtensionAtoms]) as? [String: Any]
    expectEqual(atoms?["abcd"] as? [Data], [Data([1]), Data([2, 3])])
    // The same again, written new: the boxes are those, and no end of them.
    var told = extensions
    told[.verbatimSampleDescription] = nil
    let new = try self.entry(
      of: CMFormatDescription(videoCodecType: .mpeg4Video, width: 64, height: 48, extensions: told))
    expectEqual(new.count, entry.count - 4)
    for box in [clap, fiel, gama, profile, twins] { #expect(Data(new).range(of: Data(box)) != nil) }
  }

  @Test("Colours of its own stand between QuickTime's header and the boxes")
  func colourTable() throws {
    var header = Array(movie[..<86])
    (header[84], header[85]) = (0, 0)
    let table: [UInt8] = [0, 0, 0, 0, 0x80, 0, 0, 1] + [UInt8](repeating: 7, count: 16)
    let entry = EntryBytes.sized(header + table + EntryBytes.box("pasp", [0, 0, 0, 4, 0, 0, 0, 3]))
    let description = try required(make(entry).1)
    #expect(description.extensions[.pixelAspectRatio] != nil)
    let cut = EntryBytes.sized(header + table.prefix(20))
    expectEqual(make(cut).0, kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
  }

  @Test("Every entry that is cut short is refused, and no byte traps")
  func cut() {
    for count in 0..<movie.count {
      expectEqual(
        make(Array(movie.prefix(count))).0, kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    }
    // A box that is longer than the entry.
    var long = movie
    long[86 + 3] = 0xFF
    expectEqual(make(long).0, kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    for place in movie.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = movie
        changed[place] = value
        if let description = make(changed).1 { _ = try? entry(of: description) }
      }
    }
  }

  @Test("What no entry can hold")
  func incompatible() throws {
    func status(_ extensions: CMFormatDescription.Extensions?, width: Int = 64) throws -> OSStatus {
      let description = try CMFormatDescription(
        videoCodecType: .mpeg4Video, width: width, height: 48, extensions: extensions)
      var block: CMBlockBuffer?
      return CMVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer(
        allocator: nil, videoFormatDescription: description, stringEncoding: 0, flavor: nil, blockBufferOut: &block)
    }
    try expectEqual(status(nil), noErr)
    try expectEqual(status(nil, width: 65535), noErr)
    try expectEqual(status(nil, width: 65536), kCMFormatDescriptionBridgeError_InvalidFormatDescription)
    var extensions = CMFormatDescription.Extensions()
    extensions[.vendor] = .string("too long")
    try expectEqual(status(extensions), kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
    for atoms in [["abc": Data([1])] as [String: Any], ["abcd": "text"], ["abcd": [Data(), 5] as [Any]]] {
      var extensions = CMFormatDescription.Extensions()
      extensions[.sampleDescriptionExtensionAtoms] = CMFormatDescription.Extensions.Value(atoms as Any)
      try expectEqual(status(extensions), kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
    }
  }
}
