import AudioToolbox
import FuzzSupport

/// Makes converters between formats that nobody in his right mind would ask for, and feeds them with bytes of a file.
struct ConverterExercise {
  var generator: SeededGenerator

  private static let formatIDs: [AudioFormatID] = [
    kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_HE,
    kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD, kAudioFormatAppleLossless, kAudioFormatAppleIMA4,
    kAudioFormatMPEGLayer3, kAudioFormatULaw, kAudioFormatALaw,
  ]

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  /// A description whose fields are each plausible or absurd.
  private mutating func format(_ formatID: AudioFormatID) -> AudioStreamBasicDescription {
    let isPCM = formatID == kAudioFormatLinearPCM
    let channels = pick([1, 2, 2, 6, 8, 0, 64, 0xFFFF_FFFF] as [UInt32])
    let bits = pick([16, 32, 24, 8, 64, 0, 20, 33] as [UInt32])
    let frame = pick([channels &* (bits / 8), 4, 0, .max] as [UInt32])
    return AudioStreamBasicDescription(
      mSampleRate: pick([44_100, 48_000, 8000, 100, 1, 0, -1, .nan, .infinity, 1e300, 16_777_215, 0.5]),
      mFormatID: formatID, mFormatFlags: pick([9, 12, 8, 4, 0, 41, .max] as [UInt32]),
      mBytesPerPacket: isPCM ? frame : pick([0, 34, 1, .max] as [UInt32]),
      mFramesPerPacket: isPCM ? pick([1, 1, 0, 2] as [UInt32]) : pick([0, 1024, 512, 480, 64, .max] as [UInt32]),
      mBytesPerFrame: isPCM ? frame : 0, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
  }

  /// Makes a converter and decodes a few packets with it.
  mutating func run(_ bytes: [UInt8]) -> Int {
    var input = format(pick(Self.formatIDs))
    var output = format(Bool.random(using: &generator) ? kAudioFormatLinearPCM : pick(Self.formatIDs))
    var made: AudioConverterRef?
    guard AudioConverterNew(&input, &output, &made) == noErr, let probe = made else { return 0 }
    askProperties(probe)
    AudioConverterDispose(probe)
    let cookie = Array(bytes.prefix(Int.random(in: 0..<128, using: &generator)))
    guard let converter = PacketConverter(input, cookie: cookie) else { return 0 }
    var places: [AudioStreamPacketDescription] = []
    let packets = Array(bytes.prefix(4096))
    if input.mBytesPerPacket == 0 {
      var offset = 0
      while offset < packets.count, places.count < 16 {
        let size = min(packets.count - offset, Int.random(in: 0..<600, using: &generator))
        places.append(
          AudioStreamPacketDescription(
            mStartOffset: Int64(offset), mVariableFramesInPacket: pick([0, 0, 1024, .max] as [UInt32]),
            mDataByteSize: UInt32(size)))
        offset += max(1, size)
      }
    }
    packets.withUnsafeBytes { converter.decode($0, places) }
    return converter.frameCount
  }

  private func askProperties(_ converter: AudioConverterRef) {
    let properties = [
      kAudioConverterPropertyMaximumOutputPacketSize, kAudioConverterPropertyCalculateInputBufferSize,
      kAudioConverterPropertyCalculateOutputBufferSize, kAudioConverterPrimeInfo, kAudioConverterCompressionMagicCookie,
      kAudioConverterApplicableEncodeBitRates, kAudioConverterCurrentOutputStreamDescription,
      kAudioConverterCurrentInputStreamDescription, kAudioConverterOutputChannelLayout, kAudioConverterChannelMap,
    ]
    for property in properties {
      var size: UInt32 = 0
      var isWritable = false
      guard AudioConverterGetPropertyInfo(converter, property, &size, &isWritable) == noErr, size < 1 << 20 else {
        continue
      }
      let memory = GuardedMemory(byteCount: max(8, Int(size)))
      memory.start.storeBytes(of: .max, as: UInt32.self)
      _ = AudioConverterGetProperty(converter, property, &size, memory.start)
      memory.check()
    }
  }
}
