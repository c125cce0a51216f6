public import AudioBase

extension AudioFile {
  /// Writes packets and returns their number: `AudioFileWritePackets`.
  ///
  /// Packets are added after the last one. If all packets are alike, earlier ones can also be replaced.
  ///
  /// - Parameters:
  ///   - bytes: Whole packets.
  ///   - descriptions: One a packet, offsets relative to `bytes`; empty if all packets are alike.
  ///   - packet: The number of the first one; `nil` for the one after the last.
  /// - Throws: `ErrorKind.invalidState` if packets would be left out or be cut, `ErrorKind.unsupported` where
  ///   written packets cannot be replaced, or the error of the writer. After a failure of the disk all further writes
  ///   fail, and the data written before stays unchanged.
  @discardableResult
  public func writePackets(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription> = Span(), startingAt packet: Int64? = nil
  ) throws(AudioError) -> Int {
    let output = try writing()
    let format = output.settings.format
    let start = packet ?? output.packetCount
    guard start >= 0, start <= output.packetCount else {
      throw AudioError(ContainerError(.invalidState, "packets are written without gaps", at: output.sink.byteCount))
    }
    if format.hasConstantPackets {
      let size = format.bytesPerPacket
      guard bytes.count % size == 0 else {
        throw AudioError(ContainerError(.invalidState, "only whole packets are written", at: output.sink.byteCount))
      }
      try write(bytes, at: start * Int64(size), to: output)
      return bytes.count / size
    }
    guard start == output.packetCount else {
      throw AudioError(
        ContainerError(
          .unsupported, "packets of different sizes cannot be replaced once written", at: output.sink.byteCount))
    }
    try check(descriptions, byteCount: bytes.count, of: output)
    try output.append(bytes, descriptions: descriptions)
    return descriptions.count
  }

  /// Writes bytes of audio, if all packets have one size: `AudioFileWriteBytes`.
  ///
  /// - Parameters:
  ///   - bytes: Whole packets if they are added after the last packet; replacements of earlier bytes may be partial.
  ///   - offset: The number of bytes from the first byte of audio, at most as many as exist.
  public func writeBytes(_ bytes: Span<UInt8>, at offset: Int64) throws(AudioError) {
    let output = try writing()
    guard output.settings.format.hasConstantPackets else {
      throw AudioError(
        ContainerError(
          .unsupported, "bytes are written only where all packets are alike", at: output.sink.byteCount))
    }
    guard offset >= 0, offset <= output.byteCount else {
      throw AudioError(ContainerError(.invalidState, "audio is written without gaps", at: output.sink.byteCount))
    }
    try write(bytes, at: offset, to: output)
  }

  /// Updates sizes and counts in the headers, so that other programs can read the packets written so far.
  public func updateHeaders() throws(AudioError) { try writing().updateHeaders() }

  /// The policy for updating sizes in headers: `kAudioFilePropertyDeferSizeUpdates`. It does not matter for files that
  /// are only read.
  public var sizeUpdates: SizeUpdatePolicy {
    get { if case .writing(let output) = state { output.sizeUpdates } else { .deferred } }
    set { if case .writing(let output) = state { output.sizeUpdates = newValue } }
  }

  /// Overwrites the existing bytes and appends those beyond the end.
  private func write(
    _ bytes: Span<UInt8>, at offset: Int64, to output: AudioFileOutput
  ) throws(AudioError) {
    let replaced = max(0, Int(min(Int64(bytes.count), output.byteCount - offset)))
    let added = bytes.extracting(replaced..<bytes.count)
    guard added.count % output.settings.format.bytesPerPacket == 0 else {
      throw AudioError(ContainerError(.invalidState, "only whole packets are added", at: output.sink.byteCount))
    }
    if replaced > 0 { try output.overwrite(bytes.extracting(0..<replaced), at: offset) }
    if !added.isEmpty || replaced == 0 { try output.append(added, descriptions: Span()) }
  }

  /// Checks that every packet is within the bytes, so that no writer reads beyond them.
  private func check(
    _ descriptions: Span<PacketDescription>, byteCount: Int, of output: AudioFileOutput
  ) throws(AudioError) {
    guard !descriptions.isEmpty || byteCount == 0 else {
      throw AudioError(
        ContainerError(.invalidState, "packets of different sizes need descriptions", at: output.sink.byteCount))
    }
    for index in descriptions.indices {
      let packet = descriptions[index]
      guard packet.startOffset >= 0, packet.byteCount >= 0, packet.frameCount >= 0, packet.startOffset <= byteCount,
        packet.byteCount <= byteCount - packet.startOffset
      else {
        throw AudioError(
          ContainerError(
            .invalidState, "a packet lies within the bytes that are written", at: output.sink.byteCount))
      }
    }
  }
}
