import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Functions of a program that lie, or that use the object which calls them.
@Suite("Callbacks that lie or come back")
struct CallbackTests {
  private func readBytes(_ file: AudioFileID, at offset: Int64, _ count: UInt32 = 1000) -> (OSStatus, UInt32) {
    var buffer = [UInt8](repeating: 0, count: Int(count))
    var count = count
    return (AudioFileReadBytes(file, false, offset, &count, &buffer), count)
  }

  @Test("A read function that reads, asks or closes its own file is refused, and the read goes on")
  func fileReentrance() throws {
    let source = CallbackFile(try Fixture.bytes("glockenspiel-aac-eld.m4a"))
    let file = try required(source.open())
    var statuses: Set<OSStatus> = []
    source.beforeReading = { [self] in
      statuses.insert(readBytes(file, at: 0).0)
      var size: UInt32 = 4
      var format: UInt32 = 0
      statuses.insert(AudioFileGetProperty(file, kAudioFilePropertyFileFormat, &size, &format))
      statuses.insert(AudioFileClose(file))
    }
    let read = readBytes(file, at: 5)
    #expect(read.0 == noErr && read.1 == 1000)
    expectEqual(statuses, [kAudioFileOperationNotSupportedError])
    source.beforeReading = {}
    expectEqual(AudioFileClose(file), noErr)
    expectEqual(AudioFileClose(file), kAudioFileNotOpenError)
  }

