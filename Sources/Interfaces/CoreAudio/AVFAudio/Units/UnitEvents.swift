import AudioBase
import AudioGraph
import AudioToolbox
import Foundation
import MIDIFiles

// Bound throughout: the queue limits the events that wait.
// Holds throughout: there are no more events of a call than that wait.

/// An event of a unit that is rendered by its blocks.
struct UnitEvent: Sendable, BitwiseCopyable {
  /// The content: a change of a parameter, or a message.
  enum Content: Sendable, BitwiseCopyable {
    /// A parameter's address, its new value, and the frames until it reaches the value.
    case parameter(AUParameterAddress, AUValue, over: AUAudioFrameCount)
    /// A MIDI message, and its cable.
    case message(MIDIMessage, cable: UInt8)
  }

  /// The first frame, counted from the next slice, or from the beginning of the time line if ``isAbsolute`` is true.
  var start: Int
  /// True if the time line counts.
  let isAbsolute: Bool
  /// The content: a change of a parameter, or a message.
  let content: Content

  /// Times beyond ±2^60 are as good as never and long ago.
  private static let latest: AUEventSampleTime = 1 << 60

  init(_ content: Content, at time: AUEventSampleTime) {
    self.content = content
    // Offsets from the present slice are small numbers above the one that stands for it.
    isAbsolute = time >= 0 || time < AUEventSampleTimeImmediate
    start = Int(isAbsolute ? min(max(time, -Self.latest), Self.latest) : time - AUEventSampleTimeImmediate)
  }

  /// Creates a message at a frame of the time line.
  init(_ message: MIDIMessage, atFrame frame: Int) {
    (start, isAbsolute, content) = (frame, true, .message(message, cable: 0))
  }

  /// The event as units are given it, at a frame of the time line.
  fileprivate func listed(at frame: Int) -> AURenderEvent {
    var event = unsafe AURenderEvent()
    switch content {
    case .parameter(let address, let value, let duration):
      var change = unsafe AUParameterEvent()
      unsafe change.eventSampleTime = AUEventSampleTime(frame)
      unsafe change.eventType = duration > 0 ? .parameterRamp : .parameter
      unsafe change.rampDurationSampleFrames = duration
      unsafe change.parameterAddress = address
      unsafe change.value = value
      unsafe event.parameter = change
    case .message(let message, let cable):
      var sent = unsafe AUMIDIEvent()
      unsafe sent.eventSampleTime = AUEventSampleTime(frame)
      unsafe sent.eventType = .MIDI
      unsafe sent.length = UInt16(message.count)
      unsafe sent.cable = cable
      unsafe sent.data = (message.status, message.first, message.second)
      unsafe event.MIDI = sent
    }
    return unsafe event
  }
}

/// The events of a unit that is rendered by its blocks, which any thread adds.
///
/// `@unchecked`: what is not atomic belongs to the thread that renders.
@safe
final class UnitEvents: @unchecked Sendable {
  private typealias Queue = EventQueue<UnitEvent>

  private let queue = Queue()
  private let score = SwappedReference(Score())
  /// The events after the frames that were rendered last, in the order of their times.
  private var waiting: [UnitEvent] = []
  /// The memory of the events of a call.
  private let events: UnsafeMutablePointer<AURenderEvent>

  init() {
    unsafe events = .allocate(capacity: Queue.capacity)
    unsafe events.initialize(repeating: AURenderEvent(), count: Queue.capacity)
    waiting.reserveCapacity(Queue.capacity)
  }

  deinit { unsafe events.deallocate() }

  /// Adds an event. Beyond the capacity nothing changes, as with Apple's blocks, which return no result.
  func add(_ content: UnitEvent.Content, at time: AUEventSampleTime) {
    _ = queue.append(UnitEvent(content, at: time))
  }

  /// Makes the unit follow a score from the next frames on, replacing the present one.
  func play(_ new: Score) {
    score.replace { _ in new }
    score.settle { usleep(1000) }
  }

  private func insert(_ event: UnitEvent) {
    waiting.insert(event, at: waiting.lastIndex { $0.start <= event.start }.map { $0 + 1 } ?? 0)
  }

  /// Returns the list of the events for a range of frames; late events come at its start.
  func take(from start: Int, count: Int) -> UnsafePointer<AURenderEvent>? {
    while waiting.count < Queue.capacity, var event = queue.next() {
      if !event.isAbsolute { event.start += start }
      insert(event)
    }
    score.use { score in
      let played = score.frame
      while waiting.count < Queue.capacity, let event = score.next(before: played + count) {
        insert(UnitEvent(event.message, atFrame: start + max(0, event.frame - played)))
      }
      score.advance(count)
    }
    var number = 0
    while number < waiting.count, waiting[number].start - start < count {
      unsafe events[number] = waiting[number].listed(at: max(waiting[number].start, start))
      if number > 0 { unsafe events[number - 1].head.next = events + number }
      number += 1
    }
    guard number > 0 else { return nil }
    waiting.removeSubrange(0..<number)
    return unsafe UnsafePointer(events)
  }
}
