import AudioBase

/// A reader over a ``StreamBuffer``, which moves on by steps that either have all their bytes or leave no trace.
struct StreamReading {
  /// The result of a step.
  enum Outcome {
    case packets
    case needsBytes
    case end
  }

  let buffer: StreamBuffer
  private let limits: ResourceLimits
  private(set) var reader: any ContainerReader
  private(set) var gate: RetryGate
  /// The track that packets are read from, `nil` if there is none.
  var trackIndex: Int?
  /// The packet that the next step begins with.
  private(set) var nextPacket: Int64 = 0
  /// The number of the stream that the last packets are of.
  private(set) var streamNumber = 0
  /// The position at which the reader has to find the next frame by searching.
  private var resynchronization: (offset: Int64, packet: Int64)?
  /// The packets and bytes delivered so far.
  private(set) var delivered = StreamCounts()

  /// Opens a stream, or returns `nil` while bytes of its header are missing.
  init?(
    _ container: ContainerDescriptor, _ buffer: StreamBuffer, limits: ResourceLimits, gate: inout RetryGate
  ) throws(ContainerError) {
    guard let open = container.open, gate.allowsStep(buffer) else { return nil }
    buffer.beginStep()
    var opened: (any ContainerReader)?
    var failure: ContainerError?
    do throws(ContainerError) { opened = try open(buffer, limits) } catch { failure = error }
    if let needed = buffer.starvedUpTo {
      gate.noteStarvation(buffer)
      guard needed <= Int64(limits.streamHeadByteCount) else {
        throw ContainerError(.limitExceeded, "the header of the stream is longer than the limit", at: 0)
      }
      return nil
    }
    if let failure { throw failure }
    guard let opened else { return nil }
    gate.reset()
    reader = opened
    self.buffer = buffer
    self.limits = limits
    self.gate = gate
    let tracks = opened.tracks
    trackIndex = tracks.firstIndex { $0.mediaKind == .audio } ?? (tracks.isEmpty ? nil : 0)
    buffer.pinHead(upTo: tracks.first?.dataOffset ?? 0)
    buffer.forget(before: opened.lowestNeededOffset)
  }

  mutating func noteArrival(_ byteCount: Int) { gate.noteArrival(byteCount) }

  /// Runs a step on the reader; where bytes were missing the reader is as before, and `nil` is returned.
  private mutating func attempt<Value>(
    _ step: (inout any ContainerReader) throws(ContainerError) -> Value
  ) throws(ContainerError) -> Value? {
    let saved = reader
    buffer.beginStep()
    var failure: ContainerError?
    var value: Value?
    do throws(ContainerError) { value = try step(&reader) } catch { failure = error }
    if buffer.starvedUpTo != nil {
      reader = saved
      return nil
    }
    if buffer.hasMissedForgotten {
      reader = saved
      throw ContainerError(.invalidState, "bytes are wanted that were passed over", at: buffer.readableEnd)
    }
    if let failure { throw failure }
    return value
  }

  /// Fills the batch with packets whose bytes have arrived.
  mutating func read(into batch: inout PacketBatch) throws(ContainerError) -> Outcome {
    batch.removeAll(nextPacket: nextPacket)
    guard let track = trackIndex else { return .end }
    guard gate.allowsStep(buffer) else { return .needsBytes }
    let available = max(0, buffer.readableEnd - max(0, reader.lowestNeededOffset))
    var goal = min(batch.maximumPacketCount, packetsWithin(available))
    while true {
      let target = max(1, min(batch.targetByteCount, Int(clamping: available)))
      var part = PacketBatch(maximumPacketCount: goal, targetByteCount: target)
      part.exchangeStorage(with: &batch)
      let place = resynchronization
      defer { part.exchangeStorage(with: &batch) }
      let found = try attempt { (reader) throws(ContainerError) -> Bool in
        if let place { try reader.resynchronize(atOffset: place.offset, asPacket: place.packet) }
        return try reader.readPackets(ofTrack: track, into: &part)
      }
      if let found {
        guard found, part.count > 0 else { return .end }
        resynchronization = nil
        streamNumber = part.streamNumber
        note(part, stream(ofTrack: track)?.format ?? reader.tracks[track].format)
        return .packets
      }
      if goal == 1 {
        try wait()
        part.removeAll(nextPacket: nextPacket)
        return .needsBytes
      }
      gate.noteWaste(buffer)
      // The number of packets that a step had complete before it met the end limits the next step.
      goal = (1..<goal).contains(part.count) ? part.count : goal / 2
    }
  }

