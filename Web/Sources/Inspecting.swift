import AudioBase
import AudioConversion
import PacketInspection

extension Recording {
  /// Returns the record of `af info --json`.
  func info(track asked: Int, name: String) throws(AudioError) -> InfoRecord {
    let reader = media.reader
    let isWanted = asked >= 0 || reader.tracks.contains { $0.mediaKind == .audio }
    let track = isWanted ? try audioTrack(asked) : nil
    let summary = try raising { () throws(ContainerError) -> TrackSummary? in
      guard let track else { return nil }
      return try TrackSummary(of: reader, track: track, codecs: WebCatalog.codecs)
    }
    return InfoRecord(Pathname(name), reader: reader, track: track, summary: summary)
  }

  /// Returns the record of `af inspect --json`: as `FileInspection` makes it, without a job's files and cancellation.
  func inspection(track asked: Int, name: String) throws(AudioError) -> InspectRecord {
    let reader = media.reader
    let track = try audioTrack(asked)
    let resolution = InspectionResolution()
    var report = InspectionReport()
    try raising { () throws(ContainerError) in
      let summary = try TrackSummary(of: reader, track: track, codecs: WebCatalog.codecs)
      report.summary = summary
      let formatID = reader.tracks[track].format.formatID
      let stream = CodedStream(of: reader, track: track)
      let descriptor = WebCatalog.inspectors.first { $0.formatIDs.contains(formatID) }
      var inspector: PacketInspectorBox?
      do throws(CodecError) { inspector = try descriptor?.makeInspector(stream) } catch { inspector = nil }
      report.packets = try PacketBuilder(inspector, resolution).columns(of: reader, track: track, summary) { false }
      report.structure = ContainerTree(of: media, track: reader.tracks[track], summary)
    }
    do throws(AudioError) {
      report.sound = try sound(track: track, resolution)
    } catch {
      report.soundProblem = error.text
    }
    return InspectRecord(InfoRecord(Pathname(name), reader: reader, track: track, summary: report.summary), report)
  }

  /// Decodes a track once, and analyses its samples.
  private func sound(track: Int, _ resolution: InspectionResolution) throws(AudioError) -> SoundInspection {
    try begin(track: track, DecodeRequest(streamCheck: .wholeStream))
    let rate = format?.sampleRate ?? 0
    let layout = (format?.layout ?? ChannelLayout(usualFor: 0)).inWaveOrder
    // A stated length is only a claim, and 32 bits count no more.
    let expected = expectedFrameCount.flatMap { $0 < 1 << 38 ? $0 : nil }
    var builder = SoundBuilder(sampleRate: rate, layout: layout, expected: expected, resolution)
    var total = 0
    var block = SampleBlock<Double>(channelCount: layout.channelCount, capacity: 0)
    while case let count = try next(), count > 0 {
      total += count
      guard total <= 1 << 30 else {
        throw AudioError(.limitExceeded, .job, "the sound is longer than 2^30 frames, which are inspected at most")
      }
      if block.capacity < count { block = SampleBlock<Double>(channelCount: layout.channelCount, capacity: count) }
      block.setFrameCount(count)
      for channel in 0..<layout.channelCount {
        var target = block.plane(channel)
        guard let source = plane(channel) else { continue }
        for index in 0..<count { target[index] = Double(source[index]) }
      }
      builder.add(block)
    }
    return builder.finish(damagedPacketCount: damagedPacketCount)
  }
}

/// Bytes that are told as hexadecimal digits.
struct HexBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The digits, in upper case.
  var text: String { bytes.hexadecimal }
}
