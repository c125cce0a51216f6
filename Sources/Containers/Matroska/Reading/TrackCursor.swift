import AudioBase

/// Walks over the packets of one track.
struct TrackCursor {
  /// The packets that ``next(into:)`` appended.
  struct Piece: BitwiseCopyable {
    /// The offset in the file.
    var fileOffset: Int64
    /// The number of frames of sound; 0 if it is not stated.
    var frameCount: Int64
  }

  let track: SoundTrack
  /// The walk over the blocks.
  private(set) var walk: BlockWalk
  /// The number of the next packet.
  private(set) var packet: Int64 = 0
  /// The number of frames of sound in all earlier packets.
  private(set) var frame: Int64 = 0
  private var previousBlock: Int?
  /// The next of ``BlockWalk/frames``.
  private var frameIndex = 0
  /// The bytes of packets of constant size, some of which have already been returned.
  private var pending: [UInt8] = []
  private var pendingStart = 0
  private var pendingOffset: Int64 = 0
  /// `DiscardPadding` of the present block.
  var discardPadding: Int64 { walk.block.discardPadding }
  /// The number of frames of the first packet, after it has been passed.
  private(set) var firstFrameCount: Int64?
  private var scratch: [UInt8] = []

  init(_ track: SoundTrack, _ walk: BlockWalk) { (self.track, self.walk) = (track, walk) }

  /// True if the next packet begins a block.
  var isAtBlockStart: Bool { frameIndex >= walk.frames.count && pendingStart >= pending.count }

  /// The place of the next packet, which begins a block.
  var mark: BlockMark {
    BlockMark(packet: packet, frame: frame, previousBlock: previousBlock, place: walk.mark)
  }

  /// The lowest byte that reading on can touch.
  var lowestNeededOffset: Int64 { isAtBlockStart ? walk.position : walk.block.start }

  /// Moves to a place.
  mutating func move(to mark: BlockMark) {
    walk.move(to: mark.place)
    (packet, frame, previousBlock) = (mark.packet, mark.frame, mark.previousBlock)
    forgetBlock()
  }

  private mutating func forgetBlock() {
    pending.removeAll(keepingCapacity: true)
    (frameIndex, pendingStart) = (0, 0)
  }

  /// Makes the next stored frame current; `nil` at the end.
  private mutating func nextFrame() throws(ContainerError) -> StoredFrame? {
    while frameIndex >= walk.frames.count {
      let number = track.number
      guard try walk.next({ $0 == number }) else {
        frameIndex = walk.frames.count
        return nil
      }
      frameIndex = 0
    }
    return walk.frames[frameIndex]
  }

  private mutating func count(packets: Int64, frames: Int64) {
    if packet == 0, packets > 0 { firstFrameCount = frames / packets }
    packet += packets
    frame &+= frames
  }

  /// Appends the next packet, or a run of packets that are all alike and have one frame each; `nil` at the end.
  mutating func next(into bytes: inout [UInt8]) throws(ContainerError) -> Piece? {
    if case .constant(let size, let frames) = track.durations { return try nextRun(size, frames, into: &bytes) }
    guard let stored = try nextFrame() else { return nil }
    let start = bytes.count
    guard try track.load(stored, &walk, into: &bytes) else { return endWithin(&bytes, from: start) }
    let packet = bytes.span.extracting(start..<bytes.count)
    let content = track.durations.content(head: packet, byteCount: packet.count, previousBlock: &previousBlock)
    frameIndex += 1
    count(packets: 1, frames: content.frameCount)
    return Piece(fileOffset: stored.offset, frameCount: content.frameCount)
  }

  private mutating func endWithin(_ bytes: inout [UInt8], from start: Int) -> Piece? {
    bytes.removeLast(bytes.count - start)
    walk.noteCut()
    return nil
  }

  private mutating func nextRun(
    _ size: Int, _ frames: Int, into bytes: inout [UInt8]
  ) throws(ContainerError) -> Piece? {
    while pending.count - pendingStart < size {
      pending.removeAll(keepingCapacity: true)
      pendingStart = 0
      guard let stored = try nextFrame() else { return nil }
      do throws(ContainerError) {
        guard try track.load(stored, &walk, into: &pending) else {
          pending.removeAll(keepingCapacity: true)
          walk.noteCut()
          return nil
        }
      } catch {
        pending.removeAll(keepingCapacity: true)
        throw error
      }
      pendingOffset = stored.offset
      frameIndex += 1
    }
    let most = frames == 1 ? ConstantPacketCursor.framesPerRun : 1
    let packets = min(most, (pending.count - pendingStart) / size)
    bytes.append(contentsOf: pending[pendingStart..<(pendingStart + packets * size)])
    let piece = Piece(
      fileOffset: pendingOffset + Int64(pendingStart), frameCount: Int64(packets) * Int64(frames))
    pendingStart += packets * size
    // Less than a packet is left out.
    if pending.count - pendingStart < size { pendingStart = pending.count }
    count(packets: Int64(packets), frames: piece.frameCount)
    return piece
  }

  /// Skips stored frames until the next packet is `target`, or holds the frame of sound that `isReached` tests for;
  /// false at the end.
  ///
  /// - Parameter note: Called with the mark of each block on the way.
  mutating func pass(
    until target: PacketTarget, _ note: (BlockMark) -> Void
  ) throws(ContainerError) -> Bool {
    while true {
      if pendingStart < pending.count {
        // Within packets that are all alike: begin with the block's first again.
        let held = try passPending(until: target)
        if held { return true }
        continue
      }
      if case .packet(let wanted) = target, packet >= wanted { return packet == wanted }
      if isAtBlockStart { note(mark) }
      guard let stored = try nextFrame() else { return false }
      var block = previousBlock
      guard let content = try track.content(of: stored, &walk, scratch: &scratch, previousBlock: &block) else {
        walk.noteCut()
        return false
      }
      let isWithin =
        switch target {
        case .packet(let wanted): wanted - packet < content.packetCount
        case .frame(let wanted): wanted &- frame < content.frameCount
        }
      guard isWithin else {
        (previousBlock, frameIndex) = (block, frameIndex + 1)
        count(packets: content.packetCount, frames: content.frameCount)
        continue
      }
      guard case .constant = track.durations else { return true }
      guard try track.load(stored, &walk, into: &pending) else {
        pending.removeAll(keepingCapacity: true)
        walk.noteCut()
        return false
      }
      (pendingOffset, frameIndex) = (stored.offset, frameIndex + 1)
    }
  }

  /// Moves to a packet among the pending ones; false if it is not among them, and they are then skipped.
  private mutating func passPending(until target: PacketTarget) throws(ContainerError) -> Bool {
    guard case .constant(let size, let frames) = track.durations else { return false }
    let left = Int64((pending.count - pendingStart) / size)
    let wanted =
      switch target {
      case .packet(let packet): packet - self.packet
      case .frame(let frame): (frame - self.frame) / Int64(max(1, frames))
      }
    let passed = min(max(0, wanted), left)
    pendingStart += Int(passed) * size
    count(packets: passed, frames: passed * Int64(frames))
    if pending.count - pendingStart < size { pendingStart = pending.count }
    return wanted >= 0 && wanted < left
  }

  /// Returns the offset of the next packet, after making sure that there is one.
  mutating func nextPlace() throws(ContainerError) -> Int64? {
    if pendingStart < pending.count { return pendingOffset + Int64(pendingStart) }
    return try nextFrame()?.offset
  }
}
