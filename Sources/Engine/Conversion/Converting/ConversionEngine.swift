import AudioBase

/// A running conversion, for any source of packets and any precision of samples: one dynamic call for each portion of
/// the output.
protocol Conversion: AnyObject {
  /// Lends memory for the linear PCM of the next output, with room for the given number of packets; the batch then
  /// stays empty.
  func lend(_ buffers: any LentBuffers)
  /// Begins an output of at most `packetCount` packets.
  ///
  /// - Parameter request: The packets of the whole request that the output belongs to; input is requested for all of
  ///   them.
  func begin(_ output: inout PacketBatch, packetCount: Int, request: Int?)
  /// Continues filling the output, as far as the input suffices.
  func advance(_ output: inout PacketBatch) throws(AudioError) -> FillStatus
  /// Ends an output: removes its unused part.
  func end(_ output: inout PacketBatch)
  /// Clears all input and output.
  func reset(trimmer: Trimmer)

  /// Records the number of input frames that wait to be decoded, if it is needed.
  func noteInput(frameCount: () -> Int)

  /// The result of decoding so far.
  var report: DecodingReport { get }
  /// The encoder's present cookie; `nil` for linear PCM.
  var cookie: [UInt8]? { get }
  /// The number of frames given to the sink.
  var outputFrameCount: Int64 { get }
  /// The number of packets of the output.
  var packetCount: Int { get }
  /// The number of input frames before and after the one at an output frame.
  var reach: (leading: Int, trailing: Int) { get }
  /// The delay of the output relative to the input in a steady flow, in seconds.
  var latency: Double { get }
  /// The delay of packets, in seconds, because the decoder waits for the packets after them.
  var lookAheadDuration: Double { get }
  /// The number of frames of packets that were drawn from the source and are not decoded.
  var drawnFrameCount: Int { get }
  /// Returns the number of decoded frames that are needed for the given number of further packets.
  func inputFrameCount(forPackets count: Int) -> Int
  /// Returns the number of packets that become available with the given number of further decoded frames.
  func packetCount(forInputFrames count: Int) -> Int
}

/// A conversion in one precision: a source of packets, its decoder, the stages, and the maker of the output's packets.
///
/// ```
/// PacketSource ─► DecodingStage ─► StageChain ─► PacketSink
/// ```
final class ConversionEngine<Source: PacketSource, Sample: AudioSample>: Conversion {
  private var decoding: PacketDecoding<Source, Sample>
  private var making: PacketMaking<Sample>
  private var course: ConversionCourse

  /// Joins a source, a decoder of its first stream and a design of the output.
  init(
    _ source: consuming Source, _ decoder: consuming any PacketDecoder & ~Copyable, _ design: OutputDesign,
    _ encoder: consuming (any PacketEncoder & ~Copyable)?
  ) throws(AudioError) {
    making = try PacketMaking(design, encoder)
    course = ConversionCourse(design: design)
    decoding = try PacketDecoding(source, with: decoder)
    // A part that begins after a change of the stream has another decoded format than its beginning.
    course.hasOldFormat = decoding.stage.report.formatChangeCount > 0
  }

  // One dynamic call leads to each of these; what follows is compiled for the types that there are. Otherwise each
  // would look up where the parts of its generic types lie.
  @specialized(where Source == PushedPackets, Sample == Float)
  @specialized(where Source == TrackPackets, Sample == Float)
  @specialized(where Source == AlbumPackets, Sample == Float)
  func lend(_ buffers: any LentBuffers) { making.sink.lent = buffers }

  @specialized(where Source == PushedPackets, Sample == Float)
  @specialized(where Source == TrackPackets, Sample == Float)
  @specialized(where Source == AlbumPackets, Sample == Float)
  func begin(_ output: inout PacketBatch, packetCount: Int, request: Int?) {
    if let request { making.chain.noteRequest(frameCount: making.sink.frameCount(forPackets: request)) }
    making.sink.begin(&output, limit: packetCount)
  }

  @specialized(where Source == PushedPackets, Sample == Float)
  @specialized(where Source == TrackPackets, Sample == Float)
  @specialized(where Source == AlbumPackets, Sample == Float)
  func end(_ output: inout PacketBatch) { making.sink.end(&output) }

  @specialized(where Source == PushedPackets, Sample == Float)
  @specialized(where Source == PushedPackets, Sample == Double)
  @specialized(where Source == TrackPackets, Sample == Float)
  @specialized(where Source == TrackPackets, Sample == Double)
  @specialized(where Source == AlbumPackets, Sample == Float)
  @specialized(where Source == AlbumPackets, Sample == Double)
  func advance(_ output: inout PacketBatch) throws(AudioError) -> FillStatus {
    try Self.advance(&decoding, &making, &course, into: &output)
  }

