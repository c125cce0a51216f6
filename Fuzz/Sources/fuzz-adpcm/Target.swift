import AudioBase
import FuzzSupport

private func stream(_ formatID: FourCharacterCode, _ channels: Int, _ bytes: Int, _ frames: Int) -> CodedStream {
  var format = StreamFormat(formatID: formatID, sampleRate: 44_100, channelsPerFrame: channels, framesPerPacket: frames)
  format.bytesPerPacket = bytes
  return CodedStream(format: format)
}

/// IMA4, IMA and Microsoft ADPCM in blocks of 256 bytes, and both laws of G.711, in mono and stereo.
private let streams: [CodedStream] = [
  stream(.ima4, 1, 34, 64), stream(.ima4, 2, 68, 64), stream(.dviADPCM, 1, 256, 505), stream(.dviADPCM, 2, 256, 249),
  stream(.microsoftADPCM, 1, 256, 500), stream(.microsoftADPCM, 2, 256, 244), stream(.muLaw, 2, 2, 1),
  stream(.aLaw, 1, 1, 1),
]

/// The bytes are the number of a stream, and packets, each after its size in two bytes.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  PacketList.run(bytes, as: streams)
  return 0
}
