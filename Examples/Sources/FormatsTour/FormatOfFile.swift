import AudioToolbox
import ExampleSupport
import Foundation

/// The format of a file: ask for it, do not make it up.
enum FormatOfFile {
  /// The packets of a file in a CAF file: the format, the cookie and the packet table go with them.
  static func copyToCAF(_ source: PacketFile, in folder: URL) throws -> PacketFile {
    let url = folder.appendingPathComponent("formats.caf")
    var format = source.format
    var made: AudioFileID?
    try check(
      "AudioFileCreateWithURL", AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &made))
    guard let target = made else { throw CallFailed("AudioFileCreateWithURL", kAudio_ParamError) }
    for property in [kAudioFilePropertyMagicCookieData, kAudioFilePropertyPacketTableInfo] {
      guard let value = source.bytes(property) else { continue }
      try value.withUnsafeBytes { memory in
        guard let base = memory.baseAddress else { return }
        try check(
          "AudioFileSetProperty \(fourCharacters(property))",
          AudioFileSetProperty(target, property, UInt32(memory.count), base))
      }
    }
    try write(try source.packets(), to: target)
    try check("AudioFileClose", AudioFileClose(target))
    // The text opens its file to be read, as a CAF file.
    return try PacketFile(reading: url, hint: kAudioFileCAFType)
  }

  private static func write(_ packets: [Data], to file: AudioFileID) throws {
    var places: [AudioStreamPacketDescription] = []
    var bytes = Data()
    for packet in packets {
      places.append(
        AudioStreamPacketDescription(
          mStartOffset: Int64(bytes.count), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count)))
      bytes += packet
    }
    var count = UInt32(packets.count)
    try bytes.withUnsafeBytes { memory in
      guard let base = memory.baseAddress else { return }
      try check(
        "AudioFileWritePackets", AudioFileWritePackets(file, false, UInt32(memory.count), &places, 0, &count, base))
    }
  }

  static func show(_ file: PacketFile) throws {
    let type = try file.value(kAudioFilePropertyFileFormat, UInt32(0))
    print("format of the file\n  \(fourCharacters(type)): \(file.format.summary)")

    // Some fields may be left 0: Core Audio completes them.
    var format = AudioStreamBasicDescription()
    format.mFormatID = file.format.mFormatID
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let cookie = file.bytes(kAudioFilePropertyMagicCookieData) ?? Data()
    try cookie.withUnsafeBytes { memory in
      try check(
        "AudioFormatGetProperty",
        AudioFormatGetProperty(
          kAudioFormatProperty_FormatInfo, UInt32(memory.count), memory.baseAddress, &size, &format))
    }
    print("  completed by the cookie of \(cookie.count) bytes: \(format.summary)")
  }
}
