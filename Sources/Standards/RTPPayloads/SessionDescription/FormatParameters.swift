import AudioBase
import Bitstream
import MPEG4Systems

/// The parameters of `a=fmtp`: names in lower case, and values.
struct FormatParameters: Sendable, Equatable {
  /// The text after the payload type.
  let text: String
  private let values: [String: String]

  /// Reads `name=value; name=value`; of two parameters with one name the first counts.
  init(parsing text: String) {
    self.text = text
    var values: [String: String] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard let name = pair.first else { continue }
      let key = name.filter { $0 != " " && $0 != "\t" }.lowercased()
      guard values[key] == nil else { continue }
      values[key] = pair.count > 1 ? pair[1].filter { $0 != " " && $0 != "\t" && $0 != "\"" } : ""
    }
    self.values = values
  }

  subscript(_ name: String) -> String? { values[name] }

  /// Returns a number of 0…`limit`; `nil` if the parameter is absent.
  private func number(_ name: String, limit: Int) throws(RTPError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), (0...limit).contains(number) else {
      throw RTPError(.malformed, "a parameter of the format is a number in its range", clause: "RFC 3640, 4.1")
    }
    return number
  }

  private func configuration() throws(RTPError) -> [UInt8]? {
    guard let text = values["config"], !text.isEmpty else { return nil }
    guard let bytes = [UInt8](hexadecimal: text) else {
      throw RTPError(.malformed, "the configuration is pairs of hexadecimal digits", clause: "RFC 3640, 4.1")
    }
    return bytes
  }

  /// Returns the format that these parameters and an `rtpmap` describe.
  func payloadFormat(_ type: UInt8, _ map: FormatMapping) throws(RTPError) -> PayloadFormat {
    guard PayloadFormat.clockRates.contains(map.clockRate ?? 1),
      ResourceLimits.channelCounts.contains(map.channelCount)
    else {
      throw RTPError(.malformed, "an rtpmap has a clock of 1…1000000 Hz and 1…64 channels", clause: "RFC 8866, 6.6")
    }
    var format: PayloadFormat
    switch map.name.lowercased() {
    case "mpeg4-generic": format = try mpeg4Generic(type, map)
    case "mp4a-latm": format = try latm(type, map)
    case "l16", "l24", "l8":
      let bits = map.name.lowercased() == "l16" ? 16 : map.name.lowercased() == "l24" ? 24 : 8
      guard let rate = map.clockRate else {
        throw RTPError(.malformed, "the rtpmap of linear PCM has the rate of its clock", clause: "RFC 8866, 6.6")
      }
      format = try .linearPCM(
        bitsPerSample: bits, sampleRate: rate, channelCount: map.channelCount, payloadType: type)
    case "pcmu", "pcma":
      format = try .g711(
        isALaw: map.name.lowercased() == "pcma", sampleRate: map.clockRate ?? 8000,
        channelCount: map.channelCount, payloadType: type)
    case "opus":
      let isMono = values["sprop-stereo"] == "0" || map.channelCount == 1
      format = .opus(channelCount: isMono ? 1 : 2, payloadType: type)
    case "applelossless": format = try appleLossless(type)
    case "amr", "amr-wb": format = try amr(type, map)
    case "speex":
      guard map.channelCount == 1 else {
        throw RTPError(.unsupported, "Speex has one channel", clause: "RFC 5574, 4.1.1")
      }
      format = try .speex(sampleRate: map.clockRate ?? 8000, payloadType: type)
    case "g722" where map.channelCount == 1: format = .g722(payloadType: type)
    case "gsm" where map.channelCount == 1: format = .gsm(payloadType: type)
    default:
      throw RTPError(
        .unsupported,
        "formats are mpeg4-generic, MP4A-LATM, L8, L16, L24, PCMU, PCMA, opus, AMR, AMR-WB, speex, G722, GSM and AppleLossless"
      )
    }
    if let rate = map.clockRate { format.clockRate = rate }
    return format
  }

  private func amr(_ type: UInt8, _ map: FormatMapping) throws(RTPError) -> PayloadFormat {
    guard map.channelCount == 1 else {
      throw RTPError(.unsupported, "AMR has one channel here", clause: "RFC 4867, 8.1")
    }
    for name in ["crc", "robust-sorting", "interleaving"] where values[name] ?? "0" != "0" {
      throw RTPError(
        .unsupported, "AMR has neither sums (crc) nor other orders (robust-sorting, interleaving) here",
        clause: "RFC 4867, 4.4")
    }
    return .amr(
      isWideBand: map.name.lowercased() == "amr-wb", isOctetAligned: values["octet-align"] == "1", payloadType: type)
  }

  private func mpeg4Generic(_ type: UInt8, _ map: FormatMapping) throws(RTPError) -> PayloadFormat {
    let mode = values["mode"]?.lowercased() ?? "aac-hbr"
    if mode == "aac-eld" { return try airPlayELD(type, map) }
    guard mode == "aac-hbr" || mode == "aac-lbr" || mode == "generic" else {
      throw RTPError(
        .unsupported, "the modes of mpeg4-generic are AAC-hbr, AAC-lbr and generic", clause: "RFC 3640, 3.3")
    }
    guard let configuration = try configuration() else {
      throw RTPError(.malformed, "mpeg4-generic has a parameter config", clause: "RFC 3640, 4.1")
    }
    var headers = mode == "aac-lbr" ? AccessUnitHeaderFormat.lowBitRate : .highBitRate
    if mode == "generic" { (headers.sizeLength, headers.indexLength, headers.indexDeltaLength) = (0, 0, 0) }
    headers.sizeLength = try number("sizelength", limit: 32) ?? headers.sizeLength
    headers.indexLength = try number("indexlength", limit: 32) ?? headers.indexLength
    headers.indexDeltaLength = try number("indexdeltalength", limit: 32) ?? headers.indexDeltaLength
    headers.compositionTimeLength = try number("ctsdeltalength", limit: 32) ?? 0
    headers.decodingTimeLength = try number("dtsdeltalength", limit: 32) ?? 0
    headers.streamStateLength = try number("streamstateindication", limit: 32) ?? 0
    headers.auxiliarySizeLength = try number("auxiliarydatasizelength", limit: 32) ?? 0
    headers.hasRandomAccessFlag = try number("randomaccessindication", limit: 1) == 1
    headers.constantSize = try number("constantsize", limit: FragmentAssembler.maximumByteCount)
    headers.constantDuration = try number("constantduration", limit: 1 << 20)
    guard try number("maxdisplacement", limit: 1 << 20) ?? 0 == 0 else {
      throw RTPError(.unsupported, "interleaved access units are not put in order", clause: "RFC 3640, 3.2.3.2")
    }
    return try .mpeg4Generic(configuration: configuration, headers: headers, payloadType: type)
  }

  private func latm(_ type: UInt8, _ map: FormatMapping) throws(RTPError) -> PayloadFormat {
    let isInBand = try number("cpresent", limit: 1) ?? 1 == 1
    guard let bytes = try configuration() else {
      throw RTPError(
        .unsupported, "MP4A-LATM has its configuration in the parameter config, and perhaps in band as well",
        clause: "RFC 6416, 7.3")
    }
    let config = try StreamMuxConfig(latmParameter: bytes)
    var format = try PayloadFormat.latm(
      configuration: config.cookie, hasConfigurationInBand: isInBand, payloadType: type)
    format.encoding = .latm(hasConfigurationInBand: isInBand, streamMuxConfig: bytes)
    // RFC 6416, 7.1: the rate of the clock if none is given.
    if map.clockRate == nil { format.clockRate = 90_000 }
    return format
  }

  /// Returns AirPlay's form: one bare access unit a packet, and no configuration; this package's form has one if SBR is
  /// used.
  private func airPlayELD(_ type: UInt8, _ map: FormatMapping) throws(RTPError) -> PayloadFormat {
    if let bytes = try configuration() { return try .accessUnits(configuration: bytes, payloadType: type) }
    let duration = try number("constantduration", limit: 1 << 20) ?? 480
    guard duration == 480 || duration == 512, map.channelCount <= 2 else {
      throw RTPError(.unsupported, "mode AAC-eld has 480 or 512 frames and up to two channels")
    }
    let rate = map.clockRate ?? 44_100
    let configuration = Self.airPlayConfiguration(
      clockRate: rate, channelCount: map.channelCount, hasShortFrames: duration == 480)
    return try .accessUnits(configuration: configuration, payloadType: type)
  }

  /// Returns the configuration that AirPlay's form leaves out.
  static func airPlayConfiguration(clockRate: Int, channelCount: Int, hasShortFrames: Bool) -> [UInt8] {
    AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: SamplingFrequency(hertz: clockRate), channelConfiguration: channelCount,
      hasShortFrames: hasShortFrames
    ).bytes
  }

  /// Returns AirPlay's form of ALAC: the eleven numbers of its cookie.
  private func appleLossless(_ type: UInt8) throws(RTPError) -> PayloadFormat {
    let numbers = text.split(separator: " ").compactMap { UInt32($0) }
    guard numbers.count == 11, numbers[1] < 256, numbers[2..<7].allSatisfy({ $0 < 256 }), numbers[7] < 65_536,
      (1...8).contains(numbers[6]), (1...1_000_000).contains(numbers[10]), (1...65_536).contains(numbers[0])
    else { throw RTPError(.malformed, "AppleLossless has the eleven numbers of its configuration") }
    var cookie: [UInt8] = []
    cookie.append(bigEndian: numbers[0])
    for number in numbers[1..<7] { cookie.append(UInt8(number)) }
    cookie.append(bigEndian: UInt16(numbers[7]))
    for number in numbers[8...] { cookie.append(bigEndian: number) }
    let format = StreamFormat(
      formatID: .appleLossless, sampleRate: Double(numbers[10]), channelsPerFrame: Int(numbers[6]),
      framesPerPacket: Int(numbers[0]))
    return PayloadFormat(.accessUnits, payloadType: type, format: format, cookie: cookie)
  }
}
