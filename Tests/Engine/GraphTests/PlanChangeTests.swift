import AudioBase
import AudioDevices
import AudioGraph
import SignalProcessing
import TestSupport
import Testing

/// Graphs that are changed while they are rendered.
@Suite("Changed while rendered") struct PlanChangeTests {
  private static let format = GraphFormat(sampleRate: 48000, channelCount: 2)

  /// Renders on a thread of its own until a body has ended.
  private static func rendering(
    _ graph: RenderGraph, _ body: @escaping @Sendable () throws -> Void
  ) async throws -> Int {
    let isOver = Flag()
    let count = Count()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await onThread {
          while !isOver.now {
            graph.render(RenderGraph.Call(64, mayWait: false)) { outcome in
              // Each stage gives its own number, or the sum of two.
              outcome.forEachChannel(64) { _, samples in
                for index in samples.indices { precondition(samples[index] == samples[0]) }
              }
            }
            count.add(1)
          }
        }
      }
      group.addTask {
        defer { isOver.now = true }
        try body()
      }
      try await group.waitForAll()
      return count.now
    }
  }

  @Test("stages come and go, and move to another graph, while a thread renders", .timeLimit(.minutes(15)))
  func changes() async throws {
    let graph = try RenderGraph(format: Self.format, capacity: 64)
    let other = try RenderGraph(format: Self.format, capacity: 64)
    let rounds = try await Self.rendering(graph) {
      for round in 0..<2000 {
        let mixer = try MixerStage(format: Self.format, capacity: 64)
        var design = GraphDesign()
        let stages = try (0...round % 3).map { number in
          try CallbackStage(format: Self.format, capacity: 64) { block, count, _ in
            for channel in 0..<2 {
              var plane = block.plane(channel)
              for index in 0..<count { plane[index] = Float(number) }
            }
            return true
          }
        }
        for stage in stages { design.connect(try GraphInput(from: stage, to: Self.format), to: mixer) }
        design.output = mixer
        try graph.apply(design)
        graph.reset()
        if round % 5 == 0 {
          graph.clear()
          try other.apply(design)
          var sum: Float = -1
          #expect(
            other.render(RenderGraph.Call(8, mayWait: true)) { outcome in
              outcome.forEachChannel(8) { _, samples in sum = samples[0] }
            })
          expectEqual(sum, Float((0...round % 3).reduce(0, +)))
          other.clear()
        }
      }
    }
    expectGreater(rounds, 0)
  }

  @Test("a callback may change the graph that it is rendered by")
  func changesWithin() throws {
    let graph = try RenderGraph(format: Self.format, capacity: 64)
    let calls = CallCount()
    let stage = try CallbackStage(format: Self.format, capacity: 64) { _, _, _ in
      calls.add()
      graph.clear()
      // It is one call at a time.
      return !graph.render(RenderGraph.Call(1, mayWait: true))
    }
    var design = GraphDesign()
    design.output = stage
    try graph.apply(design)
    for _ in 0..<3 { graph.render(RenderGraph.Call(64, mayWait: false)) { #expect(!$0.lacksInput) } }
    expectEqual(calls.value, 1)
  }

  @Test("sounds are scheduled, and given up, while a thread plays them; each is told of once", .timeLimit(.minutes(15)))
  func scheduling() async throws {
    let graph = try RenderGraph(format: Self.format, capacity: 64)
    let schedule = SoundSchedule()
    let stage = try ScheduleStage(schedule, format: Self.format, capacity: 64)
    var design = GraphDesign()
    design.output = stage
    try graph.apply(design)
    let told = CallCount()
    let living = Count()
    _ = try await Self.rendering(graph) {
      for round in 0..<3000 {
        living.add(1)
        let frames = Zeros(100) { living.subtract(1) }
        schedule.schedule(
          ScheduledSound(
            .frames(frames), options: round % 7 == 0 ? .interrupts : round % 11 == 0 ? .loops : [],
            (.rendered, { told.add() })))
        if round % 3 == 0 { schedule.play() }
        if round % 13 == 0 { schedule.pause() }
        if round % 50 == 0 { schedule.stop() }
        schedule.report(at: nil)
      }
      schedule.stop()
      schedule.report(at: nil)
    }
    graph.render(RenderGraph.Call(64, mayWait: false))
    schedule.report(at: nil)
    #expect(told.value == 3000 && schedule.pendingCount == 0)
    expectEqual(living.now, 0)
  }

  /// Silence that says when it is freed.
  private final class Zeros: SoundFrames {
    let frameCount: Int
    private let freed: @Sendable () -> Void

    init(_ frameCount: Int, _ freed: @escaping @Sendable () -> Void) {
      (self.frameCount, self.freed) = (frameCount, freed)
    }

    deinit { freed() }

    func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>) {
      for index in output.indices { output[index] = 0 }
    }
  }

  @Test("rendering takes no lock", .enabled(if: RenderingThread.lockCount != nil), .ownThreads)
  func locks() async {
    await #expect(processExitsWith: .success) {
      let graph = try RenderGraph(format: PlanChangeTests.format, capacity: 64)
      let (schedule, equalizer) = (SoundSchedule(), EqualizerControls(bandCount: 2))
      let format = GraphFormat(sampleRate: 44100, channelCount: 2)
      let source = try ScheduleStage(schedule, format: format, capacity: 64)
      let pitch = try TimePitchEffect(format: format, capacity: 64, method: .varispeed, controls: TimePitchControls())
      let filter = try EqualizerEffect(format: format, capacity: 64, controls: equalizer)
      let mixer = try MixerStage(format: PlanChangeTests.format, capacity: 64)
      var design = GraphDesign()
      design.connect(try GraphInput(from: source, to: format), to: pitch)
      design.connect(try GraphInput(from: pitch, to: format), to: filter)
      design.connect(try GraphInput(from: filter, to: mixer.format), to: mixer)
      design.tap(filter, by: GraphTap(format: format, frameCount: 100, capacity: 64))
      design.output = mixer
      try graph.apply(design)
      for _ in 0..<5 { schedule.schedule(ScheduledSound(.frames(CountingFrames(500)))) }
      schedule.play()
      equalizer.gain = -3
      var isHeard = false
      for _ in 0..<100 {
        graph.render(RenderGraph.Call(64, mayWait: false)) { outcome in
          outcome.forEachChannel(64) { _, samples in isHeard = isHeard || samples[63] != 0 }
        }
      }
      #expect(isHeard && RenderingThread.lockCount == 0)
    }
  }
}
