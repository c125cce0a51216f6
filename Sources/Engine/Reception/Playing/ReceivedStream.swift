public import AudioBase

/// A stream that is received: the format of its units, and the unit of its time.
public struct ReceivedStream: Sendable {
  /// The format of the units, with their cookie.
  public var coded: CodedStream
  /// The frames per second in which timestamps count; for AAC with SBR it may be half the output's rate.
  public var sampleRate: Double
  /// The number of frames of a unit, counted as timestamps are.
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
