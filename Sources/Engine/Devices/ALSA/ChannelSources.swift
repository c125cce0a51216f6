/// The mapping of channels between a device and a PCM with another number of channels.
package enum ChannelSources {
  /// Returns the source channel for each channel, or −1 for silence: a single channel goes to all, several go to their
  /// own positions.
  package static func list(for count: Int, from sourceCount: Int) -> [Int] {
    (0..<count).map { sourceCount == 1 ? 0 : $0 < sourceCount ? $0 : -1 }
  }
}
