import AudioBase
public import AudioErrors
import AudioFiles
import AudioJobs

/// Reads the samples of a file at a rate and with a number of channels, interleaved if there are several.
///
/// ```swift
/// let speech = try load("speech.m4a", rate: 16_000, channels: 1)
/// ```
/// These are the samples of a ``Sound`` that is read with the same arguments, without the properties that the caller
/// knows already. Packets that cannot be decoded are concealed; to find out about them make a ``Sound``, whose
/// ``Sound/report`` lists them.
///
/// - Parameters:
///   - path: The name of the file; `-` is standard input.
///   - rate: The sample rate, in Hz.
///   - channels: The number of channels; a different number in the file is mixed (ITU-R BS.775).
///   - seconds: The part of the recording, or `nil` for all of it.
/// - Returns: Interleaved samples: the sample of channel `c` in frame `f` has the index `f * channels + c`. Full scale
///   is ±1.
/// - Throws: `AudioError`, like the initializers of ``Sound``.
public func load(
  _ path: String, rate: Double, channels: Int, seconds: Range<Double>? = nil
) throws(AudioError) -> [Float] {
  try Sound(path: path, rate: rate, channels: channels, seconds: seconds).samples
}

extension Sound {
  /// Reads a file of any format: decodes it, cuts off the encoder's priming and remainder, mixes its channels and
  /// converts its rate, where another number or rate is requested.
  ///
  /// By default samples are exactly those of the decoder; integers of up to 24 bits are kept to the bit.
  ///
  /// - Parameters:
  ///   - path: The name of the file; `-` is standard input.
  ///   - rate: The sample rate, in Hz, or `nil` for those of the file.
  ///   - channels: The number of channels, 1 to 64, or `nil` for those of the file. Channels that are too many are
  ///     mixed into the others (ITU-R BS.775; of stereo, mono is the mean).
  ///   - seconds: The part of the recording, such as `30..<45`, or `30 ..< .infinity` for all from there on; `nil` for
  ///     the whole. It is cut before the rate is converted, and its frames are those of decoding from the beginning.
  /// - Throws: `AudioError`: the file cannot be opened or is of no known format, it has no audio track, no packet of it
  ///   could be decoded, the part begins after its end, the rates cannot be converted, the channels cannot be mixed
  ///   because the file does not name their loudspeakers, or there are more samples than ``maximumSampleCount``.
  public init(
    path: String, rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil
  ) throws(AudioError) {
    try self.init(path: Pathname(path), rate: rate, channels: channels, seconds: seconds)
  }

  /// Reads a file whose name need not be text, like the initializer with a `String`.
  public init(
    path: Pathname, rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil
  ) throws(AudioError) {
    let request = SoundRequest(.file(path), rate: rate, channels: channels, seconds: seconds)
    try self.init(request, atMost: Self.maximumSampleCount)
  }

  /// Reads a file in memory, like the initializer above.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the whole file.
  ///   - rate: The sample rate, in Hz, or `nil` for those of the file.
  ///   - channels: The number of channels, 1 to 64, or `nil` for those of the file.
  ///   - seconds: The part of the recording, or `nil` for all of it.
  /// - Throws: `AudioError`, as the reading of a file by its name does.
  public init(
    bytes: [UInt8], rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil
  ) throws(AudioError) {
    let request = SoundRequest(.bytes(bytes), rate: rate, channels: channels, seconds: seconds)
    try self.init(request, atMost: Self.maximumSampleCount)
  }

  /// The number of frames that are decoded at a time.
  private static var blockLength: Int { 8192 }

  /// Reads the requested part, if it has at most `maximum` samples.
  package init(_ request: SoundRequest, atMost maximum: Int) throws(AudioError) {
    var reading = try SoundReading(request, blockLength: Self.blockLength)
    var samples: [Float] = []
    while try reading.readBlock(into: &samples) > 0 {
      guard samples.count <= maximum else {
        let text = "the recording has more than \(maximum) samples, the most that are read at once"
        throw AudioError.input(request.path, .refused(text))
      }
    }
    self.init(samples: samples, sampleRate: reading.sampleRate, layout: reading.layout)
    report = reading.report
  }
}
