import CCoreMedia
import CoreFoundation

/// The boxes of image descriptions that have their own extensions: `pasp`, `clap`, `colr`, `fiel`, `gama`.
enum ImageBoxes {
  private static let pasp = 0x7061_7370
  private static let clap = 0x636C_6170
  private static let colr = 0x636F_6C72
  private static let fiel = 0x6669_656C
  private static let gama = 0x6761_6D61
  private static let nclc = 0x6E63_6C63
  private static let nclx = 0x6E63_6C78
  private static let prof = 0x7072_6F66

  /// Numbers of ISO/IEC 23091-2 and their names in Core Video.
  private static let primaries: [(Int, StaticString)] = [
    (1, "ITU_R_709_2"), (5, "EBU_3213"), (6, "SMPTE_C"), (9, "ITU_R_2020"), (11, "DCI_P3"), (12, "P3_D65"),
    (22, "P22"),
  ]
  private static let transferFunctions: [(Int, StaticString)] = [
    (1, "ITU_R_709_2"), (7, "SMPTE_240M_1995"), (8, "Linear"), (13, "IEC_sRGB"), (16, "SMPTE_ST_2084_PQ"),
    (17, "SMPTE_ST_428_1"), (18, "ITU_R_2100_HLG"),
  ]
  private static let matrices: [(Int, StaticString)] = [
    (1, "ITU_R_709_2"), (6, "ITU_R_601_4"), (7, "SMPTE_240M_1995"), (9, "ITU_R_2020"),
  ]
  /// "Field handling" of the QuickTime File Format.
  private static let fields: [(Int, StaticString)] = [
    (1, "TemporalTopFirst"), (6, "TemporalBottomFirst"), (9, "SpatialFirstLineEarly"), (14, "SpatialFirstLineLate"),
  ]
  /// The code of the unspecified value.
  private static let unspecified = 2

  /// Reads a box into extensions; `false` for any other box.
  static func read(_ box: BigEndianBytes.Box, of entry: BigEndianBytes, into extensions: CFMutableDictionary) -> Bool {
    let body = BigEndianBytes(Array(entry.bytes[box.body]))
    switch box.type {
    case pasp: return readPixelAspectRatio(body, extensions)
    case clap: return readCleanAperture(body, extensions)
    case colr: return readColours(body, extensions)
    case fiel:
      guard let count = body.number(0, 1), let detail = body.number(1, 1) else { return false }
      extensions.set(kCMFormatDescriptionExtension_FieldCount, Int64(count))
      if let name = fields.first(where: { $0.0 == detail })?.1 {
        extensions.set(kCMFormatDescriptionExtension_FieldDetail, constantString(name))
      }
      return true
    case gama:
      guard let level = body.number(0, 4) else { return false }
      set(Double(level) / 65536, kCMFormatDescriptionExtension_GammaLevel, in: extensions)
      return true
    default: return false
    }
  }

  private static func set(_ number: Double, _ key: CFString, in dictionary: CFMutableDictionary) {
    var number = number
    if let value = unsafe CFNumberCreate(nil, .doubleType, &number) { dictionary.set(key, value) }
  }

  // MARK: Shapes

  private static func readPixelAspectRatio(_ body: BigEndianBytes, _ extensions: CFMutableDictionary) -> Bool {
    guard let across = body.number(0, 4), let down = body.number(4, 4) else { return false }
    let spacing = makeDictionary()
    spacing.set(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing, Int64(across))
    spacing.set(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing, Int64(down))
    extensions.set(kCMFormatDescriptionExtension_PixelAspectRatio, spacing)
    return true
  }

  /// The keys of a clean aperture: width, height, and the offsets to the right and downwards.
  private static var apertureKeys: [(plain: CFString, rational: CFString)] {
    [
      (kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureWidthRational),
      (kCMFormatDescriptionKey_CleanApertureHeight, kCMFormatDescriptionKey_CleanApertureHeightRational),
      (
        kCMFormatDescriptionKey_CleanApertureHorizontalOffset,
        kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational
      ),
      (
        kCMFormatDescriptionKey_CleanApertureVerticalOffset,
        kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational
      ),
    ]
  }

  private static func readCleanAperture(_ body: BigEndianBytes, _ extensions: CFMutableDictionary) -> Bool {
    let aperture = makeDictionary()
    for (index, keys) in apertureKeys.enumerated() {
      guard let numerator = body.signedNumber(8 * index, 4), let denominator = body.signedNumber(8 * index + 4, 4),
        denominator != 0
      else { return false }
      set(Double(numerator) / Double(denominator), keys.plain, in: aperture)
      let pair = makeArray()
      for var number in [Int64(numerator), Int64(denominator)] {
        if let value = unsafe CFNumberCreate(nil, .sInt64Type, &number) { pair.append(value) }
      }
      aperture.set(keys.rational, pair)
    }
    extensions.set(kCMFormatDescriptionExtension_CleanAperture, aperture)
    return true
  }

