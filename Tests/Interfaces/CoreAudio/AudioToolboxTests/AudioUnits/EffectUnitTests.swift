import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Effects as units of C, against what their parameters mean.
@Suite("Effects as audio units")
struct EffectUnitTests {
  private static let subTypes = [
    kAudioUnitSubType_Delay, kAudioUnitSubType_LowPassFilter, kAudioUnitSubType_HighPassFilter,
    kAudioUnitSubType_BandPassFilter, kAudioUnitSubType_LowShelfFilter, kAudioUnitSubType_HighShelfFilter,
    kAudioUnitSubType_ParametricEQ, kAudioUnitSubType_DynamicsProcessor, kAudioUnitSubType_PeakLimiter,
    kAudioUnitSubType_Distortion, kAudioUnitSubType_Reverb2,
  ]

  private func effect(_ subType: OSType, initialized: Bool = true) throws -> UnitProgram {
    let program = try UnitProgram(subType, kAudioUnitType_Effect)
    expectEqual(program.setRender(), noErr)
    if initialized { expectEqual(AudioUnitInitialize(program.unit), noErr) }
    return program
  }

  private func set(_ program: UnitProgram, _ id: AudioUnitParameterID, _ value: Float, at offset: UInt32 = 0)
    -> OSStatus
  {
    AudioUnitSetParameter(program.unit, id, kAudioUnitScope_Global, 0, value, offset)
  }

  private func get(_ program: UnitProgram, _ id: AudioUnitParameterID) -> Float {
    var value = Float.nan
    expectEqual(AudioUnitGetParameter(program.unit, id, kAudioUnitScope_Global, 0, &value), noErr)
    return value
  }

  private func render(_ program: UnitProgram, _ counts: [Int]) throws -> [Float] {
    var made: [Float] = []
    for count in counts { made += try program.render(count, at: Double(made.count))[1] }
    return made
  }

  private func numbers(_ program: UnitProgram) throws -> [AudioUnitParameterID] {
    var size: UInt32 = 0
    expectEqual(
      AudioUnitGetPropertyInfo(program.unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &size, nil),
      noErr)
    var list = [AudioUnitParameterID](repeating: 0, count: Int(size) / 4)
    expectEqual(
      AudioUnitGetProperty(program.unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &list, &size),
      noErr)
    return list
  }

