import AudioToolbox
import Foundation

/// A WAVE file that takes interleaved samples of 16 bits.
public final class WaveFile {
  private let id: AudioFileID
  private let format: AudioStreamBasicDescription
  private var frameCount: Int64 = 0

  /// Makes the file, in the place of one that is there.
  public init(writing url: URL, rate: Double, channels: UInt32) throws {
    format = .pcm16(rate: rate, channels: channels)
    var format = format
    var made: AudioFileID?
    try check(
      "AudioFileCreateWithURL \(url.path)",
      AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &made))
    guard let made else { throw CallFailed("AudioFileCreateWithURL", kAudio_ParamError) }
    id = made
  }

  /// Puts frames behind those that are there.
  public func append(_ frames: Data) throws {
    var count = UInt32(frames.count) / format.mBytesPerFrame
    guard count > 0 else { return }
    try frames.withUnsafeBytes { memory in
      guard let base = memory.baseAddress else { return }
      try check(
        "AudioFileWritePackets",
        AudioFileWritePackets(id, false, UInt32(memory.count), nil, frameCount, &count, base))
    }
    frameCount += Int64(count)
  }

  /// Completes the file.
  public func close() throws { try check("AudioFileClose", AudioFileClose(id)) }
}
