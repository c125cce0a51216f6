import AudioToolbox
import TestSupport
import Testing

/// What Audio Converter Services refuse about the data that are to be converted, and what zero of them comes to.
@Suite("Converters: buffers and input functions that are refused")
struct ConverterDataTests {
  private static let parameter = kAudio_ParamError
  private static let input = kAudioConverterErr_InvalidInputSize
  private static let output = kAudioConverterErr_InvalidOutputSize
  private static let unsupported = kAudioConverterErr_OperationNotSupported

  private struct Converters {
    let plain, planar, resampler, decoder: AudioConverterRef

    init() throws {
      plain = try makeConverter(.pcm(), .pcm())
      planar = try makeConverter(.pcm(), .pcm(isPlanar: true))
      resampler = try makeConverter(.pcm(rate: 48000), .pcm())
      decoder = try makeConverter(.coded(kAudioFormatMPEG4AAC, frames: 1024), .pcm())
    }

    func dispose() { for converter in [plain, planar, resampler, decoder] { AudioConverterDispose(converter) } }
  }

  @Test("ConvertBuffer: null pointers, parts of frames, too little room, what is no plain conversion")
  func convertBuffer() throws {
    let all = try Converters()
    defer { all.dispose() }
    let data = [UInt8](repeating: 1, count: 16)
    var (made, size) = ([UInt8](repeating: 0, count: 16), UInt32(16))
    Refusal.check([
      Refusal("AudioConverterConvertBuffer", "no input", Self.parameter) {
        AudioConverterConvertBuffer(all.plain, 4, nothing(), &size, &made)
      },
      Refusal("AudioConverterConvertBuffer", "no size", Self.parameter) {
        AudioConverterConvertBuffer(all.plain, 4, data, nothing(), &made)
      },
      Refusal("AudioConverterConvertBuffer", "no output", Self.parameter) {
        AudioConverterConvertBuffer(all.plain, 4, data, &size, nothing())
      },
      Refusal("AudioConverterConvertBuffer", "a frame and a half", Self.input) {
        AudioConverterConvertBuffer(all.plain, 6, data, &size, &made)
      },
      Refusal("AudioConverterConvertBuffer", "too little room", Self.output) {
        size = 7
        return AudioConverterConvertBuffer(all.plain, 8, data, &size, &made)
      },
      Refusal("AudioConverterConvertBuffer", "planes", Self.unsupported) {
        AudioConverterConvertBuffer(all.planar, 4, data, &size, &made)
      },
      Refusal("AudioConverterConvertBuffer", "another rate", Self.unsupported) {
        AudioConverterConvertBuffer(all.resampler, 4, data, &size, &made)
      },
      Refusal("AudioConverterConvertBuffer", "packets", Self.unsupported) {
        AudioConverterConvertBuffer(all.decoder, 4, data, &size, &made)
      },
    ])
    #expect(made.allSatisfy { $0 == 0 })
    size = 16
    expectEqual(AudioConverterConvertBuffer(all.plain, 0, nothing(), &size, &made), noErr)
    expectEqual(size, 0)
    size = 16
    expectEqual(AudioConverterConvertBuffer(all.plain, 8, data, &size, &made), noErr)
    expectEqual(size, 8)
    expectEqual(made, [UInt8](repeating: 1, count: 8) + [UInt8](repeating: 0, count: 8))
  }

