public import AudioBase

/// A byte position that may be an estimate: `kBytePacketTranslationFlag_IsEstimate`.
public struct BytePosition: Hashable, Sendable, BitwiseCopyable {
  /// The packet.
  public var packet: Int64
  /// The number of bytes from the first byte of audio to the packet.
  public var byteOffset: Int64
  /// The number of bytes from the packet's first byte to the requested byte; 0 if a packet was requested.
  public var byteOffsetInPacket: Int64 = 0
  /// True if the position was estimated from the average size of packets.
  public var isEstimate: Bool
}

extension AudioFile {
  /// Returns the offset of a packet: `kAudioFilePropertyPacketToByte`.
  ///
  /// Exact if a table or a constant size gives it; otherwise an estimate by the average size of packets, without
  /// reading any.
  public func byte(ofPacket packet: Int64) throws(ContainerError) -> BytePosition {
    let info = info
    guard packet >= 0 else { throw Self.noSuchPacket(info) }
    if case .reading(let input) = state,
      let position = try input.reader.locate(.packet(packet), ofTrack: input.track)
    {
      return BytePosition(packet: packet, byteOffset: position.byteOffset - info.dataOffset, isEstimate: false)
    }
    if info.format.bytesPerPacket > 0 {
      let (offset, overflow) = packet.multipliedReportingOverflow(by: Int64(info.format.bytesPerPacket))
      guard !overflow else { throw Self.noSuchPacket(info) }
      return BytePosition(packet: packet, byteOffset: offset, isEstimate: false)
    }
    let offset = (Double(packet) * (try averageByteCount)).rounded()
    guard offset < 0x1p62 else { throw Self.noSuchPacket(info) }
    return BytePosition(packet: packet, byteOffset: Int64(offset), isEstimate: true)
  }

  /// Returns the packet that holds a byte: `kAudioFilePropertyByteToPacket`; exact or estimated like
  /// ``byte(ofPacket:)``.
  public func packet(ofByte offset: Int64) throws(ContainerError) -> BytePosition {
    let info = info
    guard offset >= 0 else { throw Self.noSuchPacket(info) }
    if info.format.hasConstantPackets {
      let size = Int64(info.format.bytesPerPacket)
      let packet = offset / size
      return BytePosition(
        packet: packet, byteOffset: packet * size, byteOffsetInPacket: offset % size, isEstimate: false)
    }
    if case .reading(let input) = state, let count = info.packetCount,
      let found = try input.lastPacket(beginningAtOrBefore: offset, among: count)
    {
      let start = found.byteOffset - info.dataOffset
      return BytePosition(
        packet: found.packet, byteOffset: start, byteOffsetInPacket: offset - start, isEstimate: false)
    }
    let average = try averageByteCount
    guard let packet = Int64(exactly: (Double(offset) / average).rounded(.down)) else { throw Self.noSuchPacket(info) }
    let start = min(offset, Int64(exactly: (Double(packet) * average).rounded()) ?? .max)
    return BytePosition(packet: packet, byteOffset: start, byteOffsetInPacket: offset - start, isEstimate: true)
  }

  /// Returns an upper bound on the bytes of these packets: `kAudioFilePropertyPacketRangeByteCountUpperBound`.
  public func byteCountUpperBound(ofPackets packets: Range<Int64>) throws(ContainerError) -> Int64 {
    guard packets.lowerBound >= 0 else { throw Self.noSuchPacket(info) }
    let count = Int64(packets.count)
    let (product, overflow) = count.multipliedReportingOverflow(by: Int64(packetSizeUpperBound))
    let bound = min(overflow ? Int64.max : product, info.audioByteCount ?? Int64.max)
    guard !info.format.hasConstantPackets, case .reading(let input) = state, !packets.isEmpty,
      let first = try input.reader.locate(.packet(packets.lowerBound), ofTrack: input.track),
      let end = try input.reader.locate(.packet(packets.upperBound), ofTrack: input.track),
      end.byteOffset > first.byteOffset, input.packetsAreInFileOrder
    else { return bound }
    return min(bound, end.byteOffset - first.byteOffset)
  }

  /// The number of bytes of an average packet, at least 1.
  private var averageByteCount: Double {
    get throws(ContainerError) {
      let info = info
      if let bytes = info.audioByteCount, let packets = info.packetCount, packets > 0 {
        // Bytes between packets, such as the headers of ADTS, count as part of them.
        return max(1, Double(max(bytes, spannedByteCount)) / Double(packets))
      }
      let format = info.format
      if let rate = nominalBitRate, rate > 0, format.sampleRate > 0, format.framesPerPacket > 0 {
        return max(1, Double(rate) / 8 * Double(format.framesPerPacket) / format.sampleRate)
      }
      let scan = try reading().scan()
      guard scan.packetCount > 0 else { throw Self.noSuchPacket(info) }
      return max(1, Double(max(scan.byteCount, spannedByteCount)) / Double(scan.packetCount))
    }
  }

  /// The number of bytes from the first packet to the end of the file, in streams without structure around the packets;
  /// otherwise 0.
  private var spannedByteCount: Int64 {
    guard case .reading(let input) = state, input.reader.chunks.isEmpty, let end = input.source.byteCount else {
      return 0
    }
    return max(0, end - info.dataOffset)
  }
}

extension AudioFileInput {
  /// Returns the last packet that begins at or before a byte of the audio, by bisection of the reader's table; `nil` if
  /// there is no table.
  fileprivate func lastPacket(
    beginningAtOrBefore offset: Int64, among count: Int64
  ) throws(ContainerError) -> PacketPosition? {
    let (wanted, overflow) = offset.addingReportingOverflow(info.dataOffset)
    guard count > 0, !overflow, packetsAreInFileOrder,
      var best = try reader.locate(.packet(0), ofTrack: track)
    else { return nil }
    var low: Int64 = 1
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      guard let position = try reader.locate(.packet(middle), ofTrack: track) else { return nil }
      if position.byteOffset <= wanted {
        best = position
        low = middle + 1
      } else {
        high = middle
      }
    }
    return best
  }

  /// True if later packets follow earlier ones in the file, judging by the first and the last.
  fileprivate var packetsAreInFileOrder: Bool { info.format.formatID != .linearPCM || reader.tracks.count == 1 }
}
