import AVFoundation
import TestSupport
import Testing

/// Files and sounds that several tests make.
enum Sound {
  /// A folder of its own, which goes with the test.
  final class Folder {
    let url: URL
    init() {
      url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    subscript(_ name: String) -> URL { url.appending(path: name) }
    /// What is there, by name.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
  }

  /// A whole number for each sample that no other sample near it has, by a formula.
  static func value(_ frame: Int, _ channel: Int) -> Int16 {
    Int16(truncatingIfNeeded: (frame &* 40503 &+ channel &* 9973) & 0x3FFF) - 0x2000
  }

  /// A tone of half of full scale.
  static func tone(_ frame: Int, _ channel: Int, rate: Double = 44100) -> Int16 {
    Int16((16384 * sin(2 * .pi * 441 * Double(channel + 1) * Double(frame) / rate)).rounded())
  }

  static func format(rate: Double = 44100, channels: UInt32 = 2) throws -> AVAudioFormat {
    try required(AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: rate, channels: channels, interleaved: true))
  }

  /// Frames of 16 bits, interleaved, in a sample buffer.
  static func buffer(
    _ frames: Range<Int>, at time: CMTime? = nil, rate: Double = 44100, channels: UInt32 = 2,
    _ value: (Int, Int) -> Int16 = Sound.value
  ) throws -> CMSampleBuffer {
    let samples = frames.flatMap { frame in (0..<Int(channels)).map { value(frame, $0) } }
    let bytes = samples.withUnsafeBytes { Data($0) }
    let block = try CMBlockBuffer(length: bytes.count, flags: .assureMemoryNow)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: format(rate: rate, channels: channels).formatDescription,
      numSamples: frames.count,
      presentationTimeStamp: time ?? CMTime(value: Int64(frames.lowerBound), timescale: Int32(rate)),
      packetDescriptions: [])
  }

  /// A WAVE file of 16 bits, made by `AVAudioFile`.
  static func wave(
    _ url: URL, frames: Int, rate: Double = 44100, channels: UInt32 = 2, _ value: (Int, Int) -> Int16 = Sound.value
  ) throws {
    let file = try AVAudioFile(
      forWriting: url,
      settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels],
      commonFormat: .pcmFormatInt16, interleaved: true)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(max(1, frames))))
    buffer.frameLength = UInt32(frames)
    let data = try required(buffer.int16ChannelData)
    for frame in 0..<frames {
      for channel in 0..<Int(channels) { data[0][frame * Int(channels) + channel] = value(frame, channel) }
    }
    if frames > 0 { try file.write(from: buffer) }
    file.close()
  }

  /// All samples of a file as `AVAudioFile` reads them, interleaved.
  static func samplesOfFile(_ url: URL) throws -> [Float] {
    let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
    let buffer = try required(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(max(1, file.length))))
    if file.length > 0 { try file.read(into: buffer) }
    let count = Int(buffer.frameLength) * Int(file.processingFormat.channelCount)
    guard let data = buffer.floatChannelData else { return [] }
    return Array(UnsafeBufferPointer(start: data[0], count: count))
  }

  /// Floating point of 32 bits, interleaved.
  static var float32: [String: Any] {
    [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]
  }

  /// Everything that an output gives, while its reader is there.
  static func buffers(_ output: AVAssetReaderOutput, of reader: AVAssetReader) -> [CMSampleBuffer] {
    defer { withExtendedLifetime(reader) {} }
    var all: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { all.append(buffer) }
    return all
  }

  /// A reader of one output, which reads.
  static func reader(
    _ asset: AVAsset, _ output: AVAssetReaderOutput, _ range: CMTimeRange? = nil
  ) throws -> AVAssetReader {
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading())
    return reader
  }

  /// The sound of an asset's first track as floats, interleaved.
  static func samples(_ asset: AVAsset, _ range: CMTimeRange? = nil) throws -> [Float] {
    let track = try required(asset.tracks(withMediaType: .audio).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: float32)
    let reader = try reader(asset, output, range)
    let samples = try buffers(output, of: reader).flatMap { try floats($0) }
    expectEqual(reader.status, .completed)
    return samples
  }

  static func floats(_ buffer: CMSampleBuffer) throws -> [Float] {
    try bytes(buffer).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  static func bytes(_ buffer: CMSampleBuffer) throws -> Data { try buffer.dataBuffer?.dataBytes() ?? Data() }

  /// Each packet of sample buffers.
  static func packets(_ buffers: [CMSampleBuffer]) throws -> [Data] {
    try buffers.flatMap { buffer in
      let data = try bytes(buffer)
      return try buffer.audioStreamPacketDescriptions().map { place in
        data.subdata(in: Int(place.mStartOffset)..<(Int(place.mStartOffset) + Int(place.mDataByteSize)))
      }
    }
  }

  /// Writes sample buffers of one track into a file.
  static func write(
    _ buffers: [CMSampleBuffer], to url: URL, _ type: AVFileType, _ settings: [String: Any]?,
    session: CMTime = .zero, prepare: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) async throws -> AVAssetWriter {
    let writer = try AVAssetWriter(url: url, fileType: type)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    #expect(writer.canAdd(input))
    writer.add(input)
    prepare(writer, input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: session)
    for buffer in buffers { #expect(input.append(buffer)) }
    input.markAsFinished()
    await writer.finishWriting()
    return writer
  }

  static let music = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a")
  static let movie = SharedFiles.fixtures.appending(path: "turned-movie.mp4")
  static let mp3 = SharedFiles.fixtures.appending(path: "MPEGAudio/l3-lame-44100-joint.mp3")
}

extension Array<Float> {
  /// How much louder a reference is than the difference to it, in decibels.
  func signalToNoise(of reference: [Float]) -> Double {
    let signal = reference.reduce(0.0) { $0 + Double($1) * Double($1) }
    let noise = zip(self, reference).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return 10 * log10(signal / Swift.max(noise, .leastNormalMagnitude))
  }
}
