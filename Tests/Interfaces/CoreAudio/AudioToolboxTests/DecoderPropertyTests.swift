import AudioToolbox
import Foundation
import TestSupport
import Testing

/// How a decoder follows dynamic range data and fills in what is lost, by properties of Core Audio and of ours.
@Suite("Properties of a decoder")
struct DecoderPropertyTests {
  private static let stream = "lc_44100_st_128k_syn_burst"
  private let coded = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
  private let float = AudioStreamBasicDescription.pcm(32, isFloat: true)

  private func set<Value: BitwiseCopyable>(
    _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ value: Value
  ) -> OSStatus {
    var value = value
    return AudioConverterSetProperty(converter, property, UInt32(MemoryLayout<Value>.size), &value)
  }

  private func get<Value: BitwiseCopyable>(
    _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ start: Value
  ) -> Value? {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    let status = AudioConverterGetProperty(converter, property, &size, &value)
    return status == noErr && size == UInt32(MemoryLayout<Value>.size) ? value : nil
  }

  /// A decoder of the fixture with its cookie.
  private func decoder() throws -> AudioConverterRef {
    let converter = try makeConverter(coded, float)
    let cookie = try Fixture.dump(Self.stream).configuration
    let status = AudioConverterSetProperty(
      converter, kAudioConverterDecompressionMagicCookie, UInt32(cookie.count), cookie)
    if status != noErr { throw TestFailure(status: status) }
    return converter
  }

  /// The samples of packets, and the status of the call.
  private func samples(_ converter: AudioConverterRef, _ packets: [[UInt8]]) -> (samples: [Float], status: OSStatus) {
    let count = packets.count * 1024
    let result = fill(converter, PacketFeed(packets), packets: UInt32(count), room: count * 8)
    return (floats(result.bytes), result.status)
  }

