import AVFoundation
import AudioBase
import AudioDevices
import Foundation
import TestSupport
import Testing

/// A unit as programs write it: it takes its input's samples times its only parameter, which is a half at first.
///
/// `@unchecked`: as its class; the gain belongs to the thread that renders.
private final class GainUnit: AUAudioUnit, @unchecked Sendable {
  private var inputs: AUAudioUnitBusArray?
  private var outputs: AUAudioUnitBusArray?
  private let gain = Reports<AUValue>()
  private let steps = Reports<Int64>()

  required init(
    componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) throws {
    try super.init(componentDescription: componentDescription, options: options)
    let format = try required(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
    inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: format)])
    outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: format)])
    let parameter = AUParameterTree.createParameter(
      withIdentifier: "gain", name: "Gain", address: 3, min: 0, max: 1, unit: .linearGain, unitName: nil,
      flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
    let tree = AUParameterTree.createTree(withChildren: [parameter])
    tree.implementorValueObserver = { [gain] in gain.add($1) }
    tree.implementorValueProvider = { [gain] _ in gain.all.last ?? 0.5 }
    parameterTree = tree
  }

  override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
  override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }
  /// The frames at which events came.
  var eventTimes: [Int64] { steps.all }

  override var internalRenderBlock: AUInternalRenderBlock {
    { [gain, steps] flags, time, frameCount, bus, list, events, pull in
      guard let pull else { return kAudioUnitErr_NoConnection }
      // In place: the input comes into the memory of the output.
      let status = pull(flags, time, frameCount, 0, list)
      guard status == noErr else { return status }
      var changes: [(frame: Int, value: AUValue)] = [(0, gain.all.last ?? 0.5)]
      var next = events
      while let event = next {
        let change = event.pointee.parameter
        steps.add(change.eventSampleTime)
        gain.add(change.value)
        changes.append((Int(change.eventSampleTime - Int64(time.pointee.mSampleTime)), change.value))
        next = UnsafePointer(event.pointee.head.next)
      }
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frameCount) {
          let value = changes.last { $0.frame <= frame }?.value ?? 1
          samples?[frame] *= value
        }
      }
      return noErr
    }
  }
}

/// A unit that halves its input, with no lock of its own.
private final class HalvingUnit: AUAudioUnit, @unchecked Sendable {
  private var inputs: AUAudioUnitBusArray?
  private var outputs: AUAudioUnitBusArray?

  required init(
    componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) throws {
    try super.init(componentDescription: componentDescription, options: options)
    inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: Make.format())])
    outputs = AUAudioUnitBusArray(
      audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: Make.format())])
  }

  override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
  override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }

  override var internalRenderBlock: AUInternalRenderBlock {
    { flags, time, frameCount, _, list, _, pull in
      guard let status = pull?(flags, time, frameCount, 0, list), status == noErr else { return kAudio_ParamError }
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frameCount) { samples?[frame] *= 0.5 }
      }
      return noErr
    }
  }
}

