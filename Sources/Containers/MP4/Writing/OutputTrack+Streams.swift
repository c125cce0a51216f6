import AudioBase

extension OutputTrack {
  /// Declares that the packets that follow belong to another stream, which gets its own entry unless it has occurred
  /// before.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for a stream that has no place in the track.
  mutating func changeStream(to stream: CodedStream, brand: FileBrand) throws(ContainerError) {
    guard kind == .audio else {
      throw ContainerError(.unsupported, "only the packets of sound change to another stream", at: 0, in: "stsd")
    }
    guard constantPacket == nil, OutputTrack.constantSize(stream.format) == nil else {
      throw ContainerError(
        .unsupported, "packets of constant size change to another stream, and a track is read as one such format",
        at: 0,
        in: "stsd")
    }
    entryMask = OutputTrack.entryMask(OutputTrack.settings(stream))
    if let known = descriptions.firstIndex(where: { $0.describes(stream) }) {
      useDescription(UInt32(known + 1), clock: clock(of: stream))
      return
    }
    guard descriptions.count < OutputTrack.maximumDescriptionCount else {
      throw ContainerError(.limitExceeded, "a track has more sample descriptions than are written", at: 0, in: "stsd")
    }
    let entry = try SoundEntry(OutputTrack.settings(stream), brand: brand)
    let description = SampleDescription.sound(entry)
    guard description.tableVersion == descriptions[0].entry.tableVersion else {
      throw ContainerError(
        .unsupported, "sample descriptions of two versions of stsd do not share a track", at: 0, in: "stsd")
    }
    descriptions.append(DescribedStream(entry: description, stream: stream))
    useDescription(UInt32(descriptions.count), clock: clock(of: stream))
  }

  /// The largest number of entries of a `stsd` that are written: as many as ``MP4Reader`` reads.
  private static let maximumDescriptionCount = 16

  private static func settings(_ stream: CodedStream) -> WriterSettings {
    WriterSettings(
      format: stream.format,
      layout: stream.layout ?? ChannelLayout(unlabelledChannelCount: stream.format.channelsPerFrame),
      cookie: stream.cookie)
  }

  /// Returns the durations of a stream's packets in the track's own time scale, which may be based on another rate.
  private func clock(of stream: CodedStream) -> PacketClock {
    var frames = stream.format.framesPerPacket
    if frames == 0, FileBrand.advancedAudio.contains(stream.format.formatID) {
      frames = OutputTrack.frames(ofAAC: OutputTrack.settings(stream))
    }
    var clock = PacketClock(framesPerPacket: frames, unitsPerFrame: self.clock.unitsPerFrame)
    let rate = stream.format.sampleRate
    guard rate >= 1, rate < 1e9 else { return clock }
    // A rate that is not a whole number is counted in thousandths of it.
    let factor: Double = rate == rate.rounded() ? 1 : 1000
    clock.unitsPerFrame = Int64(timescale) * Int64(factor)
    clock.divisor = Int64((rate * factor).rounded())
    return clock
  }
}

extension DescribedStream {
  /// Returns true if the entry is that of a stream.
  fileprivate func describes(_ other: CodedStream) -> Bool {
    stream.format == other.format && stream.cookie == other.cookie
  }
}
