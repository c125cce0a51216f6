public import AudioFiles

/// The findings of an inspection.
public struct InspectionReport: Sendable {
  /// The summary of the track, found without decoding it.
  public var summary: TrackSummary?
  /// The sound; `nil` where it cannot be decoded.
  public var sound: SoundInspection?
  /// The reason why the sound cannot be decoded, as text.
  public var soundProblem: String?
  /// The packets; `nil` where they are all alike, as those of linear PCM.
  public var packets: PacketColumns?
  /// The parts that the file consists of.
  public var structure = ContainerTree()

  /// Creates a report that says nothing.
  public init() {}
}
