package import AudioBase
package import AudioConversion

// Holds throughout: ranges of packets were checked by who enqueued them.

/// Decodes enqueued buffers into frames of one rate.
///
/// Its calls come one after the other. Once it has found its size it allocates nothing.
package final class BufferDecoder {
  /// An event that happens before a frame is read.
  private enum Event {
    case begin(start: Double?, [ParameterChange])
    case consumed(any PlayedBuffer)
  }

  private struct Mark {
    var position: Int64
    var event: Event
  }

  /// The decoded samples; `nil` while the format is unknown.
  package var samples: PacketSamples?
  /// The format that the packets decode to, if known.
  package var decoded: DecodedFormat? { samples?.decoded }
  /// The number of frames of the time line before the next frame to read, including silence.
  var position = 0.0
  private let format: StreamFormat
  private let list: BufferList
  private let observer: any BufferObserver
  private var fifo: SampleFIFO
  private let silence: SampleStore
  private var marks: [Mark] = []
  /// The entry that is being decoded, its next packet, and frames to drop yet at its start.
  private var entry: BufferEntry?
  private var nextPacket = 0
  private var toDrop = 0
  /// The number of frames of the entry that wait or have been read.
  private var entryFrames = 0
  /// The flush or end that has been reached, whose frames have all been decoded.
  private var boundary: BufferItem?

  /// The largest number of frames that are decoded at a time.
  private static let runLength = 4096
  /// The number of frames of linear PCM that are decoded at a time.
  private static let linearRunLength = 2048
  /// The number of frames to ``prepare(_:)`` before a start: two runs, after which all memory for packets is allocated.
  static let frameCountBeforeStart = 2 * linearRunLength
  /// The largest number of frames of silence for a packet that cannot be decoded.
  private static let longestSilence = 1 << 16

  init(_ format: StreamFormat, _ list: BufferList, channelCount: Int, _ observer: any BufferObserver) {
    self.format = format
    self.list = list
    self.observer = observer
    fifo = SampleFIFO(channelCount: channelCount)
    silence = SampleStore(channelCount: channelCount, capacity: Self.runLength)
    marks.reserveCapacity(64)
  }

  // MARK: Reading

  /// The number of frames that could be read at once.
  private var readyFrameCount: Int {
    guard let entry else { return fifo.count }
    return max(0, fifo.count - entry.trimAtEnd)
  }

  /// Lends the next frames, decoding as needed; empty only if nothing is enqueued, or before a flush or the end.
  ///
  /// Frames end where a buffer begins that has a start time, or brings other parameters.
  func read(_ frameCount: Int) -> LentFrames {
    while true {
      let wait = pass()
      guard frameCount > 0 else { return LentFrames(silence, 0..<0) }
      if wait > 0 {
        let count = min(frameCount, wait, silence.capacity)
        silence.clear(0..<count)
        position += Double(count)
        return LentFrames(silence, 0..<count)
      }
      let wanted = min(frameCount, framesBeforeNextBegin)
      if readyFrameCount < wanted, boundary == nil, decodeMore() { continue }
      let count = min(wanted, readyFrameCount)
      guard count > 0 else { return LentFrames(silence, 0..<0, boundary == nil ? .starved : .ended) }
      let frames = fifo.read(count)
      position += Double(count)
      giveConsumedBack()
      return frames
    }
  }

  private var framesBeforeNextBegin: Int {
    for mark in marks {
      if case .begin = mark.event { return Int(clamping: mark.position - fifo.readPosition) }
    }
    return .max
  }

  /// Reports the events before the next frame.
  ///
  /// - Returns: Frames of silence until the buffer that begins there wants to begin.
  private func pass() -> Int {
    giveConsumedBack()
    while let mark = marks.first, mark.position <= fifo.readPosition, case .begin(let start, let changes) = mark.event {
      if let start, start - position >= 0.5 { return Int(exactly: (start - position).rounded()) ?? .max }
      for change in changes { observer.make(change) }
      marks.removeFirst()
      giveConsumedBack()
    }
    return 0
  }

  private func giveConsumedBack() {
    while let mark = marks.first, mark.position <= fifo.readPosition, case .consumed(let buffer) = mark.event {
      observer.didConsume(buffer)
      marks.removeFirst()
    }
  }

  // MARK: Decoding

  /// Decodes until the given number of frames wait, or nothing is enqueued, and returns the number of waiting frames.
  func prepare(_ frameCount: Int) -> Int {
    while readyFrameCount < frameCount, boundary == nil, decodeMore() {}
    return readyFrameCount
  }

  /// Decodes a packet, or some frames where a packet is a frame; returns true if there was anything to do.
  private func decodeMore() -> Bool {
    if entry == nil {
      guard boundary == nil else { return false }
      switch list.first {
      case nil: return false
      case .buffer(let next):
        list.removeFirst()
        begin(next)
      case .flush, .end:
        boundary = list.first
        list.removeFirst()
        drain()
        return true
      }
    }
    guard let entry else { return false }
    let packets = entry.buffer.packetCount(format)
    if nextPacket < packets { decode(entry.buffer, of: packets) }
    if nextPacket >= packets { endEntry() }
    return true
  }

  private func begin(_ next: BufferEntry) {
    entry = next
    nextPacket = 0
    toDrop = next.trimAtStart
    entryFrames = 0
    if next.startTime != nil || !next.changes.isEmpty {
      marks.append(Mark(position: fifo.writePosition, event: .begin(start: next.startTime, next.changes)))
    }
  }

  private func endEntry() {
    guard let entry else { return }
    fifo.dropLast(min(entry.trimAtEnd, entryFrames))
    marks.append(Mark(position: fifo.writePosition, event: .consumed(entry.buffer)))
    self.entry = nil
  }

  private func decode(_ buffer: any PlayedBuffer, of packets: Int) {
    let isConstant = format.bytesPerPacket > 0
    let count = isConstant && format.framesPerPacket <= 1 ? min(packets - nextPacket, Self.linearRunLength) : 1
    let first = nextPacket
    nextPacket += count
    let place =
      isConstant
      ? PacketDescription(startOffset: first * format.bytesPerPacket, byteCount: count * format.bytesPerPacket)
      : buffer.descriptions[first]
    append(buffer, place, isConstant: isConstant)
    do throws(AudioError) {
      try takeDecoded()
    } catch {
      // A buffer that cannot be decoded is silent for its duration.
      observer.didFail(samples == nil ? nil : error)
      let lasting = place.frameCount > 0 ? place.frameCount : count * format.framesPerPacket
      let dropped = min(toDrop, lasting)
      toDrop -= dropped
      let silence = min(lasting - dropped, Self.longestSilence)
      fifo.appendSilence(silence)
      entryFrames += silence
    }
  }

  private func append(_ buffer: any PlayedBuffer, _ place: PacketDescription, isConstant: Bool) {
    buffer.withBytes(place.startOffset..<(place.startOffset + place.byteCount)) { bytes in
      guard let samples else { return }
      if isConstant { return samples.append(bytes) }
      let packet = bytes.extracting(format.framingByteCount(bytes)...)
      let described: [1 of PacketDescription] = [
        PacketDescription(startOffset: 0, byteCount: packet.count, frameCount: place.frameCount)
      ]
      samples.append(packet, descriptions: described.span)
    }
  }

  /// Adopts the decoded frames.
  private func takeDecoded() throws(AudioError) {
    guard let samples else { throw .noDecoder(format.formatID) }
    while true {
      let (written, kept) = try fifo.append(limit: Self.runLength, dropping: toDrop) {
        (block, room) throws(AudioError) in try samples.read(into: &block, room)
      }
      toDrop -= written - kept
      entryFrames += kept
      if written < Self.runLength { return }
    }
  }

  /// Takes the frames that the decoder still holds.
  private func drain() {
    toDrop = 0
    // Without its cookie there is no decoder, which owes nothing then.
    guard let samples else { return }
    samples.endInput()
    do throws(AudioError) { try takeDecoded() } catch { observer.didFail(error) }
  }

  // MARK: Boundaries

  /// Passes the flush or end that was reached: decoding begins again.
  ///
  /// - Returns: True if it was the end.
  func passBoundary() -> Bool {
    defer { boundary = nil }
    samples?.reset()
    if case .end = boundary { return true }
    return false
  }

  /// Clears everything, including the list.
  ///
  /// - Returns: The buffers that are returned to the program, in the order in which they were enqueued.
  func reset() -> [any PlayedBuffer] {
    var buffers: [any PlayedBuffer] = []
    for mark in marks { if case .consumed(let buffer) = mark.event { buffers.append(buffer) } }
    if let entry { buffers.append(entry.buffer) }
    buffers += list.removeAll()
    marks.removeAll(keepingCapacity: true)
    fifo.removeAll()
    (entry, boundary, nextPacket, toDrop) = (nil, nil, 0, 0)
    samples?.reset()
    return buffers
  }
}

/// A receiver of the events in a decoder.
protocol BufferObserver: AnyObject {
  /// Called when a buffer begins that changes a parameter.
  func make(_ change: ParameterChange)
  /// Called when the last frame of a buffer has been read.
  func didConsume(_ buffer: any PlayedBuffer)
  /// Called when a packet could not be decoded; `nil` if there is no decoder yet.
  func didFail(_ error: AudioError?)
}
