#if canImport(Glibc)
  import AVFoundation
  import Glibc
  import TestSupport
  import Testing

  @Suite("Objects of AVFAudio leave nothing behind", .serialized)
  struct LifetimeTests {
    /// Bytes in use after many more rounds than before, beyond what a few rounds use.
    private func growth(rounds: Int = 1000, _ body: () throws -> Void) rethrows -> Int {
      for _ in 0..<LeftBehind.rounds(20) { try body() }
      // Other tests run meanwhile and hold memory for a time; what the rounds leave shows in every try.
      let tries = try (0..<5).map { _ in
        let before = Int(mallinfo2().uordblks)
        for _ in 0..<LeftBehind.rounds(rounds / 5) { try body() }
        return Int(mallinfo2().uordblks) - before
      }
      return tries.sorted()[1]
    }

    @Test("Formats, buffers, converters and files, each made, used and given up a thousand times")
    func cycles() throws {
      let formats = growth(rounds: 10_000) {
        let format = Make.format()
        #expect(AVAudioFormat(settings: format.settings) == format)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)?.channelCount == 6)
      }
      let buffers = growth {
        let buffer = Make.tone(Make.format(), frames: 1024)
        #expect(buffer.copy() is AVAudioPCMBuffer)
        #expect(buffer.floatChannelData != nil)
      }
      let coded = AVAudioFormat(
        settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2])
      let aac = try #require(coded)
      let source = Make.tone(Make.format(), frames: 2048)
      let converters = try growth {
        let converter = try #require(AVAudioConverter(from: source.format, to: aac))
        let buffer = AVAudioCompressedBuffer(
          format: aac, packetCapacity: 2, maximumPacketSize: converter.maximumOutputPacketSize)
        let portions = Portions(source, portion: 2048)
        _ = converter.convert(to: buffer, error: nil) { _, status in portions.give(status) }
        #expect(buffer.packetCount > 0)
      }
      let url = Make.url("caf")
      defer { try? FileManager.default.removeItem(at: url) }
      let files = try growth {
        let file = try AVAudioFile(forWriting: url, settings: source.format.settings)
        try file.write(from: source)
        file.close()
        let reading = try AVAudioFile(forReading: url)
        try reading.read(into: source)
        #expect(reading.length == 2048)
      }
      // A fifth of the rounds leaving an object behind each would be more.
      let growths = [formats, buffers, converters, files]
      #expect(growths.allSatisfy { $0 < 100_000 }, "\(growths)")
    }
  }
#endif