  /// Returns the stream of the last packets, if it is not the first stream of the track.
  func stream(ofTrack track: Int) -> CodedStream? { reader.streamChanges(ofTrack: track).stream(streamNumber) }

  /// Returns the number of packets that `byteCount` bytes should hold, by the average so far.
  private func packetsWithin(_ byteCount: Int64) -> Int {
    guard let average = delivered.averageBytesPerDescription else { return 1 }
    return max(1, Int(min(Double(byteCount) / average, 1_000_000)))
  }

  private mutating func wait() throws(ContainerError) {
    gate.noteStarvation(buffer)
    let start = max(0, min(reader.lowestNeededOffset, buffer.arrivedEnd))
    let needed = (buffer.starvedUpTo ?? 0).subtractingReportingOverflow(max(start, 0))
    // Bytes that the reader steps over are not held, however many they are.
    guard needed.partialValue <= Int64(limits.streamHeadByteCount) || reader.lowestNeededOffset > buffer.arrivedEnd
    else {
      throw ContainerError(.limitExceeded, "packets lie further apart than the limit", at: start)
    }
  }

  private mutating func note(_ part: PacketBatch, _ format: StreamFormat) {
    gate.reset()
    delivered.add(part, format)
    nextPacket = part.firstPacket + StreamCounts.packets(of: part, format)
    buffer.forget(before: reader.lowestNeededOffset)
  }
}

extension StreamReading {
  /// Checks that packets can be found after a gap.
  func checkRecovery() throws(ContainerError) {
    var trial = self
    let (offset, packet) = (buffer.arrivedEnd, nextPacket)
    do throws(ContainerError) {
      _ = try trial.attempt { (reader) throws(ContainerError) in
        try reader.resynchronize(atOffset: offset, asPacket: packet)
      }
    } catch {
      if error.kind == .unsupported {
        throw ContainerError(.invalidState, "a stream of this format cannot recover from a gap", at: offset)
      }
    }
  }

  /// Continues after the first gap, and returns true if there was one.
  mutating func passGap() -> Bool {
    guard let offset = buffer.passGap() else { return false }
    resynchronization = (offset, nextPacket)
    delivered.leap()
    gate.reset()
    buffer.forget(before: offset)
    return true
  }

  /// Finds a position by the header of the stream; `nil` if the header does not state it.
  func locate(_ target: PacketTarget) throws(ContainerError) -> PacketPosition? {
    guard let track = trackIndex else { return nil }
    var trial = self
    do throws(ContainerError) {
      return try trial.attempt { (reader) throws(ContainerError) in try reader.locate(target, ofTrack: track) } ?? nil
    } catch {
      if buffer.hasMissedForgotten { return nil }
      throw error
    }
  }

  /// Prepares for bytes from `offset` on, which hold packet `packet` if `isExact`, or something near it.
  mutating func seek(toPacket packet: Int64, at offset: Int64, isExact: Bool) throws(ContainerError) {
    resynchronization = (offset, packet)
    if isExact, let track = trackIndex {
      let hasMoved = try? attempt { (reader) throws(ContainerError) in
        try reader.seek(toPacket: packet, ofTrack: track)
        return true
      }
      // A reader that would have to walk there searches for the frame itself.
      if hasMoved == true { resynchronization = nil }
    }
    if resynchronization != nil {
      do throws(ContainerError) { try checkRecovery() } catch {
        resynchronization = nil
        throw ContainerError(.unsupported, "packets of this stream can only be read in order", at: offset)
      }
    }
    nextPacket = packet
    delivered.leap()
    gate.reset()
    buffer.restart(at: offset)
  }
}

extension PacketBatch {
  /// Hands the memory of two batches over to each other.
  fileprivate mutating func exchangeStorage(with other: inout PacketBatch) {
    swap(&bytes, &other.bytes)
    swap(&descriptions, &other.descriptions)
    swap(&fileOffsets, &other.fileOffsets)
    swap(&timings, &other.timings)
    swap(&firstPacket, &other.firstPacket)
    swap(&streamNumber, &other.streamNumber)
  }
}
