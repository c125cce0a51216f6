import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Extended Audio File Services")
struct ExtendedAudioFileTests {
  private func open(_ url: URL, _ client: AudioStreamBasicDescription) throws -> ExtAudioFileRef {
    var file: ExtAudioFileRef?
    let status = ExtAudioFileOpenURL(url as CFURL, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    var client = client
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client), noErr)
    return file
  }

  /// Reads frames of 16-bit stereo until there are no more.
  private func read(_ file: ExtAudioFileRef, frames: Int = .max, portion: Int = 1000) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: portion * 4)
    while bytes.count / 4 < frames {
      var count = UInt32(min(portion, frames - bytes.count / 4))
      let status = buffer.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        return ExtAudioFileRead(file, &count, &list)
      }
      expectEqual(status, noErr)
      if status != noErr || count == 0 { break }
      bytes += buffer.prefix(Int(count) * 4)
    }
    return bytes
  }

  @Test("A file of AAC-ELD gives its recording, priming and remainder cut off")
  func decoding() throws {
    let file = try open(Fixture.music, .pcm())
    var length: Int64 = 0
    var size: UInt32 = 8
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length), noErr)
    expectEqual(length, 176_400)
    let sound = read(file)
    expectEqual(sound.count, 176_400 * 4)
    var position: Int64 = 0
    expectEqual(ExtAudioFileTell(file, &position), noErr)
    expectEqual(position, 176_400)
    expectEqual(ExtAudioFileDispose(file), noErr)
    expectEqual(ExtAudioFileDispose(file), kAudio_ParamError)
  }

  @Test("Bytes of the file pass through memory of the caller's, as many as it says")
  func transferMemory() throws {
    let file = try open(Fixture.music, .pcm())
    defer { ExtAudioFileDispose(file) }
    let expected = read(file, frames: 20_000)
    var size = UInt32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    var address: UnsafeMutableRawPointer?
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_IOBuffer, &size, &address), noErr)
    #expect(address != nil)
    // The packets of the file, as they lie in it from the one on with which reading began.
    var byteCount: UInt32 = 2000
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, 4, &byteCount), noErr)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2100, alignment: 1)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: 2100)
    var own: UnsafeMutableRawPointer? = memory
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_IOBuffer, size, &own), noErr)
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_IOBuffer, &size, &address), noErr)
    expectEqual(address, memory)
    expectEqual(ExtAudioFileSeek(file, 0), noErr)
    expectEqual(read(file, frames: 20_000), expected)
    let bytes = Array(UnsafeRawBufferPointer(start: memory, count: 2100))
    #expect(bytes.prefix(2000).contains { $0 != 0xEE })
    #expect(bytes.dropFirst(2000).allSatisfy { $0 == 0xEE })
    // The object's own again.
    own = nil
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_IOBuffer, size, &own), noErr)
    expectEqual(ExtAudioFileSeek(file, 0), noErr)
    expectEqual(read(file, frames: 20_000), expected)
    expectEqual(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_IOBuffer, 4, &own), kExtAudioFileError_InvalidPropertySize)
  }

  @Test("A seek goes to the frame", arguments: [0, 1, 479, 480, 12_345, 176_399])
  func seeking(frame: Int) throws {
    let file = try open(Fixture.music, .pcm())
    defer { ExtAudioFileDispose(file) }
    let sound = read(file)
    expectEqual(ExtAudioFileSeek(file, Int64(frame)), noErr)
    var position: Int64 = 0
    expectEqual(ExtAudioFileTell(file, &position), noErr)
    expectEqual(position, Int64(frame))
    let rest = read(file)
    expectEqual(rest.count, sound.count - frame * 4)
    // What the decoder had overlapped before the seek is made up for by decoding earlier packets.
    expectEqual(rest, Array(sound[(frame * 4)...]))
    expectEqual(ExtAudioFileSeek(file, 176_401), kExtAudioFileError_InvalidSeek)
    expectEqual(ExtAudioFileSeek(file, -1), kExtAudioFileError_InvalidSeek)
  }

  @Test("What is written as Apple Lossless is read to the bit", arguments: [kAudioFileM4AType, kAudioFileCAFType])
  func lossless(type: AudioFileTypeID) throws {
    let url = Fixture.temporary("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var generator = SplitMix64(seed: 66)
    let samples = (0..<20_000).map { _ in Int16.random(in: -3000...3000, using: &generator) }
    var format = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    format.mFormatFlags = 1
    var created: ExtAudioFileRef?
    expectEqual(
      ExtAudioFileCreateWithURL(url as CFURL, type, &format, nil, AudioFileFlags.eraseFile.rawValue, &created), noErr)
    let file = try required(created)
    var client = AudioStreamBasicDescription.pcm()
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    var written = samples
    for start in stride(from: 0, to: 20_000, by: 6000) {
      let count = min(6000, 20_000 - start)
      let status = written.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: UInt32(count * 2), mData: memory.baseAddress.map { $0 + start * 2 }))
        return ExtAudioFileWrite(file, UInt32(count / 2), &list)
      }
      expectEqual(status, noErr)
    }
    expectEqual(ExtAudioFileDispose(file), noErr)

    let reading = try open(url, .pcm())
    defer { ExtAudioFileDispose(reading) }
    expectEqual(read(reading), samples.withUnsafeBytes { Array($0) })
  }

  @Test("Errors of properties and of the order of calls")
  func errors() throws {
    let file = try open(Fixture.music, .pcm())
    defer { ExtAudioFileDispose(file) }
    var size: UInt32 = 0
    var isWritable = false
    expectEqual(ExtAudioFileGetPropertyInfo(file, 0x3F3F_3F3F, &size, &isWritable), kExtAudioFileError_InvalidProperty)
    expectEqual(ExtAudioFileGetPropertyInfo(file, kExtAudioFileProperty_ClientDataFormat, &size, &isWritable), noErr)
    expectEqual(size, 40)
    #expect(isWritable)
    var format = AudioStreamBasicDescription.pcm()
    size = 39
    expectEqual(
      ExtAudioFileGetProperty(file, kExtAudioFileProperty_ClientDataFormat, &size, &format),
      kExtAudioFileError_InvalidPropertySize)
    expectEqual(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 39, &format),
      kExtAudioFileError_InvalidPropertySize)
    var coded = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    expectEqual(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &coded),
      kExtAudioFileError_NonPCMClientFormat)
    var list = AudioBufferList(
      mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 0, mData: nil))
    expectEqual(ExtAudioFileWrite(file, 0, &list), kExtAudioFileError_InvalidOperationOrder)
    var missing: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(Fixture.temporary("wav") as CFURL, &missing), kAudioFileFileNotFoundError)
  }

  @Test("The converter inside has a handle of its own, and a wrapped file stays open")
  func innerHandles() throws {
    var opened: AudioFileID?
    expectEqual(AudioFileOpenURL(Fixture.music as CFURL, .readPermission, 0, &opened), noErr)
    let inner = try required(opened)
    var wrapped: ExtAudioFileRef?
    expectEqual(ExtAudioFileWrapAudioFileID(inner, false, &wrapped), noErr)
    let file = try required(wrapped)
    var client = AudioStreamBasicDescription.pcm(32, isFloat: true)
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    var converter: AudioConverterRef?
    var size: UInt32 = 8
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter), noErr)
    let handle = try required(converter)
    var prime = AudioConverterPrimeInfo()
    expectEqual(AudioConverterGetProperty(handle, kAudioConverterPrimeInfo, &size, &prime), noErr)
    var seen: AudioFileID?
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &seen), noErr)
    expectEqual(seen, inner)
    expectEqual(ExtAudioFileDispose(file), noErr)
    expectEqual(AudioConverterReset(handle), kAudio_ParamError)
    expectEqual(AudioFileClose(inner), noErr)
  }
}
