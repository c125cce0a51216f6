import AVFoundation
import TestSupport

/// Things that several tests make.
enum Make {
  /// The folder of all files that these tests make, which goes with the process.
  private static let scratch: URL = {
    let url = FileManager.default.temporaryDirectory.appending(path: "avfaudio-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: Make.scratch) }
    return url
  }()

  /// A new place for a file.
  static func url(_ suffix: String) -> URL { scratch.appending(path: "\(UUID().uuidString).\(suffix)") }

  static func format(
    _ kind: AVAudioCommonFormat = .pcmFormatFloat32, rate: Double = 44100, channels: UInt32 = 2,
    interleaved: Bool = false
  ) -> AVAudioFormat {
    guard let format = AVAudioFormat(commonFormat: kind, sampleRate: rate, channels: channels, interleaved: interleaved)
    else { fatalError("a format that cannot fail") }
    return format
  }

  /// A buffer with a tone in each channel, an octave apart, at half of full scale.
  static func tone(_ format: AVAudioFormat, frames: Int, from start: Int = 0) -> AVAudioPCMBuffer {
    buffer(format, frames: frames) { channel, frame in tone(channel, start + frame, rate: format.sampleRate) }
  }

  static func tone(_ channel: Int, _ frame: Int, rate: Double) -> Double {
    0.5 * sin(2 * .pi * 441 * Double(channel + 1) * Double(frame) / rate)
  }

  static func buffer(_ format: AVAudioFormat, frames: Int, _ value: (Int, Int) -> Double) -> AVAudioPCMBuffer {
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)) else {
      fatalError("a buffer that cannot fail")
    }
    buffer.frameLength = AVAudioFrameCount(frames)
    for channel in 0..<Int(format.channelCount) {
      for frame in 0..<frames {
        let place = frame * buffer.stride
        let value = value(channel, frame)
        if let data = buffer.floatChannelData { data[channel][place] = Float(value) }
        if let data = buffer.int16ChannelData { data[channel][place] = Int16((value * 32768).rounded()) }
        if let data = buffer.int32ChannelData { data[channel][place] = Int32((value * 2_147_483_648).rounded()) }
      }
    }
    return buffer
  }

  /// The samples of a channel as numbers between −1 and 1.
  static func samples(_ buffer: AVAudioPCMBuffer, _ channel: Int = 0) -> [Double] {
    (0..<Int(buffer.frameLength)).map { frame in
      let place = frame * buffer.stride
      if let data = buffer.floatChannelData { return Double(data[channel][place]) }
      if let data = buffer.int16ChannelData { return Double(data[channel][place]) / 32768 }
      if let data = buffer.int32ChannelData { return Double(data[channel][place]) / 2_147_483_648 }
      return .nan
    }
  }

  /// All bytes in use, buffer after buffer.
  static func bytes(_ buffer: AVAudioBuffer) -> [UInt8] {
    UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList)).flatMap {
      [UInt8](UnsafeRawBufferPointer(start: $0.mData, count: Int($0.mDataByteSize)))
    }
  }
}

extension Array<Double> {
  /// How much louder a reference is than the difference to it, in decibels.
  func signalToNoise(of reference: [Double]) -> Double {
    let signal = reference.reduce(0) { $0 + $1 * $1 }
    let noise = zip(self, reference).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return 10 * log10(signal / Swift.max(noise, .leastNormalMagnitude))
  }
}

/// The code of the error that a body throws, and its domain; `nil` where it throws none.
func failure(_ body: () throws -> Void) -> (code: OSStatus, domain: String)? {
  do {
    try body()
    return nil
  } catch let error as NSError {
    return (OSStatus(truncatingIfNeeded: error.code), error.domain)
  }
}

/// A buffer of a converter, in portions, as an input block gives them.
final class Portions: @unchecked Sendable {
  let source: AVAudioPCMBuffer
  let portion: Int
  var next = 0
  /// What is answered when all was given.
  var atEnd = AVAudioConverterInputStatus.endOfStream
  var calls = 0

  init(_ source: AVAudioPCMBuffer, portion: Int) { (self.source, self.portion) = (source, portion) }

  /// The next portion, or `nil` and how that is to be told.
  func give(_ status: UnsafeMutablePointer<AVAudioConverterInputStatus>) -> AVAudioBuffer? {
    calls += 1
    let left = Int(source.frameLength) - next
    guard left > 0 else {
      status.pointee = atEnd
      return nil
    }
    let count = min(left, portion)
    let start = next
    next += count
    status.pointee = .haveData
    let buffer = AVAudioPCMBuffer(pcmFormat: source.format, frameCapacity: AVAudioFrameCount(count))
    guard let buffer else { return nil }
    buffer.frameLength = AVAudioFrameCount(count)
    let size = Int(source.format.streamDescription.pointee.mBytesPerFrame)
    let from = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: source.audioBufferList))
    let to = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    for index in 0..<from.count {
      if let source = from[index].mData, let target = to[index].mData {
        target.copyMemory(from: source + start * size, byteCount: count * size)
      }
    }
    return buffer
  }
}
