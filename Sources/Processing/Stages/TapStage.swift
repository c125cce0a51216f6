public import AudioBase

/// Passes samples unchanged and lends them to a function.
public struct TapStage<Sample: PlaneSample>: InPlaceStage {
  /// A function that receives frames of one channel after the other, on the processing thread.
  public typealias Viewer = (_ channel: Int, _ samples: Span<Sample>) -> Void

  private let viewer: Viewer

  /// Creates a tap.
  public init(_ viewer: @escaping Viewer) { self.viewer = viewer }

  /// Lends frames to the function.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    for channel in 0..<planes.channelCount {
      var plane = planes.plane(channel)
      let part = plane._mutatingExtracting(frames)
      viewer(channel, part.span)
    }
  }

  /// Does nothing: there is no state.
  public mutating func reset() {}
}
