import RTPPayloads

extension RTPReception {
  /// Processes an RTCP datagram. The caller must have checked that it comes from the address of the source's packets,
  /// unless a key authenticates it.
  ///
  /// - Parameters:
  ///   - datagram: The datagram.
  ///   - arrival: The time of its arrival, in nanoseconds of the clock of the packets.
  ///   - origin: A number for the address that it came from, requested where the receiver's own SSRC is met.
  public mutating func receiveControl(
    _ datagram: consuming [UInt8], arrival: Int64, from origin: @autoclosure () -> Int = 0
  ) {
    guard datagram.count <= settings.maximumDatagramByteCount else {
      account.dropped.tooLong += 1
      return
    }
    do throws(SRTPFailure) {
      try protection?.unprotectControl(&datagram)
    } catch {
      account.dropped.note(error)
      return
    }
    guard let packets = try? ControlPacket.parse(datagram.span) else {
      account.dropped.malformed += 1
      return
    }
    if packets.contains(where: { $0.speakers.contains(own.number) }) { _ = own.meet(from: origin(), at: arrival) }
    for packet in packets {
      switch packet {
      case .senderReport(let report) where report.source == selection.current:
        statistics.noteSenderReport(report.time, arrival: arrival)
      case .description(let descriptions):
        for item in descriptions where item.source == selection.current { account.sourceName = item.canonicalName }
      case .goodbye(let sources, _):
        if let current = selection.current, sources.contains(current) { selection.noteFarewell(at: arrival) }
      case .senderReport, .receiverReport, .other: continue
      }
    }
  }

  /// Returns the report that is due, a compound RTCP packet, protected if the stream is.
  ///
  /// - Parameter now: The time, in nanoseconds of the clock of the packets.
  /// - Returns: `nil` before there is a source, and where the key is used up.
  public mutating func controlPacket(now: Int64) -> [UInt8]? {
    guard let source = selection.current else { return nil }
    var bytes: [UInt8] = []
    let block = statistics.report(source: source, now: now)
    ControlPacket.receiverReport(source: ownSource, blocks: [block]).write(to: &bytes)
    let name = ControlPacket.SourceDescription(source: ownSource, canonicalName: settings.canonicalName)
    ControlPacket.description([name]).write(to: &bytes)
    if own.isFarewellDue { ControlPacket.goodbye(sources: own.takeAbandoned(), reason: "").write(to: &bytes) }
    return protectedControl(bytes)
  }

  /// Returns the packet that reports that the receiver leaves.
  public mutating func goodbye(now: Int64) -> [UInt8]? {
    var bytes: [UInt8] = []
    let blocks = selection.current.map { [statistics.report(source: $0, now: now)] } ?? []
    ControlPacket.receiverReport(source: ownSource, blocks: blocks).write(to: &bytes)
    ControlPacket.goodbye(sources: [ownSource] + own.takeAbandoned(), reason: "").write(to: &bytes)
    return protectedControl(bytes)
  }

  private mutating func protectedControl(_ bytes: consuming [UInt8]) -> [UInt8]? {
    do throws(SRTPFailure) { try reportProtection?.protectControl(&bytes) } catch { return nil }
    return bytes
  }
}
