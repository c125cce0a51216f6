import FramedStreams

/// The header of a sync frame of AC-3 or Enhanced AC-3: the fields needed to cut a stream into frames and packets.
///
/// ```
/// byte     0   1    2   3    4                  5
/// AC-3     0B  77   crc1     fscod frmsizecod   bsid bsmod   acmod …
/// E-AC-3   0B  77   strmtyp  fscod numblkscod   bsid …
///                   substreamid frmsiz  acmod lfeon
/// ```
/// ETSI TS 102 366, 4.3 and E.1.2 (ATSC A/52, 5.3 and E.2.2).
package struct AC3FrameHeader: FrameHeader, Equatable, Sendable, BitwiseCopyable {
  /// The number of bytes needed to read a header.
  package static let byteCount = 8
  /// The first byte of `syncword`.
  package static let firstByte: UInt8 = 0x0B
  /// The number of frames of one channel in an audio block.
  package static let framesPerBlock = 256
  /// The largest number of bytes of a frame: `frmsiz` of 2047.
  package static let maximumFrameByteCount = 4096

  /// The role of a frame in a programme.
  package enum Substream: Equatable, Sendable, BitwiseCopyable {
    /// An independent programme; all frames of AC-3 belong to one.
    case independent
    /// Channels that add to those of the preceding independent substream, or replace some.
    case dependent
  }

  /// True for the syntax of Enhanced AC-3.
  package let isEnhanced: Bool
  /// `bsid`: 0…10 for AC-3, 11…16 for Enhanced AC-3.
  package let bitStreamID: Int
  /// The role of the frame in a programme.
  package let substream: Substream
  /// `substreamid`: the number of the programme, or of a dependent substream within it; 0 in AC-3.
  package let substreamID: Int
  /// The sampling rate, in Hz.
  package let sampleRate: Int
  /// `fscod`, or `fscod2` for the halved rates: 0 for 48 kHz, 1 for 44.1, 2 for 32.
  package let sampleRateCode: Int
  /// The number of times that the rate is halved: 0, 1 or 2.
  package let rateShift: Int
  /// The number of bytes of the whole frame.
  package let byteCount: Int
  /// The number of audio blocks of 256 frames: 1, 2, 3 or 6.
  package let blockCount: Int
  /// `acmod`: the full bandwidth channels; 0 for two programmes in mono.
  package let audioCodingMode: Int
  /// `lfeon`.
  package let hasLowFrequency: Bool
  /// The stated bit rate of a stream of such frames, in bit/s.
  package let bitRate: Int

  /// The number of full bandwidth channels by `acmod`.
  private static let channelCounts: [8 of Int] = [2, 1, 2, 3, 3, 4, 4, 5]
  private static let sampleRates: [3 of Int] = [48000, 44100, 32000]
  /// The bit rate in kbit/s, by half of `frmsizecod`.
  private static let bitRates: [19 of Int] = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  /// The number of channels without the LFE.
  package var fullBandwidthChannelCount: Int { Self.channelCounts[audioCodingMode] }
  /// The number of all channels.
  package var channelCount: Int { fullBandwidthChannelCount + (hasLowFrequency ? 1 : 0) }
  /// The number of frames of one channel.
  package var frameCount: Int { blockCount * Self.framesPerBlock }

  /// Reads the header at `index`; `nil` if there is none, or it has reserved values.
  package init?(_ bytes: Span<UInt8>, at index: Int) {
    guard index >= 0, index + Self.byteCount <= bytes.count, bytes[index] == Self.firstByte, bytes[index + 1] == 0x77
    else {
      return nil
    }
    bitStreamID = Int(bytes[index + 5] >> 3)
    let code = Int(bytes[index + 4] >> 6)
    switch bitStreamID {
    case 0...10:
      let sizeCode = Int(bytes[index + 4] & 63)
      guard code < 3, sizeCode < 38 else { return nil }
      (isEnhanced, substream, substreamID, blockCount) = (false, .independent, 0, 6)
      sampleRateCode = code
      rateShift = max(8, bitStreamID) - 8
      let rate = Self.bitRates[sizeCode / 2]
      byteCount = 2 * Self.wordCount(rate, sizeCode, sampleRateCode: code)
      bitRate = rate * 1000 >> rateShift
      let word = UInt32(bytes[index + 6]) << 8 | UInt32(bytes[index + 7])
      audioCodingMode = Int(word >> 13)
      hasLowFrequency = word >> UInt32(12 - Self.levelBitCount(audioCodingMode)) & 1 != 0
    case 11...16:
      let (kind, field) = (bytes[index + 2] >> 6, bytes[index + 4] >> 4 & 3)
      guard kind < 3, code < 3 || field < 3 else { return nil }
      isEnhanced = true
      substream = kind == 1 ? .dependent : .independent
      substreamID = Int(bytes[index + 2] >> 3 & 7)
      byteCount = 2 * ((Int(bytes[index + 2] & 7) << 8 | Int(bytes[index + 3])) + 1)
      sampleRateCode = code < 3 ? code : Int(field)
      rateShift = code < 3 ? 0 : 1
      blockCount = code < 3 ? [1, 2, 3, 6][Int(field)] : 6
      audioCodingMode = Int(bytes[index + 4] >> 1 & 7)
      hasLowFrequency = bytes[index + 4] & 1 != 0
      bitRate = byteCount * 8 * (Self.sampleRates[sampleRateCode] >> rateShift) / (blockCount * Self.framesPerBlock)
    default:
      return nil
    }
    sampleRate = Self.sampleRates[sampleRateCode] >> rateShift
    guard byteCount >= Self.byteCount else { return nil }
  }

  /// Returns the number of 16-bit words of a frame of AC-3.
  private static func wordCount(_ rate: Int, _ sizeCode: Int, sampleRateCode: Int) -> Int {
    switch sampleRateCode {
    case 0: 2 * rate
    case 1: 320 * rate / 147 + (sizeCode & 1)
    default: 3 * rate
    }
  }

  /// Returns the bits of `cmixlev`, `surmixlev` and `dsurmod`, which stand between `acmod` and `lfeon`.
  private static func levelBitCount(_ mode: Int) -> Int {
    (mode & 1 != 0 && mode != 1 ? 2 : 0) + (mode & 4 != 0 ? 2 : 0) + (mode == 2 ? 2 : 0)
  }

  /// Returns true if a frame with this header can follow a frame with the other header: with the same syntax and rate,
  /// or as a dependent substream, which may also follow an independent one of AC-3.
  package func agrees(with other: AC3FrameHeader) -> Bool {
    sampleRate == other.sampleRate && (bitStreamID == other.bitStreamID || substream == .dependent)
  }
}
