import AudioBase
import AudioConversion

/// How far a read went.
struct QueueReading {
  enum State {
    /// As many frames as were wanted, or some at least.
    case more
    /// Nothing more is enqueued.
    case starved
    /// Nothing more comes before a flush or the end.
    case ended
  }

  var frameCount = 0
  var state = State.more
}

/// Decodes enqueued buffers into frames of the queue's rate, 32-bit floats.
///
/// Whose calls come one after the other: the lock of the renderer sees to it. Once it has found its size it allocates
/// nothing.
struct BufferDecoder {
  /// Something that happens before a frame is read.
  private enum Event {
    case begin(start: Double?, [AudioQueueParameterEvent])
    case consumed(QueueBuffer)
  }

  private struct Mark {
    var position: Int64
    var event: Event
  }

  let converter: ConverterObject
  private let format: StreamFormat
  private let list: QueueList
  private let channelCount: Int
  private var fifo: SampleFIFO
  private var marks: [Mark] = []
  /// The entry that is being decoded, its next packet, and frames to drop yet at its start.
  private var entry: QueueEntry?
  private var nextPacket = 0
  private var toDrop = 0
  /// Frames of the entry that wait or have been read.
  private var entryFrames = 0
  /// The flush or end that has been reached, whose frames have all been decoded.
  private var boundary: QueueItem?
  /// Frames of the time line before the one that is read next, silence included.
  var position = 0.0
  /// The last error of the converter.
  private(set) var error = noErr

  init(_ converter: ConverterObject, _ format: StreamFormat, _ list: QueueList, channelCount: Int) {
    self.converter = converter
    self.format = format
    self.list = list
    self.channelCount = channelCount
    fifo = SampleFIFO(channelCount: channelCount)
    marks.reserveCapacity(64)
  }

  // MARK: Reading

  /// Frames that could be read at once.
  var readyFrameCount: Int {
    guard let entry else { return fifo.count }
    return max(0, fifo.count - entry.trimAtEnd)
  }

  /// Reads frames, decoding what is needed.
  ///
  /// - Parameter observer: Is told what comes to pass before the frames, and of buffers whose last frame has been read.
  mutating func read(
    _ frameCount: Int, into target: SampleMemory, at offset: Int, _ observer: borrowing some DecoderObserver
  ) -> QueueReading {
    var reading = QueueReading()
    while true {
      // Where a buffer begins that brings another volume, the read ends.
      if reading.frameCount > 0, setsParametersNext { return reading }
      let wait = pass(marksUpTo: fifo.readPosition, observer)
      guard reading.frameCount < frameCount else { return reading }
      let room = frameCount - reading.frameCount
      if wait > 0 {
        let count = min(room, wait)
        target.clear((offset + reading.frameCount)..<(offset + reading.frameCount + count))
        advance(&reading, count)
        continue
      }
      let limit = marks.first.map { Int(clamping: $0.position - fifo.readPosition) } ?? .max
      let count = min(room, limit, readyFrameCount)
      if count > 0 {
        fifo.read(count, into: target, at: offset + reading.frameCount)
        advance(&reading, count)
      } else if boundary != nil {
        reading.state = .ended
        return reading
      } else if !decodeMore(observer) {
        reading.state = boundary == nil ? .starved : .ended
        return reading
      }
    }
  }

  private var setsParametersNext: Bool {
    guard let mark = marks.first, mark.position <= fifo.readPosition, case .begin(_, let parameters) = mark.event else {
      return false
    }
    return !parameters.isEmpty
  }

  private mutating func advance(_ reading: inout QueueReading, _ count: Int) {
    reading.frameCount += count
    position += Double(count)
  }

  /// Lets happen what happens before a frame.
  ///
  /// - Returns: Frames of silence until the buffer that begins there wants to begin.
  private mutating func pass(marksUpTo frame: Int64, _ observer: borrowing some DecoderObserver) -> Int {
    while let mark = marks.first, mark.position <= frame {
      switch mark.event {
      case .consumed(let buffer): observer.didConsume(buffer)
      case .begin(let start, let parameters):
        if let start, start - position >= 0.5 { return Int(exactly: (start - position).rounded()) ?? .max }
        observer.apply(parameters)
      }
      marks.removeFirst()
    }
    return 0
  }

  // MARK: Decoding

  /// Decodes until so many frames wait, or nothing is enqueued.
  ///
  /// - Returns: The frames that wait.
  mutating func prepare(_ frameCount: Int, _ observer: borrowing some DecoderObserver) -> Int {
    while readyFrameCount < frameCount, boundary == nil, decodeMore(observer) {}
    return readyFrameCount
  }

