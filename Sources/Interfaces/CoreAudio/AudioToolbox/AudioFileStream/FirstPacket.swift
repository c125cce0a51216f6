import AudioBase
import AudioFiles
import MPEG4Systems

extension StreamObject {
  /// Whether only the packets say what a stream can be decoded to: headers of ADTS and LOAS leave spectral band
  /// replication unsaid. Programs look for it in the format list and take the cookie for its account.
  var isToldByPackets: Bool { track?.format.formatID == .aac && (fileType == "adts" || fileType == "loas") }

  /// What the codec reads out of the track's cookie, and out of the first packet where that is at hand.
  func summary(of track: TrackInfo) -> CodecSummary? {
    FormatQuestion.summary(track.format, track.cookie, firstPacket: firstPacket)
  }

  /// The cookie as it stands before the packets, or one that says what they add to it.
  func cookie(of track: TrackInfo) -> [UInt8] {
    if !track.containerCookie.isEmpty, track.containerCookie != track.cookie { return track.containerCookie }
    guard !firstPacket.isEmpty, let layers = summary(of: track)?.layers, layers.count > 1, let best = layers.first,
      var configuration = try? AudioSpecificConfig(parsing: track.cookie.span), configuration.signalling == .implicit
    else { return track.cookie }
    configuration.signalling = .backwardCompatible(
      rate: SamplingFrequency(hertz: Int(best.decoded.sampleRate)),
      hasParametricStereo: best.formatID == .aacHighEfficiencyV2 ? true : nil)
    return configuration.bytes
  }
}
