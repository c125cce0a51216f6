public import AudioBase

extension AudioFile {
  /// Returns the first frame of a packet, priming included: `kAudioFilePropertyPacketToFrame`.
  ///
  /// If neither a constant duration nor a table gives the answer, the packets before it are walked over once.
  ///
  /// - Throws: `ErrorKind.invalidState` for a packet that a track with packets of different durations does not have.
  public func frame(ofPacket packet: Int64) throws(ContainerError) -> Int64 {
    guard packet >= 0 else { throw Self.noSuchPacket(info) }
    guard case .reading(let input) = state else { return try frameByDuration(packet) }
    if let position = try input.reader.locate(.packet(packet), ofTrack: input.track) { return position.firstFrame }
    if info.format.hasConstantPackets || input.hasUniformPackets { return try frameByDuration(packet) }
    return try input.walk(from: { at, _ in at <= packet }) { at, _, _ in at >= packet }.frame
  }

  /// Returns the packet that holds a frame, and the frame's index in it: `kAudioFilePropertyFrameToPacket`.
  ///
  /// Frames count from the first frame of the first packet, priming included.
  public func packet(ofFrame frame: Int64) throws(ContainerError) -> (packet: Int64, frameOffset: Int64) {
    guard frame >= 0 else { throw Self.noSuchPacket(info) }
    guard case .reading(let input) = state else { return try packetByDuration(frame) }
    if let position = try input.reader.locate(.frame(frame), ofTrack: input.track) {
      return (position.packet, frame - position.firstFrame)
    }
    if info.format.hasConstantPackets || input.hasUniformPackets { return try packetByDuration(frame) }
    let place = try input.walk(from: { _, first in first <= frame }) { _, first, count in frame - first < count }
    return (place.packet, frame - place.frame)
  }

  private func frameByDuration(_ packet: Int64) throws(ContainerError) -> Int64 {
    let (frame, overflow) = packet.multipliedReportingOverflow(by: Int64(try constantDuration))
    guard !overflow else { throw Self.noSuchPacket(info) }
    return frame
  }

  private func packetByDuration(_ frame: Int64) throws(ContainerError) -> (packet: Int64, frameOffset: Int64) {
    let duration = Int64(try constantDuration)
    return (frame / duration, frame % duration)
  }

  private var constantDuration: Int {
    get throws(ContainerError) {
      guard info.format.framesPerPacket > 0 else {
        throw ContainerError(.unsupported, "packets of this file have no constant duration", at: info.dataOffset)
      }
      return info.format.framesPerPacket
    }
  }

  static func noSuchPacket(_ info: TrackInfo) -> ContainerError {
    ContainerError(.invalidState, "there is no such packet", at: info.dataOffset)
  }
}

extension AudioFileInput {
  /// True if all packets last as long as the format states, judging by the counts in the headers. An ADTS frame may
  /// hold several coded frames; then the track lasts longer than its packets would.
  var hasUniformPackets: Bool {
    guard info.format.framesPerPacket > 0, streamChanges.isEmpty else { return false }
    guard let count = info.packetCount, let duration = info.duration else { return true }
    return duration * info.format.sampleRate < (Double(count) + 0.5) * Double(info.format.framesPerPacket)
  }

