import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Parameter sets of x264 and x265, and the records that FFmpeg made of them: `ffmpeg -f lavfi -i testsrc=size=322x178
/// -frames:v 1 -vf setsar=4/3 -c:v libx264`, `… -pix_fmt yuv420p10 -c:v libx265`, `…=size=320x176 … -profile:v
/// baseline`.
private enum Sets {
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
  }

  static let high = ["6764000dacd941519e22230e1000000300100000030320f1429960", "68ebe3cb22c0"]
  static let highRecord =
    "0164000dffe1001b6764000dacd941519e22230e1000000300100000030320f142996001000668ebe3cb22c0fdf8f800"
  static let baseline = ["6742c00cd901417b011000000300100000030320f142a480", "68cb83cb20"]
  static let baselineRecord = "0142c00cffe100186742c00cd901417b011000000300100000030320f142a48001000568cb83cb20"
  static let hevc = [
    "40010c01ffff02200000030090000003000003003c959809",
    "42010102200000030090000003000003003ca00a480b9c92365959a4932bc05a020000030002000003003210", "4401c172b46240",
  ]
  static let hevcRecordHead = "0102200000009000000000003cf000fcfdfafa00000f03"
}

@Suite("Format descriptions of pictures")
struct VideoFormatTests {
  private func atom(_ name: String, of description: CMFormatDescription) -> [UInt8]? {
    let key = CMFormatDescription.Extensions.Key.sampleDescriptionExtensionAtoms
    guard let atoms = description.extensions[key]?.propertyListRepresentation else { return nil }
    let dictionary = withExtendedLifetime(atoms) {
      Unmanaged<CFDictionary>.fromOpaque(pointer(atoms)).takeUnretainedValue()
    }
    let name = string(name)
    guard let value = withExtendedLifetime(name, { CFDictionaryGetValue(dictionary, pointer(name)) }) else {
      return nil
    }
    return [UInt8](Unmanaged<NSData>.fromOpaque(value).takeUnretainedValue() as Data)
  }

  private func make(h264 sets: [String], _ length: Int = 4) throws -> CMFormatDescription {
    try CMFormatDescription(h264ParameterSets: sets.map { Data(Sets.bytes($0)) }, nalUnitHeaderLength: length)
  }

  @Test("H.264: the record is FFmpeg's, the size ffprobe's, and the sets come back")
  func h264() throws {
    let description = try make(h264: Sets.high)
    expectEqual(description.mediaType, .video)
    expectEqual(description.mediaSubType, .h264)
    expectEqual(atom("avcC", of: description), Sets.bytes(Sets.highRecord))
    expectEqual(description.dimensions.width, 322)
    expectEqual(description.dimensions.height, 178)
    expectEqual(description.nalUnitHeaderLength, 4)
    expectEqual(description.parameterSets.map { [UInt8]($0) }, Sets.high.map(Sets.bytes))
    // The pixels are 4 : 3.
    let shown = description.presentationDimensions()
    expectLess(abs(shown.width - 322 * 4.0 / 3), 1e-9)
    expectEqual(shown.height, 178)
    expectEqual(description.presentationDimensions(usePixelAspectRatio: false).width, 322)
    let plain = try make(h264: Sets.baseline, 2)
    expectEqual(atom("avcC", of: plain).map { $0[4] }, 0xFD)
    expectEqual(plain.nalUnitHeaderLength, 2)
    expectEqual(plain.dimensions.width, 320)
    expectEqual(plain.dimensions.height, 176)
    expectEqual(atom("avcC", of: try make(h264: Sets.baseline)), Sets.bytes(Sets.baselineRecord))
  }

  @Test("HEVC: the record is FFmpeg's, the size ffprobe's, and the sets come back")
  func hevc() throws {
    let sets = Sets.hevc.map { Data(Sets.bytes($0)) }
    let description = try CMFormatDescription(hevcParameterSets: sets)
    expectEqual(description.mediaSubType, .hevc)
    expectEqual(description.dimensions.width, 322)
    expectEqual(description.dimensions.height, 178)
    let record = try required(atom("hvcC", of: description))
    expectEqual(Array(record.prefix(23)), Sets.bytes(Sets.hevcRecordHead))
    expectEqual(description.parameterSets.map { [UInt8]($0) }, Sets.hevc.map(Sets.bytes))
    expectEqual(description.nalUnitHeaderLength, 4)
    // The sets may come in any order.
    let shuffled = try CMFormatDescription(hevcParameterSets: [sets[2], sets[0], sets[1]])
    expectEqual(shuffled, description)
  }

