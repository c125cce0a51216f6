import Bitstream
import MPEG4Systems

/// Makes payloads of `MP4A-LATM` of access units, one element a unit: RFC 6416.
struct LATMWriter: Sendable {
  /// Elements from one configuration in band to the next.
  static let configurationInterval = 20

  let hasConfigurationInBand: Bool
  let config: StreamMuxConfig
  private var elementCount = 0

  init(hasConfigurationInBand: Bool, config: StreamMuxConfig) {
    self.hasConfigurationInBand = hasConfigurationInBand
    self.config = config
  }

  /// Returns the element of a unit.
  mutating func element(of unit: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    // Bound: as many bytes as are given.
    writer.reserveCapacity(byteCount: unit.count + 32)
    if hasConfigurationInBand {
      let isRepeated = elementCount % Self.configurationInterval == 0
      writer.write(!isRepeated)
      if isRepeated { config.write(to: &writer) }
      elementCount = (elementCount + 1) % Self.configurationInterval
    }
    for _ in 0..<(unit.count / 255) { writer.write(255, 8) }
    writer.write(UInt32(unit.count % 255), 8)
    writer.write(bitsOf: unit.span, 0..<(unit.count * 8))
    return writer.bytes
  }
}
