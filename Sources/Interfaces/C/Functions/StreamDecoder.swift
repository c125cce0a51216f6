import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import CSwiftAudioToolbox

/// A decoder of packets that a caller passes in.
///
/// `@unchecked`: its variable state is only accessed while its lock is held.
final class StreamDecoder: SampleGiving, @unchecked Sendable {
  static let name = "decoder"
  /// The output format.
  let format: sat_format
  private let turn = Lock(())
  private let samples: PacketSamples
  private var block: PCMBlock
  private let order: [Int]
  private var hasEnded = false
  /// The number of decoded frames before the recording that are still to be left out.
  private var priming: Int64
  /// True if each packet is one frame, so that any number of packets may arrive at a time.
  private let packetIsFrame: Bool

  /// The number of frames that are decoded at a time.
  private static let blockLength = 4096
  /// The largest number of packets that are concealed in one call.
  private static let mostLostPackets: Int64 = 65_536

  /// Prepares to decode.
  ///
  /// - Parameters:
  ///   - stream: The format of the packets.
  ///   - cookie: Their configuration.
  ///   - firstPacket: The first packet, which completes the configuration; may be empty.
  init(_ stream: sat_stream, cookie: [UInt8], firstPacket: [UInt8]) throws(AudioError) {
    var input = PacketInput(
      CodedStream(format: try stream.streamFormat(), cookie: cookie, firstPacket: firstPacket),
      damagePolicy: stream.conceals != 0 ? .conceal : .stop)
    input.trailingFrames = Int(clamping: stream.remainder)
    let packets = input
    var rate = 0.0
    samples = try raising(input: "packets") { () throws(AudioError) in
      try PacketSamples(from: packets, codecs: Catalog.standard.codecs, by: .rearranging) { decoded in
        rate = decoded.sampleRate
        return (rate: decoded.sampleRate, layout: decoded.layout.inWaveOrder)
      }
    }
    order = Array(0..<samples.channelCount)
    // Bound: as many channels as a stream was accepted with.
    block = PCMBlock(channelCount: order.count, capacity: Self.blockLength)
    packetIsFrame = input.stream.format.packetsAreFrames
    priming = stream.priming
    format = sat_format(rate: rate, frames: -1, channels: Int32(clamping: order.count), bits: 0)
  }

  var channelCount: Int { order.count }

  /// Adopts a packet, or a run of packets where each is one frame.
  func append(_ packet: Span<UInt8>) throws(AudioError) {
    guard packet.count <= ResourceLimits().packetByteCount else { throw .packetByteCount }
    try changing { samples in
      let description = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      samples.append(packet, descriptions: packetIsFrame ? Span() : description.span)
    }
  }

  /// Appends replacements for packets that are missing after those already appended.
  func appendLoss(packetCount: Int64) throws(AudioError) {
    guard (0...Self.mostLostPackets).contains(packetCount) else {
      throw AudioError(.option, .call, "the number of lost packets is not within 0 and \(Self.mostLostPackets)")
    }
    try changing { $0.appendLoss(packetCount: Int(packetCount)) }
  }

  /// Records the end of the packets.
  func endInput() throws(AudioError) {
    try changing { $0.endInput() }
    turn.withLock { _ in hasEnded = true }
  }

  private func changing(_ body: (PacketSamples) -> Void) throws(AudioError) {
    try turn.withLock { _ throws(AudioError) in
      guard !hasEnded else { throw .ended }
      body(samples)
    }
  }

  func read(
    _ count: Int, _ give: (_ block: borrowing PCMBlock, _ order: [Int], _ frames: Range<Int>, _ before: Int) -> Void
  ) throws(AudioError) -> Int {
    try turn.withLock { _ throws(AudioError) in
      var made = 0
      while made < count {
        // Frames that are left out need no room in the caller's memory.
        let isSkipping = priming > 0
        let room = isSkipping ? min(Int64(Self.blockLength), priming) : Int64(min(Self.blockLength, count - made))
        let got = try decode(atMost: Int(room))
        guard got > 0 else { break }
        if isSkipping {
          priming -= Int64(got)
        } else {
          give(block, order, 0..<got, made)
          made += got
        }
      }
      return made
    }
  }

  private func decode(atMost count: Int) throws(AudioError) -> Int {
    do throws(AudioError) {
      let got = try samples.read(into: &block, 0..<count)
      block.setFrameCount(got)
      return got
    } catch {
      throw .input("packets", error)
    }
  }

  /// The number of packets concealed so far: those that could not be decoded, and those that were lost.
  var damagedPacketCount: Int64 {
    turn.withLock { _ in samples.report.damagedPacketCount &+ samples.report.lostPacketCount }
  }
}
