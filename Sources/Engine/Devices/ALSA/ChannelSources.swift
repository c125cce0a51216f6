/// The mapping of channels between a device and a PCM with another number of channels.
package enum ChannelSources {
  /// Returns the source channel for each channel, or −1 for silence: a single channel is copied to all, several go to
  /// the channels of the same number.
  package static func list(for count: Int, from sourceCount: Int) -> [Int] {
    (0..<count).map { sourceCount == 1 ? 0 : $0 < sourceCount ? $0 : -1 }
  }
}
