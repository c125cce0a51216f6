import AudioReception
import Testing

/// Units of 10 ms at 48 kHz that come one after the other.
struct UnitMaker {
  var timestamp: Int64 = 1_000_000
  var sequenceNumber: Int64 = 500

  /// The unit of a number, which arrives so many milliseconds after it was made.
  func unit(_ number: Int, late milliseconds: Double = 0, frames: Int = 0) -> ReceivedAccessUnit {
    ReceivedAccessUnit(
      timestamp: timestamp + Int64(480 * number), sequenceNumber: sequenceNumber + Int64(number),
      arrival: Int64(Double(number) * 1e7 + milliseconds * 1e6), bytes: [UInt8(number & 0xFF), 1], frameCount: frames)
  }
}

@Suite("The jitter buffer")
struct JitterBufferTests {
  private let maker = UnitMaker()

  private func buffer(_ options: JitterBufferOptions = .fixed(0.04)) throws -> JitterBuffer {
    try JitterBuffer(sampleRate: 48000, framesPerUnit: 480, options: options)
  }

  /// The moment of so many milliseconds.
  private func at(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

  private func number(_ event: JitterEvent) -> Int? {
    guard case .unit(let unit) = event else { return nil }
    return Int(unit.timestamp - maker.timestamp) / 480
  }

  /// What is played of units that arrive so late each, `nil` standing for one that is lost, until the last one.
  private func play(_ delays: [Double?], in buffer: JitterBuffer) -> [JitterEvent] {
    let arrivals = delays.enumerated().compactMap { number, late in late.map { maker.unit(number, late: $0) } }
      .sorted { $0.arrival < $1.arrival }
    var (next, events, played) = (0, [JitterEvent](), -1)
    for tick in 0..<(delays.count + 100) where played < delays.count - 1 {
      let now = Int64(tick) * 10_000_000
      while next < arrivals.count, arrivals[next].arrival <= now {
        buffer.append(arrivals[next])
        next += 1
      }
      let event = buffer.take(at: now).event
      if let number = number(event) { played = number }
      if event != .buffering { events.append(event) }
    }
    return events
  }

  @Test("Units come at the fixed delay, in order, each once")
  func order() throws {
    let buffer = try buffer()
    for number in [0, 2, 1, 1, 3, 0] { buffer.append(maker.unit(number)) }
    #expect(buffer.take(at: at(39)).event == .buffering)
    for number in 0..<4 {
      let delivery = buffer.take(at: at(Double(40 + 10 * number)))
      #expect(self.number(delivery.event) == number)
      #expect(abs(delivery.excessDelay ?? 1) < 1e-9)
    }
    let statistics = buffer.statistics
    #expect(statistics.receivedUnits == 6 && statistics.duplicatedUnits == 2 && statistics.reorderedUnits == 1)
    #expect(statistics.lostUnits == 0 && statistics.concealedFrames == 0 && statistics.underruns == 0)
    #expect(statistics.queuedUnits == 0 && statistics.queuedBytes == 0)
    #expect(abs(statistics.actualDelay - 0.04) < 1e-9 && statistics.targetDelay == 0.04)
    // A duplicate of a unit that has been played is no late one.
    buffer.append(maker.unit(2))
    #expect(buffer.statistics.duplicatedUnits == 3 && buffer.statistics.lateUnits == 0)
  }

  @Test("A lost unit is filled in at its time, and one that comes too late is told apart")
  func losses() throws {
    let buffer = try buffer()
    let events = play([0, 0, nil, 0, 0, nil, nil, 0, 75, 0, 0, 0, 0, 0, 0, 0], in: buffer)
    let marks = events.map { event in number(event).map { "\($0)" } ?? (event == .lost ? "-" : "?") }
    #expect(marks == ["0", "1", "-", "3", "4", "-", "-", "7", "-", "9", "10", "11", "12", "13", "14", "15"])
    let statistics = buffer.statistics
    #expect(statistics.lostUnits == 3 && statistics.lateUnits == 1)
    #expect(statistics.concealedFrames == 4 * 480 && statistics.underruns == 0 && statistics.pausedFrames == 0)
  }
}
