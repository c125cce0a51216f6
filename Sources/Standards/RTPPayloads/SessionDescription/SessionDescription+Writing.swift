extension SessionDescription {
  /// The description as text; lines end with CR LF.
  public var text: String {
    var lines = ["v=0", "o=\(Self.line(origin))", "s=\(name.isEmpty ? "-" : Self.line(name))"]
    if let connection { lines.append(connection.line) }
    lines.append("t=0 0")
    lines += attributes.map(\.line)
    for medium in media {
      lines.append(
        Self.line("m=\(medium.kind) \(medium.port) \(medium.transport) \(medium.formats.joined(separator: " "))"))
      if let connection = medium.connection { lines.append(connection.line) }
      lines += medium.attributes.map(\.line)
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  /// Returns a text without line breaks, which would begin another line.
  fileprivate static func line(_ text: String) -> String {
    String(decoding: text.utf8.filter { $0 != 10 && $0 != 13 && $0 != 0 }, as: UTF8.self)
  }
}

extension SessionDescription.Attribute {
  fileprivate var line: String { SessionDescription.line("a=\(name)" + (value.map { ":\($0)" } ?? "")) }
}

extension SessionDescription.Connection {
  /// True for an IPv6 address.
  public var isIPv6: Bool { address.contains(":") }

  /// True for a group's address: 224.0.0.0/4 or ff00::/8.
  public var isMulticast: Bool {
    if isIPv6 { return address.lowercased().hasPrefix("ff") }
    guard let first = address.split(separator: ".").first, let number = Int(first) else { return false }
    return (224...239).contains(number)
  }

  fileprivate var line: String {
    let hops = timeToLive.map { isIPv6 ? "" : "/\($0)" } ?? ""
    return SessionDescription.line("c=IN \(isIPv6 ? "IP6" : "IP4") \(address)\(hops)")
  }
}
