import AudioToolbox
import TestSupport
import Testing

/// The matrix mixer as a unit of C, by constants that are added at known volumes.
@Suite("Matrix mixers") struct MatrixMixerTests {
  /// Gives 1 on its first channel and 10 on its second, times the number at the pointer.
  private static let constants: AURenderCallback = { context, _, _, _, frameCount, list in
    guard let list else { return kAudio_ParamError }
    let factor = context.load(as: Float.self)
    for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
      guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { return kAudio_ParamError }
      for frame in 0..<Int(frameCount) { data[frame] = factor * (channel == 0 ? 1 : 10) }
    }
    return noErr
  }

  /// Two inputs of two channels: 1, 10, 2 and 20 come in.
  private final class Program {
    let mixer: UnitProgram
    let factors = UnsafeMutablePointer<Float>.allocate(capacity: 2)

    init() throws {
      mixer = try UnitProgram(kAudioUnitSubType_MatrixMixer, kAudioUnitType_Mixer)
      (factors[0], factors[1]) = (1, 2)
      expectEqual(mixer.set(kAudioUnitProperty_ElementCount, UInt32(2), kAudioUnitScope_Input), noErr)
      expectEqual(mixer.set(kAudioUnitProperty_ElementCount, UInt32(1), kAudioUnitScope_Output), noErr)
      for bus in 0..<2 {
        let callback = AURenderCallbackStruct(inputProc: constants, inputProcRefCon: factors + bus)
        expectEqual(
          mixer.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Input, UInt32(bus)), noErr)
      }
      expectEqual(AudioUnitInitialize(mixer.unit), noErr)
    }

    deinit { factors.deallocate() }

    func set(_ scope: AudioUnitScope, _ element: UInt32, _ value: Float, _ id: AudioUnitParameterID = 0) -> OSStatus {
      AudioUnitSetParameter(mixer.unit, id, scope, element, value, 0)
    }

    func value(_ scope: AudioUnitScope, _ element: UInt32) -> Float? {
      var value: Float = -1
      return AudioUnitGetParameter(mixer.unit, 0, scope, element, &value) == noErr ? value : nil
    }

    /// All volumes of channels at 1.
    func open() {
      for channel in 0..<4 { expectEqual(set(kAudioUnitScope_Input, UInt32(channel), 1), noErr) }
      for channel in 0..<2 { expectEqual(set(kAudioUnitScope_Output, UInt32(channel), 1), noErr) }
      expectEqual(set(kAudioUnitScope_Global, 0xFFFF_FFFF, 1), noErr)
    }

    /// The last frame of each channel, after changes.
    func heard() throws -> [Float] {
      _ = try mixer.render(64)
      return try mixer.render(64).map { $0[63] }
    }
  }

  @Test func everyWayHasAVolumeOfItsOwn() throws {
    let program = try Program()
    try expectEqual(program.heard(), [0, 0])
    program.open()
    try expectEqual(program.heard(), [0, 0])
    expectEqual(program.set(kAudioUnitScope_Global, 0 << 16 | 1, 1), noErr)
    expectEqual(program.set(kAudioUnitScope_Global, 3 << 16 | 0, 0.5), noErr)
    expectEqual(program.set(kAudioUnitScope_Global, 2 << 16 | 0, 1), noErr)
    try expectEqual(program.heard(), [12, 1])
    expectEqual(program.set(kAudioUnitScope_Input, 3, 0.5), noErr)
    try expectEqual(program.heard(), [7, 1])
    expectEqual(program.set(kAudioUnitScope_Output, 1, 0.25), noErr)
    try expectEqual(program.heard(), [7, 0.25])
    expectEqual(program.set(kAudioUnitScope_Global, 0xFFFF_FFFF, 0.5), noErr)
    try expectEqual(program.heard(), [3.5, 0.125])
    // A switch silences an input as a whole.
    expectEqual(program.set(kAudioUnitScope_Input, 1, 0, kMatrixMixerParam_Enable), noErr)
    try expectEqual(program.heard(), [0, 0.125])
    expectEqual(program.set(kAudioUnitScope_Output, 0, 0, kMatrixMixerParam_Enable), noErr)
    try expectEqual(program.heard(), [0, 0])
    #expect(program.set(kAudioUnitScope_Global, 0, 4) == noErr && program.value(kAudioUnitScope_Global, 0) == 1)
  }

  @Test func aChangeIsALineThroughTheNextSlice() throws {
    let program = try Program()
    program.open()
    expectEqual(program.set(kAudioUnitScope_Global, 0, 1), noErr)
    // The first slice has the volumes that were set before it.
    try expectEqual(program.mixer.render(16)[0], [Float](repeating: 1, count: 16))
    expectEqual(program.set(kAudioUnitScope_Global, 0, 0.5), noErr)
    let made = try program.mixer.render(4)[0]
    expectEqual(made, [0.875, 0.75, 0.625, 0.5])
    // After a reset the volumes are there at once.
    expectEqual(program.set(kAudioUnitScope_Global, 0, 1), noErr)
    expectEqual(AudioUnitReset(program.mixer.unit, kAudioUnitScope_Global, 0), noErr)
    try expectEqual(program.mixer.render(4)[0], [1, 1, 1, 1])
  }

  @Test func theLevelsAreAMatrix() throws {
    let program = try Program()
    try expectEqual(program.mixer.get(kAudioUnitProperty_MatrixDimensions, UInt64(0)), 2 << 32 | 4)
    var levels = (0..<15).map { Float($0) / 16 }
    expectEqual(AudioUnitSetProperty(program.mixer.unit, kAudioUnitProperty_MatrixLevels, 0, 0, &levels, 60), noErr)
    expectEqual(program.value(kAudioUnitScope_Global, 3 << 16 | 1), 10.0 / 16)
    #expect(
      program.value(kAudioUnitScope_Input, 1) == 5.0 / 16 && program.value(kAudioUnitScope_Output, 0) == 12.0 / 16)
    expectEqual(program.value(kAudioUnitScope_Global, 0xFFFF_FFFF), 14.0 / 16)
    var (found, size) = ([Float](repeating: 0, count: 15), UInt32(60))
    expectEqual(AudioUnitGetProperty(program.mixer.unit, kAudioUnitProperty_MatrixLevels, 0, 0, &found, &size), noErr)
    #expect(found == levels && size == 60)
    expectEqual(
      AudioUnitSetProperty(program.mixer.unit, kAudioUnitProperty_MatrixLevels, 0, 0, &levels, 56),
      kAudioUnitErr_InvalidPropertyValue)
    // A preset holds all of them.
    let preset = try program.mixer.get(kAudioUnitProperty_ClassInfo, UInt(0))
    let other = try Program()
    expectEqual(other.mixer.set(kAudioUnitProperty_ClassInfo, preset), noErr)
    expectEqual(AudioUnitGetProperty(other.mixer.unit, kAudioUnitProperty_MatrixLevels, 0, 0, &found, &size), noErr)
    expectEqual(found, levels)
    Unmanaged<AnyObject>.fromOpaque(try required(UnsafeRawPointer(bitPattern: preset))).release()
  }

  @Test func inputsOfOtherRatesAndChannelsAreNumberedThrough() throws {
    let program = try Program()
    expectEqual(AudioUnitUninitialize(program.mixer.unit), noErr)
    let mono = AudioStreamBasicDescription.planar(22050, 1)
    expectEqual(program.mixer.set(kAudioUnitProperty_StreamFormat, mono, kAudioUnitScope_Input, 0), noErr)
    expectEqual(AudioUnitInitialize(program.mixer.unit), noErr)
    try expectEqual(program.mixer.get(kAudioUnitProperty_MatrixDimensions, UInt64(0)), 2 << 32 | 3)
    program.open()
    expectEqual(program.set(kAudioUnitScope_Global, 0, 1), noErr)
    expectEqual(program.set(kAudioUnitScope_Global, 2 << 16 | 1, 1), noErr)
    _ = try program.mixer.render(512)
    let made = try program.mixer.render(512)
    #expect(abs(made[0][511] - 1) < 1e-3 && made[1][511] == 20)
  }

  @Test func whatThereIsNotIsRefused() throws {
    let program = try Program()
    expectEqual(program.set(kAudioUnitScope_Input, 256, 1), kAudioUnitErr_InvalidElement)
    expectEqual(program.set(kAudioUnitScope_Output, 64, 1), kAudioUnitErr_InvalidElement)
    expectEqual(program.set(kAudioUnitScope_Global, 256 << 16, 1), kAudioUnitErr_InvalidElement)
    expectEqual(program.set(kAudioUnitScope_Global, 0, .nan), kAudioUnitErr_InvalidParameterValue)
    expectEqual(program.set(kAudioUnitScope_Global, 0, 1, kMatrixMixerParam_Enable), kAudioUnitErr_InvalidScope)
    expectEqual(
      program.set(kAudioUnitScope_Input, 0, 1, kMatrixMixerParam_PreAveragePower), kAudioUnitErr_InvalidParameter)
    expectEqual(AudioUnitUninitialize(program.mixer.unit), noErr)
    for (scope, count) in [(kAudioUnitScope_Output, 2), (kAudioUnitScope_Input, 0), (kAudioUnitScope_Input, 257)] {
      expectEqual(
        program.mixer.set(kAudioUnitProperty_ElementCount, UInt32(count), scope), kAudioUnitErr_InvalidPropertyValue)
    }
  }
}
