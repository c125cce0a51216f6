/// A time of day of a recording, counted in video frames: `AudioFile_SMPTE_Time`.
public struct SMPTETime: Hashable, Sendable, BitwiseCopyable {
  /// Hours.
  public var hours: Int
  /// Minutes, 0…59.
  public var minutes: Int
  /// Seconds, 0…59.
  public var seconds: Int
  /// Video frames within the second.
  public var frames: Int
  /// Audio frames within the video frame.
  public var subFrameSampleOffset: UInt32

  /// Creates a time.
  public init(hours: Int, minutes: Int, seconds: Int, frames: Int, subFrameSampleOffset: UInt32 = 0) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.subFrameSampleOffset = subFrameSampleOffset
  }
}

/// A named position in a recording: `AudioFileMarker`.
public struct Marker: Hashable, Sendable {
  /// The name to show; often empty.
  public var name: String
  /// The frame, counted from the first valid frame of the recording, at the track's sample rate.
  public var framePosition: Double
  /// The marker's number in its file.
  public var identifier: Int
  /// The meaning of the marker: `kCAFMarkerType_…`, 0 for nothing in particular.
  public var type: UInt32
  /// The channel that the marker is about, from 1 on; 0 for all.
  public var channel: Int
  /// The time of day, where the file states it.
  public var time: SMPTETime?

  /// Creates a marker.
  public init(
    name: String = "", framePosition: Double, identifier: Int = 0, type: UInt32 = 0, channel: Int = 0,
    time: SMPTETime? = nil
  ) {
    self.name = name
    self.framePosition = framePosition
    self.identifier = identifier
    self.type = type
    self.channel = channel
    self.time = time
  }
}

/// A named range of a recording: `AudioFileRegion`.
public struct Region: Hashable, Sendable {
  /// The manner in which a region is played: `AudioFileRegionFlags`.
  public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The bits of Core Audio's flags.
    public var rawValue: UInt32
    /// Creates flags from Core Audio's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// `kAudioFileRegionFlag_LoopEnable`.
    public static let loop = Flags(rawValue: 1)
    /// `kAudioFileRegionFlag_PlayForward`.
    public static let playForward = Flags(rawValue: 2)
    /// `kAudioFileRegionFlag_PlayBackward`.
    public static let playBackward = Flags(rawValue: 4)
  }

  /// The region's number in its file.
  public var identifier: Int
  /// The name to show; often empty.
  public var name: String
  /// The manner in which the region is played.
  public var flags: Flags
  /// The markers that bound the region, usually its start and its end.
  public var markers: [Marker]

  /// Creates a region.
  public init(identifier: Int = 0, name: String = "", flags: Flags = [], markers: [Marker] = []) {
    self.identifier = identifier
    self.name = name
    self.flags = flags
    self.markers = markers
  }
}
