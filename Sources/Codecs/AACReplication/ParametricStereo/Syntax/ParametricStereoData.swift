package import AACSyntax
package import Bitstream

// Holds throughout: who writes gives a header, and differences that have codewords.

/// `ps_data()`: the parameters for making two channels of one.
///
/// ISO/IEC 14496-3, 8.6.4.2. The fields of the header last until the next one.
package struct ParametricStereoData: Sendable {
  /// The resolution of a set of parameters.
  package struct Mode: Sendable, Equatable, BitwiseCopyable {
    /// `iid_mode` or `icc_mode`, 0…5.
    var number: Int

    package init(number: Int) {
      self.number = number
    }

    /// 10, 20 or 34 bands.
    package var bandCount: Int { number % 3 == 0 ? 10 : number % 3 == 1 ? 20 : 34 }
    /// 5, 11 or 17 bands for phases.
    var phaseBandCount: Int { number % 3 == 0 ? 5 : number % 3 == 1 ? 11 : 17 }
    /// True for fine level steps and mixing procedure B.
    package var isSecondKind: Bool { number >= 3 }
  }

  /// The fields after `enable_ps_header`.
  package struct Header: Sendable, Equatable, BitwiseCopyable {
    /// `iid_mode`, or `nil` without `enable_iid`.
    package var level: Mode?
    /// `icc_mode`, or `nil` without `enable_icc`.
    package var coherence: Mode?
    /// `enable_ext`.
    package var hasExtension = false

    package init() {}
  }

  /// The differences of one kind of parameter.
  package struct Differences: Sendable {
    /// `iid_dt` and its kin, by envelope.
    package var isOverTime: [4 of Bool] = .init(repeating: false)
    /// The differences: envelope `e`, band `b` at `34 e + b`.
    package var values: [136 of Int8] = .init(repeating: 0)
  }

  /// The header in effect, or `nil` before the first one.
  package var header: Header?
  /// `enable_ps_header`: true if this frame has the header.
  package var hasOwnHeader = false
  /// `frame_class`: the borders of envelopes are sent.
  package var hasBorders = false
  /// Envelopes that are sent, 0…4.
  package var envelopeCount = 0
  /// `border_position`.
  package var borders: [4 of UInt8] = .init(repeating: 0)
  package var level = Differences()
  package var coherence = Differences()
  /// `enable_ipdopd`.
  package var hasPhases = false
  package var phaseDifference = Differences()
  package var overallPhase = Differences()

  package init() {}

  /// The kind of level parameter.
  package var levelQuantity: StereoQuantity { header?.level?.isSecondKind == true ? .fineLevel : .level }

  /// Reads a frame of at most the reader's length.
  package mutating func parse(_ reader: inout BitReader, _ codebooks: borrowing StereoCodebooks) throws(AACError) {
    let start = reader.offset
    hasOwnHeader = try reader.bit()
    if hasOwnHeader { header = try ParametricStereoData.parseHeader(&reader) }
    guard let header else { throw AACError(.stereoHeaderMissing, at: start) }
    hasBorders = try reader.bit()
    let number = try reader.bits(2)
    envelopeCount = hasBorders ? number + 1 : number == 3 ? 4 : number
    if hasBorders {
      for envelope in 0..<envelopeCount { borders[envelope] = UInt8(try reader.bits(5)) }
    }
    if let mode = header.level {
      let quantity = levelQuantity
      for envelope in 0..<envelopeCount {
        try level.parse(quantity, (envelope, mode.bandCount), &reader, codebooks)
      }
    }
    if let mode = header.coherence {
      for envelope in 0..<envelopeCount {
        try coherence.parse(.coherence, (envelope, mode.bandCount), &reader, codebooks)
      }
    }
    hasPhases = false
    if header.hasExtension { try parseExtension(&reader, header, codebooks) }
  }

  private static func parseHeader(_ reader: inout BitReader) throws(AACError) -> Header {
    var header = Header()
    let start = reader.offset
    if try reader.bit() { header.level = Mode(number: try reader.bits(3)) }
    if try reader.bit() { header.coherence = Mode(number: try reader.bits(3)) }
    guard (header.level?.number ?? 0) < 6, (header.coherence?.number ?? 0) < 6 else {
      throw AACError(.stereoModeReserved, at: start)
    }
    header.hasExtension = try reader.bit()
    return header
  }

  /// `ps_extension()`: only phases are defined.
  private mutating func parseExtension(
    _ reader: inout BitReader, _ header: Header, _ codebooks: borrowing StereoCodebooks
  ) throws(AACError) {
    var byteCount = try reader.bits(4)
    if byteCount == 15 { byteCount += try reader.bits(8) }
    let end = reader.offset + 8 * byteCount
    guard end <= reader.endOffset else { throw AACError(.truncated, at: reader.offset) }
    if byteCount > 0, try reader.bits(2) == 0 {
      hasPhases = try reader.bit()
      let bandCount = (header.level ?? Mode(number: 1)).phaseBandCount
      for envelope in 0..<(hasPhases ? envelopeCount : 0) {
        try phaseDifference.parse(.phaseDifference, (envelope, bandCount), &reader, codebooks)
        try overallPhase.parse(.overallPhase, (envelope, bandCount), &reader, codebooks)
      }
      guard reader.offset <= end else { throw AACError(.truncated, at: end) }
    }
    try reader.jump(to: end)
  }
}

