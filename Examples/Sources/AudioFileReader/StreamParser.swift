import AudioToolbox
import ExampleSupport
import Foundation

/// The same packets out of a stream that comes in portions: Audio File Stream Services.
final class StreamParser {
  private(set) var packets: [Data] = []
  private(set) var format = AudioStreamBasicDescription()
  private var stream: AudioFileStreamID?

  init(hint: AudioFileTypeID = 0) throws {
    let userData = Unmanaged.passUnretained(self).toOpaque()
    try check("AudioFileStreamOpen", AudioFileStreamOpen(userData, propertyCame, packetsCame, hint, &stream))
  }

  deinit { if let stream { AudioFileStreamClose(stream) } }

  /// Takes the next bytes of the stream; packets appear as they become complete.
  func parse(_ bytes: Data) throws {
    guard let stream else { return }
    try bytes.withUnsafeBytes { memory in
      try check(
        "AudioFileStreamParseBytes",
        AudioFileStreamParseBytes(stream, UInt32(memory.count), memory.baseAddress, []))
    }
  }

  /// Where the file has to be read on to get a packet, as bytes behind the first one of the data.
  func byteOffset(ofPacket packet: Int64) throws -> (offset: Int64, isEstimate: Bool) {
    guard let stream else { throw CallFailed("AudioFileStreamSeek", kAudio_ParamError) }
    var offset: Int64 = 0
    var flags: AudioFileStreamSeekFlags = []
    try check("AudioFileStreamSeek", AudioFileStreamSeek(stream, packet, &offset, &flags))
    return (offset, flags.contains(.offsetIsEstimated))
  }

  fileprivate func take(_ property: AudioFileStreamPropertyID, of stream: AudioFileStreamID) {
    guard property == kAudioFileStreamProperty_DataFormat else { return }
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    AudioFileStreamGetProperty(stream, property, &size, &format)
  }

  fileprivate func take(
    _ bytes: UnsafeRawBufferPointer, _ count: Int, _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) {
    let size = Int(format.mBytesPerPacket)
    for index in 0..<count {
      let start = places.map { Int($0[index].mStartOffset) } ?? index * size
      let length = places.map { Int($0[index].mDataByteSize) } ?? size
      packets.append(Data(bytes[start..<(start + length)]))
    }
  }
}

private func propertyCame(
  _ clientData: UnsafeMutableRawPointer, _ stream: AudioFileStreamID, _ property: AudioFileStreamPropertyID,
  _ flags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
) {
  Unmanaged<StreamParser>.fromOpaque(clientData).takeUnretainedValue().take(property, of: stream)
}

private func packetsCame(
  _ clientData: UnsafeMutableRawPointer, _ byteCount: UInt32, _ packetCount: UInt32, _ bytes: UnsafeRawPointer,
  _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?
) {
  Unmanaged<StreamParser>.fromOpaque(clientData).takeUnretainedValue()
    .take(UnsafeRawBufferPointer(start: bytes, count: Int(byteCount)), Int(packetCount), places)
}