  @specialized(where Source == PushedPackets, Sample == Float)
  func noteInput(frameCount: () -> Int) {
    // Frames that wait are counted packet by packet: only for the few calls that need the number.
    if making.chain.choosesDelivery { making.chain.noteInput(frameCount: frameCount()) }
  }

  func reset(trimmer: Trimmer) {
    decoding.reset(trimmer: trimmer)
    making.chain.reset()
    making.sink.reset()
    course.restart()
  }

  var report: DecodingReport {
    var report = decoding.report
    report.clippedSampleCount = making.sink.clippedSampleCount
    return report
  }
  var cookie: [UInt8]? { making.sink.cookie() }
  var outputFrameCount: Int64 { making.sink.frameCount }
  var packetCount: Int {
    @specialized(where Source == PushedPackets, Sample == Float)
    @specialized(where Source == TrackPackets, Sample == Float)
    @specialized(where Source == AlbumPackets, Sample == Float)
    get { making.sink.packetCount }
  }
  var reach: (leading: Int, trailing: Int) { making.chain.reach }
  var latency: Double { making.chain.latency }
  var lookAheadDuration: Double { decoding.stage.lookAheadDuration }
  var drawnFrameCount: Int { decoding.drawnFrameCount }

  func inputFrameCount(forPackets count: Int) -> Int {
    making.chain.inputFrameCount(forOutput: making.sink.frameCount(forPackets: count))
  }

  func packetCount(forInputFrames count: Int) -> Int {
    making.sink.packetCount(forFrames: making.chain.outputFrameCount(forInput: count))
  }
}

/// The design of a conversion's output, and its state with respect to changes of the input's format and its end.
private struct ConversionCourse {
  let design: OutputDesign
  /// True if the chain still holds frames of a format that is no longer decoded to.
  var hasOldFormat = false
  var hasEnded = false
  var isDrained = false

  mutating func restart() { (hasEnded, isDrained) = (false, false) }
}

// The parts are taken out of the class once a call: each access to a property of a class is checked while it runs.
extension ConversionEngine {
  private static func advance(
    _ decoding: inout PacketDecoding<Source, Sample>, _ making: inout PacketMaking<Sample>,
    _ course: inout ConversionCourse, into output: inout PacketBatch
  ) throws(AudioError) -> FillStatus {
    guard !course.isDrained else { return .ended }
    while true {
      try making.run(decoding.stage.block, &output)
      if making.sink.isFull { return .filled }
      if course.hasOldFormat {
        let plan = try course.design.plan(for: decoding.stage.format)
        guard try adapt(&making, to: plan, decoding.stage.block, &output) else { return .filled }
        course.hasOldFormat = false
      }
      switch try decoding.next() {
      case .frames(let kept): decoding.stage.load(kept, into: &making.chain, silencing: making.silencesNonNumbers)
      case .formatChanged: course.hasOldFormat = true
      case .starved:
        making.chain.noteAsking(frameCount: making.framesWanted)
        return .needsInput(frameCount: making.framesWanted)
      case .ended:
        course.isDrained = try finish(&making, &course.hasEnded, decoding.stage.block, &output)
        return course.isDrained ? .ended : .filled
      }
    }
  }

  /// Returns the remaining packets after the last frames; true if there was room for all.
  private static func finish(
    _ making: inout PacketMaking<Sample>, _ hasEnded: inout Bool, _ block: borrowing SampleBlock<Sample>,
    _ output: inout PacketBatch
  ) throws(AudioError) -> Bool {
    if !hasEnded {
      hasEnded = true
      making.chain.endInput()
    }
    try making.run(block, &output)
    guard !making.sink.isFull else { return false }
    return try making.sink.finish(&output)
  }

  /// Passes frames of a new format to the output as soon as those of the old one have found room; returns true if they
  /// have.
  private static func adapt(
    _ making: inout PacketMaking<Sample>, to plan: ConversionPlan, _ block: borrowing SampleBlock<Sample>,
    _ output: inout PacketBatch
  ) throws(AudioError) -> Bool {
    guard !making.chain.accepts(plan) else { return true }
    making.chain.endInput()
    try making.run(block, &output)
    guard !making.sink.isFull else { return false }
    try making.adapt(to: plan)
    return true
  }
}
