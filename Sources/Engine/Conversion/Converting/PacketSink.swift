import AudioBase
import SignalProcessing

// Bound throughout: encoders bound their packets, and outputs are cut to largestByteCount.
// Holds throughout: frames are cut to the room; encoder and block are checked before they are used, or made with the
// sink.

/// Converts frames to packets of the output: bytes of linear PCM, or the packets of an encoder.
struct PacketSink<Sample: AudioSample>: ~Copyable {
  /// The number of frames of one encoded packet, or of one call of an encoder whose packets differ in duration; 1 for
  /// linear PCM and formats whose packet is one frame.
  let framesPerPacket: Int
  /// True if an encoder's packets are single frames of one size; it then returns as many packets as it receives frames.
  private let givesRuns: Bool
  /// The number of packets in the output so far.
  private(set) var packetCount = 0
  private var samples: SampleEncoder?
  private var encoder: (any PacketEncoder & ~Copyable)?
  /// Frames that wait until they are enough for a packet.
  private var assembled: SampleBlock<Sample>
  private var narrow: PCMBlock?
  private var channelOrder: [Int]
  private var limit = 0
  /// The memory lent for the linear PCM of the next or the present output; `nil` if it goes into the batch.
  var lent: (any LentBuffers)?
  /// The number of frames given to the encoder, or written.
  private(set) var frameCount: Int64 = 0
  private let maximumPacketByteCount: Int
  /// True if a shorter last packet decodes to as many frames as the others.
  private let isPadded: Bool
  /// The level beyond which samples are clipped; `nil` if they are not.
  private let fullScale: Sample?
  /// The number of samples that were cut.
  private(set) var clippedSampleCount: Int64 = 0

  /// Writes linear PCM.
  init(_ samples: SampleEncoder) {
    self.samples = samples
    framesPerPacket = 1
    givesRuns = false
    channelOrder = samples.channelOrder
    assembled = SampleBlock(channelCount: 0, capacity: 0)
    maximumPacketByteCount = samples.bytesPerFrame
    isPadded = false
    fullScale = samples.fullScale.map { Sample($0) }
  }

  /// Writes the packets of an encoder, whose planes are the input's planes in the order `channelOrder`.
  init(_ encoder: consuming any PacketEncoder & ~Copyable, channelOrder: [Int]) {
    let shape = Shape(encoder)
    framesPerPacket = shape.framesPerPacket
    givesRuns = shape.givesRuns
    maximumPacketByteCount = shape.maximumPacketByteCount
    isPadded = shape.isPadded
    fullScale = shape.largestSample.map { Sample($0) }
    self.channelOrder = channelOrder
    samples = nil
    let capacity = shape.givesRuns ? Self.runLength : shape.framesPerPacket
    assembled = SampleBlock(channelCount: channelOrder.count, capacity: capacity)
    if Sample.precision == .double, shape.precision == .single {
      narrow = PCMBlock(channelCount: channelOrder.count, capacity: capacity)
    }
    self.encoder = .some(encoder)
  }

  /// The relevant properties of an encoder's format.
  private struct Shape {
    let framesPerPacket: Int
    let givesRuns: Bool
    let maximumPacketByteCount: Int
    let precision: SamplePrecision
    let isPadded: Bool
    let largestSample: Double?

    init(_ encoder: borrowing any PacketEncoder & ~Copyable) {
      let format = encoder.format
      framesPerPacket = max(1, format.framesPerCall ?? format.stream.framesPerPacket)
      givesRuns = format.framesPerCall == nil && format.stream.packetsAreFrames
      maximumPacketByteCount = format.maximumPacketByteCount
      precision = format.precision
      largestSample = format.largestSample
      isPadded = format.lastPacket == .padded && framesPerPacket > 1
    }
  }

  /// True if samples become floats unchanged, so that NaN does not spread.
  var keepsFloats: Bool { samples?.layout.encoding == .floatingPoint }

  /// The number of frames that formats with one frame per packet are encoded in at a time.
  private static var runLength: Int { 1024 }

  /// The largest number of bytes of an output, so that a large number of packets cannot use up all memory.
  private static var largestByteCount: Int { 1 << 28 }

  /// Begins an output of at most the given number of packets.
  mutating func begin(_ output: inout PacketBatch, limit wanted: Int) {
    limit = min(wanted, max(1, Self.largestByteCount / max(1, maximumPacketByteCount)))
    packetCount = 0
    let kept = samples == nil || lent != nil ? 0 : limit * maximumPacketByteCount
    // Bytes of the output before are written over: only what is added to them has to be cleared.
    var bytes: [UInt8] = []
    swap(&bytes, &output.bytes)
    output.removeAll(nextPacket: 0)
    bytes.removeLast(max(0, bytes.count - kept))
    swap(&bytes, &output.bytes)
    if samples != nil {
      output.bytes.append(contentsOf: repeatElement(0, count: kept - output.bytes.count))
    } else {
      output.bytes.reserveCapacity(min(limit, 64) * maximumPacketByteCount)
    }
  }

  /// The number of frames that can be taken now.
  var room: Int {
    guard packetCount < limit else { return 0 }
    if samples != nil { return limit - packetCount }
    return givesRuns ? min(limit - packetCount, assembled.capacity) : framesPerPacket - assembled.frameCount
  }

  /// The number of frames that fill the output up.
  var framesWanted: Int { frameCount(forPackets: limit - packetCount) }

  /// Returns the number of frames that complete `count` packets together with the waiting frames.
  func frameCount(forPackets count: Int) -> Int {
    let (frames, overflow) = count.multipliedReportingOverflow(by: framesPerPacket)
    return overflow ? Int.max : max(0, frames - assembled.frameCount)
  }

