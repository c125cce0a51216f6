import ADPCMCodec
import AIFFContainer
import AudioBase
import CAFContainer
import Foundation
import TestSupport
import WAVEContainer

/// Planar samples of 16 bits.
struct Recording {
  var sampleRate: Double
  var channels: [[Int]]
  var frameCount: Int { channels[0].count }

  /// A second of chords that come and go, with noise and a few clicks.
  static func synthetic(channelCount: Int, sampleRate: Double = 44100, frameCount: Int = 44100, seed: UInt64)
    -> Recording
  {
    var random = SplitMix64(seed: seed)
    let channels = (0..<channelCount).map { channel in
      (0..<frameCount).map { frame in
        let time = Double(frame) / sampleRate
        var value = 0.0
        for (index, pitch) in [220.0, 277.2, 329.6, 1318.5, 5274].enumerated() {
          let part = Double(channel + 1) * 0.13 + Double(index)
          value += sin(2 * .pi * pitch * time + part) * exp(-fmod(time * (2 + part), 1) * 4) / Double(index + 3)
        }
        value += Double(random.nextSample()) * 0.003 + (frame % 9973 == 77 ? 0.5 : 0)
        return Int((max(-1, min(1, value)) * 32767).rounded())
      }
    }
    return Recording(sampleRate: sampleRate, channels: channels)
  }

  /// Seconds of one of the clips beside the work tree.
  static func clip(_ name: String, seconds: Double) throws -> Recording {
    let file = try SharedFiles.files(below: "clips", where: { $0.lastPathComponent == name })[0]
    var reader = try WAVEFile.descriptor.open!(MemoryByteSource(SharedFiles.bytes(file)), ResourceLimits())
    let format = reader.tracks[0].format
    let bytes = readAll(&reader).packets.joined().prefix(Int(format.sampleRate * seconds) * format.bytesPerFrame)
    return Recording(
      sampleRate: format.sampleRate, interleaved: samples16(Array(bytes)), channelCount: format.channelsPerFrame)
  }

  init(sampleRate: Double, channels: [[Int]]) { (self.sampleRate, self.channels) = (sampleRate, channels) }

  init(sampleRate: Double, interleaved: [Int], channelCount: Int) {
    self.sampleRate = sampleRate
    channels = (0..<channelCount).map { channel in
      stride(from: channel, to: interleaved.count, by: channelCount).map { interleaved[$0] }
    }
  }

  var block: PCMBlock {
    var block = PCMBlock(channelCount: channels.count, capacity: frameCount)
    for (index, samples) in channels.enumerated() {
      var plane = block.plane(index)
      for frame in samples.indices { plane[frame] = Float(samples[frame]) / 32768 }
    }
    block.setFrameCount(frameCount)
    return block
  }

  /// Interleaved little-endian bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for frame in 0..<frameCount {
      for channel in channels {
        bytes.append(UInt8(truncatingIfNeeded: channel[frame]))
        bytes.append(UInt8(truncatingIfNeeded: channel[frame] >> 8))
      }
    }
    return bytes
  }
}

func samples16(_ bytes: [UInt8]) -> [Int] {
  stride(from: 0, to: bytes.count - 1, by: 2).map {
    Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
  }
}

/// Packets of one stream, as a container gave them or an encoder made them.
struct Stream {
  var coded: CodedStream
  var packets: [[UInt8]]

  /// The stream of a file.
  init(file: [UInt8], _ container: ContainerDescriptor) throws {
    var reader = try container.open!(MemoryByteSource(file), ResourceLimits())
    coded = CodedStream(of: reader.tracks[0])
    let found = readAll(&reader)
    if let error = found.error { throw error }
    packets = found.packets
  }

  /// The stream of an encoder, the last packet filled up.
  init(encoding recording: Recording, _ settings: EncoderSettings) throws {
    var encoder = try ADPCMCodec.descriptor.makeEncoder!(settings)
    let format = encoder.format
    coded = CodedStream(format: format.stream, layout: format.layout, cookie: format.cookie)
    packets = []
    let block = recording.block
    for first in stride(from: 0, to: recording.frameCount, by: format.stream.framesPerPacket) {
      var packet: [UInt8] = []
      let end = min(first + format.stream.framesPerPacket, recording.frameCount)
      try encoder.encode(block, frames: first..<end, into: &packet)
      packets.append(packet)
    }
  }

