public import AudioBase

/// Passes samples unchanged and shows them to a function.
public struct TapStage<Sample: PlaneSample>: InPlaceStage {
  /// Receives frames of one channel after the other, on the thread that processes.
  public typealias Viewer = (_ channel: Int, _ samples: Span<Sample>) -> Void

  private let viewer: Viewer

  /// Creates a tap.
  public init(_ viewer: @escaping Viewer) { self.viewer = viewer }

  /// Shows frames.
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
