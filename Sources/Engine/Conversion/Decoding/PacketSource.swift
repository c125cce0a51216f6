import AudioBase

/// The answer of a ``PacketSource`` to a request for packets.
enum SourceEvent: Sendable {
  /// The batch holds the next packets.
  case packets
  /// Missing packets, which the decoder conceals. The batch holds the packet after the loss if the caller already has
  /// it and will append it later; otherwise it is empty.
  case lost(packetCount: Int, following: [UInt8])
  /// The next packets are of another stream, which needs a new decoder. The batch may hold the first of them.
  case formatChanged(CodedStream)
  /// No packets are available now, but more may come.
  case starved
  /// There are no more packets.
  case ended
}

/// The source of packets for a conversion: a file's track, packets pushed by a caller, or an album.
///
/// The source knows where decoding begins and which frames are kept; ``PacketDecoding`` knows the decoder.
protocol PacketSource: ~Copyable {
  /// True if the packets are in a file: then its bytes bound the number of concealed packets, nothing is read after the
  /// last requested frame, and it is an error if no packet can be decoded.
  static var liesInFile: Bool { get }

  /// Fills an emptied batch with the next packets.
  ///
  /// Once it has thrown, or ended, it stays at the end.
  mutating func next(into batch: inout PacketBatch) throws(ContainerError) -> SourceEvent

  /// Returns the number of frames that a packet decodes to, based on its stated length; at least 1.
  func frameCount(of packet: PacketDescription, decodedFramesPerPacket: Int) -> Int

  /// Makes the decoder of a stream that ``SourceEvent/formatChanged(_:)`` has brought.
  func makeDecoder(for stream: CodedStream) throws(AudioError) -> any PacketDecoder & ~Copyable

  /// Moves to the packet at which a decoder has to begin, and prepares its stage.
  mutating func begin<Sample: AudioSample>(
    with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) -> DecodingStage<Sample>

  /// Replaces the decoder of a stage.
  mutating func change<Sample: AudioSample>(
    _ stage: inout DecodingStage<Sample>, to decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError)

  /// Updates the kept frames by the findings of the last ``next(into:)``.
  mutating func adjust(_ trimmer: inout Trimmer, decodedRate: Double)

  /// Skips the rest of the part that is being read.
  mutating func skipRest()

  /// Returns to the first packet of the part that is being read, and returns the decoded frame with which it begins.
  mutating func rewind() throws(ContainerError) -> Int64

  /// True if the part that begins is another recording; false if the stream of a recording changes in the middle.
  var isBetweenRecordings: Bool { get }

  /// Returns the report on the recording, based on that of the stage.
  func report(_ current: DecodingReport) -> DecodingReport
}

extension PacketSource where Self: ~Copyable {
  /// A source of one recording.
  var isBetweenRecordings: Bool { false }

  /// Replaces the stage's decoder with the stream.
  mutating func change<Sample: AudioSample>(
    _ stage: inout DecodingStage<Sample>, to decoder: consuming any PacketDecoder & ~Copyable
  ) throws(AudioError) {
    stage.replaceDecoder(by: decoder)
  }

  /// Returns the report of the recording. By default everything decoded is the recording.
  func report(_ current: DecodingReport) -> DecodingReport { current }
}

/// Bounds on the values of a packet's description.
enum PacketLimits {
  /// The longest duration of a packet, in frames, so that a hostile duration does not become an allocation.
  static let maximumFrameCount = 1 << 16
  /// The largest number of packets of pre-roll that a container can ask for.
  static let maximumPrerollPacketCount = 1 << 12
}
