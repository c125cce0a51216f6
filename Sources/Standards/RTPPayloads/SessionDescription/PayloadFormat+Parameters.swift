import AudioBase
import MPEG4Systems
import SpeechFrames

extension PayloadFormat {
  /// The name and the number of channels of `a=rtpmap`.
  var mapName: (name: String, channelCount: Int) {
    let config = try? PayloadFormat.audioSpecificConfig(cookie)
    // Parametric Stereo and LD MPEG Surround make two channels of a core's one.
    let isParametric = config.map { $0.hasParametricStereo || $0.hasLowDelaySurround } ?? false
    let channels = isParametric ? 2 : max(1, format.channelsPerFrame)
    return switch encoding {
    case .mpeg4Generic: ("mpeg4-generic", channels)
    case .latm: ("MP4A-LATM", channels)
    case .linearPCM(let bits): ("L\(bits)", channels)
    case .muLaw: ("PCMU", channels)
    case .aLaw: ("PCMA", channels)
    // RFC 7587, 7: always two.
    case .opus: ("opus", 2)
    case .amr: (amrKind == .wideBand ? "AMR-WB" : "AMR", 1)
    case .speex: ("speex", 1)
    case .blocks: (format.formatID == .g722 ? "G722" : "GSM", 1)
    case .accessUnits: format.formatID == .appleLossless ? ("AppleLossless", 1) : ("mpeg4-generic", channels)
    }
  }

  /// The parameters of `a=fmtp`; `nil` if there are none.
  var parameters: String? {
    switch encoding {
    case .mpeg4Generic(let headers):
      // RFC 3640 counts the duration in ticks of the clock.
      let duration = ticks(ofFrames: Int64(format.framesPerPacket))
      return "streamtype=5; profile-level-id=\(profileLevel); mode=\(headers.modeName); config=\(cookie.hexadecimal); "
        + "sizelength=\(headers.sizeLength); indexlength=\(headers.indexLength); "
        + "indexdeltalength=\(headers.indexDeltaLength); constantduration=\(duration)"
    case .latm(let isInBand, let config):
      let parameter = config.map { "; config=\($0.hexadecimal)" } ?? ""
      return "profile-level-id=\(profileLevel); cpresent=\(isInBand ? 1 : 0)\(parameter)"
    case .opus: return format.channelsPerFrame == 2 ? "stereo=1; sprop-stereo=1" : "sprop-stereo=0"
    case .accessUnits where format.formatID == .aacEnhancedLowDelay:
      let duration = ticks(ofFrames: Int64(format.framesPerPacket))
      let implied = FormatParameters.airPlayConfiguration(
        clockRate: clockRate, channelCount: format.channelsPerFrame, hasShortFrames: duration == 480)
      // SBR and other durations are stated nowhere else.
      return "mode=AAC-eld; constantDuration=\(duration)" + (cookie == implied ? "" : "; config=\(cookie.hexadecimal)")
    case .amr(let isOctetAligned): return isOctetAligned ? "octet-align=1" : nil
    case .linearPCM, .muLaw, .aLaw, .accessUnits, .speex, .blocks: return nil
    }
  }

  /// `profile-level-id`: AAC Profile level 2 for AAC-LC, the usual numbers for AAC-ELD, otherwise 254: none specified.
  private var profileLevel: Int {
    guard let config = try? PayloadFormat.audioSpecificConfig(cookie) else { return 254 }
    guard config.extensionRate == nil, (1...2).contains(config.channelConfiguration), config.coreRate <= 48_000 else {
      return 254
    }
    switch config.objectType {
    case .aacLC: return 41
    case .erAACELD: return config.channelConfiguration == 1 ? 76 : 77
    default: return 254
    }
  }
}
