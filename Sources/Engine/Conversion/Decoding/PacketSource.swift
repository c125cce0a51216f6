import AudioBase

/// The answer of a ``PacketSource`` that was asked for packets.
enum SourceEvent: Sendable {
  /// The batch holds the next packets.
  case packets
  /// So many packets are missing at this place; the decoder fills in for them. The packet behind the last of them is
  /// given here, too, where somebody has it who will hand it in later; otherwise this is empty.
  case lost(packetCount: Int, following: [UInt8])
  /// From here on the packets are those of another stream, for which a decoder is to be made. The batch may hold the
  /// first of them.
  case formatChanged(CodedStream)
  /// There is nothing now, and more may come.
  case starved
  /// No more packets come.
  case ended
}

/// Packets that a conversion draws, wherever they come from: a file's track, a caller who pushes them, an album.
///
/// The source knows where decoding begins and which frames are kept; ``PacketDecoding`` knows the decoder.
protocol PacketSource: ~Copyable {
  /// True if the packets lie in a file: then its bytes account for what is filled in, nothing is read behind the last
  /// wanted frame, and it is an error if not a single packet can be decoded.
  static var liesInFile: Bool { get }

  /// Fills an emptied batch with the next packets.
  ///
  /// Once it has thrown, or ended, it goes on to end.
  mutating func next(into batch: inout PacketBatch) throws(ContainerError) -> SourceEvent

  /// Frames that a packet decodes to, judging by what was said of it; at least 1.
  func frameCount(of packet: PacketDescription, decodedFramesPerPacket: Int) -> Int

  /// Makes the decoder of a stream that ``SourceEvent/formatChanged(_:)`` has brought.
  func makeDecoder(for stream: CodedStream) throws(TrackDecodingError) -> any PacketDecoder & ~Copyable

  /// Goes to where a decoder has to begin, and prepares its stage.
  mutating func begin<Sample: AudioSample>(
    with decoder: consuming any PacketDecoder & ~Copyable
  ) throws(TrackDecodingError) -> DecodingStage<Sample>

  /// Puts a new decoder in the place of a stage's own.
  mutating func change<Sample: AudioSample>(
    _ stage: inout DecodingStage<Sample>, to decoder: consuming any PacketDecoder & ~Copyable
  ) throws(TrackDecodingError)

  /// Brings the kept frames up to date with what the last ``next(into:)`` has found out.
  mutating func adjust(_ trimmer: inout Trimmer, decodedRate: Double)

  /// Passes over what is left of the part that is being read.
  mutating func skipRest()

  /// Goes back to the first packet of the part that is being read, and returns the decoded frame that it begins with.
  mutating func rewind() throws(ContainerError) -> Int64

  /// True if the part that begins is another recording, without which there is nothing to give; false where the stream
  /// of a recording changes in the middle.
  var isBetweenRecordings: Bool { get }

  /// The report on the recording, given that of the stage.
  func report(_ current: DecodingReport) -> DecodingReport
}

extension PacketSource where Self: ~Copyable {
  /// A source of one recording.
  var isBetweenRecordings: Bool { false }

  /// The stage's decoder goes where the stream goes.
  mutating func change<Sample: AudioSample>(
    _ stage: inout DecodingStage<Sample>, to decoder: consuming any PacketDecoder & ~Copyable
  ) throws(TrackDecodingError) {
    stage.replaceDecoder(by: decoder)
  }

  /// All of it is about the recording.
  func report(_ current: DecodingReport) -> DecodingReport { current }
}

/// Bounds on what a packet's description may ask for.
enum PacketLimits {
  /// What a packet may last at most, so that a hostile duration does not become an allocation.
  static let maximumFrameCount = 1 << 16
  /// The most packets of pre-roll that a container can ask for.
  static let maximumPrerollPacketCount = 1 << 12
}
