import AudioBase
import Bitstream
import MPEG4Systems

/// `adif_header()`, ISO/IEC 14496-3, 1.A.2.2.1: once, before everything.
struct ADIFHeader {
  /// The largest number of bytes that a header can have: sixteen programs with comments of 255 bytes.
  static let maximumByteCount = 8192
  /// `ADIF`.
  static let identifier: [UInt8] = [0x41, 0x44, 0x49, 0x46]

  /// `bitrate` in bits/s: the highest rate of a stream of variable rate; `nil` if it is not stated.
  let bitRate: Int?
  /// The first program; the others are ignored.
  let program: ProgramConfigElement
  /// The number of programs.
  let programCount: Int
  /// The number of bytes of the header.
  let byteCount: Int

  /// Reads the header that `bytes` begin with.
  init(_ bytes: Span<UInt8>) throws(CodecError) {
    var reader = BitReader(bytes)
    for byte in Self.identifier where try Self.bits(&reader, 8) != Int(byte) {
      throw CodecError(.malformed, "the identifier ADIF is missing", clause: "ISO/IEC 14496-3, 1.A.2.2.1")
    }
    // copyright_id_present, copyright_id
    if try Self.bits(&reader, 1) != 0 { for _ in 0..<9 { _ = try Self.bits(&reader, 8) } }
    // original_copy, home
    _ = try Self.bits(&reader, 2)
    let isVariable = try Self.bits(&reader, 1) != 0
    let rate = try Self.bits(&reader, 23)
    bitRate = rate == 0 ? nil : rate
    programCount = try Self.bits(&reader, 4) + 1
    var first: ProgramConfigElement?
    for _ in 0..<programCount {
      // adif_buffer_fullness
      if !isVariable { _ = try Self.bits(&reader, 20) }
      let program = try ProgramConfigElement(parsing: &reader, anchor: 0)
      first = first ?? program
    }
    program = first ?? ProgramConfigElement()
    byteCount = (reader.offset + 7) / 8
  }

  private static func bits(_ reader: inout BitReader, _ count: Int) throws(CodecError) -> Int {
    do throws(EndOfBits) {
      return Int(try reader.read(count))
    } catch {
      throw CodecError(.truncated, "the header ends inside a field", bitOffset: error.offset)
    }
  }

  /// The equivalent AudioSpecificConfig.
  var cookie: [UInt8] {
    var writer = BitWriter()
    writer.write(UInt32(program.objectType) + 1, 5)
    writer.write(UInt32(program.samplingFrequencyIndex), 4)
    // channelConfiguration 0: the program states it; then frameLengthFlag, dependsOnCoreCoder, extensionFlag.
    writer.write(0, 7)
    program.write(to: &writer, anchor: 0)
    return writer.bytes
  }
}
