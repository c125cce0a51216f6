import AudioErrors
import AudioReception
import TestSupport
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
    expectEqual(buffer.take(at: at(39)).event, .buffering)
    for number in 0..<4 {
      let delivery = buffer.take(at: at(Double(40 + 10 * number)))
      expectEqual(self.number(delivery.event), number)
      expectLess(abs(delivery.excessDelay ?? 1), 1e-9)
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

  @Test("The unit behind a lost one is told with it, where only that one is missing before it")
  func followingUnit() throws {
    let buffer = try buffer()
    for number in [0, 2, 5] { buffer.append(maker.unit(number)) }
    let deliveries = (0..<6).map { buffer.take(at: at(Double(40 + 10 * $0))) }
    expectEqual(deliveries.map { number($0.event) }, [0, nil, 2, nil, nil, 5])
    let following = deliveries.map { $0.following.map { Int($0.timestamp - maker.timestamp) / 480 } }
    expectEqual(following, [nil, 2, nil, nil, 5, nil])
  }

  @Test("A lost unit is filled in at its time, and one that comes too late is told apart")
  func losses() throws {
    let buffer = try buffer()
    let events = play([0, 0, nil, 0, 0, nil, nil, 0, 75, 0, 0, 0, 0, 0, 0, 0], in: buffer)
    let marks = events.map { event in number(event).map { "\($0)" } ?? (event == .lost ? "-" : "?") }
    expectEqual(marks, ["0", "1", "-", "3", "4", "-", "-", "7", "-", "9", "10", "11", "12", "13", "14", "15"])
    let statistics = buffer.statistics
    #expect(statistics.lostUnits == 3 && statistics.lateUnits == 1)
    #expect(statistics.concealedFrames == 4 * 480 && statistics.underruns == 0 && statistics.pausedFrames == 0)
  }

  @Test("A pause of the sender is no loss, whether the next unit is there in time or not")
  func pauses() throws {
    let buffer = try buffer()
    for number in 0..<3 { buffer.append(maker.unit(number)) }
    // 100 ms of nothing, which the sequence numbers do not count.
    let after = (0..<3).map { number in
      var unit = maker.unit(13 + number)
      unit.sequenceNumber -= 10
      return unit
    }
    var events: [JitterEvent] = []
    for tick in 0..<20 {
      if tick >= 13, tick < 16 { buffer.append(after[tick - 13]) }
      let event = buffer.take(at: at(Double(10 * tick))).event
      if event != .buffering { events.append(event) }
    }
    expectEqual(events.prefix(3).compactMap(number), [0, 1, 2])
    expectEqual(events.compactMap(number), [0, 1, 2, 13, 14, 15])
    #expect(events[3..<13].allSatisfy { $0 == .starved || $0 == .paused } && events[12] == .paused)
    let statistics = buffer.statistics
    #expect(statistics.pausedFrames == 10 * 480 && statistics.lostUnits == 0 && statistics.concealedFrames == 0)
    expectEqual(statistics.restarts, 0)
  }

  @Test("Another origin of timestamps begins the stream anew once five units agree")
  func restart() throws {
    let buffer = try buffer()
    for number in 0..<4 { buffer.append(maker.unit(number)) }
    for tick in 4..<8 { expectEqual(number(buffer.take(at: at(Double(10 * tick))).event), tick - 4) }
    var other = maker
    other.timestamp = -7_000_000_000
    for number in 8..<12 { buffer.append(other.unit(number)) }
    #expect(buffer.statistics.restarts == 0 && buffer.statistics.discardedUnits == 4)
    for number in 12..<16 { buffer.append(other.unit(number)) }
    #expect(buffer.statistics.restarts == 1 && buffer.statistics.queuedUnits == 4)
    expectEqual(buffer.take(at: at(159)).event, .buffering)
    guard case .unit(let unit) = buffer.take(at: at(160)).event else {
      Issue.record("no unit")
      return
    }
    expectEqual(unit.timestamp, other.unit(12).timestamp)
  }

  @Test("The delay follows the network: up within some units, down as what was late is forgotten")
  func adaptation() throws {
    var options = JitterBufferOptions()
    options.memory = 2
    let buffer = try buffer(options)
    var number = 0
    func receive(_ count: Int, late: (Int) -> Double) {
      for _ in 0..<count {
        buffer.append(maker.unit(number, late: late(number)))
        _ = buffer.take(at: at(Double(10 * number)))
        number += 1
      }
    }
    expectEqual(buffer.statistics.targetDelay, 0.04)
    receive(1500) { _ in 0 }
    expectEqual(buffer.statistics.targetDelay, 0.02)
    // Every tenth unit comes 75 ms late: the quantile of 0.99 is above it.
    receive(100) { $0 % 10 == 0 ? 75 : 0 }
    #expect((0.074...0.078).contains(buffer.statistics.targetDelay))
    // The way has become longer by 300 ms for all units: four of them are enough.
    receive(4) { _ in 300 }
    #expect((0.3...0.304).contains(buffer.statistics.targetDelay))
    receive(2500) { _ in 0 }
    expectEqual(buffer.statistics.targetDelay, 0.02)
  }

  @Test("Where it is quiet a delay becomes shorter or longer at once, and where it is much too long in any case")
  func quiet() throws {
    let buffer = try buffer()
    for number in 0..<60 { buffer.append(maker.unit(number)) }
    expectEqual(number(buffer.take(at: at(40)).event), 0)
    // 30 ms too late: units are left out one at a time, if nobody hears it.
    expectEqual(number(buffer.take(at: at(80)).event), 1)
    expectEqual(number(buffer.take(at: at(90), isQuiet: true).event), 4)
    expectEqual(buffer.statistics.skippedUnits, 2)
    // 20 ms too early: time is filled in.
    expectEqual(number(buffer.take(at: at(80)).event), 5)
    expectEqual(buffer.take(at: at(80), isQuiet: true).event, .stretched)
    #expect(buffer.statistics.insertedFrames == 480 && buffer.statistics.concealedFrames == 0)
    // 200 ms too late.
    expectEqual(number(buffer.take(at: at(300)).event), 26)
    expectEqual(buffer.statistics.lostUnits, 0)
  }

  @Test("The jitter is that of RFC 3550, A.8")
  func interarrivalJitter() throws {
    let buffer = try buffer()
    var (expected, last) = (0.0, 0.0)
    for number in 0..<50 {
      let late = Double((number * 7) % 13)
      buffer.append(maker.unit(number, late: late))
      if number > 0 { expected += (abs(late - last) - expected) / 16 }
      last = late
    }
    expectLess(abs(buffer.statistics.jitter - expected / 1000), 1e-9)
  }

  @Test("The end is given behind the last unit, and what follows it is nothing")
  func end() throws {
    let buffer = try buffer()
    for number in 0..<2 { buffer.append(maker.unit(number)) }
    buffer.endInput()
    // A sender that knows nothing of it goes on.
    buffer.append(maker.unit(2))
    expectEqual(number(buffer.take(at: at(0)).event), 0)
    expectEqual(number(buffer.take(at: at(10)).event), 1)
    expectEqual(buffer.take(at: at(20)).event, .ended)
    expectEqual(buffer.statistics.underruns, 0)
  }

  @Test("What makes no sense is refused by its name")
  func refusals() {
    func error(_ change: (inout JitterBufferOptions) -> Void, rate: Double = 48000, frames: Int = 480) -> String {
      var options = JitterBufferOptions()
      change(&options)
      do throws(AudioError) {
        _ = try JitterBuffer(sampleRate: rate, framesPerUnit: frames, options: options)
        return ""
      } catch {
        return error.description
      }
    }
    expectEqual(error({ _ in }), "")
    #expect(error({ $0.minimumDelay = 0.1 }).contains("delays"))
    #expect(error({ $0.maximumDelay = 11 }).contains("delays"))
    #expect(error({ $0.initialDelay = .nan }).contains("delays"))
    #expect(error({ $0.shareInTime = 0 }).contains("shareInTime"))
    #expect(error({ $0.memory = .infinity }).contains("memory"))
    #expect(error({ $0.unitLimit = 1 }).contains("unitLimit"))
    #expect(error({ $0.byteLimit = 0 }).contains("byteLimit"))
    #expect(error({ $0.unitByteLimit = 0 }).contains("unitByteLimit"))
    #expect(error({ _ in }, rate: .infinity).contains("Hz"))
    #expect(error({ _ in }, frames: 0).contains("0 frames"))
  }
}
