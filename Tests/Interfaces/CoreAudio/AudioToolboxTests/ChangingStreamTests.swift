import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Streams and files of ADTS that change their rate and their channels.
@Suite("Streams that change")
struct ChangingStreamTests {
  /// 20 packets at 44.1 kHz in stereo, and 20 at 24 kHz in mono.
  private static func parts() throws -> (stereo: [[UInt8]], mono: [[UInt8]]) {
    (try Fixture.dump("lc_44100_st_128k_syn_burst").packets, try Fixture.dump("lc_24000_mo_32k_harpsi").packets)
  }

  private static func file() throws -> [UInt8] {
    let (stereo, mono) = try parts()
    return adtsFrames(stereo, rateIndex: 4, channels: 2) + adtsFrames(mono, rateIndex: 6, channels: 1)
      + adtsFrames(stereo, rateIndex: 4, channels: 2)
  }

  /// What a stream told, as a program notes it that makes a converter for each format.
  private final class Client {
    struct Part {
      var format = AudioStreamBasicDescription()
      var cookie: [UInt8] = []
      var layouts = 0
      var packets: [[UInt8]] = []
    }
    var parts: [Part] = []
    var readyCount = 0

    static let property: AudioFileStream_PropertyListenerProc = { address, stream, property, _ in
      let client = Unmanaged<Client>.fromOpaque(address).takeUnretainedValue()
      switch property {
      case kAudioFileStreamProperty_DataFormat:
        var part = Part()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        AudioFileStreamGetProperty(stream, property, &size, &part.format)
        client.parts.append(part)
      case kAudioFileStreamProperty_MagicCookieData:
        var size: UInt32 = 64
        var cookie = [UInt8](repeating: 0, count: 64)
        AudioFileStreamGetProperty(stream, property, &size, &cookie)
        client.parts[client.parts.count - 1].cookie = Array(cookie.prefix(Int(size)))
      case kAudioFileStreamProperty_ChannelLayout: client.parts[client.parts.count - 1].layouts += 1
      case kAudioFileStreamProperty_ReadyToProducePackets: client.readyCount += 1
      default: break
      }
    }

    static let packetsProc: AudioFileStream_PacketsProc = { address, _, count, data, places in
      let client = Unmanaged<Client>.fromOpaque(address).takeUnretainedValue()
      for index in 0..<Int(count) {
        guard let place = places?[index] else { return }
        client.parts[client.parts.count - 1].packets.append(
          [UInt8](UnsafeRawBufferPointer(start: data + Int(place.mStartOffset), count: Int(place.mDataByteSize))))
      }
    }
  }

