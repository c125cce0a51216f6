/// The mapping of channels between a device that promises a number of channels and a PCM that has another.
package enum ChannelSources {
  /// Returns the channel of the other side for each channel of the one side, or −1 for silence: a single one goes to
  /// all, and several each to its own position.
  package static func list(for count: Int, from sourceCount: Int) -> [Int] {
    (0..<count).map { sourceCount == 1 ? 0 : $0 < sourceCount ? $0 : -1 }
  }
}
