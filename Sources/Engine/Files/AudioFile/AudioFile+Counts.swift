public import AudioBase

extension AudioFile {
  /// The number of bytes of all packets: `kAudioFilePropertyAudioDataByteCount`. Walks the packets if the headers do
  /// not state it.
  public var audioDataByteCount: Int64 {
    get throws(ContainerError) {
      if let count = info.audioByteCount { return count }
      return try reading().scan().byteCount
    }
  }

  /// The exact number of packets: `kAudioFilePropertyAudioDataPacketCount`. Walks the packets if the headers do not
  /// state it.
  public var packetCount: Int64 {
    get throws(ContainerError) {
      if let count = info.packetCount { return count }
      return try reading().scan().packetCount
    }
  }

  /// The exact size of the largest packet, in bytes: `kAudioFilePropertyMaximumPacketSize`. Walks the packets if the
  /// headers do not state it.
  public var maximumPacketSize: Int {
    get throws(ContainerError) {
      if let size = info.maximumPacketSize { return size }
      if info.format.bytesPerPacket > 0 { return info.format.bytesPerPacket }
      return try reading().scan().maximumPacketSize
    }
  }

  /// An upper bound of the size of packets, in bytes: `kAudioFilePropertyPacketSizeUpperBound`. Never reads packets.
  ///
  /// The bound in the headers; where they state none, the bound of the data format (6144 bits per channel in AAC, the
  /// largest frame of each layer in MPEG audio, the size of the samples with some room in lossless formats), and at
  /// last the limit that readers set to packets.
  public var packetSizeUpperBound: Int {
    info.packetSizeUpperBound ?? info.maximumPacketSize ?? info.format.packetSizeUpperBound
      ?? options.limits.packetByteCount
  }

  /// The number of bytes from the start of the file to the first packet: `kAudioFilePropertyDataOffset`.
  public var dataOffset: Int64 { info.dataOffset }

  /// The range of frames that is the recording, at the rate `PacketTable.timescale`:
  /// `kAudioFilePropertyPacketTableInfo`. `nil` if the file does not state it.
  public var packetTable: PacketTable? { info.packetTable }

  /// Sets the range of frames that is the recording.
  ///
  /// - Throws: `ErrorKind.unsupported` if the file type has no place for it.
  public func setPacketTable(_ table: PacketTable) throws(AudioError) { try writing().setPacketTable(table) }

  /// The duration in seconds: `kAudioFilePropertyEstimatedDuration`. It covers the recording if the file marks it,
  /// otherwise all packets; it is estimated by the bit rate if they have not been counted; `nil` if nothing states
  /// it.
  public var estimatedDuration: Double? {
    let info = info
    if let table = info.packetTable, table.timescale > 0, table.validFrames >= 0 {
      return Double(table.validFrames) / table.timescale
    }
    return info.duration ?? countedDuration(info) ?? durationByBitRate(info)
  }

  /// The bit rate in bits/s: `kAudioFilePropertyBitRate`. Measured over all packets and rounded if the headers state
  /// their size and duration; otherwise ``nominalBitRate``.
  public var bitRate: Int? {
    let info = info
    guard let bytes = info.audioByteCount, let seconds = countedDuration(info) ?? info.duration, seconds > 0 else {
      return nominalBitRate
    }
    return Int(exactly: (Double(bytes) * 8 / seconds).rounded()) ?? nominalBitRate
  }

  /// The bit rate in bits/s that the container states or that linear PCM has; otherwise `nil`.
  public var nominalBitRate: Int? {
    let format = info.format
    if let stated = info.bitRate { return stated }
    guard format.hasConstantPackets else { return nil }
    let packetsPerSecond = format.sampleRate / Double(format.framesPerPacket)
    return Int(exactly: (packetsPerSecond * Double(format.bytesPerPacket) * 8).rounded())
  }

  /// Sets the seconds for which a new file reserves room in its header: `kAudioFilePropertyReserveDuration`. Call
  /// before the first packet.
  ///
  /// - Throws: `ErrorKind.invalidState` after the first packet, or where packets have no constant duration.
  public func setReserveDuration(_ seconds: Double) throws(AudioError) {
    let format = info.format
    let packets = seconds * format.sampleRate / Double(max(1, format.framesPerPacket))
    guard seconds >= 0, packets.isFinite, packets < 0x1p40, format.framesPerPacket > 0 else {
      throw AudioError(ContainerError(.invalidState, "room is reserved for a duration of whole packets", at: 0))
    }
    let count = Int64(packets.rounded(.up))
    try writing().changeSettings { settings in
      settings.expectedPacketCount = count
      if format.bytesPerPacket > 0, format.bytesPerPacket < 1 << 20 {
        settings.expectedByteCount = count * Int64(format.bytesPerPacket)
      }
    }
  }

  /// The seconds set by ``setReserveDuration(_:)``, or 0.
  public var reserveDuration: Double {
    guard case .writing(let output) = state, let packets = output.settings.expectedPacketCount,
      output.settings.format.sampleRate > 0
    else { return 0 }
    return Double(packets) * Double(output.settings.format.framesPerPacket) / output.settings.format.sampleRate
  }

  private func countedDuration(_ info: TrackInfo) -> Double? {
    guard let packets = info.packetCount, info.format.framesPerPacket > 0, info.format.sampleRate > 0 else {
      return nil
    }
    // Where packets may differ in duration the container's own sum is better.
    if !info.format.hasConstantPackets, let duration = info.duration, info.packetTable == nil { return duration }
    return Double(packets) * Double(info.format.framesPerPacket) / info.format.sampleRate
  }

  private func durationByBitRate(_ info: TrackInfo) -> Double? {
    guard case .reading(let input) = state, let rate = nominalBitRate, rate > 0 else { return nil }
    guard let bytes = info.audioByteCount ?? input.source.byteCount.map({ max(0, $0 - info.dataOffset) }) else {
      return nil
    }
    return Double(bytes) * 8 / Double(rate)
  }
}