  @Test("ConvertComplexBuffer: lists without buffers, memory or room")
  func convertComplexBuffer() throws {
    let all = try Converters()
    defer { all.dispose() }
    let (source, target) = (OneBuffer(16), OneBuffer(16))
    func convert(_ converter: AudioConverterRef, _ frames: UInt32 = 4) -> OSStatus {
      defer {
        source.reset()
        target.reset()
      }
      return AudioConverterConvertComplexBuffer(converter, frames, source.list, target.list)
    }
    Refusal.check([
      Refusal("AudioConverterConvertComplexBuffer", "no input", Self.parameter) {
        AudioConverterConvertComplexBuffer(all.plain, 4, nothing(), target.list)
      },
      Refusal("AudioConverterConvertComplexBuffer", "no output", Self.parameter) {
        AudioConverterConvertComplexBuffer(all.plain, 4, source.list, nothing())
      },
      Refusal("AudioConverterConvertComplexBuffer", "another rate", Self.unsupported) { convert(all.resampler) },
      Refusal("AudioConverterConvertComplexBuffer", "no input buffer", Self.input) {
        source.list.pointee.mNumberBuffers = 0
        return convert(all.plain)
      },
      Refusal("AudioConverterConvertComplexBuffer", "no output buffer", Self.output) {
        target.list.pointee.mNumberBuffers = 0
        return convert(all.plain)
      },
      Refusal("AudioConverterConvertComplexBuffer", "one buffer for two planes", Self.output) { convert(all.planar) },
      Refusal("AudioConverterConvertComplexBuffer", "input without memory", Self.input) {
        source.list.pointee.mBuffers.mData = nil
        return convert(all.plain)
      },
      Refusal("AudioConverterConvertComplexBuffer", "output without memory", Self.parameter) {
        target.list.pointee.mBuffers.mData = nil
        return convert(all.plain)
      },
      Refusal("AudioConverterConvertComplexBuffer", "too few bytes", Self.input) {
        source.list.pointee.mBuffers.mDataByteSize = 15
        return convert(all.plain)
      },
      Refusal("AudioConverterConvertComplexBuffer", "too little room", Self.output) {
        target.list.pointee.mBuffers.mDataByteSize = 15
        return convert(all.plain)
      },
      Refusal("AudioConverterConvertComplexBuffer", "more frames than there can be", Self.output) {
        convert(all.plain, .max)
      },
    ])
    expectEqual(AudioConverterConvertComplexBuffer(all.plain, 0, source.list, target.list), noErr)
    expectEqual(target.list.pointee.mBuffers.mDataByteSize, 0)
  }

  // MARK: Input functions

  private static let noInput: AudioConverterComplexInputDataProc = { _, count, _, _, _ in
    count.pointee = 0
    return noErr
  }
  private static let simple: AudioConverterInputDataProc = { _, size, data, userData in
    guard let userData else { return kAudio_ParamError }
    data.pointee = userData
    size.pointee = min(size.pointee, 8)
    return noErr
  }

  @Test("FillBuffer and FillComplexBuffer: null pointers, no function, no room, nothing wanted")
  func fillWithNothing() throws {
    let all = try Converters()
    defer { all.dispose() }
    var (packets, size) = (UInt32(4), UInt32(16))
    let (target, source) = (OneBuffer(16), OneBuffer(16))
    let no = Self.noInput
    Refusal.check([
      Refusal("AudioConverterFillComplexBuffer", "no function", Self.parameter) {
        AudioConverterFillComplexBuffer(all.plain, nothing(), nil, &packets, target.list, nil)
      },
      Refusal("AudioConverterFillComplexBuffer", "no count", Self.parameter) {
        AudioConverterFillComplexBuffer(all.plain, no, nil, nothing(), target.list, nil)
      },
      Refusal("AudioConverterFillComplexBuffer", "no list", Self.parameter) {
        AudioConverterFillComplexBuffer(all.plain, no, nil, &packets, nothing(), nil)
      },
      Refusal("AudioConverterFillComplexBuffer", "no buffer", Self.output) {
        target.reset(buffers: 0)
        return AudioConverterFillComplexBuffer(all.plain, no, nil, &packets, target.list, nil)
      },
      Refusal("AudioConverterFillComplexBuffer", "no memory", Self.parameter) {
        target.reset()
        target.list.pointee.mBuffers.mData = nil
        return AudioConverterFillComplexBuffer(all.plain, no, nil, &packets, target.list, nil)
      },
      Refusal("AudioConverterFillComplexBuffer", "no room", Self.output) {
        target.reset()
        target.list.pointee.mBuffers.mDataByteSize = 3
        packets = 4
        return AudioConverterFillComplexBuffer(all.plain, no, nil, &packets, target.list, nil)
      },
      Refusal("AudioConverterFillBuffer", "no function", Self.parameter) {
        AudioConverterFillBuffer(all.plain, nothing(), nil, &size, target.memory)
      },
      Refusal("AudioConverterFillBuffer", "no size", Self.parameter) {
        AudioConverterFillBuffer(all.plain, Self.simple, source.memory, nothing(), target.memory)
      },
      Refusal("AudioConverterFillBuffer", "no output", Self.parameter) {
        AudioConverterFillBuffer(all.plain, Self.simple, source.memory, &size, nothing())
      },
      Refusal("AudioConverterFillBuffer", "planes", Self.unsupported) {
        AudioConverterFillBuffer(all.planar, Self.simple, source.memory, &size, target.memory)
      },
      Refusal("AudioConverterFillBuffer", "packets", Self.unsupported) {
        AudioConverterFillBuffer(all.decoder, Self.simple, source.memory, &size, target.memory)
      },
      Refusal("AudioConverterFillBuffer", "a status of the function's own", -77) {
        AudioConverterFillBuffer(all.plain, { _, _, _, _ in -77 }, nil, &size, target.memory)
      },
    ])
    size = 16
    expectEqual(AudioConverterFillBuffer(all.plain, Self.simple, source.memory, &size, target.memory), noErr)
    expectEqual(size, 16)
    target.reset()
    packets = 0
    expectEqual(AudioConverterFillComplexBuffer(all.plain, no, nil, &packets, target.list, nil), noErr)
    expectEqual(packets, 0)
    var dependency = AudioStreamPacketDependencyDescription()
    expectEqual(
      AudioConverterFillComplexBufferWithPacketDependencies(
        all.plain, no, nil, nothing(), target.list, nil, &dependency), Self.parameter)
    expectEqual(
      AudioConverterFillComplexBufferRealtimeSafe(all.plain, nothing(), nil, &packets, target.list, nil), Self.parameter
    )
  }

