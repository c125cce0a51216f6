import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Units, graphs and handles that several threads work with while one of them renders.
@Suite("Rendering beside other threads")
struct RenderingRaceTests {
  /// A graph with an open mixer, whose numbers go to other threads.
  private struct Mixed: @unchecked Sendable {
    let graph: AUGraph
    let mixer: AudioUnit
    let mixerNode: AUNode

    init() throws {
      var made: AUGraph?
      expectEqual(NewAUGraph(&made), noErr)
      graph = try required(made)
      mixerNode = Self.add(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
      let output = Self.add(graph, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
      expectEqual(AUGraphConnectNodeInput(graph, mixerNode, 0, output, 0), noErr)
      expectEqual(AUGraphOpen(graph), noErr)
      var unit: AudioUnit?
      expectEqual(AUGraphNodeInfo(graph, mixerNode, nil, &unit), noErr)
      mixer = try required(unit)
    }

    static func add(_ graph: AUGraph, _ type: OSType, _ subType: OSType) -> AUNode {
      var description = AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
      var node: AUNode = 0
      expectEqual(AUGraphAddNode(graph, &description, &node), noErr)
      return node
    }

    /// Renders the mixer into memory of its own.
    func render(_ frameCount: UInt32 = 64) -> OSStatus { renderOnce(mixer, frameCount) }
  }

  /// Updates the graph that it is rendered by.
  private static let updating: AURenderCallback = { context, _, _, _, _, _ in
    var isUpdated: DarwinBoolean = false
    let status = AUGraphUpdate(AUGraph(context), &isUpdated)
    return status == noErr || status == kAudioUnitErr_CannotDoInCurrentContext ? noErr : status
  }

  @Test("a render function may update its graph while other threads change it", .timeLimit(.minutes(15)))
  func updatingWhileRendering() async throws {
    let mixed = try Mixed()
    defer { DisposeAUGraph(mixed.graph) }
    for bus in 0..<4 {
      var callback = AURenderCallbackStruct(
        inputProc: Self.updating, inputProcRefCon: UnsafeMutableRawPointer(mixed.graph))
      expectEqual(AUGraphSetNodeInputCallback(mixed.graph, mixed.mixerNode, UInt32(bus), &callback), noErr)
    }
    expectEqual(AUGraphInitialize(mixed.graph), noErr)
    let isOver = Flag()
    let rendered = Count()
    let refused = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await onThread {
            while !isOver.now {
              switch mixed.render() {
              case noErr: rendered.add(1)
              case kAudioUnitErr_CannotDoInCurrentContext, kAudioUnitErr_Uninitialized:
                refused.add(1)
              case let status: Issue.record("rendering gave \(status)")
              }
            }
          }
        }
      }
      group.addTask {
        await withTaskGroup(of: Void.self) { group in
          for thread in 0..<2 {
            group.addTask {
              await onThread {
                for round in 0..<300 {
                  let node = Mixed.add(
                    mixed.graph, kAudioUnitType_FormatConverter,
                    round % 2 == 0 ? kAudioUnitSubType_AUConverter : kAudioUnitSubType_Varispeed)
                  let bus = UInt32(4 + thread)
                  _ = AUGraphConnectNodeInput(mixed.graph, node, 0, mixed.mixerNode, bus)
                  var isUpdated: DarwinBoolean = false
                  _ = AUGraphUpdate(mixed.graph, &isUpdated)
                  AudioUnitSetParameter(
                    mixed.mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, bus, Float(round % 10) / 10, 0)
                  if round % 3 == 0 { _ = AUGraphDisconnectNodeInput(mixed.graph, mixed.mixerNode, bus) }
                  expectEqual(AUGraphRemoveNode(mixed.graph, node), noErr)
                }
              }
            }
          }
        }
        isOver.now = true
      }
    }
    expectGreater(rendered.now, 0)
  }

  @Test("a unit that is disposed of while it renders answers by a status from then on", .timeLimit(.minutes(15)))
  func disposing() async throws {
    for _ in 0..<50 {
      let program = try UnitProgram(kAudioUnitSubType_MultiChannelMixer, kAudioUnitType_Mixer)
      #expect(program.setRender() == noErr && AudioUnitInitialize(program.unit) == noErr)
      let unit = Shared(program.unit)
      let hasBegun = Flag()
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await onThread {
            var status = noErr
            while status == noErr {
              status = renderOnce(unit.handle, 64)
              hasBegun.now = true
            }
            #expect([kAudioComponentErr_InstanceInvalidated, kAudioUnitErr_Uninitialized].contains(status))
          }
        }
        group.addTask {
          await onThread {
            while !hasBegun.now {}
            expectEqual(AudioComponentInstanceDispose(unit.handle), noErr)
          }
        }
      }
      expectEqual(renderOnce(program.unit, 64), kAudioComponentErr_InstanceInvalidated)
    }
  }

  /// Renders the unit that it is rendered by.
  private static let nested: AURenderCallback = { context, _, _, _, frameCount, _ in
    renderOnce(AudioUnit(context), frameCount)
  }

  @Test("a second call that renders a unit is refused, and not waited for")
  func secondCall() throws {
    let mixed = try Mixed()
    defer { DisposeAUGraph(mixed.graph) }
    var callback = AURenderCallbackStruct(
      inputProc: Self.nested, inputProcRefCon: UnsafeMutableRawPointer(mixed.mixer))
    expectEqual(AUGraphSetNodeInputCallback(mixed.graph, mixed.mixerNode, 0, &callback), noErr)
    expectEqual(AUGraphInitialize(mixed.graph), noErr)
    expectEqual(mixed.render(), noErr)
    var error = noErr
    var size = UInt32(4)
    expectEqual(
      AudioUnitGetProperty(
        mixed.mixer, kAudioUnitProperty_LastRenderError, kAudioUnitScope_Global, 0, &error, &size), noErr)
    expectEqual(error, kAudioUnitErr_CannotDoInCurrentContext)
  }

  @Test("a handle whose place is used again stays dead")
  func handles() throws {
    var dead: Set<AudioConverterRef> = []
    for _ in 0..<2000 {
      let converter = try makeConverter(.planar(48000), .planar(48000))
      expectEqual(AudioConverterReset(converter), noErr)
      expectEqual(AudioConverterDispose(converter), noErr)
      let isNew = dead.insert(converter).inserted
      #expect(isNew)
    }
    let alive = try makeConverter(.planar(48000), .planar(44100))
    for converter in dead { expectEqual(AudioConverterReset(converter), kAudio_ParamError) }
    #expect(AudioConverterReset(alive) == noErr && AudioConverterDispose(alive) == noErr)
  }

  /// Sets, schedules and asks for a parameter in its own rendering, as a function of a program's may.
  private static let turning: AURenderCallback = { context, _, _, _, _, _ in
    let unit = AudioUnit(context)
    // Volumes of a mixer are an input's, the rate of a varispeed unit is its own; both have the number 0.
    var value: Float = 0
    let isMixer = AudioUnitGetParameter(unit, 0, kAudioUnitScope_Input, 0, &value) == noErr
    let scope = isMixer ? kAudioUnitScope_Input : kAudioUnitScope_Global
    var failures = noErr
    failures |= AudioUnitSetParameter(unit, 0, scope, 0, 1, 0)
    failures |= AudioUnitSetParameter(unit, 0, scope, 0, 1, 3)
    failures |= AudioUnitGetParameter(unit, 0, scope, 0, &value)
    return failures == noErr && value == 1 ? noErr : kAudio_ParamError
  }

  @Test(
    "setting a parameter where it is rendered takes no lock", .enabled(if: RenderingThread.lockCount != nil),
    .ownThreads)
  func parameters() async {
    await #expect(processExitsWith: .success) {
      for (type, subType) in [
        (kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer),
        (kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed),
      ] {
        let program = try UnitProgram(subType, type)
        let callback = AURenderCallbackStruct(
          inputProc: RenderingRaceTests.turning, inputProcRefCon: UnsafeMutableRawPointer(program.unit))
        expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Input), noErr)
        expectEqual(AudioUnitInitialize(program.unit), noErr)
        var error = noErr
        RenderingThread.enter { for _ in 0..<20 { error |= renderOnce(program.unit, 256) } }
        #expect(error == noErr && RenderingThread.lockCount == 0)
      }
    }
  }

  @Test(
    "rendering a unit, and converting in real time, takes no lock", .enabled(if: RenderingThread.lockCount != nil),
    .ownThreads)
  func locks() async {
    await #expect(processExitsWith: .success) {
      let mixer = try UnitProgram(kAudioUnitSubType_MultiChannelMixer, kAudioUnitType_Mixer)
      for (rate, scope) in [(44100.0, kAudioUnitScope_Input), (48000, kAudioUnitScope_Output)] {
        let format = AudioStreamBasicDescription.planar(rate)
        expectEqual(mixer.set(kAudioUnitProperty_StreamFormat, format, scope), noErr)
      }
      #expect(mixer.setRender(0) == noErr && mixer.setRender(1) == noErr)
      expectEqual(AudioUnitAddRenderNotify(mixer.unit, UnitProgram.notify, mixer.context), noErr)
      expectEqual(AudioUnitInitialize(mixer.unit), noErr)
      let converter = try makeConverter(.planar(44100), .planar(48000))
      let output = AudioBufferList.allocate(maximumBuffers: 2)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * 4096, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * 4096)
      var made: UInt32 = 0
      RenderingThread.enter {
        for _ in 0..<20 {
          expectEqual(renderOnce(mixer.unit, 256), noErr)
          for index in 0..<2 {
            output[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 4096, mData: memory + 4096 * index)
          }
          var count: UInt32 = 512
          let status = AudioConverterFillComplexBufferRealtimeSafe(
            converter,
            { _, count, list, _, memory in
              let buffers = UnsafeMutableAudioBufferListPointer(list)
              count.pointee = min(count.pointee, 512)
              for index in 0..<2 {
                buffers[index].mData = memory
                buffers[index].mDataByteSize = count.pointee * 4
              }
              return noErr
            }, memory, &count, output.unsafeMutablePointer, nil)
          expectEqual(status, noErr)
          made += count
        }
      }
      #expect(made == 20 * 512 && mixer.given > 0 && RenderingThread.lockCount == 0)
    }
  }
}
