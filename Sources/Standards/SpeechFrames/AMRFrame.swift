/// The frames of AMR and AMR-WB in files: whole bytes, with the frame type in the first (RFC 4867, 5.3).
package enum AMRFrame {
  /// AMR: 8 kHz, 160 samples per frame. The types of 3GPP TS 26.101, Table 1a.
  case narrowBand
  /// AMR-WB: 16 kHz, 320 samples per frame. The types of 3GPP TS 26.201, Table 1a.
  case wideBand

  /// The numbers of bytes by frame type, the first byte included; 0 for undefined types.
  package var byteCounts: [Int] {
    self == .narrowBand ? AMRFrame.narrowBandByteCounts : AMRFrame.wideBandByteCounts
  }

  private static let narrowBandByteCounts = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
  private static let wideBandByteCounts = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

  /// Returns the number of bytes of the frame that begins with a byte; `nil` if no frame does.
  package func byteCount(first byte: UInt8) -> Int? {
    // A padding bit, four of the type, one of quality, two of padding.
    let count = byteCounts[Int(byte >> 3 & 15)]
    return byte & 0x83 == 0 && count > 0 ? count : nil
  }

  /// The number of samples per second.
  package var sampleRate: Int { self == .narrowBand ? 8000 : 16_000 }
  /// The number of samples per frame, which lasts 20 ms.
  package var sampleCount: Int { sampleRate / 50 }
}
