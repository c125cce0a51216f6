import FramedStreams

/// `adts_fixed_header` and `adts_variable_header`, ISO/IEC 14496-3, 1.A.3.2.
package struct ADTSHeader: FrameHeader, Equatable, BitwiseCopyable {
  /// The number of bytes of the two headers.
  package static let byteCount = 7
  package static let firstByte: UInt8 = 0xFF
  /// The largest size of a frame in bytes: its length has 13 bits.
  static let maximumFrameByteCount = 8191

  /// `ID`: true if the stream calls itself MPEG-2.
  package var isMPEG2: Bool
  /// True if `crc_check` fields are present; the opposite of `protection_absent`.
  package var isProtected: Bool
  /// `profile_ObjectType`: audio object type − 1.
  package var profile: UInt8
  /// `sampling_frequency_index`, 0…12.
  package var samplingFrequencyIndex: UInt8
  /// `channel_configuration`; 0 means that a program_config_element states the channels.
  package var channelConfiguration: UInt8
  /// `aac_frame_length`: bytes of the frame, headers and checks included.
  package var frameByteCount: Int
  /// `number_of_raw_data_blocks_in_frame` + 1.
  package var blockCount: Int

  /// Reads the header at `start`; `nil` if the bytes there cannot be one.
  package init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start >= 0, bytes.count - start >= ADTSHeader.byteCount else { return nil }
    // Twelve ones, ID, layer 0.
    guard bytes[start] == 0xFF, bytes[start + 1] & 0xF6 == 0xF0 else { return nil }
    let second = bytes[start + 1]
    let third = bytes[start + 2]
    let fourth = bytes[start + 3]
    isMPEG2 = second & 8 != 0
    isProtected = second & 1 == 0
    profile = third >> 6
    samplingFrequencyIndex = third >> 2 & 15
    channelConfiguration = (third & 1) << 2 | fourth >> 6
    frameByteCount = Int(fourth & 3) << 11 | Int(bytes[start + 4]) << 3 | Int(bytes[start + 5] >> 5)
    blockCount = Int(bytes[start + 6] & 3) + 1
    guard samplingFrequencyIndex < 13, frameByteCount >= headerByteCount else { return nil }
  }

  /// The number of bytes before the first raw_data_block: both headers, the block positions and the check after them.
  var headerByteCount: Int {
    guard isProtected else { return ADTSHeader.byteCount }
    return ADTSHeader.byteCount + 2 * (blockCount - 1) + 2
  }

  /// Creates the header of a frame without checks, of an MPEG-4 stream with a variable rate.
  init(profile: UInt8, samplingFrequencyIndex: UInt8, channelConfiguration: UInt8) {
    isMPEG2 = false
    isProtected = false
    self.profile = profile
    self.samplingFrequencyIndex = samplingFrequencyIndex
    self.channelConfiguration = channelConfiguration
    frameByteCount = ADTSHeader.byteCount
    blockCount = 1
  }

  /// Appends the header, which must be that of a frame without CRC.
  func append(to bytes: inout [UInt8]) {
    precondition(!isProtected && frameByteCount <= ADTSHeader.maximumFrameByteCount && (1...4).contains(blockCount))
    let length = UInt32(frameByteCount)
    bytes.append(0xFF)
    bytes.append(isMPEG2 ? 0xF9 : 0xF1)
    bytes.append(profile << 6 | samplingFrequencyIndex << 2 | channelConfiguration >> 2)
    bytes.append((channelConfiguration & 3) << 6 | UInt8(truncatingIfNeeded: length >> 11))
    bytes.append(UInt8(truncatingIfNeeded: length >> 3))
    // adts_buffer_fullness of all ones: the rate varies.
    bytes.append(UInt8(truncatingIfNeeded: length & 7) << 5 | 0x1F)
    bytes.append(0xFC | UInt8(blockCount - 1))
  }

  /// Returns true if two headers can be of one stream: everything in the fixed header except the private and copyright
  /// bits is equal.
  func agrees(with other: ADTSHeader) -> Bool {
    isMPEG2 == other.isMPEG2 && isProtected == other.isProtected && profile == other.profile
      && samplingFrequencyIndex == other.samplingFrequencyIndex && channelConfiguration == other.channelConfiguration
  }

  /// The rate of the core in Hz (ISO/IEC 14496-3, Table 1.18).
  package var sampleRate: Double {
    let rates: [13 of Double] = [
      96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    return rates[Int(samplingFrequencyIndex)]
  }

  /// The number of channels of the channel configuration, 0 if a program_config_element states them.
  var channelCount: Int { channelConfiguration == 7 ? 8 : Int(channelConfiguration) }
}

/// Tags of other formats before or after a stream.
enum TagHeader {
  /// Returns the number of bytes of the ID3v2 tag at `start`, including header and footer, or `nil` if there is none.
  static func identifierTagByteCount(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    guard start >= 0, bytes.count - start >= 10, bytes[start] == 0x49, bytes[start + 1] == 0x44,
      bytes[start + 2] == 0x33, bytes[start + 3] != 0xFF, bytes[start + 4] != 0xFF
    else { return nil }
    var size = 0
    for index in (start + 6)..<(start + 10) {
      guard bytes[index] < 0x80 else { return nil }
      size = size << 7 | Int(bytes[index])
    }
    let footer = bytes[start + 5] & 0x10 != 0 ? 10 : 0
    return 10 + size + footer
  }

  /// The bytes of the longest name for which ``endsAudio(_:at:)`` searches.
  static let longestNameByteCount = 11

  /// Returns true if an ID3v1, APE or Lyrics3 tag begins at `start`: nothing after it is audio.
  static func endsAudio(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    begins(bytes, at: start, with: "TAG") || begins(bytes, at: start, with: "APETAGEX")
      || begins(bytes, at: start, with: "LYRICSBEGIN")
  }

  private static func begins(_ bytes: Span<UInt8>, at start: Int, with text: StaticString) -> Bool {
    let wanted = "\(text)".utf8
    guard start >= 0, bytes.count - start >= wanted.count else { return false }
    var index = start
    for byte in wanted {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }
}
