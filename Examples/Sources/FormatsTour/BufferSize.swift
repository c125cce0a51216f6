import AudioToolbox
import ExampleSupport

/// How large a buffer has to be for a time, and how many packets to read into it.
enum BufferSize {
  static func show(_ file: PacketFile) throws {
    print("buffer sizes")
    for seconds in [0.01, 0.5, 5.0] {
      let size = try of(file, seconds: seconds)
      print("  for \(seconds) s: \(size.byteCount) bytes, \(size.packetCount) packets at a time")
    }
  }

  static func of(_ file: PacketFile, seconds: Double) throws -> (byteCount: UInt32, packetCount: UInt32) {
    let maximum: UInt32 = 0x10000
    let minimum: UInt32 = 0x4000
    let largestPacket = try file.value(kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
    var byteCount: UInt32
    if file.format.mFramesPerPacket > 0 {
      let packets = file.format.mSampleRate / Double(file.format.mFramesPerPacket) * seconds
      byteCount = UInt32(packets * Double(largestPacket))
    } else {
      // The codec does not know how packets and time belong together.
      byteCount = max(maximum, largestPacket)
    }
    if byteCount > maximum && byteCount > largestPacket { byteCount = maximum }
    byteCount = max(byteCount, minimum)
    return (byteCount, byteCount / largestPacket)
  }
}
