public import AudioBase
import AudioCatalog

/// Decodes packets, good or bad, as a program would: a refused packet is concealed, and the stream goes on.
///
/// It traps where a decoder breaks its promises: samples that are no numbers, or a block of the wrong length.
public struct PacketExerciser: ~Copyable {
  private var decoder: any PacketDecoder & ~Copyable
  private var block: PCMBlock
  private let framesPerPacket: Int
  /// Says of a packet if decoding can begin with it; `nil` where it can with every one.
  public let canBegin: (@Sendable (Span<UInt8>) -> Bool)?
  /// Packets that were refused.
  public private(set) var refusedPacketCount = 0
  /// Packets that were decoded.
  public private(set) var decodedPacketCount = 0

  /// Frames that a packet may claim to last, so that a hostile duration does not become an allocation.
  public static let maximumFrameCount = 1 << 16

  /// Makes the decoder of an AAC stream that only its cookie describes.
  public init?(aacCookie: [UInt8]) { self.init(CodedStream(aacCookie: aacCookie)) }

  /// Makes the decoder of a stream, or returns `nil` where the codec refuses it.
  public init?(_ stream: CodedStream) {
    guard let codec = Subject.catalog.codec(formatID: stream.format.formatID) else { return nil }
    do {
      decoder = try codec.makeDecoder(stream)
    } catch {
      return nil
    }
    canBegin = decoder.canBegin
    framesPerPacket = decoder.format.framesPerPacket
    block = PCMBlock(channelCount: decoder.format.layout.channelCount, capacity: framesPerPacket)
  }

  /// Decodes one packet, or conceals it.
  public mutating func decode(_ packet: Span<UInt8>, frameCount: Int = 0) {
    let stated = frameCount > 0 && frameCount <= Self.maximumFrameCount ? frameCount : 0
    let room = max(stated, framesPerPacket)
    if room > block.capacity { block = PCMBlock(channelCount: block.channelCount, capacity: room) }
    do {
      try decoder.decode(packet, frameCount: stated, into: &block)
      decodedPacketCount += 1
    } catch {
      refusedPacketCount += 1
      decoder.conceal(into: &block)
    }
    check()
  }

  private func check() {
    precondition(block.frameCount <= block.capacity, "more frames than there is room")
    for channel in 0..<block.channelCount {
      let samples = block.channel(channel)
      var sum: Float = 0
      for index in samples.indices { sum += abs(samples[index]) * 0x1p-100 }
      precondition(sum.isFinite, "a sample is no number")
    }
  }
}

extension CodedStream {
  /// An AAC stream that only its cookie describes; USAC, where it is one of object type 42.
  public init(aacCookie: [UInt8]) {
    let format = StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0)
    self.init(of: TrackInfo(format: format), configuration: aacCookie)
  }
}
