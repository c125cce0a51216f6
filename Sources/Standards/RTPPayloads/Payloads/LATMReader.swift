import AudioBase
import Bitstream
import MPEG4Systems

/// Takes access units out of the payloads of `MP4A-LATM`, RFC 6416.
///
/// A payload is an AudioMuxElement (ISO/IEC 14496-3, 1.7.3) or a part of one; the marker tells its end.
struct LATMReader: Sendable {
  /// `cpresent`: true if elements begin with a bit that states if a configuration follows.
  let hasConfigurationInBand: Bool
  /// The configuration in force; `nil` before one has come.
  private(set) var config: StreamMuxConfig?
  private(set) var fragments = FragmentAssembler()

  init(hasConfigurationInBand: Bool, config: StreamMuxConfig?) {
    self.hasConfigurationInBand = hasConfigurationInBand
    self.config = config
  }

  /// Appends the units that a packet completes.
  mutating func read(
    _ payload: ArraySlice<UInt8>, at place: PacketPlace, into units: inout [PayloadUnit]
  ) throws(RTPError) {
    guard payload.count > 0 else {
      throw RTPError(.truncated, "an AudioMuxElement is not empty", clause: "RFC 6416, 6.1")
    }
    if fragments.byteCount > 0 || !place.hasMarker {
      fragments.append(payload.span, at: place)
      guard place.hasMarker else { return }
      return try readElement(fragments.take()[...], into: &units)
    }
    try readElement(payload, into: &units)
  }

  /// Returns the bytes of a unit in place, or copied where they begin within a byte, as after a configuration in band.
  private static func bytes(of element: ArraySlice<UInt8>, at bit: Int, count: Int) -> ArraySlice<UInt8> {
    guard bit % 8 != 0 else { return element.dropFirst(bit / 8).prefix(count).keeping(of: element.endIndex) }
    var writer = BitWriter()
    // Bound: the unit lies within the element that has come.
    writer.reserveCapacity(byteCount: count)
    writer.write(bitsOf: element.span, bit..<(bit + count * 8))
    return writer.bytes[...]
  }

  private mutating func readElement(_ element: ArraySlice<UInt8>, into units: inout [PayloadUnit]) throws(RTPError) {
    let bytes = element.span
    var reader = BitReader(bytes)
    do throws(MultiplexError) {
      if hasConfigurationInBand, try reader.muxField(1) == 0 {
        config = try StreamMuxConfig(parsing: &reader, in: bytes)
      }
      guard let config else { throw .unsupported("units in front of the first configuration are left out") }
      for index in 0..<config.subframeCount {
        let count = try config.payloadByteCount(&reader)
        guard count > 0, count <= reader.remaining / 8 else { throw .broken }
        let unit = Self.bytes(of: element, at: reader.offset, count: count)
        reader.consume(count * 8)
        let offset = Int64(index) * Int64(config.configuration.coreFrameLength)
        units.append(PayloadUnit(frameOffset: offset, bytes: unit))
      }
    } catch {
      switch error {
      case .broken:
        throw RTPError(
          .malformed, "an AudioMuxElement keeps its rules", clause: "ISO/IEC 14496-3, 1.7.3", at: reader.offset / 8)
      case .unsupported(let rule): throw RTPError(.unsupported, rule, clause: "RFC 6416, 6.1", at: reader.offset / 8)
      }
    }
  }
}
