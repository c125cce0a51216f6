public import AudioFiles

/// The findings of an inspection.
public struct InspectionReport: Sendable {
  /// The summary of the track, found without decoding it.
  public var summary: TrackSummary?
  /// The sound; `nil` if it cannot be decoded.
  public var sound: SoundInspection?
  /// The reason for which the sound cannot be decoded, as text.
  public var soundProblem: String?
  /// The packets; `nil` if they are all equal, as in linear PCM.
  public var packets: PacketColumns?
  /// The parts that the file consists of.
  public var structure = ContainerTree()

  /// Creates an empty report.
  public init() {}
}