/// Units of classes of a program's own, and units of the toolbox that are rendered by their blocks.
@Suite("Units of a program's own") struct OwnUnitTests {
  private static func description(_ subType: OSType, type: OSType = kAudioUnitType_Effect) -> AudioComponentDescription
  {
    AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: 0x7465_7374, componentFlags: 0,
      componentFlagsMask: 0)
  }

  private static func registered(_ subType: OSType) -> AudioComponentDescription {
    let made = description(subType)
    AUAudioUnit.registerSubclass(GainUnit.self, as: made, name: "Test: Gain", version: 0x0002_0000)
    return made
  }

  @Test func aClassOfAProgramPlaysInAnEngine() async throws {
    let offline = try OfflineEngine(channels: 2)
    let player = offline.player()
    let node = try await AVAudioUnit.instantiate(with: Self.registered(0x6761_696E))
    let unit = try required(node.auAudioUnit as? GainUnit)
    #expect(node is AVAudioUnitEffect && node.name == "Gain" && node.manufacturerName == "Test")
    #expect(node.version == 0x20000 && unit.componentName == "Test: Gain" && unit.audioUnitName == "Gain")
    offline.engine.attach(node)
    offline.engine.connect(player, to: node, format: offline.format)
    offline.engine.connect(node, to: offline.engine.mainMixerNode, format: offline.format)
    let observed = Reports<String>()
    let token = unit.token(byAddingRenderObserver: { flags, time, frameCount, bus in
      let isBefore = flags.contains(.unitRenderAction_PreRender)
      observed.add("\(isBefore ? "before" : "after") \(time.pointee.mSampleTime) \(frameCount) \(bus)")
    })
    try offline.engine.start()
    #expect(unit.renderResourcesAllocated && unit.maximumFramesToRender == 512 && unit.isRenderingOffline)
    #expect(unit.inputBusses[0].format.sampleRate == 48000 && unit.outputBusses[0].format.channelCount == 2)
    expectEqual(failure { try unit.inputBusses[0].setFormat(Make.format()) }?.code, kAudioUnitErr_Initialized)
    func sample(_ frame: Int) -> Float { Float(sin(Double(frame) * 0.05)) * 0.7 }
    let tone = Make.buffer(offline.format, frames: 3000) { Double(sample($1)) * ($0 == 0 ? 1 : -0.25) }
    player.scheduleBuffer(tone, completionHandler: nil)
    player.play()
    let halves = try offline.render(1000)
    #expect((0..<1000).allSatisfy { halves[$0] == sample($0) * 0.5 })
    #expect((0..<1000).allSatisfy { offline.samples[1][$0] == sample($0) * -0.25 * 0.5 })
    expectEqual(observed.all.prefix(3), ["before 0.0 100 0", "after 0.0 100 0", "before 100.0 100 0"])
    unit.removeRenderObserver(token)
    // The tree's values, in both directions, and changes at their frames: late ones come with the next frame.
    let parameter = try required(unit.parameterTree?.parameter(withAddress: 3))
    expectEqual(parameter.value, 0.5)
    parameter.value = 0.25
    unit.scheduleParameterBlock(1130, 0, 3, 0.75)
    unit.scheduleParameterBlock(5, 0, 3, 1)
    unit.scheduleParameterBlock(AUEventSampleTimeImmediate + 150, 0, 3, 0.125)
    let changed = try offline.render(200)
    for (range, gain) in [(0..<130, 1), (130..<150, 0.75), (150..<200, 0.125)] as [(Range<Int>, Float)] {
      #expect(range.allSatisfy { changed[$0] == sample(1000 + $0) * gain }, "\(range)")
    }
    #expect(unit.eventTimes == [1000, 1130, 1150] && parameter.value == 0.125 && observed.all.count == 20)
    let effect = try required(node as? AVAudioUnitEffect)
    effect.bypass = true
    #expect(try offline.render(100).elementsEqual((1200..<1300).map(sample)) && unit.shouldBypassEffect)
    offline.engine.stop()
    offline.engine.detach(node)
    #expect(!unit.renderResourcesAllocated)
  }

  @Test(
    "Rendering a unit of a program's class takes no lock", .enabled(if: RenderingThread.lockCount != nil), .ownThreads)
  func locks() async {
    await #expect(processExitsWith: .success) {
      let wanted = OwnUnitTests.description(0x6861_6C66)
      AUAudioUnit.registerSubclass(HalvingUnit.self, as: wanted, name: "Halving", version: 1)
      let (engine, format) = (AVAudioEngine(), Make.format())
      try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 64)
      let ones = AVAudioSourceNode(format: format) { _, _, frameCount, list in
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
          for frame in 0..<Int(frameCount) { buffer.mData?.assumingMemoryBound(to: Float.self)[frame] = 1 }
        }
        return noErr
      }
      // An effect of a description is made at once.
      let node = AVAudioUnitEffect(audioComponentDescription: wanted)
      engine.attach(ones)
      engine.attach(node)
      engine.connect(ones, to: node, format: format)
      engine.connect(node, to: engine.mainMixerNode, format: format)
      let token = node.auAudioUnit.token(byAddingRenderObserver: { _, _, _, _ in })
      try engine.start()
      let buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
      buffer.frameLength = 64
      let schedule = node.auAudioUnit.scheduleParameterBlock
      let render = engine.manualRenderingBlock
      for round in 0..<20 {
        if round == 10 { RenderingThread.enter { for time in 0..<2000 { schedule(Int64(time), 5, 1, 0.5) } } }
        var status = noErr
        #expect(render(64, buffer.mutableAudioBufferList, &status) == .success && status == noErr)
        #expect(buffer.floats().allSatisfy { $0 == 0.5 })
      }
      #expect(node.manufacturerName == "swift-audio-toolbox" && node.name == "Halving")
      expectEqual(RenderingThread.lockCount, 0)
      node.auAudioUnit.removeRenderObserver(token)
    }
  }

  @Test func aUnitIsRenderedByOneAtATime() throws {
    let unit = try HalvingUnit(componentDescription: Self.description(1))
    try unit.allocateRenderResources()
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: Make.format(), frameCapacity: 8))
    let (block, list, inner) = (unit.renderBlock, buffer.mutableAudioBufferList, Reports<OSStatus>())
    var (flags, time) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
    // A time that is no number is as good as none.
    (time.mSampleTime, time.mFlags) = (.nan, .sampleTimeValid)
    // An observer may end itself.
    let tokens = Reports<Int>()
    tokens.add(
      unit.token(byAddingRenderObserver: { [unowned unit] _, _, _, _ in
        for token in tokens.all { unit.removeRenderObserver(token) }
        inner.add(noErr)
      }))
    let pull: AURenderPullInputBlock = { flags, time, count, bus, list in
      inner.add(block(flags, time, count, bus, list, nil))
      return noErr
    }
    expectEqual(block(&flags, &time, 8, 0, list, pull), noErr)
    expectEqual(inner.all, [noErr, kAudioUnitErr_CannotDoInCurrentContext])
    expectEqual(block(&flags, &time, 8, 0, list, nil), kAudio_ParamError)
    unit.deallocateRenderResources()
  }

  @Test func aUnitRendersByItsBlock() async throws {
    let unit = try await AUAudioUnit.instantiate(with: Self.registered(0x626C_6F63))
    let format = Make.format(rate: 8000, channels: 1)
    for bus in [unit.inputBusses[0], unit.outputBusses[0]] { try bus.setFormat(format) }
    unit.maximumFramesToRender = 64
    // A program's own settings of a bus are kept; a list takes other busses over.
    let bus = unit.outputBusses[0]
    (bus.shouldAllocateBuffer, bus.maximumChannelCount, bus.supportedChannelCounts) = (false, 2, [1, 2])
    (bus.contextPresentationLatency, bus.name, bus.isEnabled) = (0.5, "main", false)
    #expect(!bus.shouldAllocateBuffer && bus.maximumChannelCount == 2 && bus.supportedChannelCounts == [1, 2])
    #expect(bus.contextPresentationLatency == 0.5 && bus.name == "main" && !bus.isEnabled)
    unit.outputBusses.replaceBusses([try AUAudioUnitBus(format: Make.format()), bus])
    #expect(unit.outputBusses.count == 2 && bus.index == 1 && bus.busType == .output)
    unit.outputBusses.replaceBusses([bus])
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
    buffer.frameLength = 64
    let block = unit.renderBlock
    var (flags, time) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
    time.mFlags = .sampleTimeValid
    let list = buffer.mutableAudioBufferList
    expectEqual(block(&flags, &time, 64, 0, list, nil), kAudioUnitErr_Uninitialized)
    try unit.allocateRenderResources()
    expectEqual(block(&flags, &time, 64, 0, list, nil), kAudioUnitErr_NoConnection)
    expectEqual(block(&flags, &time, 65, 0, list, nil), kAudioUnitErr_TooManyFramesToProcess)
    let ones: AURenderPullInputBlock = { _, _, count, _, list in
      for frame in 0..<Int(count) { list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)[frame] = 1 }
      return noErr
    }
    #expect(block(&flags, &time, 64, 0, list, ones) == noErr && buffer.floats().allSatisfy { $0 == 0.5 })
    unit.deallocateRenderResources()
    expectEqual(block(&flags, &time, 64, 0, list, ones), kAudioUnitErr_Uninitialized)
  }

  @Test func unitsOfTheToolboxRenderByTheirBlocks() throws {
    let unit = try AUAudioUnit(
      componentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
    let format = Make.format(rate: 48000, channels: 1)
    try unit.inputBusses[0].setFormat(format)
    #expect(unit.outputBusses[0].format == format && unit.audioUnitName == "AUPeakLimiter")
    unit.maximumFramesToRender = 100
    try unit.allocateRenderResources()
    let gain = AUParameterAddress(kLimiterParam_PreGain)
    unit.parameterTree?.parameter(withAddress: gain)?.value = -20
    unit.scheduleParameterBlock(AUEventSampleTimeImmediate + 40, 0, gain, 0)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
    buffer.frameLength = 100
    var (flags, time) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
    time.mFlags = .sampleTimeValid
    let status = unit.renderBlock(&flags, &time, 100, 0, buffer.mutableAudioBufferList) { _, _, count, bus, list in
      for frame in 0..<Int(count) { list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)[frame] = 0.5 }
      return bus == 0 ? noErr : kAudioUnitErr_InvalidElement
    }
    expectEqual(status, noErr)
    let made = buffer.floats()
    #expect(made[..<40].allSatisfy { abs($0 - 0.05) < 1e-6 } && made[40...].allSatisfy { abs($0 - 0.5) < 1e-6 })
    unit.deallocateRenderResources()
    let event = AURenderEvent(
      parameter: AUParameterEvent(
        next: nil, eventSampleTime: 30, eventType: .parameter, reserved: (0, 0, 0), rampDurationSampleFrames: 0,
        parameterAddress: gain, value: -20))
    try unit.allocateRenderResources()
    let inner = unit.internalRenderBlock
    let again = withUnsafePointer(to: event) { event in
      inner(&flags, &time, 100, 0, buffer.mutableAudioBufferList, event) { _, _, count, _, list in
        for frame in 0..<Int(count) { list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)[frame] = 0.5 }
        return noErr
      }
    }
    #expect(again == noErr && abs(buffer.floats()[29] - 0.5) < 1e-6 && abs(buffer.floats()[30] - 0.05) < 1e-6)
  }

  @Test func whatAUnitCannotIsRefused() async throws {
    let error = await #expect(throws: NSError.self) { try await AUAudioUnit.instantiate(with: Self.description(1)) }
    expectEqual(error?.code, Int(kAudio_UnimplementedError))
    let integers = try required(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48000, channels: 2, interleaved: true))
    expectEqual(failure { _ = try AUAudioUnitBus(format: integers) }?.code, kAudioUnitErr_FormatNotSupported)
    let delay = AVAudioUnitDelay()
    var (flags, time) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: Make.format(), frameCapacity: 8))
    let list = buffer.mutableAudioBufferList
    expectEqual(delay.auAudioUnit.renderBlock(&flags, &time, 8, 0, list, nil), kAudioUnitErr_CannotDoInCurrentContext)
    expectEqual(
      failure { try delay.auAudioUnit.allocateRenderResources() }?.code, kAudioUnitErr_CannotDoInCurrentContext)
    expectEqual(
      failure { try delay.auAudioUnit.inputBusses[0].setFormat(Make.format(rate: 8000)) }?.code,
      kAudioUnitErr_PropertyNotWritable)
    expectEqual(delay.auAudioUnit.maximumFramesToRender, 4096)
  }
}
