// Bound throughout: who makes a block has checked the format; frames that are only stated go through makeRoom.
// Holds throughout: counts, channels and planes are the block's own, and decoders refuse blocks of another shape.

/// A block of decoded audio: planar 32-bit float samples, which every decoder gives.
public typealias PCMBlock = SampleBlock<Float>

/// A block of audio: planar floating-point samples, full scale ±1.0, one plane a channel.
///
/// `Float` holds integers of up to 24 bits exactly and is what codecs work in; `Double` holds the rest: 32-bit
/// integers, 64-bit floats, and rate conversion beyond what 24 bits can show.
///
/// ```
/// channel 0: s s s s s s . .      frameCount = 6, capacity = 8
/// channel 1: s s s s s s . .
/// ```
/// The memory is allocated once and reused for every packet.
public struct SampleBlock<Sample: PlaneSample>: ~Copyable, Sendable {
  /// The number of channels, in the decoder's own order.
  public let channelCount: Int
  /// The number of frames that fit.
  public let capacity: Int
  /// The number of frames that are filled; at most ``capacity``.
  @inlinable public var frameCount: Int { filledFrameCount }
  @usableFromInline var filledFrameCount = 0
  @usableFromInline var samples: [Sample]

  /// Allocates a silent, empty block for `capacity` frames of `channelCount` channels.
  @inlinable
  public init(channelCount: Int, capacity: Int) {
    precondition(channelCount >= 0 && capacity >= 0)
    self.channelCount = channelCount
    self.capacity = capacity
    samples = Array(repeating: 0, count: channelCount * capacity)
  }

  /// Sets the number of frames that count as filled.
  @inlinable
  public mutating func setFrameCount(_ count: Int) {
    precondition(count >= 0 && count <= capacity)
    filledFrameCount = count
  }

  /// Returns the filled samples of one channel.
  @inlinable
  @_lifetime(borrow self)
  public func channel(_ index: Int) -> Span<Sample> {
    precondition(index >= 0 && index < channelCount)
    let start = index * capacity
    return samples.span.extracting(start..<(start + frameCount))
  }

  /// The memory of all planes: channel `c` begins at sample `c` × ``capacity``; its first ``frameCount`` samples are
  /// filled.
  @inlinable
  public var planes: Span<Sample> {
    @_lifetime(borrow self)
    get { samples.span }
  }

  /// Copies the filled samples of one channel to another.
  public mutating func copyChannel(_ source: Int, to target: Int) {
    precondition(source >= 0 && source < channelCount && target >= 0 && target < channelCount)
    let (from, to, count) = (source * capacity, target * capacity, frameCount)
    var all = samples.mutableSpan
    for frame in 0..<count { all[to + frame] = all[from + frame] }
  }

  /// Returns the whole plane of one channel, ``capacity`` samples, to write into.
  @inlinable
  @_lifetime(&self)
  public mutating func plane(_ index: Int) -> MutableSpan<Sample> {
    precondition(index >= 0 && index < channelCount)
    let start = index * capacity
    let all = samples.mutableSpan
    return all._consumingExtracting(start..<(start + capacity))
  }
}
