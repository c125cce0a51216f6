import AACSyntax
package import AudioBase
import Bitstream
package import MPEG4Systems

extension AACConfiguration {
  /// Checks a configuration and completes it from the first packet.
  package init(_ systems: AudioSpecificConfig, firstPacket: Span<UInt8>) throws(CodecError) {
    let plain = try AACConfiguration(systems)
    let found = plain.extensions(in: firstPacket)
    guard found.hasSpectralBandReplication else {
      self = plain
      return
    }
    let implicit = try AACConfiguration(systems, hasImplicitSBR: true)
    let hasStereo = implicit.replication.map { implicit.hasStereoData(firstPacket, $0) } ?? false
    self = hasStereo ? try AACConfiguration(systems, hasImplicitSBR: true, hasImplicitStereo: true) : implicit
  }

  /// Returns true if the SBR data of a packet of one channel carry Parametric Stereo, or may do so in later packets.
  ///
  /// Without an SBR header nothing that follows it can be read. Such streams are treated as stereo, as in other
  /// decoders: until data arrive both channels are the same. A configuration that names object type 5 before the core's
  /// would have named 29 for stereo: the part of such a stream that was cut out remains one channel.
  private func hasStereoData(_ packet: Span<UInt8>, _ replication: SBRConfiguration) -> Bool {
    guard slots.count == 1, slots[0].element == .single, !replication.isLowDelay else { return false }
    if case .backwardCompatible(_, .some(false)) = systems.signalling { return false }
    var unit = AccessUnit(self)
    var reader = BitReader(packet)
    do throws(AACError) {
      try unit.parse(&reader)
      guard let payload = unit.replications.first ?? nil, payload.start <= payload.end else { return false }
      var part = BitReader(packet, bits: payload.start..<payload.end)
      if payload.hasCRC { _ = try part.bits(10) }
      let context = SBRContext(
        slotCount: replication.slotCount, isLowDelay: false, sampleRate: 2 * replication.coreRate)
      var data = SBRElementData()
      var bands: SBRBands?
      let isRead = try data.parse(&part, isPair: false, context, bands: &bands)
      if !isRead, case .hierarchical = systems.signalling { return false }
      return !isRead || data.parametricStereo != nil
    } catch {
      return false
    }
  }

  /// Returns the SBR headers of a packet, one per element; `nil` for an element without a usable header.
  package func replicationHeaders(in packet: Span<UInt8>) -> [SBRHeader?] {
    var unit = AccessUnit(self)
    var reader = BitReader(packet)
    do throws(AACError) {
      try unit.parse(&reader)
    } catch {
      return []
    }
    return unit.replications.map { payload in
      guard let payload, payload.start <= payload.end else { return nil }
      return replicationHeader(BitReader(packet, bits: payload.start..<payload.end), hasCRC: payload.hasCRC)
    }
  }

  private func replicationHeader(_ reader: consuming BitReader, hasCRC: Bool) -> SBRHeader? {
    if hasCRC, (try? reader.bits(10)) == nil { return nil }
    guard (try? reader.bit()) == true, let header = try? SBRHeader(parsing: &reader),
      (try? SBRBands(header, sampleRate: 2 * systems.samplingFrequency.hertz)) != nil
    else { return nil }
    return header
  }
}
