import AudioBase
import Bitstream

extension BitReader {
  /// Reads an unsigned field of a configuration.
  mutating func field(_ count: Int) throws(CodecError) -> Int {
    do throws(EndOfBits) {
      return Int(try read(count))
    } catch {
      throw CodecError(.truncated, "the configuration ends inside a field", bitOffset: error.offset)
    }
  }

  /// Reads a one-bit field of a configuration.
  mutating func flag() throws(CodecError) -> Bool { try field(1) != 0 }
}
