import AudioBase
import Bitstream
import MPEG4Systems

/// The kind of file to write, and its consequences. ISO/IEC 14496-12, 4.3; 3GPP TS 26.244, 5.
package enum FileBrand {
  case audio
  case audiobook
  case movie
  case thirdGeneration
  case thirdGeneration2
  case quickTime

  /// Creates the brand for one of Core Audio's file types, or `nil`.
  init?(fileType: FourCharacterCode) {
    switch fileType {
    case "m4af": self = .audio
    case "m4bf": self = .audiobook
    case "mp4f": self = .movie
    case "3gpp": self = .thirdGeneration
    case "3gp2": self = .thirdGeneration2
    case "MooV": self = .quickTime
    default: return nil
    }
  }

  /// The data formats that the file type holds.
  var formatIDs: [FourCharacterCode] {
    switch self {
    case .audio, .audiobook: FileBrand.unifiedAudio + [.appleLossless, .mpegLayer3]
    case .movie:
      FileBrand.unifiedAudio
        + [.appleLossless, .mpegLayer3, .mpegLayer2, .mpegLayer1, .linearPCM, .opus, .flac]
    case .thirdGeneration, .thirdGeneration2: FileBrand.advancedAudio
    case .quickTime: FileBrand.unifiedAudio + [.appleLossless, .mpegLayer3, .linearPCM, .ima4, .muLaw, .aLaw]
    }
  }

  /// The formats of AAC.
  static let advancedAudio: [FourCharacterCode] = [
    .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2, .aacHighEfficiency,
    .aacHighEfficiencyV2,
  ]

  /// The formats of AAC and USAC, which 3GPP does not have.
  static let unifiedAudio = advancedAudio + [.usac]

  /// The linear PCM that the file type holds, the usual kind first.
  var sampleFormats: [SampleFormat] {
    guard self == .quickTime || self == .movie else { return [] }
    var formats: [SampleFormat] = []
    for order in [SampleFormat.ByteOrder.littleEndian, .bigEndian] {
      for bits in [16, 24, 32] { formats.append(SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: order)) }
      for bits in [32, 64] { formats.append(SampleFormat(.floatingPoint, bitsPerSample: bits, byteOrder: order)) }
    }
    guard self == .quickTime else { return formats }
    return formats + [
      SampleFormat(.signedInteger, bitsPerSample: 8), SampleFormat(.unsignedInteger, bitsPerSample: 8),
    ]
  }

  /// `major_brand`.
  var major: FourCharacterCode {
    switch self {
    case .audio: "M4A "
    case .audiobook: "M4B "
    case .movie: "mp42"
    case .thirdGeneration: "3gp6"
    case .thirdGeneration2: "3g2a"
    case .quickTime: "qt  "
    }
  }

  /// `compatible_brands` without those that fragments add.
  var compatible: [FourCharacterCode] {
    switch self {
    case .audio: ["M4A ", "mp42", "isom"]
    case .audiobook: ["M4B ", "M4A ", "mp42", "isom"]
    case .movie: ["mp42", "isom"]
    case .thirdGeneration: ["3gp6", "isom"]
    case .thirdGeneration2: ["3g2a", "3gp6", "isom"]
    case .quickTime: ["qt  "]
    }
  }

  /// `minor_version`: QuickTime's is a date.
  var minor: UInt32 { self == .quickTime ? 0x2005_0300 : 0 }

  /// True if files carry `iTunSMPB`.
  var hasGaplessText: Bool { self == .audio || self == .audiobook }

  /// Returns the `ftyp` box.
  func box(isFragmented: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBox("ftyp") { body in
      body.append(major)
      body.append(bigEndian: minor)
      for brand in compatible { body.append(brand) }
      // Offsets that count from the moof came with iso5, tfdt with iso6.
      if isFragmented, self != .quickTime {
        body.append("iso5")
        body.append("iso6")
      }
    }
    return bytes
  }
}
