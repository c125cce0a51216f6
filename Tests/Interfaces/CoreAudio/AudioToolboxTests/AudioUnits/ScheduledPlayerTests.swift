import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Players of slices and of files")
struct ScheduledPlayerTests {
  private func player(_ subType: OSType = kAudioUnitSubType_ScheduledSoundPlayer) throws -> UnitProgram {
    let program = try UnitProgram(subType, kAudioUnitType_Generator)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    return program
  }

  private func numbers(_ range: Range<Int>) -> [Float] { range.map { Float($0) } }
  private func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  // MARK: Slices

  @Test("Slices are heard at their frames of the time line, in one piece and exactly")
  func slices() throws {
    let program = try player()
    let slices = [
      ScheduledSlice(1, 100), ScheduledSlice(1000, 50), ScheduledSlice(5000, 10, at: 300),
      ScheduledSlice(7000, 5, at: 100),
    ]
    for slice in slices { expectEqual(slice.schedule(program), noErr) }
    try expectEqual(program.currentPlayTime, -1)
    try expectEqual(program.render(32)[0], silence(32))
    expectEqual(program.begin(at: 64), noErr)
    #expect(try program.render(16, at: 32)[0] == silence(16) && program.currentPlayTime == -1)
    #expect(try program.render(16, at: 48)[0] == silence(16) && program.currentPlayTime == 0)
    let made = try program.render(200, at: 64) + program.render(200, at: 264)
    let expected =
      numbers(1..<101) + numbers(1000..<1050) + silence(150) + numbers(5000..<5010) + numbers(7000..<7005) + silence(85)
    #expect(made[0] + made[2] == expected && made[1] + made[3] == expected)
    try expectEqual(program.currentPlayTime, 400)
    expectEqual(slices.map(\.completions), [1, 1, 1, 1])
    let over: AUScheduledAudioSliceFlags = [.scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRender]
    #expect(slices.prefix(3).allSatisfy { $0.flags == over })
    // It was wanted at frame 100.
    expectEqual(slices[3].flags, over.union(.scheduledAudioSliceFlag_BeganToRenderLate))
  }

  @Test("A slice that loops is heard until another one takes its place")
  func loops() throws {
    let program = try player()
    let loop = ScheduledSlice(1, 10, .scheduledAudioSliceFlag_Loop)
    #expect(loop.schedule(program) == noErr && program.begin() == noErr)
    try expectEqual(program.render(25)[0], numbers(1..<11) + numbers(1..<11) + numbers(1..<6))
    expectEqual(loop.completions, 0)
    let next = ScheduledSlice(100, 4, .scheduledAudioSliceFlag_InterruptAtLoop)
    expectEqual(next.schedule(program), noErr)
    try expectEqual(program.render(20)[0], numbers(6..<11) + numbers(100..<104) + silence(11))
    #expect(loop.completions == 1 && next.completions == 1)
    let long = ScheduledSlice(1, 1000)
    let interruption = ScheduledSlice(500, 3, .scheduledAudioSliceFlag_Interrupt)
    expectEqual(long.schedule(program), noErr)
    try expectEqual(program.render(5)[0], numbers(1..<6))
    expectEqual(interruption.schedule(program), noErr)
    try expectEqual(program.render(5)[0], numbers(500..<503) + silence(2))
    #expect(long.completions == 1 && long.flags.contains(.scheduledAudioSliceFlag_Complete))
  }

  @Test("A slice may be scheduled again from the function that tells of its end")
  func again() throws {
    let program = try player()
    let slice = ScheduledSlice(1, 8)
    slice.then = { if slice.completions < 3 { expectEqual(slice.schedule(program), noErr) } }
    #expect(slice.schedule(program) == noErr && program.begin() == noErr)
    for _ in 0..<3 { try expectEqual(program.render(16)[0], numbers(1..<9) + silence(8)) }
    #expect(eventually { slice.completions == 3 })
    slice.then = nil
  }

