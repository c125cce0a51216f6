import AVFoundation
import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Effects, taps, blocks, and what is refused.
@Suite("Nodes of AVAudioEngine") struct EngineNodeTests {
  @Test func timePitchThenMixerThenTapIsTheProcessorsOwn() throws {
    let offline = try OfflineEngine(channels: 2)
    let player = AVAudioPlayerNode()
    let pitch = AVAudioUnitTimePitch()
    (pitch.rate, pitch.pitch) = (0.8, -250)
    offline.engine.attach(player)
    offline.engine.attach(pitch)
    offline.engine.connect(player, to: pitch, format: offline.format)
    offline.engine.connect(pitch, to: offline.engine.mainMixerNode, format: offline.format)
    let seen = Reports<(time: AVAudioFramePosition, samples: [[Float]])>()
    offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 6000, format: nil) { buffer, time in
      seen.add((time.sampleTime, [buffer.floats(0), buffer.floats(1)]))
    }
    try offline.engine.start()
    let tone = Make.tone(offline.format, frames: 20_000)
    player.scheduleBuffer(tone)
    player.play()
    try offline.render(24_000, step: 500)

    var processor = TimePitchProcessor(sampleRate: 48000, channelCount: 2, method: .spectral)
    (processor.rate, processor.pitch) = (Double(pitch.rate), -250)
    let source = [tone.floats(0), tone.floats(1)]
    var expected: [[Float]] = [[], []]
    var place = 0
    while expected[1].count < 24_000 {
      let made = processor.pull(24_000 - expected[1].count) { channel, _, span in
        for index in span.indices { expected[channel].append(span[index]) }
      }
      if made > 0 { continue }
      let count = min(max(1, processor.wantedInputFrameCount), processor.inputRoom)
      processor.push(count) { channel, span in
        for index in 0..<count { span[index] = place + index < 20_000 ? source[channel][place + index] : 0 }
      }
      place += count
    }
    expectEqual(offline.samples, expected)
    expectEqual(seen.all.map(\.time), [0, 6000, 12000, 18000])
    for channel in 0..<2 { expectEqual(seen.all.flatMap { $0.samples[channel] }, expected[channel]) }
  }

  @Test func bypassedEffectsChangeNoBit() throws {
    let offline = try OfflineEngine()
    let player = AVAudioPlayerNode()
    let effects = [
      AVAudioUnitVarispeed(), AVAudioUnitEQ(numberOfBands: 2), AVAudioUnitReverb(), AVAudioUnitTimePitch(),
    ]
    (effects[0] as? AVAudioUnitTimeEffect)?.bypass = true
    (effects[2] as? AVAudioUnitEffect)?.bypass = true
    (effects[3] as? AVAudioUnitTimeEffect)?.bypass = true
    offline.engine.attach(player)
    var last: AVAudioNode = player
    for effect in effects {
      offline.engine.attach(effect)
      offline.engine.connect(last, to: effect, format: offline.format)
      last = effect
    }
    offline.engine.connect(last, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    let tone = Make.tone(offline.format, frames: 3000)
    player.scheduleBuffer(tone)
    player.play()
    try expectEqual(offline.render(3000), tone.floats())
  }

  @Test func varispeedPlaysTwiceAsFast() throws {
    let offline = try OfflineEngine(channels: 1)
    let player = AVAudioPlayerNode()
    let speed = AVAudioUnitVarispeed()
    speed.rate = 9
    expectEqual(speed.rate, 4)
    speed.rate = 2
    offline.engine.attach(player)
    offline.engine.attach(speed)
    offline.engine.connect(player, to: speed, format: offline.format)
    offline.engine.connect(speed, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    player.scheduleBuffer(Make.tone(offline.format, frames: 8000))
    player.play()
    let found = try offline.render(4000)
    let wanted = (0..<4000).map { Make.tone(0, 2 * $0, rate: 48000) }
    expectGreater(found[500..<3500].map(Double.init).signalToNoise(of: Array(wanted[500..<3500])), 80)
  }

  @Test func anEqualizersLimitsAreApples() {
    let equalizer = AVAudioUnitEQ(numberOfBands: 4)
    let band = equalizer.bands[3]
    #expect(band.bypass && band.filterType == .parametric && band.gain == 0)
    (band.gain, band.bandwidth, band.frequency) = (50, 9, 3)
    expectEqual([band.gain, band.bandwidth, band.frequency], [24, 5, 20])
    equalizer.globalGain = -200
    expectEqual(equalizer.globalGain, -96)
  }

  @Test func sourceNodesAreAskedForWhatIsRendered() throws {
    let offline = try OfflineEngine(channels: 1)
    let frames = Reports<Int>()
    let node = AVAudioSourceNode(format: Make.format(.pcmFormatInt16, rate: 48000, channels: 1)) {
      silence, stamp, count, list in
      frames.add(Int(count))
      let buffers = UnsafeMutableAudioBufferListPointer(list)
      guard let data = buffers[0].mData?.assumingMemoryBound(to: Int16.self) else { return -1 }
      for index in 0..<Int(count) { data[index] = Int16(Int(stamp.pointee.mSampleTime) + index) }
      if stamp.pointee.mSampleTime == 200 { silence.pointee = true }
      return stamp.pointee.mSampleTime == 100 ? -50 : 0
    }
    offline.engine.attach(node)
    offline.engine.connect(node, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    let found = try offline.render(400)
    let expected = (0..<400).map { (100..<300).contains($0) ? 0 : Float($0) / 32768 }
    expectEqual(found, expected)
    expectEqual(frames.all, [100, 100, 100, 100])
  }

  @Test func inputIsGivenByTheCaller() throws {
    let offline = try OfflineEngine(channels: 1)
    let input = offline.engine.inputNode
    let memory = Handed(Make.buffer(offline.format, frames: 100) { _, frame in Double(frame) / 128 })
    let calls = Reports<Int>()
    let isSet = input.setManualRenderingInputPCMFormat(offline.format) { count in
      calls.add(Int(count))
      return calls.all.count == 2 ? nil : memory.buffer.audioBufferList
    }
    #expect(isSet)
    offline.engine.connect(input, to: offline.engine.mainMixerNode, format: nil)
    try offline.engine.start()
    try expectEqual(offline.engine.renderOffline(100, to: offline.buffer), .success)
    expectEqual(offline.buffer.floats(), memory.buffer.floats())
    try expectEqual(offline.engine.renderOffline(100, to: offline.buffer), .insufficientDataFromInputNode)
    expectEqual(offline.buffer.floats(), Array(repeating: 0, count: 100))
  }

  @Test func callersRenderInRealTime() throws {
    let engine = AVAudioEngine()
    let format = Make.format(.pcmFormatInt16, rate: 48000, channels: 2, interleaved: true)
    try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 256)
    let block = engine.manualRenderingBlock
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: Make.format(rate: 48000))
    var list = AudioBufferList()
    list.mNumberBuffers = 1
    var status: OSStatus = 0
    #expect(block(100, &list, &status) == .error && status == -80802)
    try engine.start()
    let tone = Make.tone(format, frames: 200)
    player.scheduleBuffer(tone)
    player.play()
    #expect(block(200, &list, &status) == .success && status == 0)
    expectEqual(list.mBuffers.mDataByteSize, 800)
    let data = try required(list.mBuffers.mData)
    expectEqual([UInt8](UnsafeRawBufferPointer(start: data, count: 800)), Make.bytes(tone))
    #expect(block(257, &list, &status) == .error && status == kAudio_ParamError)
    list.mBuffers.mDataByteSize = 16
    expectEqual(block(200, &list, &status), .error)
    engine.stop()
  }

  @Test func errorsHaveApplesNumbers() throws {
    let offline = try OfflineEngine()
    let engine = offline.engine
    expectEqual(failure { try engine.renderOffline(10, to: offline.buffer) }?.code, -80802)
    _ = engine.mainMixerNode
    try engine.start()
    expectEqual(
      failure { try engine.enableManualRenderingMode(.offline, format: offline.format, maximumFrameCount: 1) }?.code,
      -80801)
    expectEqual(failure { try engine.renderOffline(513, to: offline.buffer) }?.code, kAudio_ParamError)
    engine.stop()
    engine.disableManualRenderingMode()
    expectEqual(failure { try engine.renderOffline(10, to: offline.buffer) }?.code, -80800)
    let huge = failure {
      try engine.enableManualRenderingMode(.offline, format: offline.format, maximumFrameCount: .max)
    }
    expectEqual(huge?.code, kAudioUnitErr_FormatNotSupported)
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let offline = try OfflineEngine()
    let player = AVAudioPlayerNode()
    offline.engine.attach(player)
    let equalizer = AVAudioUnitEQ()
    offline.engine.attach(equalizer)
    offline.engine.connect(player, to: equalizer, format: Make.format(rate: 44100))
    offline.engine.connect(equalizer, to: offline.engine.mainMixerNode, format: Make.format(rate: 48000))
    expectEqual(failure { try offline.engine.start() }?.code, kAudioUnitErr_FormatNotSupported)
  }

  @Test func tapsAreOf100To400Milliseconds() throws {
    for (wanted, length) in [(1, 4800), (10_000, 10_000), (48_000, 19_200)] {
      let offline = try OfflineEngine()
      let lengths = Reports<Int>()
      offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: UInt32(wanted), format: nil) { buffer, _ in
        #expect(!Thread.isMainThread)
        lengths.add(Int(buffer.frameLength))
      }
      try offline.engine.start()
      try offline.render(20_000, step: 512)
      expectEqual(lengths.all, Array(repeating: length, count: 20_000 / length))
      offline.engine.mainMixerNode.removeTap(onBus: 0)
      offline.engine.mainMixerNode.removeTap(onBus: 0)
      try offline.render(20_000, step: 512)
      expectEqual(lengths.all.count, 20_000 / length)
    }
  }
}

/// A buffer that a block keeps.
final class Handed: @unchecked Sendable {
  let buffer: AVAudioPCMBuffer
  init(_ buffer: AVAudioPCMBuffer) { self.buffer = buffer }
}
