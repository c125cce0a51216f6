import AudioToolbox
import ExampleSupport
import Foundation

/// What was captured beside what a file of it decodes to.
struct Comparison {
  let frameCount: Int
  /// dB of the sound above its difference: over all, and in the worst stretch of a packet's length.
  let signalToNoise: Double
  let worstStretch: Double

  init(_ url: URL, with captured: [Int16]) throws {
    let decoded = try Self.decode(url)
    frameCount = decoded.count / 2
    let stretch = 960
    var all = (signal: 0.0, noise: 0.0)
    var worst = Double.infinity
    for start in stride(from: 0, to: min(decoded.count, captured.count) - stretch + 1, by: stretch) {
      var (signal, noise) = (0.0, 0.0)
      for index in start..<(start + stretch) {
        let difference = Double(captured[index]) - Double(decoded[index])
        signal += Double(captured[index]) * Double(captured[index])
        noise += difference * difference
      }
      all = (all.signal + signal, all.noise + noise)
      worst = min(worst, 10 * log10(signal / max(noise, 1)))
    }
    signalToNoise = 10 * log10(all.signal / max(all.noise, 1))
    worstStretch = worst
  }

  private static func decode(_ url: URL) throws -> [Int16] {
    var opened: ExtAudioFileRef?
    try check("ExtAudioFileOpenURL", ExtAudioFileOpenURL(url as CFURL, &opened))
    guard let file = opened else { throw CallFailed("ExtAudioFileOpenURL", kAudio_ParamError) }
    defer { ExtAudioFileDispose(file) }
    var client = Capture.format
    try check(
      "ClientDataFormat",
      ExtAudioFileSetProperty(
        file, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout<AudioStreamBasicDescription>.size), &client))
    var samples: [Int16] = []
    var buffer = [Int16](repeating: 0, count: 2 * 4096)
    while true {
      var frames: UInt32 = 4096
      try buffer.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        try check("ExtAudioFileRead", ExtAudioFileRead(file, &frames, &list))
      }
      if frames == 0 { return samples }
      samples += buffer.prefix(2 * Int(frames))
    }
  }
}
