public import AudioBase

/// Reads the coding tools that packets use, without decoding them.
///
/// An inspector reads with the syntax code of its codec's decoder, which knows nothing of inspectors and pays nothing
/// for them.
public protocol PacketInspector {
  /// The properties that packets of this stream can have, the same for all packets.
  var properties: [PacketProperty] { get }

  /// Reads the next packet of the stream.
  ///
  /// Packets are given in their order, since some state only what changes. If a packet holds several coded frames, the
  /// first one is read.
  ///
  /// - Parameter packet: The packet's bytes, which may be any.
  /// - Returns: One number for each of ``properties``; `nil` if the packet does not state it.
  /// - Throws: `CodecError` if the packet cannot be read, as the decoder does.
  mutating func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?]
}

/// A packet inspector for some formats, as entered in the catalog.
public struct PacketInspectorDescriptor: Sendable {
  /// The format IDs whose packets can be inspected.
  public let formatIDs: [FourCharacterCode]
  /// Makes an inspector of a stream.
  ///
  /// Throws `CodecError` if the stream is malformed or unsupported, like the creation of a decoder.
  public let makeInspector: @Sendable (_ stream: CodedStream) throws(CodecError) -> any PacketInspector

  /// Creates a descriptor.
  public init(
    formatIDs: [FourCharacterCode],
    makeInspector: @escaping @Sendable (_ stream: CodedStream) throws(CodecError) -> any PacketInspector
  ) {
    self.formatIDs = formatIDs
    self.makeInspector = makeInspector
  }
}