  /// What an input function may do wrong.
  enum Mistake: Int, CaseIterable {
    case noMemory
    case tooFewBytes
    case noBuffers
    case noDescriptions
    case negativeOffset
    case offsetOutside
    case sizeOutside

    var isAboutDescriptions: Bool { rawValue >= Self.noDescriptions.rawValue }
  }

  private final class Answer {
    let mistake: Mistake
    let memory = OneBuffer(64)
    let place = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)
    init(_ mistake: Mistake) { self.mistake = mistake }
    deinit { place.deallocate() }

    static let function: AudioConverterComplexInputDataProc = { _, count, list, places, userData in
      guard let userData else { return kAudio_ParamError }
      let answer = Unmanaged<Answer>.fromOpaque(userData).takeUnretainedValue()
      count.pointee = 1
      list.pointee.mBuffers = AudioBuffer(mNumberChannels: 2, mDataByteSize: 64, mData: answer.memory.memory)
      answer.place.initialize(
        to: AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 8))
      places?.pointee = answer.place
      switch answer.mistake {
      case .noMemory: list.pointee.mBuffers.mData = nil
      case .tooFewBytes: list.pointee.mBuffers.mDataByteSize = 3
      case .noBuffers: list.pointee.mNumberBuffers = 0
      case .noDescriptions: places?.pointee = nil
      case .negativeOffset: answer.place.pointee.mStartOffset = -1
      case .offsetOutside: answer.place.pointee.mStartOffset = .max
      case .sizeOutside: answer.place.pointee.mDataByteSize = .max
      }
      return noErr
    }
  }

  @Test("An input function that gives no memory, too little of it or wrong places", arguments: Mistake.allCases)
  func mistakes(_ mistake: Mistake) throws {
    let all = try Converters()
    defer { all.dispose() }
    let answer = Answer(mistake)
    let userData = Unmanaged.passUnretained(answer).toOpaque()
    let target = OneBuffer(4096)
    let converter = mistake.isAboutDescriptions ? all.decoder : all.plain
    var packets: UInt32 = 1
    let status = AudioConverterFillComplexBuffer(converter, Answer.function, userData, &packets, target.list, nil)
    let expected =
      mistake == .noDescriptions ? kAudioConverterErr_RequiresPacketDescriptionsError : Self.input
    expectEqual(status, expected)
    expectEqual(packets, 0)
    withExtendedLifetime(answer) {}
    // The converter is whole.
    target.reset()
    packets = 1
    expectEqual(AudioConverterFillComplexBuffer(converter, Self.noInput, nil, &packets, target.list, nil), noErr)
    expectEqual(packets, 0)
  }

  @Test("A decoder whose cookie has not come, and a converter that is at work already")
  func notReady() throws {
    let waiting = try makeConverter(.coded(kAudioFormatAppleLossless, frames: 4096), .pcm())
    defer { AudioConverterDispose(waiting) }
    let early = fill(waiting, PacketFeed([[1, 2, 3, 4]]), packets: 16, room: 64)
    expectEqual(early.status, kAudioConverterErr_UnspecifiedError)
    expectEqual(early.packets, 0)
    let plain = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(plain) }
    // The function asks the converter that calls it, and hands on what it says.
    let within: AudioConverterComplexInputDataProc = { converter, count, _, _, _ in
      count.pointee = 0
      let buffer = OneBuffer(16)
      var packets: UInt32 = 4
      return AudioConverterFillComplexBuffer(
        converter,
        { _, count, _, _, _ in
          count.pointee = 0
          return noErr
        }, nil, &packets, buffer.list, nil)
    }
    let target = OneBuffer(16)
    var packets: UInt32 = 4
    let status = AudioConverterFillComplexBuffer(plain, within, nil, &packets, target.list, nil)
    expectEqual(status, kAudioConverterErr_OperationNotSupported)
  }
}
