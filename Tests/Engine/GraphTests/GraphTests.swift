import AudioBase
import AudioErrors
import AudioGraph
import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Mixing, converting, effects, taps, and designs that take each other's place.
@Suite("Render graphs") struct GraphTests {
  private func noise(_ count: Int) -> [Float] {
    var random = SplitMix64(seed: 7)
    return random.samples(count).map { $0 / 2 }
  }

  private func source(_ samples: [Float], _ format: GraphFormat, capacity: Int = 512) throws -> ScheduleStage {
    let schedule = SoundSchedule()
    schedule.schedule(ScheduledSound(.frames(ListedFrames(samples))))
    schedule.play()
    return try ScheduleStage(schedule, format: format, capacity: capacity)
  }

  @Test func inputsAreAddedAtTheirVolumes() throws {
    var rendered = try RenderedGraph()
    let (a, b) = (noise(300), (1...300).map { Float($0) / 512 })
    let output = try MixerStage(format: rendered.format, capacity: 512)
    let levels = InputLevels()
    (levels.volume, levels.pan) = (0.5, 0.75)
    var design = GraphDesign()
    design.output = output
    design.connect(try GraphInput(from: source(a, rendered.format), to: output.format), to: output)
    design.connect(try GraphInput(from: source(b, rendered.format), to: output.format, levels: levels), to: output)
    try rendered.graph.apply(design)
    rendered.render(300)
    expectEqual(rendered.samples[0], zip(a, b).map { $0 + $1 * 0.125 })
    expectEqual(rendered.samples[1], zip(a, b).map { $0 + $1 * 0.5 })
  }

  @Test func aVolumeChangesInAStraightLine() throws {
    var rendered = try RenderedGraph(channels: 1)
    let output = try MixerStage(format: rendered.format, capacity: 512)
    let levels = InputLevels()
    var design = GraphDesign()
    design.output = output
    let ones = [Float](repeating: 1, count: 300)
    design.connect(try GraphInput(from: source(ones, rendered.format), to: output.format, levels: levels), to: output)
    try rendered.graph.apply(design)
    expectEqual(rendered.render(100), Array(repeating: 1, count: 100))
    levels.volume = 0
    let ramp = rendered.render(100)
    #expect(abs(ramp[49] - 0.5) < 1e-6 && abs(ramp[99]) < 1e-6)
    expectEqual(rendered.render(100), Array(repeating: 0, count: 100))
  }

  @Test func ratesAndChannelsAreConvertedAsByTheResampler() throws {
    var rendered = try RenderedGraph(rate: 48000, channels: 2)
    let samples = noise(4410)
    let format = GraphFormat(sampleRate: 44100, channelCount: 1)
    let output = try MixerStage(format: rendered.format, capacity: 512)
    var design = GraphDesign()
    design.output = output
    design.connect(try GraphInput(from: source(samples, format), to: output.format), to: output)
    try rendered.graph.apply(design)
    rendered.render(4000, step: 333)
    var settings = ResamplerSettings()
    settings.delivery = .prompt
    var resampler = try Resampler<Float>(from: 44100, to: 48000, channelCount: 1, settings: settings)
    var expected = [Float](repeating: 0, count: 4000)
    var span = expected.mutableSpan
    let progress = resampler.process(channel: 0, samples.span, into: &span)
    expectEqual(progress.produced, 4000)
    expectEqual(rendered.samples[0], expected)
    expectEqual(rendered.samples[1], expected)
  }

  @Test func timePitchGivesWhatItsProcessorGives() throws {
    for method in TimePitchMethod.allCases {
      var rendered = try RenderedGraph(channels: 1)
      let samples = noise(48000)
      let controls = TimePitchControls()
      controls.rate = 1.3
      controls.pitch = method == .varispeed ? 0 : 300
      let effect = try TimePitchEffect(format: rendered.format, capacity: 512, method: method, controls: controls)
      let tap = GraphTap(format: rendered.format, frameCount: 1000, capacity: 512)
      let output = try MixerStage(format: rendered.format, capacity: 512)
      var design = GraphDesign()
      design.output = output
      design.connect(try GraphInput(from: source(samples, rendered.format), to: effect.format), to: effect)
      design.connect(try GraphInput(from: effect, to: output.format), to: output)
      design.tap(output, by: tap)
      try rendered.graph.apply(design)
      let found = rendered.render(20000, step: 500)

      var processor = TimePitchProcessor(sampleRate: 48000, channelCount: 1, method: method)
      (processor.rate, processor.pitch) = (Double(controls.rate), Double(controls.pitch))
      var expected: [Float] = []
      var place = 0
      while expected.count < 20000 {
        let made = processor.pull(20000 - expected.count) { _, _, span in
          for index in span.indices { expected.append(span[index]) }
        }
        if made > 0 { continue }
        let count = min(max(1, processor.wantedInputFrameCount), processor.inputRoom)
        processor.push(count) { _, span in
          for index in 0..<count { span[index] = place + index < samples.count ? samples[place + index] : 0 }
        }
        place += count
      }
      expectEqual(found, expected, "\(method)")
      var tapped = [Float](repeating: 0, count: 1000)
      for block in 0..<20 {
        var span = tapped.mutableSpan
        let moment = tap.read(into: &span)
        expectEqual(moment?.sampleTime, Double(block * 1000))
        expectEqual(tapped, Array(found[(block * 1000)..<((block + 1) * 1000)]))
      }
    }
  }

