import AudioBase

/// Fills a batch from a cursor: places first, then bytes, a whole stretch of the file at a time.
struct BatchFiller {
  /// The frame count of each packet.
  enum FrameCounts: Equatable {
    /// By the format's constant, or not at all.
    case none
    /// By the packet's duration, since durations differ.
    case durations
    /// A constant number of frames per packet; packets are equal and come in runs.
    case constant(frames: Int, byteCount: Int)
    /// A constant number of bytes per frame, for linear PCM whose packets differ.
    case perFrame(byteCount: Int)
  }

  let source: any ByteSource
  let limits: ResourceLimits
  let frameCounts: FrameCounts
  /// The streams of packets described by other entries of `stsd`, by the number of the entry.
  var streamNumbers: [UInt32: Int] = [:]

  /// Adds packets until the batch is full; an error that ends it early is stored in the cursor's `failure`.
  ///
  /// - Throws: The error that kept the very first packet from being read.
  func fill(_ batch: inout PacketBatch, from cursor: inout TrackCursor) throws(ContainerError) {
    do throws(ContainerError) { try place(&batch, &cursor) } catch { cursor.failure = error }
    do throws(ContainerError) { try readBytes(&batch) } catch { cursor.failure = error }
    if batch.count == 0, let failure = cursor.failure { throw failure }
  }

  private func place(_ batch: inout PacketBatch, _ cursor: inout TrackCursor) throws(ContainerError) {
    var total = 0
    var description: UInt32 = 0
    while batch.count < batch.maximumPacketCount, total < batch.targetByteCount {
      guard var packet = try cursor.next(limit: runLength(batch.targetByteCount - total)) else { return }
      if packet.otherDescription != description {
        guard batch.count == 0 else { return cursor.handBack(packet) }
        description = packet.otherDescription
        batch.streamNumber = streamNumbers[description] ?? 0
      }
      let isCut = cutAtEnd(&packet)
      try check(packet)
      batch.descriptions.append(
        PacketDescription(startOffset: total, byteCount: packet.byteCount, frameCount: frameCount(packet)))
      batch.fileOffsets.append(packet.offset)
      batch.timings.append(packet.timing)
      total += packet.byteCount
      if isCut { throw BatchFiller.isBeyondEnd(packet.offset.saturatingAdd(Int64(packet.byteCount))) }
    }
  }

  /// Returns the most packets of one run.
  private func runLength(_ room: Int) -> Int64 {
    guard case .constant(1, let byteCount) = frameCounts, byteCount > 0 else { return 1 }
    let fitting = max(1, min(room, limits.packetByteCount) / byteCount)
    return Int64(min(fitting, ConstantPacketCursor.framesPerRun))
  }

  /// Shortens a run to the packets that the file still has, and returns true if that was needed and is possible.
  private func cutAtEnd(_ packet: inout PlacedPacket) -> Bool {
    guard packet.count > 1, packet.offset >= 0, let end = source.byteCount else { return false }
    let size = Int64(packet.byteCount) / packet.count
    let fitting = size > 0 ? (end - packet.offset) / size : 0
    guard fitting > 0, fitting < packet.count else { return false }
    packet.timing.duration = packet.timing.duration / packet.count * fitting
    packet.count = fitting
    packet.byteCount = Int(fitting * size)
    return true
  }

  private func check(_ packet: PlacedPacket) throws(ContainerError) {
    guard packet.otherDescription == 0 || streamNumbers[packet.otherDescription] != nil else {
      throw ContainerError(
        .unsupported, "packets of another sample description than the track's are not read", at: packet.offset,
        in: "stsd")
    }
    guard packet.byteCount <= limits.packetByteCount else {
      throw ContainerError(.limitExceeded, "a packet is larger than the limit", at: packet.offset)
    }
    if let byteCount = source.byteCount, packet.offset.saturatingAdd(Int64(packet.byteCount)) > byteCount {
      throw BatchFiller.isBeyondEnd(packet.offset)
    }
    guard packet.offset >= 0 else {
      throw ContainerError(.malformed, "a packet lies within the file", at: 0, in: "mdat")
    }
  }

  private func frameCount(_ packet: PlacedPacket) -> Int {
    switch frameCounts {
    case .none: 0
    // Those of another stream are no frames at its rate.
    case .durations: packet.otherDescription == 0 ? Int(truncatingIfNeeded: packet.timing.duration) : 0
    case .constant(let frames, _): Int(packet.count) * frames
    case .perFrame(let byteCount): packet.byteCount / byteCount
    }
  }

  /// Reads the bytes of all placed packets; those that the source no longer holds are dropped.
  private func readBytes(_ batch: inout PacketBatch) throws(ContainerError) {
    guard let last = batch.descriptions.last else { return }
    batch.bytes.append(contentsOf: repeatElement(0, count: last.startOffset + last.byteCount))
    var first = 0
    while first < batch.count {
      let start = batch.descriptions[first].startOffset
      var next = first
      var end = start
      var fileEnd = batch.fileOffsets[first]
      while next < batch.count, batch.fileOffsets[next] == fileEnd {
        let size = batch.descriptions[next].byteCount
        end += size
        fileEnd = fileEnd.saturatingAdd(Int64(size))
        next += 1
      }
      var present = 0
      do throws(ContainerError) {
        present = try read(start..<end, at: batch.fileOffsets[first], into: &batch.bytes)
      } catch {
        cut(&batch, to: first)
        throw error
      }
      if present < end - start {
        while batch.descriptions[first].startOffset + batch.descriptions[first].byteCount <= start + present {
          first += 1
        }
        let offset = batch.fileOffsets[first]
        cut(&batch, to: first)
        throw BatchFiller.isBeyondEnd(offset)
      }
      first = next
    }
  }

  /// Drops the packets from one on.
  private func cut(_ batch: inout PacketBatch, to packet: Int) {
    batch.bytes.removeSubrange(batch.descriptions[packet].startOffset...)
    batch.descriptions.removeSubrange(packet...)
    batch.fileOffsets.removeSubrange(packet...)
    batch.timings.removeSubrange(packet...)
  }

  /// Returns the number of available bytes.
  private func read(_ range: Range<Int>, at offset: Int64, into bytes: inout [UInt8]) throws(ContainerError) -> Int {
    guard !range.isEmpty else { return 0 }
    var all = bytes.mutableSpan
    var part = all._mutatingExtracting(range)
    return try source.read(at: offset, into: &part)
  }

  private static func isBeyondEnd(_ offset: Int64) -> ContainerError {
    ContainerError(.truncated, "a packet lies within the file", at: offset, in: "mdat")
  }
}
