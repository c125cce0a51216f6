import AudioBase
import FuzzSupport

/// Layers I to III, in stereo and in mono, of each version. `Fuzz/seed` counts them in the same order.
private let streams: [CodedStream] = [FourCharacterCode.mpegLayer3, .mpegLayer2, .mpegLayer1].flatMap { layer in
  [(44_100.0, 2), (22_050, 2), (8000, 1), (48_000, 1)].map { rate, channels in
    CodedStream(format: StreamFormat(formatID: layer, sampleRate: rate, channelsPerFrame: channels))
  }
}

/// The bytes are the number of a stream, and frames, each after its size in two bytes.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  PacketList.run(bytes, as: streams)
  return 0
}
