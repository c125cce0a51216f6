public import AudioBase

/// The position of a sound between left and right.
public struct StereoPlace: Sendable, Hashable, BitwiseCopyable {
  /// The position: −1 is left, 0 the middle, 1 right.
  public let position: Float

  /// Creates a position; values outside −1…1 are clamped, and NaN becomes the middle.
  public init(_ position: Float) { self.position = position.isNaN ? 0 : min(max(position, -1), 1) }

  /// The gains of left and right.
  ///
  /// In the middle nothing changes; towards one side the gain of the other falls linearly, as with audio queues.
  public var gains: (left: Float, right: Float) { (min(1, 1 - position), min(1, 1 + position)) }
}

/// Moves the balance of two channels: the opposite side becomes softer, the other is unchanged. Other numbers of
/// channels are unchanged.
public struct PanStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The position of the sound; a change takes effect with the next frames, without a ramp.
  public var place: StereoPlace

  /// Creates a stage.
  public init(_ place: StereoPlace = StereoPlace(0)) { self.place = place }

  /// Attenuates frames of the softer side.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard place.position != 0, planes.channelCount == 2 else { return }
    let (left, right) = place.gains
    var plane = planes.plane(left < 1 ? 0 : 1)
    var part = plane._mutatingExtracting(frames)
    part.scale(by: Sample(min(left, right)))
  }

  /// Does nothing: there is no state.
  public mutating func reset() {}
}
