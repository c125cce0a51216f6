import AC3Frames
import Bitstream

/// `bsi`: a frame's description of its programme.
///
/// ETSI TS 102 366, 4.4.2 and E.1.3.1 (ATSC A/52, 5.4.2 and E.2.3.1).
struct BitStreamInformation: Sendable, BitwiseCopyable {
  /// `dialnorm` of each programme: the level of dialogue below full scale, 1…31 dB.
  var dialogueLevels: [2 of Int] = [31, 31]
  /// `compr` of each programme: the gain of heavy compression, or `nil`.
  var heavyGains: [2 of UInt8?] = [nil, nil]
  /// `chanmap` of a dependent substream: bit 15 is the left channel; `nil` if it is not sent.
  var channelMap: UInt16?
  /// `bsmod`: the service, 0…7; 0 if it is not sent.
  var service = 0
  /// `cmixlev` and `surmixlev` as transmitted, or the three bits of their Lo/Ro successors plus 8; `nil` if there are
  /// none.
  var centerMixCode: Int?
  /// The level of the surround channels, coded as ``centerMixCode``.
  var surroundMixCode: Int?
  /// `flag_ec3_extension_type_a`: object audio is carried beside the channels (ETSI TS 103 420, 8.3.1).
  var hasObjects = false

  /// Reads the fields that follow `syncinfo`; the header has already been read.
  init(_ reader: inout BitReader, _ header: AC3FrameHeader) throws(AC3Error) {
    if header.isEnhanced {
      try readEnhanced(&reader, header)
    } else {
      try readPlain(&reader, header)
    }
    guard try reader.bit() else { return }
    let count = try reader.bits(6) + 1
    // ETSI TS 103 420, 8.3.1: the last bit of the first byte of `addbsi`.
    hasObjects = header.isEnhanced && count >= 2 && reader.peek(8) & 1 != 0
    try reader.pass(8 * count)
  }

  private mutating func readPlain(_ reader: inout BitReader, _ header: AC3FrameHeader) throws(AC3Error) {
    let mode = header.audioCodingMode
    // syncword, crc1, fscod, frmsizecod, bsid.
    try reader.pass(45)
    service = try reader.bits(3)
    try reader.pass(3)
    if mode & 1 != 0, mode != 1 { centerMixCode = try reader.bits(2) }
    if mode & 4 != 0 { surroundMixCode = try reader.bits(2) }
    if mode == 2 { try reader.pass(2) }
    try reader.pass(1)
    for programme in 0..<(mode == 0 ? 2 : 1) {
      try readLevels(&reader, programme)
      // langcode, audprodie
      if try reader.bit() { try reader.pass(8) }
      if try reader.bit() { try reader.pass(7) }
    }
    try reader.pass(2)
    guard header.bitStreamID == 6 else {
      if try reader.bit() { try reader.pass(14) }
      if try reader.bit() { try reader.pass(14) }
      return
    }
    if try reader.bit() {
      // dmixmod and the levels of Lt/Rt.
      try reader.pass(8)
      let (center, surround) = (try reader.bits(3), try reader.bits(3))
      if centerMixCode != nil { centerMixCode = center + 8 }
      if surroundMixCode != nil { surroundMixCode = surround + 8 }
    }
    if try reader.bit() { try reader.pass(14) }
  }

  private mutating func readLevels(_ reader: inout BitReader, _ programme: Int) throws(AC3Error) {
    let level = try reader.bits(5)
    dialogueLevels[programme] = level == 0 ? 31 : level
    if try reader.bit() { heavyGains[programme] = UInt8(try reader.bits(8)) }
  }

  private mutating func readEnhanced(_ reader: inout BitReader, _ header: AC3FrameHeader) throws(AC3Error) {
    let (mode, kind) = (header.audioCodingMode, Int(reader.peek(18) & 3))
    // syncword, strmtyp, substreamid, frmsiz, fscod, numblkscod or fscod2, acmod, lfeon, bsid.
    try reader.pass(45)
    for programme in 0..<(mode == 0 ? 2 : 1) { try readLevels(&reader, programme) }
    if kind == 1, try reader.bit() { channelMap = UInt16(try reader.bits(16)) }
    if try reader.bit() { try readMixing(&reader, header, isProgramme: kind == 0) }
    if try reader.bit() { try readInformation(&reader, header) }
    if kind == 0, header.blockCount < 6 { try reader.pass(1) }
    if kind == 2 {
      var hasSizeCode = true
      if header.blockCount < 6 { hasSizeCode = try reader.bit() }
      if hasSizeCode { try reader.pass(6) }
    }
  }

  /// Reads the fields for mixers.
  private mutating func readMixing(
    _ reader: inout BitReader, _ header: AC3FrameHeader, isProgramme: Bool
  ) throws(AC3Error) {
    let mode = header.audioCodingMode
    if mode > 2 { try reader.pass(2) }
    if mode & 1 != 0, mode > 2 {
      try reader.pass(3)
      centerMixCode = try reader.bits(3) + 8
    }
    if mode & 4 != 0 {
      try reader.pass(3)
      surroundMixCode = try reader.bits(3) + 8
    }
    if header.hasLowFrequency, try reader.bit() { try reader.pass(5) }
    guard isProgramme else { return }
    if try reader.bit() { try reader.pass(6) }
    if mode == 0, try reader.bit() { try reader.pass(6) }
    if try reader.bit() { try reader.pass(6) }
    switch try reader.bits(2) {
    case 1: try reader.pass(5)
    case 2: try reader.pass(12)
    case 3: try reader.pass(8 * (try reader.bits(5) + 2))
    default: break
    }
    if mode < 2, try reader.bit() { try reader.pass(14) }
    if mode == 0, try reader.bit() { try reader.pass(14) }
    guard try reader.bit() else { return }
    if header.blockCount == 1 { return try reader.pass(5) }
    for _ in 0..<header.blockCount where try reader.bit() { try reader.pass(5) }
  }

  /// Reads the description of the programme.
  private mutating func readInformation(_ reader: inout BitReader, _ header: AC3FrameHeader) throws(AC3Error) {
    let mode = header.audioCodingMode
    service = try reader.bits(3)
    try reader.pass(2)
    if mode == 2 { try reader.pass(4) }
    if mode >= 6 { try reader.pass(2) }
    for _ in 0..<(mode == 0 ? 2 : 1) where try reader.bit() { try reader.pass(8) }
    if header.rateShift == 0 { try reader.pass(1) }
  }
}
