import CCoreMedia
import CoreFoundation

/// The size of pictures, and the part and the shape in which they are shown.
struct PictureGeometry {
  var size: CAPictureSize
  /// The visible part, and the offset of its centre from the picture's, rightwards and downwards.
  var cleanAperture: CAPictureSize
  var offset = CAPictureSize()
  /// The ratio of a pixel's width to its height.
  var pixelAspectRatio = 1.0

  /// - Returns: `nil` for other media than pictures.
  init?(_ description: FormatDescription) {
    guard let dimensions = description.dimensions else { return nil }
    size = CAPictureSize(width: Double(dimensions.width), height: Double(dimensions.height))
    cleanAperture = size
    if let aperture = description.extensions?.dictionary(kCMFormatDescriptionExtension_CleanAperture) {
      cleanAperture.width =
        Self.number(
          aperture, kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureWidthRational)
        ?? size.width
      cleanAperture.height =
        Self.number(
          aperture, kCMFormatDescriptionKey_CleanApertureHeight, kCMFormatDescriptionKey_CleanApertureHeightRational)
        ?? size.height
      offset.width =
        Self.number(
          aperture, kCMFormatDescriptionKey_CleanApertureHorizontalOffset,
          kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational) ?? 0
      offset.height =
        Self.number(
          aperture, kCMFormatDescriptionKey_CleanApertureVerticalOffset,
          kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational) ?? 0
    }
    if let spacing = description.extensions?.dictionary(kCMFormatDescriptionExtension_PixelAspectRatio),
      let across = spacing.number(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing),
      let down = spacing.number(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing), across > 0, down > 0
    {
      pixelAspectRatio = across / down
    }
  }

  /// Returns a number that may also be given as a numerator and a denominator, which then take precedence.
  private static func number(_ dictionary: CFDictionary, _ key: CFString, _ rationalKey: CFString) -> Double? {
    if let pair = dictionary.object(rationalKey, CFArrayGetTypeID(), CFArray.self), CFArrayGetCount(pair) == 2,
      let numerator = number(pair, 0), let denominator = number(pair, 1), denominator != 0
    {
      return numerator / denominator
    }
    return dictionary.number(key)
  }

  private static func number(_ array: CFArray, _ index: Int) -> Double? {
    guard let pointer = unsafe CFArrayGetValueAtIndex(array, index),
      unsafe coreFoundationType(of: pointer) == CFNumberGetTypeID()
    else {
      return nil
    }
    var value = 0.0
    unsafe CFNumberGetValue(
      Unmanaged<CFNumber>.fromOpaque(pointer).takeUnretainedValue(), .doubleType, &value)
    return value
  }
}

/// The keys of extensions that pictures in memory also carry, in an array that is never changed.
struct CommonKeys: @unchecked Sendable {
  let keys: CFArray

  init() {
    let array = makeArray()
    let all = [
      kCMFormatDescriptionExtension_CleanAperture, kCMFormatDescriptionExtension_FieldCount,
      kCMFormatDescriptionExtension_FieldDetail, kCMFormatDescriptionExtension_PixelAspectRatio,
      kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
      kCMFormatDescriptionExtension_GammaLevel, kCMFormatDescriptionExtension_YCbCrMatrix,
      kCMFormatDescriptionExtension_ICCProfile, kCMFormatDescriptionExtension_ChromaLocationTopField,
      kCMFormatDescriptionExtension_ChromaLocationBottomField,
    ]
    for key in all { array.append(key) }
    keys = array
  }
}

let commonKeys = CommonKeys()
