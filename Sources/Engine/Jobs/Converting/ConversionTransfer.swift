import AudioBase
import AudioConversion
import AudioFiles

/// Moves the output of a converter into a file.
struct ConversionTransfer {
  /// The number of bytes of audio that were written.
  private(set) var byteCount: Int64 = 0
  /// The number of packets that were written; for linear PCM, the number of portions written.
  private(set) var packetCount: Int64 = 0
  /// The seconds that it took.
  private(set) var elapsedSeconds = 0.0
  /// The settings with which the writer was made.
  let settings: WriterSettings
  private let task: FileConversion
  private var writer: any ContainerWriter
  private var progress: StageProgress
  private let start: ContinuousClock.Instant
  private let hasPacketTable: Bool
  /// The output to which every packet is passed on immediately, if the input arrives in real time.
  private let liveSink: (any FileSink)?

  init(
    _ work: ConversionWork, _ converter: borrowing TrackConverter, sink: any FileSink, _ notes: inout JobNotes
  ) throws(AudioError) {
    let (task, container) = (work.job, work.container)
    guard container.create != nil, sink.canOverwrite || container.canWriteToPipe else {
      throw .output(task.output, .pipe(container.fileType))
    }
    let output = converter.output
    var settings = WriterSettings(
      format: output.format, layout: output.layout ?? ChannelLayout(usualFor: output.format.channelsPerFrame),
      cookie: output.cookie, expectedByteCount: Self.expectedByteCount(converter))
    settings.language = work.info.language
    settings.structure = task.structure
    settings.metadata = task.metadata ?? work.media.reader.metadata
    let map = work.timeMap(converter)
    settings.metadata.move(by: map, &notes)
    settings.metadata.dropTimedFrames(movedBy: map, isSamePackets: false)
    // The encoder of the input has not encoded this.
    if let encoded = converter.encoded { settings.metadata[.sourceEncoder] = encoded.encoderName }
    let isSameSound = map.isIdentity && work.info.format.channelsPerFrame == output.format.channelsPerFrame
    try CarriedChunks(of: work.media, into: container, isSameSound: isSameSound).settle(into: &settings, sink, &notes)
    for (key, value) in task.extraInfo { settings.metadata[key] = value }
    for (key, value) in try work.loudness() { settings.metadata[key] = value }
    writer = try raising(output: task.output) { () throws(ContainerError) in try container.begin(sink, settings) }
    hasPacketTable =
      converter.encoded != nil && container.marksRecording
      && (sink.canOverwrite || container.marksRecordingAtEnd)
    liveSink = task.input.isStandardStream ? sink : nil
    progress = StageProgress(
      .converting, .frames(sampleRate: converter.decoded.sampleRate), expected: converter.expectedFrameCount,
      work.control)
    self.task = task
    self.settings = settings
    if task.trimOverride != nil, !hasPacketTable {
      throw .output(task.output, .meaningless(.trimOverride, output.format.formatID))
    }
    start = .now
  }

  /// Returns the number of bytes that linear PCM will have, where the number of frames is known.
  private static func expectedByteCount(_ converter: borrowing TrackConverter) -> Int64? {
    guard converter.encoded == nil, let frames = converter.expectedFrameCount else { return nil }
    let (input, output) = (converter.decoded.sampleRate, converter.output.format.sampleRate)
    let count = input == output ? Double(frames) : (Double(frames) * output / input).rounded(.up)
    return Int64(exactly: count * Double(converter.output.format.bytesPerFrame))
  }

  /// Returns the number of packets per call: about a tenth of a second of linear PCM, and few if packets are larger;
  /// for live input no more than one packet or ten milliseconds.
  private func packetCount(_ format: StreamFormat) -> Int {
    guard liveSink != nil else { return format.framesPerPacket == 1 ? 8192 : 64 }
    return format.framesPerPacket == 1 ? max(1, Int(min(format.sampleRate, 1_000_000) / 100)) : 1
  }

  /// Writes everything and completes the file.
  mutating func run(_ converter: inout TrackConverter, _ notes: inout JobNotes) throws(AudioError) {
    defer { elapsedSeconds = (.now - start) / .seconds(1) }
    try writeAll(of: &converter)
    try finish(converter, &notes)
  }

