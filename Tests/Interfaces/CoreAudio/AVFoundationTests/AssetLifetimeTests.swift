#if canImport(Glibc)
  import AVFoundation
  import TestSupport
  import Testing

  /// Assets, readers, writers and exports, each made, used and given up a thousand times in a process of its own.
  @Suite("Objects of AVFoundation leave nothing behind", .serialized, .ownThreads)
  struct AssetLifetimeTests {
    @Test func assetsAndReaders() async {
      await #expect(processExitsWith: .success) {
        let left = try LeftBehind.bytesPerRound {
          let asset = AVURLAsset(url: Sound.movie)
          #expect(asset.tracks.count == 2 && asset.metadata.count >= 0)
          for settings in [nil, Sound.float32] {
            let output = AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: settings)
            let reader = try AVAssetReader(asset: asset)
            reader.add(output)
            #expect(reader.startReading() && output.copyNextSampleBuffer() != nil)
          }
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func writers() async {
      await #expect(processExitsWith: .success) {
        let folder = Sound.Folder()
        let sound = try Sound.buffer(0..<2048)
        let left = try LeftBehind.bytesPerRound {
          let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
          let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterTests.aac)
          writer.add(input)
          #expect(writer.startWriting())
          writer.startSession(atSourceTime: .zero)
          // A block that holds its writer goes with it.
          input.requestMediaDataWhenReady(on: .global()) { _ = writer.status }
          #expect(input.append(sound))
          let done = DispatchSemaphore(value: 0)
          writer.finishWriting { done.signal() }
          done.wait()
          expectEqual(writer.status, .completed)
          try FileManager.default.removeItem(at: folder["a.m4a"])
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func exports() async {
      await #expect(processExitsWith: .success) {
        let folder = Sound.Folder()
        try Sound.wave(folder["a.wav"], frames: 3000)
        let asset = AVURLAsset(url: folder["a.wav"])
        let left = try LeftBehind.bytesPerRound {
          let session = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
          (session.outputURL, session.outputFileType) = (folder["b.m4a"], .m4a)
          let done = DispatchSemaphore(value: 0)
          session.exportAsynchronously { done.signal() }
          done.wait()
          expectEqual(session.status, .completed)
          try FileManager.default.removeItem(at: folder["b.m4a"])
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }
  }
#endif
