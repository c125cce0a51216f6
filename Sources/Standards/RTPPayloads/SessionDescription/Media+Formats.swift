import AudioBase
import MPEG4Systems

extension SessionDescription.Media {
  /// The payload types with a fixed meaning, RFC 3551, 6: name, clock rate, channels.
  static let staticTypes: [UInt8: (name: String, clockRate: Int, channelCount: Int)] = [
    0: ("PCMU", 8000, 1), 3: ("GSM", 8000, 1), 4: ("G723", 8000, 1), 5: ("DVI4", 8000, 1), 6: ("DVI4", 16_000, 1),
    7: ("LPC", 8000, 1), 8: ("PCMA", 8000, 1), 9: ("G722", 8000, 1), 10: ("L16", 44_100, 2), 11: ("L16", 44_100, 1),
    12: ("QCELP", 8000, 1), 13: ("CN", 8000, 1), 14: ("MPA", 90_000, 1), 15: ("G728", 8000, 1),
    18: ("G729", 8000, 1),
  ]

  /// Creates a medium that is sent or received in one format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - port: The port of the packets.
  ///   - packetTime: Milliseconds of audio in a packet; `nil` leaves it open.
  public init(_ format: PayloadFormat, port: Int, packetTime: Double? = nil) {
    self.init(port: port, formats: [String(format.payloadType)])
    let map = format.mapName
    let channels = map.channelCount > 1 ? "/\(map.channelCount)" : ""
    attributes.append(.init("rtpmap", "\(format.payloadType) \(map.name)/\(format.clockRate)\(channels)"))
    if let parameters = format.parameters {
      attributes.append(.init("fmtp", "\(format.payloadType) \(parameters)"))
    }
    guard let packetTime, packetTime > 0 else { return }
    let isWhole = packetTime == packetTime.rounded() && packetTime < 1e6
    attributes.append(.init("ptime", isWhole ? String(Int(packetTime)) : String(packetTime)))
  }

  /// The milliseconds of audio in a packet, `a=ptime`; `nil` if it is not stated, or not in 0…1000.
  public var packetTime: Double? {
    attribute("ptime").flatMap { Double($0.filter { $0 != " " }) }.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil }
  }

  /// The port of RTCP: that of `a=rtcp`, the RTP port with `a=rtcp-mux`, otherwise the next port.
  public var controlPort: Int {
    if has("rtcp-mux") { return port }
    if let text = attribute("rtcp")?.split(separator: " ").first, let number = Int(text), (1...65_535).contains(number)
    {
      return number
    }
    return min(port + 1, 65_535)
  }

  /// The payload type of `red`, RFC 2198, if the medium has one.
  public var redundancyPayloadType: UInt8? {
    formats.compactMap { UInt8($0) }.first { mapping(of: $0)?.name.lowercased() == "red" }
  }

  /// Returns the first supported format of the medium.
  ///
  /// - Throws: ``RTPError`` of the first format if there is none.
  public func payloadFormat() throws(RTPError) -> PayloadFormat {
    var failure: RTPError?
    for text in formats {
      guard let type = UInt8(text), type < 128 else { continue }
      if mapping(of: type)?.name.lowercased() == "red" { continue }
      do throws(RTPError) { return try payloadFormat(type) } catch { failure = failure ?? error }
    }
    throw failure ?? RTPError(.unsupported, "the medium has no format of audio", clause: "RFC 8866, 5.14")
  }

  /// Returns one format of the medium.
  ///
  /// The configuration determines rate and channels of AAC; the `rtpmap` states only the rate of the clock.
  ///
  /// - Throws: ``RTPError``: malformed, or unsupported where the format is not known here.
  public func payloadFormat(_ type: UInt8) throws(RTPError) -> PayloadFormat {
    guard let map = mapping(of: type) else {
      throw RTPError(.malformed, "a payload type without an rtpmap is a static one", clause: "RFC 3551, 6")
    }
    let format = try FormatParameters(parsing: parameterText(of: type)).payloadFormat(type, map)
    guard format.encoding == .speex, let packetTime else { return format }
    // A packet has as many coded frames of 20 ms as its time says.
    return try .speex(
      sampleRate: Int(format.format.sampleRate), framesPerPacket: max(1, Int(packetTime / 20)), payloadType: type)
  }

  private func parameterText(of type: UInt8) -> String { value(of: "fmtp", for: type) ?? "" }

  /// Returns the rest of the attribute that begins with a payload type.
  private func value(of name: String, for type: UInt8) -> String? {
    for attribute in attributes where attribute.name.lowercased() == name {
      let parts = (attribute.value ?? "").split(separator: " ", maxSplits: 1)
      if parts.count == 2, UInt8(parts[0]) == type { return String(parts[1]) }
    }
    return nil
  }

  private func mapping(of type: UInt8) -> FormatMapping? {
    guard let text = value(of: "rtpmap", for: type) else {
      return Self.staticTypes[type].map {
        FormatMapping(name: $0.name, clockRate: $0.clockRate, channelCount: $0.channelCount)
      }
    }
    let parts = text.filter { $0 != " " }.split(separator: "/")
    guard let name = parts.first else { return nil }
    // A text that is not a number is as wrong as 0.
    let rate = parts.count > 1 ? Int(parts[1]) ?? 0 : nil
    let channels = parts.count > 2 ? Int(parts[2]) ?? 0 : 1
    return FormatMapping(name: String(name), clockRate: rate, channelCount: channels)
  }
}

/// The contents of `a=rtpmap`.
struct FormatMapping: Sendable, Equatable {
  var name: String
  /// The ticks of the clock in a second; `nil` if it is not stated.
  var clockRate: Int?
  var channelCount: Int
}
