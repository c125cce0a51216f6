#if canImport(Glibc)
  import AVFoundation
  import TestSupport
  import Testing

  /// Formats, buffers, converters and files, each made, used and given up a thousand times in a process of its own.
  @Suite("Objects of AVFAudio leave nothing behind")
  struct LifetimeTests {
    @Test func formats() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound(rounds: 10_000) {
          let format = Make.format()
          #expect(AVAudioFormat(settings: format.settings) == format)
          #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)?.channelCount == 6)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func buffers() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound {
          let buffer = Make.tone(Make.format(), frames: 1024)
          #expect(buffer.copy() is AVAudioPCMBuffer)
          #expect(buffer.floatChannelData != nil)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func converters() async {
      await #expect(processExitsWith: .success) {
        let coded = AVAudioFormat(
          settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2])
        let aac = try #require(coded)
        let source = Make.tone(Make.format(), frames: 2048)
        let left = try LeftBehind.bytesPerRound {
          let converter = try #require(AVAudioConverter(from: source.format, to: aac))
          let buffer = AVAudioCompressedBuffer(
            format: aac, packetCapacity: 2, maximumPacketSize: converter.maximumOutputPacketSize)
          let portions = Portions(source, portion: 2048)
          _ = converter.convert(to: buffer, error: nil) { _, status in portions.give(status) }
          #expect(buffer.packetCount > 0)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func files() async {
      await #expect(processExitsWith: .success) {
        let source = Make.tone(Make.format(), frames: 2048)
        let url = Make.url("caf")
        defer { try? FileManager.default.removeItem(at: url) }
        let left = try LeftBehind.bytesPerRound {
          let file = try AVAudioFile(forWriting: url, settings: source.format.settings)
          try file.write(from: source)
          file.close()
          let reading = try AVAudioFile(forReading: url)
          try reading.read(into: source)
          #expect(reading.length == 2048)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }
  }
#endif
