#if canImport(Glibc)
  import AudioToolbox
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// What a thousand objects leave behind.
  @Suite("Objects leave nothing behind", .serialized)
  struct LifetimeTests {
    @Test("The measure sees what is left behind", .enabled(if: LeftBehind.isMeasured))
    func measure() {
      var blocks: [UnsafeMutableRawPointer?] = []
      let seen = LeftBehind.bytes { blocks.append(malloc(4000)) }
      #expect(seen > 3_000_000)
      for block in blocks { free(block) }
    }

    @Test("Converters, files, streams and extended files, each made, used and disposed of a thousand times")
    func cycles() throws {
      let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
      let music = try Data(contentsOf: Fixture.music)
      let url = Fixture.music as CFURL
      let converters = try LeftBehind.bytes {
        let converter = try makeConverter(.coded(kAudioFormatMPEG4AAC_ELD, frames: 480), .pcm())
        #expect(fill(converter, PacketFeed([packets[0]]), packets: 480, room: 1920).packets == 480)
        #expect(AudioConverterDispose(converter) == noErr)
      }
      let files = LeftBehind.bytes {
        var file: AudioFileID?
        #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == noErr)
        guard let file else { return }
        var name: UInt = 0
        var size: UInt32 = 8
        #expect(AudioFileGetProperty(file, kAudioFilePropertyDataFormatName, &size, &name) == noErr)
        if let pointer = UnsafeRawPointer(bitPattern: name) { Unmanaged<NSString>.fromOpaque(pointer).release() }
        #expect(AudioFileClose(file) == noErr)
      }
      // The beginning of the file: its structure, and some packets.
      let beginning = music.prefix(20_000)
      let streams = LeftBehind.bytes {
        var stream: AudioFileStreamID?
        let open = AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &stream)
        #expect(open == noErr)
        guard let stream else { return }
        let status = beginning.withUnsafeBytes { bytes in
          AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes.baseAddress, [])
        }
        #expect(status == noErr)
        #expect(AudioFileStreamClose(stream) == noErr)
      }
      let extended = LeftBehind.bytes {
        var file: ExtAudioFileRef?
        #expect(ExtAudioFileOpenURL(url, &file) == noErr)
        guard let file else { return }
        var client = AudioStreamBasicDescription.pcm()
        // A seek before there is a format of the client's holds when there is one.
        #expect(ExtAudioFileSeek(file, 1000) == noErr)
        #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var position: Int64 = 0
        #expect(ExtAudioFileTell(file, &position) == noErr)
        #expect(position == 1000)
        #expect(ExtAudioFileDispose(file) == noErr)
      }
      let place = FileManager.default.temporaryDirectory.appending(path: "lifetime-\(getpid()).wav")
      defer { try? FileManager.default.removeItem(at: place) }
      let written = LeftBehind.bytes { write(to: place) }
      // Other tests run meanwhile and hold some memory. An object left behind a round would be megabytes.
      let growths = [converters, files, streams, extended, written]
      #expect(growths.allSatisfy { $0 < 1_000_000 }, "\(growths)")
    }

    /// Makes a file of 100 frames, once with each service that writes.
    private func write(to url: URL) {
      var format = AudioStreamBasicDescription.pcm()
      let url = url as CFURL
      var samples = [UInt8](repeating: 1, count: Int(format.mBytesPerFrame) * 100)
      var file: AudioFileID?
      #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &file) == noErr)
      guard let file else { return }
      var count = UInt32(samples.count)
      #expect(AudioFileWriteBytes(file, false, 0, &count, &samples) == noErr)
      #expect(AudioFileClose(file) == noErr)
      var extended: ExtAudioFileRef?
      let flags = AudioFileFlags.eraseFile.rawValue
      #expect(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, nil, flags, &extended) == noErr)
      guard let extended else { return }
      samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: format.mChannelsPerFrame, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        #expect(ExtAudioFileWrite(extended, 100, &list) == noErr)
      }
      #expect(ExtAudioFileDispose(extended) == noErr)
    }
  }
#endif
