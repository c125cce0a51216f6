public import AudioBase

/// The result of one reading call.
public struct PacketsRead: Hashable, Sendable, BitwiseCopyable {
  /// The number of whole packets; 0 at the end of the track.
  public var packetCount = 0
  /// The number of bytes of these packets.
  public var byteCount = 0

  /// Creates counts of 0.
  public init() {}
}

extension AudioFile {
  /// Reads as many whole packets as the buffer holds, up to `count`: `AudioFileReadPacketData`.
  ///
  /// A call that continues at the end of the last one neither seeks nor allocates. A file has one format here: packets
  /// of another stream, to which that of an ADTS, LOAS, MP3 or MP4 file may change, are refused.
  ///
  /// - Parameters:
  ///   - packet: The first packet.
  ///   - count: The largest number of packets that are read.
  ///   - bytes: Filled from its start on with the packets, one after the other.
  ///   - descriptions: Filled with one description per packet, offsets relative to `bytes`. It bounds the number of
  ///     packets unless it is empty, which means that no descriptions are requested.
  /// - Returns: Nothing at the end of the track.
  /// - Throws: `ErrorKind.invalidState` if the buffer is too small even for the first packet;
  ///   `ErrorKind.unsupported` if the packet belongs to another stream than ``dataFormat`` describes; the error of
  ///   the container or its source, after the preceding packets have been returned.
  public func readPacketData(
    from packet: Int64, count: Int, into bytes: inout MutableSpan<UInt8>,
    descriptions: inout MutableSpan<PacketDescription>
  ) throws(ContainerError) -> PacketsRead {
    let input = try reading()
    let read = try readPacketData(ofAnyStreamFrom: packet, count: count, into: &bytes, descriptions: &descriptions)
    try input.checkStream()
    return read
  }

  /// Reads packets like ``readPacketData(from:count:into:descriptions:)``, of any stream, up to the next change of
  /// stream; ``streamOfLastRead`` is their stream.
  package func readPacketData(
    ofAnyStreamFrom packet: Int64, count: Int, into bytes: inout MutableSpan<UInt8>,
    descriptions: inout MutableSpan<PacketDescription>
  ) throws(ContainerError) -> PacketsRead {
    let input = try reading()
    let (read, isFull) = try input.read(from: packet, count: count, into: &bytes, descriptions: &descriptions)
    guard read.packetCount > 0 || !isFull else {
      throw ContainerError(.invalidState, "the buffer is smaller than the packet", at: info.dataOffset)
    }
    return read
  }

  /// Reads as many packets as requested; fewer only at the end of the track or at a change of stream:
  /// `AudioFileReadPackets`.
  ///
  /// The buffer must hold them. One of `count` × ``packetSizeUpperBound`` bytes always does.
  ///
  /// - Throws: `ErrorKind.invalidState` if the buffer does not hold them; the next call may read them again.
  public func readPackets(
    from packet: Int64, count: Int, into bytes: inout MutableSpan<UInt8>,
    descriptions: inout MutableSpan<PacketDescription>
  ) throws(ContainerError) -> PacketsRead {
    let input = try reading()
    let (read, isFull) = try input.read(from: packet, count: count, into: &bytes, descriptions: &descriptions)
    guard !isFull else {
      throw ContainerError(.invalidState, "the buffer does not hold so many packets", at: info.dataOffset)
    }
    try input.checkStream()
    return read
  }

  /// Reads packets without their descriptions, like ``readPacketData(from:count:into:descriptions:)``.
  public func readPacketData(
    from packet: Int64, count: Int, into bytes: inout MutableSpan<UInt8>
  ) throws(ContainerError) -> PacketsRead {
    var none = MutableSpan<PacketDescription>()
    return try readPacketData(from: packet, count: count, into: &bytes, descriptions: &none)
  }
}

extension AudioFileInput {
  /// Reads packets until there are `count`, the track ends or the next one does not fit; the second value is true if
  /// the next packet does not fit.
  func read(
    from packet: Int64, count: Int, into bytes: inout MutableSpan<UInt8>,
    descriptions: inout MutableSpan<PacketDescription>
  ) throws(ContainerError) -> (PacketsRead, isFull: Bool) {
    let wanted = descriptions.isEmpty ? count : min(count, descriptions.count)
    var read = PacketsRead()
    var isFull = false
    do throws(ContainerError) {
      while read.packetCount < wanted, !isFull, try load(packet + Int64(read.packetCount)) {
        if read.packetCount == 0 { streamOfLastRead = batch.streamNumber }
        guard batch.streamNumber == streamOfLastRead else { break }
        let first = Int(packet - batch.firstPacket) + read.packetCount
        let present = first..<min(packetsInBatch, first + wanted - read.packetCount)
        if info.format.hasConstantPackets {
          isFull = copyConstant(present, &read, into: &bytes)
        } else {
          isFull = copyVarying(present, &read, into: &bytes, descriptions: &descriptions)
        }
      }
    } catch {
      // The packets that were read count; the failure is repeated with the next packet.
      if read.packetCount == 0 { throw error }
    }
    if info.format.hasConstantPackets, !descriptions.isEmpty { describe(read, in: &descriptions) }
    return (read, isFull)
  }

  /// Rejects packets of another stream than the file's format describes.
  func checkStream() throws(ContainerError) {
    guard streamOfLastRead == 0 else {
      throw ContainerError(
        .unsupported, "from here on packets are of another stream than the file's format describes",
        at: batch.fileOffsets.first ?? 0)
    }
  }

  /// Copies packets of a batch with equal packets; true if one does not fit.
  private func copyConstant(
    _ packets: Range<Int>, _ read: inout PacketsRead, into bytes: inout MutableSpan<UInt8>
  ) -> Bool {
    let size = info.format.bytesPerPacket
    let memory = batch.bytes
    let start = packets.lowerBound * size
    // The last packet of a track may be shorter.
    let wanted = min(packets.count * size, memory.count - start)
    let room = bytes.count - read.byteCount
    let byteCount = wanted <= room ? wanted : room / size * size
    bytes.copy(memory.span.extracting(start..<(start + byteCount)), at: read.byteCount)
    read.packetCount += (byteCount + size - 1) / size
    read.byteCount += byteCount
    return byteCount < wanted
  }

  private func describe(_ read: PacketsRead, in descriptions: inout MutableSpan<PacketDescription>) {
    let size = info.format.bytesPerPacket
    for index in 0..<read.packetCount {
      descriptions[index] = PacketDescription(
        startOffset: index * size, byteCount: min(size, read.byteCount - index * size))
    }
  }

  /// Copies packets of the batch one by one; true if one does not fit.
  private func copyVarying(
    _ packets: Range<Int>, _ read: inout PacketsRead, into bytes: inout MutableSpan<UInt8>,
    descriptions: inout MutableSpan<PacketDescription>
  ) -> Bool {
    let memory = batch.bytes
    let places = batch.descriptions
    for index in packets {
      let place = places[index]
      guard place.byteCount <= bytes.count - read.byteCount else { return true }
      let packet = memory.span.extracting(place.startOffset..<(place.startOffset + place.byteCount))
      bytes.copy(packet, at: read.byteCount)
      if !descriptions.isEmpty {
        descriptions[read.packetCount] = PacketDescription(
          startOffset: read.byteCount, byteCount: place.byteCount, frameCount: place.frameCount)
      }
      read.packetCount += 1
      read.byteCount += place.byteCount
    }
    return false
  }
}
