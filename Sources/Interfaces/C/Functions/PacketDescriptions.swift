import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import CSwiftAudioToolbox

extension sat_stream {
  /// Returns the data format of the packets, which is not that of samples.
  func formatID() throws(AudioError) -> FourCharacterCode {
    let name = unsafe withUnsafeBytes(of: format) { unsafe text($0) }
    guard case .coded(let formatID) = try DataFormatName.format(name, in: ""), formatID != .linearPCM else {
      throw AudioError(.option, .call, "samples are no packets: '\(name)'")
    }
    return formatID
  }

  /// Returns the format of the packets, all but their cookie.
  func streamFormat() throws(AudioError) -> StreamFormat {
    let numbers = [channels, frames_per_packet, bytes_per_packet, bits]
    guard rate >= 0, rate.isFinite, numbers.allSatisfy({ $0 >= 0 }), channels <= ResourceLimits().channelCount,
      bit_rate >= 0, priming >= 0, remainder >= 0
    else { throw AudioError(.option, .call, "a number that describes packets is below 0, no number, or too large") }
    var result = StreamFormat(
      formatID: try formatID(), sampleRate: rate, channelsPerFrame: Int(channels),
      framesPerPacket: Int(frames_per_packet))
    result.bytesPerPacket = Int(bytes_per_packet)
    result.bitsPerChannel = Int(bits)
    return result
  }
}
