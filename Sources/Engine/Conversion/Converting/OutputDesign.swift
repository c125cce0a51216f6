import AudioBase
import SignalProcessing

/// The packets that a conversion makes, and their maker.
struct OutputDesign {
  /// The output's format, layout and cookie, completed.
  let stream: CodedStream
  /// The delays of the encoder; `nil` for linear PCM.
  let encoded: EncodedFormat?
  let plan: ConversionPlan
  /// The decoded format of the input's beginning.
  private let decoded: DecodedFormat
  private let pcm: LinearPCMLayout?

  /// Completes the description of an output and makes its encoder.
  ///
  /// - Parameters:
  ///   - output: The requested output, where a rate or a number of channels of 0 means the input's.
  ///   - decoded: The decoded format of the input.
  ///   - encoder: Receives the encoder; linear PCM has none.
  init(
    for output: PacketRequest, from decoded: DecodedFormat, codecs: [CodecDescriptor],
    encoder: inout (any PacketEncoder & ~Copyable)?
  ) throws(AudioError) {
    self.decoded = decoded
    var format = output.format
    if format.sampleRate == 0 { format.sampleRate = decoded.sampleRate }
    guard format.sampleRate > 0, format.sampleRate.isFinite else {
      throw .rates(decoded.sampleRate, format.sampleRate)
    }
    var layout = try Self.layout(of: output, from: decoded)
    format.setChannelCount(layout.channelCount)
    if format.formatID == .linearPCM {
      pcm = try raising(.format) { () throws(CodecError) in try LinearPCMLayout(format) }
      encoded = nil
      var plan = try ConversionPlan(from: decoded, toRate: format.sampleRate, layout: layout, stages: output.stages)
      if let pcm, pcm.encoding != .floatingPoint {
        plan.integers = (pcm.bitsPerSample, pcm.fractionBits, output.dithering)
      }
      self.plan = plan
      stream = CodedStream(format: format, layout: layout)
      return
    }
    let codec = codecs.first { $0.encodedFormatIDs.contains(format.formatID) }
    guard let makeEncoder = codec?.makeEncoder else { throw .noEncoder(format.formatID) }
    // An encoder has places for loudspeakers, and takes those that the channels will be taken for.
    layout = ChannelRoute.taken(layout, by: output.stages.channels, for: ChannelLayout(usualFor: layout.channelCount))
    var wanted = EncoderSettings(
      formatID: format.formatID, sampleRate: format.sampleRate, layout: layout, options: output.encoding)
    wanted.options.adopt(format)
    do throws(CodecError) {
      encoder = .some(try makeEncoder(wanted))
    } catch {
      throw .format(error)
    }
    // Holds: it has just been made.
    let encoded = Self.format(of: encoder!)
    self.encoded = encoded
    pcm = nil
    plan = try ConversionPlan(from: decoded, toRate: format.sampleRate, layout: encoded.layout, stages: output.stages)
    stream = CodedStream(format: encoded.stream, layout: encoded.layout, cookie: encoded.cookie)
  }

  private static func format(of encoder: borrowing any PacketEncoder & ~Copyable) -> EncodedFormat { encoder.format }

  /// Returns the layout of the output: the requested one, or the input's in the order of WAVE.
  private static func layout(of output: PacketRequest, from decoded: DecodedFormat) throws(AudioError)
    -> ChannelLayout
  {
    let count = output.format.channelsPerFrame
    if let layout = output.layout {
      guard count == 0 || count == layout.channelCount else { throw .channelMap }
      return layout
    }
    if count == 0 || count == decoded.layout.channelCount { return decoded.layout.inWaveOrder }
    return ChannelLayout(usualFor: count)
  }

  /// Returns the plan from frames of a format that begins within the input to the output, which stays unchanged:
  /// channels are mixed if they differ from those the output was made for.
  func plan(for decoded: DecodedFormat) throws(AudioError) -> ConversionPlan {
    guard decoded.sampleRate != plan.inputRate || decoded.layout != self.decoded.layout else { return plan }
    var stages = plan.stages
    if decoded.layout != self.decoded.layout { stages.channels = .mixing }
    var changed = try ConversionPlan(
      from: decoded, toRate: plan.outputRate, layout: stream.layout ?? self.decoded.layout, stages: stages)
    changed.integers = plan.integers
    return changed
  }

  /// Combines a source of packets and the decoder of its first stream with the output, in the precision that loses
  /// nothing the output could represent.
  func makeConversion(
    of source: some PacketSource, _ decoder: consuming any PacketDecoder & ~Copyable,
    _ encoder: consuming (any PacketEncoder & ~Copyable)?
  ) throws(AudioError) -> any Conversion {
    switch precision {
    case .single: try ConversionEngine<_, Float>(source, decoder, self, encoder)
    case .double: try ConversionEngine<_, Double>(source, decoder, self, encoder)
    }
  }

  /// Makes the sink, which turns samples into the output.
  func makeSink<Sample: AudioSample>(
    _ encoder: consuming (any PacketEncoder & ~Copyable)?
  ) throws(AudioError) -> PacketSink<Sample> {
    if let pcm { return PacketSink(SampleEncoder(pcm, channelOrder: plan.channelOrder)) }
    guard let encoder = encoder.take() else { throw .noEncoder(stream.format.formatID) }
    return PacketSink(encoder, channelOrder: plan.channelOrder)
  }

  /// The precision that preserves everything the output can represent.
  var precision: SamplePrecision {
    let (input, needed) = (decoded.precision, pcm?.precision ?? encoded?.precision ?? .single)
    // A rate conversion of mastering quality shows in 32 bits even where the input had fewer. Samples of 32 bits that
    // are rounded to fewer must not be rounded twice.
    let isMastering = plan.inputRate != plan.outputRate && plan.stages.resampler.complexity == .mastering
    if needed == .double { return input == .double || isMastering ? .double : .single }
    return input == .double && plan.integers != nil ? .double : .single
  }
}

extension StreamFormat {
  /// Sets the number of channels, and the sizes that depend on it for linear PCM whose channels share a buffer.
  fileprivate mutating func setChannelCount(_ count: Int) {
    defer { channelsPerFrame = count }
    guard formatID == .linearPCM, !linearPCMFlags.contains(.nonInterleaved), count != channelsPerFrame else { return }
    // A slot that does not fit is left to LinearPCMLayout to refuse.
    let size = (bytesPerFrame / max(1, channelsPerFrame)).multipliedReportingOverflow(by: count)
    guard !size.overflow else { return }
    (bytesPerFrame, bytesPerPacket) = (size.partialValue, size.partialValue)
  }
}

extension EncoderOptions {
  /// Adopts the packet properties of a stream format.
  fileprivate mutating func adopt(_ format: StreamFormat) {
    if framesPerPacket == nil, format.framesPerPacket > 0 { framesPerPacket = format.framesPerPacket }
    if bytesPerPacket == nil, format.bytesPerPacket > 0 { bytesPerPacket = format.bytesPerPacket }
    if bitDepth == nil {
      // `kAppleLosslessFormatFlag_…BitSourceData`.
      let depths: [UInt32: Int] = [1: 16, 2: 20, 3: 24, 4: 32]
      if format.formatID == .appleLossless || format.formatID == .flac { bitDepth = depths[format.formatFlags] }
      if format.bitsPerChannel > 0 { bitDepth = format.bitsPerChannel }
    }
  }
}
