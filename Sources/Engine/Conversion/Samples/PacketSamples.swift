package import AudioBase
import SignalProcessing

// Holds throughout: planes are requested for at most as many frames as they have.

/// The samples of pushed packets, at a requested rate and number of channels.
///
/// ```
/// append ─► decoder's block ─► matrix ─► resampler ─► the caller's memory
///                              (where needed each)
/// ```
/// It is the sample side of a ``PacketConverter``: no samples become bytes in between. A packet that cannot be decoded
/// is reported by an error, and the next one continues.
package final class PacketSamples {
  /// The decoded format of the packets.
  package let decoded: DecodedFormat
  /// The frames per second of the samples.
  package let sampleRate: Double
  /// The number of channels of the samples.
  package var channelCount: Int { conversion.channelCount }

  private let packets: PushedPackets
  private var decoding: PacketDecoding<PushedPackets, Float>
  private var conversion: StageChain<Float>
  private let cutter: PacketCutter
  private let framesPerPacket: Int
  private var hasEnded = false
  /// The error to throw after the frames before it have been returned.
  private var failure: AudioError?

  /// Prepares to decode.
  ///
  /// - Parameters:
  ///   - input: The packets, and how they are decoded.
  ///   - output: The sample rate, in Hz, and the number of channels; 0 each for those of the decoder. They come in the
  ///     order of WAVE; more than those are mixed into them.
  ///   - codecs: The decoders to choose from.
  /// - Throws: As the other initializer.
  package convenience init(
    from input: PacketInput, for output: (sampleRate: Double, channelCount: Int), codecs: [CodecDescriptor]
  ) throws(AudioError) {
    try self.init(from: input, codecs: codecs, by: .mixing) { decoded in
      let isUnchanged = output.channelCount == 0 || output.channelCount == decoded.layout.channelCount
      return (
        rate: output.sampleRate > 0 ? output.sampleRate : decoded.sampleRate,
        layout: isUnchanged ? decoded.layout.inWaveOrder : ChannelLayout(usualFor: output.channelCount)
      )
    }
  }

  /// Prepares to decode into samples whose format depends on the packets' decoded format.
  ///
  /// - Parameters:
  ///   - input: The packets, and how they are decoded.
  ///   - codecs: The decoders to choose from.
  ///   - channels: The mapping of channels.
  ///   - output: Receives the format that the packets decode to, and returns the rate and the layout of the samples.
  /// - Throws: `AudioError` if there is no decoder for the track, or if it does not know what it is asked for.
  package init(
    from input: PacketInput, codecs: [CodecDescriptor], by channels: ChannelMapping,
    output: (DecodedFormat) -> (rate: Double, layout: ChannelLayout)
  ) throws(AudioError) {
    let decoders = DecoderSelection(codecs, settings: input.decoder)
    let decoder = try PacketConverter.makeDecoder(for: input.stream, decoders)
    let decoded = decoder.format
    let (rate, layout) = output(decoded)
    var stages = StageSettings(channels: channels)
    // Packets come when they come, and are heard as soon as may be.
    stages.resampler.delivery = .prompt
    conversion = try StageChain<Float>(from: decoded, toRate: rate, layout: layout, stages: stages)
    packets = PushedPackets(input, decoders, decodedRate: decoded.sampleRate)
    decoding = try PacketDecoding(packets, with: decoder)
    (self.decoded, self.sampleRate) = (decoded, rate)
    framesPerPacket = max(
      1, input.stream.format.framesPerPacket > 0 ? input.stream.format.framesPerPacket : decoded.framesPerPacket)
    cutter = PacketCutter(input.stream.format, planeCount: input.stream.format.bufferCount)
  }

  /// The result of decoding so far.
  package var report: DecodingReport { decoding.report }

  /// Returns the smallest number of packets, at least 1, that provide a number of frames more.
  package func packetCount(forOutput frameCount: Int) -> Int {
    let frames = conversion.inputFrameCount(forOutput: frameCount)
    return max(1, frames / framesPerPacket + (frames % framesPerPacket == 0 ? 0 : 1))
  }

  /// Adds packets; the caller need not keep them.
  ///
  /// - Parameters:
  ///   - bytes: Whole packets.
  ///   - descriptions: One a packet; may be empty if all packets have the same size.
  package func append(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription> = Span()) {
    packets.append(bytes, cutter, descriptions: descriptions)
  }

  /// Declares that packets are missing after those that were appended; the decoder conceals them.
  ///
  /// - Parameters:
  ///   - packetCount: The packets that were lost, 0 or more.
  ///   - following: The packet after them, if it is available and will be appended later; empty otherwise.
  package func appendLoss(packetCount: Int, before following: [UInt8] = []) {
    packets.noteLoss(packetCount: packetCount, before: following)
  }

  /// The delay of a packet's sound in seconds: by packets that the decoder waits for, and by the rate conversion.
  package var latency: Double { decoding.stage.lookAheadDuration + conversion.latency }

  /// Ends the input, until ``reset()``; frames that were held back are returned.
  package func endInput() { packets.endInput() }

  /// Clears all packets and samples.
  package func reset() {
    packets.reset()
    decoding.reset(trimmer: packets.trimmer)
    conversion.reset()
    (hasEnded, failure) = (false, nil)
  }

  /// Fills memory with the next frames.
  ///
  /// - Parameters:
  ///   - planes: Memory of ``channelCount`` channels.
  ///   - room: The places to be filled, from the first one on.
  /// - Returns: The frames that were written; 0 if packets must come first, or none are left.
  /// - Throws: `AudioError` for a packet that cannot be decoded, which is skipped.
  package func read(
    into planes: inout some SamplePlanes<Float> & ~Copyable, _ room: Range<Int>
  ) throws(AudioError) -> Int {
    if let failure {
      self.failure = nil
      throw failure
    }
    var place = room.lowerBound
    while place < room.upperBound {
      let count = conversion.give(decoding.stage.block, into: &planes, place..<room.upperBound)
      place += count
      if count > 0 { continue }
      do throws(AudioError) {
        guard try advance() else { break }
      } catch {
        guard place > room.lowerBound else { throw error }
        failure = error
        break
      }
    }
    return place - room.lowerBound
  }

  /// Decodes the next frames, or ends the stream; returns false if nothing can be done.
  private func advance() throws(AudioError) -> Bool {
    switch try decoding.next() {
    case .frames(let kept): decoding.stage.load(kept, into: &conversion)
    case .formatChanged: break
    case .starved: return false
    case .ended:
      guard !hasEnded else { return false }
      hasEnded = true
      conversion.endInput()
    }
    return true
  }
}
