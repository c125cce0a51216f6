package import AudioBase
package import AudioCatalog
package import AudioConversion
import AudioFiles

/// The samples of a track as linear PCM, batch by batch, for jobs that read sound without writing it.
///
/// Channels come in the order of WAVE, whatever the codec's own is.
package struct TrackSamples: ~Copyable {
  /// The arguments for opening a file.
  package struct Opening {
    /// The file, for messages.
    package var path: Pathname
    /// The file's reader.
    package var reader: any ContainerReader
    /// The index of the track, which must be audio, or `nil` for the first that is.
    package var track: Int?
    /// The part to decode, and the treatment of damage.
    package var decoding: DecodeRequest
    /// The decoders to choose from.
    package var catalog: Catalog
    /// The stage under which progress is reported.
    package var stage = JobProgress.Stage.reading
  }

  /// The rate, the channels and the sample encoding.
  package let format: StreamFormat
  /// The loudspeakers of the channels.
  package let layout: ChannelLayout?
  /// The number of frames that the file states, if it does.
  package let expectedFrameCount: Int64?
  /// The bytes of the last batch, in whole frames; empty if ``block`` is filled.
  package private(set) var batch = PacketBatch()
  private let memory: LentBlock<Double>
  private var converter: TrackConverter
  private var progress: StageProgress
  private let path: Pathname

  /// The number of frames of a batch.
  private static let framesPerBatch = 8192

  /// Opens a track for samples of its own rate and channels.
  package init(_ opening: Opening, as samples: SampleFormat, _ control: JobControl) throws(AudioError) {
    // The bytes of one channel, from which those of the input's channels follow.
    var wanted = StreamFormat(samples, sampleRate: 0, channelsPerFrame: 1)
    wanted.channelsPerFrame = 0
    try self.init(opening, to: PacketRequest(wanted), control)
  }

  /// Opens a track for samples of its own rate and channels in ``block``.
  package init(_ opening: Opening, _ control: JobControl) throws(AudioError) {
    try self.init(opening, to: PacketRequest(.planar(.float64, sampleRate: 0, channelCount: 0)), control)
  }

  /// Opens a track for linear PCM; 0 for the rate or the number of channels means the track's. For 64-bit floats with
  /// separate channels ``block`` is filled.
  package init(_ opening: Opening, to packets: PacketRequest, _ control: JobControl) throws(AudioError) {
    path = opening.path
    let track = try JobFiles.audioTrack(opening.track, of: opening.reader, opening.path)
    converter = try raising(input: opening.path) { () throws(AudioError) in
      try TrackConverter(
        of: TrackInput(of: opening.reader, track: track, decoding: opening.decoding),
        to: packets, codecs: opening.catalog.codecs)
    }
    format = converter.output.format
    layout = converter.output.layout
    let isBlock = format == .planar(.float64, sampleRate: format.sampleRate, channelCount: format.channelsPerFrame)
    // Bound: 2^28 bytes.
    memory = LentBlock(
      channelCount: isBlock ? format.channelsPerFrame : 0,
      capacity: min(Self.framesPerBatch, max(1, (1 << 25) / max(1, format.channelsPerFrame))))
    expectedFrameCount = converter.expectedFrameCount
    progress = StageProgress(
      opening.stage, .frames(sampleRate: converter.decoded.sampleRate), expected: converter.expectedFrameCount, control)
  }

  /// The result of decoding so far.
  package var report: DecodingReport { converter.report }

  /// The number of bytes of ``batch``.
  package var byteCount: Int { batch.bytes.count }

  /// Appends the bytes of ``batch`` from an index on.
  package func copyBytes(from start: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: batch.bytes[min(start, batch.bytes.count)...])
  }

  /// The seconds of the input decoded so far.
  package var inputSeconds: Double {
    let rate = converter.decoded.sampleRate
    return rate > 0 ? Double(converter.report.frameCount) / rate : 0
  }

  /// The samples of the last batch, if they are double precision.
  package var block: SampleBlock<Double> {
    _read { yield memory.block }
  }

  /// Decodes the next frames into ``batch`` or ``block``; returns false at the end.
  ///
  /// - Throws: `AudioError` of the kind `cancelled`, or that of the conversion.
  package mutating func next() throws(AudioError) -> Bool {
    if progress.isCancelled { throw .input(path, .cancelled) }
    if memory.block.channelCount > 0 { converter.lend(memory) }
    let hasMore = try raising(input: path) { () throws(AudioError) in
      try converter.convertNext(into: &batch, packetCount: memory.block.capacity)
    }
    memory.block.setFrameCount(memory.block.channelCount > 0 ? converter.packetCount : 0)
    progress.update(converter.report.frameCount)
    return hasMore
  }
}

extension TrackSamples.Opening {
  /// Creates an opening of the whole track, unchanged.
  package init(
    path: Pathname, reader: any ContainerReader, decoding: DecodeRequest, catalog: Catalog
  ) {
    self.init(path: path, reader: reader, track: nil, decoding: decoding, catalog: catalog)
  }
}
