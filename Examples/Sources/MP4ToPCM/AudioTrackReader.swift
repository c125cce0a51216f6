import AudioToolbox
import CoreMedia
import ExampleSupport
import Foundation

/// The packets of the audio track, by Audio File Services.
final class AudioTrackReader {
  let duration: CMTime
  private let file: PacketFile
  private let format: CMFormatDescription
  private let packetCount: Int
  private let packetsPerBuffer: Int
  private let firstFrame: Int64
  private var nextPacket = 0

  /// - Returns: `nil` for a file without sound.
  init?(_ url: URL) throws {
    guard let file = try Self.open(url) else { return nil }
    self.file = file
    packetCount = try file.packetCount
    let cookie = file.bytes(kAudioFilePropertyMagicCookieData) ?? Data()
    format = try makeFormatDescription(file.format, cookie: cookie)
    // About a fifth of a second, as Apple's reader gives.
    let frames = Double(max(1, file.format.mFramesPerPacket))
    packetsPerBuffer = max(1, Int(file.format.mSampleRate / frames / 5))
    let table = try? file.value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    // What comes before the recording is decoded, and lies before time 0.
    firstFrame = -Int64(table?.mPrimingFrames ?? 0)
    let seconds = try file.value(kAudioFilePropertyEstimatedDuration, 0.0)
    duration = CMTime(seconds: seconds, preferredTimescale: Int32(file.format.mSampleRate))
  }

  private static func open(_ url: URL) throws -> PacketFile? {
    do {
      return try PacketFile(reading: url)
    } catch let error as CallFailed where error.status == kAudioFileUnsupportedDataFormatError {
      return nil
    }
  }

  var isAtEnd: Bool { nextPacket >= packetCount }

  func next() throws -> CMSampleBuffer? {
    let packets = try file.packets(from: nextPacket, count: min(packetsPerBuffer, packetCount - nextPacket))
    guard !packets.isEmpty else { return nil }
    let frames = Int64(file.format.mFramesPerPacket)
    let scale = Int32(file.format.mSampleRate)
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: frames, timescale: scale),
      presentationTimeStamp: CMTime(value: firstFrame + Int64(nextPacket) * frames, timescale: scale),
      decodeTimeStamp: CMTime.invalid)
    nextPacket += packets.count
    return try makeSampleBuffer(
      packets.reduce(Data(), +), format, count: packets.count, timing: [timing], sizes: packets.map(\.count))
  }
}
