package import AudioBase
package import Bitstream

// Bound throughout: `loudnessInfoCount` has six bits and `measurementCount` four, and each list is read once.

extension StatedLoudnessSet {
  /// Reads `loudnessInfoSet()`.
  ///
  /// ISO/IEC 23003-4, 7.4. Statements of both versions are taken together; those about an equalized signal, which
  /// nothing here makes, are left out.
  ///
  /// - Throws: `CodecError`: truncated, or malformed where a method is reserved.
  package init(parsing reader: inout BitReader) throws(CodecError) {
    self.init()
    try read(&reader, version: 0)
    guard try reader.flag() else { return }
    var hasSecondVersion = false
    while let part = try reader.nextExtension(4) {
      if part.type == 1, !hasSecondVersion {
        hasSecondVersion = true
        try read(&reader, version: 1)
      }
      try reader.leave(part)
    }
  }

  private mutating func read(_ reader: inout BitReader, version: Int) throws(CodecError) {
    let albumCount = try reader.field(6)
    let trackCount = try reader.field(6)
    for place in 0..<(albumCount + trackCount) {
      var statement = StatedLoudness()
      statement.dynamicRangeSet = try reader.field(6)
      let equalizer = version == 0 ? 0 : try reader.field(6)
      try statement.readValues(&reader)
      guard equalizer == 0 else { continue }
      if place < albumCount { album.append(statement) } else { track.append(statement) }
    }
  }
}

extension StatedLoudness {
  fileprivate mutating func readValues(_ reader: inout BitReader) throws(CodecError) {
    downmix = try reader.field(7)
    if try reader.flag() { samplePeak = StatedLoudness.peak(try reader.field(12)) }
    if try reader.flag() {
      truePeak = StatedLoudness.peak(try reader.field(12))
      // The system and the reliability of the true peak.
      try reader.pass(6)
    }
    for _ in 0..<(try reader.field(4)) {
      guard let quantity = Quantity(rawValue: try reader.field(4)) else {
        throw CodecError(
          .malformed, "methodDefinition is reserved", clause: "ISO/IEC 23003-4, 7.4", bitOffset: reader.offset - 4)
      }
      let width =
        switch quantity {
        case .mixingLevel: 5
        case .roomType: 2
        default: 8
        }
      let value = StatedLoudness.value(try reader.field(width), of: quantity)
      measurements.append(
        Measurement(quantity, value, system: try reader.field(4), reliability: try reader.field(2)))
    }
  }
}
