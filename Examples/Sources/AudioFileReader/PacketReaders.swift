import AudioToolbox
import ExampleSupport
import Foundation

/// The three functions that read from an audio file, each with the memory that it asks for.
struct PacketReaders {
  let file: AudioFileID
  let format: AudioStreamBasicDescription

  private var packetSizeUpperBound: UInt32 {
    get throws {
      var bound: UInt32 = 0
      var size = UInt32(MemoryLayout<UInt32>.size)
      try check(
        "PacketSizeUpperBound", AudioFileGetProperty(file, kAudioFilePropertyPacketSizeUpperBound, &size, &bound))
      return bound
    }
  }

  /// `AudioFileReadPacketData`: the memory is whatever there is, and as many packets come as fit in it.
  func packetData(from first: Int = 0, fitting byteCount: Int) throws -> [Data] {
    let room = max(byteCount, Int(try packetSizeUpperBound))
    var packets: [Data] = []
    var buffer = [UInt8](repeating: 0, count: room)
    var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 100)
    while true {
      var bytes = UInt32(room)
      var count = UInt32(places.count)
      let next = Int64(first + packets.count)
      let status = AudioFileReadPacketData(file, false, &bytes, &places, next, &count, &buffer)
      if status != kAudioFileEndOfFileError { try check("AudioFileReadPacketData", status) }
      guard count > 0 else { return packets }
      packets += split(buffer, places, Int(count))
    }
  }

  /// `AudioFileReadPackets`: the memory must hold every packet asked for at its largest.
  func packets() throws -> [Data] {
    let portion: UInt32 = 64
    var packets: [Data] = []
    var buffer = [UInt8](repeating: 0, count: Int(try packetSizeUpperBound * portion))
    var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(portion))
    while true {
      var bytes: UInt32 = 0
      var count = portion
      let status = AudioFileReadPackets(file, false, &bytes, &places, Int64(packets.count), &count, &buffer)
      if status != kAudioFileEndOfFileError { try check("AudioFileReadPackets", status) }
      guard count > 0 else { return packets }
      packets += split(buffer, places, Int(count))
    }
  }

  /// `AudioFileReadBytes`: the data of the file as it lies there, not told apart into packets.
  ///
  /// Where packets do not lie one behind the other, as in an MP3 file whose frames have headers, they are found
  /// elsewhere.
  func bytes() throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var count = UInt32(buffer.count)
      let status = AudioFileReadBytes(file, false, Int64(data.count), &count, &buffer)
      if status != kAudioFileEndOfFileError { try check("AudioFileReadBytes", status) }
      guard count > 0 else { return data }
      data += buffer.prefix(Int(count))
    }
  }

  /// A file that was opened to be read does not take bytes.
  func refuseWriting() throws {
    var count: UInt32 = 1
    let status = AudioFileWriteBytes(file, false, 0, &count, [0])
    print("WriteBytes: \(status == kAudioFilePermissionsError ? "refused" : "status \(status)")")
  }

  /// Where to read for a time: the packet that holds it, and how many of the packet's frames come before it.
  ///
  /// Where all packets are equally long this is a division, which the text does; the file can tell of others too.
  func packet(at seconds: Double) throws -> (packet: Int, framesBefore: Int) {
    var place = AudioFramePacketTranslation()
    place.mFrame = Int64((seconds * format.mSampleRate).rounded())
    var size = UInt32(MemoryLayout<AudioFramePacketTranslation>.size)
    try check("FrameToPacket", AudioFileGetProperty(file, kAudioFilePropertyFrameToPacket, &size, &place))
    return (Int(place.mPacket), Int(place.mFrameOffsetInPacket))
  }

  private func split(_ buffer: [UInt8], _ places: [AudioStreamPacketDescription], _ count: Int) -> [Data] {
    let size = Int(format.mBytesPerPacket)
    return (0..<count).map { index in
      // A format with packets of one size has no descriptions.
      if size > 0 { return Data(buffer[(index * size)..<((index + 1) * size)]) }
      let start = Int(places[index].mStartOffset)
      return Data(buffer[start..<(start + Int(places[index].mDataByteSize))])
    }
  }
}
