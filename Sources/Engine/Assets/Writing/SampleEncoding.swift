import AudioBase
import AudioConversion

/// The encoder of a feed: samples in one format become packets in another.
final class SampleEncoding {
  private var converter: PacketConverter
  private var packets = PacketBatch()
  private let input: StreamFormat
  /// The number of frames dropped at the start because they precede the session.
  private var skippedFrames: Int
  /// The number of frames that have been taken over.
  private(set) var takenFrames: Int64 = 0

  init(
    from input: CodedStream, to output: PacketRequest, skipping seconds: Double, codecs: [CodecDescriptor]
  ) throws(AudioError) {
    converter = try PacketConverter(from: PacketInput(input), to: output, codecs: codecs)
    self.input = input.format
    skippedFrames = Int(exactly: (seconds * input.format.sampleRate).rounded()) ?? 0
  }

  var output: CodedStream { converter.output }
  var primingFrames: Int { converter.encoded?.primingFrames ?? 0 }
  var inputRate: Double { input.sampleRate > 0 ? input.sampleRate : 1 }
  var packetTable: PacketTable? { converter.packetTable }
  var cookie: [UInt8]? { converter.currentCookie }

  private var bytesPerFrame: Int { input.bytesPerFrame }
  private var planeCount: Int { input.bufferCount }

  func append(_ bytes: Span<UInt8>, frameCount: Int) throws(AudioError) {
    let dropped = min(skippedFrames, frameCount)
    skippedFrames -= dropped
    takenFrames += Int64(frameCount - dropped)
    guard dropped > 0 else { return converter.append(bytes) }
    // The remaining bytes of each plane.
    let size = bytesPerFrame * frameCount
    var rest: [UInt8] = []
    for plane in 0..<planeCount where size * (plane + 1) <= bytes.count {
      rest.append(copying: bytes.extracting((size * plane + bytesPerFrame * dropped)..<(size * (plane + 1))))
    }
    if !rest.isEmpty { converter.append(rest.span) }
  }

  /// Inserts silence before all samples.
  func prependSilence(frameCount: Int) throws(AudioError) {
    let isUnsignedByte = input.bitsPerChannel == 8 && input.linearPCMFlags.encoding == .unsignedInteger
    let portion = 1 << 14
    var left = max(0, frameCount)
    takenFrames += Int64(left)
    while left > 0 {
      let count = min(left, portion)
      // Bound: a portion of frames, whose size a format of at most 1024 channels of 8 bytes bounds.
      let silence = [UInt8](repeating: isUnsignedByte ? 0x80 : 0, count: count * bytesPerFrame * planeCount)
      converter.append(silence.span)
      left -= count
    }
  }

  func end() { converter.endInput() }

  /// Passes on the packets that can be made of the samples so far.
  func takePackets(_ body: (borrowing PacketBatch) -> Void) throws(AudioError) {
    while true {
      let status = try converter.fill(&packets, packetCount: output.format.framesPerPacket == 1 ? 8192 : 64)
      if packets.count > 0 { body(packets) }
      guard status == .filled else { return }
    }
  }
}