  @Test func whatIsSplitIsMadeOnce() throws {
    var rendered = try RenderedGraph(channels: 1)
    let samples = noise(400)
    let shared = try source(samples, rendered.format)
    let output = try MixerStage(format: rendered.format, capacity: 512)
    let equalizer = try EqualizerEffect(
      format: rendered.format, capacity: 512, controls: EqualizerControls(bandCount: 2))
    var design = GraphDesign()
    design.output = output
    design.connect(try GraphInput(from: shared, to: output.format), to: output)
    design.connect(try GraphInput(from: shared, to: output.format), to: equalizer)
    design.connect(try GraphInput(from: equalizer, to: output.format), to: output)
    try rendered.graph.apply(design)
    expectEqual(rendered.render(400), samples.map { $0 + $0 })

    let varispeed = try TimePitchEffect(
      format: rendered.format, capacity: 512, method: .varispeed, controls: TimePitchControls())
    design.connect(try GraphInput(from: shared, to: output.format), to: varispeed)
    design.connect(try GraphInput(from: varispeed, to: output.format), to: output)
    #expect(throws: AudioError.self) { try rendered.graph.apply(design) }
  }

  @Test func impossibleDesignsAreRefused() throws {
    let rendered = try RenderedGraph()
    let mixer = try MixerStage(format: rendered.format, capacity: 512)
    let other = try MixerStage(format: rendered.format, capacity: 512)
    var loop = GraphDesign()
    loop.output = mixer
    loop.connect(try GraphInput(from: other, to: mixer.format), to: mixer)
    loop.connect(try GraphInput(from: mixer, to: other.format), to: other)
    #expect(throws: AudioError.self) { try rendered.graph.apply(loop) }

    let equalizer = try EqualizerEffect(
      format: rendered.format, capacity: 512, controls: EqualizerControls(bandCount: 1))
    let mono = try MixerStage(format: GraphFormat(sampleRate: 48000, channelCount: 1), capacity: 512)
    var mismatch = GraphDesign()
    mismatch.output = equalizer
    mismatch.connect(try GraphInput(from: mono, to: mono.format), to: equalizer)
    #expect(throws: AudioError.self) { try rendered.graph.apply(mismatch) }
    #expect(throws: AudioError.self) { try RenderedGraph(rate: 0) }
    #expect(throws: AudioError.self) { try RenderedGraph(channels: 2000) }
    #expect(throws: AudioError.self) { try RenderedGraph(capacity: 0) }
  }

  @Test func anotherDesignLeavesWhatStaysUntouched() throws {
    var rendered = try RenderedGraph(channels: 1)
    let output = try MixerStage(format: rendered.format, capacity: 512)
    let converted = GraphFormat(sampleRate: 44100, channelCount: 1)
    let samples = noise(44100)
    let stays = try GraphInput(from: source(samples, converted), to: output.format)
    var design = GraphDesign()
    design.output = output
    design.connect(stays, to: output)
    try rendered.graph.apply(design)
    for _ in 0..<50 {
      rendered.render(100)
      var more = design
      more.connect(try GraphInput(from: source([0, 0], rendered.format), to: output.format), to: output)
      try rendered.graph.apply(more)
      rendered.render(77)
      try rendered.graph.apply(design)
    }
    var alone = try RenderedGraph(channels: 1)
    let single = try MixerStage(format: rendered.format, capacity: 512)
    var plain = GraphDesign()
    plain.output = single
    plain.connect(try GraphInput(from: source(samples, converted), to: single.format), to: single)
    try alone.graph.apply(plain)
    expectEqual(alone.render(rendered.samples[0].count), rendered.samples[0])
  }

  @Test func aTapIsServedWithoutAnOutput() throws {
    let rendered = try RenderedGraph(rate: 48000, channels: 1)
    let format = GraphFormat(sampleRate: 16000, channelCount: 1)
    let tap = GraphTap(format: format, frameCount: 160, capacity: 512)
    var design = GraphDesign()
    let samples = noise(1600)
    design.tap(try source(samples, format), by: tap)
    try rendered.graph.apply(design)
    var found: [Float] = []
    var block = [Float](repeating: 0, count: 160)
    for _ in 0..<48 {
      rendered.graph.render(RenderGraph.Call(100, mayWait: false))
      while true {
        var span = block.mutableSpan
        guard tap.read(into: &span) != nil else { break }
        found += block
      }
    }
    expectEqual(found, samples)
  }
}
