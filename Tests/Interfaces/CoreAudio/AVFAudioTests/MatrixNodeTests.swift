import AVFoundation
import TestSupport
import Testing

/// The matrix mixer as a node of an engine.
@Suite("Matrix mixers of AVAudioEngine") struct MatrixNodeTests {
  /// A source of two channels: a constant, and ten times that.
  private func constant(_ value: Float, _ format: AVAudioFormat) -> AVAudioSourceNode {
    AVAudioSourceNode(format: format) { _, _, frameCount, list in
      for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
        guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { return kAudio_ParamError }
        for frame in 0..<Int(frameCount) { data[frame] = value * (channel == 0 ? 1 : 10) }
      }
      return noErr
    }
  }

  @Test func channelsOfAllInputsAreNumberedThrough() async throws {
    let wanted = AudioComponentDescription(
      componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MatrixMixer,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    let mixer = try await AVAudioUnit.instantiate(with: wanted)
    #expect(mixer.name == "AUMatrixMixer" && mixer.numberOfInputs == 1)
    var count: UInt32 = 2
    expectEqual(
      AudioUnitSetProperty(
        mixer.audioUnit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &count, 4), noErr)
    expectEqual(mixer.numberOfInputs, 2)
    let offline = try OfflineEngine(rate: 44100, channels: 2)
    let engine = offline.engine
    let (first, second) = (constant(1, offline.format), constant(2, offline.format))
    for node in [mixer, first, second] { engine.attach(node) }
    // The later input is connected first: its channels keep their numbers.
    engine.connect(second, to: mixer, fromBus: 0, toBus: 1, format: offline.format)
    engine.connect(first, to: mixer, fromBus: 0, toBus: 0, format: offline.format)
    engine.connect(mixer, to: engine.mainMixerNode, format: offline.format)
    try engine.start()
    func set(_ scope: AudioUnitScope, _ element: UInt32, _ value: Float) {
      expectEqual(AudioUnitSetParameter(mixer.audioUnit, kMatrixMixerParam_Volume, scope, element, value, 0), noErr)
    }
    for channel in 0..<4 { set(kAudioUnitScope_Input, UInt32(channel), 1) }
    for channel in 0..<2 { set(kAudioUnitScope_Output, UInt32(channel), 1) }
    set(kAudioUnitScope_Global, 0xFFFF_FFFF, 1)
    set(kAudioUnitScope_Global, 2 << 16 | 0, 1)
    set(kAudioUnitScope_Global, 1 << 16 | 1, 0.5)
    try offline.render(300)
    expectEqual(offline.samples[0], [Float](repeating: 2, count: 300))
    expectEqual(offline.samples[1], [Float](repeating: 5, count: 300))
    var (dimensions, size) = (UInt64(0), UInt32(8))
    expectEqual(
      AudioUnitGetProperty(mixer.audioUnit, kAudioUnitProperty_MatrixDimensions, 0, 0, &dimensions, &size), noErr)
    expectEqual(dimensions, 2 << 32 | 4)
    // Another source at the first input changes the numbers of those behind it.
    let mono = constant(3, Make.format(rate: 44100, channels: 1))
    engine.attach(mono)
    engine.connect(mono, to: mixer, fromBus: 0, toBus: 0, format: Make.format(rate: 44100, channels: 1))
    try offline.render(300)
    #expect(offline.samples[0].last == 20 && offline.samples[1].last == 1)
  }
}
