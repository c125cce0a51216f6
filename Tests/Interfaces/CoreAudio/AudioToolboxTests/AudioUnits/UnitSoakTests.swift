import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A graph of units that plays in real time while threads change it; `Scripts/soak-threads` looks for races in it.
@Suite("Audio units under change") struct UnitSoakTests {
  @Test func whateverIsChangedTheGraphGoesOn() async throws {
    let rack = try Rack()
    try await Soak.run({ rack.change(&$0) }, { rack.turn(&$0) }, { try rack.visit(&$0) })
    AUGraphStop(rack.graph)
    #expect(rack.heard.now > 0)
    // What was asked for last is heard: all that was scheduled is over, or forgotten.
    let mixer = try UnitProgram(kAudioUnitSubType_MultiChannelMixer, kAudioUnitType_Mixer)
    #expect(mixer.setRender() == noErr && AudioUnitInitialize(mixer.unit) == noErr)
    #expect(try mixer.render(64)[0] == (0..<64).map { UnitProgram.sample($0) })
    #expect(DisposeAUGraph(rack.graph) == noErr)
  }
}

/// A mixer with inputs of several kinds, on a device. Its numbers may go to any thread, which `@unchecked` stands for.
private final class Rack: @unchecked Sendable {
  let graph: AUGraph
  let heard = Count()
  private let (mixerNode, speedNode, converterNode): (AUNode, AUNode, AUNode)
  private let (mixer, speed, converter, output): (AudioUnit, AudioUnit, AudioUnit, AudioUnit)
  private let device = VirtualDevice(
    "unit soak", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime, bufferFrameCount: 256)

  init() throws {
    var made: AUGraph?
    #expect(NewAUGraph(&made) == noErr)
    let graph = try #require(made)
    func node(_ type: OSType, _ subType: OSType) throws -> AUNode { try Rack.add(graph, type, subType) }
    let outputNode = try node(kAudioUnitType_Output, kAudioUnitSubType_HALOutput)
    mixerNode = try node(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
    speedNode = try node(kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed)
    converterNode = try node(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
    #expect(AUGraphConnectNodeInput(graph, mixerNode, 0, outputNode, 0) == noErr && AUGraphOpen(graph) == noErr)
    func unit(_ node: AUNode) throws -> AudioUnit {
      var unit: AudioUnit?
      #expect(AUGraphNodeInfo(graph, node, nil, &unit) == noErr)
      return try #require(unit)
    }
    (mixer, speed) = (try unit(mixerNode), try unit(speedNode))
    (converter, output) = (try unit(converterNode), try unit(outputNode))
    self.graph = graph
    var id = hardwareID(device)
    #expect(
      AudioUnitSetProperty(output, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &id, 4) == noErr)
    var format = AudioStreamBasicDescription.planar(44_100)
    #expect(
      AudioUnitSetProperty(converter, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, 40) == noErr)
    connect()
    let context = Unmanaged.passUnretained(self).toOpaque()
    #expect(AudioUnitAddRenderNotify(output, Self.notify, context) == noErr)
    #expect(AUGraphInitialize(graph) == noErr && AUGraphStart(graph) == noErr)
  }