  /// Walks over packets from the last known one for which `isBefore` is true up to the first for which `isWanted` is
  /// true, and returns it.
  ///
  /// The position of the next packet to read does not change.
  func walk(
    from isBefore: (_ packet: Int64, _ firstFrame: Int64) -> Bool,
    until isWanted: (_ packet: Int64, _ firstFrame: Int64, _ frameCount: Int64) -> Bool
  ) throws(ContainerError) -> (packet: Int64, frame: Int64) {
    var cursor = reader
    var batch = PacketBatch(maximumPacketCount: 4096)
    guard streamChanges.isEmpty else { return try walkOverChanges(until: isWanted) }
    let known = frameMarks.last { isBefore($0.packet, $0.frame) } ?? PacketFrameMark()
    var place = (packet: known.packet, frame: known.frame)
    try cursor.seek(toPacket: place.packet, ofTrack: track)
    while try cursor.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
      for packet in batch.descriptions {
        let duration = Int64(packet.frameCount > 0 ? packet.frameCount : info.format.framesPerPacket)
        if isWanted(place.packet, place.frame, duration) { return place }
        frameMarks.note(PacketFrameMark(packet: place.packet, frame: place.frame))
        place = (place.packet + 1, place.frame &+ duration)
      }
    }
    throw AudioFile.noSuchPacket(info)
  }

  /// Walks over packets from the first one on, counting the frames of each stream in those of the first stream.
  private func walkOverChanges(
    until isWanted: (_ packet: Int64, _ firstFrame: Int64, _ frameCount: Int64) -> Bool
  ) throws(ContainerError) -> (packet: Int64, frame: Int64) {
    var cursor = reader
    var batch = PacketBatch(maximumPacketCount: 4096)
    var packet: Int64 = 0
    var streamNumber = 0
    // The frame at which a stream begins, and its own frames up to the packet.
    var (base, own): (Int64, Int64) = (0, 0)
    var format = info.format
    func frame(_ count: Int64) -> Int64 {
      guard format.sampleRate > 0, info.format.sampleRate > 0 else { return base &+ count }
      return base &+ (Int64(exactly: (Double(count) * info.format.sampleRate / format.sampleRate).rounded()) ?? 0)
    }
    try cursor.seek(toPacket: 0, ofTrack: track)
    while try cursor.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
      if batch.streamNumber != streamNumber {
        (base, own, streamNumber) = (frame(own), 0, batch.streamNumber)
        format = cursor.streamChanges(ofTrack: track).stream(streamNumber)?.format ?? info.format
      }
      for place in batch.descriptions {
        let next = own &+ Int64(place.frameCount > 0 ? place.frameCount : format.framesPerPacket)
        if isWanted(packet, frame(own), frame(next) &- frame(own)) { return (packet, frame(own)) }
        own = next
        packet += 1
      }
    }
    throw AudioFile.noSuchPacket(info)
  }

  /// The known streams besides the first: those found by the reader, or by a walk over all packets.
  var streamChanges: StreamChanges { reader.streamChanges(ofTrack: track) }
}

extension AudioFile {
  /// True if packets are known to belong to several streams.
  package var hasStreamChanges: Bool {
    guard case .reading(let input) = state else { return false }
    return !input.streamChanges.isEmpty
  }

  /// The number of the stream of the last packets read; 0 for the stream that the file's format describes.
  package var streamOfLastRead: Int {
    if case .reading(let input) = state { input.streamOfLastRead } else { 0 }
  }

  /// Returns a stream by its number.
  package func stream(_ number: Int) -> CodedStream {
    guard case .reading(let input) = state, let other = input.streamChanges.stream(number) else {
      return CodedStream(of: info)
    }
    return other
  }

  /// Returns the first packet of the run of one stream that contains a packet.
  package func firstPacket(ofStretchWith packet: Int64) -> Int64 {
    guard case .reading(let input) = state else { return 0 }
    return input.streamChanges.changes.last { $0.packet <= packet }?.packet ?? 0
  }

  /// The number of frames of all packets of a file of several streams, at the rate of the first.
  package var frameCountOfAllStreams: Int64 {
    get throws(ContainerError) { try reading().scan().frameCount }
  }
}

/// A packet and the frame at which it begins, noted during a walk through a track whose packets differ in duration.
struct PacketFrameMark: PacketMark, BitwiseCopyable {
  var packet: Int64 = 0
  var frame: Int64 = 0
}

extension SparseMarks<PacketFrameMark> {
  /// Creates an empty list of marks for one track.
  init() { self.init(stride: 256, maximumCount: 1 << 14) }
}
