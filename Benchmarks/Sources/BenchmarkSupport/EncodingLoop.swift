public import AudioBase
import AudioCatalog

/// An encoder and a packet for it, set up before anything is measured.
public struct EncodingLoop: ~Copyable {
  private var encoder: any PacketEncoder & ~Copyable
  private var packet: [UInt8] = []
  /// What the encoder takes and gives.
  public let format: EncodedFormat
  /// The bytes of all packets so far.
  public private(set) var byteCount = 0

  /// Makes an encoder.
  public init(_ settings: EncoderSettings) throws {
    guard let make = Catalog.standard.encoder(formatID: settings.formatID)?.makeEncoder else {
      throw Material.Failure.noEncoder
    }
    encoder = try make(settings)
    format = encoder.format
    packet.reserveCapacity(format.maximumPacketByteCount)
  }

  /// Encodes one packet.
  public mutating func encode(_ block: borrowing PCMBlock, frames: Range<Int>) throws {
    packet.removeAll(keepingCapacity: true)
    try encoder.encode(block, frames: frames, into: &packet)
    byteCount += packet.count
  }
}