  /// Returns a part of a clean aperture as numerator and denominator.
  private static func ratio(_ aperture: CFDictionary, _ keys: (plain: CFString, rational: CFString)) -> [UInt8] {
    var parts: [Int64] = []
    if let pair = aperture.object(keys.rational, CFArrayGetTypeID(), CFArray.self), CFArrayGetCount(pair) == 2 {
      for index in 0..<2 {
        guard let pointer = unsafe CFArrayGetValueAtIndex(pair, index),
          unsafe coreFoundationType(of: pointer) == CFNumberGetTypeID()
        else { continue }
        var value: Int64 = 0
        unsafe CFNumberGetValue(Unmanaged<CFNumber>.fromOpaque(pointer).takeUnretainedValue(), .sInt64Type, &value)
        parts.append(value)
      }
    }
    if parts.count != 2 {
      let number = aperture.number(keys.plain) ?? 0
      // A thousandth of a pixel is as fine as any camera's rectangle.
      parts = number == number.rounded() ? [Int64(clamped: number), 1] : [Int64(clamped: number * 1000), 1000]
    }
    return [UInt8](bigEndian: Int(parts[0]), 4) + [UInt8](bigEndian: Int(parts[1]), 4)
  }

  // MARK: Colours

  private static func readColours(_ body: BigEndianBytes, _ extensions: CFMutableDictionary) -> Bool {
    switch body.number(0, 4) {
    case prof:
      guard let profile = SampleEntry.data(body.bytes.dropFirst(4)) else { return false }
      extensions.set(kCMFormatDescriptionExtension_ICCProfile, profile)
      return true
    case nclc, nclx:
      guard let colours = body.number(4, 2), let transfer = body.number(6, 2), let matrix = body.number(8, 2) else {
        return false
      }
      let told = [
        (kCMFormatDescriptionExtension_ColorPrimaries, primaries, colours),
        (kCMFormatDescriptionExtension_TransferFunction, transferFunctions, transfer),
        (kCMFormatDescriptionExtension_YCbCrMatrix, matrices, matrix),
      ]
      for (key, names, code) in told {
        if let name = names.first(where: { $0.0 == code })?.1 { extensions.set(key, constantString(name)) }
      }
      if body.number(0, 4) == nclx, let range = body.number(10, 1) {
        extensions.set(
          kCMFormatDescriptionExtension_FullRangeVideo, range & 0x80 != 0 ? kCFBooleanTrue : kCFBooleanFalse)
      }
      return true
    default: return false
    }
  }

  /// Returns the number of an extension's name; `nil` if there is none.
  private static func code(_ extensions: CFDictionary, _ key: CFString, _ names: [(Int, StaticString)]) -> Int? {
    guard let text = extensions.text(key) else { return nil }
    return names.first { CFEqual(constantString($0.1), text) }?.0 ?? unspecified
  }

  // MARK: Writing

  /// Writes the boxes for a description's extensions.
  static func write(
    _ description: FormatDescription, _ flavor: SampleEntry.Flavor, to entry: inout [UInt8]
  ) throws(Failure) {
    guard let extensions = description.extensions else { return }
    writeColours(extensions, flavor, to: &entry)
    if let aperture = extensions.dictionary(kCMFormatDescriptionExtension_CleanAperture) {
      entry.appendBox(clap, apertureKeys.flatMap { ratio(aperture, $0) })
    }
    if let spacing = extensions.dictionary(kCMFormatDescriptionExtension_PixelAspectRatio) {
      let across = spacing.integer(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing) ?? 1
      let down = spacing.integer(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing) ?? 1
      entry.appendBox(pasp, [UInt8](bigEndian: Int(across), 4) + [UInt8](bigEndian: Int(down), 4))
    }
    // The ISO family knows neither fields nor gamma.
    guard flavor != .isoFamily else { return }
    if let count = extensions.integer(kCMFormatDescriptionExtension_FieldCount) {
      let detail = code(extensions, kCMFormatDescriptionExtension_FieldDetail, fields) ?? 0
      entry.appendBox(fiel, [UInt8(truncatingIfNeeded: count), UInt8(detail == unspecified ? 0 : detail)])
    }
    if let level = extensions.number(kCMFormatDescriptionExtension_GammaLevel) {
      entry.appendBox(gama, [UInt8](bigEndian: Int(Int64(clamped: level * 65536)), 4))
    }
  }

  private static func writeColours(_ extensions: CFDictionary, _ flavor: SampleEntry.Flavor, to entry: inout [UInt8]) {
    let codes = [
      code(extensions, kCMFormatDescriptionExtension_ColorPrimaries, primaries),
      code(extensions, kCMFormatDescriptionExtension_TransferFunction, transferFunctions),
      code(extensions, kCMFormatDescriptionExtension_YCbCrMatrix, matrices),
    ]
    if codes.contains(where: { $0 != nil }) {
      let numbers = codes.flatMap { [UInt8](bigEndian: $0 ?? unspecified, 2) }
      if flavor == .quickTime {
        entry.appendBox(colr, [UInt8](bigEndian: nclc, 4) + numbers)
      } else {
        let isFull = extensions.isTrue(kCMFormatDescriptionExtension_FullRangeVideo)
        entry.appendBox(colr, [UInt8](bigEndian: nclx, 4) + numbers + [isFull ? 0x80 : 0])
      }
    }
    if let profile = extensions.data(kCMFormatDescriptionExtension_ICCProfile) {
      entry.appendBox(colr, [UInt8](bigEndian: prof, 4) + profile)
    }
  }
}

extension Int64 {
  /// Creates the whole number next to another, within 32 bits.
  fileprivate init(clamped number: Double) {
    self = number.isNaN ? 0 : Int64(Swift.max(-2_147_483_648, Swift.min(2_147_483_647, number.rounded())))
  }
}

extension CFDictionary {
  /// Returns true if a key's value is true.
  fileprivate func isTrue(_ key: CFString) -> Bool {
    guard let flag = object(key, CFBooleanGetTypeID(), CFBoolean.self) else { return false }
    return CFBooleanGetValue(flag)
  }
}
