import AVFoundation
import Foundation
import TestSupport
import Testing

/// Parameters, their trees and observers, and the units of nodes.
@Suite("Parameters of units") struct UnitParameterTests {
  private func parameter(_ identifier: String, _ address: AUParameterAddress, strings: [String]? = nil) -> AUParameter {
    AUParameterTree.createParameter(
      withIdentifier: identifier, name: "The \(identifier)", address: address, min: 1, max: 9, unit: .generic,
      unitName: "dB", flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: strings, dependentParameters: nil)
  }

  @Test func treesFindTheirParameters() {
    let (first, second) = (parameter("first", 7), parameter("second", 1 << 40))
    let group = AUParameterTree.createGroup(withIdentifier: "group", name: "Group", children: [second])
    let copy = AUParameterTree.createGroup(
      fromTemplate: AUParameterTree.createGroupTemplate([group]), identifier: "copy", name: "Copy", addressOffset: 5)
    let tree = AUParameterTree.createTree(withChildren: [first, group, copy])
    expectEqual(tree.allParameters.map(\.address), [7, 1 << 40, 1 << 40 + 5])
    #expect(tree.parameter(withAddress: 1 << 40) === second && tree.parameter(withAddress: 8) == nil)
    #expect(tree.parameter(withID: 7, scope: kAudioUnitScope_Global, element: 0) === first)
    expectNil(tree.parameter(withID: 7, scope: kAudioUnitScope_Input, element: 0))
    #expect(second.keyPath == "group.second" && tree.value(forKeyPath: "copy.group.second") is AUParameter)
    #expect(tree.value(forKey: "first") as? AUParameter === first && tree.value(forKeyPath: "group.first") == nil)
    #expect(first.displayName == "The first" && first.displayName(withLength: 3) == "The" && first.value == 1)
  }

  @Test func observersOfAllGroupsAreToldButTheOneWhoSets() {
    let own = parameter("own", 3)
    let group = AUParameterTree.createGroup(withIdentifier: "group", name: "Group", children: [own])
    let tree = AUParameterTree.createTree(withChildren: [group])
    var told: [String] = []
    let token = own.token(byAddingParameterObserver: { told.append("own \($0) \($1)") })
    let outer = tree.token(byAddingParameterObserver: { told.append("tree \($0) \($1)") })
    let gesture = group.token(byAddingParameterAutomationObserver: { count, events in
      told.append("\(count) \(events[0].eventType) \(events[0].value) at \(events[0].hostTime)")
    })
    let recorded = group.token(byAddingParameterRecordingObserver: { told.append("\($0) \($1[0].value)") })
    own.value = 4
    #expect(told == ["own 3 4.0", "1 value 4.0 at 0", "1 4.0", "tree 3 4.0"] && own.value == 4)
    told = []
    own.setValue(5, originator: token, atHostTime: 77, eventType: .touch)
    expectEqual(told, ["1 touch 5.0 at 77", "1 5.0", "tree 3 5.0"])
    told = []
    for removed in [token, gesture, recorded, outer] { tree.removeParameterObserver(removed) }
    group.removeParameterObserver(gesture)
    own.setValue(6, originator: nil)
    expectEqual(told, ["own 3 6.0", "1 6.0"], "each observer is removed where it was added")
  }

  @Test func blocksOfTheUnitGiveAndTakeValuesAndTexts() {
    let (own, other) = (parameter("own", 3, strings: ["one", "two"]), parameter("other", 4))
    let tree = AUParameterTree.createTree(withChildren: [own, other])
    #expect(own.string(fromValue: nil) == "one" && own.value(from: "two") == 2 && own.value(from: "3.5 x") == 3.5)
    #expect(other.string(fromValue: [2.5]) == "2.50 dB" && other.value(from: "none") == 0)
    var kept: AUValue = 0
    tree.implementorValueObserver = { kept = $1 + AUValue($0.address) }
    tree.implementorValueProvider = { _ in kept }
    tree.implementorStringFromValueCallback = { "\($0.identifier) \($1?.pointee ?? -1)" }
    tree.implementorValueFromStringCallback = { AUValue($1.count) }
    tree.implementorDisplayNameWithLengthCallback = { "\($1) of \($0.identifier)" }
    own.value = 10
    #expect(kept == 13 && other.value == 13 && own.string(fromValue: nil) == "own -1.0")
    #expect(other.value(from: "four") == 4 && other.displayName(withLength: 2) == "2 of other")
  }

