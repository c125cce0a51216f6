import AVFoundation
import TestSupport
import Testing

@Suite("AVAudioFile")
struct FileTests {
  static let music = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a")

  /// Writes a tone in portions and closes the file.
  private func write(
    _ url: URL, _ settings: [String: Any], frames: Int, portion: Int = 1000,
    kind: AVAudioCommonFormat = .pcmFormatFloat32,
    interleaved: Bool = false
  ) throws -> AVAudioPCMBuffer {
    let file = try AVAudioFile(forWriting: url, settings: settings, commonFormat: kind, interleaved: interleaved)
    expectEqual(file.processingFormat.commonFormat, kind)
    expectEqual(file.url, url)
    for start in stride(from: 0, to: frames, by: portion) {
      try file.write(from: Make.tone(file.processingFormat, frames: min(portion, frames - start), from: start))
      expectEqual(file.framePosition, Int64(min(start + portion, frames)))
    }
    expectEqual(file.length, Int64(frames))
    file.close()
    return Make.tone(file.processingFormat, frames: frames)
  }

  /// Reads a file whole, in portions.
  private func read(_ file: AVAudioFile, portion: UInt32) throws -> [[Double]] {
    var channels = [[Double]](repeating: [], count: Int(file.processingFormat.channelCount))
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: portion))
    while file.framePosition < file.length {
      try file.read(into: buffer)
      for channel in channels.indices { channels[channel] += Make.samples(buffer, channel) }
    }
    return channels
  }

  private func settings(_ formatID: AudioFormatID, rate: Double = 44100, channels: Int = 2) -> [String: Any] {
    [AVFormatIDKey: formatID, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels]
  }

  @Test(
    "Integers written are integers read, to the bit",
    arguments: ["wav", "caf", "aif", "aifc", "au"], [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32])
  func integers(suffix: String, kind: AVAudioCommonFormat) throws {
    let url = Make.url(suffix)
    defer { try? FileManager.default.removeItem(at: url) }
    var settings = settings(kAudioFormatLinearPCM)
    settings[AVLinearPCMBitDepthKey] = kind == .pcmFormatInt16 ? 16 : 32
    let sound = try write(url, settings, frames: 4321, kind: kind, interleaved: true)
    let file = try AVAudioFile(forReading: url, commonFormat: kind, interleaved: true)
    expectEqual(file.length, 4321)
    expectEqual(file.fileFormat.streamDescription.pointee.mBitsPerChannel, kind == .pcmFormatInt16 ? 16 : 32)
    let whole = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 5000))
    try file.read(into: whole)
    expectEqual(whole.frameLength, 4321)
    expectEqual(Make.bytes(whole), Make.bytes(sound))
  }

  @Test("Settings of a format, as programs pass them, make a file of it", arguments: ["wav", "caf"])
  func formatSettings(suffix: String) throws {
    let url = Make.url(suffix)
    defer { try? FileManager.default.removeItem(at: url) }
    let sound = try write(url, Make.format(rate: 48000).settings, frames: 999)
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.processingFormat, Make.format(rate: 48000))
    #expect(file.fileFormat.isInterleaved)
    expectEqual(file.fileFormat.streamDescription.pointee.mBitsPerChannel, 32)
    let channels = try read(file, portion: 100)
    expectEqual(channels[0], Make.samples(sound, 0))
    expectEqual(channels[1], Make.samples(sound, 1))
  }

  @Test("Apple Lossless keeps every bit of 16, whatever the portions", arguments: ["m4a", "caf"], [1, 4095, 20_000])
  func lossless(suffix: String, portion: Int) throws {
    let url = Make.url(suffix)
    defer { try? FileManager.default.removeItem(at: url) }
    let frames = portion == 1 ? 300 : 20_000
    let sound = try write(
      url, settings(kAudioFormatAppleLossless), frames: frames, portion: portion, kind: .pcmFormatInt16,
      interleaved: true)
    let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
    expectEqual(file.length, Int64(frames))
    expectEqual(file.fileFormat.streamDescription.pointee.mFormatID, kAudioFormatAppleLossless)
    expectEqual(file.fileFormat.magicCookie?.isEmpty, false)
    let whole = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(frames)))
    try file.read(into: whole)
    expectEqual(Make.bytes(whole), Make.bytes(sound))
  }

  @Test("Apple Lossless keeps every bit of 24 where settings ask for them")
  func lossless24() throws {
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var settings = settings(kAudioFormatAppleLossless)
    settings[AVEncoderBitDepthHintKey] = 24
    let file = try AVAudioFile(forWriting: url, settings: settings)
    // Values of 24 bits, which floating point of 32 bits holds.
    let sound = Make.buffer(file.processingFormat, frames: 5000) { channel, frame in
      Double((frame * 7919 + channel * 104_729) % 16_777_216 - 8_388_608) / 8_388_608
    }
    try file.write(from: sound)
    file.close()
    let reading = try AVAudioFile(forReading: url)
    let channels = try read(reading, portion: 777)
    expectEqual(channels[0], Make.samples(sound, 0))
    expectEqual(channels[1], Make.samples(sound, 1))
  }

  @Test(
    "AAC and AAC-ELD keep the length to the frame, and every frame its place",
    arguments: [kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_ELD], [1000, 1024, 20_001, 44_100])
  func lossy(formatID: AudioFormatID, frames: Int) throws {
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var settings = settings(formatID)
    settings[AVEncoderBitRateKey] = 128_000
    let sound = try write(url, settings, frames: frames, portion: 700)
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.length, Int64(frames))
    let channels = try read(file, portion: 999)
    expectEqual(channels[0].count, frames)
    // A tone of a few frames has not settled in the encoder's bands.
    for channel in 0..<2 where frames > 10_000 {
      // A frame too early or too late would leave 24 dB of the tone at 441 Hz, and less of the other.
      let middle = frames / 4..<frames * 3 / 4
      let quality = Array(channels[channel][middle]).signalToNoise(of: Array(Make.samples(sound, channel)[middle]))
      expectGreater(quality, 30, "channel \(channel): \(quality) dB")
    }
  }

  @Test("A file of AAC-ELD is read in every processing format, from every frame")
  func music() throws {
    let file = try AVAudioFile(forReading: Self.music)
    expectEqual(file.length, 176_400)
    expectEqual(file.processingFormat, Make.format())
    expectEqual(file.fileFormat.streamDescription.pointee.mFormatID, kAudioFormatMPEG4AAC_ELD)
    #expect(file.fileFormat.magicCookie != nil)
    #expect(file.isOpen)
    let channels = try read(file, portion: 4096)
    expectEqual(channels.map(\.count), [176_400, 176_400])
    let part = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 600))
    for frame in [0, 1, 479, 480, 12_345, 175_900, 176_399] {
      file.framePosition = Int64(frame)
      try file.read(into: part)
      let end = min(frame + 600, 176_400)
      expectEqual(Make.samples(part, 1), Array(channels[1][frame..<end]), "from frame \(frame)")
      expectEqual(file.framePosition, Int64(end))
    }
    let whole = try AVAudioFile(forReading: Self.music, commonFormat: .pcmFormatInt16, interleaved: true)
    let samples = try read(whole, portion: 10_000)
    #expect(zip(samples[0], channels[0]).allSatisfy { abs($0 - $1) <= 0.51 / 32768 })
  }

  @Test("Fewer frames than there is room for, and none")
  func frameCounts() throws {
    let file = try AVAudioFile(forReading: Self.music)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 500))
    try file.read(into: buffer, frameCount: 10)
    expectEqual(buffer.frameLength, 10)
    expectEqual(file.framePosition, 10)
    try file.read(into: buffer, frameCount: 0)
    expectEqual(buffer.frameLength, 0)
    expectEqual(file.framePosition, 10)
    let failure = failure { try file.read(into: buffer, frameCount: 501) }
    expectEqual(failure?.code, kAudio_ParamError)
    expectEqual(failure?.domain, "com.apple.coreaudio.avfaudio")
  }

  @Test("At its end a file has no frames to give")
  func endOfFile() throws {
    let file = try AVAudioFile(forReading: Self.music)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 100))
    file.framePosition = file.length
    expectEqual(failure { try file.read(into: buffer) }?.domain, "Foundation._GenericObjCError")
    expectEqual(buffer.frameLength, 0)
    file.framePosition = file.length - 30
    try file.read(into: buffer)
    expectEqual(buffer.frameLength, 30)
    file.framePosition = file.length + 1
    expectEqual(failure { try file.read(into: buffer) }?.code, kExtAudioFileError_InvalidSeek)
    file.framePosition = -1
    expectEqual(failure { try file.read(into: buffer) }?.code, kExtAudioFileError_InvalidSeek)
    file.framePosition = 0
    try file.read(into: buffer)
    expectEqual(buffer.frameLength, 100)
  }

  @Test("Files that are not there, are no audio, or cannot be made")
  func openingErrors() throws {
    let domain = "com.apple.coreaudio.avfaudio"
    let missing = failure { _ = try AVAudioFile(forReading: Make.url("wav")) }
    expectEqual(missing?.code, kAudioFileFileNotFoundError)
    expectEqual(missing?.domain, domain)
    let text = Make.url("wav")
    try Data("no audio at all, only words".utf8).write(to: text)
    defer { try? FileManager.default.removeItem(at: text) }
    expectEqual(failure { _ = try AVAudioFile(forReading: text) }?.code, kAudioFileUnsupportedFileTypeError)
    let other = failure { _ = try AVAudioFile(forReading: Self.music, commonFormat: .otherFormat, interleaved: true) }
    expectEqual(other?.code, kAudio_ParamError)

    let pcm = settings(kAudioFormatLinearPCM)
    let unnamed = Make.url("what")
    expectEqual(
      failure { _ = try AVAudioFile(forWriting: unnamed, settings: pcm) }?.code, kAudioFileUnsupportedFileTypeError)
    #expect(!FileManager.default.fileExists(atPath: unnamed.path))
    let wave = Make.url("wav")
    defer { try? FileManager.default.removeItem(at: wave) }
    expectEqual(
      failure { _ = try AVAudioFile(forWriting: wave, settings: [:]) }?.code, kAudioFileUnsupportedDataFormatError)
    let aac = settings(kAudioFormatMPEG4AAC)
    expectEqual(
      failure { _ = try AVAudioFile(forWriting: wave, settings: aac) }?.code, kAudioFileUnsupportedDataFormatError)
    let folder = URL(fileURLWithPath: "/no-such-folder/file.wav")
    #expect(failure { _ = try AVAudioFile(forWriting: folder, settings: pcm) } != nil)
    let noFile = URL(string: "https://example.com/a.wav")
    expectEqual(failure { _ = try AVAudioFile(forReading: try #require(noFile)) }?.code, kAudio_BadFilePathError)
  }

  @Test("The type of a file may come from the settings")
  func typeKey() throws {
    let url = Make.url("what")
    defer { try? FileManager.default.removeItem(at: url) }
    var settings = settings(kAudioFormatLinearPCM)
    settings[AVAudioFileTypeKey] = kAudioFileCAFType
    _ = try write(url, settings, frames: 10)
    try expectEqual(Data(contentsOf: url).prefix(4), Data("caff".utf8))
  }

  @Test("Frames of another format than the processing format are refused")
  func otherFormats() throws {
    let url = Make.url("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try AVAudioFile(forWriting: url, settings: settings(kAudioFormatLinearPCM))
    for format in [Make.format(rate: 48000), Make.format(channels: 1), Make.format(.pcmFormatInt16)] {
      expectEqual(failure { try file.write(from: Make.tone(format, frames: 10)) }?.code, kAudio_ParamError)
    }
    expectEqual(file.length, 0)
    let reading = try AVAudioFile(forReading: Self.music)
    let wrong = Make.tone(Make.format(interleaved: true), frames: 10)
    expectEqual(failure { try reading.read(into: wrong) }?.code, kAudio_ParamError)
    #expect(failure { try reading.write(from: Make.tone(Make.format(), frames: 1)) } != nil)
    #expect(failure { try file.read(into: Make.tone(Make.format(), frames: 1)) } != nil)
  }

  @Test("A file is complete when its object goes, and when it is closed; then nothing more can be done with it")
  func closing() throws {
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    let sound = Make.tone(Make.format(), frames: 5000)
    do {
      let file = try AVAudioFile(forWriting: url, settings: settings(kAudioFormatMPEG4AAC))
      try file.write(from: sound)
    }
    try expectEqual(AVAudioFile(forReading: url).length, 5000)
    // The same place again: what was there is replaced.
    let file = try AVAudioFile(forWriting: url, settings: settings(kAudioFormatMPEG4AAC))
    try file.write(from: sound)
    try file.write(from: sound)
    file.close()
    #expect(!file.isOpen)
    try expectEqual(AVAudioFile(forReading: url).length, 10_000)
    expectEqual(failure { try file.write(from: sound) }?.code, kAudioFileNotOpenError)
    expectEqual(failure { try file.read(into: sound) }?.code, kAudioFileNotOpenError)
    expectEqual(file.length, 10_000)
    file.close()
  }

  @Test("A file of no frames is a file", arguments: ["wav", "caf"])
  func empty(suffix: String) throws {
    let url = Make.url(suffix)
    defer { try? FileManager.default.removeItem(at: url) }
    _ = try write(url, settings(kAudioFormatLinearPCM), frames: 0)
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.length, 0)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1))
    #expect(failure { try file.read(into: buffer) } != nil)
  }

  @Test("Surround sound goes to its loudspeakers and back", arguments: ["wav", "caf"])
  func surround(suffix: String) throws {
    let url = Make.url(suffix)
    defer { try? FileManager.default.removeItem(at: url) }
    let layout = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout)
    let sound = Make.buffer(format, frames: 500) { channel, frame in Double(channel * 1000 + frame) / 32768 }
    do {
      let file = try AVAudioFile(forWriting: url, settings: format.settings)
      expectEqual(file.processingFormat, format)
      try file.write(from: sound)
    }
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.processingFormat.channelCount, 6)
    expectEqual(file.processingFormat.channelLayout?.layoutTag, kAudioChannelLayoutTag_MPEG_5_1_A)
    let channels = try read(file, portion: 333)
    for channel in 0..<6 { expectEqual(channels[channel], Make.samples(sound, channel), "channel \(channel)") }
  }

  @Test("Sound whose upper half extends a core is read at the full rate")
  func highEfficiency() throws {
    let folder = Self.music.deletingLastPathComponent().appending(path: "AAC")
    let name = "hev1_44100_st_48k_syn_burst"
    let packets = packetsOfDump([UInt8](try Data(contentsOf: folder.appending(path: "\(name).dump"))))
    let cookie = [UInt8](try Data(contentsOf: folder.appending(path: "\(name).asc")))
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatMPEG4AAC_HE, mFormatFlags: 0, mBytesPerPacket: 0,
      mFramesPerPacket: 2048, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
    var made: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kAudioFileM4AType, &format, .eraseFile, &made), noErr)
    let writing = try required(made)
    expectEqual(AudioFileSetProperty(writing, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie), noErr)
    for (index, packet) in packets.enumerated() {
      var place = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      var count: UInt32 = 1
      let size = UInt32(packet.count)
      expectEqual(AudioFileWritePackets(writing, false, size, &place, Int64(index), &count, packet), noErr)
    }
    expectEqual(AudioFileClose(writing), noErr)
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.processingFormat, Make.format())
    expectEqual(file.length, Int64(packets.count * 2048))
    try expectEqual(read(file, portion: 5000)[0].count, packets.count * 2048)
  }

  @Test("What is written is what others read", .needs(.ffmpeg))
  func foreign() throws {
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var settings = settings(kAudioFormatMPEG4AAC, rate: 48000, channels: 1)
    settings[AVEncoderBitRateKey] = 64_000
    _ = try write(url, settings, frames: 96_000)
    let bytes = [UInt8](try Data(contentsOf: url))
    let found = try ForeignProgram.probe(bytes, named: "a.m4a")
    expectEqual(found["codec_name"], "aac")
    expectEqual(found["sample_rate"], "48000")
    expectEqual(found["channels"], "1")
    expectEqual(found["duration"].flatMap(Double.init), 2)
    let rate = found["bit_rate"].flatMap(Double.init) ?? 0
    #expect(rate > 50_000 && rate < 75_000)
  }
}
