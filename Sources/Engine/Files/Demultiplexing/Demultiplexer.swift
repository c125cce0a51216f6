public import AudioBase

/// The order in which a ``Demultiplexer`` returns the packets of several tracks.
public enum InterleavingOrder: Sendable {
  /// The order of the file, within and between tracks.
  case file
  /// By rising decode time on the common time line; at equal times, the earlier track first.
  case decodeTime
}

/// Reads the tracks of a file side by side: sound, pictures and others, as opaque packets with their times.
///
/// ```swift
/// var demultiplexer = Demultiplexer(media.reader)
/// while let packet = try demultiplexer.next() {
///   use(packet.track, packet.presentationTime, demultiplexer.packetBytes)
/// }
/// ```
/// After the first few packets nothing is allocated. Where its task is cancelled it throws
/// `AudioError` of the kind `cancelled` before the next read of the file.
public struct Demultiplexer {
  /// The tracks of the file.
  public let tracks: [TrackInfo]
  /// The order in which ``next()`` returns packets.
  public let order: InterleavingOrder
  private var reader: any ContainerReader
  private var readings: [TrackReading]
  private let cancellation: Cancellation
  /// The index in `readings` of the last returned packet; the batch's bytes are in `lent` until the next one.
  private var given: Int?
  private var lent: [UInt8] = []

  /// Creates a demultiplexer that begins with the first packet of each track.
  ///
  /// - Parameters:
  ///   - reader: The file; the demultiplexer keeps its own copies of the cursor.
  ///   - selection: The tracks to read, as indices into ``tracks``; `nil` for all. Others cost nothing.
  ///   - order: The order in which packets of several tracks come.
  public init(_ reader: any ContainerReader, selection: [Int]? = nil, order: InterleavingOrder = .file) {
    self.init(reader, selection: selection, order: order, cancellation: Cancellation())
  }

  /// Creates a demultiplexer like the initializer above, which `cancellation` can stop.
  package init(
    _ reader: any ContainerReader, selection: [Int]?, order: InterleavingOrder = .file, cancellation: Cancellation
  ) {
    let tracks = reader.tracks
    self.reader = reader
    self.tracks = tracks
    self.order = order
    self.cancellation = cancellation
    readings = []
    for track in Set(selection ?? Array(tracks.indices)).sorted() {
      precondition(tracks.indices.contains(track))
      readings.append(TrackReading(track, tracks[track]))
    }
  }

  /// The selected tracks, as rising indices into ``tracks``.
  public var selection: [Int] { readings.map(\.track) }

  /// The bytes of the last returned packet, until the next call; empty before the first one and after the end.
  public var packetBytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { lent.span.extracting(given.map { readings[$0].range } ?? 0..<0) }
  }

  /// Returns the packet's stream: that of its track's `TrackInfo`, or another one if the track's stream changes.
  public func stream(of packet: DemultiplexedPacket) -> CodedStream {
    reader.streamChanges(ofTrack: packet.track).stream(packet.streamNumber) ?? CodedStream(of: tracks[packet.track])
  }

  /// Returns the next packet of any selected track, or `nil` when all have ended.
  ///
  /// - Throws: `AudioError` if a track cannot be read further. That track counts as
  ///   ended then, and the next call continues with the others.
  public mutating func next() throws(AudioError) -> DemultiplexedPacket? {
    if let last = given { try take(last) }
    var best: Int?
    for index in readings.indices {
      if readings[index].current == nil, !readings[index].hasEnded { try advance(index) }
      guard let packet = readings[index].current else { continue }
      guard let chosen = best, let other = readings[chosen].current else {
        best = index
        continue
      }
      let isEarlier = order == .file ? packet.fileOffset < other.fileOffset : packet.decodeTime < other.decodeTime
      if isEarlier { best = index }
    }
    guard let best else { return nil }
    return give(best)
  }

  /// Returns the next packet of one track, or `nil` at its end, without moving the others.
  ///
  /// - Parameter track: One of ``selection``.
  /// - Throws: As ``next()``.
  public mutating func next(ofTrack track: Int) throws(AudioError) -> DemultiplexedPacket? {
    guard let index = readings.firstIndex(where: { $0.track == track }) else {
      preconditionFailure("the track is not selected")
    }
    if let last = given { try take(last) }
    if readings[index].current == nil, !readings[index].hasEnded { try advance(index) }
    return readings[index].current == nil ? nil : give(index)
  }

  private mutating func give(_ index: Int) -> DemultiplexedPacket? {
    readings[index].exchangeBytes(with: &lent)
    given = index
    return readings[index].current
  }

  /// Returns the lent bytes to the reader.
  private mutating func takeBack() {
    if let given { readings[given].exchangeBytes(with: &lent) }
    given = nil
  }

  /// Moves past a packet that has been given.
  private mutating func take(_ index: Int) throws(AudioError) {
    takeBack()
    try advance(index)
  }

  private mutating func advance(_ index: Int) throws(AudioError) {
    if readings[index].needsRead, cancellation.isCancelled { throw .cancelled }
    do throws(ContainerError) { try readings[index].advance(&reader) } catch {
      throw .container(error, track: readings[index].track)
    }
  }
}

