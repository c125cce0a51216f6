import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Formats may come from files and networks: whatever stands in their fields is refused or answered, and nothing stops.
@Suite("Formats whose numbers make no sense")
struct AbsurdFormatTests {
  private static let formatIDs: [AudioFormatID] = [
    kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_ELD,
    kAudioFormatAppleLossless, kAudioFormatAppleIMA4, kAudioFormatULaw, kAudioFormatMPEGLayer3, kAudioFormatFLAC,
    0x3F3F_3F3F,
  ]
  private static let rates: [Double] = [0, 44100, 1, 0.5, 1e-300, 1e12, 1e300, 0x1p63, -44100, .nan, .infinity]
  private static let numbers: [UInt32] = [0, 1, 2, 4, 16, 480, 1024, 0xFFFF, 1 << 20, 1 << 31, .max]

  private static func pick<Value>(_ list: [Value], _ random: inout SplitMix64) -> Value {
    list[Int(random.next() % UInt64(list.count))]
  }

  private static func format(_ random: inout SplitMix64) -> AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription.pcm()
    if random.next() % 4 != 0 { format.mFormatID = pick(formatIDs, &random) }
    if random.next() % 4 == 0 { format.mSampleRate = pick(rates, &random) }
    if random.next() % 3 == 0 { format.mChannelsPerFrame = pick(numbers, &random) }
    if random.next() % 3 == 0 { format.mFramesPerPacket = pick(numbers, &random) }
    if random.next() % 4 == 0 { format.mBytesPerPacket = pick(numbers, &random) }
    if random.next() % 4 == 0 { format.mBytesPerFrame = pick(numbers, &random) }
    if random.next() % 4 == 0 { format.mBitsPerChannel = pick(numbers, &random) }
    if random.next() % 4 == 0 { format.mFormatFlags = pick(numbers, &random) }
    if format.mFormatID != kAudioFormatLinearPCM, random.next() % 2 == 0 {
      (format.mBytesPerPacket, format.mBytesPerFrame, format.mBitsPerChannel) = (0, 0, 0)
    }
    return format
  }

  private static let converterProperties: [AudioConverterPropertyID] = [
    kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMinimumOutputBufferSize,
    kAudioConverterPropertyMaximumInputPacketSize, kAudioConverterPropertyMaximumOutputPacketSize,
    kAudioConverterPropertyCalculateInputBufferSize, kAudioConverterPropertyCalculateOutputBufferSize,
    kAudioConverterCurrentInputStreamDescription, kAudioConverterCurrentOutputStreamDescription,
    kAudioConverterInputChannelLayout, kAudioConverterPrimeInfo, kAudioConverterPropertyFormatList,
    kAudioConverterEncodeBitRate, kAudioConverterApplicableEncodeBitRates,
    kAudioConverterApplicableEncodeSampleRates, kAudioConverterAvailableEncodeChannelLayoutTags,
    kAudioConverterCompressionMagicCookie, kAudioConverterChannelMap, kAudioConverterPropertyChannelMixMap,
  ]

  @Test("Converters", arguments: [1, 2, 3] as [UInt64])
  func converters(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var made = 0
    for _ in 0..<400 {
      var input = random.next() % 2 == 0 ? Self.format(&random) : .pcm()
      var output = random.next() % 2 == 0 ? Self.format(&random) : .pcm()
      // Channel maps and matrices of thousands of channels take their time, and are what they should be.
      if input.mChannelsPerFrame > 64, output.mChannelsPerFrame > 64 { output = .pcm() }
      var handle: AudioConverterRef?
      guard AudioConverterNew(&input, &output, &handle) == noErr, let converter = handle else { continue }
      made += 1
      for property in Self.converterProperties {
        var (size, isWritable) = (UInt32(0), false)
        guard AudioConverterGetPropertyInfo(converter, property, &size, &isWritable) == noErr, size <= 1 << 20 else {
          continue
        }
        var value = [UInt8](repeating: 0xFF, count: Int(max(4, size)))
        expectEqual(AudioConverterGetProperty(converter, property, &size, &value), noErr, "\(input) \(output)")
      }
      let target = OneBuffer(64)
      var packets: UInt32 = 1
      _ = AudioConverterFillComplexBuffer(
        converter,
        { _, count, _, _, _ in
          count.pointee = 0
          return noErr
        }, nil, &packets, target.list, nil)
      expectEqual(AudioConverterReset(converter), noErr)
      expectEqual(AudioConverterDispose(converter), noErr)
    }
    expectGreater(made, 20)
  }

  @Test("Queues and files", arguments: [4, 5] as [UInt64])
  func queuesAndFiles(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let url = Fixture.temporary("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    let types = [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileM4AType, kAudioFileNextType]
    for _ in 0..<60 {
      var format = Self.format(&random)
      var queue: AudioQueueRef?
      if AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr {
        expectEqual(AudioQueuePrime(try #require(queue), 0, nil), noErr)
        expectEqual(AudioQueueDispose(try #require(queue), true), noErr)
      }
      queue = nil
      if AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue) == noErr {
        expectEqual(AudioQueueDispose(try #require(queue), true), noErr)
      }
      var file: AudioFileID?
      let type = Self.pick(types, &random)
      if AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file) == noErr {
        let file = try required(file)
        for property in [kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyPacketSizeUpperBound] {
          var (size, value): (UInt32, UInt32) = (4, 0)
          expectEqual(AudioFileGetProperty(file, property, &size, &value), noErr)
        }
        // Without a packet some types cannot be finished, which is told.
        _ = AudioFileClose(file)
      }
    }
  }

  @Test("Questions to Audio Format Services", arguments: [6, 7] as [UInt64])
  func questions(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let properties: [AudioFormatPropertyID] = [
      kAudioFormatProperty_FormatName, kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatList,
      kAudioFormatProperty_OutputFormatList, kAudioFormatProperty_FirstPlayableFormatFromList,
      kAudioFormatProperty_AvailableEncodeBitRates, kAudioFormatProperty_AvailableEncodeChannelLayoutTags,
      kAudioFormatProperty_AvailableDecodeNumberChannels,
    ]
    for _ in 0..<200 {
      var format = Self.format(&random)
      var size: UInt32 = 40
      _ = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
      let specifier = withUnsafeBytes(of: format) { Array($0) } + [UInt8](repeating: 0, count: 16)
      for property in properties {
        let count: UInt32 = property == kAudioFormatProperty_FirstPlayableFormatFromList ? 48 : 56
        guard AudioFormatGetPropertyInfo(property, count, specifier, &size) == noErr, size <= 1 << 20 else { continue }
        var value = [UInt8](repeating: 0, count: Int(max(8, size)))
        expectEqual(AudioFormatGetProperty(property, count, specifier, &size, &value), noErr)
        if property == kAudioFormatProperty_FormatName {
          let address = value.withUnsafeBytes { $0.loadUnaligned(as: UInt.self) }
          if let string = UnsafeRawPointer(bitPattern: address) { Unmanaged<NSString>.fromOpaque(string).release() }
        }
      }
    }
  }
}
