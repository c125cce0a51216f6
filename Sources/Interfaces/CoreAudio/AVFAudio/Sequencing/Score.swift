import MIDIFiles
import Synchronization

/// The messages that a sequencer has a unit follow, from the next frames that are rendered on.
///
/// `@unchecked`: the places in the lines belong to the thread that renders.
final class Score: @unchecked Sendable {
  /// A message at a frame.
  struct Event: Sendable, Equatable {
    var frame: Int
    var message: MIDIMessage
  }

  /// Messages in the order of their times, which may be repeated.
  struct Line: Sendable {
    var events: [Event]
    /// The frames from one repetition to the next, more than 0.
    var period = 1
    /// The repetitions; `nil` for no end of them.
    var repetitions: Int? = 0
  }

  private struct Place {
    /// The number of the next event.
    var index = 0
    /// The frames by which repetitions have delayed the event.
    var shift = 0
    /// The repetitions so far.
    var count = 0
  }

  private let lines: [Line]
  private var places: [Place]
  private let published = Atomic<Int>(0)

  /// Creates a score; without lines it is silent.
  init(_ lines: [Line] = []) {
    self.lines = lines
    places = Array(repeating: Place(), count: lines.count)
  }

  /// The number of frames that were rendered.
  var frame: Int { published.load(ordering: .relaxed) }

  /// Counts frames as rendered.
  func advance(_ count: Int) { published.store(frame + count, ordering: .relaxed) }

  /// Returns the next event before a frame, and moves past it; `nil` if there is none.
  func next(before end: Int) -> Event? {
    var (first, found): (Int?, Event?) = (nil, nil)
    for line in lines.indices {
      guard let event = event(line), event.frame < min(end, found?.frame ?? end) else { continue }
      (first, found) = (line, event)
    }
    if let first { places[first].index += 1 }
    return found
  }

  /// Returns the next event of a line, which starts over if it is to be repeated.
  private func event(_ line: Int) -> Event? {
    guard !lines[line].events.isEmpty else { return nil }
    if places[line].index == lines[line].events.count {
      guard places[line].count < lines[line].repetitions ?? .max else { return nil }
      places[line] = Place(index: 0, shift: places[line].shift + lines[line].period, count: places[line].count + 1)
    }
    var event = lines[line].events[places[line].index]
    event.frame += places[line].shift
    return event
  }
}
