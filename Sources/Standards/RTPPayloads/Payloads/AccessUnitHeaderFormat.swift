import AudioBase
import Bitstream

/// The format of the headers that describe access units in a packet: RFC 3640, 3.2.1.
///
/// ```
/// AU-headers-length (16 bits) | AU-header … | padding to a byte | [auxiliary section] | access units
///   AU-header: size, index (first) or index delta, [CTS flag, delta], [DTS flag, delta], [random access], [state]
/// ```
public struct AccessUnitHeaderFormat: Sendable, Equatable {
  /// `sizeLength`: the number of bits of a unit's size, 0 with ``constantSize``.
  public var sizeLength = 13
  /// `indexLength`: bits of the first unit's index.
  public var indexLength = 3
  /// `indexDeltaLength`: the number of bits of later units' index differences.
  public var indexDeltaLength = 3
  /// `CTSDeltaLength`: bits of the time of composition.
  public var compositionTimeLength = 0
  /// `DTSDeltaLength`: bits of the time of decoding.
  public var decodingTimeLength = 0
  /// `randomAccessIndication`: true if a bit marks units at which decoding can begin.
  public var hasRandomAccessFlag = false
  /// `streamStateIndication`: bits of the state of the scene.
  public var streamStateLength = 0
  /// `auxiliaryDataSizeLength`: bits of the size of the auxiliary section.
  public var auxiliarySizeLength = 0
  /// `constantSize`: bytes of each unit.
  public var constantSize: Int?
  /// `constantDuration`: ticks of each unit.
  public var constantDuration: Int?

  /// Creates the format of mode AAC-hbr.
  public init() {}

  /// Mode AAC-hbr: units of up to 8191 bytes. RFC 3640, 3.3.6.
  public static let highBitRate = AccessUnitHeaderFormat()
  /// Mode AAC-lbr: units of up to 63 bytes, never fragmented. RFC 3640, 3.3.5.
  public static var lowBitRate: AccessUnitHeaderFormat {
    var format = AccessUnitHeaderFormat()
    (format.sizeLength, format.indexLength, format.indexDeltaLength) = (6, 2, 2)
    return format
  }

  /// The name of the mode: AAC-lbr for six-bit sizes, otherwise AAC-hbr.
  public var modeName: String { sizeLength == 6 ? "AAC-lbr" : "AAC-hbr" }
  /// True if units may be fragmented over several packets.
  public var allowsFragments: Bool { sizeLength != 6 }
  /// The largest number of bytes of a unit.
  public var maximumUnitByteCount: Int {
    sizeLength == 0
      ? constantSize ?? FragmentAssembler.maximumByteCount
      : min(1 << min(sizeLength, 20) - 1, FragmentAssembler.maximumByteCount)
  }

  /// Bits of the headers, without the optional times.
  var hasHeaders: Bool {
    sizeLength + indexLength + indexDeltaLength + compositionTimeLength + decodingTimeLength + streamStateLength > 0
      || hasRandomAccessFlag
  }

  /// Reads one header and returns the unit's size, or `nil` if the format's constant holds.
  func readHeader(_ reader: inout BitReader, isFirst: Bool) throws(RTPError) -> Int? {
    do throws(EndOfBits) {
      let size = sizeLength > 0 ? Int(try reader.read(sizeLength)) : nil
      let index = try reader.read(isFirst ? indexLength : indexDeltaLength)
      guard index == 0 else {
        throw EndOfBits(offset: -1)
      }
      if compositionTimeLength > 0, try reader.readFlag() { try reader.skip(compositionTimeLength) }
      if decodingTimeLength > 0, try reader.readFlag() { try reader.skip(decodingTimeLength) }
      if hasRandomAccessFlag { _ = try reader.readFlag() }
      try reader.skip(streamStateLength)
      return size
    } catch {
      if error.offset < 0 {
        throw RTPError(
          .unsupported, "interleaved access units are not put in order", clause: "RFC 3640, 3.2.3.2",
          at: reader.offset / 8)
      }
      throw RTPError(
        .truncated, "the headers of the access units are whole", clause: "RFC 3640, 3.2.1", at: error.offset / 8)
    }
  }
}
