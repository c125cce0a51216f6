/// Memory for the same number of frames of each channel, lent to a caller to be filled: a block, or part of a ring.
public protocol SamplePlanes<Sample>: ~Copyable {
  /// The type of the samples.
  associatedtype Sample: PlaneSample

  /// The number of channels.
  var channelCount: Int { get }
  /// The number of frames that fit.
  var frameCapacity: Int { get }

  /// Returns the memory of one channel, ``frameCapacity`` samples.
  ///
  /// - Parameter channel: 0..<``channelCount``.
  @_lifetime(&self)
  mutating func plane(_ channel: Int) -> MutableSpan<Sample>
}

extension SampleBlock: SamplePlanes {
  /// The number of frames that fit.
  public var frameCapacity: Int { capacity }
}
