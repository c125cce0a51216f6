import AudioToolbox
import CoreMedia
import ExampleSupport
import Foundation

/// A microphone that always hears the same: a chord that sways, in buffers of 512 frames.
struct Capture {
  static let format = AudioStreamBasicDescription.pcm16(rate: 44100, channels: 2)
  static let framesPerBuffer = 512

  let bufferCount: Int
  var frameCount: Int { bufferCount * Self.framesPerBuffer }

  /// The samples of a buffer, interleaved. A silence anywhere would show: the sound is never still for long.
  func buffer(_ index: Int) -> [Int16] {
    let first = index * Self.framesPerBuffer
    return (first..<(first + Self.framesPerBuffer)).flatMap { frame -> [Int16] in
      let time = Double(frame) / Self.format.mSampleRate
      let sway = 0.75 + 0.25 * sin(2 * .pi * 3 * time)
      let left = sin(2 * .pi * 440 * time) + 0.5 * sin(2 * .pi * 659.26 * time)
      let right = sin(2 * .pi * 554.37 * time) + 0.5 * sin(2 * .pi * 880 * time)
      return [Int16(6000 * sway * left), Int16(6000 * sway * right)]
    }
  }

  /// A buffer as the system hands it to programs.
  func sampleBuffer(_ index: Int) throws -> CMSampleBuffer {
    let scale = Int32(Self.format.mSampleRate)
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: scale),
      presentationTimeStamp: CMTime(value: Int64(index * Self.framesPerBuffer), timescale: scale),
      decodeTimeStamp: CMTime.invalid)
    return try makeSampleBuffer(
      buffer(index).withUnsafeBytes { Data($0) }, try makeFormatDescription(Self.format), count: Self.framesPerBuffer,
      timing: [timing], sizes: [Int(Self.format.mBytesPerFrame)])
  }

  /// All of it.
  var samples: [Int16] { (0..<bufferCount).flatMap(buffer) }
}
