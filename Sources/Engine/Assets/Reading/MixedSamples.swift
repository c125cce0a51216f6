public import AudioBase
public import AudioConversion
import AudioFiles

/// The sound of several tracks as one: each decoded and brought to one rate and one layout, made louder or softer, and
/// added up at the times at which they are presented.
public final class MixedSamples {
  /// One of the tracks.
  public struct Input {
    var track: TrackInput
    var part: PresentedPart
    var curve: VolumeCurve?

    /// Describes a track.
    ///
    /// - Parameters:
    ///   - track: The track, and how it is decoded.
    ///   - part: What of it is wanted.
    ///   - curve: How loud it is; `nil` for as it is.
    public init(_ track: TrackInput, _ part: PresentedPart, curve: VolumeCurve?) {
      (self.track, self.part, self.curve) = (track, part, curve)
    }
  }

  /// The format of the samples that come, completed.
  public var output: CodedStream { converter.output }
  /// Units of a second in which times count: the output's rate, as a whole number.
  public let timescale: Int64
  private var lanes: [MixLane] = []
  private var converter: PacketConverter
  private let channelCount: Int
  /// The frame that is given next; `nil` before the first.
  private var position: Int64?
  private var sums: [Float] = []
  private var bytes: [UInt8] = []

  /// Opens the tracks.
  ///
  /// - Parameters:
  ///   - inputs: At least one.
  ///   - output: Linear PCM with a rate and a number of channels.
  ///   - codecs: Decoders to choose from.
  public init(_ inputs: [Input], as output: PacketOutput, codecs: [CodecDescriptor]) throws(ConversionError) {
    let wanted = output.stream.format
    let format = StreamFormat(.float32, sampleRate: wanted.sampleRate, channelsPerFrame: wanted.channelsPerFrame)
    let layout = output.stream.layout ?? ChannelLayout(unlabelledChannelCount: wanted.channelsPerFrame)
    let common = CodedStream(format: format, layout: layout)
    converter = try PacketConverter(from: common, to: CodedStream(format: wanted, layout: layout))
    channelCount = wanted.channelsPerFrame
    timescale = max(1, Int64(exactly: wanted.sampleRate.rounded()) ?? 1)
    for input in inputs {
      let samples = try PresentedSamples(
        of: input.track, part: input.part, as: PacketOutput(common, options: output.options), codecs: codecs)
      lanes.append(MixLane(samples, input.curve.flatMap { $0.isUnity ? nil : $0 }, channelCount: channelCount))
    }
  }

  /// Fills a batch with the next frames, and returns when the first of them is presented, in units of ``timescale``;
  /// `nil` at the end.
  ///
  /// - Parameters:
  ///   - batch: Emptied first.
  ///   - frameCount: Frames to make at most.
  /// - Throws: ``ConversionError/decoding(_:)`` where a file fails.
  public func next(into batch: inout PacketBatch, frameCount: Int) throws(ConversionError) -> Int64? {
    for lane in lanes { try lane.fill() }
    lanes.removeAll(where: \.isEmpty)
    guard let first = lanes.map(\.start).min() else { return nil }
    // Where no track has anything there is silence.
    let start = position ?? first
    // As far as all tracks that have begun go, and up to where the next one begins.
    var end = start &+ Int64(max(1, frameCount))
    for lane in lanes { end = min(end, lane.start > start ? lane.start : lane.end) }
    let count = Int(max(1, end &- start))
    // Bound: the frames of a call.
    sums = [Float](repeating: 0, count: count * channelCount)
    for lane in lanes { lane.add(to: &sums, at: start, frameCount: count, rate: Double(timescale)) }
    position = start &+ Int64(count)
    bytes.removeAll(keepingCapacity: true)
    for sum in sums { bytes.append(littleEndian: sum.bitPattern) }
    converter.append(bytes.span)
    _ = try converter.fill(&batch, packetCount: count)
    return start
  }
}

/// One track of a mix, and the frames of it that have been decoded and not been given.
private final class MixLane {
  private let samples: PresentedSamples
  private let curve: VolumeCurve?
  private let channelCount: Int
  private var batch = PacketBatch()
  /// The first frame that is left, on the time line.
  private(set) var start: Int64 = 0
  /// Frames of the batch that have been given.
  private var given = 0
  private var count = 0
  private var hasEnded = false

  init(_ samples: PresentedSamples, _ curve: VolumeCurve?, channelCount: Int) {
    (self.samples, self.curve, self.channelCount) = (samples, curve, channelCount)
  }

  var isEmpty: Bool { given == count && hasEnded }
  /// The frame behind the last that is there.
  var end: Int64 { start &+ Int64(count - given) }

  /// Decodes on where nothing is left.
  func fill() throws(ConversionError) {
    guard given == count, !hasEnded else { return }
    (given, count) = (0, 0)
    guard let time = try samples.next(into: &batch, packetCount: 8192) else {
      hasEnded = true
      return
    }
    start = time
    count = batch.bytes.count / (4 * max(1, channelCount))
  }

  /// Adds what it has of some frames.
  func add(to sums: inout [Float], at first: Int64, frameCount: Int, rate: Double) {
    guard start <= first else { return }
    let used = min(frameCount, count - given)
    let memory = batch.bytes
    for frame in 0..<used {
      let factor = curve.map { $0.factor(at: Double(first &+ Int64(frame)) / rate) } ?? 1
      for channel in 0..<channelCount {
        let place = ((given + frame) * channelCount + channel) * 4
        let bits =
          UInt32(memory[place]) | UInt32(memory[place + 1]) << 8 | UInt32(memory[place + 2]) << 16
          | UInt32(memory[place + 3]) << 24
        sums[frame * channelCount + channel] += Float(bitPattern: bits) * factor
      }
    }
    given += used
    start &+= Int64(used)
  }
}

extension [UInt8] {
  /// Appends a number, its least byte first.
  fileprivate mutating func append(littleEndian value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