  /// Decodes a packet, or some frames where a packet is a frame.
  ///
  /// - Returns: Whether there was anything to do.
  private mutating func decodeMore(_ observer: borrowing some DecoderObserver) -> Bool {
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
        drain(observer)
        return true
      }
    }
    guard let entry else { return false }
    let packets = entry.buffer.packetCount(format)
    if nextPacket < packets { decode(entry.buffer, of: packets, observer) }
    if nextPacket >= packets { endEntry() }
    return true
  }

  private mutating func begin(_ next: QueueEntry) {
    entry = next
    nextPacket = 0
    toDrop = next.trimAtStart
    entryFrames = 0
    if next.startTime != nil || !next.parameters.isEmpty {
      marks.append(Mark(position: fifo.writePosition, event: .begin(start: next.startTime, next.parameters)))
    }
  }

  private mutating func endEntry() {
    guard let entry else { return }
    fifo.dropLast(min(entry.trimAtEnd, entryFrames))
    marks.append(Mark(position: fifo.writePosition, event: .consumed(entry.buffer)))
    self.entry = nil
  }

  private mutating func decode(_ buffer: QueueBuffer, of packets: Int, _ observer: borrowing some DecoderObserver) {
    let isConstant = format.bytesPerPacket > 0
    let count = isConstant ? min(packets - nextPacket, format.framesPerPacket <= 1 ? 2048 : 1) : 1
    let first = nextPacket
    nextPacket += count
    let place =
      isConstant
      ? PacketDescription(startOffset: first * format.bytesPerPacket, byteCount: count * format.bytesPerPacket)
      : buffer.descriptions[first]
    do throws(Status) {
      try buffer.withBytes(place.startOffset..<(place.startOffset + place.byteCount)) { (bytes) throws(Status) in
        let packet = bytes.extracting((isConstant ? 0 : format.framingByteCount(bytes))...)
        let described: [1 of PacketDescription] = [
          PacketDescription(startOffset: 0, byteCount: packet.count, frameCount: place.frameCount)
        ]
        try take(packet, isConstant ? Span() : described.span)
      }
    } catch {
      // What cannot be decoded is silent for as long as it would have lasted.
      fail(error.code, observer)
      let lasting = place.frameCount > 0 ? place.frameCount : count * format.framesPerPacket
      let dropped = min(toDrop, lasting)
      toDrop -= dropped
      let silence = min(lasting - dropped, 1 << 16)
      fifo.appendSilence(silence)
      entryFrames += silence
    }
  }

  /// Decodes bytes and takes the frames over.
  private mutating func take(_ bytes: Span<UInt8>, _ descriptions: Span<PacketDescription>) throws(Status) {
    var (batch, status) = try converter.convert(bytes, descriptions: descriptions, packetCount: Self.runLength)
    append(batch.bytes.span)
    converter.reuse(batch)
    while case .filled = status {
      (batch, status) = try converter.convert(Span(), packetCount: Self.runLength)
      append(batch.bytes.span)
      converter.reuse(batch)
    }
  }

  /// Takes over what the decoder still owes.
  private mutating func drain(_ observer: borrowing some DecoderObserver) {
    toDrop = 0
    do throws(Status) {
      var status = FillStatus.filled
      while case .filled = status {
        let batch: PacketBatch
        (batch, status) = try converter.finish(packetCount: Self.runLength)
        append(batch.bytes.span)
        converter.reuse(batch)
      }
    } catch {
      // Without its cookie there is no decoder, which owes nothing then.
      if converter.decoded != nil { fail(error.code, observer) }
    }
  }

  private static var runLength: Int { 4096 }

  private mutating func append(_ bytes: Span<UInt8>) {
    let frames = bytes.count / (4 * channelCount)
    let dropped = min(toDrop, frames)
    toDrop -= dropped
    fifo.append(bytes, frameCount: frames, dropped..<frames)
    entryFrames += frames - dropped
  }

  private mutating func fail(_ code: OSStatus, _ observer: borrowing some DecoderObserver) {
    error = code
    observer.didFail()
  }

  // MARK: Boundaries

  /// Goes beyond the flush or end that was reached: decoding begins anew.
  ///
  /// - Returns: Whether it was the end.
  mutating func passBoundary() -> Bool {
    defer { boundary = nil }
    converter.reset()
    if case .end = boundary { return true }
    return false
  }

  /// Forgets everything, the list included.
  ///
  /// - Returns: The buffers that go back to the program, in the order in which they were enqueued.
  mutating func reset() -> [QueueBuffer] {
    var buffers: [QueueBuffer] = []
    for mark in marks { if case .consumed(let buffer) = mark.event { buffers.append(buffer) } }
    if let entry { buffers.append(entry.buffer) }
    buffers += list.removeAll()
    marks.removeAll(keepingCapacity: true)
    fifo.removeAll()
    (entry, boundary, nextPacket, toDrop) = (nil, nil, 0, 0)
    converter.reset()
    return buffers
  }
}

/// Who wants to know what a decoder comes across.
protocol DecoderObserver {
  /// A buffer begins that has parameters.
  func apply(_ parameters: [AudioQueueParameterEvent])
  /// The last frame of a buffer has been read.
  func didConsume(_ buffer: QueueBuffer)
  /// A packet could not be decoded.
  func didFail()
}
