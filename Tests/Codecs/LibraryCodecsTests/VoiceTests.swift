import AudioBase
import AudioCatalog
import Foundation
import LibraryCodecs
import TestSupport
import Testing

extension Need {
  /// libgsm, libopencore-amrnb and libopencore-amrwb.
  fileprivate static let voices = Need(description: "libgsm1, libopencore-amrnb0, libopencore-amrwb0") {
    VoiceCodec.descriptors.allSatisfy { $0.missing(.decoding) == nil }
  }
}

extension Need {
  /// libopencore-amrnb and libvo-amrwbenc, and the decoders.
  fileprivate static let voiceEncoders = Need(description: "libvo-amrwbenc0") {
    (VoiceCodec.encoders.allSatisfy { $0.missing(.encoding) == nil })
      && VoiceCodec.descriptors.allSatisfy { $0.missing(.decoding) == nil }
  }
}

@Suite struct VoiceTests {
  /// The samples of a fixture: each packet decoded.
  private func decode(_ name: String, losing lost: Range<Int> = 0..<0) throws -> [Float] {
    try decode(SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Speech/\(name)")), losing: lost)
  }

  private func decode(_ bytes: [UInt8], losing lost: Range<Int> = 0..<0) throws -> [Float] {
    var reader = try MediaReader.open(bytes)
    let stream = CodedStream(of: reader, track: 0)
    let codec = try required(Catalog.standard.codec(formatID: stream.format.formatID))
    var decoder = try codec.makeDecoder(stream)
    var block = PCMBlock(channelCount: 1, capacity: decoder.format.framesPerPacket)
    var samples: [Float] = []
    var batch = PacketBatch()
    var packet = 0
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let bytes = Array(batch.packet(index))
        if lost.contains(packet) {
          decoder.conceal(into: &block)
        } else {
          try decoder.decode(bytes.span, frameCount: batch.descriptions[index].frameCount, into: &block)
        }
        let plane = block.channel(0)
        for frame in plane.indices { samples.append(plane[frame]) }
        packet += 1
      }
    }
    return samples
  }

  private enum MediaReader {
    static func open(_ bytes: [UInt8]) throws -> any ContainerReader {
      let best = Catalog.standard.containers.max { ($0.probe?(bytes.span) ?? 0) < ($1.probe?(bytes.span) ?? 0) }
      let open = try required(best?.open)
      return try open(MemoryByteSource(bytes), ResourceLimits())
    }
  }

  @Test(
    "samples are like those of FFmpeg's decoders, which for AMR compute in floats, and those of GSM the same",
    .needs(.voices), .needs(.program("ffmpeg")),
    arguments: [
      ("tone-4750.amr", 4800, 12.0), ("tone-12200.amr", 4800, 10), ("tone-amr.3gp", 4800, 10),
      ("tone-6600.awb", 9600, 6), ("tone-23850.awb", 9600, 3), ("tone-gsm.wav", 4800, 90),
    ])
  func sameAsFFmpeg(name: String, count: Int, fidelity: Double) throws {
    let own = try decode(name)
    let file = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Speech/\(name)"))
    let foreign = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "f32le", "-"], on: file, named: name)
    expectEqual(own.count, count)
    expectGreater(Sound.fidelity(own, floats(foreign)), fidelity)
  }

  @Test("frames of 33 bytes decode to FFmpeg's samples", .needs(.voices), .needs(.program("ffmpeg")))
  func plainFrames() throws {
    let wave = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Speech/tone-gsm.wav"))
    let coding = ["-v", "error", "-i", "FILE", "-c:a", "libgsm", "-f", "caf", "-fflags", "+bitexact", "-"]
    let file = try ForeignProgram.run("ffmpeg", coding, on: wave, named: "a.wav")
    let foreign = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "f32le", "-"], on: file, named: "a.caf")
    let own = try decode(file)
    #expect(own.count >= 4800 && own == floats(foreign))
  }

  @Test("a lost packet keeps its time, and those after it sound", .needs(.voices))
  func concealment() throws {
    for name in ["tone-12200.amr", "tone-23850.awb", "tone-gsm.wav"] {
      let (whole, holed) = (try decode(name), try decode(name, losing: 5..<7))
      expectEqual(holed.count, whole.count)
      #expect(holed.suffix(1000).contains { abs($0) > 0.05 })
    }
  }

  @Test("damaged packets are refused before anything is decoded", .needs(.voices))
  func damage() throws {
    let format = StreamFormat(formatID: "samr", sampleRate: 8000, channelsPerFrame: 1)
    let codec = try required(Catalog.standard.codec(formatID: "samr"))
    var decoder = try codec.makeDecoder(CodedStream(format: format))
    var block = PCMBlock(channelCount: 1, capacity: 160)
    let packets: [([UInt8], ErrorKind)] = [
      ([], .truncated), ([0x3C, 1, 2], .truncated), ([0x4C], .malformed), ([0xFC], .malformed),
      ([0x7C, 0x7C], .limitExceeded),
    ]
    for (packet, kind) in packets {
      let error = #expect(throws: CodecError.self) {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
      }
      expectEqual(error?.kind, kind)
    }
    let stereo = StreamFormat(formatID: "samr", sampleRate: 8000, channelsPerFrame: 2)
    #expect(throws: CodecError.self) { try codec.summary(of: CodedStream(format: stereo)) }
  }

  /// The encoders' libraries, at their highest rates: how close the tone is that comes back, and how late.
  @Test(
    "what is encoded comes back, as late as is said, at each rate", .needs(.voiceEncoders),
    arguments: [(FourCharacterCode("samr"), 8000), ("sawb", 16_000)])
  func encoding(formatID: FourCharacterCode, rate: Int) throws {
    let codec = try required(Catalog.standard.encoder(formatID: formatID))
    let layout = ChannelLayout(unlabelledChannelCount: 1)
    let rates = try required(codec.encoderChoices).bitRates(
      EncoderSettings(formatID: formatID, sampleRate: Double(rate), layout: layout))
    let speech = try speechLike(rate)
    var sizes: [Int] = []
    for bitRate in rates.usual {
      var settings = EncoderSettings(formatID: formatID, sampleRate: Double(rate), layout: layout)
      settings.bitRate = bitRate
      var encoder = try codec.makeEncoder!(settings)
      let packets = try Sound.packets([speech], &encoder)
      sizes.append(packets[0].count)
      // A frame's bits are those of 20 ms, and no more than a byte is lost.
      #expect(packets.allSatisfy { abs($0.count - 1 - bitRate / 400) <= 1 })
      let decoder = try required(Catalog.standard.codec(formatID: formatID))
      var decoding = try decoder.makeDecoder(CodedStream(format: encoder.format.stream))
      var block = PCMBlock(channelCount: 1, capacity: rate / 50)
      var found: [Float] = []
      for packet in packets {
        try decoding.decode(packet.span, frameCount: 0, into: &block)
        let plane = block.channel(0)
        for frame in plane.indices { found.append(plane[frame]) }
      }
      let priming = encoder.format.primingFrames
      #expect(found.count >= speech.count + priming && found.count < speech.count + priming + 2 * rate / 50)
      guard bitRate == rates.usual.last else { continue }
      // Where the two agree best.
      let best = (0..<rate / 100).max { correlation(speech, found, $0) < correlation(speech, found, $1) }
      expectEqual(best.map { abs($0 - priming) <= 2 }, true, "\(best ?? -1) frames late, \(priming) stated")
      expectGreater(correlation(speech, found, priming), 0.9)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == rates.usual.count)
    var wrong = EncoderSettings(formatID: formatID, sampleRate: Double(rate), layout: layout)
    wrong.bitRate = 9999
    #expect(throws: CodecError.self) { _ = try codec.makeEncoder!(wrong) }
    #expect(throws: CodecError.self) {
      _ = try codec.makeEncoder!(EncoderSettings(formatID: formatID, sampleRate: 44_100, layout: layout))
    }
  }

  /// A second of pulses through two resonances, of a pitch that glides.
  private func speechLike(_ rate: Int) throws -> [Float] {
    var (samples, phase): ([Float], Double) = ([], 0)
    var memory = [Double](repeating: 0, count: 4)
    for frame in 0..<rate {
      phase += (110 + 40 * sin(Double(frame) / Double(rate) * 3)) / Double(rate)
      let pulse = phase >= 1 ? 0.1 : 0
      if phase >= 1 { phase -= 1 }
      var value = pulse
      for (index, formant) in [600.0, 1500].enumerated() {
        let made =
          value + 1.9 * cos(2 * .pi * formant / Double(rate)) * memory[2 * index] - 0.9025 * memory[2 * index + 1]
        (memory[2 * index + 1], memory[2 * index]) = (memory[2 * index], made)
        value = made
      }
      samples.append(Float(min(max(value, -0.9), 0.9)))
    }
    return samples
  }

  private func correlation(_ first: [Float], _ second: [Float], _ delay: Int) -> Double {
    var (product, one, other) = (0.0, 1e-12, 1e-12)
    for index in 0..<(first.count - 400) {
      let (a, b) = (Double(first[index]), Double(second[index + delay]))
      (product, one, other) = (product + a * b, one + a * a, other + b * b)
    }
    return product / (one * other).squareRoot()
  }

  @Test("errors name the library and the package that has it")
  func missing() {
    let names = ["libgsm1", "libopencore-amrnb0", "libopencore-amrwb0"]
    for (error, name) in zip(VoiceCodec.missing, names) {
      #expect("\(error)".contains(name) && error.kind == .unsupported)
    }
  }
}
