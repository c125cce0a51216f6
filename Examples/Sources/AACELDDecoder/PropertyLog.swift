import AudioToolbox
import ExampleSupport
import Foundation

/// What a converter says of itself, line by line as the text shows it.
struct PropertyLog {
  let decoder: ConfiguredDecoder
  private var converter: AudioConverterRef { decoder.converter }

  func print() throws {
    let input = try value(kAudioConverterCurrentInputStreamDescription, AudioStreamBasicDescription())
    Swift.print(
      """
      === Converter Input ASBD ===
      mFormatID:         \(input.mFormatID)  (kAudioFormatMPEG4AAC_ELD)
      mFormatFlags:      0x\(String(input.mFormatFlags, radix: 16))
      mChannelsPerFrame: \(input.mChannelsPerFrame)
      isNonInterleaved:  \(isNonInterleaved(input))

      """)

    let output = try value(kAudioConverterCurrentOutputStreamDescription, AudioStreamBasicDescription())
    Swift.print(
      """
      === Converter Output ASBD ===
      mSampleRate:       \(String(format: "%f", output.mSampleRate))
      mFormatID:         \(output.mFormatID)  (kAudioFormatLinearPCM)
      mFormatFlags:      0x\(String(output.mFormatFlags, radix: 16))
      mChannelsPerFrame: \(output.mChannelsPerFrame)
      mBytesPerFrame:    \(output.mBytesPerFrame)
      mBytesPerPacket:   \(output.mBytesPerPacket)
      isNonInterleaved:  \(isNonInterleaved(output))

      """)

    let prime = try value(kAudioConverterPrimeInfo, AudioConverterPrimeInfo())
    Swift.print(
      """
      === Converter Prime Info ===
      leadingFrames:     \(prime.leadingFrames)
      trailingFrames:    \(prime.trailingFrames)

      """)

    var size: UInt32 = 0
    let status = AudioConverterGetPropertyInfo(converter, kAudioConverterDecompressionMagicCookie, &size, nil)
    if status == noErr {
      Swift.print("decompression magic cookie: \(size) bytes")
    } else {
      Swift.print("AudioConverterGetPropertyInfo (decompression magic cookie) failed: \(status)")
    }
  }

  private func isNonInterleaved(_ format: AudioStreamBasicDescription) -> Bool {
    format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
  }

  private func value<Value: BitwiseCopyable>(_ property: AudioConverterPropertyID, _ empty: Value) throws -> Value {
    var value = empty
    var size = UInt32(MemoryLayout<Value>.size)
    try check("property \(fourCharacters(property))", AudioConverterGetProperty(converter, property, &size, &value))
    return value
  }
}
