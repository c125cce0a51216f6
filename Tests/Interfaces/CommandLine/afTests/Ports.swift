import Foundation

/// Ports of this machine for tests: even numbers that nobody has bound, nor the next one, as Linux tells it.
enum Ports {
  static func free() -> Int {
    let tables = ["/proc/net/udp", "/proc/net/udp6"].compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    let used = tables.flatMap { $0.split(separator: "\n").dropFirst() }.compactMap { line -> Int? in
      let words = line.split(separator: " ")
      return words.count > 1 ? words[1].split(separator: ":").last.flatMap { Int($0, radix: 16) } : nil
    }
    let taken = Set(used)
    while true {
      // Below those that Linux gives to whoever asks for any: 32,768 and more.
      let port = 2 * Int.random(in: 5000..<16_000)
      if !taken.contains(port), !taken.contains(port + 1) { return port }
    }
  }

  /// A function of the shell, `listening PORT`, which waits until somebody listens there, ten seconds at most.
  static let waiting = """
    listening() {
      n=0
      until grep -qi ":$(printf %04X $1) " /proc/net/udp /proc/net/udp6 || [ $n -ge 200 ]; do
        n=$((n + 1)); sleep 0.05
      done
    }

    """
}
