public import AudioBase

/// The properties of a received stream: the format of its units, and the unit of its time.
public struct ReceivedStream: Sendable {
  /// The format of the units, with their cookie.
  public var coded: CodedStream
  /// The rate of the timestamps, in frames per second; for AAC with SBR it may be half the output's rate.
  public var sampleRate: Double
  /// The number of frames per unit, in timestamp units.
  public var framesPerUnit: Int

  /// Describes a stream.
  ///
  /// - Parameters:
  ///   - coded: The format of the units, with their cookie.
  ///   - sampleRate: The rate in which timestamps are counted, in Hz, or `nil` for those of the format.
  ///   - framesPerUnit: The number of frames per unit, or `nil` for those of the format's packets.
  public init(_ coded: CodedStream, sampleRate: Double? = nil, framesPerUnit: Int? = nil) {
    self.coded = coded
    self.sampleRate = sampleRate ?? coded.format.sampleRate
    self.framesPerUnit = framesPerUnit ?? coded.format.framesPerPacket
  }
}
