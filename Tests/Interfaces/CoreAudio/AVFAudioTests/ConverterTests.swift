import AVFoundation
import TestSupport
import Testing

@Suite("AVAudioConverter")
struct ConverterTests {
  /// All that a converter makes of a sound, in calls of so many frames, and how each ended.
  private func convert(
    _ converter: AVAudioConverter, _ portions: Portions, frames: UInt32
  ) throws -> (bytes: [UInt8], samples: [Double], endings: [AVAudioConverterOutputStatus]) {
    var result: (bytes: [UInt8], samples: [Double], endings: [AVAudioConverterOutputStatus]) = ([], [], [])
    let output = try required(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: frames))
    while result.endings.last.map({ $0 == .haveData }) ?? true {
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { _, status in portions.give(status) }
      expectNil(error)
      result.endings.append(status)
      result.bytes += Make.bytes(output)
      result.samples += Make.samples(output)
    }
    return result
  }

  /// What the C API makes of a sound in one call; both formats with one buffer.
  private func converted(_ source: AVAudioPCMBuffer, to format: AVAudioFormat, frames: UInt32) throws -> [UInt8] {
    var converter: AudioConverterRef?
    expectEqual(AudioConverterNew(source.format.streamDescription, format.streamDescription, &converter), noErr)
    let handle = try required(converter)
    defer { AudioConverterDispose(handle) }
    let output = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
    // Who brings little at a time is given frames promptly. Blocks, which the whole would come in, differ in the last
    // bits.
    var delivery = UInt32(kAudioConverterSampleRateConverterDelivery_Prompt)
    if source.format.sampleRate != output.format.sampleRate {
      expectEqual(AudioConverterSetProperty(handle, kAudioConverterSampleRateConverterDelivery, 4, &delivery), noErr)
    }
    final class Feed {
      var buffer: AVAudioPCMBuffer?
      init(_ buffer: AVAudioPCMBuffer) { self.buffer = buffer }
    }
    let feed = Feed(source)
    var count = frames
    let status = AudioConverterFillComplexBuffer(
      handle,
      { _, count, list, _, userData in
        guard let userData else { return kAudio_ParamError }
        let feed = Unmanaged<Feed>.fromOpaque(userData).takeUnretainedValue()
        guard let buffer = feed.buffer else {
          count.pointee = 0
          return noErr
        }
        list.pointee.mBuffers = buffer.audioBufferList.pointee.mBuffers
        count.pointee = buffer.frameLength
        feed.buffer = nil
        return noErr
      }, Unmanaged.passUnretained(feed).toOpaque(), &count, output.mutableAudioBufferList, nil)
    expectEqual(status, noErr)
    withExtendedLifetime((feed, source)) {}
    output.frameLength = count
    return Make.bytes(output)
  }

  @Test("What there is no conversion for gives no converter")
  func impossible() throws {
    func coded(_ formatID: AudioFormatID) throws -> AVAudioFormat {
      try required(
        AVAudioFormat(settings: [AVFormatIDKey: formatID, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]))
    }
    expectNil(AVAudioConverter(from: try coded(kAudioFormatMPEG4AAC), to: try coded(kAudioFormatAppleLossless)))
    expectNil(AVAudioConverter(from: Make.format(), to: try coded(0x3F3F_3F3F)))
    expectNil(AVAudioConverter(from: Make.format(rate: 0), to: Make.format(rate: 44100)))
    #expect(AVAudioConverter(from: Make.format(), to: try coded(kAudioFormatMPEG4AAC)) != nil)
  }

  @Test("The simple form converts samples and their order")
  func simple() throws {
    let source = Make.tone(Make.format(), frames: 1000)
    let format = Make.format(.pcmFormatInt16, interleaved: true)
    let converter = try required(AVAudioConverter(from: source.format, to: format))
    expectEqual(converter.inputFormat, source.format)
    expectEqual(converter.outputFormat, format)
    let output = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1500))
    try converter.convert(to: output, from: source)
    expectEqual(output.frameLength, 1000)
    for channel in 0..<2 {
      let expected = Make.samples(source, channel).map { ($0 * 32768).rounded(.toNearestOrEven) / 32768 }
      expectEqual(Make.samples(output, channel), expected)
    }
    source.frameLength = 0
    try converter.convert(to: output, from: source)
    expectEqual(output.frameLength, 0)
  }

  @Test("The simple form refuses other rates, codecs, other buffers and too little room")
  func simpleErrors() throws {
    let source = Make.tone(Make.format(), frames: 100)
    let slow = Make.format(rate: 16000)
    let resampler = try required(AVAudioConverter(from: source.format, to: slow))
    let room = try required(AVAudioPCMBuffer(pcmFormat: slow, frameCapacity: 1000))
    let first = failure { try resampler.convert(to: room, from: source) }
    expectEqual(first?.code, kAudio_ParamError)
    expectEqual(first?.domain, NSOSStatusErrorDomain)
    let same = try required(AVAudioConverter(from: source.format, to: source.format))
    let small = try required(AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: 99))
    expectEqual(failure { try same.convert(to: small, from: source) }?.code, kAudio_ParamError)
    expectEqual(failure { try same.convert(to: room, from: source) }?.code, kAudio_ParamError)
    expectEqual(failure { try same.convert(to: source, from: room) }?.code, kAudio_ParamError)
  }

  @Test(
    "Portions of any size make what the C API makes at once", arguments: [16000.0, 44100, 48000, 22050], [1, 333, 4096])
  func portions(rate: Double, portion: Int) throws {
    let source = Make.tone(Make.format(.pcmFormatFloat32, channels: 1), frames: 10_000)
    let format = Make.format(.pcmFormatInt16, rate: rate, channels: 1)
    let expected = try converted(source, to: format, frames: 20_000)
    let converter = try required(AVAudioConverter(from: source.format, to: format))
    for frames in [100 as UInt32, 1024, 20_000] {
      let made = try convert(converter, Portions(source, portion: portion), frames: frames)
      expectEqual(made.bytes, expected, "\(frames) frames at a time")
      expectEqual(made.endings.last, .endOfStream)
      #expect(made.endings.dropLast().allSatisfy { $0 == .haveData })
      converter.reset()
    }
  }

  @Test("Where input is short the converter says so and goes on with the next")
  func ranDry() throws {
    let source = Make.tone(Make.format(.pcmFormatFloat32, channels: 1), frames: 5000)
    let format = Make.format(.pcmFormatFloat32, rate: 48000, channels: 1)
    let expected = try converted(source, to: format, frames: 10_000)
    let converter = try required(AVAudioConverter(from: source.format, to: format))
    let portions = Portions(source, portion: 700)
    let output = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 2000))
    var bytes: [UInt8] = []
    // One portion a call, as a program does that gets its input from a microphone.
    for _ in 0..<8 {
      var isGiven = false
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { _, status in
        if isGiven {
          status.pointee = .noDataNow
          return nil
        }
        isGiven = true
        return portions.give(status)
      }
      expectEqual(status, .inputRanDry)
      expectNil(error)
      bytes += Make.bytes(output)
    }
    #expect(!bytes.isEmpty)
    expectLess(bytes.count, expected.count)
    portions.atEnd = .endOfStream
    let rest = try convert(converter, portions, frames: 2000)
    expectEqual(bytes + rest.bytes, expected)
    // Nothing at all: dry with no frames.
    converter.reset()
    let status = converter.convert(to: output, error: nil) { _, status in
      status.pointee = .noDataNow
      return nil
    }
    expectEqual(status, .inputRanDry)
    expectEqual(output.frameLength, 0)
  }

  @Test(
    "Programs that bring a buffer to each call and make room for what it becomes lose nothing",
    arguments: [(48000.0, 16000.0), (44100, 48000), (44100, 16000)])
  func live(rates: (Double, Double)) throws {
    let (portion, count) = (480, 60)
    let source = Make.tone(Make.format(rate: rates.0, channels: 1), frames: portion * count)
    let format = Make.format(.pcmFormatInt16, rate: rates.1, channels: 1)
    let expected = try converted(source, to: format, frames: 100_000)
    let converter = try required(AVAudioConverter(from: source.format, to: format))
    let portions = Portions(source, portion: portion)
    let room = AVAudioFrameCount((Double(portion) * rates.1 / rates.0).rounded(.up))
    let output = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: room))
    var bytes: [UInt8] = []
    for index in 1...count {
      // The program's buffer is its own again after the call.
      var given: AVAudioBuffer?
      let status = converter.convert(to: output, error: nil) { _, status in
        if given != nil {
          status.pointee = .noDataNow
          return nil
        }
        given = portions.give(status)
        return given
      }
      #expect(status == .haveData || status == .inputRanDry)
      expectEqual(portions.next, index * portion)
      for buffer in UnsafeMutableAudioBufferListPointer(try required(given).mutableAudioBufferList) {
        if let data = buffer.mData { memset(data, 0xFF, Int(buffer.mDataByteSize)) }
      }
      bytes += Make.bytes(output)
    }
    let rest = try convert(converter, portions, frames: 1000)
    expectEqual(bytes + rest.bytes, expected)
  }

  @Test("Delivery can be set, and the latency told is that of the filter")
  func delivery() throws {
    let converter = try required(AVAudioConverter(from: Make.format(), to: Make.format(rate: 48000)))
    expectEqual(converter.sampleRateConverterDelivery, .automatic)
    converter.sampleRateConverterDelivery = AVSampleRateConverterDelivery.prompt
    expectEqual(converter.sampleRateConverterDelivery, .prompt)
    expectEqual(converter.sampleRateConverterLatency, Double(converter.primeInfo.trailingFrames) / 44100)
    converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_MinimumPhase
    expectEqual(converter.primeInfo.trailingFrames, 0)
    #expect(converter.sampleRateConverterLatency > 0 && converter.sampleRateConverterLatency < 0.001)
    let copy = try required(AVAudioConverter(from: Make.format(), to: Make.format()))
    #expect(copy.sampleRateConverterDelivery == nil && copy.sampleRateConverterLatency == 0)
  }

  @Test("After the end of the stream nothing comes, until a reset")
  func endOfStream() throws {
    let source = Make.tone(Make.format(), frames: 100)
    let converter = try required(AVAudioConverter(from: source.format, to: Make.format(.pcmFormatInt16)))
    let first = try convert(converter, Portions(source, portion: 100), frames: 1000)
    expectEqual(first.endings, [.haveData, .endOfStream])
    expectEqual(first.samples.count, 100)
    let again = try convert(converter, Portions(source, portion: 100), frames: 1000)
    expectEqual(again.endings, [.endOfStream])
    #expect(again.bytes.isEmpty)
    converter.reset()
    let revived = try convert(converter, Portions(source, portion: 100), frames: 1000)
    expectEqual(revived.bytes, first.bytes)
  }

  @Test("Wrong buffers are errors: of the output, of the input, of no room")
  func blockErrors() throws {
    let source = Make.tone(Make.format(), frames: 100)
    let converter = try required(AVAudioConverter(from: source.format, to: Make.format(.pcmFormatInt16)))
    func status(
      _ output: AVAudioBuffer, _ input: AVAudioBuffer
    ) -> (AVAudioConverterOutputStatus, NSError?) {
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { _, status in
        status.pointee = .haveData
        return input
      }
      return (status, error)
    }
    let wrong = status(source, source)
    expectEqual(wrong.0, .error)
    expectEqual(wrong.1?.code, Int(kAudio_ParamError))
    expectEqual(wrong.1?.domain, NSOSStatusErrorDomain)
    let output = try required(AVAudioPCMBuffer(pcmFormat: Make.format(.pcmFormatInt16), frameCapacity: 10))
    let other = status(output, Make.tone(Make.format(rate: 8000), frames: 10))
    expectEqual(other.0, .error)
    expectEqual(other.1?.code, Int(kAudio_ParamError))
    let none = try required(AVAudioPCMBuffer(pcmFormat: Make.format(.pcmFormatInt16), frameCapacity: 0))
    expectEqual(status(none, source).0, .error)
    // The error may be of no interest.
    expectEqual(converter.convert(to: source, error: nil) { _, _ in nil }, .error)
  }

  // MARK: Codecs

  @Test(
    "Packets and back: every frame in its place",
    arguments: [kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_ELD, kAudioFormatAppleLossless])
  func codecs(formatID: AudioFormatID) throws {
    let source = Make.tone(Make.format(), frames: 30_000)
    let settings: [String: Any] = [AVFormatIDKey: formatID, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]
    let coded = try required(AVAudioFormat(settings: settings))
    let encoder = try required(AVAudioConverter(from: source.format, to: coded))
    expectGreater(encoder.maximumOutputPacketSize, 0)
    let portions = Portions(source, portion: 1000)
    var packets: [AVAudioCompressedBuffer] = []
    var ending = AVAudioConverterOutputStatus.haveData
    while ending == .haveData {
      let buffer = AVAudioCompressedBuffer(
        format: coded, packetCapacity: 8, maximumPacketSize: encoder.maximumOutputPacketSize)
      var error: NSError?
      ending = encoder.convert(to: buffer, error: &error) { _, status in portions.give(status) }
      expectNil(error)
      let places = try required(buffer.packetDescriptions)
      let sizes = (0..<Int(buffer.packetCount)).map { places[$0].mDataByteSize }
      expectEqual(sizes.reduce(0, +), buffer.byteLength)
      expectEqual(ending == .endOfStream, buffer.packetCount == 0)
      if buffer.packetCount > 0 { packets.append(buffer) }
    }
    let lead = Int(encoder.primeInfo.leadingFrames)
    let size = Int(coded.streamDescription.pointee.mFramesPerPacket)
    let count = packets.reduce(0) { $0 + Int($1.packetCount) }
    expectGreaterOrEqual(count, (lead + 30_000 + size - 1) / size)

    let decoder = try required(AVAudioConverter(from: coded, to: source.format))
    decoder.magicCookie = encoder.magicCookie
    expectEqual(decoder.magicCookie, encoder.magicCookie)
    var next = 0
    let output = try required(AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: 3000))
    var samples: [Double] = []
    ending = .haveData
    while ending == .haveData {
      ending = decoder.convert(to: output, error: nil) { _, status in
        guard next < packets.count else {
          status.pointee = .endOfStream
          return nil
        }
        next += 1
        status.pointee = .haveData
        return packets[next - 1]
      }
      samples += Make.samples(output, 1)
    }
    expectEqual(ending, .endOfStream)
    expectGreaterOrEqual(samples.count, lead + 30_000)
    let middle = 5000..<25_000
    let made = Array(samples.dropFirst(lead).prefix(30_000))
    let quality = Array(made[middle]).signalToNoise(of: Array(Make.samples(source, 1)[middle]))
    expectGreater(quality, 30, "\(quality) dB")
  }

  @Test("A cookie of the input's format is taken over")
  func cookies() throws {
    let file = try AVAudioFile(forReading: FileTests.music)
    let converter = try required(AVAudioConverter(from: file.fileFormat, to: file.processingFormat))
    expectEqual(converter.magicCookie, file.fileFormat.magicCookie)
    file.fileFormat.magicCookie = Data([1, 2, 3])
    expectNil(AVAudioConverter(from: file.fileFormat, to: file.processingFormat))
  }

  // MARK: Properties

  @Test("Properties of samples are set and answered, and what does not apply is passed over")
  func sampleProperties() throws {
    let converter = try required(AVAudioConverter(from: Make.format(), to: Make.format(.pcmFormatInt16, rate: 16000)))
    #expect(!converter.dither)
    converter.dither = true
    #expect(converter.dither)
    #expect(!converter.downmix)
    converter.downmix = true
    #expect(converter.downmix)
    converter.downmix = false
    expectEqual(converter.channelMap, [0, 1])
    converter.channelMap = [1, -1]
    expectEqual(converter.channelMap, [1, -1])
    converter.channelMap = [1]
    expectEqual(converter.channelMap, [1, -1])
    converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
    expectEqual(converter.sampleRateConverterQuality, 127)
    expectEqual(converter.sampleRateConverterAlgorithm, AVSampleRateConverterAlgorithm_Normal)
    for name in [AVSampleRateConverterAlgorithm_Mastering, AVSampleRateConverterAlgorithm_MinimumPhase] {
      converter.sampleRateConverterAlgorithm = name
      expectEqual(converter.sampleRateConverterAlgorithm, name)
    }
    converter.sampleRateConverterAlgorithm = "no such algorithm"
    expectEqual(converter.sampleRateConverterAlgorithm, AVSampleRateConverterAlgorithm_MinimumPhase)
    expectEqual(converter.primeMethod, .normal)
    for method in [AVAudioConverterPrimeMethod.pre, .none, .normal] {
      converter.primeMethod = method
      expectEqual(converter.primeMethod, method)
    }
    expectGreater(converter.primeInfo.leadingFrames, 0)

    let plain = try required(AVAudioConverter(from: Make.format(), to: Make.format(.pcmFormatInt16)))
    plain.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
    expectNil(plain.sampleRateConverterAlgorithm)
    expectEqual(plain.primeInfo.leadingFrames, 0)
    expectEqual(plain.bitRate, 0)
    expectNil(plain.bitRateStrategy)
    expectNil(plain.magicCookie)
    expectNil(plain.availableEncodeBitRates)
    expectNil(plain.applicableEncodeBitRates)
    expectNil(plain.availableEncodeSampleRates)
    expectNil(plain.applicableEncodeSampleRates)
    expectNil(plain.availableEncodeChannelLayoutTags)
  }

  @Test("A map of channels and a downmix change what is made")
  func channels() throws {
    let source = Make.tone(Make.format(), frames: 100)
    let swap = try required(AVAudioConverter(from: source.format, to: source.format))
    swap.channelMap = [1, 0]
    let output = try required(AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: 100))
    try swap.convert(to: output, from: source)
    expectEqual(Make.samples(output, 0), Make.samples(source, 1))
    expectEqual(Make.samples(output, 1), Make.samples(source, 0))
    let mix = try required(AVAudioConverter(from: source.format, to: Make.format(channels: 1)))
    mix.downmix = true
    let mono = try required(AVAudioPCMBuffer(pcmFormat: Make.format(channels: 1), frameCapacity: 100))
    try mix.convert(to: mono, from: source)
    let mean = zip(Make.samples(source, 0), Make.samples(source, 1)).map { ($0 + $1) / 2 }
    #expect(zip(Make.samples(mono), mean).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("An encoder tells its rates, and keeps to the one that is set")
  func encoderProperties() throws {
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
    ]
    let coded = try required(AVAudioFormat(settings: settings))
    let encoder = try required(AVAudioConverter(from: Make.format(), to: coded))
    let rates = try required(encoder.applicableEncodeBitRates).map(\.intValue)
    #expect(rates.contains(128_000))
    // 6144 bits a channel and frame at most: ISO/IEC 14496-3, 4.5.3.
    #expect(rates.allSatisfy { $0 > 0 && $0 <= 6144 * 2 * 44100 / 1024 })
    let all = try required(encoder.availableEncodeBitRates).map(\.intValue)
    #expect(Set(all).isSuperset(of: rates))
    expectEqual(all, all.sorted())
    #expect(try #require(encoder.availableEncodeSampleRates).map(\.doubleValue).contains(48000))
    encoder.bitRate = 96_000
    expectEqual(encoder.bitRate, 96_000)
    #expect(try #require(encoder.applicableEncodeSampleRates).map(\.doubleValue).contains(44100))
    expectEqual(encoder.bitRateStrategy, AVAudioBitRateStrategy_Constant)
    encoder.bitRateStrategy = AVAudioBitRateStrategy_LongTermAverage
    expectEqual(encoder.bitRateStrategy, AVAudioBitRateStrategy_LongTermAverage)
    expectEqual(encoder.availableEncodeChannelLayoutTags?.isEmpty, false)
    expectGreater(encoder.primeInfo.leadingFrames, 0)

    let portions = Portions(
      Make.buffer(Make.format(), frames: 441_000) { channel, frame in
        // Noise, which takes all the bits that it is given.
        Double((frame &* 2_654_435_761 &+ channel &* 40_503) >> 7 & 0xFFFF) / 65536 - 0.5
      }, portion: 44_100)
    let buffer = AVAudioCompressedBuffer(
      format: coded, packetCapacity: 500, maximumPacketSize: encoder.maximumOutputPacketSize)
    expectEqual(encoder.convert(to: buffer, error: nil) { _, status in portions.give(status) }, .haveData)
    let seconds = Double(buffer.packetCount) * 1024 / 44100
    let rate = Double(buffer.byteLength) * 8 / seconds
    expectLess(abs(rate - 96_000), 5000, "\(rate)")
  }
}
