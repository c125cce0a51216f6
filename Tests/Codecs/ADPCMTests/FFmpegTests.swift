import ADPCMCodec
import AIFFContainer
import AudioBase
import CAFContainer
import TestSupport
import Testing
import WAVEContainer

/// One of the three formats with FFmpeg's name of it and a container that holds it.
struct FormatCase: Sendable, CustomTestStringConvertible {
  var formatID: FourCharacterCode
  var codec: String
  var container: ContainerDescriptor
  var containerName: String

  static let all = [
    FormatCase(formatID: .ima4, codec: "adpcm_ima_qt", container: CAFFile.descriptor, containerName: "caf"),
    FormatCase(formatID: .dviADPCM, codec: "adpcm_ima_wav", container: WAVEFile.descriptor, containerName: "wav"),
    FormatCase(formatID: .microsoftADPCM, codec: "adpcm_ms", container: WAVEFile.descriptor, containerName: "wav"),
  ]
  var testDescription: String { codec }

  /// A file's samples as FFmpeg decodes them; those of WAVE's IMA as its text says, which FFmpeg follows from version 8
  /// on.
  func decoding(_ file: [UInt8], channelCount: Int) throws -> [[Int]] {
    if formatID == .dviADPCM { return try Stream(file: file, container).decodedByTheText() }
    return try ffmpegDecoding(file, named: "x.\(containerName)", channelCount: channelCount)
  }
}

@Suite(.needs(.ffmpeg)) struct FFmpegTests {
  private static let clips = [
    "ins_castanets_48000_st.wav", "ins_harpsi_48000_st.wav", "mus_wz11_48000_st.wav", "spk_alsa_48000_mo.wav",
    "spk_fillets_44100_mo.wav", "syn_sweep_44100_st.wav",
  ]

  @Test(arguments: FormatCase.all, [1, 2])
  func theirStreamsDecodeToTheirSamples(_ format: FormatCase, channelCount: Int) throws {
    let recording = Recording.synthetic(channelCount: channelCount, seed: 1)
    let file = try ffmpegEncoding(recording, codec: format.codec, container: format.containerName)
    let theirs = try format.decoding(file, channelCount: channelCount)
    let stream = try Stream(file: file, format.container)
    expectEqual(stream.coded.format.formatID, format.formatID)
    let ours = try stream.decoded()
    expectEqual(ours, theirs)
    expectGreaterOrEqual(ours[0].count, recording.frameCount)
  }

  @Test(arguments: [32, 128, 512, 4096])
  func theirStreamsOfOtherBlockSizesDecodeToTheirSamples(size: Int) throws {
    for format in FormatCase.all.dropFirst() {
      let recording = Recording.synthetic(channelCount: 2, frameCount: 9000, seed: 2)
      let file = try ffmpegEncoding(
        recording, codec: format.codec, container: "wav", options: ["-block_size", "\(size)"])
      let theirs = try format.decoding(file, channelCount: 2)
      let stream = try Stream(file: file, format.container)
      expectEqual(stream.coded.format.bytesPerPacket, size)
      try expectEqual(stream.decoded(), theirs, "\(format.codec)")
    }
  }

  @Test(arguments: FormatCase.all, [1, 2])
  func theirDecoderGivesForOurStreamsWhatOursGives(_ format: FormatCase, channelCount: Int) throws {
    for (seed, frames) in [(3, 44100), (4, 1), (5, 65), (6, 3000)] {
      let recording = Recording.synthetic(channelCount: channelCount, frameCount: frames, seed: UInt64(seed))
      let layout = ChannelLayout(unlabelledChannelCount: channelCount)
      let settings = EncoderSettings(formatID: format.formatID, sampleRate: 44100, layout: layout)
      let stream = try Stream(encoding: recording, settings)
      let file = try stream.file(format.container)
      let theirs = try format.decoding(file, channelCount: channelCount)
      try expectEqual(stream.decoded(), theirs)
    }
  }

  @Test func ourIMA4InAIFFDecodesAlike() throws {
    let recording = Recording.synthetic(channelCount: 2, seed: 7)
    let settings = EncoderSettings(formatID: .ima4, sampleRate: 44100, layout: ChannelLayout([.left, .right]))
    let stream = try Stream(encoding: recording, settings)
    let file = try stream.file(AIFCFile.descriptor)
    let theirs = try ffmpegDecoding(file, named: "x.aifc", channelCount: 2)
    try expectEqual(stream.decoded(), theirs)
    try expectEqual(Stream(file: file, AIFCFile.descriptor).decoded(), theirs)
  }

  @Test(arguments: FormatCase.all)
  func ourEncoderReachesTheirRatio(_ format: FormatCase) throws {
    try compareRatios(format, "synthetic", Recording.synthetic(channelCount: 2, seed: 8))
  }

  @Test(.needs(.clips), arguments: FormatCase.all, clips)
  func ourEncoderReachesTheirRatioOnEveryClip(_ format: FormatCase, name: String) throws {
    try compareRatios(format, name, try Recording.clip(name, seconds: 3))
  }

  private func compareRatios(_ format: FormatCase, _ name: String, _ recording: Recording) throws {
    let channels = recording.channels.count
    let file = try ffmpegEncoding(recording, codec: format.codec, container: format.containerName)
    let theirs = try format.decoding(file, channelCount: channels)
    var settings = EncoderSettings(
      formatID: format.formatID, sampleRate: recording.sampleRate,
      layout: ChannelLayout(unlabelledChannelCount: channels))
    if format.formatID != .ima4 { settings.bytesPerPacket = 1024 }
    let ours = try Stream(encoding: recording, settings).decoded()
    let mine = ratio(of: ours, to: recording.channels)
    let other = ratio(of: theirs, to: recording.channels)
    print("\(format.codec) \(name): \((mine * 100).rounded() / 100) dB, FFmpeg \((other * 100).rounded() / 100) dB")
    expectGreaterOrEqual(mine, other, "\(name)")
  }
}
