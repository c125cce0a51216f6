#if canImport(Glibc)
  import AVFoundation
  import TestSupport
  import Testing

  @Suite("Objects of AVFAudio leave nothing behind", .serialized)
  struct LifetimeTests {
    @Test("Formats, buffers, converters and files, each made, used and given up a thousand times")
    func cycles() throws {
      let formats = LeftBehind.bytes(rounds: 10_000) {
        let format = Make.format()
        #expect(AVAudioFormat(settings: format.settings) == format)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)?.channelCount == 6)
      }
      let buffers = LeftBehind.bytes {
        let buffer = Make.tone(Make.format(), frames: 1024)
        #expect(buffer.copy() is AVAudioPCMBuffer)
        #expect(buffer.floatChannelData != nil)
      }
      let coded = AVAudioFormat(
        settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2])
      let aac = try #require(coded)
      let source = Make.tone(Make.format(), frames: 2048)
      let converters = try LeftBehind.bytes {
        let converter = try #require(AVAudioConverter(from: source.format, to: aac))
        let buffer = AVAudioCompressedBuffer(
          format: aac, packetCapacity: 2, maximumPacketSize: converter.maximumOutputPacketSize)
        let portions = Portions(source, portion: 2048)
        _ = converter.convert(to: buffer, error: nil) { _, status in portions.give(status) }
        #expect(buffer.packetCount > 0)
      }
      let url = Make.url("caf")
      defer { try? FileManager.default.removeItem(at: url) }
      let files = try LeftBehind.bytes {
        let file = try AVAudioFile(forWriting: url, settings: source.format.settings)
        try file.write(from: source)
        file.close()
        let reading = try AVAudioFile(forReading: url)
        try reading.read(into: source)
        #expect(reading.length == 2048)
      }
      // A tenth of the rounds leaving an object behind each would be more.
      let growths = [formats, buffers, converters, files]
      #expect(growths.allSatisfy { $0 < 100_000 }, "\(growths)")
    }
  }
#endif
