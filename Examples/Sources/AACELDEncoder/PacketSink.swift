import AudioToolbox
import ExampleSupport
import Foundation

/// A file that packets go into one by one, as they are made.
final class PacketSink {
  private let file: AudioFileID
  private var count: Int64 = 0

  init(_ url: URL, type: AudioFileTypeID, encoder: AACEncoder) throws {
    var format = encoder.output
    var made: AudioFileID?
    try check("AudioFileCreateWithURL", AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &made))
    guard let made else { throw CallFailed("AudioFileCreateWithURL", kAudio_ParamError) }
    file = made
    let cookie = try encoder.cookie
    try check(
      "MagicCookieData",
      AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie))
  }

  func append(_ packet: Data) throws {
    var place = AudioStreamPacketDescription(
      mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
    var written: UInt32 = 1
    try packet.withUnsafeBytes { memory in
      guard let base = memory.baseAddress else { return }
      try check(
        "AudioFileWritePackets",
        AudioFileWritePackets(file, false, UInt32(memory.count), &place, count, &written, base))
    }
    count += 1
  }

  /// Says which frames were captured, and completes the file.
  func close(_ encoder: AACEncoder, frameCount: Int) throws {
    let prime = try encoder.primeInfo
    var table = AudioFilePacketTableInfo(
      mNumberValidFrames: Int64(frameCount), mPrimingFrames: Int32(prime.leadingFrames),
      mRemainderFrames: Int32(prime.trailingFrames))
    try check(
      "PacketTableInfo",
      AudioFileSetProperty(
        file, kAudioFilePropertyPacketTableInfo, UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table))
    try check("AudioFileClose", AudioFileClose(file))
  }
}
