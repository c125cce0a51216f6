import AudioBase
import Bitstream

/// An elementary stream as listed in the program map table (ISO/IEC 13818-1, 2.4.4.8).
struct ElementaryStreamInfo: Equatable {
  /// `elementary_PID`.
  var identifier: UInt16
  /// `stream_type` (ISO/IEC 13818-1, Table 2-34).
  var streamType: UInt8
  /// `ISO_639_language_code`, or empty.
  var language = ""
  /// The tags of the stream's descriptors, and the four characters of a registration.
  var descriptorTags: [UInt8] = []
  /// `format_identifier` of a registration descriptor (ISO/IEC 13818-1, 2.6.8).
  var registration: FourCharacterCode?
  /// `format_identifier` of the whole program.
  var programRegistration: FourCharacterCode?
  /// The number of channels of Opus, 1 to 8, by `channel_config_code`.
  var opusChannelCount: Int?
}

/// Collects the sections of one PID (ISO/IEC 13818-1, 2.4.4).
struct SectionCollector {
  /// The number of bytes of the longest section of the tables that are read here.
  static let maximumByteCount = 1024

  private var bytes: [UInt8] = []
  private var isCollecting = false
  /// The number of sections whose check failed.
  private(set) var damagedCount = 0

  /// Takes the payload of a packet; calls `body` with each whole section that passes its check.
  mutating func take(_ payload: Span<UInt8>, startsUnit: Bool, _ body: (Span<UInt8>) -> Void) {
    var rest = payload
    if startsUnit {
      guard let pointer = payload.isEmpty ? nil : Int(payload[0]), pointer < payload.count else { return }
      // The bytes before the new section are the end of the previous one.
      append(payload.extracting(1..<(1 + pointer)), body)
      rest = payload.extracting((1 + pointer)..<payload.count)
      bytes.removeAll(keepingCapacity: true)
      isCollecting = true
    }
    append(rest, body)
  }

  private mutating func append(_ part: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    guard isCollecting else { return }
    bytes.append(copying: part)
    while isCollecting, bytes.count >= 3 {
      // `table_id` 0xFF is stuffing up to the end of the packet.
      guard bytes[0] != 0xFF else { return stop() }
      let length = 3 + (Int(bytes[1] & 15) << 8 | Int(bytes[2]))
      guard length <= SectionCollector.maximumByteCount else { return stop() }
      guard bytes.count >= length else { return }
      var check = CyclicRedundancyCheck.transportSection
      check.update(bytes.span.extracting(0..<length))
      if check.value == 0 { body(bytes.span.extracting(0..<length)) } else { damagedCount += 1 }
      bytes.removeFirst(length)
    }
  }

  private mutating func stop() {
    bytes.removeAll(keepingCapacity: true)
    isCollecting = false
  }
}

/// Reads the two tables that list the streams.
enum ProgramTables {
  /// `table_id` of the program association section.
  static let association: UInt8 = 0
  /// `table_id` of the program map section.
  static let map: UInt8 = 2

  /// Returns the PIDs of the program map tables, in the order of the programs; `nil` for other sections and sections
  /// that are not valid yet.
  static func mapIdentifiers(_ section: Span<UInt8>) -> [UInt16]? {
    guard section.count >= 12, section[0] == association, section[5] & 1 == 1 else { return nil }
    var found: [UInt16] = []
    for place in stride(from: 8, through: section.count - 8, by: 4) {
      let program = UInt16(section[place]) << 8 | UInt16(section[place + 1])
      // Program 0 names the network's own table.
      if program != 0 { found.append(UInt16(section[place + 2] & 0x1F) << 8 | UInt16(section[place + 3])) }
    }
    return found
  }

  /// Returns the elementary streams of a program; `nil` for other sections and sections that are not valid yet.
  static func streams(_ section: Span<UInt8>) -> [ElementaryStreamInfo]? {
    guard section.count >= 16, section[0] == map, section[5] & 1 == 1 else { return nil }
    var reader = ByteReader(section.extracting(10..<(section.count - 4)))
    var found: [ElementaryStreamInfo] = []
    do throws(EndOfBytes) {
      var program = ElementaryStreamInfo(identifier: 0, streamType: 0)
      readDescriptors(try reader.readBytes(Int(try reader.readUInt16() & 0x0FFF)), into: &program)
      while reader.remaining >= 5 {
        let streamType = try reader.readUInt8()
        var stream = ElementaryStreamInfo(identifier: try reader.readUInt16() & 0x1FFF, streamType: streamType)
        readDescriptors(try reader.readBytes(Int(try reader.readUInt16() & 0x0FFF)), into: &stream)
        stream.programRegistration = program.registration
        found.append(stream)
      }
    } catch {
      // A wrong length: the bytes before it are kept.
    }
    return found
  }

  private static func readDescriptors(_ bytes: Span<UInt8>, into stream: inout ElementaryStreamInfo) {
    var reader = ByteReader(bytes)
    while let tag = try? reader.readUInt8(), let length = try? reader.readUInt8(),
      let body = try? reader.readBytes(Int(length))
    {
      stream.descriptorTags.append(tag)
      switch tag {
      case languageTag where body.count >= 3:
        let letters = [body[0], body[1], body[2]]
        if letters.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) {
          stream.language = String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
        }
      case registrationTag where body.count >= 4:
        let code = UInt32(body[0]) << 24 | UInt32(body[1]) << 16 | UInt32(body[2]) << 8 | UInt32(body[3])
        stream.registration = FourCharacterCode(rawValue: code)
      // "Encapsulation of Opus in MPEG-2 Transport Streams" (wiki.xiph.org), 3: an extension of DVB.
      case 0x7F where body.count >= 2 && body[0] == 0x80:
        if (0...8).contains(body[1]) { stream.opusChannelCount = body[1] == 0 ? 2 : Int(body[1]) }
      default: break
      }
    }
  }

  /// `registration_descriptor`, ISO/IEC 13818-1, 2.6.8.
  private static let registrationTag: UInt8 = 5
  /// `ISO_639_language_descriptor`, ISO/IEC 13818-1, 2.6.18.
  private static let languageTag: UInt8 = 10
}
