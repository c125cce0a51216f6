import AudioBase
import Bitstream
import MPEG4Systems

/// Builds the AudioSpecificConfig for ADTS headers (ISO/IEC 14496-3, 1.6.2.1).
enum ADTSConfiguration {
  /// An AudioSpecificConfig and the sizes that it was built from.
  struct Result {
    /// The AudioSpecificConfig.
    var bytes: [UInt8]
    /// The number of channels; 0 if only a program_config_element would state them, and there is none.
    var channelCount: Int
    /// The bytes of the first raw_data_block up to the end of its program_config_element; 0 if there is none.
    var programByteCount = 0
  }

  /// Returns the configuration for a stream, with the channels of its program_config_element if there is one.
  ///
  /// - Parameter firstBlock: The first raw_data_block; only read where the channel configuration is 0.
  static func audioSpecificConfig(for header: ADTSHeader, firstBlock: Span<UInt8>) -> Result {
    var writer = BitWriter()
    writer.write(UInt32(header.profile) + 1, 5)
    writer.write(UInt32(header.samplingFrequencyIndex), 4)
    writer.write(UInt32(header.channelConfiguration), 4)
    // frameLengthFlag, dependsOnCoreCoder, extensionFlag
    writer.write(0, 3)
    guard header.channelConfiguration == 0 else {
      return Result(bytes: writer.bytes, channelCount: header.channelCount)
    }
    var reader = BitReader(firstBlock)
    guard (try? reader.read(3)) == programConfigurationIdentifier,
      let program = try? ProgramConfigElement(parsing: &reader, anchor: 0)
    else { return Result(bytes: writer.bytes, channelCount: 0) }
    program.write(to: &writer, anchor: 0)
    return Result(
      bytes: writer.bytes, channelCount: program.layout.channelCount, programByteCount: (reader.offset + 7) / 8)
  }

  /// `ID_PCE`, the element id of a program_config_element.
  static let programConfigurationIdentifier: UInt32 = 5
}
