public import AudioBase
import Bitstream

/// `audioObjectType`: the set of coding tools of an MPEG-4 audio stream.
///
/// ISO/IEC 14496-3, 1.5.1.1.
public struct AudioObjectType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number of the type, 0…95.
  public var rawValue: Int

  /// Creates a type from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// AAC Main: Low Complexity with backward prediction.
  public static let aacMain = AudioObjectType(rawValue: 1)
  /// AAC Low Complexity.
  public static let aacLC = AudioObjectType(rawValue: 2)
  /// AAC Scalable Sample Rate.
  public static let aacSSR = AudioObjectType(rawValue: 3)
  /// AAC Long Term Prediction.
  public static let aacLTP = AudioObjectType(rawValue: 4)
  /// Spectral band replication; only ever a prefix or an extension of a core type.
  public static let sbr = AudioObjectType(rawValue: 5)
  /// AAC Scalable.
  public static let aacScalable = AudioObjectType(rawValue: 6)
  /// TwinVQ.
  public static let twinVQ = AudioObjectType(rawValue: 7)
  /// Error-resilient AAC Low Complexity.
  public static let erAACLC = AudioObjectType(rawValue: 17)
  /// Error-resilient AAC Long Term Prediction.
  public static let erAACLTP = AudioObjectType(rawValue: 19)
  /// Error-resilient AAC Scalable.
  public static let erAACScalable = AudioObjectType(rawValue: 20)
  /// Error-resilient TwinVQ.
  public static let erTwinVQ = AudioObjectType(rawValue: 21)
  /// Error-resilient bit-sliced arithmetic coding.
  public static let erBSAC = AudioObjectType(rawValue: 22)
  /// Error-resilient AAC Low Delay.
  public static let erAACLD = AudioObjectType(rawValue: 23)
  /// Parametric stereo; only ever a prefix, and implies spectral band replication.
  public static let ps = AudioObjectType(rawValue: 29)
  /// Error-resilient AAC Enhanced Low Delay.
  public static let erAACELD = AudioObjectType(rawValue: 39)
  /// Unified speech and audio coding (xHE-AAC).
  public static let usac = AudioObjectType(rawValue: 42)

  /// True if the type's specific configuration is a `GASpecificConfig`.
  public var isGeneralAudio: Bool { [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(rawValue) }

  /// True if the type uses the error-resilient syntax, so that `epConfig` follows its configuration.
  public var isErrorResilient: Bool { (17...27).contains(rawValue) && rawValue != 18 || rawValue == 39 }

  /// True if the three resilience flags are in its `GASpecificConfig`.
  var hasResilienceFlags: Bool { [17, 19, 20, 23].contains(rawValue) }

  /// The data format of a core of this type.
  public var formatID: FourCharacterCode {
    switch self {
    case .erAACLD: .aacLowDelay
    case .erAACELD: .aacEnhancedLowDelay
    case .usac: .usac
    default: .aac
    }
  }

  /// The name of the type.
  public var name: String {
    switch self {
    case .aacMain: "AAC Main"
    case .aacLC: "AAC-LC"
    case .aacSSR: "AAC SSR"
    case .aacLTP: "AAC LTP"
    case .sbr: "SBR"
    case .aacScalable: "AAC Scalable"
    case .twinVQ: "TwinVQ"
    case .erAACLC: "ER AAC-LC"
    case .erAACLTP: "ER AAC LTP"
    case .erAACScalable: "ER AAC Scalable"
    case .erTwinVQ: "ER TwinVQ"
    case .erBSAC: "ER BSAC"
    case .erAACLD: "AAC-LD"
    case .ps: "PS"
    case .erAACELD: "AAC-ELD"
    case .usac: "USAC (xHE-AAC)"
    default: "audio object type \(rawValue)"
    }
  }

  /// `GetAudioObjectType()`: five bits, and six more after the escape value 31.
  init(parsing reader: inout BitReader) throws(CodecError) {
    let short = try reader.field(5)
    rawValue = short == 31 ? 32 + (try reader.field(6)) : short
  }

  func write(to writer: inout BitWriter) {
    if rawValue < 31 {
      writer.write(UInt32(rawValue), 5)
    } else {
      writer.write(31, 5)
      writer.write(UInt32(rawValue - 32), 6)
    }
  }
}
