public import AudioBase

// Holds throughout: counts of C come as unsigned numbers of 32 bits.

/// Converts audio of one format into another: decode, trim, map channels, convert the rate, encode.
///
/// Push packets with ``append(_:descriptions:)`` and take packets with ``fill(_:packetCount:)``, or let
/// `fill(_:packetCount:supply:)` pull them:
///
/// ```swift
/// var converter = try PacketConverter(
///   from: CodedStream(format: aac, cookie: cookie), to: CodedStream(format: pcm), codecs: codecs)
/// converter.append(packet.span, descriptions: [place].span)
/// while case .filled = try converter.fill(&batch, packetCount: 512) { play(batch.bytes) }
/// ```
/// The output does not depend on how input and output are divided, with one exception: a rate conversion whose
/// `ResamplerSettings.delivery` is automatic chooses by the first amount, whether 4,096 frames or fewer are appended or
/// requested at a time, and the results of the two deliveries may differ in the last bits. Setting the delivery fixes
/// it. A packet of linear PCM is one frame; where channels have their own buffers, their bytes follow each other. After
/// the first calls nothing is allocated except for a larger output.
public struct PacketConverter: ~Copyable {
  /// The input: the original one, or the one set by the last ``changeInput(to:)``.
  public private(set) var input: CodedStream
  /// The output's format, layout and cookie, completed by its encoder.
  public let output: CodedStream
  /// The decoded format of the input's packets.
  public let decoded: DecodedFormat
  /// The encoder's description of its packets; `nil` for linear PCM.
  public let encoded: EncodedFormat?
  /// The number of input frames before and after the position of an output frame that its rate conversion uses:
  /// `kAudioConverterPrimeInfo`.
  public var reach: (leading: Int, trailing: Int) { conversion.reach }

  /// The delay of rate conversion in a continuous flow, in seconds: the trailing frames of ``reach`` that a frame waits
  /// for, and the delay of `ResamplerComplexity.minimumPhase`. `ResamplerDelivery.blocks` waits longer.
  public var latency: Double { conversion.latency }

  /// The delay in seconds because the decoder waits for later packets: more input is taken before the first output,
  /// which has the same frames. 0 without `DecoderSettings.lookAhead`.
  public var lookAheadDuration: Double { conversion.lookAheadDuration }

  /// The encoder's present magic cookie; FLAC's is complete only after the end of the input. `nil` for linear PCM.
  public var currentCookie: [UInt8]? { conversion.cookie }

  let conversion: any Conversion
  let packets: PushedPackets
  private var cutter: PacketCutter
  private let decoders: DecoderSelection
  private let design: OutputDesign
  private var supplied = PacketBatch()
  /// The number of the stream that the last supplied packets are of.
  private var suppliedStream = 0
  /// The streams that the input may change to, by ``PacketBatch/streamNumber``; `nil` if all packets belong to one
  /// stream, whatever a batch states.
  package var streams: ((_ number: Int) -> CodedStream)?

  /// Prepares a conversion with the usual settings.
  ///
  /// - Parameters:
  ///   - input: The format of the packets that will come, with their cookie.
  ///   - output: The requested format; a rate or a number of channels of 0 means the input's.
  ///   - codecs: Decoders and encoders to choose from. Linear PCM needs none.
  public init(
    from input: CodedStream, to output: CodedStream, codecs: [CodecDescriptor] = []
  ) throws(AudioError) {
    try self.init(
      from: PacketInput(input), to: PacketRequest(output.format, layout: output.layout), codecs: codecs)
  }

  /// Prepares a conversion.
  ///
  /// - Parameters:
  ///   - input: The packets that will come, and how they are decoded.
  ///   - output: The packets to make, and how.
  ///   - codecs: Decoders and encoders to choose from. Linear PCM needs none.
  public init(
    from input: PacketInput, to output: PacketRequest, codecs: [CodecDescriptor] = []
  ) throws(AudioError) {
    let decoders = DecoderSelection(codecs, settings: input.decoder)
    let decoder = try Self.makeDecoder(for: input.stream, decoders)
    let decoded = decoder.format
    var encoder: (any PacketEncoder & ~Copyable)?
    let design = try OutputDesign(for: output, from: decoded, codecs: codecs, encoder: &encoder)
    let packets = PushedPackets(input, decoders, decodedRate: decoded.sampleRate)
    conversion = try design.makeConversion(of: packets, decoder, encoder)
    self.packets = packets
    cutter = PacketCutter(input.stream.format, planeCount: input.stream.format.bufferCount)
    self.input = input.stream
    self.decoders = decoders
    self.design = design
    self.output = design.stream
    self.decoded = decoded
    encoded = design.encoded
  }

  static func makeDecoder(
    for input: CodedStream, _ decoders: DecoderSelection
  ) throws(AudioError) -> any PacketDecoder & ~Copyable {
    do throws(AudioError) {
      return try decoders.makeDecoder(for: input)
    } catch {
      var error = error
      if error.stage == .configuration, error.kind != .invalidState { (error.stage, error.advice) = (.format, nil) }
      throw error
    }
  }

