import AudioToolbox
import ExampleSupport
import Foundation

/// Core Audio's data formats, one after the other, on a file given by the user.
@main
struct Program {
  static func main() { report(run) }

  private static func run() throws {
    guard CommandLine.arguments.count == 3 else { throw UsageError("FormatsTour FILE FOLDER-FOR-NEW-FILES") }
    let source = try PacketFile(reading: URL(fileURLWithPath: CommandLine.arguments[1]))
    let folder = URL(fileURLWithPath: CommandLine.arguments[2])

    showCanonicalFormats()
    let caf = try FormatOfFile.copyToCAF(source, in: folder)
    try FormatOfFile.show(caf)
    try Packets.show(in: folder, variable: caf)
    try BufferSize.show(caf)
    try Conversions.show(caf)
    try Cookie.show(caf)
  }

  /// The formats that Apple's systems prefer. `AudioUnitSampleType` is a float on the desktop; telephones had 8.24.
  private static func showCanonicalFormats() {
    print("canonical formats")
    for (name, format) in CanonicalFormat.all { print("  \(name): \(format.summary)") }
  }
}

enum CanonicalFormat {
  static let all: [(String, AudioStreamBasicDescription)] = [
    ("iOS input and output", .pcm16(rate: 44100, channels: 2)),
    ("iOS audio units", fixed824),
    ("Mac input and output", interleavedFloat),
    ("Mac audio units", planarFloat),
  ]

  /// Whole numbers with 24 bits of fraction, a buffer for each channel. `mBytesPerFrame` counts one channel then.
  static let fixed824 = AudioStreamBasicDescription(
    mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved
      | 24 << kLinearPCMFormatFlagsSampleFractionShift,
    mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)

  static let interleavedFloat = AudioStreamBasicDescription(
    mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
    mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)

  static let planarFloat = AudioStreamBasicDescription(
    mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
    mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
}