  private func parse(_ bytes: [UInt8], portion: Int) throws -> Client {
    let client = Client()
    var opened: AudioFileStreamID?
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(client).toOpaque(), Client.property, Client.packetsProc, kAudioFileAAC_ADTSType, &opened)
    expectEqual(status, noErr)
    let stream = try required(opened)
    defer { AudioFileStreamClose(stream) }
    for start in stride(from: 0, to: bytes.count, by: portion) {
      let part = Array(bytes[start..<min(bytes.count, start + portion)])
      expectEqual(AudioFileStreamParseBytes(stream, UInt32(part.count), part, []), noErr)
    }
    return client
  }

  @Test("The listener is told format and cookie again before the packets of each part", arguments: [7, 100, 1 << 20])
  func listener(portion: Int) throws {
    let (stereo, mono) = try Self.parts()
    let client = try parse(Self.file(), portion: portion)
    expectEqual(client.readyCount, 1)
    expectEqual(client.parts.map(\.format.mSampleRate), [44_100, 24_000, 44_100])
    expectEqual(client.parts.map(\.format.mChannelsPerFrame), [2, 1, 2])
    expectEqual(client.parts.map(\.cookie), [[0x12, 0x10], [0x13, 0x08], [0x12, 0x10]])
    #expect(client.parts.allSatisfy { $0.layouts == 1 })
    expectEqual(client.parts.map(\.packets).prefix(2), [stereo, mono])
    // The last packet may wait for what comes after it.
    expectGreaterOrEqual(client.parts[2].packets.count, stereo.count - 1)
    expectEqual(client.parts[2].packets, Array(stereo.prefix(client.parts[2].packets.count)))
  }

  /// The input of a converter, one packet a call.
  private final class Input {
    var packets: [[UInt8]]
    var bytes = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 16)
    var place = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)
    init(_ packets: [[UInt8]]) { self.packets = packets }
    deinit {
      bytes.deallocate()
      place.deallocate()
    }

    static let supply: AudioConverterComplexInputDataProc = { _, count, list, places, userData in
      guard let userData else { return kAudio_ParamError }
      let input = Unmanaged<Input>.fromOpaque(userData).takeUnretainedValue()
      guard let packet = input.packets.first else {
        count.pointee = 0
        return noErr
      }
      input.packets.removeFirst()
      input.bytes.copyMemory(from: packet, byteCount: packet.count)
      input.place.pointee = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      places?.pointee = input.place
      list.pointee.mBuffers.mData = input.bytes
      list.pointee.mBuffers.mDataByteSize = UInt32(packet.count)
      count.pointee = 1
      return noErr
    }
  }

  @Test("A converter made for each part decodes it whole")
  func converters() throws {
    for part in try parse(Self.file() + [0, 0, 0, 0, 0, 0, 0], portion: 500).parts {
      let converter = try makeConverter(
        part.format, .pcm(rate: part.format.mSampleRate, channels: part.format.mChannelsPerFrame))
      defer { AudioConverterDispose(converter) }
      expectEqual(
        AudioConverterSetProperty(
          converter, kAudioConverterDecompressionMagicCookie, UInt32(part.cookie.count), part.cookie), noErr)
      let input = Input(part.packets)
      let target = OneBuffer(30_000 * 4)
      var count: UInt32 = 30_000
      let status = AudioConverterFillComplexBuffer(
        converter, Input.supply, Unmanaged.passUnretained(input).toOpaque(), &count, target.list, nil)
      #expect(status == noErr && count == UInt32(part.packets.count * 1024))
    }
  }

  /// Reads frames of 16-bit stereo until there are no more.
  private func read(_ file: ExtAudioFileRef, portion: Int = 700) -> [Int16] {
    var samples: [Int16] = []
    var buffer = [Int16](repeating: 0, count: portion * 2)
    while true {
      var count = UInt32(portion)
      let status = buffer.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        return ExtAudioFileRead(file, &count, &list)
      }
      expectEqual(status, noErr)
      if status != noErr || count == 0 { return samples }
      samples += buffer.prefix(Int(count) * 2)
    }
  }

  private func open(_ bytes: [UInt8]) throws -> (file: ExtAudioFileRef, url: URL) {
    let url = Fixture.temporary("aac")
    try Data(bytes).write(to: url)
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(url as CFURL, &opened), noErr)
    let file = try required(opened)
    var client = AudioStreamBasicDescription.pcm()
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client), noErr)
    return (file, url)
  }

  @Test("An extended audio file reads all parts in the client's format, and seeks in them")
  func extendedFile() throws {
    let (stereo, _) = try Self.parts()
    let (alone, aloneURL) = try open(adtsFrames(stereo, rateIndex: 4, channels: 2))
    let part = read(alone)
    ExtAudioFileDispose(alone)
    try? FileManager.default.removeItem(at: aloneURL)
    let (file, url) = try open(Self.file())
    defer {
      ExtAudioFileDispose(file)
      try? FileManager.default.removeItem(at: url)
    }
    // 20,480 frames of 24 kHz are 37,632 of 44.1 kHz.
    let frames = 20_480 * 2 + 37_632
    var length: Int64 = 0
    var size: UInt32 = 8
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length), noErr)
    expectEqual(length, Int64(frames))
    let whole = read(file)
    expectEqual(whole.count, 2 * frames)
    #expect(Array(whole.prefix(2 * 20_480)) == part && Array(whole.suffix(2 * 20_480)) == part)
    #expect(whole[(2 * 20_480)..<(2 * (20_480 + 37_632))].contains { abs(Int($0)) > 100 })
    for target in [63_112, 5000, 20_480 + 37_632] {
      expectEqual(ExtAudioFileSeek(file, Int64(target)), noErr)
      expectEqual(read(file).suffix(20_480), whole.suffix(20_480), "\(target)")
    }
    // In the part at the other rate the rate conversion begins anew: the same sound, but for its first frames.
    expectEqual(ExtAudioFileSeek(file, 40_000), noErr)
    let later = read(file)
    expectLessOrEqual(abs(later.count - 2 * (frames - 40_000)), 4)
    expectEqual(Array(later.suffix(2 * 20_480)), part)
  }

  @Test("Audio File Services have one format: packets of another stream are refused by name")
  func audioFile() throws {
    let url = Fixture.temporary("aac")
    try Data(Self.file()).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var opened: AudioFileID?
    expectEqual(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened), noErr)
    let file = try required(opened)
    defer { AudioFileClose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    func read(_ packet: Int64) -> (status: OSStatus, count: UInt32) {
      var bytes = UInt32(buffer.count)
      var count: UInt32 = 30
      var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 30)
      return (AudioFileReadPacketData(file, false, &bytes, &places, packet, &count, &buffer), count)
    }
    #expect(read(5) == (noErr, 15))
    expectEqual(read(20).status, kAudioFileUnsupportedDataFormatError)
    #expect(read(45) == (noErr, 15))
  }
}
