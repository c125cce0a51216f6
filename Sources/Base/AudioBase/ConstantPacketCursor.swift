/// Reads packets of equal size and duration in order: linear PCM, G.711, IMA4, MS ADPCM. The last may be shorter.
///
/// The packets of formats with one frame per packet come in runs of up to ``framesPerRun`` frames, the others one by
/// one.
package struct ConstantPacketCursor: Sendable {
  /// The number of frames that a batch holds.
  package static let framesPerRun = 4096

  /// The offset from the start of the file to the first packet, in bytes.
  package let dataOffset: Int64
  /// The number of packets, including a shorter last one; `nil` if they continue to the end of a source of unknown
  /// size.
  package let packetCount: Int64?
  /// The number of bytes of all packets; `nil` if unknown.
  package let audioByteCount: Int64?
  /// The number of frames of all packets; `nil` if unknown.
  package let frameCount: Int64?
  /// True if the last packet is known to have fewer bytes than the others.
  package var hasShorterLast: Bool { (audioByteCount ?? 0) % Int64(bytesPerPacket) != 0 }
  /// The bytes of a packet.
  package let bytesPerPacket: Int
  /// The frames of a packet.
  package let framesPerPacket: Int
  /// The number of the packet that is read next.
  package private(set) var nextPacket: Int64 = 0

  /// Creates a cursor for packets of `format`, whose sizes the reader has checked to be above 0.
  ///
  /// - Parameters:
  ///   - format: The format, with its bytes and frames per packet.
  ///   - dataOffset: The offset of the first packet in the file, in bytes.
  ///   - byteCount: The number of bytes of audio; `nil` for "to the end". No more are counted than offsets of 62 bits
  ///     reach.
  ///   - framesInPart: Counts the frames in the first bytes of a packet, which the last may end with; 0 if they are
  ///     of no use. Without it an incomplete packet at the end is left out.
  package init(
    format: StreamFormat, dataOffset: Int64, byteCount: Int64?,
    framesInPart: (@Sendable (_ byteCount: Int) -> Int)? = nil
  ) {
    // Holds: each reader refuses formats without sizes, and audio begins after a header that was read.
    precondition(format.bytesPerPacket > 0 && format.framesPerPacket > 0 && dataOffset >= 0)
    bytesPerPacket = format.bytesPerPacket
    framesPerPacket = format.framesPerPacket
    self.dataOffset = dataOffset
    self.framesInPart = framesInPart
    let reachable = max(0, Int64.max / 2 - dataOffset)
    guard let byteCount else {
      (packetCount, audioByteCount, frameCount) = (nil, nil, nil)
      furthestPacket = reachable / Int64(format.bytesPerPacket)
      return
    }
    let bytes = min(max(0, byteCount), reachable)
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: Int64(format.bytesPerPacket))
    let lastFrames = framesInPart?(Int(rest)) ?? 0
    furthestPacket = lastFrames > 0 ? whole + 1 : whole
    packetCount = furthestPacket
    audioByteCount = lastFrames > 0 ? bytes : bytes - rest
    let (frames, overflow) = whole.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
    let (all, overflows) = frames.addingReportingOverflow(Int64(lastFrames))
    frameCount = overflow || overflows ? nil : all
  }

  private let framesInPart: (@Sendable (_ byteCount: Int) -> Int)?

  /// The remark on a file that was cut off.
  package static let earlyEnd: StaticString = "the file ends before the samples that its header promises"

  /// The largest packet number whose byte offset stays within 62 bits, far beyond the end of any file; for a source
  /// that can be read only once, the end, as soon as a partial packet has shown it.
  private var furthestPacket: Int64

  /// The byte offset of the packet that is read next.
  package var position: Int64 { dataOffset + nextPacket * Int64(bytesPerPacket) }

  /// Moves to a packet; a position past the end counts as the end.
  package mutating func seek(toPacket packet: Int64) throws(ContainerError) {
    guard packet >= 0 else {
      throw ContainerError(.invalidState, "there is no packet before the first", at: dataOffset)
    }
    nextPacket = min(packet, furthestPacket)
  }

  /// Returns the position of a packet, or of the packet that holds a frame; `nil` past the end.
  package func locate(_ target: PacketTarget) -> PacketPosition? {
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

  /// Clears the batch, fills it with the next packets, and returns true if there were any.
  package mutating func read(
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
      note(bytes: first * bytesPerPacket..<(first + count) * bytesPerPacket, count * framesPerPacket, offset, &batch)
    }
    nextPacket += Int64(got)
    let whole = got * bytesPerPacket
    if batch.bytes.count > whole {
      note(bytes: whole..<batch.bytes.count, framesInPart?(batch.bytes.count - whole) ?? 0, offset, &batch)
      nextPacket += 1
    }
    return !batch.bytes.isEmpty
  }

  private func note(bytes: Range<Int>, _ frameCount: Int, _ offset: Int64, _ batch: inout PacketBatch) {
    batch.descriptions.append(
      PacketDescription(startOffset: bytes.lowerBound, byteCount: bytes.count, frameCount: frameCount))
    batch.fileOffsets.append(offset + Int64(bytes.lowerBound))
  }

  /// Reads the bytes of packets into an empty array, including a shorter last packet, and returns the number of whole
  /// packets.
  private mutating func fill(
    _ bytes: inout [UInt8], packetCount: Int, from source: any ByteSource
  ) throws(ContainerError) -> Int {
    var wanted = packetCount * bytesPerPacket
    if let audioByteCount { wanted = Int(min(Int64(wanted), dataOffset + audioByteCount - position)) }
    let read: Int
    if wanted <= ResourceLimits().unprovenByteCount {
      // Bound: the first step for stated numbers.
      bytes.append(contentsOf: repeatElement(0, count: wanted))
      var all = bytes.mutableSpan
      read = try fill(&all, from: source)
    } else {
      // The size of a larger packet is only a claim until its bytes have come.
      read = try source.append(statedByteCount: wanted, at: position, to: &bytes)
    }
    let (got, rest) = read.quotientAndRemainder(dividingBy: bytesPerPacket)
    // A source that gives its bytes once has ended where it leaves a packet torn.
    let isAtEnd =
      source.isArriving || audioByteCount.map { position + Int64(read) == dataOffset + $0 } ?? (read < wanted)
    let isPlayable = rest > 0 && isAtEnd && framesInPart.map { $0(rest) > 0 } ?? false
    // Bytes after the packets that a source has given are not there.
    if rest > 0, source.isArriving { furthestPacket = nextPacket + Int64(isPlayable ? got + 1 : got) }
    bytes.removeLast(bytes.count - (isPlayable ? read : read - rest))
    return got
  }

  /// Reads until no packet is torn, or the source ends.
  private func fill(_ bytes: inout MutableSpan<UInt8>, from source: any ByteSource) throws(ContainerError) -> Int {
    let read = max(
      0, min(try source.read(at: position, into: &bytes, atLeast: min(bytesPerPacket, bytes.count)), bytes.count))
    // A pipe cannot go back to the beginning of a packet that has been read in part.
    let due = min((read + bytesPerPacket - 1) / bytesPerPacket * bytesPerPacket, bytes.count)
    guard due > read else { return read }
    var rest = bytes._mutatingExtracting(read..<due)
    let added = try source.read(at: position + Int64(read), into: &rest, atLeast: due - read)
    return read + max(0, min(added, due - read))
  }
}