  @Test("So is one that comes back through an extended file, from a read of either")
  func extendedFileReentrance() throws {
    let source = CallbackFile(numberedWave(frameCount: 100_000))
    let file = try required(source.open())
    var made: ExtAudioFileRef?
    expectEqual(ExtAudioFileWrapAudioFileID(file, false, &made), noErr)
    let extended = try required(made)
    var client = AudioStreamBasicDescription.pcm(32, isFloat: true)
    expectEqual(ExtAudioFileSetProperty(extended, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    var statuses: Set<OSStatus> = []
    source.beforeReading = {
      let output = OneBuffer(800)
      var frames: UInt32 = 100
      statuses.insert(ExtAudioFileRead(extended, &frames, output.list))
      statuses.insert(ExtAudioFileSeek(extended, 3))
      statuses.insert(ExtAudioFileDispose(extended))
    }
    let output = OneBuffer(8000)
    var frames: UInt32 = 1000
    expectEqual(ExtAudioFileRead(extended, &frames, output.list), noErr)
    expectEqual(frames, 1000)
    expectEqual(readBytes(file, at: 390_000).0, noErr)
    expectEqual(statuses, [kExtAudioFileError_InvalidOperationOrder])
    source.beforeReading = {}
    expectEqual(ExtAudioFileDispose(extended), noErr)
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("A size that is another one at each call ends no program", arguments: [100, 0, -5, Int64.max, Int64.min])
  func sizes(_ other: Int64) throws {
    let source = CallbackFile(try Fixture.bytes("glockenspiel-aac-eld.m4a"))
    let file = try required(source.open())
    let whole = Int64(source.bytes.count)
    for phase in 0..<2 {
      source.size = { $0 % 2 == phase ? other : whole }
      for offset: Int64 in [0, 500, 90_000, .max] { _ = readBytes(file, at: offset) }
      expectEqual(readBytes(file, at: -1).0, kAudioFilePositionError)
      var size: UInt32 = 8
      var count: UInt64 = 0
      expectEqual(AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count), noErr)
    }
    source.size = { _ in whole }
    expectEqual(readBytes(file, at: 500).0, noErr)
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("A read function that claims more than was asked of it is not believed")
  func claims() throws {
    let source = CallbackFile(try Fixture.bytes("glockenspiel-aac-eld.m4a"))
    let file = try required(source.open())
    source.claim = { $0 + 1000 }
    #expect(readBytes(file, at: 0).0 != noErr)
    source.claim = { _ in .max }
    #expect(readBytes(file, at: 0).0 != noErr)
    source.claim = { $0 }
    expectEqual(readBytes(file, at: 0).0, noErr)
    expectEqual(AudioFileClose(file), noErr)
  }

  /// What an input function does before it gives 100 frames of silence.
  final class Feed {
    var act: (AudioConverterRef) -> Void = { _ in }
    let silence = UnsafeMutableRawPointer.allocate(byteCount: 400, alignment: 16)
    init() { silence.initializeMemory(as: UInt8.self, repeating: 0, count: 400) }
    deinit { silence.deallocate() }

    static let function: AudioConverterComplexInputDataProc = { converter, count, list, _, userData in
      let feed = Unmanaged<Feed>.fromOpaque(userData!).takeUnretainedValue()
      feed.act(converter)
      count.pointee = 100
      list.pointee.mBuffers.mData = feed.silence
      list.pointee.mBuffers.mDataByteSize = 400
      return noErr
    }

    func fill(_ converter: AudioConverterRef) -> OSStatus {
      let output = OneBuffer(800)
      var count: UInt32 = 100
      let address = Unmanaged.passUnretained(self).toOpaque()
      return AudioConverterFillComplexBuffer(converter, Self.function, address, &count, output.list, nil)
    }
  }

  @Test("An input function may ask its converter, not change it; what it disposes of calls it no more")
  func converterReentrance() throws {
    var (input, output) = (AudioStreamBasicDescription.pcm(), AudioStreamBasicDescription.pcm(32, isFloat: true))
    output.mSampleRate = 48000
    var made: AudioConverterRef?
    expectEqual(AudioConverterNew(&input, &output, &made), noErr)
    let converter = try required(made)
    let feed = Feed()
    var asked: Set<OSStatus> = []
    var changed: Set<OSStatus> = []
    feed.act = { converter in
      var size: UInt32 = 4
      var value: UInt32 = 0
      asked.insert(AudioConverterGetProperty(converter, kAudioConverterPropertyMaximumOutputPacketSize, &size, &value))
      changed.insert(AudioConverterReset(converter))
      changed.insert(AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterQuality, 4, &value))
      changed.insert(Feed().fill(converter))
    }
    expectEqual(feed.fill(converter), noErr)
    expectEqual(asked, [noErr])
    expectEqual(changed, [kAudioConverterErr_OperationNotSupported])
    var callCount = 0
    feed.act = { converter in
      callCount += 1
      _ = AudioConverterDispose(converter)
    }
    for _ in 0..<100 where callCount == 0 { _ = feed.fill(converter) }
    expectEqual(callCount, 1)
    expectEqual(AudioConverterDispose(converter), kAudio_ParamError)
  }

  /// A listener that does what a test wants with each batch of packets.
  final class Packets {
    var act: () -> Void = {}
    var callCount = 0
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    static let function: AudioFileStream_PacketsProc = { address, _, _, _, _ in
      let packets = Unmanaged<Packets>.fromOpaque(address).takeUnretainedValue()
      packets.callCount += 1
      packets.act()
    }
  }

  @Test("A listener that seeks, pushes or closes in the midst of packets comes to an end")
  func streamReentrance() throws {
    let frames = try Fixture.dump("hev1_44100_st_48k_syn_burst").packets.flatMap { inADTSFrame($0, frequencyIndex: 7) }
    for bytes in [numberedWave(frameCount: 20_000), frames] {
      for action in 0..<3 {
        let packets = Packets()
        var made: AudioFileStreamID?
        expectEqual(AudioFileStreamOpen(packets.address, { _, _, _, _ in }, Packets.function, 0, &made), noErr)
        let stream = try required(made)
        var statuses: Set<OSStatus> = []
        packets.act = {
          var offset: Int64 = 0
          var flags = AudioFileStreamSeekFlags()
          switch action {
          case 0: statuses.insert(AudioFileStreamSeek(stream, 0, &offset, &flags))
          case 1: statuses.insert(AudioFileStreamParseBytes(stream, 1000, bytes, []))
          default: statuses.insert(AudioFileStreamClose(stream))
          }
        }
        expectEqual(AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, []), noErr)
        expectGreater(packets.callCount, 0)
        if action == 1 {
          expectEqual(statuses, [kAudioFileStreamError_IllegalOperation])
        } else {
          #expect(packets.callCount == 1 && statuses == [noErr])
        }
        expectEqual(AudioFileStreamClose(stream), action == 2 ? kAudio_ParamError : noErr)
      }
    }
  }

  /// An input function that leaves the address where it was gives what lies there: zeros, never memory of others.
  @Test("An input function of the old kind that sets no address gives silence")
  func noAddress() throws {
    var (input, output) = (AudioStreamBasicDescription.pcm(), AudioStreamBasicDescription.pcm(32, isFloat: true))
    var made: AudioConverterRef?
    expectEqual(AudioConverterNew(&input, &output, &made), noErr)
    let converter = try required(made)
    defer { AudioConverterDispose(converter) }
    var samples = [Float](repeating: 7, count: 2048)
    var size: UInt32 = 8192
    let status = AudioConverterFillBuffer(converter, { _, _, _, _ in noErr }, nil, &size, &samples)
    #expect(status == noErr || status == kAudioConverterErr_InvalidInputSize)
    #expect(samples.prefix(Int(size) / 4).allSatisfy { $0 == 0 })
  }

  @Test("Packets that overlap, or are more than their bytes, are refused")
  func packetsWithoutBytes() throws {
    var input = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    var output = AudioStreamBasicDescription.pcm()
    var made: AudioConverterRef?
    expectEqual(AudioConverterNew(&input, &output, &made), noErr)
    let converter = try required(made)
    defer { AudioConverterDispose(converter) }
    final class Memory { var places = [AudioStreamPacketDescription](); var bytes = [UInt8](repeating: 0, count: 16) }
    let memory = Memory()
    memory.places = Array(
      repeating: AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: .max, mDataByteSize: 16),
      count: 12)
    let function: AudioConverterComplexInputDataProc = { _, count, list, places, userData in
      let memory = Unmanaged<Memory>.fromOpaque(userData!).takeUnretainedValue()
      count.pointee = 12
      list.pointee.mBuffers.mDataByteSize = 16
      list.pointee.mBuffers.mData = memory.bytes.withUnsafeMutableBytes { $0.baseAddress }
      places?.pointee = memory.places.withUnsafeMutableBufferPointer { $0.baseAddress }
      return noErr
    }
    let target = OneBuffer(4096)
    var count: UInt32 = 1024
    let address = Unmanaged.passUnretained(memory).toOpaque()
    let status = AudioConverterFillComplexBuffer(converter, function, address, &count, target.list, nil)
    // The first of them is one; it cannot be decoded.
    #expect(status == kAudioConverterErr_InvalidInputSize || status == kAudioCodecBadDataError)
    memory.places = Array(memory.places.prefix(1))
    let many: AudioConverterComplexInputDataProc = { _, count, list, places, userData in
      let memory = Unmanaged<Memory>.fromOpaque(userData!).takeUnretainedValue()
      count.pointee = 17
      list.pointee.mBuffers.mDataByteSize = 16
      list.pointee.mBuffers.mData = memory.bytes.withUnsafeMutableBytes { $0.baseAddress }
      places?.pointee = memory.places.withUnsafeMutableBufferPointer { $0.baseAddress }
      return noErr
    }
    target.reset()
    count = 1024
    let other = AudioConverterFillComplexBuffer(converter, many, address, &count, target.list, nil)
    expectEqual(other, kAudioConverterErr_InvalidInputSize)
  }
}
