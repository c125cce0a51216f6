import AudioBase
import MPEG4Systems

extension SoundMapping {
  /// Maps AAC: `CodecPrivate` is an AudioSpecificConfig. Old files name the profile in `CodecID` instead.
  static func aac(_ configuration: [UInt8], _ track: TrackEntry) throws(CodecError) -> SoundMapping {
    var bytes = configuration
    var remark: String?
    if bytes.isEmpty {
      bytes = try madeConfiguration(track).bytes
      if track.codec == "A_AAC" {
        remark = "\(track.title) has no AudioSpecificConfig; AAC-LC is taken for granted"
      }
    }
    guard let parsed = try? AudioSpecificConfig(parsing: bytes.span) else {
      // Decoders report the error in it.
      var mapping = SoundMapping(track.format(.aac))
      mapping.cookie = bytes
      return mapping
    }
    var format = parsed.coreFormat
    if format.channelsPerFrame == 0 { format.channelsPerFrame = Int(clamping: track.channelCount) }
    var mapping = SoundMapping(format, .fixed(format.framesPerPacket))
    (mapping.cookie, mapping.remark) = (bytes, remark)
    return mapping
  }

  /// Returns the configuration that a `CodecID` such as `A_AAC/MPEG4/LC/SBR` stands for.
  private static func madeConfiguration(_ track: TrackEntry) throws(CodecError) -> AudioSpecificConfig {
    let parts = track.codec.split(separator: "/").map(String.init)
    let profile = parts.count > 2 ? parts[2] : "LC"
    let objectType: AudioObjectType
    switch profile {
    case "LC": objectType = .aacLC
    case "MAIN": objectType = .aacMain
    case "SSR": objectType = .aacSSR
    case "LTP": objectType = .aacLTP
    default: throw CodecError(.unsupported, "this profile of AAC is not known here")
    }
    let channels = Int(clamping: track.channelCount)
    guard let channelConfiguration = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 7][channels] else {
      throw CodecError(.unsupported, "AAC without a configuration has 1 to 6 or 8 channels")
    }
    var made = AudioSpecificConfig(
      objectType: objectType, samplingFrequency: SamplingFrequency(hertz: Int(saturating: track.sampleRate)),
      channelConfiguration: channelConfiguration)
    if parts.count > 3, parts[3] == "SBR" {
      let rate = track.outputSampleRate ?? 2 * track.sampleRate
      made.signalling = .backwardCompatible(
        rate: SamplingFrequency(hertz: Int(saturating: rate)), hasParametricStereo: nil)
    }
    return made
  }
}
