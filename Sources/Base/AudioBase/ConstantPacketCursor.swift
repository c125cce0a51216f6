/// Reads packets that are all alike, one after the other: linear PCM, G.711, IMA4, MS ADPCM.
///
/// The packets of formats with one frame a packet come in runs of up to ``framesPerRun`` frames, the others one by one.
public struct ConstantPacketCursor: Sendable {
  /// Frames of one run in a batch.
  public static let framesPerRun = 4096

  /// Bytes from the start of the file to the first packet.
  public let dataOffset: Int64
  /// Whole packets, or `nil` where they go on to the end of a source whose size is not known.
  public let packetCount: Int64?
  /// Bytes of a packet.
  public let bytesPerPacket: Int
  /// Frames of a packet.
  public let framesPerPacket: Int
  /// The packet that is read next.
  public private(set) var nextPacket: Int64 = 0

  /// Creates a cursor for packets of `format`, whose sizes a reader has found to be above 0.
  ///
  /// - Parameters:
  ///   - format: The format, with its bytes and frames a packet.
  ///   - dataOffset: Where the first packet begins in the file, in bytes.
  ///   - byteCount: Bytes of audio, of which an incomplete packet at the end is left out; `nil` for "to the end". No
  ///     more are counted than offsets of 62 bits reach.
  public init(format: StreamFormat, dataOffset: Int64, byteCount: Int64?) {
    // Holds: each reader refuses formats without sizes, and audio begins behind a header that was read.
    precondition(format.bytesPerPacket > 0 && format.framesPerPacket > 0 && dataOffset >= 0)
    bytesPerPacket = format.bytesPerPacket
    framesPerPacket = format.framesPerPacket
    self.dataOffset = dataOffset
    let reachable = max(0, Int64.max / 2 - dataOffset)
    packetCount = byteCount.map { min(max(0, $0), reachable) / Int64(format.bytesPerPacket) }
    furthestPacket = packetCount ?? reachable / Int64(format.bytesPerPacket)
  }

  /// A packet number whose byte offset stays within 62 bits, far behind the end of any file; of a source that gives
  /// its bytes once the end, when it has come with a part of a packet.
  private var furthestPacket: Int64

  /// The byte offset of the packet that is read next.
  public var position: Int64 { dataOffset + nextPacket * Int64(bytesPerPacket) }

  /// Goes to a packet; one past the end reads as the end.
  public mutating func seek(toPacket packet: Int64) throws(ContainerError) {
    guard packet >= 0 else {
      throw ContainerError(.invalidState, "there is no packet before the first", at: dataOffset)
    }
    nextPacket = min(packet, furthestPacket)
  }

  /// Where a packet or the packet of a frame lies; `nil` for one past the end.
  public func locate(_ target: PacketTarget) -> PacketPosition? {
    let packet =
      switch target {
      case .packet(let packet): packet
      case .frame(let frame): frame / Int64(framesPerPacket)
      }
    guard packet >= 0, packet < furthestPacket else { return nil }
    let (frame, overflow) = packet.multipliedReportingOverflow(by: Int64(framesPerPacket))
    guard !overflow else { return nil }
    return PacketPosition(
      packet: packet, firstFrame: frame, byteOffset: dataOffset + packet * Int64(bytesPerPacket))
  }

  /// Empties the batch, fills it with the next packets and returns whether there were any.
  public mutating func read(
    from source: any ByteSource, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: nextPacket)
    let packetsPerRun = framesPerPacket == 1 ? Self.framesPerRun : 1
    // A packet of a compressed format may be larger than the whole target.
    let runs = min(batch.maximumPacketCount, max(1, batch.targetByteCount / max(1, packetsPerRun * bytesPerPacket)))
    let packets = min(runs * packetsPerRun, max(1, batch.targetByteCount / bytesPerPacket))
    let wanted = Int(min(Int64(packets), furthestPacket - nextPacket))
    guard wanted > 0 else { return false }
    let offset = position
    let got = try fill(&batch.bytes, packetCount: wanted, from: source)
    for first in stride(from: 0, to: got, by: packetsPerRun) {
      let count = min(packetsPerRun, got - first)
      let start = first * bytesPerPacket
      batch.descriptions.append(
        PacketDescription(
          startOffset: start, byteCount: count * bytesPerPacket, frameCount: count * framesPerPacket))
      batch.fileOffsets.append(offset + Int64(start))
    }
    nextPacket += Int64(got)
    return got > 0
  }

  /// Reads the bytes of packets into an empty array, and returns how many packets there were.
  private mutating func fill(
    _ bytes: inout [UInt8], packetCount: Int, from source: any ByteSource
  ) throws(ContainerError) -> Int {
    let wanted = packetCount * bytesPerPacket
    guard wanted <= ResourceLimits().unprovenByteCount else {
      // A packet larger than that is only stated to be, until its bytes have come.
      let got = try source.append(statedByteCount: wanted, at: position, to: &bytes) / bytesPerPacket
      bytes.removeLast(bytes.count - got * bytesPerPacket)
      return got
    }
    // Bound: the first step for stated numbers.
    bytes.append(contentsOf: repeatElement(0, count: wanted))
    var all = bytes.mutableSpan
    var read = max(0, min(try source.read(at: position, into: &all, atLeast: bytesPerPacket), wanted))
    let torn = read % bytesPerPacket
    if torn > 0 {
      // A pipe cannot go back to the beginning of a packet of which it has given a part.
      let missing = bytesPerPacket - torn
      var rest = all._mutatingExtracting(read..<(read + missing))
      let added = max(0, min(try source.read(at: position + Int64(read), into: &rest, atLeast: missing), missing))
      read += added
      if added < missing, source.isArriving { furthestPacket = nextPacket + Int64(read / bytesPerPacket) }
    }
    let got = read / bytesPerPacket
    bytes.removeLast(wanted - got * bytesPerPacket)
    return got
  }
}
