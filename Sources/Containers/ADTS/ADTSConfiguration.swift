import Bitstream

/// Builds the AudioSpecificConfig that says what ADTS headers say (ISO/IEC 14496-3, 1.6.2.1).
enum ADTSConfiguration {
  /// The configuration for a stream, and the channels of its program_config_element where it has one.
  ///
  /// - Parameter firstBlock: The first raw_data_block; only looked at where the channel configuration is 0.
  static func audioSpecificConfig(
    for header: ADTSHeader, firstBlock: Span<UInt8>
  ) -> (bytes: [UInt8], channelCount: Int) {
    var writer = BitWriter()
    writer.write(UInt32(header.profile) + 1, 5)
    writer.write(UInt32(header.samplingFrequencyIndex), 4)
    writer.write(UInt32(header.channelConfiguration), 4)
    // frameLengthFlag, dependsOnCoreCoder, extensionFlag
    writer.write(0, 3)
    guard header.channelConfiguration == 0 else { return (writer.bytes, header.channelCount) }
    var withElement = writer
    var reader = BitReader(firstBlock)
    guard let channels = try? copyProgramConfiguration(from: &reader, to: &withElement) else {
      return (writer.bytes, 0)
    }
    return (withElement.bytes, channels)
  }

  /// `ID_PCE`, the element id of a program_config_element.
  static let programConfigurationIdentifier: UInt32 = 5

  /// Copies a program_config_element out of a raw_data_block and returns how many channels it describes.
  ///
  /// The element ends with an alignment counted from the start of what holds it, so it cannot be copied as a whole:
  /// the fields go bit by bit, then each side aligns by itself, then the comment follows.
  ///
  /// - Returns: `nil` where the block begins with another element.
  private static func copyProgramConfiguration(
    from reader: inout BitReader, to writer: inout BitWriter
  ) throws(EndOfBits) -> Int? {
    guard try reader.read(3) == programConfigurationIdentifier else { return nil }
    // element_instance_tag, object_type, sampling_frequency_index
    _ = try copy(10, from: &reader, to: &writer)
    let front = try copy(4, from: &reader, to: &writer)
    let side = try copy(4, from: &reader, to: &writer)
    let back = try copy(4, from: &reader, to: &writer)
    let lowFrequency = try copy(2, from: &reader, to: &writer)
    let data = try copy(3, from: &reader, to: &writer)
    let coupling = try copy(4, from: &reader, to: &writer)
    // Mono and stereo mix-down element numbers, then the matrix mix-down.
    for width in [4, 4, 3] where try copy(1, from: &reader, to: &writer) != 0 {
      _ = try copy(width, from: &reader, to: &writer)
    }
    var channels = lowFrequency
    for _ in 0..<(front + side + back) {
      channels += try copy(1, from: &reader, to: &writer) + 1
      _ = try copy(4, from: &reader, to: &writer)
    }
    for _ in 0..<(lowFrequency + data) { _ = try copy(4, from: &reader, to: &writer) }
    for _ in 0..<coupling { _ = try copy(5, from: &reader, to: &writer) }
    try reader.align(from: 0)
    writer.align(from: 0)
    let commentByteCount = try copy(8, from: &reader, to: &writer)
    for _ in 0..<commentByteCount { _ = try copy(8, from: &reader, to: &writer) }
    return channels
  }

  private static func copy(
    _ count: Int, from reader: inout BitReader, to writer: inout BitWriter
  ) throws(EndOfBits) -> Int {
    let value = try reader.read(count)
    writer.write(value, count)
    return Int(value)
  }
}