extension ParametricStereoData.Differences {
  /// Reads the differences of one envelope.
  fileprivate mutating func parse(
    _ quantity: StereoQuantity, _ place: (envelope: Int, bandCount: Int), _ reader: inout BitReader,
    _ codebooks: borrowing StereoCodebooks
  ) throws(AACError) {
    let isOverTime = try reader.bit()
    self.isOverTime[place.envelope] = isOverTime
    for band in 0..<place.bandCount {
      let start = reader.offset
      guard let value = codebooks.difference(quantity, overTime: isOverTime, &reader) else {
        throw AACError(.stereoValue, at: start)
      }
      values[34 * place.envelope + band] = Int8(value)
    }
    try reader.checkEnd()
  }
}

// MARK: - Writing

extension ParametricStereoData {
  /// Writes a frame.
  package func write(to writer: inout BitWriter) {
    precondition(header != nil)
    guard let header else { return }
    writer.write(hasOwnHeader)
    if hasOwnHeader {
      write(header.level, to: &writer)
      write(header.coherence, to: &writer)
      writer.write(header.hasExtension)
    }
    writer.write(hasBorders)
    writer.write(UInt32(hasBorders ? envelopeCount - 1 : min(envelopeCount, 3)), 2)
    if hasBorders {
      for envelope in 0..<envelopeCount { writer.write(UInt32(borders[envelope]), 5) }
    }
    for envelope in 0..<(header.level == nil ? 0 : envelopeCount) {
      write(level, levelQuantity, (envelope, header.level?.bandCount ?? 0), to: &writer)
    }
    for envelope in 0..<(header.coherence == nil ? 0 : envelopeCount) {
      write(coherence, .coherence, (envelope, header.coherence?.bandCount ?? 0), to: &writer)
    }
    if header.hasExtension { writeExtension(to: &writer, header) }
  }

  private func write(_ mode: Mode?, to writer: inout BitWriter) {
    writer.write(mode != nil)
    if let mode { writer.write(UInt32(mode.number), 3) }
  }

  private func write(
    _ differences: borrowing Differences, _ quantity: StereoQuantity, _ place: (envelope: Int, bandCount: Int),
    to writer: inout BitWriter
  ) {
    let isOverTime = differences.isOverTime[place.envelope]
    writer.write(isOverTime)
    for band in 0..<place.bandCount {
      let value = Int(differences.values[34 * place.envelope + band])
      let row = StereoCodebooks.row(quantity, overTime: isOverTime, difference: value)
      writer.write(row.code, row.length)
    }
  }

  private func writeExtension(to writer: inout BitWriter, _ header: Header) {
    var payload = BitWriter()
    if hasPhases {
      payload.write(0, 2)
      payload.write(true)
      let bandCount = (header.level ?? Mode(number: 1)).phaseBandCount
      for envelope in 0..<envelopeCount {
        write(phaseDifference, .phaseDifference, (envelope, bandCount), to: &payload)
        write(overallPhase, .overallPhase, (envelope, bandCount), to: &payload)
      }
      payload.write(0, 1)
    }
    let byteCount = payload.bytes.count
    writer.write(UInt32(min(byteCount, 15)), 4)
    if byteCount >= 15 { writer.write(UInt32(byteCount - 15), 8) }
    writer.write(bitsOf: payload.bytes.span, 0..<(8 * byteCount))
  }
}
