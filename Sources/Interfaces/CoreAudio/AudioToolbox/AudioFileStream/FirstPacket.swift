import AudioBase
import AudioFiles
import MPEG4Systems

extension StreamObject {
  /// True if only the packets show the format that a stream can be decoded to: headers of ADTS and LOAS do not state
  /// spectral band replication. Programs look for it in the format list and use the cookie as its description.
  var isToldByPackets: Bool { track?.format.formatID == .aac && (fileType == "adts" || fileType == "loas") }

  /// Returns the codec's summary of the track's cookie, and of the first packet if that is available.
  func summary(of track: TrackInfo) -> CodecSummary? {
    FormatQuestion.summary(track.format, track.cookie, firstPacket: firstPacket)
  }

  /// Returns the cookie in the header, or one that includes the information of the packets.
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
