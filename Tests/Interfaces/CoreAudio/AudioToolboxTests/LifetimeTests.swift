#if canImport(Glibc)
  import AudioDevices
  import AudioToolbox
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// Objects that are made, used and disposed of a thousand times, each kind in a process of its own.
  @Suite("Objects leave nothing behind", .serialized, .ownThreads)
  struct LifetimeTests {
    @Test("The measure sees what is left behind", .needs(.allocationCount))
    func measure() async {
      await #expect(processExitsWith: .success) {
        var blocks: [UnsafeMutableRawPointer?] = []
        blocks.reserveCapacity(2000)
        let left = LeftBehind.bytesPerRound { blocks.append(malloc(4000)) }
        #expect(left >= 4000 && left < 4100, "\(left) bytes a round")
        for block in blocks { free(block) }
      }
    }

    @Test func converters() async {
      await #expect(processExitsWith: .success) {
        let (packets, _) = try Fixture.dump("eld_airplay_128k_syn_sweep")
        let left = try LeftBehind.bytesPerRound {
          let converter = try makeConverter(.coded(kAudioFormatMPEG4AAC_ELD, frames: 480), .pcm())
          expectEqual(fill(converter, PacketFeed([packets[0]]), packets: 480, room: 1920).packets, 480)
          expectEqual(AudioConverterDispose(converter), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func files() async {
      await #expect(processExitsWith: .success) {
        let url = Fixture.music as CFURL
        let left = LeftBehind.bytesPerRound {
          var file: AudioFileID?
          expectEqual(AudioFileOpenURL(url, .readPermission, 0, &file), noErr)
          guard let file else { return }
          var name: UInt = 0
          var size: UInt32 = 8
          expectEqual(AudioFileGetProperty(file, kAudioFilePropertyDataFormatName, &size, &name), noErr)
          if let pointer = UnsafeRawPointer(bitPattern: name) { Unmanaged<NSString>.fromOpaque(pointer).release() }
          expectEqual(AudioFileClose(file), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func audioUnits() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice(rate: 48000)
        let left = try LeftBehind.bytesPerRound {
          let program = try UnitProgram(kAudioUnitSubType_HALOutput)
          expectEqual(program.setDevice(device), noErr)
          expectEqual(program.set(kAudioOutputUnitProperty_EnableIO, UInt32(1), kAudioUnitScope_Input, 1), noErr)
          expectEqual(program.setRender(), noErr)
          expectEqual(AudioUnitInitialize(program.unit), noErr)
          expectEqual(AudioOutputUnitStart(program.unit), noErr)
          device.advance(frameCount: 512)
          expectEqual(program.given, 512)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func timeUnits() async {
      await #expect(processExitsWith: .success) {
        for subType in [kAudioUnitSubType_Varispeed, kAudioUnitSubType_TimePitch, kAudioUnitSubType_NewTimePitch] {
          let left = try LeftBehind.bytesPerRound(rounds: subType == kAudioUnitSubType_NewTimePitch ? 200 : 1000) {
            let program = try UnitProgram(subType, kAudioUnitType_FormatConverter)
            #expect(program.setRender() == noErr && AudioUnitInitialize(program.unit) == noErr)
            expectEqual(AudioUnitSetParameter(program.unit, 0, kAudioUnitScope_Global, 0, 1.5, 0), noErr)
            _ = try program.render(256)
            var (list, size): (UInt, UInt32) = (0, 8)
            expectEqual(AudioUnitGetProperty(program.unit, kAudioUnitProperty_ClassInfo, 0, 0, &list, &size), noErr)
            if let list = UnsafeRawPointer(bitPattern: list) { Unmanaged<AnyObject>.fromOpaque(list).release() }
          }
          expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
        }
      }
    }

    @Test func scheduledPlayers() async {
      await #expect(processExitsWith: .success) {
        let (url, _) = try integerFile(rate: 44100, channels: 2, frames: 2000)
        let left = try LeftBehind.bytesPerRound {
          let program = try UnitProgram(kAudioUnitSubType_ScheduledSoundPlayer, kAudioUnitType_Generator)
          let slice = ScheduledSlice(1, 100)
          expectEqual(AudioUnitInitialize(program.unit), noErr)
          #expect(slice.schedule(program) == noErr && program.begin() == noErr)
          _ = try program.render(200)
          #expect(eventually { slice.completions == 1 })
          let player = try UnitProgram(kAudioUnitSubType_AudioFilePlayer, kAudioUnitType_Generator)
          var file: AudioFileID?
          expectEqual(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file), noErr)
          guard let file else { return }
          let reports = RegionReports()
          expectEqual(AudioUnitInitialize(player.unit), noErr)
          expectEqual(player.set(kAudioUnitProperty_ScheduledFileIDs, file), noErr)
          expectEqual(player.set(kAudioUnitProperty_ScheduledFileRegion, reports.region(file)), noErr)
          expectEqual(player.begin(), noErr)
          _ = try player.render(1000)
          expectEqual(AudioUnitReset(player.unit, kAudioUnitScope_Global, 0), noErr)
          #expect(eventually { reports.results == [noErr] } && AudioFileClose(file) == noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func listeners() async {
      await #expect(processExitsWith: .success) {
        let program = try UnitProgram(kAudioUnitSubType_Varispeed, kAudioUnitType_FormatConverter)
        let queue = DispatchQueue(label: "listeners")
        let left = LeftBehind.bytesPerRound {
          var made: AUParameterListenerRef?
          var parameter = AudioUnitParameter(
            mAudioUnit: program.unit, mParameterID: 0, mScope: kAudioUnitScope_Global, mElement: 0)
          expectEqual(AUListenerCreateWithDispatchQueue(&made, 0, queue) { _, _, _ in }, noErr)
          guard let listener = made else { return }
          expectEqual(AUListenerAddParameter(listener, nil, &parameter), noErr)
          expectEqual(AUParameterSet(nil, nil, &parameter, 2, 0), noErr)
          queue.sync {}
          expectEqual(AUListenerDispose(listener), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func subgraphs() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound {
          var (graph, part): (AUGraph?, AUGraph?) = (nil, nil)
          var (inner, end, output): (AUNode, AUNode, AUNode) = (0, 0, 0)
          expectEqual(NewAUGraph(&graph), noErr)
          guard let graph else { return }
          expectEqual(AUGraphNewNodeSubGraph(graph, &inner), noErr)
          expectEqual(AUGraphGetNodeInfoSubGraph(graph, inner, &part), noErr)
          guard let part else { return }
          var description = AudioComponentDescription()
          description.componentType = kAudioUnitType_Output
          description.componentSubType = kAudioUnitSubType_GenericOutput
          expectEqual(AUGraphAddNode(part, &description, &end), noErr)
          expectEqual(AUGraphAddNode(graph, &description, &output), noErr)
          expectEqual(AUGraphConnectNodeInput(graph, inner, 0, output, 0), noErr)
          #expect(AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == noErr)
          expectEqual(DisposeAUGraph(graph), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func systemSounds() async {
      await #expect(processExitsWith: .success) {
        let (url, _) = try integerFile(rate: 44100, channels: 2, frames: 200)
        let left = LeftBehind.bytesPerRound {
          var id: SystemSoundID = 0
          expectEqual(AudioServicesCreateSystemSoundID(url as CFURL, &id), noErr)
          expectEqual(AudioServicesAddSystemSoundCompletion(id, nil, nil, { _, _ in }, nil), noErr)
          expectEqual(AudioServicesDisposeSystemSoundID(id), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func graphs() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound {
          var graph: AUGraph?
          var (mixer, output): (AUNode, AUNode) = (0, 0)
          expectEqual(NewAUGraph(&graph), noErr)
          guard let graph else { return }
          var description = AudioComponentDescription()
          description.componentType = kAudioUnitType_Mixer
          expectEqual(AUGraphAddNode(graph, &description, &mixer), noErr)
          description.componentType = kAudioUnitType_Output
          description.componentSubType = kAudioUnitSubType_GenericOutput
          expectEqual(AUGraphAddNode(graph, &description, &output), noErr)
          expectEqual(AUGraphConnectNodeInput(graph, mixer, 0, output, 0), noErr)
          #expect(AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == noErr)
          expectEqual(DisposeAUGraph(graph), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func procedures() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice(rate: 48000)
        let id = hardwareID(device)
        let left = LeftBehind.bytesPerRound {
          var made: AudioDeviceIOProcID?
          expectEqual(AudioDeviceCreateIOProcID(id, { _, _, _, _, _, _, _ in noErr }, nil, &made), noErr)
          expectEqual(AudioDeviceStart(id, made), noErr)
          device.advance(frameCount: 512)
          expectEqual(AudioDeviceStop(id, made), noErr)
          guard let made else { return }
          expectEqual(AudioDeviceDestroyIOProcID(id, made), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func streams() async {
      await #expect(processExitsWith: .success) {
        // The beginning of the file: its structure, and some packets.
        let beginning = try Data(contentsOf: Fixture.music).prefix(20_000)
        let left = LeftBehind.bytesPerRound {
          var stream: AudioFileStreamID?
          let open = AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &stream)
          expectEqual(open, noErr)
          guard let stream else { return }
          let status = beginning.withUnsafeBytes { bytes in
            AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes.baseAddress, [])
          }
          expectEqual(status, noErr)
          expectEqual(AudioFileStreamClose(stream), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func extendedFiles() async {
      await #expect(processExitsWith: .success) {
        let url = Fixture.music as CFURL
        let left = LeftBehind.bytesPerRound {
          var file: ExtAudioFileRef?
          expectEqual(ExtAudioFileOpenURL(url, &file), noErr)
          guard let file else { return }
          var client = AudioStreamBasicDescription.pcm()
          // A seek before there is a format of the client's holds when there is one.
          expectEqual(ExtAudioFileSeek(file, 1000), noErr)
          expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
          var position: Int64 = 0
          expectEqual(ExtAudioFileTell(file, &position), noErr)
          expectEqual(position, 1000)
          expectEqual(ExtAudioFileDispose(file), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func writtenFiles() async {
      await #expect(processExitsWith: .success) {
        let place = Fixture.temporary("wav")
        defer { try? FileManager.default.removeItem(at: place) }
        let left = LeftBehind.bytesPerRound { Self.write(to: place) }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    /// Makes a file of 100 frames, once with each service that writes.
    private static func write(to url: URL) {
      var format = AudioStreamBasicDescription.pcm()
      let url = url as CFURL
      var samples = [UInt8](repeating: 1, count: Int(format.mBytesPerFrame) * 100)
      var file: AudioFileID?
      expectEqual(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &file), noErr)
      guard let file else { return }
      var count = UInt32(samples.count)
      expectEqual(AudioFileWriteBytes(file, false, 0, &count, &samples), noErr)
      expectEqual(AudioFileClose(file), noErr)
      var extended: ExtAudioFileRef?
      let flags = AudioFileFlags.eraseFile.rawValue
      expectEqual(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, nil, flags, &extended), noErr)
      guard let extended else { return }
      samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: format.mChannelsPerFrame, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        expectEqual(ExtAudioFileWrite(extended, 100, &list), noErr)
      }
      expectEqual(ExtAudioFileDispose(extended), noErr)
    }
  }
#endif
