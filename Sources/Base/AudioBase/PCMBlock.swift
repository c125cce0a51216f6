/// A block of decoded audio: planar 32-bit float samples, full scale ±1.0, one plane a channel.
///
/// ```
/// channel 0: s s s s s s . .      frameCount = 6, capacity = 8
/// channel 1: s s s s s s . .
/// ```
/// The memory is allocated once and reused for every packet.
public struct PCMBlock: ~Copyable, Sendable {
  /// The number of channels, in the decoder's own order.
  public let channelCount: Int
  /// Frames that fit.
  public let capacity: Int
  /// Frames that are filled; at most ``capacity``.
  public private(set) var frameCount = 0
  private var samples: [Float]

  /// Allocates a silent, empty block for `capacity` frames of `channelCount` channels.
  public init(channelCount: Int, capacity: Int) {
    precondition(channelCount >= 0 && capacity >= 0)
    self.channelCount = channelCount
    self.capacity = capacity
    samples = Array(repeating: 0, count: channelCount * capacity)
  }

  /// Sets the number of frames that count as filled.
  public mutating func setFrameCount(_ count: Int) {
    precondition(count >= 0 && count <= capacity)
    frameCount = count
  }

  /// The filled samples of one channel.
  @_lifetime(borrow self)
  public func channel(_ index: Int) -> Span<Float> {
    precondition(index >= 0 && index < channelCount)
    let start = index * capacity
    return samples.span.extracting(start..<(start + frameCount))
  }

  /// The whole plane of one channel, ``capacity`` samples, to write into.
  @_lifetime(&self)
  public mutating func plane(_ index: Int) -> MutableSpan<Float> {
    precondition(index >= 0 && index < channelCount)
    let start = index * capacity
    let all = samples.mutableSpan
    return all._consumingExtracting(start..<(start + capacity))
  }
}
