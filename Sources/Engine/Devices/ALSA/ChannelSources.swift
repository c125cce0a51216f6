/// Which channel goes where, between a device that promises a number of channels and a PCM that has another.
package enum ChannelSources {
  /// For each channel of the one side the channel of the other, or −1 for silence: a single one goes everywhere, of
  /// more each to its own place.
  package static func list(for count: Int, from sourceCount: Int) -> [Int] {
    (0..<count).map { sourceCount == 1 ? 0 : $0 < sourceCount ? $0 : -1 }
  }
}
