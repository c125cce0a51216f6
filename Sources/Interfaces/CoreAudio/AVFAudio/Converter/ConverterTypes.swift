/// The treatment of the frames before the first and after the last one in a sampling rate conversion.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// The caller supplies frames before the first and after the last one.
  case pre = 0
  /// Silence precedes the first frame; the caller supplies frames after the last one.
  case normal = 1
  /// Frames before the first and after the last one are silence.
  case none = 2
}

/// The delivery of converted frames. The two kinds may differ in the last bits. An extension of this library.
public enum AVSampleRateConverterDelivery: UInt32, Sendable {
  /// Chosen by the first request until the converter is reset: up to 4,096 frames at a time count as ``prompt``.
  case automatic = 0x6175_746F
  /// In large blocks: fast, with delay.
  case blocks = 0x626C_6B73
  /// Frames are returned as soon as the input covers the span of the filter.
  case prompt = 0x7072_6D74
}

/// The numbers of frames before and after the recording.
public struct AVAudioConverterPrimeInfo: Sendable {
  /// The number of frames before the recording.
  public var leadingFrames: AVAudioFrameCount
  /// The number of frames behind the recording.
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
  /// Input is available.
  case haveData = 0
  /// No input is available yet, but more will come.
  case noDataNow = 1
  /// The input has ended.
  case endOfStream = 2
}

/// The outcome of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The requested data, or the last of it, is available.
  case haveData = 0
  /// There was too little input for the whole output; the converted part is available.
  case inputRanDry = 1
  /// The input has ended, and nothing was converted.
  case endOfStream = 2
  /// The conversion failed.
  case error = 3
}

/// A block that supplies a converter with input.
///
/// - Parameters:
///   - inNumberOfPackets: Packets that would be enough for the requested output. More and fewer may be given.
///   - outStatus: Receives the block's answer.
/// - Returns: Input in the converter's input format, each part once; `nil` if there is none.
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