  /// Adds packets; the caller need not keep them.
  ///
  /// - Parameters:
  ///   - bytes: Whole packets.
  ///   - descriptions: One a packet, offsets relative to `bytes`; ignored for linear PCM and similar formats; may be
  ///     empty if all packets have the same size.
  public mutating func append(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription> = Span()) {
    packets.append(bytes, cutter, descriptions: descriptions)
    conversion.noteInput { waitingFrameCount }
  }

  /// Adds samples, as ``append(_:descriptions:)`` adds their bytes. The input must be native 32-bit floats with
  /// separate channels.
  package mutating func append(_ samples: PlanarSamples) {
    precondition(input.format.isOfPlanarSamples, "samples are pushed into a converter of planar 32-bit floats")
    packets.append(samples)
    conversion.noteInput { waitingFrameCount }
  }

  /// Declares that packets are missing after those that were appended.
  ///
  /// The decoder conceals them, for the usual number of frames of as many packets, and ``report`` counts them. If the
  /// packet after them has been appended before the output is requested, or is given here, a decoder uses its
  /// information about the last lost one: Opus repeats packets in later ones, if it was encoded with
  /// `EncoderSettings.expectedLoss`.
  ///
  /// - Parameters:
  ///   - packetCount: The packets that were lost, 0 or more.
  ///   - following: The packet after them, if it is available and will be appended later; empty otherwise.
  public mutating func appendLoss(packetCount: Int, before following: [UInt8] = []) {
    packets.noteLoss(packetCount: packetCount, before: following)
  }

  /// Declares that the next packets are of another stream, for example of a broadcast that changes its number of
  /// channels.
  ///
  /// A decoder is recreated, with the same settings, when the earlier packets have been decoded. The output stays
  /// unchanged: channels are mixed and rates converted to it. ``decoded`` still describes the first stream.
  ///
  /// - Parameter stream: The new format, with its cookie.
  /// - Throws: `AudioError` if there is no decoder for it, or if it does not know a setting of ``PacketInput/decoder``;
  ///   the conversion stays unchanged.
  public mutating func changeInput(to stream: CodedStream) throws(AudioError) {
    // Checked now, so that the caller that states the change gets the error.
    let decoder = try Self.makeDecoder(for: stream, decoders)
    _ = try design.plan(for: decoder.format)
    packets.noteChange(to: stream)
    cutter = PacketCutter(stream.format, planeCount: stream.format.bufferCount)
    input = stream
  }

  /// Declares that there are no more packets, until ``reset()``.
  public mutating func endInput() { packets.endInput() }

  /// Fills a batch with output packets, as far as the input suffices.
  ///
  /// - Parameters:
  ///   - output: Emptied first. Holds the packets made so far also where an error is thrown.
  ///   - packetCount: The largest number of packets to make; for linear PCM frames. No more are made than fit into
  ///     256 MiB.
  public mutating func fill(
    _ output: inout PacketBatch, packetCount: Int
  ) throws(AudioError) -> FillStatus {
    precondition(packetCount >= 0)
    conversion.begin(&output, packetCount: packetCount, request: nil)
    defer { conversion.end(&output) }
    return try conversion.advance(&output)
  }

  /// Fills a batch with output packets, requesting input as needed.
  ///
  /// - Parameters:
  ///   - output: The batch; its old packets are dropped.
  ///   - packetCount: The number of requested packets; there are fewer at the end of the input.
  ///   - ahead: The number of packets that calls right after this one will request: if large, this call is part of a
  ///     large request.
  ///   - supply: Fills an empty batch with any number of packets, given the requested number; none at all ends the
  ///     input until ``reset()``. If it throws, the packets made so far are kept and returned, and the next call
  ///     requests again.
  public mutating func fill<Failure: Error>(
    _ output: inout PacketBatch, packetCount: Int, ahead: Int = 0,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Failure) -> Void
  ) throws(AudioError) -> PullStatus<Failure> {
    precondition(packetCount >= 0 && ahead >= 0)
    let (sum, overflow) = packetCount.addingReportingOverflow(ahead)
    conversion.begin(&output, packetCount: packetCount, request: overflow ? Int.max : sum)
    defer { conversion.end(&output) }
    while true {
      switch try conversion.advance(&output) {
      case .filled: return .filled
      case .ended: return .ended
      case .needsInput(let frames):
        supplied.removeAll(nextPacket: 0)
        do throws(Failure) {
          try supply(max(1, (frames + framesPerInputPacket - 1) / framesPerInputPacket), &supplied)
        } catch {
          return .interrupted(error)
        }
        if supplied.bytes.isEmpty && supplied.descriptions.isEmpty { endInput() } else { try appendSupplied() }
      }
    }
  }

  private mutating func appendSupplied() throws(AudioError) {
    let number = supplied.streamNumber
    if let streams, number != suppliedStream {
      try changeInput(to: streams(number))
      suppliedStream = number
    }
    packets.append(supplied.bytes.span, cutter, descriptions: supplied.descriptions.span)
    conversion.noteInput { waitingFrameCount }
  }

  /// Clears all input and output, as if newly created.
  public mutating func reset() {
    packets.reset()
    conversion.reset(trimmer: packets.trimmer)
  }

  /// The result of decoding so far.
  public var report: DecodingReport { conversion.report }

  /// The range of the output's frames that is the recording, once the output has ended; `nil` for linear PCM.
  public var packetTable: PacketTable? {
    encoded?.packetTable(frameCount: conversion.outputFrameCount)
  }
}
