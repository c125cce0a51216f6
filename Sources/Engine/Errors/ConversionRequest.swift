public import AudioBase

/// A request to a conversion besides its data format. It is fulfilled, or the job fails with an error that names it.
public enum ConversionRequest: Sendable, Hashable {
  /// A setting of the encoder.
  case encoder(EncoderSetting)
  /// A number of channels other than the input's.
  case channelCount
  /// A layout of the channels other than the input's.
  case layout
  /// The number of an input channel for each output channel, or gains.
  case channelMap
  /// The mixing of channels that the output lacks.
  case mixing
  /// A change of level: a gain, a loudness, fades.
  case level
  /// A change of speed or pitch, a reversal, or silence around the sound.
  case time
  /// The rounding of integers.
  case dithering
  /// The method of rate conversion.
  case resampling
  /// All decoded frames, priming and remainder included.
  case untrimmed
  /// A part of the input.
  case part
  /// A sampling rate other than the input's.
  case sampleRate
  /// The flags of a data format.
  case formatFlags
  /// The recordings before and after, for the packets at the borders.
  case neighbors
  /// A priming and remainder that differ from the encoder's.
  case trimOverride
  /// A choice of spectral band replication.
  case spectralBandReplication
  /// The configuration of packets that describe themselves.
  case configuration
}

extension ConversionRequest: CustomStringConvertible {
  /// The request in words, as in "there is no …".
  public var description: String {
    switch self {
    case .encoder(let setting): setting.description
    case .channelCount: "other number of channels"
    case .layout: "other channel layout"
    case .channelMap: "channel map"
    case .mixing: "mixing"
    case .level: "change of level"
    case .time: "change of time or pitch"
    case .dithering: "dither"
    case .resampling: "rate conversion"
    case .untrimmed: "untrimmed result"
    case .part: "part"
    case .sampleRate: "other sampling rate"
    case .formatFlags: "choice by format flags"
    case .neighbors: "packet that reaches into a neighbouring recording"
    case .trimOverride: "statement of priming and remainder"
    case .spectralBandReplication: "choice of spectral band replication"
    case .configuration: "configuration from outside"
    }
  }
}
