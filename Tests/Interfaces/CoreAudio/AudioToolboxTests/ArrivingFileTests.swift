import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Callbacks that have less than they are asked for give what they have, and say that nothing is wrong.
@Suite("Audio files whose bytes are still coming")
struct ArrivingFileTests {
  /// Bytes of which a part has come; their number is known from the start.
  final class Arrival {
    let bytes: [UInt8]
    var arrivedCount: Int
    init(_ bytes: [UInt8], arrivedCount: Int) { (self.bytes, self.arrivedCount) = (bytes, arrivedCount) }

    static let read: AudioFile_ReadProc = { address, position, wanted, buffer, count in
      let arrival = Unmanaged<Arrival>.fromOpaque(address).takeUnretainedValue()
      let start = min(Int(position), arrival.arrivedCount)
      let part = Array(arrival.bytes[start..<min(arrival.arrivedCount, start + Int(wanted))])
      buffer.copyMemory(from: part, byteCount: part.count)
      count.pointee = UInt32(part.count)
      return noErr
    }
    static let size: AudioFile_GetSizeProc = {
      Int64(Unmanaged<Arrival>.fromOpaque($0).takeUnretainedValue().bytes.count)
    }
  }

  /// Reads packets, and tells where each lies behind the first one.
  private func read(
    _ file: AudioFileID, from first: Int64, count: UInt32
  ) -> (status: OSStatus, places: [AudioStreamPacketDescription]) {
    var count = count
    var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(count))
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var bytes = UInt32(buffer.count)
    let status = AudioFileReadPacketData(file, false, &bytes, &places, first, &count, &buffer)
    return (status, Array(places.prefix(Int(count))))
  }

  @Test("The packets are read that have come whole, and the others when they have come")
  func halfOfIt() throws {
    let bytes = [UInt8](try Data(contentsOf: Fixture.music))
    let arrival = Arrival(bytes, arrivedCount: bytes.count / 2)
    var opened: AudioFileID?
    let address = Unmanaged.passUnretained(arrival).toOpaque()
    expectEqual(AudioFileOpenWithCallbacks(address, Arrival.read, nil, Arrival.size, nil, 0, &opened), noErr)
    let file = try required(opened)
    defer { AudioFileClose(file) }
    var dataOffset: Int64 = 0
    var size: UInt32 = 8
    expectEqual(AudioFileGetProperty(file, kAudioFilePropertyDataOffset, &size, &dataOffset), noErr)

    let half = read(file, from: 0, count: 368)
    expectEqual(half.status, noErr)
    expectEqual(read(file, from: Int64(half.places.count), count: 1).status, kAudioFileEndOfFileError)
    arrival.arrivedCount = bytes.count
    let all = read(file, from: 0, count: 368)
    expectEqual(all.status, noErr)
    expectEqual(all.places.count, 368)
    let whole = all.places.filter {
      Int(dataOffset) + Int($0.mStartOffset) + Int($0.mDataByteSize) <= bytes.count / 2
    }
    expectEqual(whole.count, half.places.count)
    expectGreater(whole.count, 100)
    expectEqual(read(file, from: Int64(half.places.count), count: 1).status, noErr)
  }
}
