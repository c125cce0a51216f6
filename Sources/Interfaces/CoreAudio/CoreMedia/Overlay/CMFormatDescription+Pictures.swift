// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CCoreMedia
public import CoreFoundation

// Apple's Swift view of format descriptions: the extensions of pictures.

extension CMFormatDescription.Extensions.Value {
  /// The order of the fields of a picture.
  public struct FieldDetail: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `TemporalTopFirst`.
    public static let temporalTopFirst = FieldDetail(rawValue: "TemporalTopFirst")
    /// `TemporalBottomFirst`.
    public static let temporalBottomFirst = FieldDetail(rawValue: "TemporalBottomFirst")
    /// `SpatialFirstLineEarly`.
    public static let spatialFirstLineEarly = FieldDetail(rawValue: "SpatialFirstLineEarly")
    /// `SpatialFirstLineLate`.
    public static let spatialFirstLineLate = FieldDetail(rawValue: "SpatialFirstLineLate")
  }

  /// Returns the value for the order of the fields of a picture.
  public static func fieldDetail(_ fieldDetail: FieldDetail) -> Self { .string(fieldDetail.rawValue) }

  /// The primary colours of a picture.
  public struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `ITU_R_709_2`.
    public static let itu_R_709_2 = ColorPrimaries(rawValue: "ITU_R_709_2")
    /// `EBU_3213`.
    public static let ebu_3213 = ColorPrimaries(rawValue: "EBU_3213")
    /// `SMPTE_C`.
    public static let smpte_C = ColorPrimaries(rawValue: "SMPTE_C")
    /// `DCI_P3`.
    public static let dci_P3 = ColorPrimaries(rawValue: "DCI_P3")
    /// `P3_D65`.
    public static let p3_D65 = ColorPrimaries(rawValue: "P3_D65")
    /// `ITU_R_2020`.
    public static let itu_R_2020 = ColorPrimaries(rawValue: "ITU_R_2020")
    /// `P22`.
    public static let p22 = ColorPrimaries(rawValue: "P22")
  }

  /// Returns the value for the primary colours of a picture.
  public static func colorPrimaries(_ colorPrimaries: ColorPrimaries) -> Self { .string(colorPrimaries.rawValue) }

  /// The transfer function between light and coded values.
  public struct TransferFunction: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `ITU_R_709_2`.
    public static let itu_R_709_2 = TransferFunction(rawValue: "ITU_R_709_2")
    /// `SMPTE_240M_1995`.
    public static let smpte_240M_1995 = TransferFunction(rawValue: "SMPTE_240M_1995")
    /// `UseGamma`.
    public static let useGamma = TransferFunction(rawValue: "UseGamma")
    /// `ITU_R_2020`.
    public static let itu_R_2020 = TransferFunction(rawValue: "ITU_R_2020")
    /// `SMPTE_ST_428_1`.
    public static let smpte_ST_428_1 = TransferFunction(rawValue: "SMPTE_ST_428_1")
    /// `SMPTE_ST_2084_PQ`.
    public static let smpte_ST_2084_PQ = TransferFunction(rawValue: "SMPTE_ST_2084_PQ")
    /// `ITU_R_2100_HLG`.
    public static let itu_R_2100_HLG = TransferFunction(rawValue: "ITU_R_2100_HLG")
    /// `Linear`.
    public static let linear = TransferFunction(rawValue: "Linear")
    /// `IEC_sRGB`.
    public static let sRGB = TransferFunction(rawValue: "IEC_sRGB")
  }

  /// Returns the value for a transfer function.
  public static func transferFunction(_ transferFunction: TransferFunction) -> Self {
    .string(transferFunction.rawValue)
  }

  /// The matrix from colours to luma and chroma.
  public struct YCbCrMatrix: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `ITU_R_709_2`.
    public static let itu_R_709_2 = YCbCrMatrix(rawValue: "ITU_R_709_2")
    /// `ITU_R_601_4`.
    public static let itu_R_601_4 = YCbCrMatrix(rawValue: "ITU_R_601_4")
    /// `SMPTE_240M_1995`.
    public static let smpted_240M_1995 = YCbCrMatrix(rawValue: "SMPTE_240M_1995")
    /// `ITU_R_2020`.
    public static let itu_R_2020 = YCbCrMatrix(rawValue: "ITU_R_2020")
  }

  /// Returns the value for a matrix from colours to luma and chroma.
  public static func yCbCrMatrix(_ yCbCrMatrix: YCbCrMatrix) -> Self { .string(yCbCrMatrix.rawValue) }

  /// The position of chroma samples among luma samples.
  public struct ChromaLocation: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `Left`.
    public static let left = ChromaLocation(rawValue: "Left")
    /// `Center`.
    public static let center = ChromaLocation(rawValue: "Center")
    /// `TopLeft`.
    public static let topLeft = ChromaLocation(rawValue: "TopLeft")
    /// `Top`.
    public static let top = ChromaLocation(rawValue: "Top")
    /// `BottomLeft`.
    public static let bottomLeft = ChromaLocation(rawValue: "BottomLeft")
    /// `Bottom`.
    public static let bottom = ChromaLocation(rawValue: "Bottom")
    /// `DV 4:2:0`.
    public static let dv420 = ChromaLocation(rawValue: "DV 4:2:0")
  }

  /// Returns the value for the position of chroma samples among luma samples.
  public static func chromaLocation(_ chromaLocation: ChromaLocation) -> Self { .string(chromaLocation.rawValue) }

  /// The maker of a compressor.
  public struct Vendor: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `appl`.
    public static let apple = Vendor(rawValue: "appl")
  }

  /// Returns the value for the vendor of a compressor.
  public static func vendor(_ vendor: Vendor) -> Self { .string(vendor.rawValue) }

  /// Returns the value for the vendor of a compressor, as a four-character code.
  public static func vendor(_ fourCC: String) -> Self { .string(fourCC) }

  /// Returns the value for a Core Foundation string.
  public static func string(_ value: CFString) -> Self { Self(value as CFPropertyList) }

  /// Returns the ratio of a pixel's width to its height.
  public static func pixelAspectRatio(horizontalSpacing: some Numeric, verticalSpacing: some Numeric) -> Self {
    Self(
      [
        swiftString(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing): horizontalSpacing as Any,
        swiftString(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing): verticalSpacing,
      ] as Any)
  }

  /// Returns the value for the visible part of a picture.
  public static func cleanAperture(
    width: some Numeric, height: some Numeric, horizontalOffet: some Numeric, verticalOffset: some Numeric
  ) -> Self {
    Self(
      [
        swiftString(kCMFormatDescriptionKey_CleanApertureWidth): width as Any,
        swiftString(kCMFormatDescriptionKey_CleanApertureHeight): height,
        swiftString(kCMFormatDescriptionKey_CleanApertureHorizontalOffset): horizontalOffet,
        swiftString(kCMFormatDescriptionKey_CleanApertureVerticalOffset): verticalOffset,
      ] as Any)
  }

  /// Returns the value for the visible part of a picture, in fractions.
  public static func cleanAperture(
    width: (numerator: Int, denominator: Int), height: (numerator: Int, denominator: Int),
    horizontalOffet: (numerator: Int, denominator: Int), verticalOffset: (numerator: Int, denominator: Int)
  ) -> Self {
    func pair(_ fraction: (numerator: Int, denominator: Int)) -> Any {
      [fraction.numerator as Any, fraction.denominator] as [Any]
    }
    return Self(
      [
        swiftString(kCMFormatDescriptionKey_CleanApertureWidthRational): pair(width),
        swiftString(kCMFormatDescriptionKey_CleanApertureHeightRational): pair(height),
        swiftString(kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational): pair(horizontalOffet),
        swiftString(kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational): pair(verticalOffset),
      ] as Any)
  }
}