  @Test func aNodesTreeIsTheNodesSound() throws {
    let delay = AVAudioUnitDelay()
    let unit = delay.auAudioUnit
    #expect(unit === delay.auAudioUnit && unit.audioUnitName == "AUDelay" && unit.component != nil)
    #expect(unit.componentDescription.componentSubType == kAudioUnitSubType_Delay && unit.allParameterValues)
    let tree = try required(unit.parameterTree)
    expectEqual(tree.allParameters.map(\.address), [0, 1, 2, 3])
    let time = try required(tree.parameter(withAddress: AUParameterAddress(kDelayParam_DelayTime)))
    #expect(time.minValue == 0 && time.maxValue == 2 && time.unit == .seconds && time.flags.contains(.flag_CanRamp))
    time.value = 0.5
    expectEqual(delay.delayTime, 0.5)
    delay.delayTime = 0.75
    expectEqual(time.value, 0.75)
    // A program's own tree has the unit's values at the unit's addresses.
    let mine = parameter("mine", AUParameterAddress(kDelayParam_Feedback))
    unit.parameterTree = AUParameterTree.createTree(withChildren: [mine, parameter("unknown", 99)])
    expectEqual(mine.value, 50)
    mine.value = 7
    #expect(delay.feedback == 7 && unit.parameterTree?.allParameters.count == 2)
    #expect(!unit.shouldBypassEffect)
    unit.shouldBypassEffect = true
    #expect(delay.bypass && unit.tailTime > 0 && unit.latency == 0 && unit.scheduleMIDIEventBlock == nil)
    #expect(unit.inputBusses.count == 1 && unit.outputBusses[0].name == "Output 0" && !unit.inputBusses[0].isEnabled)
    expectEqual(failure { try unit.inputBusses.setBusCount(2) }?.code, kAudioUnitErr_PropertyNotWritable)
    let (mixer, player) = (AVAudioMixerNode(), AVAudioPlayerNode())
    #expect(mixer.auAudioUnit.inputBusses.count == 1 && player.auAudioUnit.parameterTree == nil)
    expectNil(AVAudioEngine().outputNode.audioUnit)
  }

  @Test func scheduledValuesComeAtTheirFrames() throws {
    let offline = try OfflineEngine(channels: 1)
    let player = offline.player()
    let limiter = AVAudioUnitEffect(
      audioComponentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
    offline.engine.attach(limiter)
    offline.engine.connect(player, to: limiter, format: offline.format)
    offline.engine.connect(limiter, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    player.scheduleBuffer(Make.buffer(offline.format, frames: 2000) { _, _ in 0.5 })
    player.play()
    let gain = AUParameterAddress(kLimiterParam_PreGain)
    let schedule = limiter.auAudioUnit.scheduleParameterBlock
    schedule(AUEventSampleTimeImmediate + 30, 0, gain, -20)
    schedule(250, 0, gain, 0)
    // A line of 320 frames from the value that there is then.
    schedule(1000, 320, gain, -40)
    schedule(0, 0, 12345, 3)
    let made = try offline.render(2000)
    func level(_ frame: Int) -> Double { 20 * log10(Double(made[frame]) / 0.5) }
    for (frame, wanted) in [(29, 0), (30, -20), (249, -20), (250, 0), (1000, 0), (1160, -20), (1320, -40), (1999, -40)]
    {
      expectLess(abs(level(frame) - Double(wanted)), 1e-4, "frame \(frame)")
    }
  }

  @Test func presetsAreChosenByTheirNumbers() throws {
    let reverb = AVAudioUnitReverb()
    let presets = try required(reverb.auAudioUnit.factoryPresets)
    #expect(presets.count == 13 && presets[8].name == "cathedral")
    reverb.auAudioUnit.currentPreset = presets[8]
    var decay: Float = 0
    expectEqual(
      AudioUnitGetParameter(reverb.audioUnit, kReverb2Param_DecayTimeAt0Hz, kAudioUnitScope_Global, 0, &decay), noErr)
    #expect(decay == 5 && reverb.auAudioUnit.currentPreset?.number == 8)
    let (distortion, delay) = (AVAudioUnitDistortion(), AVAudioUnitDelay())
    #expect(distortion.auAudioUnit.factoryPresets?.count == 22 && delay.auAudioUnit.factoryPresets == nil)
  }

  @Test func placesInSpaceAreKept() {
    let player = AVAudioPlayerNode()
    player.position = AVAudioMake3DPoint(1, 2, 3)
    (player.rate, player.reverbBlend, player.obstruction, player.occlusion) = (1.5, 0.25, -3, -6)
    (player.renderingAlgorithm, player.sourceMode, player.pointSourceInHeadMode) = (.HRTF, .pointSource, .bypass)
    #expect(player.position == AVAudio3DPoint(x: 1, y: 2, z: 3) && player.rate == 1.5 && player.reverbBlend == 0.25)
    #expect(player.obstruction == -3 && player.occlusion == -6 && player.renderingAlgorithm == .HRTF)
    #expect(player.sourceMode == .pointSource && player.pointSourceInHeadMode == .bypass)
  }

  @Test func aSessionsRouteIsTheDefaultDevice() throws {
    let session = AVAudioSession.sharedInstance()
    let (input, output) = (session.currentRoute.inputs[0], session.currentRoute.outputs[0])
    #expect(session.currentRoute.inputs.count == 1 && session.currentRoute.outputs.count == 1)
    #expect(
      input.uid == output.uid && !input.portName.isEmpty && input.channels?.count == session.inputNumberOfChannels)
    #expect([.virtual, .lineIn].contains(input.portType) && [.virtual, .lineOut].contains(output.portType))
    #expect(input.channels?.first?.channelNumber == 1 && input.channels?.first?.owningPortUID == input.uid)
    #expect(session.availableInputs == [input] && session.preferredInput == nil && input.dataSources == nil)
    try session.setPreferredInput(input)
    expectEqual(session.preferredInput, input)
    try session.setPreferredInput(nil)
    expectNil(session.preferredInput)
    if output.portType != input.portType {
      expectEqual(failure { try session.setPreferredInput(output) }?.code, kAudio_ParamError)
    }
    try session.setInputDataSource(nil)
    #expect(
      failure { try session.setInputGain(0.5) }?.code == kAudio_UnimplementedError && !session.isInputGainSettable)
    try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
    #expect(session.allowHapticsAndSystemSoundsDuringRecording)
  }
}
