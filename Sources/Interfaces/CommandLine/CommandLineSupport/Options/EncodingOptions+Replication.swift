public import ArgumentParser
package import AudioBase
import AudioConversion
package import AudioFiles
public import AudioJobs

extension SpectralBandReplication: ExpressibleByArgument {}

extension EncodingOptions {
  /// The advice on combining profiles with `--sbr`.
  package static let replicationAdvice =
    "--sbr off and dual-rate go with -d aac, all kinds with aace, single-rate and dual-rate with aacf, dual-rate with "
    + "aach and aacp, off and dual-rate with aacg from 32 kHz on"

  /// Returns the format with the profile that `--sbr` chooses.
  ///
  /// - Parameters:
  ///   - format: The format that was named or is usual; a rate and a number of channels of 0 are those of the sound.
  ///   - settings: The encoder's options; receives the frames of a packet that belong to the profile.
  ///   - usual: The choice where `--sbr` is not given; `nil` leaves the format as it is.
  ///   - sound: The sound to be encoded.
  ///   - layout: The loudspeakers of the output, or `nil` for the usual ones.
  ///   - file: The file that a failure names.
  package func choosingReplication(
    _ format: StreamFormat, _ settings: inout EncoderOptions, orElse usual: SpectralBandReplication? = nil,
    of sound: (sampleRate: Double, channelCount: Int), layout: ChannelLayout?, _ file: Pathname
  ) throws(CommandFailure) -> StreamFormat {
    guard let kind = sbr ?? usual else { return format }
    let count = format.channelsPerFrame > 0 ? format.channelsPerFrame : sound.channelCount
    var asked = EncoderSettings(
      formatID: format.formatID, sampleRate: format.sampleRate > 0 ? format.sampleRate : sound.sampleRate,
      layout: layout ?? ChannelLayout(usualFor: count), options: settings)
    if asked.framesPerPacket == nil, format.framesPerPacket > 0 { asked.framesPerPacket = format.framesPerPacket }
    guard let choice = AACProfileChoice(asked, kind) else {
      throw CommandFailure(file, .noReplication(kind, format.formatID))
    }
    var chosen = format
    chosen.formatID = choice.formatID
    if let frames = choice.framesPerPacket {
      chosen.framesPerPacket = frames
      settings.framesPerPacket = frames
    }
    return chosen
  }
}
