import AudioToolbox
import ExampleSupport
import Foundation

/// The three kinds of packets.
enum Packets {
  static func show(in folder: URL, variable: PacketFile) throws {
    print("packets")
    let ima = try constantFile(folder.appendingPathComponent("constant.caf"))
    try showKind(ima)
    try showKind(variable)
    try showKind(try framesFile(folder.appendingPathComponent("frames.caf")))
  }

  /// What the two fields of a format say about its packets.
  static func kind(_ format: AudioStreamBasicDescription) -> String {
    if format.mFramesPerPacket == 0 { return "VFR" }
    return format.mBytesPerPacket == 0 ? "VBR" : "CBR"
  }

  private static func showKind(_ file: PacketFile) throws {
    let sizes = try file.packets().map(\.count)
    let name = fourCharacters(file.format.mFormatID)
    let frames =
      file.format.mFramesPerPacket > 0
      ? "\(file.format.mFramesPerPacket) frames each" : "\(try frameCounts(file)) frames"
    let range = "\(sizes.min() ?? 0) to \(sizes.max() ?? 0) bytes, \(frames)"
    print("  \(kind(file.format)): \(name), \(sizes.count) packets of \(range)")
  }

  /// The frames of each packet, which only its description tells.
  private static func frameCounts(_ file: PacketFile) throws -> [UInt32] {
    var count = UInt32(try file.packetCount)
    var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(count))
    var byteCount = count * (try file.value(kAudioFilePropertyPacketSizeUpperBound, UInt32(0)))
    var bytes = [UInt8](repeating: 0, count: Int(byteCount))
    try check(
      "AudioFileReadPacketData", AudioFileReadPacketData(file.id, false, &byteCount, &places, 0, &count, &bytes))
    return places.prefix(Int(count)).map(\.mVariableFramesInPacket)
  }

  /// A second of silence in IMA's ADPCM: 64 frames make 34 bytes a channel.
  private static func constantFile(_ url: URL) throws -> PacketFile {
    var format = AudioStreamBasicDescription.coded(kAudioFormatAppleIMA4, rate: 44100, channels: 1)
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    try check(
      "AudioFormatGetProperty", AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format))
    var client = AudioStreamBasicDescription.pcm16(rate: 44100, channels: 1)
    var made: ExtAudioFileRef?
    try check(
      "ExtAudioFileCreateWithURL",
      ExtAudioFileCreateWithURL(
        url as CFURL, kAudioFileCAFType, &format, nil, AudioFileFlags.eraseFile.rawValue, &made))
    guard let file = made else { throw CallFailed("ExtAudioFileCreateWithURL", kAudio_ParamError) }
    try check(
      "ClientDataFormat",
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client))
    var silence = [Int16](repeating: 0, count: 44100)
    try silence.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
      try check("ExtAudioFileWrite", ExtAudioFileWrite(file, 44100, &list))
    }
    try check("ExtAudioFileDispose", ExtAudioFileDispose(file))
    return try PacketFile(reading: url)
  }

  /// Packets that last differently long, as those of Opus may. The bytes in them are of no concern to a file.
  private static func framesFile(_ url: URL) throws -> PacketFile {
    var format = AudioStreamBasicDescription.coded(kAudioFormatOpus, rate: 48000, channels: 1)
    var made: AudioFileID?
    try check(
      "AudioFileCreateWithURL", AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &made))
    guard let file = made else { throw CallFailed("AudioFileCreateWithURL", kAudio_ParamError) }
    // 2.5, 10 and 20 ms.
    let packets: [(frames: UInt32, bytes: UInt32)] = [(120, 30), (480, 70), (960, 110)]
    var places: [AudioStreamPacketDescription] = []
    var byteCount: UInt32 = 0
    for packet in packets {
      places.append(
        AudioStreamPacketDescription(
          mStartOffset: Int64(byteCount), mVariableFramesInPacket: packet.frames, mDataByteSize: packet.bytes))
      byteCount += packet.bytes
    }
    var count = UInt32(packets.count)
    let bytes = [UInt8](repeating: 0, count: Int(byteCount))
    try check("AudioFileWritePackets", AudioFileWritePackets(file, false, byteCount, places, 0, &count, bytes))
    try check("AudioFileClose", AudioFileClose(file))
    return try PacketFile(reading: url)
  }
}