  /// Returns the number of packets that `count` more frames fill.
  func packetCount(forFrames count: Int) -> Int { (assembled.frameCount + count) / framesPerPacket }

  /// Returns the encoder's cookie, which some encoders complete only at their end; `nil` for linear PCM.
  func cookie() -> [UInt8]? { encoder == nil ? nil : Self.cookie(of: encoder!) }

  private static func cookie(of encoder: borrowing any PacketEncoder & ~Copyable) -> [UInt8] { encoder.format.cookie }

  /// True if no further packet fits.
  var isFull: Bool { packetCount >= limit }

  /// Takes frames, at most ``room``.
  mutating func take(
    _ block: borrowing SampleBlock<Sample>, frames: Range<Int>, into output: inout PacketBatch
  ) throws(AudioError) {
    guard !frames.isEmpty else { return }
    precondition(frames.count <= room)
    frameCount += Int64(frames.count)
    if let fullScale {
      for plane in channelOrder {
        clippedSampleCount &+= Int64(FullScale.count(block.channel(plane).extracting(frames), beyond: fullScale))
      }
    }
    if let samples {
      if let lent {
        for buffer in 0..<samples.layout.bufferCount {
          lent.withBuffer(buffer) { bytes in
            var rest = bytes._mutatingExtracting((packetCount * samples.layout.stride)..<bytes.count)
            samples.encodeSamples(block, frames: frames, into: &rest, ofBuffer: buffer)
          }
        }
      } else {
        var bytes = output.bytes.mutableSpan
        samples.encodeSamples(block, frames: frames, into: &bytes, at: packetCount)
      }
      packetCount += frames.count
      return
    }
    let start = assembled.frameCount
    assembled.setFrameCount(start + frames.count)
    assembled.copy(frames, of: block, order: channelOrder, to: start)
    if givesRuns || assembled.frameCount == framesPerPacket { try encodeAssembled(into: &output) }
  }

  /// Encodes the waiting frames, and takes the encoder's last packets; returns true if there was room for all.
  mutating func finish(_ output: inout PacketBatch) throws(AudioError) -> Bool {
    guard samples == nil else { return true }
    if assembled.frameCount > 0 {
      guard !isFull else { return false }
      try encodeAssembled(into: &output)
    }
    while true {
      guard !isFull else { return false }
      let start = output.bytes.count
      do throws(CodecError) {
        guard try encoder?.finish(into: &output.bytes) == true else { return true }
      } catch {
        throw .encoding(error)
      }
      note(start, frames: framesPerPacket, in: &output)
    }
  }

  /// Ends an output: removes its unused part.
  mutating func end(_ output: inout PacketBatch) {
    guard let samples, lent == nil else { return lent = nil }
    // The buffers were laid out for as many frames as could have come.
    let (room, size) = (limit * samples.layout.stride, packetCount * samples.layout.stride)
    for buffer in 1..<max(1, packetCount < limit ? samples.layout.bufferCount : 1) {
      for index in 0..<size { output.bytes[buffer * size + index] = output.bytes[buffer * room + index] }
    }
    output.bytes.removeLast((limit - packetCount) * maximumPacketByteCount)
    if packetCount > 0 {
      output.descriptions.append(
        PacketDescription(startOffset: 0, byteCount: output.bytes.count, frameCount: packetCount))
    }
  }

  /// Takes the channels of further blocks from other planes.
  mutating func setChannelOrder(_ order: [Int]) {
    precondition(order.count == channelOrder.count)
    channelOrder = order
    samples = samples.map { SampleEncoder($0.layout, channelOrder: order) }
  }

  /// Clears all frames.
  mutating func reset() {
    assembled.setFrameCount(0)
    frameCount = 0
    packetCount = 0
    clippedSampleCount = 0
    encoder?.reset()
  }

  private mutating func encodeAssembled(into output: inout PacketBatch) throws(AudioError) {
    let count = assembled.frameCount
    let start = output.bytes.count
    // Frames that an encoder refuses are not offered again: there is room for the following ones.
    defer { assembled.setFrameCount(0) }
    try raising(.encoding) { () throws(CodecError) in
      if narrow != nil {
        Self.round(assembled, into: &narrow!)
        try encoder!.encode(narrow!, frames: 0..<count, into: &output.bytes)
      } else {
        try Sample.encode(assembled, frames: 0..<count, with: &encoder!, into: &output.bytes)
      }
    }
    // The decoded length of a padded packet counts; the packet table states which of its frames are the recording.
    note(start, frames: isPadded ? framesPerPacket : count, in: &output)
  }

  private mutating func note(_ start: Int, frames: Int, in output: inout PacketBatch) {
    // An encoder with its own delay may give nothing for its first frames.
    guard output.bytes.count > start else { return }
    let frames = encoder == nil ? frames : Self.lastFrameCount(of: encoder!) ?? frames
    output.noteAppendedPacket(from: start, fileOffset: 0, frameCount: frames)
    packetCount += givesRuns ? frames : 1
  }

  private static func lastFrameCount(of encoder: borrowing any PacketEncoder & ~Copyable) -> Int? {
    encoder.lastFrameCount
  }

  /// Copies samples for an encoder of single precision.
  private static func round(_ block: borrowing SampleBlock<Sample>, into narrow: inout PCMBlock) {
    narrow.setFrameCount(block.frameCount)
    for channel in 0..<block.channelCount {
      let source = block.channel(channel)
      var plane = narrow.plane(channel)
      for index in source.indices { plane[index] = Float(source[index]) }
    }
  }
}
