import AudioBase
import AudioGraph
import TestSupport
import Testing

/// Sounds one behind the other, at times, repeated and interrupted.
@Suite("Scheduled sound") struct ScheduleTests {
  /// A schedule that is heard alone.
  private func make(channels: Int = 2) throws -> (SoundSchedule, RenderedGraph) {
    let rendered = try RenderedGraph(channels: channels)
    let schedule = SoundSchedule()
    let stage = try ScheduleStage(schedule, format: rendered.format, capacity: rendered.capacity)
    let output = try MixerStage(format: rendered.format, capacity: rendered.capacity)
    var design = GraphDesign()
    design.connect(try GraphInput(from: stage, to: output.format), to: output)
    design.output = output
    try rendered.graph.apply(design)
    return (schedule, rendered)
  }

  private func numbers(_ range: ClosedRange<Int>) -> [Float] { range.map(Float.init) }

  @Test func soundsFollowEachOtherWithoutAGap() throws {
    var (schedule, rendered) = try make()
    schedule.schedule(ScheduledSound(.frames(CountingFrames(250))))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(130, first: 1001))))
    expectEqual(rendered.render(50), Array(repeating: 0, count: 50))
    schedule.play()
    let expected = numbers(1...250) + numbers(1001...1130) + Array(repeating: 0, count: 120)
    expectEqual(rendered.render(500), expected)
    expectEqual(Array(rendered.samples[1][50...]), expected.map { -$0 })
  }

  @Test func pausesLoseNothing() throws {
    var (schedule, rendered) = try make()
    schedule.schedule(ScheduledSound(.frames(CountingFrames(200))))
    schedule.play()
    expectEqual(rendered.render(70, step: 33), numbers(1...70))
    schedule.pause()
    expectEqual(rendered.render(40), Array(repeating: 0, count: 40))
    expectNil(schedule.frame(atSampleTime: 0))
    schedule.play()
    expectEqual(rendered.render(130), numbers(71...200))
    // The block that began at frame 110 of the graph began at frame 70 of the time line.
    expectEqual(schedule.frame(atSampleTime: 110), 70)
    expectEqual(schedule.sampleTime(atFrame: 0), 40)
  }

  /// A player that goes on is asked for its time at once, before anything is rendered.
  @Test func theTimeLineGoesOnWithTheOrderToPlay() throws {
    var (schedule, rendered) = try make()
    schedule.schedule(ScheduledSound(.frames(CountingFrames(200))))
    schedule.play()
    _ = rendered.render(70)
    schedule.pause()
    schedule.play()
    expectEqual(schedule.frame(atSampleTime: 70), 70)
    schedule.pause()
    _ = rendered.render(30)
    schedule.play()
    expectEqual(schedule.frame(atSampleTime: 100), 70)
    // Another time line, whose beginning is not known yet.
    schedule.stop()
    schedule.play()
    expectNil(schedule.frame(atSampleTime: 100))
    _ = rendered.render(10)
    schedule.pause(stageGoesOn: false)
    schedule.play()
    expectNil(schedule.frame(atSampleTime: 110))
  }

  @Test func soundsBeginAtTheirTimes() throws {
    var (schedule, rendered) = try make()
    schedule.schedule(ScheduledSound(.frames(CountingFrames(10)), at: .frame(130)))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(5)), at: .frame(160)))
    schedule.play(at: RenderMoment(sampleTime: 250))
    let found = rendered.render(500)
    var expected = [Float](repeating: 0, count: 500)
    for index in 0..<10 { expected[380 + index] = Float(index + 1) }
    for index in 0..<5 { expected[410 + index] = Float(index + 1) }
    expectEqual(found, expected)
  }

  @Test func loopsRepeatUntilTheyAreInterrupted() throws {
    var (schedule, rendered) = try make()
    let (looped, waiting, next) = (CallCount(), CallCount(), CallCount())
    schedule.schedule(ScheduledSound(.frames(CountingFrames(30)), options: .loops, (.rendered, { looped.add() })))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(9, first: 500)), (.rendered, { waiting.add() })))
    schedule.play()
    expectEqual(rendered.render(100), numbers(1...30) + numbers(1...30) + numbers(1...30) + numbers(1...10))
    schedule.report(at: nil)
    expectEqual(looped.value, 0)
    schedule.schedule(
      ScheduledSound(.frames(CountingFrames(20, first: 101)), options: .interruptsAtLoop, (.rendered, { next.add() })))
    let expected = numbers(11...30) + numbers(101...120) + Array(repeating: 0, count: 10)
    expectEqual(rendered.render(50), expected)
    schedule.report(at: nil)
    expectEqual([looped.value, waiting.value, next.value], [1, 1, 1])
  }

  @Test func anInterruptionTakesThePlaceOfAll() throws {
    var (schedule, rendered) = try make()
    let (first, second) = (CallCount(), CallCount())
    schedule.schedule(ScheduledSound(.frames(CountingFrames(300)), (.rendered, { first.add() })))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(300)), (.rendered, { second.add() })))
    schedule.play()
    rendered.render(40)
    schedule.schedule(ScheduledSound(.frames(CountingFrames(10, first: 900)), options: .interrupts))
    schedule.report(at: nil)
    expectEqual([first.value, second.value], [1, 1])
    expectEqual(rendered.render(20), numbers(900...909) + Array(repeating: 0, count: 10))
    // One at a time of its own.
    schedule.schedule(ScheduledSound(.frames(CountingFrames(300))))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(10, first: 700)), at: .frame(75), options: .interrupts))
    expectEqual(rendered.render(30), numbers(1...15) + numbers(700...709) + Array(repeating: 0, count: 5))
  }

  @Test func stoppingTellsOfAllThatIsLeftOnce() throws {
    var (schedule, rendered) = try make()
    let calls = CallCount()
    for _ in 0..<5 { schedule.schedule(ScheduledSound(.frames(CountingFrames(100)), (.rendered, { calls.add() }))) }
    schedule.play()
    rendered.render(250)
    schedule.report(at: nil)
    expectEqual(calls.value, 2)
    schedule.stop()
    schedule.report(at: nil)
    schedule.report(at: nil)
    expectEqual(calls.value, 5)
    expectEqual(rendered.render(10), Array(repeating: 0, count: 10))
    expectEqual(schedule.pendingCount, 0)
  }

  @Test func emptyAndEndlessSoundsEnd() throws {
    var (schedule, rendered) = try make()
    schedule.schedule(ScheduledSound(.frames(CountingFrames(0)), options: .loops))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(7))))
    schedule.play()
    expectEqual(rendered.render(10), numbers(1...7) + [0, 0, 0])
  }

  @Test func whatIsHeardIsToldWhenItIs() throws {
    let rendered = try RenderedGraph()
    let schedule = SoundSchedule()
    // A device that is a millisecond late.
    let stage = try ScheduleStage(schedule, format: rendered.format, capacity: 512) { 1_000_000 }
    var design = GraphDesign()
    design.output = stage
    try rendered.graph.apply(design)
    let (taken, heard) = (CallCount(), CallCount())
    schedule.schedule(ScheduledSound(.frames(CountingFrames(24)), (.rendered, { taken.add() })))
    schedule.schedule(ScheduledSound(.frames(CountingFrames(24)), (.playedBack, { heard.add() })))
    schedule.play()
    rendered.graph.render(RenderGraph.Call(480, hostTime: 5_000_000, mayWait: false))
    // 48 frames at 48 kHz end a millisecond after the block's beginning.
    schedule.report(at: 6_999_999)
    expectEqual([taken.value, heard.value], [1, 0])
    schedule.report(at: 7_000_000)
    expectEqual([taken.value, heard.value], [1, 1])
  }
}
