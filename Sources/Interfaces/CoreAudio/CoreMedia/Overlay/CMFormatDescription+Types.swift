// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

public import CCoreMedia
public import Foundation

// Apple's Swift view of format descriptions: media and formats by name.

/// A code of four characters.
public protocol _CMFormatDescriptionFourCCConvertible: RawRepresentable, Hashable, CustomStringConvertible, Sendable
where RawValue == FourCharCode {
  /// Takes the code.
  init(rawValue: FourCharCode)
}

extension _CMFormatDescriptionFourCCConvertible {
  /// Creates a value from its four-character code.
  public init(string: String) {
    precondition(string.utf8.count == 4, "a code has four characters")
    self.init(rawValue: string.utf8.reduce(0) { $0 << 8 | FourCharCode($1) })
  }

  /// The four characters in quotes.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }
    return "'\(String(decoding: bytes, as: UTF8.self))'"
  }
}

extension CMFormatDescription {
  /// The errors of format description functions.
  public struct Error {
    /// An argument makes no sense.
    public static var invalidParameter: NSError { Failure(kCMFormatDescriptionError_InvalidParameter).error }
    /// Memory could not be allocated.
    public static var allocationFailed: NSError { Failure(kCMFormatDescriptionError_AllocationFailed).error }
    /// The value does not exist.
    public static var valueNotAvailable: NSError { Failure(kCMFormatDescriptionError_ValueNotAvailable).error }
  }

  /// The type of a medium.
  public struct MediaType: _CMFormatDescriptionFourCCConvertible {
    /// The code.
    public let rawValue: FourCharCode
    /// Creates a subtype from its code.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    /// `vide`.
    public static let video = MediaType(string: "vide")
    /// `soun`.
    public static let audio = MediaType(string: "soun")
    /// `muxx`.
    public static let muxed = MediaType(string: "muxx")
    /// `text`.
    public static let text = MediaType(string: "text")
    /// `clcp`.
    public static let closedCaption = MediaType(string: "clcp")
    /// `sbtl`.
    public static let subtitle = MediaType(string: "sbtl")
    /// `tmcd`.
    public static let timeCode = MediaType(string: "tmcd")
    /// `meta`.
    public static let metadata = MediaType(string: "meta")
  }

