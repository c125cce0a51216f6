/// What a converter does about the frames before the first and after the last one, when it converts the sampling rate.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// Input frames before the first and after the last one are given.
  case pre = 0
  /// Frames before the first one are silence; those after the last are given.
  case normal = 1
  /// Frames before the first and after the last one are silence.
  case none = 2
}

/// When a converter gives the frames of a rate conversion. The two ways may differ in the last bits. Of ours.
public enum AVSampleRateConverterDelivery: UInt32, Sendable {
  /// The first amount decides, until the converter is reset: up to 4,096 frames at a time are given as with ``prompt``.
  case automatic = 0x6175_746F
  /// In large blocks: fast, and late.
  case blocks = 0x626C_6B73
  /// As soon as what the filter spans has come.
  case prompt = 0x7072_6D74
}

/// Frames before and after the recording.
public struct AVAudioConverterPrimeInfo: Sendable {
  /// Frames before the first one.
  public var leadingFrames: AVAudioFrameCount
  /// Frames after the last one.
  public var trailingFrames: AVAudioFrameCount

  /// No frames.
  public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

  /// So many frames.
  public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
    self.leadingFrames = leadingFrames
    self.trailingFrames = trailingFrames
  }
}

/// What an input block answers with.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// There is input.
  case haveData = 0
  /// There is none yet; more will come.
  case noDataNow = 1
  /// There is no more.
  case endOfStream = 2
}

/// How a conversion ended.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// What was asked for is there, or the last of it.
  case haveData = 0
  /// There was too little input for all that was asked for; what could be converted is there.
  case inputRanDry = 1
  /// There is no more, and nothing was converted.
  case endOfStream = 2
  /// It failed.
  case error = 3
}

/// Gives a converter its input.
///
/// - Parameters:
///   - inNumberOfPackets: Packets that would be enough for what is asked for. More and fewer may be given.
///   - outStatus: Where the block says what it gives.
/// - Returns: Input in the converter's input format, none of which is given again; `nil` where there is none.
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
