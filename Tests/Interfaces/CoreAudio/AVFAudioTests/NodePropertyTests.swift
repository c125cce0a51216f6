import AVFoundation
import AudioDevices
import Foundation
import Testing

/// What nodes say of themselves, and those that are not made here.
@Suite("Properties of nodes") struct NodePropertyTests {
  @Test func nodesHaveTheirInputsAndOutputs() throws {
    let engine = AVAudioEngine()
    engine.device = VirtualDevice("nodes", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped)
    let (input, output): (AVAudioInputNode, AVAudioOutputNode) = (engine.inputNode, engine.outputNode)
    let mixer = engine.mainMixerNode
    #expect(input.numberOfInputs == 1 && output.numberOfInputs == 1 && mixer.numberOfInputs > 1)
    #expect(mixer.numberOfOutputs == 1 && AVAudioPlayerNode().numberOfInputs == 0)
    for node in [input, output] as [AVAudioIONode] {
      #expect(node.presentationLatency >= 0 && node.outputPresentationLatency >= 0)
      #expect(!node.isVoiceProcessingEnabled)
      try node.setVoiceProcessingEnabled(false)
      #expect(failure { try node.setVoiceProcessingEnabled(true) }?.code == kAudio_UnimplementedError)
    }
  }

  @Test func volumeAtOneMixerIsTheConnections() throws {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    let mixing: any AVAudioMixing & AVAudioStereoMixing = player
    mixing.volume = 0.5
    let destination: AVAudioMixingDestination = try #require(mixing.destination(forMixer: engine.mainMixerNode, bus: 0))
    #expect(destination.connectionPoint.node === engine.mainMixerNode && destination.connectionPoint.bus == 0)
    #expect(destination.volume == 0.5)
    destination.volume = 0.25
    #expect(player.volume == 0.5 && destination.volume == 0.25)
    #expect(player.destination(forMixer: AVAudioMixerNode(), bus: 0) == nil)
  }

  /// They can be named, set and bypassed; an engine that needs one says so when it starts (EngineNodeTests).
  @Test func effectsThatAreNotMadeKeepTheirSettings() {
    let (reverb, delay, distortion) = (AVAudioUnitReverb(), AVAudioUnitDelay(), AVAudioUnitDistortion())
    reverb.loadFactoryPreset(AVAudioUnitReverbPreset.cathedral)
    reverb.wetDryMix = 40
    distortion.loadFactoryPreset(AVAudioUnitDistortionPreset.speechWaves)
    (distortion.preGain, distortion.wetDryMix) = (-10, 20)
    (delay.delayTime, delay.feedback, delay.lowPassCutoff, delay.wetDryMix) = (0.5, 25, 8000, 30)
    #expect(reverb.wetDryMix == 40 && distortion.preGain == -10 && distortion.wetDryMix == 20)
    #expect(delay.delayTime == 0.5 && delay.feedback == 25 && delay.lowPassCutoff == 8000 && delay.wetDryMix == 30)
    let units: [UnavailableEffect] = [reverb, delay, distortion]
    #expect(units.allSatisfy { ($0 as AVAudioUnit).version == 1 })
    for unit in units {
      #expect(!unit.bypass)
      #expect(unit.audioComponentDescription.componentType == kAudioUnitType_Effect)
      #expect(!unit.name.isEmpty && !unit.manufacturerName.isEmpty && unit.numberOfInputs == 1)
    }
    let band: AVAudioUnitEQFilterParameters = AVAudioUnitEQ(numberOfBands: 1).bands[0]
    #expect(band.bypass)
  }

  @Test func manualRenderingHasApplesNumbers() throws {
    let offline: AVAudioEngineManualRenderingMode = .offline
    #expect(offline.rawValue == 0)
    #expect(AVAudioEngineManualRenderingMode.realtime.rawValue == 1)
    #expect(AVAudioEngineManualRenderingStatus.success.rawValue == 0)
    #expect(AVAudioEngineManualRenderingStatus.error.rawValue == -1)
    let errors: [AVAudioEngineManualRenderingError] = [.invalidMode, .initialized, .notRunning]
    #expect(errors.map(\.rawValue) == [-80800, -80801, -80802])
    let info = AVAudioConverterPrimeInfo(leadingFrames: 3, trailingFrames: 5)
    #expect(info.leadingFrames == 3 && info.trailingFrames == 5)
    #expect(AVAudioPlayerNodeBufferOptions.interruptsAtLoop.rawValue == 4)
  }
}
