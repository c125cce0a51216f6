import AudioBase

/// A file of one audio stream in blocks with their own headers: how it is recognised, the reading of its header, and
/// the header of a block.
struct BlockKind: Sendable {
  /// A block: the position and number of its bytes of sound, and the position of the next block.
  struct Block {
    var body: Int64
    var byteCount: Int
    var end: Int64
  }

  var fileType: FourCharacterCode
  var name: String
  var extensions: [String]
  var formatIDs: [FourCharacterCode] = [.linearPCM]
  var probe: @Sendable (Span<UInt8>) -> Bool = { _ in false }
  /// Describes the stream, and returns the place of the first block and a number that ``block`` is given.
  var read: @Sendable (inout SourceWindow) throws(ContainerError) -> (stream: SoundStream, place: Int64, number: UInt64)
  /// Reads the header at the start of a block, ``headerByteCount`` bytes; `nil` if it is not a header.
  var block: @Sendable (inout SourceWindow, Int64, _ number: UInt64) throws(ContainerError) -> Block?
  var headerByteCount: Int

  /// The descriptor for a catalog.
  var descriptor: ContainerDescriptor {
    ContainerDescriptor(fileType: fileType, name: name, formatIDs: formatIDs) {
      $0.extensions = extensions
      $0.probe = { head in probe(head) ? 100 : 0 }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        return try reader(source, limits)
      }
      $0.marksRecording = false
    }
  }

  private func reader(
    _ source: any ByteSource, _ limits: ResourceLimits
  ) throws(ContainerError) -> InterleavedReader {
    var window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    let (stream, place, number) = try read(&window)
    guard stream.format.sampleRate < 0x1p32, stream.format.channelsPerFrame <= limits.channelCount else {
      throw ContainerError(.limitExceeded, "the rate or the number of channels exceeds the limit", at: 0, in: fileType)
    }
    if case .repacked(let packing) = stream.packets, packing.storedByteCount > limits.packetByteCount {
      throw ContainerError(.limitExceeded, "a block has more bytes than the limit", at: 0, in: fileType)
    }
    var file = InterleavedFile(fileType: fileType)
    file.streams = [stream]
    return try InterleavedReader(
      source, file, BlockWalk(source, kind: self, place: place, number: number), FrameReaders([]).within(limits))
  }
}

/// Walks over the blocks of a file.
struct BlockWalk: PayloadWalk {
  private var window: SourceWindow
  private let kind: BlockKind
  private let number: UInt64
  var place: Int64
  private var isCut = false
  private var brokenOffset: Int64?

  fileprivate init(_ source: any ByteSource, kind: BlockKind, place: Int64, number: UInt64) {
    // The window is for headers alone.
    window = SourceWindow(source, capacity: 64)
    (self.kind, self.place, self.number) = (kind, place, number)
  }

  var remarks: [String] {
    (isCut ? ["the file ends within a block"] : [])
      + (brokenOffset.map { ["no block follows at byte \($0), and nothing behind it is read"] } ?? [])
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while try window.load(kind.headerByteCount, at: place).count == kind.headerByteCount {
      guard let block = try kind.block(&window, place, number), block.end > place, block.end < Int64.max / 2 else {
        brokenOffset = place
        return nil
      }
      place = block.end
      let present = window.present(block.byteCount, at: block.body)
      if present < block.byteCount { isCut = true }
      if present > 0 { return PayloadRun(stream: 0, fileOffset: block.body, byteCount: present, packetByteCount: 0) }
    }
    return nil
  }
}