  /// All samples, by our decoder.
  func decoded() throws -> [[Int]] {
    var decoder = try ADPCMCodec.descriptor.makeDecoder(coded)
    var output = PCMBlock(channelCount: coded.format.channelsPerFrame, capacity: decoder.format.framesPerPacket)
    var channels = [[Int]](repeating: [], count: coded.format.channelsPerFrame)
    for packet in packets {
      try decoder.decode(packet.span, frameCount: 0, into: &output)
      for index in channels.indices {
        let plane = output.channel(index)
        for frame in plane.indices { channels[index].append(Int(plane[frame] * 32768)) }
      }
    }
    return channels
  }

  /// All samples of WAVE's IMA ADPCM, as the text says it step by step: IMA, Recommended Practices, 1992, 6.3.
  func decodedByTheText() -> [[Int]] {
    let count = coded.format.channelsPerFrame
    var channels = [[Int]](repeating: [], count: count)
    for packet in packets {
      for channel in 0..<count {
        let head = Array(packet[(4 * channel)..<(4 * channel + 4)])
        var sample = Int(Int16(bitPattern: UInt16(head[0]) | UInt16(head[1]) << 8))
        var index = Int(head[2])
        var codes: [UInt8] = []
        for group in stride(from: 4 * count + 4 * channel, to: packet.count, by: 4 * count) {
          for byte in packet[group..<min(group + 4, packet.count)] { codes += [byte & 15, byte >> 4] }
        }
        channels[channel].append(sample)
        for code in codes.prefix(min(codes.count, coded.format.framesPerPacket - 1)) {
          let step = Int(imaSteps[index])
          var difference = 0
          if code & 4 != 0 { difference += step }
          if code & 2 != 0 { difference += step >> 1 }
          if code & 1 != 0 { difference += step >> 2 }
          difference += step >> 3
          if code & 8 != 0 { difference = -difference }
          sample = max(-32768, min(32767, sample + difference))
          index = max(0, min(88, index + [-1, -1, -1, -1, 2, 4, 6, 8][Int(code & 7)]))
          channels[channel].append(sample)
        }
      }
    }
    return channels
  }

  /// The stream in a file.
  func file(_ container: ContainerDescriptor) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let layout = coded.layout ?? ChannelLayout(unlabelledChannelCount: coded.format.channelsPerFrame)
    let settings = WriterSettings(format: coded.format, layout: layout, cookie: coded.cookie)
    var writer = try container.create!(sink, settings)
    let none: [PacketDescription] = []
    for packet in packets { try writer.write(packet.span, descriptions: none.span) }
    try writer.finish()
    return sink.bytes
  }
}

/// A recording as FFmpeg encodes it.
func ffmpegEncoding(
  _ recording: Recording, codec: String, container: String, options: [String] = []
) throws -> [UInt8] {
  let input = ["-f", "s16le", "-ar", "\(Int(recording.sampleRate))", "-ac", "\(recording.channels.count)"]
  return try ForeignProgram.run(
    "ffmpeg",
    ["-v", "error"] + input + ["-i", "FILE", "-c:a", codec] + options
      + ["-fflags", "+bitexact", "-f", container, "pipe:1"], on: recording.bytes, named: "in.raw")
}

/// A file's samples by channel, as FFmpeg decodes them.
func ffmpegDecoding(_ file: [UInt8], named name: String, channelCount: Int) throws -> [[Int]] {
  let arguments = ["-v", "error", "-i", "FILE", "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"]
  let output = try ForeignProgram.run("ffmpeg", arguments, on: file, named: name)
  return Recording(sampleRate: 1, interleaved: samples16(output), channelCount: channelCount).channels
}

/// Signal to noise in decibels over all channels, as far as both reach.
func ratio(of actual: [[Int]], to reference: [[Int]]) -> Double {
  var signal = 0.0
  var noise = 0.0
  for (mine, wanted) in zip(actual, reference) {
    for (sample, true_) in zip(mine, wanted) {
      signal += Double(true_ * true_)
      noise += Double((sample - true_) * (sample - true_))
    }
  }
  return 10 * log10(signal / noise)
}