  private static func add(_ graph: AUGraph, _ type: OSType, _ subType: OSType) throws -> AUNode {
    var description = AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
      componentFlags: 0, componentFlagsMask: 0)
    var node: AUNode = 0
    #expect(AUGraphAddNode(graph, &description, &node) == noErr)
    return node
  }

  /// Feeds the mixer: through a converter, through a varispeed unit, and by a function alone.
  private func connect() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var tone = AURenderCallbackStruct(inputProc: Self.tone, inputProcRefCon: context)
    for (node, bus) in [(converterNode, 0), (speedNode, 0), (mixerNode, 2)] {
      _ = AUGraphSetNodeInputCallback(graph, node, UInt32(bus), &tone)
    }
    _ = AUGraphConnectNodeInput(graph, converterNode, 0, mixerNode, 0)
    _ = AUGraphConnectNodeInput(graph, speedNode, 0, mixerNode, 1)
  }

  // MARK: The device's thread

  private static let notify: AURenderCallback = { context, flags, _, _, count, _ in
    if flags.pointee.contains(.unitRenderAction_PostRender) {
      Unmanaged<Rack>.fromOpaque(context).takeUnretainedValue().heard.add(Int(count))
    }
    return noErr
  }

  /// A constant, and parameters that change where they are rendered.
  private static let tone: AURenderCallback = { context, _, time, bus, count, list in
    let rack = Unmanaged<Rack>.fromOpaque(context).takeUnretainedValue()
    for buffer in UnsafeMutableAudioBufferListPointer(list!) {
      let samples = buffer.mData!.assumingMemoryBound(to: Float.self)
      for index in 0..<Int(count) { samples[index] = 0.01 }
    }
    let value = Float(Int(time.pointee.mSampleTime) / 256 % 11) / 10
    for offset in [0, count / 2] {
      _ = AudioUnitSetParameter(
        rack.mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, bus % 3, value, offset)
    }
    var found: Float = 0
    _ = AudioUnitGetParameter(rack.mixer, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, bus % 3, &found)
    return noErr
  }

  // MARK: Other threads

  /// One step of who connects, starts and stops.
  func change(_ random: inout SplitMix64) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: AUGraphStart(graph)
    case 2: AUGraphStop(graph)
    case 3: AUGraphUninitialize(graph)
    case 4, 5: AUGraphInitialize(graph)
    case 6: AUGraphDisconnectNodeInput(graph, mixerNode, UInt32.random(in: 0..<3, using: &random))
    case 7: connect()
    case 8: AUGraphClearConnections(graph)
    default:
      guard let node = try? Self.add(graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter) else {
        return
      }
      _ = AUGraphConnectNodeInput(graph, node, 0, mixerNode, 4)
      AUGraphUpdate(graph, nil)
      AUGraphRemoveNode(graph, node)
    }
    AUGraphUpdate(graph, nil)
  }

  /// One step of who turns what may be turned at any time, and asks.
  func turn(_ random: inout SplitMix64) {
    let bus = UInt32.random(in: 0..<4, using: &random)
    let value = Float.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: _ = AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, value, 0)
    case 1: _ = AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, bus, value, 0)
    case 2:
      _ = AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, bus, value.rounded(), 0)
    case 3: _ = AudioUnitSetParameter(speed, kVarispeedParam_PlaybackRate, kAudioUnitScope_Global, 0, 0.5 + value, 0)
    case 4: _ = AudioUnitSetParameter(output, kHALOutputParam_Volume, kAudioUnitScope_Global, 0, value, 0)
    case 5:
      var ramp = AudioUnitParameterEvent()
      (ramp.scope, ramp.element, ramp.parameter) = (kAudioUnitScope_Input, bus, kMultiChannelMixerParam_Volume)
      ramp.eventType = .parameterEvent_Ramped
      ramp.eventValues.ramp = .init(startBufferOffset: 10, durationInFrames: 500, startValue: value, endValue: 0)
      _ = AudioUnitScheduleParameters(mixer, &ramp, 1)
    case 6: _ = AudioUnitReset([mixer, speed, converter][Int(bus) % 3], kAudioUnitScope_Global, 0)
    default:
      var (seconds, size) = (0.0, UInt32(8))
      _ = AudioUnitGetProperty(output, kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, &seconds, &size)
    }
  }

  /// One step of who makes a unit, renders and goes, or renders what the device is rendering.
  func visit(_ random: inout SplitMix64) throws {
    if random.chance(50) {
      let expected = [
        noErr, kAudioUnitErr_CannotDoInCurrentContext, kAudioUnitErr_Uninitialized, kAudioUnitErr_NoConnection,
      ]
      return #expect(expected.contains(renderOnce(mixer, 64)))
    }
    let guest = try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    #expect(guest.setRender() == noErr && AudioUnitInitialize(guest.unit) == noErr)
    #expect(try guest.render(64)[0] == (0..<64).map { UnitProgram.sample($0) })
  }
}
