/// The 32 bits before each frame of MPEG audio (ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-3, 2.4.1.3).
///
/// ```
/// syncword 11 │ version 2 │ layer 2 │ protection_bit │ bitrate_index 4 │ sampling_frequency 2 │
/// padding_bit │ private_bit │ mode 2 │ mode_extension 2 │ copyright │ original │ emphasis 2
/// ```
package struct MPEGAudioHeader: Equatable, Sendable, BitwiseCopyable {
  /// The number of bytes of the header.
  package static let byteCount = 4

  /// The version of the standard, which determines the rates.
  package enum Version: Sendable, BitwiseCopyable {
    /// MPEG-1: 32, 44.1 and 48 kHz.
    case one
    /// MPEG-2: half of these rates.
    case two
    /// MPEG-2.5, which is not standardised: a quarter of them.
    case twoPointFive
  }

  /// `mode`: the coding of the channels.
  package enum Mode: UInt8, Sendable, BitwiseCopyable {
    /// Left and right.
    case stereo
    /// Left and right with joint coding; see ``MPEGAudioHeader/modeExtension``.
    case jointStereo
    /// Two independent channels.
    case dualChannel
    /// One channel.
    case mono
  }

  /// The 32 bits.
  package let word: UInt32

  /// Reads a header; `nil` if the bits cannot be one.
  package init?(word: UInt32) {
    let hasReservedField =
      word >> 19 & 3 == 1 || word >> 17 & 3 == 0 || word >> 12 & 15 == 15 || word >> 10 & 3 == 3
    guard word >> 21 == 0x7FF, !hasReservedField else { return nil }
    self.word = word
  }

  /// Reads the header at `start`; `nil` if the bytes there cannot be one.
  package init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start >= 0, start <= bytes.count - MPEGAudioHeader.byteCount, bytes[start] == 0xFF else { return nil }
    let upper = UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16
    self.init(word: upper | UInt32(bytes[start + 2]) << 8 | UInt32(bytes[start + 3]))
  }

  /// The version.
  package var version: Version {
    switch word >> 19 & 3 {
    case 3: .one
    case 2: .two
    default: .twoPointFive
    }
  }

  /// `layer`: 1, 2 or 3.
  package var layer: Int { 4 - Int(word >> 17 & 3) }

  /// True if a check of 16 bits follows the header.
  package var isProtected: Bool { word >> 16 & 1 == 0 }

  /// `bitrate_index`, 0…14; 0 is free format.
  package var bitRateIndex: Int { Int(word >> 12 & 15) }

  /// True if the bit rate is not in the table, so that the frame's length is not stated.
  package var isFreeFormat: Bool { bitRateIndex == 0 }

  /// The bit rate in bits/s, 0 in free format.
  package var bitRate: Int {
    let rates: [15 of Int]
    switch (version == .one, layer) {
    case (true, 1): rates = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (true, 2): rates = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (true, _): rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (false, 1): rates = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (false, _): rates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
    return rates[bitRateIndex] * 1000
  }

  /// `sampling_frequency`, 0…2: 44.1, 48 and 32 kHz in MPEG-1.
  package var sampleRateIndex: Int { Int(word >> 10 & 3) }

  /// The number of frames (samples of each channel) per second.
  package var sampleRate: Int {
    let rates: [3 of Int] = [44100, 48000, 32000]
    let rate = rates[sampleRateIndex]
    switch version {
    case .one: return rate
    case .two: return rate / 2
    case .twoPointFive: return rate / 4
    }
  }

  /// True if the frame is one slot longer than the rate alone requires.
  package var isPadded: Bool { word >> 9 & 1 != 0 }

  /// `mode`.
  package var mode: Mode { Mode(rawValue: UInt8(word >> 6 & 3)) ?? .stereo }

  /// `mode_extension`, 0…3, for joint stereo only.
  ///
  /// In layer III bit 0 is intensity stereo and bit 1 is M/S; in the others intensity stereo begins at subband 4 ·
  /// (value + 1).
  package var modeExtension: Int { Int(word >> 4 & 3) }

  /// The number of channels: 1, or 2 for stereo, joint stereo and two independent channels.
  package var channelCount: Int { mode == .mono ? 1 : 2 }

  /// The number of frames of a packet: samples of each channel.
  package var framesPerPacket: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .one ? 1152 : 576
    }
  }

  /// The number of bytes that `padding_bit` adds: a slot, which has four bytes in layer I.
  package var paddingByteCount: Int { isPadded ? slotByteCount : 0 }

  private var slotByteCount: Int { layer == 1 ? 4 : 1 }

  /// The number of bytes of the frame, header included; `nil` in free format (ISO/IEC 11172-3, 2.4.3.1).
  package var frameByteCount: Int? {
    isFreeFormat ? nil : Self.byteCount(of: self, bitRate: bitRate) + paddingByteCount
  }

  private static func byteCount(of header: MPEGAudioHeader, bitRate: Int) -> Int {
    let slots = header.framesPerPacket / 8 / header.slotByteCount * bitRate / header.sampleRate
    return slots * header.slotByteCount
  }

  /// The sizes in bytes of the shortest and the longest frame of such a stream.
  package var frameByteCountBounds: ClosedRange<Int> {
    let lowest = MPEGAudioHeader(word: word & ~0xF000 | 1 << 12)
    let highest = MPEGAudioHeader(word: word & ~0xF000 | 14 << 12 | 1 << 9)
    return (lowest?.frameByteCount ?? 1) - (lowest?.paddingByteCount ?? 0)...(highest?.frameByteCount ?? 1)
  }

  /// The number of bytes of layer III's side information after header and check (ISO/IEC 11172-3, 2.4.1.7; ISO/IEC
  /// 13818-3, 2.4.1.7).
  package var sideInformationByteCount: Int {
    switch (version == .one, channelCount) {
    case (true, 1): 17
    case (true, _): 32
    case (false, 1): 9
    case (false, _): 17
    }
  }

  /// Returns true if two headers can belong to one stream: equal version, layer and rate, and free format in both or
  /// neither.
  package func agrees(with other: MPEGAudioHeader) -> Bool {
    let fixed: UInt32 = 0xFFFE_0C00
    return word & fixed == other.word & fixed && isFreeFormat == other.isFreeFormat
  }
}