  /// Writes the output of parallel decoding, or, if that has to be abandoned, of the single converter.
  ///
  /// - Returns: The result of decoding.
  mutating func run(
    _ conversion: borrowing ParallelConversion, or converter: inout TrackConverter, _ notes: inout JobNotes
  ) throws(AudioError) -> DecodingReport {
    defer { elapsedSeconds = (.now - start) / .seconds(1) }
    var frameCount: Int64 = 0
    let result = try conversion.run { (bytes, report) throws(AudioError) in
      try checkCancellation()
      try write(bytes.span, descriptions: Span())
      frameCount += report.frameCount
      progress.update(frameCount)
    }
    if case .whole(let report) = result {
      try finish(converter, &notes)
      return report
    }
    try checkCancellation()
    notes.add(.oneJobAfterDamage)
    // This decoder repeats the bytes that have been written.
    try writeAll(of: &converter, without: byteCount)
    try finish(converter, &notes)
    return converter.report
  }

  /// - Parameter known: Bytes at the beginning that have been written already.
  private mutating func writeAll(
    of converter: inout TrackConverter, without known: Int64 = 0
  ) throws(AudioError) {
    var batch = PacketBatch()
    var known = known
    let count = packetCount(converter.output.format)
    while try next(&batch, from: &converter, count: count) {
      try checkCancellation()
      let skipped = Int(min(known, Int64(batch.bytes.count)))
      known -= Int64(skipped)
      if skipped == 0 {
        try write(batch.bytes.span, descriptions: batch.descriptions.span)
        packetCount += Int64(batch.descriptions.count)
      } else if skipped < batch.bytes.count {
        try write(batch.bytes.span.extracting(skipped..<batch.bytes.count), descriptions: Span())
      }
      progress.update(converter.report.frameCount)
    }
  }

  /// Ends the work on request. A job that is cancelled while its file is being completed is complete.
  private func checkCancellation() throws(AudioError) {
    if progress.isCancelled { throw .output(task.output, .cancelled) }
  }

  private mutating func write(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription>
  ) throws(AudioError) {
    try raising(output: task.output) { () throws(ContainerError) in
      try writer.write(bytes, descriptions: descriptions)
      try liveSink?.flush()
    }
    byteCount += Int64(bytes.count)
  }

  private mutating func finish(
    _ converter: borrowing TrackConverter, _ notes: inout JobNotes
  ) throws(AudioError) {
    do throws(ContainerError) {
      let table = converter.packetTable
      if hasPacketTable, let trimOverride = task.trimOverride {
        let counted = table.map { $0.primingFrames &+ $0.validFrames &+ $0.remainderFrames }
        let rate = table?.timescale ?? converter.output.format.sampleRate
        try writer.setPacketTable(
          trimOverride.table(frameCount: counted ?? converter.outputFrameCount, sampleRate: rate))
      } else if hasPacketTable, let table {
        try mark(table, &notes)
      } else if converter.encoded != nil, let table {
        notes.add(recordingNotMarkedBy: table)
      }
      try completeCookie(converter)
      try writer.finish()
    } catch {
      if task.trimOverride != nil, error.kind == .unsupported { throw refused(.trimOverride, converter) }
      // The frames that are heard depend on the preceding track, and a file may state that at its start alone.
      if task.namesNeighbors, error.kind == .unsupported { throw refused(.neighbors, converter) }
      throw .output(task.output, .container(error))
    }
  }

  private func refused(_ request: ConversionRequest, _ converter: borrowing TrackConverter) -> AudioError {
    .output(task.output, .meaningless(request, converter.output.format.formatID))
  }

  /// Passes on the encoder's configuration, which is complete only at its end. In a pipe the cookie has already been
  /// written, stating that it is incomplete.
  private mutating func completeCookie(_ converter: borrowing TrackConverter) throws(ContainerError) {
    guard let cookie = converter.currentCookie, cookie != converter.output.cookie else { return }
    do throws(ContainerError) {
      try writer.setCookie(cookie)
    } catch {
      guard error.kind == .unsupported else { throw error }
    }
  }

  private func next(
    _ batch: inout PacketBatch, from converter: inout TrackConverter, count: Int
  ) throws(AudioError) -> Bool {
    return try raising(input: task.input) { () throws(AudioError) in
      try converter.convertNext(into: &batch, packetCount: count)
    }
  }

  /// Marks the frames that are the recording; a file type that cannot state a remainder causes a note.
  private mutating func mark(_ table: PacketTable, _ notes: inout JobNotes) throws(ContainerError) {
    guard table.primingFrames > 0 || table.remainderFrames > 0 else { return }
    do throws(ContainerError) {
      try writer.setPacketTable(table)
    } catch {
      guard error.kind == .unsupported, table.primingFrames == 0 else { throw error }
      notes.add(recordingNotMarkedBy: table)
    }
  }
}
