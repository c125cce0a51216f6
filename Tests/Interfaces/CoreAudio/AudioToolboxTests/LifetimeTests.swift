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
          #expect(fill(converter, PacketFeed([packets[0]]), packets: 480, room: 1920).packets == 480)
          #expect(AudioConverterDispose(converter) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func files() async {
      await #expect(processExitsWith: .success) {
        let url = Fixture.music as CFURL
        let left = LeftBehind.bytesPerRound {
          var file: AudioFileID?
          #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == noErr)
          guard let file else { return }
          var name: UInt = 0
          var size: UInt32 = 8
          #expect(AudioFileGetProperty(file, kAudioFilePropertyDataFormatName, &size, &name) == noErr)
          if let pointer = UnsafeRawPointer(bitPattern: name) { Unmanaged<NSString>.fromOpaque(pointer).release() }
          #expect(AudioFileClose(file) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func audioUnits() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice(rate: 48000)
        let left = try LeftBehind.bytesPerRound {
          let program = try UnitProgram(kAudioUnitSubType_HALOutput)
          #expect(program.setDevice(device) == noErr)
          #expect(program.set(kAudioOutputUnitProperty_EnableIO, UInt32(1), kAudioUnitScope_Input, 1) == noErr)
          #expect(program.setRender() == noErr)
          #expect(AudioUnitInitialize(program.unit) == noErr)
          #expect(AudioOutputUnitStart(program.unit) == noErr)
          device.advance(frameCount: 512)
          #expect(program.given == 512)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func timeUnits() async {
      await #expect(processExitsWith: .success) {
        for subType in [kAudioUnitSubType_Varispeed, kAudioUnitSubType_TimePitch, kAudioUnitSubType_NewTimePitch] {
          let left = try LeftBehind.bytesPerRound(rounds: subType == kAudioUnitSubType_NewTimePitch ? 200 : 1000) {
            let program = try UnitProgram(subType, kAudioUnitType_FormatConverter)
            #expect(program.setRender() == noErr && AudioUnitInitialize(program.unit) == noErr)
            #expect(AudioUnitSetParameter(program.unit, 0, kAudioUnitScope_Global, 0, 1.5, 0) == noErr)
            _ = try program.render(256)
            var (list, size): (UInt, UInt32) = (0, 8)
            #expect(AudioUnitGetProperty(program.unit, kAudioUnitProperty_ClassInfo, 0, 0, &list, &size) == noErr)
            if let list = UnsafeRawPointer(bitPattern: list) { Unmanaged<AnyObject>.fromOpaque(list).release() }
          }
          #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
        }
      }
    }

    @Test func scheduledPlayers() async {
      await #expect(processExitsWith: .success) {
        let (url, _) = try integerFile(rate: 44100, channels: 2, frames: 2000)
        let left = try LeftBehind.bytesPerRound {
          let program = try UnitProgram(kAudioUnitSubType_ScheduledSoundPlayer, kAudioUnitType_Generator)
          let slice = ScheduledSlice(1, 100)
          #expect(AudioUnitInitialize(program.unit) == noErr)
          #expect(slice.schedule(program) == noErr && program.begin() == noErr)
          _ = try program.render(200)
          #expect(eventually { slice.completions == 1 })
          let player = try UnitProgram(kAudioUnitSubType_AudioFilePlayer, kAudioUnitType_Generator)
          var file: AudioFileID?
          #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr)
          guard let file else { return }
          let reports = RegionReports()
          #expect(AudioUnitInitialize(player.unit) == noErr)
          #expect(player.set(kAudioUnitProperty_ScheduledFileIDs, file) == noErr)
          #expect(player.set(kAudioUnitProperty_ScheduledFileRegion, reports.region(file)) == noErr)
          #expect(player.begin() == noErr)
          _ = try player.render(1000)
          #expect(AudioUnitReset(player.unit, kAudioUnitScope_Global, 0) == noErr)
          #expect(eventually { reports.results == [noErr] } && AudioFileClose(file) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
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
          #expect(AUListenerCreateWithDispatchQueue(&made, 0, queue) { _, _, _ in } == noErr)
          guard let listener = made else { return }
          #expect(AUListenerAddParameter(listener, nil, &parameter) == noErr)
          #expect(AUParameterSet(nil, nil, &parameter, 2, 0) == noErr)
          queue.sync {}
          #expect(AUListenerDispose(listener) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func subgraphs() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound {
          var (graph, part): (AUGraph?, AUGraph?) = (nil, nil)
          var (inner, end, output): (AUNode, AUNode, AUNode) = (0, 0, 0)
          #expect(NewAUGraph(&graph) == noErr)
          guard let graph else { return }
          #expect(AUGraphNewNodeSubGraph(graph, &inner) == noErr)
          #expect(AUGraphGetNodeInfoSubGraph(graph, inner, &part) == noErr)
          guard let part else { return }
          var description = AudioComponentDescription()
          description.componentType = kAudioUnitType_Output
          description.componentSubType = kAudioUnitSubType_GenericOutput
          #expect(AUGraphAddNode(part, &description, &end) == noErr)
          #expect(AUGraphAddNode(graph, &description, &output) == noErr)
          #expect(AUGraphConnectNodeInput(graph, inner, 0, output, 0) == noErr)
          #expect(AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == noErr)
          #expect(DisposeAUGraph(graph) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func systemSounds() async {
      await #expect(processExitsWith: .success) {
        let (url, _) = try integerFile(rate: 44100, channels: 2, frames: 200)
        let left = LeftBehind.bytesPerRound {
          var id: SystemSoundID = 0
          #expect(AudioServicesCreateSystemSoundID(url as CFURL, &id) == noErr)
          #expect(AudioServicesAddSystemSoundCompletion(id, nil, nil, { _, _ in }, nil) == noErr)
          #expect(AudioServicesDisposeSystemSoundID(id) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func graphs() async {
      await #expect(processExitsWith: .success) {
        let left = LeftBehind.bytesPerRound {
          var graph: AUGraph?
          var (mixer, output): (AUNode, AUNode) = (0, 0)
          #expect(NewAUGraph(&graph) == noErr)
          guard let graph else { return }
          var description = AudioComponentDescription()
          description.componentType = kAudioUnitType_Mixer
          #expect(AUGraphAddNode(graph, &description, &mixer) == noErr)
          description.componentType = kAudioUnitType_Output
          description.componentSubType = kAudioUnitSubType_GenericOutput
          #expect(AUGraphAddNode(graph, &description, &output) == noErr)
          #expect(AUGraphConnectNodeInput(graph, mixer, 0, output, 0) == noErr)
          #expect(AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == noErr)
          #expect(DisposeAUGraph(graph) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func procedures() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice(rate: 48000)
        let id = hardwareID(device)
        let left = LeftBehind.bytesPerRound {
          var made: AudioDeviceIOProcID?
          #expect(AudioDeviceCreateIOProcID(id, { _, _, _, _, _, _, _ in noErr }, nil, &made) == noErr)
          #expect(AudioDeviceStart(id, made) == noErr)
          device.advance(frameCount: 512)
          #expect(AudioDeviceStop(id, made) == noErr)
          guard let made else { return }
          #expect(AudioDeviceDestroyIOProcID(id, made) == noErr)
        }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func streams() async {
      await #expect(processExitsWith: .success) {
        // The beginning of the file: its structure, and some packets.
        let beginning = try Data(contentsOf: Fixture.music).prefix(20_000)
        let left = LeftBehind.bytesPerRound {
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
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func extendedFiles() async {
      await #expect(processExitsWith: .success) {
        let url = Fixture.music as CFURL
        let left = LeftBehind.bytesPerRound {
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
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func writtenFiles() async {
      await #expect(processExitsWith: .success) {
        let place = Fixture.temporary("wav")
        defer { try? FileManager.default.removeItem(at: place) }
        let left = LeftBehind.bytesPerRound { Self.write(to: place) }
        #expect(left < LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    /// Makes a file of 100 frames, once with each service that writes.
    private static func write(to url: URL) {
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
