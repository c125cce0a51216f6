import AudioBase
import Bitstream
import MPEG4Systems

/// Extracts the access units or samples of one stream from its payloads.
///
/// Memory is bounded: one unit of up to 65 536 bytes that arrives in parts.
public struct PayloadReader: Sendable {
  private enum Reader: Sendable {
    case mpeg4Generic(MPEG4GenericReader)
    case latm(LATMReader)
    case samples(frameByteCount: Int)
    case blocks(byteCount: Int, frameCount: Int)
    case amr(AMRPayload)
    case whole
  }

  private var reader: Reader

  /// Creates a reader.
  ///
  /// - Throws: ``RTPError`` if the StreamMuxConfig of `MP4A-LATM` cannot be read.
  public init(_ payload: PayloadFormat) throws(RTPError) {
    switch payload.encoding {
    case .mpeg4Generic(let headers):
      reader = .mpeg4Generic(MPEG4GenericReader(format: headers, unitFrameCount: payload.format.framesPerPacket))
    case .latm(let isInBand, let bytes):
      let config: StreamMuxConfig? = if let bytes { try StreamMuxConfig(latmParameter: bytes) } else { nil }
      reader = .latm(LATMReader(hasConfigurationInBand: isInBand, config: config))
    case .linearPCM, .muLaw, .aLaw: reader = .samples(frameByteCount: max(1, payload.format.bytesPerFrame))
    case .blocks(1, _): reader = .samples(frameByteCount: 1)
    case .blocks(let byteCount, let frameCount): reader = .blocks(byteCount: max(1, byteCount), frameCount: frameCount)
    case .amr(let isOctetAligned): reader = .amr(AMRPayload(kind: payload.amrKind, isOctetAligned: isOctetAligned))
    case .opus, .speex, .accessUnits: reader = .whole
    }
  }

  /// Appends the units that a packet completes. Units that are complete in the packet are slices of its payload.
  ///
  /// - Throws: ``RTPError``: truncated, malformed, or unsupported with the name of the feature. Units before the
  ///   faulty place have been appended.
  public mutating func read(
    _ payload: ArraySlice<UInt8>, at place: PacketPlace, into units: inout [PayloadUnit]
  ) throws(RTPError) {
    switch reader {
    case .mpeg4Generic(var generic):
      reader = .whole
      defer { reader = .mpeg4Generic(generic) }
      try generic.read(payload, at: place, into: &units)
    case .latm(var latm):
      reader = .whole
      defer { reader = .latm(latm) }
      try latm.read(payload, at: place, into: &units)
    case .samples(let frameByteCount):
      guard payload.count > 0, payload.count % frameByteCount == 0 else {
        throw RTPError(.malformed, "a packet has whole frames of samples", clause: "RFC 3551, 4.1", at: payload.count)
      }
      units.append(PayloadUnit(frameOffset: 0, bytes: payload))
    case .blocks(let byteCount, let frameCount):
      guard payload.count > 0, payload.count % byteCount == 0 else {
        throw RTPError(.malformed, "a packet has whole frames of speech", clause: "RFC 3551, 4.5.8", at: payload.count)
      }
      for index in 0..<(payload.count / byteCount) {
        let start = payload.startIndex + index * byteCount
        units.append(
          PayloadUnit(frameOffset: Int64(index * frameCount), bytes: payload[start..<(start + byteCount)]))
      }
    case .amr(let amr): try amr.read(payload, into: &units)
    case .whole:
      guard payload.count > 0 else { throw RTPError(.malformed, "a packet is not empty", clause: "RFC 3550, 5") }
      units.append(PayloadUnit(frameOffset: 0, bytes: payload))
    }
  }

  /// The number of units discarded because a part was missing.
  public var abandonedUnitCount: Int {
    switch reader {
    case .mpeg4Generic(let generic): generic.fragments.abandonedCount
    case .latm(let latm): latm.fragments.abandonedCount
    case .samples, .blocks, .amr, .whole: 0
    }
  }

  /// The last AudioSpecificConfig received in band; `nil` for formats without one in band.
  public var configurationInBand: [UInt8]? {
    if case .latm(let latm) = reader, latm.hasConfigurationInBand { latm.config?.cookie } else { nil }
  }
}

extension StreamMuxConfig {
  /// Reads the parameter `config` of `MP4A-LATM`.
  init(latmParameter bytes: [UInt8]) throws(RTPError) {
    let bytes = bytes.span
    var reader = BitReader(bytes)
    do throws(MultiplexError) {
      self = try StreamMuxConfig(parsing: &reader, in: bytes)
    } catch {
      switch error {
      case .broken:
        throw RTPError(
          .malformed, "the StreamMuxConfig keeps its rules", clause: "ISO/IEC 14496-3, 1.7.3", at: reader.offset / 8)
      case .unsupported(let rule):
        throw RTPError(.unsupported, rule, clause: "ISO/IEC 14496-3, 1.7.3", at: reader.offset / 8)
      }
    }
  }

  /// The configuration as the parameter `config` of `MP4A-LATM`.
  var bytes: [UInt8] {
    var writer = BitWriter()
    write(to: &writer)
    return writer.bytes
  }
}