  @Test("Each has its usual value, takes others, and refuses those out of its range")
  func values() throws {
    let converter = try decoder()
    defer { AudioConverterDispose(converter) }
    expectEqual(get(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(9)), kDynamicRangeControlMode_None)
    expectEqual(
      set(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(kDynamicRangeControlMode_Light)), noErr)
    expectEqual(get(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(9)), kDynamicRangeControlMode_Light)
    expectEqual(
      set(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(kDynamicRangeControlMode_Heavy)),
      kAudioCodecUnsupportedFormatError)
    expectEqual(set(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(3)), kAudio_ParamError)
    expectEqual(get(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(9)), kDynamicRangeControlMode_Light)
    for property in [kAudioConverterDecoderDynamicRangeBoost, kAudioConverterDecoderDynamicRangeCut] {
      expectEqual(get(converter, property, Float32(9)), 1)
      expectEqual(set(converter, property, Float32(0.25)), noErr)
      for wrong in [Float32(1.01), -0.01, .nan, .infinity] {
        expectEqual(set(converter, property, wrong), kAudio_ParamError)
      }
      expectEqual(set(converter, property, 0.25), kAudioConverterErr_BadPropertySizeError)
      expectEqual(get(converter, property, Float32(9)), 0.25)
    }
    expectEqual(get(converter, kAudioCodecPropertyProgramTargetLevel, Float32(9)), 0)
    expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevel, Float32(-23.5)), noErr)
    for wrong in [Float32(0.5), -32, .nan] {
      expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevel, wrong), kAudio_ParamError)
    }
    expectEqual(get(converter, kAudioCodecPropertyProgramTargetLevel, Float32(9)), -23.5)
    expectEqual(get(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(9)), kProgramTargetLevel_None)
    expectEqual(
      set(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(kProgramTargetLevel_Minus31dB)), noErr)
    expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(4)), kAudio_ParamError)
    expectEqual(get(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(9)), kProgramTargetLevel_Minus31dB)
    expectEqual(get(converter, kAudioCodecPropertyAdjustTargetLevel, Float32(9)), -23.5)
    expectEqual(
      set(converter, kAudioCodecPropertyAdjustTargetLevelConstant, UInt32(kProgramTargetLevel_Minus20dB)), noErr)
    expectEqual(get(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(9)), kProgramTargetLevel_Minus20dB)
    // AAC has one set of gains, whatever they are for.
    expectEqual(
      set(converter, kAudioCodecPropertyAdjustCompressionProfile, UInt32(kDynamicRangeCompressionProfile_LateNight)),
      kAudioConverterErr_PropertyNotSupported)
    for (property, usual) in [
      (kAudioConverterDecoderConcealmentHoldTime, 0.04), (kAudioConverterDecoderConcealmentFadeTime, 0.12),
    ] {
      expectEqual(get(converter, property, 9.0), usual)
      expectEqual(set(converter, property, 0.5), noErr)
      for wrong in [-0.1, .nan, .infinity] { expectEqual(set(converter, property, wrong), kAudio_ParamError) }
      expectEqual(get(converter, property, 9.0), 0.5)
    }
    for property in [kAudioConverterDecoderConcealment, kAudioConverterDecoderLookAhead] {
      expectEqual(get(converter, property, UInt32(9)), 0)
      expectEqual(set(converter, property, UInt32(1)), noErr)
      expectEqual(set(converter, property, UInt32(2)), kAudio_ParamError)
      expectEqual(get(converter, property, UInt32(9)), 1)
    }
    expectEqual(get(converter, kAudioConverterDecoderLatency, 9.0), 1024 / 44100.0)
    expectEqual(set(converter, kAudioConverterDecoderLatency, 0.0), kAudioConverterErr_OperationNotSupported)
  }

  @Test("A codec that does not know one has no such property, but each fills in what is lost")
  func unknown() throws {
    let lossless = try makeConverter(.coded(kAudioFormatAppleLossless, frames: 4096), .pcm())
    let linear = try makeConverter(.pcm(), float)
    let encoder = try makeConverter(.pcm(), coded)
    defer { for converter in [lossless, linear, encoder] { AudioConverterDispose(converter) } }
    let absent = kAudioConverterErr_PropertyNotSupported
    for converter in [lossless, linear, encoder] {
      expectEqual(set(converter, kAudioCodecPropertyDynamicRangeControlMode, UInt32(0)), absent)
      expectEqual(set(converter, kAudioConverterDecoderDynamicRangeBoost, Float32(1)), absent)
      expectEqual(set(converter, kAudioConverterDecoderDynamicRangeCut, Float32(1)), absent)
      expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevel, Float32(-20)), absent)
      expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(1)), absent)
      expectEqual(set(converter, kAudioConverterDecoderConcealmentHoldTime, 0.1), absent)
      expectEqual(set(converter, kAudioConverterDecoderConcealmentFadeTime, 0.1), absent)
      expectEqual(set(converter, kAudioConverterDecoderLookAhead, UInt32(1)), absent)
      expectNil(get(converter, kAudioConverterDecoderLookAhead, UInt32(9)))
      expectEqual(
        set(converter, kAudioConverterDecoderConcealment, UInt32(1)), converter == lossless ? noErr : absent)
    }
    expectEqual(get(lossless, kAudioConverterDecoderLatency, 9.0), 0)
    expectNil(get(linear, kAudioConverterDecoderLatency, 9.0))
  }

  @Test("The light mode applies the gains, boost and cut scale them, and levels are brought to a target")
  func dynamicRange() throws {
    // 24 steps are a factor of two; the programme is at −26 dB.
    let packets = try Fixture.dump(Self.stream).packets.map { inDynamicRange($0, gain: -24, level: 104) }
    let converter = try decoder()
    defer { AudioConverterDispose(converter) }
    let plain = samples(converter, packets).samples
    #expect(plain.count == packets.count * 2048 && plain.contains { abs($0) > 0.1 })
    func expect(factor: Float) {
      let isSame = samples(converter, packets).samples == plain.map { $0 * factor }
      #expect(isSame, "\(factor)")
    }
    let mode = kAudioCodecPropertyDynamicRangeControlMode
    expectEqual(set(converter, mode, UInt32(kDynamicRangeControlMode_Light)), noErr)
    expect(factor: 0.5)
    expectEqual(set(converter, kAudioConverterDecoderDynamicRangeCut, Float32(0)), noErr)
    expect(factor: 1)
    expectEqual(
      set(converter, kAudioCodecPropertyProgramTargetLevelConstant, UInt32(kProgramTargetLevel_Minus20dB)), noErr)
    expect(factor: 2)
    expectEqual(set(converter, kAudioConverterDecoderDynamicRangeCut, Float32(1)), noErr)
    expect(factor: 1)
    // The level overrides the constant.
    expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevel, Float32(-26)), noErr)
    expect(factor: 0.5)
    expectEqual(set(converter, mode, UInt32(kDynamicRangeControlMode_None)), noErr)
    expect(factor: 1)
    expectEqual(set(converter, kAudioCodecPropertyProgramTargetLevel, Float32(0)), noErr)
    expect(factor: 2)
  }

  @Test("Damaged and empty packets end the conversion, or are filled in for as long as was asked")
  func concealment() throws {
    var packets = try Fixture.dump(Self.stream).packets
    try #require(packets.count > 16)
    for index in 8..<14 { packets[index] = index == 9 ? [0xFF, 0xFF] : [] }
    let converter = try decoder()
    defer { AudioConverterDispose(converter) }
    expectEqual(samples(converter, packets).status, kAudioCodecBadDataError)
    expectEqual(set(converter, kAudioConverterDecoderConcealment, UInt32(1)), noErr)
    let usual = samples(converter, packets)
    #expect(usual.status == noErr && usual.samples.count == packets.count * 2048)
    // 160 ms are seven packets; nothing at all is filled in here, but for what overlaps with the packet before.
    expectEqual(set(converter, kAudioConverterDecoderConcealmentHoldTime, 0.0), noErr)
    expectEqual(set(converter, kAudioConverterDecoderConcealmentFadeTime, 0.0), noErr)
    let silent = samples(converter, packets)
    expectEqual(silent.samples.count, usual.samples.count)
    expectEqual(silent.samples.prefix(8 * 2048), usual.samples.prefix(8 * 2048))
    #expect(silent.samples[(9 * 2048)..<(14 * 2048)].allSatisfy { $0 == 0 })
    #expect(usual.samples[(9 * 2048)..<(10 * 2048)].contains { $0 != 0 })
  }

  @Test("A look-ahead asks for one packet more, and the frames are the same")
  func lookAhead() throws {
    let packets = try Fixture.dump(Self.stream).packets
    let converter = try decoder()
    defer { AudioConverterDispose(converter) }
    let plain = samples(converter, packets).samples
    expectEqual(set(converter, kAudioConverterDecoderLookAhead, UInt32(1)), noErr)
    let feed = PacketFeed(packets)
    let first = fill(converter, feed, packets: 1024, room: 1024 * 8)
    #expect(first.status == noErr && first.packets == 1024 && feed.next == 2)
    let second = fill(converter, feed, packets: 1024, room: 1024 * 8)
    #expect(second.packets == 1024 && feed.next == 3)
    let rest = fill(converter, feed, packets: UInt32(packets.count * 1024), room: packets.count * 8192)
    let isSame = floats(first.bytes + second.bytes + rest.bytes) == plain
    #expect(isSame)
  }

  @Test("A file's converter takes them, at any time, and reading goes on with the next frame")
  func files() throws {
    let packets = try Fixture.dump(Self.stream).packets.map { inDynamicRange($0, gain: -24) }
    let url = Fixture.temporary("aac")
    try Data(packets.flatMap { inADTSFrame($0) }).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var opened: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(url as CFURL, &opened) == noErr)
    let file = try required(opened)
    defer { ExtAudioFileDispose(file) }
    var format = float
    let formatSize = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, formatSize, &format), noErr)
    func read(_ count: Int) -> [Float] {
      var samples = [Float](repeating: 9, count: count * 2)
      var frames = UInt32(count)
      samples.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        expectEqual(ExtAudioFileRead(file, &frames, &list), noErr)
      }
      return Array(samples.prefix(2 * Int(frames)))
    }
    let plain = read(packets.count * 1024)
    expectEqual(ExtAudioFileSeek(file, 0), noErr)
    expectEqual(read(3000), Array(plain.prefix(6000)))
    var converter: AudioConverterRef?
    var size = UInt32(MemoryLayout<AudioConverterRef?>.size)
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter), noErr)
    let handle = try required(converter)
    let mode = kAudioCodecPropertyDynamicRangeControlMode
    expectEqual(set(handle, mode, UInt32(kDynamicRangeControlMode_Light)), noErr)
    var configuration: UInt = 0
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ConverterConfig, 8, &configuration), noErr)
    let rest = read(packets.count * 1024)
    expectEqual(rest.count, plain.count - 6000)
    let isHalf = rest == plain.dropFirst(6000).map { $0 / 2 }
    #expect(isHalf)
  }
}
