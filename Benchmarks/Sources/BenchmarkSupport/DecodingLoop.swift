public import AudioBase
import AudioCatalog

/// Our decoder and a block for it, set up before anything is measured.
public struct DecodingLoop: ~Copyable {
  private var decoder: any PacketDecoder & ~Copyable
  private var block: PCMBlock
  /// What the decoder gives.
  public let format: DecodedFormat

  /// What a pass over all packets gave.
  public struct Pass: Sendable {
    /// Decoded frames (samples a channel).
    public var frameCount = 0
    /// Packets that the decoder refused.
    public var refusedPacketCount = 0
    /// Sum of the squares of the first channel's samples, where asked for.
    public var energy = 0.0
  }

  /// Whether a pass also adds up the energy of what it decodes; measured passes do not.
  public enum PassKind: Sendable {
    /// Decode only.
    case timeOnly
    /// Decode and add up.
    case withEnergy
  }

  /// Makes a decoder for a stream, of which the first packet shows what the configuration leaves unsaid.
  public init(_ material: borrowing Material) throws {
    let firstPacket = material.bytes.prefix(material.sizes.first ?? 0)
    let stream = CodedStream(
      format: material.format, cookie: material.configuration, firstPacket: [UInt8](firstPacket))
    guard let codec = Catalog.standard.codec(formatID: material.format.formatID) else {
      throw Material.Failure.noReader
    }
    decoder = try codec.makeDecoder(stream)
    format = decoder.format
    block = PCMBlock(channelCount: format.layout.channelCount, capacity: format.framesPerPacket)
  }

  /// Forgets all earlier packets.
  public mutating func reset() { decoder.reset() }

  /// Decodes all packets of the material.
  public mutating func decode(_ material: borrowing Material, _ kind: PassKind) -> Pass {
    var pass = Pass()
    var start = 0
    let bytes = material.bytes.span
    for size in material.sizes {
      let packet = bytes.extracting(start..<(start + size))
      start += size
      do {
        try decoder.decode(packet, frameCount: 0, into: &block)
      } catch {
        pass.refusedPacketCount += 1
        decoder.conceal(into: &block)
      }
      pass.frameCount += block.frameCount
      if kind == .withEnergy { pass.energy += energy() }
    }
    return pass
  }

  /// Decodes all packets of the material and hands out what each gives.
  public mutating func decode(
    _ material: borrowing Material, to receiver: (borrowing PCMBlock) throws -> Void
  ) throws {
    var start = 0
    let bytes = material.bytes.span
    for size in material.sizes {
      try decoder.decode(bytes.extracting(start..<(start + size)), frameCount: 0, into: &block)
      start += size
      try receiver(block)
    }
  }

  private func energy() -> Double {
    let samples = block.channel(0)
    var sum = 0.0
    for index in samples.indices { sum += Double(samples[index]) * Double(samples[index]) }
    return sum
  }
}
