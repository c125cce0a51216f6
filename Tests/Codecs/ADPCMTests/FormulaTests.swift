import ADPCMCodec
import AudioBase
import TestSupport
import Testing
import WAVEContainer

@Suite struct FormulaTests {
  private func coded(_ formatID: FourCharacterCode, bytes: Int, frames: Int, channels: Int = 1) -> CodedStream {
    var format = StreamFormat(
      formatID: formatID, sampleRate: 8000, channelsPerFrame: channels, framesPerPacket: frames)
    format.bytesPerPacket = bytes
    return CodedStream(format: format)
  }

  private func decode(_ packets: [[UInt8]], _ stream: CodedStream) throws -> [[Int]] {
    var decoder = try ADPCMCodec.descriptor.makeDecoder(stream)
    var output = PCMBlock(channelCount: stream.format.channelsPerFrame, capacity: decoder.format.framesPerPacket)
    var channels = [[Int]](repeating: [], count: stream.format.channelsPerFrame)
    for packet in packets {
      try decoder.decode(packet.span, frameCount: 0, into: &output)
      for index in channels.indices {
        for frame in 0..<output.frameCount { channels[index].append(Int(output.channel(index)[frame] * 32768)) }
      }
    }
    return channels
  }

  @Test func stepsGrowByATenthFrom7To32767() {
    #expect(imaSteps[0] == 7 && imaSteps[88] == 32767)
    for index in 1..<88 {
      let exact = Double(imaSteps[index - 1]) * 1.1
      expectLessOrEqual(abs(Double(imaSteps[index]) - exact), 1.0, "step \(index)")
    }
  }

  /// By hand: step 7 with code 7 gives 0+7+3+1 = 11 and raises the index by 8, where the step is 16.
  @Test func ima4FollowsTheSumOfPartsByHand() throws {
    var packet = [UInt8](repeating: 0, count: 34)
    packet[2] = 0xF7
    let samples = try decode([packet], coded("ima4", bytes: 34, frames: 64))[0]
    // 16>>3 + 16>>2 + 16>>1 + 16 = 30 down; then the step of index 16 is 34: 34>>3 = 4 up, index 15: 31>>3 = 3 up.
    expectEqual(Array(samples[0..<4]), [11, -19, -15, -12])
  }

  /// The step of index 0 is 7: code 3 gives 0 + 3 + 1 = 4 where the product, cut once, would give 7 · 7/8 = 6; code 11
  /// takes them off again.
  @Test func waveIMAFollowsTheSumOfPartsByHand() throws {
    let packet: [UInt8] = [100, 0, 0, 0, 0xB3, 0, 0, 0]
    let samples = try decode([packet], coded(.dviADPCM, bytes: 8, frames: 9))[0]
    expectEqual(Array(samples[0..<3]), [100, 104, 100])
  }

  /// Pair 1 is 2·s1 − s2 = 20, and code 1 adds one step of 16; code 15 takes one off again.
  @Test func microsoftPredictsFromTwoSamplesByHand() throws {
    var packet: [UInt8] = [1, 16, 0, 10, 0, 0, 0, 0x1F]
    let stream = coded(.microsoftADPCM, bytes: 8, frames: 4)
    try expectEqual(decode([packet], stream)[0], [0, 10, 36, 46])
    // −2·460 + −1·−208 = −712, and −712/256 is cut to −2, not rounded down to −3.
    packet = [5, 16, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0x00]
    try expectEqual(decode([packet], stream)[0][2], -2)
  }

  @Test func coefficientsOfTheCookieReplaceTheStandardOnes() throws {
    var stream = coded(.microsoftADPCM, bytes: 8, frames: 4)
    stream.cookie = [4, 0, 2, 0, 0, 1, 0, 0, 0x00, 0xFF, 0x80, 0]
    // Pair 1 is now −1 and ½: −10 + 0 + 16, then −6 + 5 − 16.
    try expectEqual(decode([[1, 16, 0, 10, 0, 0, 0, 0x1F]], stream)[0], [0, 10, 6, -17])
    #expect(throws: CodecError.self) { try decode([[2, 16, 0, 10, 0, 0, 0, 0x1F]], stream) }
    stream.cookie = [4, 0, 0, 0]
    try expectEqual(decode([[1, 16, 0, 10, 0, 0, 0, 0x1F]], stream)[0], [0, 10, 36, 46])
  }

  /// Where the header's 9 bits agree with the running state, its low bits go on.
  @Test func ima4KeepsItsOwnStateWhereTheHeaderAgrees() throws {
    var first = [UInt8](repeating: 0, count: 34)
    for index in 2..<34 { first[index] = 0x80 }
    first[33] = 0x87
    // The last codes 7 and 8 leave some sample and an index of 7; announce just that.
    let once = try decode([first], coded("ima4", bytes: 34, frames: 64))[0]
    let last = try required(once.last)
    var second = [UInt8](repeating: 0x80, count: 34)
    let header = UInt16(bitPattern: Int16(last & ~0x7F)) | 7
    second[0] = UInt8(header >> 8)
    second[1] = UInt8(header & 0xFF)
    let step = 14
    let kept = try decode([first, second], coded("ima4", bytes: 34, frames: 64))[0]
    expectEqual(kept[64], last + step >> 3)
    second[1] ^= 1
    let replaced = try decode([first, second], coded("ima4", bytes: 34, frames: 64))[0]
    expectEqual(replaced[64], (last & ~0x7F) + 13 >> 3)
  }

  /// SoX's own streams and ours, in blocks of several sizes.
  @Test(.needs(.program("sox")), arguments: [1, 2]) func soxDecodesWaveIMAAlike(channelCount: Int) throws {
    let recording = Recording.synthetic(channelCount: channelCount, frameCount: 9000, seed: 11)
    let raw = ["-t", "raw", "-r", "44100", "-e", "signed", "-b", "16", "-c", "\(channelCount)", "FILE"]
    var files = [
      try ForeignProgram.run(
        "sox", ["-D"] + raw + ["-e", "ima-adpcm", "-t", "wav", "-"], on: recording.bytes, named: "x.raw")
    ]
    for bytes in [nil, 64, 512] {
      var settings = EncoderSettings(
        formatID: .dviADPCM, sampleRate: 44100, layout: ChannelLayout(unlabelledChannelCount: channelCount))
      settings.bytesPerPacket = bytes.map { $0 * channelCount }
      files.append(try Stream(encoding: recording, settings).file(WAVEFile.descriptor))
    }
    for file in files {
      let output = try ForeignProgram.run("sox", ["-D", "FILE", "-t", "s16", "-"], on: file, named: "x.wav")
      let theirs = Recording(sampleRate: 44100, interleaved: samples16(output), channelCount: channelCount).channels
      let stream = try Stream(file: file, WAVEFile.descriptor)
      let ours = try stream.decoded().map { Array($0.prefix(theirs[0].count)) }
      #expect(theirs[0].count >= recording.frameCount && ours == theirs)
      expectEqual(stream.decodedByTheText(), try stream.decoded())
    }
  }
}
