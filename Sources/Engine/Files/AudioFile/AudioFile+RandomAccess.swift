public import AudioBase

extension AudioFile {
  /// True if decoding cannot begin at every packet: `kAudioFilePropertyRestrictsRandomAccess`.
  ///
  /// This holds for formats whose packets are predicted from earlier ones, and where the container marks some of the
  /// first packets as not independent.
  public var restrictsRandomAccess: Bool {
    get throws(ContainerError) {
      guard info.format.formatID != "usac" else { return true }
      guard case .reading(let input) = state, !info.format.hasConstantPackets else { return false }
      return try input.load(0) && input.batch.timings.contains { !$0.isSync }
    }
  }

  /// Returns the number of packets that must be decoded and discarded before this one after a seek:
  /// `kAudioFilePropertyPacketToRollDistance`.
  ///
  /// The container's number, or else the codec's.
  public func rollDistance(ofPacket packet: Int64) throws(ContainerError) -> Int {
    guard packet >= 0 else { throw Self.noSuchPacket(info) }
    let wanted: Int
    if let stated = info.rollDistance {
      wanted = Int(min(stated.magnitude, 1 << 16))
    } else if case .reading(let input) = state {
      wanted = input.codecPreroll
    } else {
      wanted = 0
    }
    return Int(min(Int64(wanted), packet))
  }

  /// Returns the nearest packet before this one at which decoding can begin:
  /// `kAudioFilePropertyPreviousIndependentPacket`. `nil` if there is none. For a packet far beyond the end it is
  /// the last such packet of the track.
  public func independentPacket(before packet: Int64) throws(ContainerError) -> Int64? {
    guard packet > 0 else { return nil }
    var candidate = min(packet, try endOfPackets(near: packet)) - 1
    guard candidate >= 0, try restrictsRandomAccess else { return candidate < 0 ? nil : candidate }
    let input = try reading()
    while candidate > 0 {
      // A stretch at a time, so that each is read once.
      let start = max(0, candidate - 255)
      var found: Int64?
      for number in start...candidate {
        guard try input.load(number) else { break }
        if input.isIndependent(number) { found = number }
      }
      if let found { return found }
      candidate = start - 1
    }
    return candidate == 0 ? 0 : nil
  }

  /// Returns the packet at which decoding must begin to reach a packet: the last packet up to it at which the decoder
  /// can begin, or the first packet.
  package func entry(upTo packet: Int64) throws(ContainerError) -> Int64 {
    guard case .reading(let input) = state, input.entryTest != nil else { return packet }
    return try independentPacket(before: packet + 1) ?? 0
  }

  /// Returns the number of packets, or, if the given packet exists, the number up to it: packets are counted only if
  /// neither the headers state their number nor the preceding packet can be read.
  private func endOfPackets(near packet: Int64) throws(ContainerError) -> Int64 {
    if let count = info.packetCount { return count }
    if case .reading(let input) = state, try input.load(packet - 1) { return packet }
    return try packetCount
  }

  /// Returns the nearest packet after this one at which decoding can begin: `kAudioFilePropertyNextIndependentPacket`.
  /// `nil` if there is none.
  public func independentPacket(after packet: Int64) throws(ContainerError) -> Int64? {
    guard packet < Int64.max, packet < (info.packetCount ?? Int64.max) else { return nil }
    var candidate = max(-1, packet) + 1
    let isRestricted = try restrictsRandomAccess
    if !isRestricted, let count = info.packetCount { return candidate < count ? candidate : nil }
    let input = try reading()
    while try input.load(candidate) {
      if !isRestricted || input.isIndependent(candidate) { return candidate }
      candidate += 1
    }
    return nil
  }

  /// Returns true if decoding can begin at a packet, and the number of packets to decode before it sounds right:
  /// `kAudioFilePropertyPacketToDependencyInfo`.
  public func dependency(
    ofPacket packet: Int64
  ) throws(ContainerError) -> (isIndependent: Bool, prerollPacketCount: Int) {
    let distance = try rollDistance(ofPacket: packet)
    guard try restrictsRandomAccess else { return (true, distance) }
    let input = try reading()
    guard try input.load(packet) else { throw Self.noSuchPacket(info) }
    return (input.isIndependent(packet), distance)
  }
}

extension AudioFileInput {
  /// Returns true if decoding can begin at a packet of the batch, according to the codec or to the container.
  fileprivate func isIndependent(_ packet: Int64) -> Bool {
    let index = Int(packet - batch.firstPacket)
    if let entryTest, batch.descriptions.indices.contains(index) {
      let bytes = Array(batch.packet(index))
      return entryTest(bytes.span)
    }
    return batch.timings.indices.contains(index) ? batch.timings[index].isSync : packet == 0
  }

  /// The number of packets of pre-roll that the decoder asks for.
  fileprivate var codecPreroll: Int {
    guard let codec else {
      // A frame of layer III may begin in the bit reservoir, up to 511 bytes before it: nine of the smallest frames.
      return info.format.formatID == ".mp3" ? 9 : 0
    }
    do throws(CodecError) {
      let decoder = try codec.makeDecoder(CodedStream(of: info))
      return decoder.prerollPacketCount
    } catch {
      return 0
    }
  }
}
