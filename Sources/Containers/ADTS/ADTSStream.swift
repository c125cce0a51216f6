package import AudioBase
import Bitstream
import FramedStreams
import MPEG4Systems

/// The properties of consecutive frames by their headers, completed by a program_config_element if they need one.
package struct ADTSStream: ScannedStream {
  /// The header of the first frame of the stretch.
  let header: ADTSHeader
  /// The bytes of the `raw_data_block` up to the end of its program_config_element; empty if there is none.
  let program: [UInt8]
  /// The AudioSpecificConfig.
  let cookie: [UInt8]
  /// The format of the core.
  let format: StreamFormat

  /// Builds the description of a stretch.
  ///
  /// - Parameter firstBlock: The first raw_data_block; only read where the channel configuration is 0.
  init(_ header: ADTSHeader, firstBlock: Span<UInt8>) {
    let configuration = ADTSConfiguration.audioSpecificConfig(for: header, firstBlock: firstBlock)
    self.header = header
    cookie = configuration.bytes
    program = configuration.programByteCount > 0 ? firstBlock.bytes(upTo: configuration.programByteCount) : []
    format = StreamFormat(
      formatID: .aac, sampleRate: header.sampleRate, channelsPerFrame: configuration.channelCount,
      framesPerPacket: 1024)
  }

  package var coded: CodedStream { CodedStream(format: format, cookie: cookie) }

  package func isSame(as other: ADTSStream) -> Bool { cookie == other.cookie }

  /// Returns true if a header states the same of its packets: the MPEG-2 bit and CRCs do not matter.
  func describes(_ other: ADTSHeader) -> Bool {
    header.profile == other.profile && header.samplingFrequencyIndex == other.samplingFrequencyIndex
      && header.channelConfiguration == other.channelConfiguration
  }

  /// Returns true if a `raw_data_block` begins with the program_config_element of this stream.
  func isProgram(of block: Span<UInt8>) -> Bool {
    guard !program.isEmpty, block.count >= program.count else { return false }
    for index in program.indices where program[index] != block[index] { return false }
    return true
  }
}

extension Span<UInt8> {
  /// Returns the first bytes, up to `count`.
  fileprivate func bytes(upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(copying: extracting(0..<Swift.min(count, self.count)))
    return bytes
  }
}