  @Test("Sets that are missing, cut short or of no use are refused, whatever is cut")
  func refusals() {
    let bad = kCMFormatDescriptionBridgeError_InvalidParameter
    let wrong = kCMFormatDescriptionError_InvalidParameter
    #expect(throwsStatus(bad) { _ = try make(h264: [Sets.high[0]]) })
    #expect(throwsStatus(bad) { _ = try make(h264: [Sets.high[1]]) })
    #expect(throwsStatus(bad) { _ = try make(h264: [Sets.high[0], Sets.high[1], "0605"]) })
    #expect(throwsStatus(wrong) { _ = try make(h264: []) })
    #expect(throwsStatus(wrong) { _ = try make(h264: Sets.high, 3) })
    #expect(throwsStatus(wrong) { _ = try make(h264: ["", Sets.high[1]]) })
    // The picture's size lies behind the eighth byte; whatever is cut off behind that may be missed or not.
    let whole = Sets.bytes(Sets.high[0])
    for count in 1..<whole.count {
      let sets = [Data(whole.prefix(count)), Data(Sets.bytes(Sets.high[1]))]
      let isRefused = throwsStatus(bad) { _ = try CMFormatDescription(h264ParameterSets: sets) }
      #expect(isRefused || count > 8)
    }
    let hevc = Sets.hevc.map(Sets.bytes)
    for count in 1..<hevc[1].count {
      let sets = [Data(hevc[0]), Data(hevc[1].prefix(count)), Data(hevc[2])]
      _ = try? CMFormatDescription(hevcParameterSets: sets)
    }
    #expect(throwsStatus(bad) { _ = try CMFormatDescription(hevcParameterSets: [Data(hevc[0]), Data(hevc[2])]) })
  }

  @Test("Looking sets up tells what is not there")
  func lookup() throws {
    let description = try make(h264: Sets.high)
    var count = 0
    var size = 0
    var length: Int32 = 0
    var set: UnsafePointer<UInt8>?
    expectEqual(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        description, parameterSetIndex: 1, parameterSetPointerOut: &set, parameterSetSizeOut: &size,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: &length), noErr)
    expectEqual(count, 2)
    expectEqual(size, 6)
    expectEqual(length, 4)
    expectEqual(set?.pointee, 0x68)
    expectEqual(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        description, parameterSetIndex: 2, parameterSetPointerOut: &set, parameterSetSizeOut: nil,
        parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil), kCMFormatDescriptionError_InvalidParameter)
    expectEqual(
      CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
        description, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil), kCMFormatDescriptionBridgeError_InvalidParameter)
    let plain = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    #expect(plain.parameterSets.isEmpty)
    expectNil(plain.nalUnitHeaderLength)
  }

  @Test("The clean aperture lies round the middle, moved by its offset, rational numbers first")
  func cleanAperture() throws {
    let aperture = makeDictionary([
      (kCMFormatDescriptionKey_CleanApertureWidth, NSNumber(value: 704)),
      (kCMFormatDescriptionKey_CleanApertureHeight, NSNumber(value: 470)),
      (kCMFormatDescriptionKey_CleanApertureHorizontalOffset, NSNumber(value: 4)),
      (kCMFormatDescriptionKey_CleanApertureVerticalOffset, NSNumber(value: 3)),
    ])
    var extensions = CMFormatDescription.Extensions()
    extensions[.cleanAperture] = .init(aperture as CFPropertyList)
    let description = try CMFormatDescription(
      videoCodecType: .mpeg4Video, width: 720, height: 480, extensions: extensions)
    let top = description.cleanAperture(originIsAtTopLeft: true)
    expectEqual(top, CGRect(x: 12, y: 8, width: 704, height: 470))
    expectEqual(description.cleanAperture(originIsAtTopLeft: false), CGRect(x: 12, y: 2, width: 704, height: 470))
    expectEqual(description.presentationDimensions(), CGSize(width: 704, height: 470))
    expectEqual(description.presentationDimensions(useCleanAperture: false), CGSize(width: 720, height: 480))
    let sound = try makeFormat(pcm())
    expectEqual(sound.presentationDimensions(), CGSize(width: 0, height: 0))
    expectEqual(sound.cleanAperture(originIsAtTopLeft: true), CGRect(x: 0, y: 0, width: 0, height: 0))
    let plain = try CMFormatDescription(videoCodecType: .jpeg, width: 64, height: 32)
    expectEqual(plain.cleanAperture(originIsAtTopLeft: true), CGRect(x: 0, y: 0, width: 64, height: 32))
    #expect(CMFormatDescription.extensionKeysCommonWithImageBuffers.contains(.pixelAspectRatio))
    #expect(
      throwsStatus(kCMFormatDescriptionError_InvalidParameter) {
        _ = try CMFormatDescription(videoCodecType: .jpeg, width: -1, height: 4)
      })
  }
}
