import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import CSwiftAudioToolbox

/// An encoder of samples that a caller passes in.
///
/// `@unchecked`: its variable state is only accessed while its lock is held.
final class StreamEncoder: Held, @unchecked Sendable {
  static let name = "encoder"
  /// The number of channels of the samples.
  let channelCount: Int
  private let turn = Lock(())
  private var converter: PacketConverter
  private let asked: sat_stream
  /// Packets that were encoded and not yet taken.
  private var batch = PacketBatch()
  private var taken = 0
  private var hasEnded = false
  /// The number of packets per call: one, or a run of single-frame packets.
  private let run: Int
  private let encoded: EncodedFormat

  /// The number of single-frame packets that are returned at a time.
  private static let framesPerRun = 1024

  /// Prepares to encode.
  ///
  /// - Parameter stream: The data format, the rate and the number of channels, and further options.
  init(_ stream: sat_stream) throws(AudioError) {
    let wanted = try stream.streamFormat()
    guard wanted.channelsPerFrame > 0, wanted.sampleRate > 0 else {
      throw AudioError(.option, .call, "an encoder needs a rate above 0 and a number of channels within 1 and 64")
    }
    let layout = ChannelLayout(usualFor: wanted.channelsPerFrame)
    let samples = StreamFormat(
      .float32, sampleRate: wanted.sampleRate, channelsPerFrame: wanted.channelsPerFrame)
    var packets = PacketRequest(wanted)
    if stream.bit_rate > 0 { packets.encoding.bitRate = Int(clamping: stream.bit_rate) }
    let request = packets
    converter = try raising(input: "samples") { () throws(AudioError) in
      try PacketConverter(
        from: PacketInput(CodedStream(format: samples, layout: layout)), to: request, codecs: Catalog.standard.codecs)
    }
    guard let encoded = converter.encoded else { throw AudioError(.option, .call, "samples are no packets") }
    self.encoded = encoded
    channelCount = wanted.channelsPerFrame
    asked = stream
    run = encoded.stream.packetsAreFrames ? Self.framesPerRun : 1
  }

  /// Takes samples over: interleaved 32-bit floats of this machine's order, in whole frames.
  func append(_ samples: Span<UInt8>) throws(AudioError) {
    try turn.withLock { _ throws(AudioError) in
      guard !hasEnded else { throw .ended }
      converter.append(samples)
    }
  }

  /// Records the end of the samples.
  func endInput() throws(AudioError) {
    try turn.withLock { _ throws(AudioError) in
      guard !hasEnded else { throw .ended }
      hasEnded = true
      converter.endInput()
    }
  }

  /// Passes on the next packet, if there is one.
  ///
  /// - Parameter take: Gets its bytes and its frames; where it throws, the packet is kept.
  /// - Returns: False where samples must come first, or none are left.
  func next(_ take: (Span<UInt8>, Int) throws(AudioError) -> Void) throws(AudioError) -> Bool {
    try turn.withLock { _ throws(AudioError) in
      if taken >= batch.count || batch.bytes.isEmpty { try encode() }
      guard let place = nextPlace else { return false }
      let bytes = batch.bytes
      try take(bytes.span.extracting(place.bytes), place.frames)
      taken = run > 1 ? batch.count : taken + 1
      if run > 1 { batch.removeAll(nextPacket: 0) }
      return true
    }
  }

  /// The range of the next packet, and its frames.
  private var nextPlace: (bytes: Range<Int>, frames: Int)? {
    guard !batch.bytes.isEmpty else { return nil }
    if run > 1 { return (0..<batch.bytes.count, batch.bytes.count / max(1, encoded.stream.bytesPerPacket)) }
    guard taken < batch.count else { return nil }
    let place = batch.descriptions[taken]
    let frames = place.frameCount > 0 ? place.frameCount : encoded.stream.framesPerPacket
    return (place.startOffset..<(place.startOffset + place.byteCount), frames)
  }

  private func encode() throws(AudioError) {
    taken = 0
    _ = try raising(input: "samples") { () throws(AudioError) in try converter.fill(&batch, packetCount: run) }
  }

  /// The configuration that decoders need; FLAC's is complete after the end of the input.
  var cookie: [UInt8] { turn.withLock { _ in converter.currentCookie ?? [] } }

  /// The format of the packets.
  var stream: sat_stream {
    turn.withLock { _ in
      var result = asked
      result.rate = encoded.stream.sampleRate
      result.channels = Int32(clamping: encoded.stream.channelsPerFrame)
      result.frames_per_packet = Int32(clamping: encoded.stream.framesPerPacket)
      result.bytes_per_packet = Int32(clamping: encoded.stream.bytesPerPacket)
      result.maximum_packet = Int32(clamping: converter.maximumOutputPacketByteCount * run)
      result.priming = Int64(encoded.primingFrames)
      result.remainder = hasEnded ? converter.packetTable?.remainderFrames ?? 0 : 0
      return result
    }
  }
}
