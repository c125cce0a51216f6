/// The frames of the recording that the positions of a ring correspond to.
///
/// A new segment begins with each seek and each change of the rate:
///
/// ```
/// place in the ring   0 ──────── 12,000 ──────── 20,000 ────►
/// the recording       0 ─ × 1 ─► 12,000          90,000 ─ × 1.5 ─►
/// ```
struct PlayerTimeline: Sendable {
  private struct Segment: Sendable {
    /// The first place of the segment.
    var place: Int
    /// The frame of the recording there.
    var frame: Double
    /// Frames of the recording for each place.
    var step: Double
  }

  private var segments: [Segment]

  /// - Parameter step: Frames of the recording for each frame of the ring.
  init(step: Double) { segments = [Segment(place: 0, frame: 0, step: step)] }

  /// Returns the frame of the recording at a place.
  func frame(at place: Int) -> Double {
    // There are few segments, and the place is in one of the last.
    let segment = segments.last { $0.place <= place } ?? segments[0]
    return segment.frame + Double(max(0, place - segment.place)) * segment.step
  }

  /// Maps the positions from `place` on to the frames of the recording from `frame` on.
  mutating func jump(at place: Int, to frame: Double) {
    append(Segment(place: place, frame: frame, step: segments[segments.count - 1].step))
  }

  /// Changes the speed of the recording from a position of the ring on.
  mutating func change(at place: Int, step: Double) {
    append(Segment(place: place, frame: frame(at: place), step: step))
  }

  /// Removes segments that end before a place that has been heard.
  mutating func forget(before place: Int) {
    guard let current = segments.lastIndex(where: { $0.place <= place }), current > 0 else { return }
    segments.removeFirst(current)
  }

  private mutating func append(_ segment: Segment) {
    if segments[segments.count - 1].place >= segment.place { segments.removeLast() }
    segments.append(segment)
  }
}
