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

    // Packets of different lengths in time: each description says how many frames it has.
    let packet = AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 960, mDataByteSize: 120)
    var format = variable.format
    format.mFramesPerPacket = 0
    print("  \(kind(format)): a description of \(packet.mVariableFramesInPacket) frames")
  }

  /// What the two fields of a format say about its packets.
  static func kind(_ format: AudioStreamBasicDescription) -> String {
    if format.mFramesPerPacket == 0 { return "VFR" }
    return format.mBytesPerPacket == 0 ? "VBR" : "CBR"
  }

  private static func showKind(_ file: PacketFile) throws {
    let sizes = try file.packets().map(\.count)
    let name = fourCharacters(file.format.mFormatID)
    let range = "\(sizes.min() ?? 0) to \(sizes.max() ?? 0) bytes, \(file.format.mFramesPerPacket) frames each"
    print("  \(kind(file.format)): \(name), \(sizes.count) packets of \(range)")
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
}
