import AVFoundation
import Foundation
import TestSupport
import Testing

/// Answers of units, ports and places that are the same for all of them here.
@Suite("Answers of units, ports and places") struct UnitAnswerTests {
  @Test func unitsSayWhatTheyAre() throws {
    let offline = try OfflineEngine(channels: 1)
    let delay = AVAudioUnitDelay()
    let unit: AUAudioUnit = delay.auAudioUnit
    #expect(unit.componentName == "Apple: AUDelay" && unit.audioUnitShortName == "AUDelay")
    #expect(unit.componentVersion == 0x10000 && !unit.isMusicDeviceOrEffect && unit.virtualMIDICableCount == 0)
    #expect(unit.maximumFramesToRender == 4096 && !unit.canProcessInPlace && !unit.supportsUserPresets)
    #expect(unit.userPresets.isEmpty && !unit.isRenderingOffline && !unit.renderResourcesAllocated)
    let player = AVAudioPlayerNode()
    offline.engine.attach(player)
    offline.engine.attach(delay)
    offline.engine.connect(player, to: delay, format: offline.format)
    offline.engine.connect(delay, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    #expect(unit.isRenderingOffline && unit.renderResourcesAllocated)
    let inputs: AUAudioUnitBusArray = unit.inputBusses
    let kind: AUAudioUnitBusType = inputs.busType
    #expect(kind == .input && !inputs.isCountChangeable && inputs.ownerAudioUnit === unit)
    let bus: AUAudioUnitBus = inputs[0]
    #expect(bus.busType == .input && bus.index == 0 && bus.isEnabled && bus.format == offline.format)
    #expect(bus.ownerAudioUnit === unit && unit.outputBusses.busType == .output)
    let preset = AUAudioUnitPreset()
    (preset.number, preset.name) = (-3, "mine")
    unit.currentPreset = preset
    #expect(unit.currentPreset === preset && AUAudioUnitBusType.output.rawValue == 2)
  }

  @Test func listenersAndTheirRoomsKeepTheirSettings() {
    let node = AVAudioEnvironmentNode()
    let mixing: any AVAudio3DMixing = AVAudioMixerNode()
    mixing.position = AVAudioMake3DVector(1, 0, 0)
    expectEqual(mixing.position.x, 1)
    let (algorithm, mode, inHead):
      (
        AVAudio3DMixingRenderingAlgorithm, AVAudio3DMixingSourceMode, AVAudio3DMixingPointSourceInHeadMode
      ) = (.auto, .ambienceBed, .bypass)
    #expect(algorithm.rawValue == 7 && mode.rawValue == 3 && inHead.rawValue == 1)
    let angles: AVAudio3DAngularOrientation = AVAudioMake3DAngularOrientation(30, 20, 10)
    node.listenerAngularOrientation = angles
    expectEqual(node.listenerAngularOrientation.yaw, 30)
    node.listenerAngularOrientation = AVAudio3DAngularOrientation()
    let vectors: AVAudio3DVectorOrientation = AVAudioMake3DVectorOrientation(
      AVAudio3DPoint(x: 1, y: 0, z: 0), AVAudio3DPoint(x: 0, y: 1, z: 0))
    expectEqual(node.listenerVectorOrientation.forward.z, -1)
    node.listenerVectorOrientation = vectors
    expectEqual(node.listenerVectorOrientation.forward.x, 1)
    let distance: AVAudioEnvironmentDistanceAttenuationParameters = node.distanceAttenuationParameters
    #expect(distance.referenceDistance == 1 && distance.maximumDistance == 100_000 && distance.rolloffFactor == 1)
    let model: AVAudioEnvironmentDistanceAttenuationModel = distance.distanceAttenuationModel
    expectEqual(model, .inverse)
    let reverb: AVAudioEnvironmentReverbParameters = node.reverbParameters
    reverb.loadFactoryReverbPreset(.cathedral)
    #expect(!reverb.enable && reverb.level == 0 && reverb.filterParameters.bypass)
    let output: AVAudioEnvironmentOutputType = node.outputType
    #expect(output == .auto && node.applicableRenderingAlgorithms == [0, 5] && !node.isListenerHeadTrackingEnabled)
  }

  @Test func portsHaveNoSources() {
    let session = AVAudioSession.sharedInstance()
    let route: AVAudioSessionRouteDescription = session.currentRoute
    let port: AVAudioSessionPortDescription = route.inputs[0]
    #expect(!port.hasHardwareVoiceCallProcessing && !port.isSpatialAudioEnabled)
    #expect(port.selectedDataSource == nil && port.preferredDataSource == nil)
    #expect(throws: Never.self) { try port.setPreferredDataSource(nil) }
    #expect(throws: Never.self) { try session.setOutputDataSource(nil) }
    let channel: AVAudioSessionChannelDescription? = port.channels?.first
    #expect(channel?.channelLabel == kAudioChannelLabel_Unknown && channel?.channelName == "Channel 1")
    #expect(session.inputDataSources == nil && session.outputDataSources == nil && session.inputGain == 1)
    let source: AVAudioSessionDataSourceDescription? = session.inputDataSource ?? session.outputDataSource
    #expect(source?.dataSourceID == nil && source?.dataSourceName == nil)
  }
}
