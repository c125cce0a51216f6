// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Keys of the dictionaries that describe formats and encoders, and the values of some of them.

// MARK: All formats

/// The format: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The sampling rate, in Hz.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The loudspeakers, as a `Data` that holds an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

// MARK: Linear PCM

/// The bits of a sample: 8, 16, 24 or 32; 64 for floating point.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// True if samples begin with their most significant byte.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// True if samples are floating point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// True if each channel has its own buffer.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

// MARK: Files

/// The type of a file, an `AudioFileTypeID`, if its name is not to decide it.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"

// MARK: Encoders

/// The quality of an encoder: the raw value of an ``AVAudioQuality``.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The quality of an encoder at a variable bit rate: the raw value of an ``AVAudioQuality``.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderQualityForVBRKey"
/// The bits per second of all channels together.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bits per second of one channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The rate control of an encoder: one of the strategies below.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The bits of the source's samples, 8 to 32, for lossless encoders.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"

/// A constant bit rate: packets have the same size on average over a short time.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// An average bit rate over the whole.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A constant quality within limits of the bit rate.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// The quality holds.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

// MARK: Sampling rates

/// The algorithm of rate conversion: one of the following.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The quality of the rate conversion: the raw value of an ``AVAudioQuality``.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"

/// The usual algorithm.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best algorithm, which takes longest.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The best algorithm, with a minimum-phase filter.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// A level of quality.
public enum AVAudioQuality: Int, Sendable {
  /// The least effort.
  case min = 0
  /// Low quality.
  case low = 0x20
  /// The usual effort.
  case medium = 0x40
  /// High quality.
  case high = 0x60
  /// The most effort.
  case max = 0x7F
}