  @Test("A reset, another format and the end of the unit give slices back")
  func givingUp() throws {
    let slices = (0..<3).map { _ in ScheduledSlice(1, 100) }
    do {
      let program = try player()
      #expect(slices[0].schedule(program) == noErr && program.begin() == noErr)
      try expectEqual(program.render(10)[0], numbers(1..<11))
      expectEqual(AudioUnitReset(program.unit, kAudioUnitScope_Global, 0), noErr)
      expectEqual(slices[0].completions, 1)
      #expect(try program.render(10)[0] == silence(10) && program.currentPlayTime == -1)
      expectEqual(AudioUnitUninitialize(program.unit), noErr)
      expectEqual(slices[1].schedule(program), noErr)
      let other = AudioStreamBasicDescription.planar(48000, 2)
      expectEqual(program.set(kAudioUnitProperty_StreamFormat, other, kAudioUnitScope_Output), noErr)
      expectEqual(slices[1].completions, 1)
      expectEqual(slices[2].schedule(program), noErr)
    }
    expectEqual(slices[2].completions, 1)
  }

  @Test("A device's thread plays slices, and another one tells of their end")
  func onDevice() async throws {
    let device = steppedDevice(rate: 44100)
    let output = try UnitProgram(kAudioUnitSubType_HALOutput)
    let program = try player()
    let slice = ScheduledSlice(1, 700)
    expectEqual(output.setDevice(device), noErr)
    let connection = AudioUnitConnection(sourceAudioUnit: program.unit, sourceOutputNumber: 0, destInputNumber: 0)
    expectEqual(output.set(kAudioUnitProperty_MakeConnection, connection, kAudioUnitScope_Input), noErr)
    expectEqual(AudioUnitInitialize(output.unit), noErr)
    #expect(slice.schedule(program) == noErr && program.begin() == noErr)
    device.keepOutput(frameLimit: 1024)
    expectEqual(AudioOutputUnitStart(output.unit), noErr)
    device.advance(frameCount: 1024)
    expectEqual(device.keptOutput[0], numbers(1..<701) + silence(324))
    while !slice.flags.contains(.scheduledAudioSliceFlag_Complete) { await Task.yield() }
    expectEqual(AudioOutputUnitStop(output.unit), noErr)
    withExtendedLifetime((output, program)) {}
  }

  @Test("Slices that cannot be played, and times that there are not")
  func sliceRefusals() throws {
    let program = try player()
    let slice = ScheduledSlice(1, 100)
    let wrong = kAudioUnitErr_InvalidPropertyValue
    let id = kAudioUnitProperty_ScheduleAudioSlice
    let size = UInt32(MemoryLayout<ScheduledAudioSlice>.size)
    expectEqual(AudioUnitSetProperty(program.unit, id, 0, 0, nil, size), wrong)
    expectEqual(AudioUnitSetProperty(program.unit, id, 0, 0, slice.slice, size - 8), wrong)
    expectEqual(AudioUnitSetProperty(program.unit, id, 1, 0, slice.slice, size), kAudioUnitErr_InvalidScope)
    slice.slice.pointee.mNumberFrames = 101
    expectEqual(slice.schedule(program), wrong)
    slice.slice.pointee.mNumberFrames = 100
    slice.list.unsafeMutablePointer.pointee.mNumberBuffers = 1
    expectEqual(slice.schedule(program), wrong)
    slice.list.unsafeMutablePointer.pointee.mNumberBuffers = 2
    (slice.slice.pointee.mTimeStamp.mSampleTime, slice.slice.pointee.mTimeStamp.mFlags) = (.nan, .sampleTimeValid)
    expectEqual(slice.schedule(program), wrong)
    slice.slice.pointee.mTimeStamp.mFlags = []
    slice.slice.pointee.mBufferList = nothing()
    expectEqual(slice.schedule(program), wrong)
    expectEqual(slice.completions, 0)
    expectEqual(program.begin(at: .infinity), wrong)
    expectEqual(program.set(kAudioUnitProperty_ScheduleStartTimeStamp, AudioTimeStamp()), wrong)
    expectEqual(program.set(kAudioUnitProperty_ScheduleStartTimeStamp, UInt32(0)), wrong)
    expectEqual(program.set(kAudioUnitProperty_CurrentPlayTime, AudioTimeStamp()), kAudioUnitErr_PropertyNotWritable)
    let integers = AudioStreamBasicDescription.pcm(16, rate: 44100, channels: 2)
    expectEqual(
      program.set(kAudioUnitProperty_StreamFormat, integers, kAudioUnitScope_Output), kAudioUnitErr_FormatNotSupported)
    expectEqual(program.setRender(), kAudioUnitErr_InvalidElement)
    let counts = try program.get(kAudioUnitProperty_SupportedNumChannels, AUChannelInfo())
    #expect(counts.inChannels == 0 && counts.outChannels == -1)
  }

