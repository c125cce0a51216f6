#if canImport(Glibc)
  import AVFoundation
  import AudioDevices
  import TestSupport
  import Testing

  /// Formats, buffers, converters, files, players, recorders and engines, each made, used and given up a thousand times
  /// in a process of its own.
  @Suite("Objects of AVFAudio leave nothing behind", .serialized, .ownThreads)
  struct LifetimeTests {
    @Test func formats() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound(rounds: 10_000) {
          let format = Make.format()
          expectEqual(AVAudioFormat(settings: format.settings), format)
          expectEqual(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)?.channelCount, 6)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func buffers() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound {
          let buffer = Make.tone(Make.format(), frames: 1024)
          #expect(buffer.copy() is AVAudioPCMBuffer)
          #expect(buffer.floatChannelData != nil)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func converters() async {
      await #expect(processExitsWith: .success) {
        let coded = AVAudioFormat(
          settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2])
        let aac = try required(coded)
        let source = Make.tone(Make.format(), frames: 2048)
        let left = try LeftBehind.bytesPerRound {
          let converter = try required(AVAudioConverter(from: source.format, to: aac))
          let buffer = AVAudioCompressedBuffer(
            format: aac, packetCapacity: 2, maximumPacketSize: converter.maximumOutputPacketSize)
          let portions = Portions(source, portion: 2048)
          _ = converter.convert(to: buffer, error: nil) { _, status in portions.give(status) }
          expectGreater(buffer.packetCount, 0)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
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
          expectEqual(reading.length, 2048)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    /// A device whose time a test moves.
    private static func device() -> VirtualDevice {
      let format = DeviceFormat(sampleRate: 48000, channelCount: 2)
      return VirtualDevice("lifetimes", format, pacing: .stepped, bufferFrameCount: 480)
    }

    @Test func players() async {
      await #expect(processExitsWith: .success) {
        let source = Make.tone(Make.format(rate: 48000), frames: 2048)
        let url = Make.url("caf")
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try AVAudioFile(forWriting: url, settings: source.format.settings)
        try file.write(from: source)
        file.close()
        let device = LifetimeTests.device()
        let left = try LeftBehind.bytesPerRound {
          let player = try AVAudioPlayer(contentsOf: url)
          player.play(through: device)
          player.isMeteringEnabled = true
          player.numberOfLoops = 3
          #expect(player.prepareToPlay() && player.play())
          device.advance(frameCount: 960)
          player.updateMeters()
          player.currentTime = 0.01
          player.stop()
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func recorders() async {
      await #expect(processExitsWith: .success) {
        let url = Make.url("wav")
        defer { try? FileManager.default.removeItem(at: url) }
        let device = LifetimeTests.device()
        let settings: [String: Any] = [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 2,
          AVLinearPCMBitDepthKey: 16,
        ]
        let left = try LeftBehind.bytesPerRound {
          let recorder = try AVAudioRecorder(url: url, settings: settings)
          recorder.record(from: device)
          #expect(recorder.prepareToRecord() && recorder.record())
          device.advance(frameCount: 960)
          recorder.stop()
          #expect(recorder.deleteRecording())
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func enginesOfDevices() async {
      await #expect(processExitsWith: .success) {
        let device = LifetimeTests.device()
        let left = try LeftBehind.bytesPerRound {
          let engine = AVAudioEngine()
          engine.device = device
          let source = AVAudioSourceNode { _, _, _, _ in noErr }
          let (pitch, player) = (AVAudioUnitTimePitch(), AVAudioPlayerNode())
          for node in [source, pitch, player] as [AVAudioNode] { engine.attach(node) }
          let format = engine.mainMixerNode.outputFormat(forBus: 0)
          engine.connect(source, to: pitch, format: format)
          engine.connect(pitch, to: engine.mainMixerNode, format: format)
          engine.connect(player, to: engine.mainMixerNode, format: format)
          engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
          try engine.start()
          player.scheduleBuffer(Make.tone(format, frames: 700), at: nil, options: .loops)
          player.play()
          device.advance(frameCount: 960)
          engine.stop()
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }
  }
#endif
