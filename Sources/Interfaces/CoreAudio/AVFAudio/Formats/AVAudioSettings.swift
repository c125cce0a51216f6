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
/// The loudspeakers: a `Data` that holds an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

// MARK: Linear PCM

/// Bits of a sample: 8, 16, 24 or 32; 64 for floating point.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// True if samples begin with their most significant byte.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// True if samples are floating point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// True if each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

// MARK: Files

/// The type of a file, an `AudioFileTypeID`, where its name shall not decide it.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"

// MARK: Encoders

/// The quality of an encoder: the raw value of an ``AVAudioQuality``.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The quality of an encoder at a variable bit rate: the raw value of an ``AVAudioQuality``.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderQualityForVBRKey"
/// Bits per second of all channels together.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Bits per second of one channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The rate control of an encoder: one of the strategies below.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// Bits of the source's samples, 8 to 32, for lossless encoders.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"

/// All packets are the same size on average over a short time.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// The bit rate holds on average over the whole.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// The quality holds, within bounds of the bit rate.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// The quality holds.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

// MARK: Sampling rates

/// The algorithm of rate conversion: one of those below.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The quality of that: the raw value of an ``AVAudioQuality``.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"

/// The usual algorithm.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best one, which takes longest.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The best one, with a filter of minimum phase.
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
