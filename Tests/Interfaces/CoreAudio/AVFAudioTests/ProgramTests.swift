import AVFoundation
import TestSupport
import Testing

// Code as it stands in programs for Apple's systems, which imports AVFoundation and nothing else of audio.

/// Reads a file whole.
private func load(_ url: URL) throws -> AVAudioPCMBuffer {
  let file = try AVAudioFile(forReading: url)
  guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))
  else { throw CocoaError(.fileReadUnknown) }
  try file.read(into: buffer)
  return buffer
}

/// Makes 16 kHz, mono, 16 bits of a sound, as recognisers of speech want it.
private func resample(_ buffer: AVAudioPCMBuffer) throws -> [Int16] {
  guard
    let outputFormat = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16000, channels: 1, interleaved: true),
    let converter = AVAudioConverter(from: buffer.format, to: outputFormat)
  else { throw CocoaError(.featureUnsupported) }
  let ratio = outputFormat.sampleRate / buffer.format.sampleRate
  let capacity = AVAudioFrameCount(Double(buffer.frameLength) * ratio) + 1
  guard let output = AVAudioPCMBuffer(pcmFormat: outputFormat, frameCapacity: capacity) else {
    throw CocoaError(.featureUnsupported)
  }
  var error: NSError?
  var isConsumed = false
  let status = converter.convert(to: output, error: &error) { _, outStatus in
    if isConsumed {
      outStatus.pointee = .endOfStream
      return nil
    }
    isConsumed = true
    outStatus.pointee = .haveData
    return buffer
  }
  if status == .error || error != nil { throw error ?? CocoaError(.featureUnsupported) }
  guard let channelData = output.int16ChannelData else { return [] }
  return Array(UnsafeBufferPointer(start: channelData[0], count: Int(output.frameLength)))
}

/// Makes packets of AAC of a sound.
private final class AACEncoder {
  private let converter: AVAudioConverter
  private let format: AVAudioFormat

  init?(from inputFormat: AVAudioFormat, bitRate: Int) {
    var outDesc = AudioStreamBasicDescription(
      mSampleRate: inputFormat.sampleRate, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
      mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: inputFormat.channelCount, mBitsPerChannel: 0,
      mReserved: 0)
    guard let format = AVAudioFormat(streamDescription: &outDesc),
      let converter = AVAudioConverter(from: inputFormat, to: format)
    else { return nil }
    converter.bitRate = bitRate
    self.format = format
    self.converter = converter
  }

  func encode(_ buffer: AVAudioPCMBuffer) throws -> Data {
    let compressed = AVAudioCompressedBuffer(
      format: format, packetCapacity: 8, maximumPacketSize: converter.maximumOutputPacketSize)
    var error: NSError?
    var done = false
    let status = converter.convert(to: compressed, error: &error) { _, outStatus in
      guard !done else {
        outStatus.pointee = .noDataNow
        return nil
      }
      done = true
      outStatus.pointee = .haveData
      return buffer
    }
    if let error { throw error }
    guard status != .error else { return Data() }
    return Data(bytes: compressed.data, count: Int(compressed.byteLength))
  }
}

/// Writes a recording.
private final class Recorder {
  private var audioFile: AVAudioFile?
  let url: URL

  init(url: URL, format: AVAudioFormat) throws {
    self.url = url
    let settings: [String: Any] = [
      AVFormatIDKey: Int(kAudioFormatMPEG4AAC),
      AVSampleRateKey: format.sampleRate,
      AVNumberOfChannelsKey: format.channelCount,
      AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
      AVEncoderBitRateKey: 96000,
    ]
    audioFile = try AVAudioFile(forWriting: url, settings: settings)
  }

  func process(_ buffer: AVAudioPCMBuffer, at time: AVAudioTime) {
    do {
      try audioFile?.write(from: buffer)
    } catch {
      Issue.record(error)
    }
  }

  func stop() { audioFile = nil }
}

/// How loud a sound is.
private func level(_ buffer: AVAudioPCMBuffer) -> Float {
  guard let channelData = buffer.floatChannelData else { return 0 }
  let samples = Array(UnsafeBufferPointer(start: channelData.pointee, count: Int(buffer.frameLength)))
  return (samples.map { $0 * $0 }.reduce(0, +) / Float(buffer.frameLength)).squareRoot()
}

@Suite("Programs for Apple's systems")
struct ProgramTests {
  @Test("File, buffer, converter: 16 kHz mono for a recogniser of speech")
  func recogniser() throws {
    let buffer = try load(FileTests.music)
    expectEqual(buffer.frameLength, 176_400)
    let samples = try resample(buffer)
    // 176,400 frames at 44.1 kHz are 4 s.
    expectEqual(samples.count, 64_000)
    #expect(samples.contains { abs(Int($0)) > 1000 })
  }

  @Test("Buffers of a microphone become packets of AAC at the rate that was asked for")
  func packets() throws {
    let format = try required(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
    let encoder = try required(AACEncoder(from: format, bitRate: 64_000))
    var size = 0
    for index in 0..<100 {
      let data = try encoder.encode(
        Make.buffer(format, frames: 1024) { _, frame in
          Double(((index &* 1024 &+ frame) &* 2_654_435_761) >> 7 & 0xFFFF) / 65536 - 0.5
        })
      size += data.count
    }
    let rate = Double(size) * 8 / (100 * 1024 / 48000)
    expectLess(abs(rate - 64_000), 10_000, "\(rate)")
  }

  @Test("A recorder writes its buffers to an M4A file, which has all their frames")
  func recording() throws {
    let format = try required(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = try Recorder(url: url, format: format)
    for index in 0..<20 {
      let time = AVAudioTime(sampleTime: AVAudioFramePosition(index * 1024), atRate: format.sampleRate)
      recorder.process(Make.tone(format, frames: 1024, from: index * 1024), at: time)
    }
    recorder.stop()
    let sound = try load(url)
    expectEqual(sound.frameLength, 20 * 1024)
    // A tone at half of full scale: 0.5 / √2.
    expectLess(abs(level(sound) - 0.35355), 0.01)
  }

  @Test("What belongs to Core Media and Audio Toolbox comes along")
  func others() {
    expectEqual(CMTime(seconds: 1.5, preferredTimescale: 600).value, 900)
    var converter: AudioConverterRef?
    var format = Make.format().streamDescription.pointee
    expectEqual(AudioConverterNew(&format, &format, &converter), noErr)
    if let converter { expectEqual(AudioConverterDispose(converter), noErr) }
    var file: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(FileTests.music as CFURL, &file), noErr)
    if let file { expectEqual(ExtAudioFileDispose(file), noErr) }
  }
}