  // MARK: Files

  private func open(_ url: URL) throws -> AudioFileID {
    var file: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr)
    return try required(file)
  }

  private func filePlayer(_ file: AudioFileID) throws -> UnitProgram {
    let program = try player(kAudioUnitSubType_AudioFilePlayer)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileIDs, file), noErr)
    try expectEqual(program.get(kAudioUnitProperty_ScheduledFileIDs, UInt(0)), UInt(bitPattern: file))
    return program
  }

  @Test("Regions of a file are heard sample by sample, over and over where they are to be")
  func regions() throws {
    let (url, planes) = try integerFile(rate: 44100, channels: 2, frames: 30_000)
    let file = try open(url)
    let program = try filePlayer(file)
    let reports = RegionReports()
    let regions = [
      reports.region(file, 100, 20_000), reports.region(file, 5000, 700, at: nil, loops: 2),
      reports.region(file, 29_000, at: 25_000),
    ]
    for region in regions { expectEqual(program.set(kAudioUnitProperty_ScheduledFileRegion, region), noErr) }
    expectEqual(program.set(kAudioUnitProperty_ScheduledFilePrime, UInt32(0)), noErr)
    expectEqual(program.begin(), noErr)
    for channel in 0..<2 {
      let plane = planes[channel]
      let loop = Array(plane[5000..<5700])
      let expected = plane[100..<20_100] + loop + loop + loop + silence(2900) + plane[29_000...] + silence(100)
      if channel == 0 {
        var made: [[Float]] = [[], []]
        while made[0].count < 26_100 {
          let slice = try program.render(min(900, 26_100 - made[0].count), at: Double(made[0].count))
          for index in 0..<2 { made[index] += slice[index] }
        }
        program.recorded = made
      }
      expectEqual(program.recorded[channel], Array(expected))
    }
    #expect(eventually { reports.results == [noErr, noErr, noErr] } && reports.firstFrames == [100, 5000, 29_000])
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("A file of another rate and of one channel gives what the file services give")
  func conversion() throws {
    let (url, _) = try integerFile(rate: 22050, channels: 1, frames: 20_000)
    let file = try open(url)
    let program = try filePlayer(file)
    let reports = RegionReports()
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileRegion, reports.region(file)), noErr)
    expectEqual(program.begin(), noErr)
    var made: [[Float]] = [[], []]
    while made[0].count < 41_000 {
      let slice = try program.render(1000, at: Double(made[0].count))
      for index in 0..<2 { made[index] += slice[index] }
    }
    var extended: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(url as CFURL, &extended) == noErr)
    let reader = try required(extended)
    var format = AudioStreamBasicDescription.planar(44100)
    expectEqual(ExtAudioFileSetProperty(reader, kExtAudioFileProperty_ClientDataFormat, 40, &format), noErr)
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var expected: [[Float]] = [[], []]
    var count: UInt32 = 0
    repeat {
      var memory = [[Float]](repeating: [Float](repeating: 0, count: 4096), count: 2)
      count = 4096
      for index in 0..<2 {
        memory[index].withUnsafeMutableBytes {
          list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16_384, mData: $0.baseAddress)
        }
      }
      expectEqual(ExtAudioFileRead(reader, &count, list.unsafeMutablePointer), noErr)
      for index in 0..<2 {
        let samples = try required(list[index].mData).assumingMemoryBound(to: Float.self)
        expected[index] += UnsafeBufferPointer(start: samples, count: Int(count))
      }
      withExtendedLifetime(memory) {}
    } while count > 0
    expectEqual(ExtAudioFileDispose(reader), noErr)
    expectEqual(expected[0].count, 40_000)
    for index in 0..<2 { expectEqual(made[index], expected[index] + silence(1000)) }
    #expect(eventually { reports.results == [noErr] })
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("What there is not of a file ends its region with a status, and so does a file that is closed")
  func fileFailures() throws {
    let (url, planes) = try integerFile(rate: 44100, channels: 2, frames: 1000)
    let file = try open(url)
    let program = try filePlayer(file)
    let reports = RegionReports()
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileRegion, reports.region(file, 2000)), noErr)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileRegion, reports.region(file, 990, 100, at: nil)), noErr)
    expectEqual(program.begin(), noErr)
    try expectEqual(program.render(20)[0], Array(planes[0][990...]) + silence(10))
    #expect(eventually { reports.results == [kExtAudioFileError_InvalidSeek, noErr] })
    let forever = reports.region(file, 0, .max, at: nil, loops: .max)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileRegion, forever), noErr)
    expectEqual(AudioFileClose(file), noErr)
    _ = try (0..<60).map { try program.render(1000, at: Double($0 * 1000)) }
    expectEqual(reports.results.last, kAudioUnitErr_InvalidFile)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileRegion, reports.region(file)), kAudioUnitErr_InvalidFile)
  }

  @Test("Files and regions that are not taken")
  func fileRefusals() throws {
    let (url, _) = try integerFile(rate: 44100, channels: 2, frames: 10)
    let (file, other) = (try open(url), try open(url))
    let program = try filePlayer(file)
    let reports = RegionReports()
    let wrong = kAudioUnitErr_InvalidPropertyValue
    let id = kAudioUnitProperty_ScheduledFileRegion
    expectEqual(program.set(id, reports.region(other)), kAudioUnitErr_FileNotSpecified)
    expectEqual(program.set(id, reports.region(nil)), kAudioUnitErr_FileNotSpecified)
    expectEqual(program.set(id, reports.region(file, -1)), wrong)
    expectEqual(program.set(id, reports.region(file, 0, 0)), wrong)
    expectEqual(program.set(id, reports.region(file, 0, 5, at: .nan)), wrong)
    expectEqual(program.set(id, UInt32(1)), wrong)
    expectEqual(AudioUnitSetProperty(program.unit, id, 0, 0, nil, 112), wrong)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileIDs, UInt(0x7FFF_FFF0)), kAudioUnitErr_InvalidFile)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileIDs, UInt(0)), kAudioUnitErr_InvalidFile)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileIDs, UInt32(1)), wrong)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFilePrime, UInt16(1)), wrong)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileBufferSizeFrames, UInt32(4096)), noErr)
    try expectEqual(program.get(kAudioUnitProperty_ScheduledFileBufferSizeFrames, UInt32(0)), 4096)
    expectEqual(program.set(kAudioUnitProperty_ScheduledFileNumberBuffers, UInt32(8)), noErr)
    try expectEqual(program.get(kAudioUnitProperty_ScheduledFileNumberBuffers, UInt32(0)), 8)
    #expect(reports.results.isEmpty)
    #expect(AudioFileClose(file) == noErr && AudioFileClose(other) == noErr)
  }
}
