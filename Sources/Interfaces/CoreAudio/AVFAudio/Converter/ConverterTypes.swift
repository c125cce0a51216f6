/// The treatment of the frames before the first and after the last one, when a converter changes the sampling rate.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// Input frames before the first and after the last one are supplied.
  case pre = 0
  /// Frames before the first one are silence; those after the last are given.
  case normal = 1
  /// Frames before the first and after the last one are silence.
  case none = 2
}

/// The delivery of converted frames. The two ways may differ in the last bits. An extension of this library.
public enum AVSampleRateConverterDelivery: UInt32, Sendable {
  /// The first amount decides, until the converter is reset: up to 4,096 frames at a time are given as with ``prompt``.
  case automatic = 0x6175_746F
  /// In large blocks: fast, and with delay.
  case blocks = 0x626C_6B73
  /// As soon as the input covers the span of the filter.
  case prompt = 0x7072_6D74
}

/// Frames before and after the recording.
public struct AVAudioConverterPrimeInfo: Sendable {
  /// Frames before the first one.
  public var leadingFrames: AVAudioFrameCount
  /// Frames after the last one.
  public var trailingFrames: AVAudioFrameCount

  /// Creates a value of 0 frames.
  public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

  /// Creates a value from numbers of frames.
  public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
    self.leadingFrames = leadingFrames
    self.trailingFrames = trailingFrames
  }
}

/// The answer of an input block.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// There is input.
  case haveData = 0
  /// There is no data yet; more will come.
  case noDataNow = 1
  /// The input has ended.
  case endOfStream = 2
}

/// The outcome of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The requested data is there, or the last of it.
  case haveData = 0
  /// There was too little input for the whole output; the converted part is there.
  case inputRanDry = 1
  /// The input has ended, and nothing was converted.
  case endOfStream = 2
  /// It failed.
  case error = 3
}

/// Supplies a converter with its input.
///
/// - Parameters:
///   - inNumberOfPackets: Packets that would be enough for the requested output. More and fewer may be given.
///   - outStatus: Receives the block's answer.
/// - Returns: Input in the converter's input format, each part once; `nil` where there is none.
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
