import Bitstream
package import MPEG4Systems

extension AACConfiguration {
  /// Returns the SBR headers of a packet, one an element; `nil` where an element has none, or none that can be used.
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
