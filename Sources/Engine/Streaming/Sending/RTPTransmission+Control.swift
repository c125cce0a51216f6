public import RTPPayloads

extension RTPTransmission {
  /// Returns the report that is due: a compound packet of RTCP, protected if the stream is protected.
  ///
  /// - Parameters:
  ///   - time: The time of day.
  ///   - frame: The frame of the stream that this moment stands for.
  /// - Returns: `nil` if the key is used up.
  public mutating func controlPacket(time: NetworkTime, frame: Int64) -> [UInt8]? {
    var bytes: [UInt8] = []
    senderReport(time: time, frame: frame).write(to: &bytes)
    let name = ControlPacket.SourceDescription(source: account.source, canonicalName: settings.canonicalName)
    ControlPacket.description([name]).write(to: &bytes)
    if own.isFarewellDue { ControlPacket.goodbye(sources: own.takeAbandoned(), reason: "").write(to: &bytes) }
    return protectedControl(bytes)
  }

  /// Returns the packet that reports that the sender leaves.
  ///
  /// - Parameters:
  ///   - time: The time of day.
  ///   - frame: The frame of the stream that this moment stands for.
  /// - Returns: `nil` if the key is used up.
  public mutating func goodbye(time: NetworkTime, frame: Int64) -> [UInt8]? {
    var bytes: [UInt8] = []
    senderReport(time: time, frame: frame).write(to: &bytes)
    ControlPacket.goodbye(sources: [account.source] + own.takeAbandoned(), reason: "").write(to: &bytes)
    return protectedControl(bytes)
  }

  private func senderReport(time: NetworkTime, frame: Int64) -> ControlPacket {
    var report = ControlPacket.SenderReport(
      source: account.source, time: time, timestamp: timestamp(ofFrame: frame))
    report.packetCount = UInt32(truncatingIfNeeded: account.packetCount - countsBefore.packets)
    report.byteCount = UInt32(truncatingIfNeeded: account.byteCount - countsBefore.bytes)
    return .senderReport(report)
  }

  private mutating func protectedControl(_ bytes: consuming [UInt8]) -> [UInt8]? {
    do throws(SRTPFailure) { try protection?.protectControl(&bytes) } catch { return nil }
    return bytes
  }

  /// Processes an RTCP datagram from a receiver: its last report, and the round-trip time from it.
  ///
  /// - Parameters:
  ///   - datagram: The datagram.
  ///   - time: The time of day of its arrival.
  ///   - arrival: The same in nanoseconds of a clock that never goes backwards.
  ///   - origin: A number for the address that it came from, requested where the sender's own SSRC is met.
  public mutating func receiveControl(
    _ datagram: consuming [UInt8], time: NetworkTime, arrival: Int64 = 0, from origin: @autoclosure () -> Int = 0
  ) {
    do throws(SRTPFailure) {
      try reportProtection?.unprotectControl(&datagram)
    } catch {
      account.droppedReports.note(error)
      return
    }
    guard let packets = try? ControlPacket.parse(datagram.span) else {
      account.droppedReports.malformed += 1
      return
    }
    if packets.contains(where: { $0.speakers.contains(own.number) }) { meetOwnSource(from: origin(), at: arrival) }
    for packet in packets {
      let blocks: [ReportBlock] =
        switch packet {
        case .receiverReport(_, let blocks): blocks
        case .senderReport(let report): report.blocks
        case .description, .goodbye, .other: []
        }
      for block in blocks where block.source == account.source {
        account.receiver = block
        account.roundTrip = NetworkTime.roundTrip(arrival: time, block: block) ?? account.roundTrip
      }
    }
  }
}
