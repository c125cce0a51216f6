import ArgumentParser

/// `rtp://HOST:PORT` or `srtp://HOST:PORT`, an address of IPv6 in brackets.
struct StreamAddressArgument: ExpressibleByArgument {
  var host: String
  var port: Int
  var isProtected: Bool

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || (parts.count == 4 && parts[3].isEmpty), parts[1].isEmpty else { return nil }
    switch parts[0].lowercased() {
    case "rtp:": isProtected = false
    case "srtp:": isProtected = true
    default: return nil
    }
    guard let colon = parts[2].lastIndex(of: ":"), let port = Int(parts[2][parts[2].index(after: colon)...]),
      (1...65_534).contains(port)
    else { return nil }
    var host = parts[2][..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (String(host), port)
  }
}