// MARK: - Seeking

extension Demultiplexer {
  /// Moves to a time on the time line that all tracks share.
  ///
  /// Each track continues with the last packet at which its decoding can begin and that is presented at or before the
  /// time: of pictures the previous sync sample, of sound the packet that holds the time, of linear PCM the frame
  /// itself. A time before the start means the start, one after the end of a track its end.
  ///
  /// - Throws: As ``next()``; `ErrorKind.unsupported` if a container of packets that differ has no table and
  ///   cannot be searched.
  public mutating func seek(to time: MediaTime) throws(AudioError) {
    takeBack()
    for index in readings.indices {
      if cancellation.isCancelled { throw .cancelled }
      do throws(ContainerError) { try seek(index, to: time) } catch {
        throw .container(error, track: readings[index].track)
      }
    }
  }

  private mutating func seek(_ index: Int, to time: MediaTime) throws(ContainerError) {
    let track = readings[index].track
    let target = readings[index].mediaTime(time)
    try restart(index, at: 0, decodeTime: 0)
    try readings[index].advance(&reader)
    guard let first = readings[index].current, first.timing.decodeTime < target else { return }
    let origin = tracks[track].mediaKind == .audio ? first.timing.decodeTime : 0
    let frame = readings[index].frame(at: target - origin)
    if let place = try reader.locateSync(before: .frame(frame), ofTrack: track) {
      try restart(index, at: place)
      try goBack(index, from: place, target)
    } else if try reader.locate(.packet(0), ofTrack: track) == nil {
      try search(index, for: target)
    } else if try reader.locate(.frame(frame), ofTrack: track) == nil {
      try seekNearEnd(index, target)
    }
  }

  /// Seeks back to an earlier packet: a picture may be decoded before the requested time but presented after it.
  private mutating func goBack(_ index: Int, from start: PacketPosition, _ target: Int64) throws(ContainerError) {
    let track = readings[index].track
    var place = start
    while tracks[track].mediaKind == .video, place.packet > 0 {
      try readings[index].advance(&reader)
      guard let packet = readings[index].current, packet.timing.presentationTime > target,
        let earlier = try reader.locateSync(before: .packet(place.packet - 1), ofTrack: track)
      else { return }
      place = earlier
      try restart(index, at: place)
    }
  }

  /// Seeks to a time after the last decoding time, at which the last pictures may still be presented.
  private mutating func seekNearEnd(_ index: Int, _ target: Int64) throws(ContainerError) {
    let track = readings[index].track
    guard let count = tracks[track].packetCount, count > 0 else { return try search(index, for: target) }
    try restart(index, at: count - 1, decodeTime: 0)
    try readings[index].advance(&reader)
    if let last = readings[index].current, last.timing.presentationTime &+ last.timing.duration > target,
      let place = try reader.locateSync(before: .packet(count - 1), ofTrack: track)
    {
      try restart(index, at: place)
      return try goBack(index, from: place, target)
    }
    try restart(index, at: count, decodeTime: target)
  }

  private mutating func restart(_ index: Int, at place: PacketPosition) throws(ContainerError) {
    try restart(index, at: place.packet, decodeTime: place.firstFrame)
  }

  private mutating func restart(_ index: Int, at packet: Int64, decodeTime: Int64) throws(ContainerError) {
    try reader.seek(toPacket: packet, ofTrack: readings[index].track)
    readings[index].restart(at: packet, decodeTime: decodeTime)
  }

  /// Reads from the start until a packet reaches beyond the requested time.
  private mutating func search(_ index: Int, for target: Int64) throws(ContainerError) {
    try restart(index, at: 0, decodeTime: 0)
    var sync: (number: Int64, time: Int64) = (0, 0)
    repeat {
      try readings[index].advance(&reader)
      guard let packet = readings[index].current else { return }
      if packet.isSync, packet.timing.decodeTime <= target { sync = (packet.number, packet.timing.decodeTime) }
      guard packet.timing.decodeTime &+ packet.timing.duration <= target else { break }
    } while true
    try restart(index, at: sync.number, decodeTime: sync.time)
  }
}
