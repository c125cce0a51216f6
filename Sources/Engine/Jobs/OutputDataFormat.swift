public import AudioBase

/// The requested data format of an output, parts of which may be left open.
public struct OutputDataFormat: Sendable {
  /// The kind of format.
  public enum Kind: Sendable {
    /// The default format: it suits the container and preserves the input.
    case usual
    /// The packets are copied unchanged.
    case keep
    /// Linear PCM.
    case samples(SampleFormat)
    /// A compressed format.
    case coded(FourCharacterCode)
  }

  /// The kind of format.
  public var kind: Kind
  /// The sample rate in Hz, or `nil` for the input's.
  public var sampleRate: Double?
  /// The format flags, or `nil` for the usual ones; for ALAC 1, 2, 3, 4 stand for 16, 20, 24, 32 bits.
  public var formatFlags: UInt32?
  /// The number of frames of a packet, or `nil` for the usual number.
  public var framesPerPacket: Int?

  /// Chooses a kind of format, and leaves the rest open.
  public init(_ kind: Kind) { self.kind = kind }
}