  @Test("Each is found, has its parameters within their ranges, sounds, and can be bypassed", arguments: subTypes)
  func found(_ subType: OSType) throws {
    let program = try effect(subType)
    let list = try numbers(program)
    #expect(list.count >= 2 && Set(list).count == list.count)
    for id in list {
      let info = try program.get(kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), kAudioUnitScope_Global, id)
      #expect(info.minValue < info.maxValue && (info.minValue...info.maxValue).contains(info.defaultValue))
      #expect(info.flags.contains(.flag_IsReadable))
      guard info.flags.contains(.flag_IsWritable) else {
        #expect((info.minValue...info.maxValue).contains(get(program, id)))
        expectEqual(set(program, id, 0), kAudioUnitErr_InvalidParameter)
        continue
      }
      expectEqual(get(program, id), info.defaultValue)
      expectEqual(set(program, id, .infinity), kAudioUnitErr_InvalidParameterValue)
      for (given, kept) in [(info.maxValue * 2 + 1, info.maxValue), (info.minValue * 2 - 1e6, info.minValue)] {
        #expect(set(program, id, given) == noErr && get(program, id) == kept)
        #expect(try render(program, [300]).allSatisfy { $0.isFinite })
      }
      expectEqual(set(program, id, info.defaultValue), noErr)
    }
    try expectGreaterOrEqual(program.get(kAudioUnitProperty_TailTime, Float64(-1)), 0)
    var value: Float = 0
    expectEqual(
      AudioUnitGetParameter(program.unit, 777, kAudioUnitScope_Global, 0, &value), kAudioUnitErr_InvalidParameter)
    expectEqual(
      AudioUnitGetParameter(program.unit, list[0], kAudioUnitScope_Global, 1, &value), kAudioUnitErr_InvalidElement)
    expectEqual(program.set(kAudioUnitProperty_BypassEffect, UInt32(1)), noErr)
    let start = program.given
    try expectEqual(render(program, [700]), (start..<(start + 700)).map(UnitProgram.sample))
  }

  @Test("Echoes come to the frame, however slices are cut, and end with a reset")
  func echoes() throws {
    let program = try effect(kAudioUnitSubType_Delay)
    expectEqual(set(program, kDelayParam_DelayTime, 100 / 44100), noErr)
    #expect(set(program, kDelayParam_LopassCutoff, 22_050) == noErr && set(program, kDelayParam_Feedback, 0) == noErr)
    let made = try render(program, [512, 1, 99, 1156, 30])
    for frame in made.indices {
      let echo = frame < 100 ? 0 : UnitProgram.sample(frame - 100)
      expectLess(abs(made[frame] - (UnitProgram.sample(frame) + echo) / 2), 1e-6)
    }
    expectLess(abs(try program.get(kAudioUnitProperty_TailTime, Float64(0)) - 100 / 44100), 1e-6)
    expectEqual(AudioUnitReset(program.unit, kAudioUnitScope_Global, 0), noErr)
    let start = program.given
    let again = try render(program, [150])
    for frame in 0..<100 { expectLess(abs(again[frame] - UnitProgram.sample(start + frame) / 2), 1e-6) }
  }

  @Test("A filter's resonance, bandwidth and gain are at its frequency")
  func filters() throws {
    // The frequency of the sines that render functions give.
    let frequency = Float(0.05 * 44100 / (2 * Double.pi))
    for (subType, second, third, gain) in [
      (kAudioUnitSubType_LowPassFilter, 6, nil, 6), (kAudioUnitSubType_LowPassFilter, 0, nil, 0),
      (kAudioUnitSubType_HighPassFilter, -6, nil, -6), (kAudioUnitSubType_BandPassFilter, 1200, nil, 0),
      (kAudioUnitSubType_ParametricEQ, 2, 5, 5), (kAudioUnitSubType_ParametricEQ, 2, -12, -12),
    ] as [(OSType, Float, Float?, Double)] {
      let program = try effect(subType)
      #expect(set(program, 0, frequency) == noErr && set(program, 1, second) == noErr)
      if let third { expectEqual(set(program, 2, third), noErr) }
      let made = try render(program, Array(repeating: 1000, count: 10)).suffix(2000)
      let peak = Double(made.map(\.magnitude).max() ?? 0)
      expectLess(abs(20 * log10(peak / 0.5) - gain), 0.05, "\(subType): \(peak)")
    }
  }

  @Test("Parameters change at the frame for which they are scheduled, at once or in a line")
  func scheduled() throws {
    let program = try effect(kAudioUnitSubType_PeakLimiter)
    expectEqual(set(program, kLimiterParam_PreGain, -20, at: 600), noErr)
    let made = try render(program, [512, 512])
    for frame in made.indices {
      expectLess(abs(made[frame] - UnitProgram.sample(frame) * (frame < 600 ? 1 : 0.1)), 1e-6)
    }
    expectEqual(get(program, kLimiterParam_PreGain), -20)
    var event = AudioUnitParameterEvent()
    (event.parameter, event.eventType) = (kLimiterParam_PreGain, .parameterEvent_Ramped)
    event.eventValues.ramp.startBufferOffset = 64
    event.eventValues.ramp.durationInFrames = 640
    (event.eventValues.ramp.startValue, event.eventValues.ramp.endValue) = (0, -40)
    expectEqual(AudioUnitScheduleParameters(program.unit, &event, 1), noErr)
    let start = program.given
    let moved = try render(program, [100, 500, 300])
    for (frame, level) in [(40, -20), (64, 0), (64 + 320, -20), (64 + 480, -30), (704, -40), (899, -40)]
      as [(Int, Double)]
    {
      let wanted = Double(UnitProgram.sample(start + frame)) * pow(10, level / 20)
      expectLess(abs(Double(moved[frame]) - wanted), 1e-6, "frame \(frame)")
    }
    event.eventValues.ramp.endValue = .nan
    expectEqual(AudioUnitScheduleParameters(program.unit, &event, 1), kAudioUnitErr_InvalidParameterValue)
  }

  @Test("Dynamics measure what they do")
  func measured() throws {
    let program = try effect(kAudioUnitSubType_DynamicsProcessor)
    expectEqual(set(program, kDynamicsProcessorParam_ReleaseTime, 3), noErr)
    _ = try render(program, Array(repeating: 1000, count: 20))
    // A tone 13.98 dB above the threshold, with a head room of 5 dB.
    let (excess, input) = (20 - 6.0206, -6.0206)
    expectLess(
      abs(Double(get(program, kDynamicsProcessorParam_CompressionAmount)) - excess * excess / (excess + 5)), 0.1)
    expectLess(abs(Double(get(program, kDynamicsProcessorParam_InputAmplitude)) - input), 0.01)
    expectLess(
      abs(Double(get(program, kDynamicsProcessorParam_OutputAmplitude)) - (-20 + excess * 5 / (excess + 5))), 0.1)
  }

  @Test("An effect is a node of a graph")
  func graphs() throws {
    var made: AUGraph?
    expectEqual(NewAUGraph(&made), noErr)
    let graph = try required(made)
    defer { expectEqual(DisposeAUGraph(graph), noErr) }
    func add(_ type: OSType, _ subType: OSType) throws -> (node: AUNode, unit: AudioUnit) {
      var wanted = AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
      var node: AUNode = 0
      expectEqual(AUGraphAddNode(graph, &wanted, &node), noErr)
      expectEqual(AUGraphOpen(graph), noErr)
      var unit: AudioUnit?
      expectEqual(AUGraphNodeInfo(graph, node, nil, &unit), noErr)
      return (node, try required(unit))
    }
    let output = try add(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
    let effect = try add(kAudioUnitType_Effect, kAudioUnitSubType_ParametricEQ)
    expectEqual(AUGraphConnectNodeInput(graph, effect.node, 0, output.node, 0), noErr)
    expectEqual(AudioUnitSetParameter(effect.unit, kParametricEQParam_Gain, kAudioUnitScope_Global, 0, 0, 0), noErr)
    let program = try UnitProgram(kAudioUnitSubType_GenericOutput)
    var callback = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: program.context)
    expectEqual(
      AudioUnitSetProperty(
        effect.unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
        UInt32(MemoryLayout<AURenderCallbackStruct>.size)), noErr)
    expectEqual(AUGraphInitialize(graph), noErr)
    expectEqual(renderOnce(output.unit, 512), noErr)
    expectEqual(program.given, 512)
    withExtendedLifetime(program) {}
  }
}
