import AudioBase
import Bitstream

/// The two tables of a transport stream of one program with one audio stream (ISO/IEC 13818-1, 2.4.4).
struct TransportTables {
  /// The PIDs of the program map table and of the stream, with values that other programs use too.
  static let mapIdentifier: UInt16 = 0x1000
  static let streamIdentifier: UInt16 = 0x0100

  /// The section of the program association table, with its check.
  let association: [UInt8]
  /// The section of the program map table, with its check.
  let map: [UInt8]
  /// `stream_id` of the stream's PES packets.
  let streamIdentifier: UInt8

  init(_ format: StreamFormat, language: String) throws(ContainerError) {
    let (type, registration) = try Self.streamType(format)
    let isOpus = format.formatID == .opus
    guard !isOpus || (1...2).contains(format.channelsPerFrame) else {
      throw ContainerError(
        .unsupported, "Opus of one or two channels is written as a transport stream", at: 0, in: "mp2t")
    }
    // Audio of MPEG, or `private_stream_1`.
    streamIdentifier = registration == nil ? 0xC0 : 0xBD
    association = Self.section(
      ProgramTables.association, [0x00, 0x01, 0xE0 | UInt8(Self.mapIdentifier >> 8), UInt8(Self.mapIdentifier & 0xFF)])
    var descriptors: [UInt8] = []
    if let registration { descriptors += [5, 4] + Array(registration.utf8) }
    // `channel_config_code`, in an extension of DVB's ("Encapsulation of Opus in MPEG-2 Transport Streams", 3).
    if isOpus { descriptors += [0x7F, 2, 0x80, UInt8(format.channelsPerFrame)] }
    if language.utf8.count == 3 { descriptors += [10, 4] + Array(language.utf8) + [0] }
    let identifier = Self.streamIdentifier
    let (high, low) = (0xE0 | UInt8(identifier >> 8), UInt8(identifier & 0xFF))
    // The PID of the clock, no descriptors of the program, and the stream.
    map = Self.section(
      ProgramTables.map, [high, low, 0xF0, 0, type, high, low, 0xF0, UInt8(descriptors.count)] + descriptors)
  }

  /// Returns `stream_type` and, of what ATSC A/52 adds to the standard's, the registration.
  private static func streamType(_ format: StreamFormat) throws(ContainerError) -> (UInt8, String?) {
    switch format.formatID {
    case .aac, .aacHighEfficiency, .aacHighEfficiencyV2: (0x0F, nil)
    // The lower rates are those of MPEG-2.
    case .mpegLayer1, .mpegLayer2, .mpegLayer3: (format.sampleRate < 32_000 ? 0x04 : 0x03, nil)
    case .ac3: (0x81, "AC-3")
    case .enhancedAC3: (0x87, "EAC3")
    // Private data of PES packets.
    case .opus: (0x06, "Opus")
    default: throw ContainerError(.unsupported, "transport streams have no number for this format", at: 0, in: "mp2t")
    }
  }

  /// Returns a section that is complete and immediately valid: table, length, program or stream 1, version 0, section 0
  /// of one, CRC.
  private static func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 9
    var section = [table, 0xB0 | UInt8(length >> 8), UInt8(length & 0xFF), 0x00, 0x01, 0xC1, 0x00, 0x00] + body
    var check = CyclicRedundancyCheck.transportSection
    check.update(section.span)
    section.append(bigEndian: check.value)
    return section
  }
}
