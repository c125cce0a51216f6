import AACSyntax
public import AudioBase
import Bitstream
import MPEG4Systems

/// Finds the end of a `raw_data_block()` by reading all of it: ADIF does not state lengths.
public struct RawDataBlockScanner: PacketScanner {
  private var unit: AccessUnit

  /// Prepares for a stream.
  ///
  /// - Parameter cookie: An AudioSpecificConfig of AAC Main, AAC-LC or AAC LTP.
  /// - Throws: `CodecError` as the decoder does, and unsupported where packets are no `raw_data_block()`.
  public init(cookie: [UInt8]) throws(CodecError) {
    let configuration = try AACConfiguration(AudioSpecificConfig(parsing: cookie.span))
    guard !configuration.profile.isErrorResilient else {
      throw CodecError(.unsupported, "error-resilient packets do not tell where they end")
    }
    unit = AccessUnit(configuration)
  }

  /// Returns the number of bytes of the block that `bytes` begin with; it ends at a whole byte.
  public mutating func byteCount(ofFirstPacketIn bytes: Span<UInt8>) throws(CodecError) -> Int {
    var reader = BitReader(bytes)
    do throws(AACError) { try unit.parse(&reader) } catch { throw error.asCodecError }
    return reader.offset / 8
  }
}
