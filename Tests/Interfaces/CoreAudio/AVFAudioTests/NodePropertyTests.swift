import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// What nodes say of themselves, and those that are not made here.
@Suite("Properties of nodes") struct NodePropertyTests {
  @Test func nodesHaveTheirInputsAndOutputs() throws {
    let engine = AVAudioEngine()
    engine.device = VirtualDevice("nodes", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped)
    let (input, output): (AVAudioInputNode, AVAudioOutputNode) = (engine.inputNode, engine.outputNode)
    let mixer = engine.mainMixerNode
    #expect(input.numberOfInputs == 1 && output.numberOfInputs == 1 && mixer.numberOfInputs == 1)
    #expect(mixer.numberOfOutputs == 1 && AVAudioPlayerNode().numberOfInputs == 0)
    for node in [input, output] as [AVAudioIONode] {
      #expect(node.presentationLatency >= 0 && node.outputPresentationLatency >= 0)
      #expect(!node.isVoiceProcessingEnabled)
      try node.setVoiceProcessingEnabled(false)
      expectEqual(failure { try node.setVoiceProcessingEnabled(true) }?.code, kAudio_UnimplementedError)
    }
  }

  /// Mixers have as many inputs as connections have come to, and take any further one.
  @Test func mixersGetInputsByTheirConnections() throws {
    for mixer in [AVAudioMixerNode(), AVAudioEnvironmentNode()] {
      let engine = AVAudioEngine()
      engine.attach(mixer)
      let players = (0..<16).map { _ in AVAudioPlayerNode() }
      for player in players { engine.attach(player) }
      for (bus, player) in players.enumerated() {
        engine.connect(player, to: mixer, fromBus: 0, toBus: bus, format: nil)
        expectEqual(mixer.numberOfInputs, bus + 1)
      }
      #expect(mixer.inputFormat(forBus: 40).channelCount == 2 && mixer.name(forInputBus: 16) == nil)
      engine.disconnectNodeInput(mixer, bus: 15)
      expectEqual(mixer.numberOfInputs, 16)
      engine.connect(players[15], to: [AVAudioConnectionPoint(node: mixer, bus: 99)], fromBus: 0, format: nil)
      #expect(mixer.numberOfInputs == 100 && mixer.auAudioUnit.inputBusses.count == 100)
    }
    let engine = AVAudioEngine()
    let players = (0..<3).map { _ in AVAudioPlayerNode() }
    for player in players {
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
    }
    #expect(engine.mainMixerNode.numberOfInputs == 3 && engine.mainMixerNode.nextAvailableInputBus == 3)
  }

  @Test func volumeAtOneMixerIsTheConnections() throws {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    let mixing: any AVAudioMixing & AVAudioStereoMixing = player
    mixing.volume = 0.5
    let destination: AVAudioMixingDestination = try required(mixing.destination(forMixer: engine.mainMixerNode, bus: 0))
    #expect(destination.connectionPoint.node === engine.mainMixerNode && destination.connectionPoint.bus == 0)
    expectEqual(destination.volume, 0.5)
    destination.volume = 0.25
    #expect(player.volume == 0.5 && destination.volume == 0.25)
    expectNil(player.destination(forMixer: AVAudioMixerNode(), bus: 0))
  }

  @Test func effectsBeginAsApplesAndStayWithinTheirRanges() {
    let (reverb, delay, distortion) = (AVAudioUnitReverb(), AVAudioUnitDelay(), AVAudioUnitDistortion())
    #expect(reverb.wetDryMix == 0 && distortion.preGain == -6 && distortion.wetDryMix == 50)
    #expect(delay.delayTime == 1 && delay.feedback == 50 && delay.lowPassCutoff == 15_000 && delay.wetDryMix == 100)
    reverb.wetDryMix = 140
    (distortion.preGain, distortion.wetDryMix) = (-100, .nan)
    (delay.delayTime, delay.feedback, delay.lowPassCutoff, delay.wetDryMix) = (3, -.infinity, 8000, 30)
    #expect(reverb.wetDryMix == 100 && distortion.preGain == -80 && distortion.wetDryMix == 50)
    #expect(delay.delayTime == 2 && delay.feedback == -100 && delay.lowPassCutoff == 8000 && delay.wetDryMix == 30)
    let names = ["AUReverb2", "AUDelay", "AUDistortion"]
    for (unit, name) in zip([reverb, delay, distortion] as [AVAudioUnitEffect], names) {
      #expect(!unit.bypass && unit.version == 1)
      expectEqual(unit.audioComponentDescription.componentType, kAudioUnitType_Effect)
      #expect(unit.name == name && !unit.manufacturerName.isEmpty && unit.numberOfInputs == 1)
      unit.bypass = true
      #expect(unit.bypass)
    }
    let band: AVAudioUnitEQFilterParameters = AVAudioUnitEQ(numberOfBands: 1).bands[0]
    #expect(band.bypass)
  }

  @Test func manualRenderingHasApplesNumbers() throws {
    let offline: AVAudioEngineManualRenderingMode = .offline
    expectEqual(offline.rawValue, 0)
    expectEqual(AVAudioEngineManualRenderingMode.realtime.rawValue, 1)
    expectEqual(AVAudioEngineManualRenderingStatus.success.rawValue, 0)
    expectEqual(AVAudioEngineManualRenderingStatus.error.rawValue, -1)
    let errors: [AVAudioEngineManualRenderingError] = [.invalidMode, .initialized, .notRunning]
    expectEqual(errors.map(\.rawValue), [-80800, -80801, -80802])
    let info = AVAudioConverterPrimeInfo(leadingFrames: 3, trailingFrames: 5)
    #expect(info.leadingFrames == 3 && info.trailingFrames == 5)
    expectEqual(AVAudioPlayerNodeBufferOptions.interruptsAtLoop.rawValue, 4)
  }
}