  /// The format of a medium.
  public struct MediaSubType: _CMFormatDescriptionFourCCConvertible {
    /// The code.
    public let rawValue: FourCharCode
    /// Creates a subtype from its code.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    /// `lpcm`.
    public static let linearPCM = MediaSubType(string: "lpcm")
    /// `ac-3`.
    public static let ac3 = MediaSubType(string: "ac-3")
    /// `cac3`.
    public static let iec60958AC3 = MediaSubType(string: "cac3")
    /// `ima4`.
    public static let appleIMA4 = MediaSubType(string: "ima4")
    /// `aac `.
    public static let mpeg4AAC = MediaSubType(string: "aac ")
    /// `celp`.
    public static let mpeg4CELP = MediaSubType(string: "celp")
    /// `hvxc`.
    public static let mpeg4HVXC = MediaSubType(string: "hvxc")
    /// `twvq`.
    public static let mpeg4TwinVQ = MediaSubType(string: "twvq")
    /// `MAC3`.
    public static let mace3 = MediaSubType(string: "MAC3")
    /// `MAC6`.
    public static let mace6 = MediaSubType(string: "MAC6")
    /// `ulaw`.
    public static let uLaw = MediaSubType(string: "ulaw")
    /// `alaw`.
    public static let aLaw = MediaSubType(string: "alaw")
    /// `QDMC`.
    public static let qDesign = MediaSubType(string: "QDMC")
    /// `QDM2`.
    public static let qDesign2 = MediaSubType(string: "QDM2")
    /// `Qclp`.
    public static let qualcomm = MediaSubType(string: "Qclp")
    /// `.mp1`.
    public static let mpegLayer1 = MediaSubType(string: ".mp1")
    /// `.mp2`.
    public static let mpegLayer2 = MediaSubType(string: ".mp2")
    /// `.mp3`.
    public static let mpegLayer3 = MediaSubType(string: ".mp3")
    /// `time`.
    public static let timeCode = MediaSubType(string: "time")
    /// `midi`.
    public static let midiStream = MediaSubType(string: "midi")
    /// `apvs`.
    public static let parameterValueStream = MediaSubType(string: "apvs")
    /// `alac`.
    public static let appleLossless = MediaSubType(string: "alac")
    /// `aach`.
    public static let mpeg4AAC_HE = MediaSubType(string: "aach")
    /// `aacl`.
    public static let mpeg4AAC_LD = MediaSubType(string: "aacl")
    /// `aace`.
    public static let mpeg4AAC_ELD = MediaSubType(string: "aace")
    /// `aacf`.
    public static let mpeg4AAC_ELD_SBR = MediaSubType(string: "aacf")
    /// `aacg`.
    public static let mpeg4AAC_ELD_V2 = MediaSubType(string: "aacg")
    /// `aacp`.
    public static let mpeg4AAC_HE_V2 = MediaSubType(string: "aacp")
    /// `aacs`.
    public static let mpeg4AAC_Spatial = MediaSubType(string: "aacs")
    /// `usac`.
    public static let mpegD_USAC = MediaSubType(string: "usac")
    /// `samr`.
    public static let amr = MediaSubType(string: "samr")
    /// `sawb`.
    public static let amr_WB = MediaSubType(string: "sawb")
    /// `AUDB`.
    public static let audible = MediaSubType(string: "AUDB")
    /// `ilbc`.
    public static let iLBC = MediaSubType(string: "ilbc")
    /// `aes3`.
    public static let aes3 = MediaSubType(string: "aes3")
    /// `ec-3`.
    public static let enhancedAC3 = MediaSubType(string: "ec-3")
    /// `flac`.
    public static let flac = MediaSubType(string: "flac")
    /// `opus`.
    public static let opus = MediaSubType(string: "opus")
    /// `paac`.
    public static let aacLCProtected = MediaSubType(string: "paac")
    /// `aaac`.
    public static let aacAudibleProtected = MediaSubType(string: "aaac")
    /// `rle `.
    public static let animation = MediaSubType(string: "rle ")
    /// `cvid`.
    public static let cinepak = MediaSubType(string: "cvid")
    /// `jpeg`.
    public static let jpeg = MediaSubType(string: "jpeg")
    /// `dmb1`.
    public static let jpeg_OpenDML = MediaSubType(string: "dmb1")
    /// `SVQ1`.
    public static let sorensonVideo = MediaSubType(string: "SVQ1")
    /// `SVQ3`.
    public static let sorensonVideo3 = MediaSubType(string: "SVQ3")
    /// `h263`.
    public static let h263 = MediaSubType(string: "h263")
    /// `avc1`.
    public static let h264 = MediaSubType(string: "avc1")
    /// `hvc1`.
    public static let hevc = MediaSubType(string: "hvc1")
    /// `muxa`.
    public static let hevcWithAlpha = MediaSubType(string: "muxa")
    /// `mp4v`.
    public static let mpeg4Video = MediaSubType(string: "mp4v")
    /// `mp2v`.
    public static let mpeg2Video = MediaSubType(string: "mp2v")
    /// `mp1v`.
    public static let mpeg1Video = MediaSubType(string: "mp1v")
    /// `ap4x`.
    public static let proRes4444XQ = MediaSubType(string: "ap4x")
    /// `ap4h`.
    public static let proRes4444 = MediaSubType(string: "ap4h")
    /// `apch`.
    public static let proRes422HQ = MediaSubType(string: "apch")
    /// `apcn`.
    public static let proRes422 = MediaSubType(string: "apcn")
    /// `apcs`.
    public static let proRes422LT = MediaSubType(string: "apcs")
    /// `apco`.
    public static let proRes422Proxy = MediaSubType(string: "apco")
    /// `mp1s`.
    public static let mpeg1System = MediaSubType(string: "mp1s")
    /// `mp2t`.
    public static let mpeg2Transport = MediaSubType(string: "mp2t")
    /// `mp2p`.
    public static let mpeg2Program = MediaSubType(string: "mp2p")
    /// `dv  `.
    public static let dv = MediaSubType(string: "dv  ")
    /// `tmcd`.
    public static let timeCode32 = MediaSubType(string: "tmcd")
    /// `tc64`.
    public static let timeCode64 = MediaSubType(string: "tc64")
    /// `cn32`.
    public static let counter32 = MediaSubType(string: "cn32")
    /// `cn64`.
    public static let counter64 = MediaSubType(string: "cn64")
  }
}
