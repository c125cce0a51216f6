import AudioBase
import Bitstream

/// Two coefficients that predict a sample from the previous two, in units of 1/256: `iCoef1` and `iCoef2`.
///
/// Microsoft, "New Multimedia Data Types and Data Techniques", WAVE_FORMAT_ADPCM.
package struct PredictorPair: Equatable, BitwiseCopyable {
  var first: Int32
  var second: Int32

  /// The seven that every file has at the start of its table.
  static let standard: [PredictorPair] = [
    PredictorPair(first: 256, second: 0), PredictorPair(first: 512, second: -256), PredictorPair(first: 0, second: 0),
    PredictorPair(first: 192, second: 64), PredictorPair(first: 240, second: 0),
    PredictorPair(first: 460, second: -208), PredictorPair(first: 392, second: -232),
  ]

  /// Returns the table of a magic cookie: the frames per block, `wNumCoef` and the pairs, all in 16 bits, little
  /// endian; the standard pairs if the cookie ends before it or has none.
  static func table(cookie: Span<UInt8>) throws(CodecError) -> [PredictorPair] {
    guard cookie.count >= 4 else { return standard }
    let count = Int(cookie[2]) | Int(cookie[3]) << 8
    guard count > 0 else { return standard }
    // A block names its pair by one byte.
    guard count <= 256 else { throw CodecError(.malformed, "there are at most 256 coefficient pairs", bitOffset: 16) }
    var reader = ByteReader(cookie)
    do throws(EndOfBytes) {
      try reader.skip(4)
      return try pairs(&reader, count: count)
    } catch {
      throw CodecError(.truncated, "the table of coefficient pairs is cut off", bitOffset: error.offset * 8)
    }
  }

  private static func pairs(_ reader: inout ByteReader, count: Int) throws(EndOfBytes) -> [PredictorPair] {
    var pairs: [PredictorPair] = []
    for _ in 0..<count {
      let first = Int16(bitPattern: try reader.readUInt16LittleEndian())
      let second = Int16(bitPattern: try reader.readUInt16LittleEndian())
      pairs.append(PredictorPair(first: Int32(first), second: Int32(second)))
    }
    return pairs
  }

  /// Returns the cookie of a stream with the standard pairs, in the form that the writer of WAVE files takes.
  package static func standardCookie(framesPerBlock: Int) -> [UInt8] {
    var cookie: [UInt8] = []
    cookie.append(littleEndian: UInt16(truncatingIfNeeded: framesPerBlock))
    cookie.append(littleEndian: UInt16(standard.count))
    for pair in standard {
      cookie.append(littleEndian: Int16(truncatingIfNeeded: pair.first))
      cookie.append(littleEndian: Int16(truncatingIfNeeded: pair.second))
    }
    return cookie
  }
}
