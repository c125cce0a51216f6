public import AudioBase

/// A stream that is received: what its units are, and how their time is counted.
public struct ReceivedStream: Sendable {
  /// The format of the units, with their cookie.
  public var coded: CodedStream
  /// Frames a second in which timestamps count; for AAC with SBR it may be half the rate of what is heard.
  public var sampleRate: Double
  /// Frames of a unit, counted as timestamps are.
  public var framesPerUnit: Int

  /// Describes a stream.
  ///
  /// - Parameters:
  ///   - coded: The format of the units, with their cookie.
  ///   - sampleRate: Frames a second in which timestamps count, or `nil` for those of the format.
  ///   - framesPerUnit: Frames of a unit, or `nil` for those of the format's packets.
  public init(_ coded: CodedStream, sampleRate: Double? = nil, framesPerUnit: Int? = nil) {
    self.coded = coded
    self.sampleRate = sampleRate ?? coded.format.sampleRate
    self.framesPerUnit = framesPerUnit ?? coded.format.framesPerPacket
  }
}
