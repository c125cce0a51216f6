import AC3Frames
package import AudioBase
import Bitstream

/// Decodes AC-3 and Enhanced AC-3: the order of operations for one packet.
///
/// ETSI TS 102 366 (ATSC A/52). A packet holds the frames of a programme's independent substream and those of its
/// dependent ones; other programmes are skipped. All of it is read before anything is transformed, so that a
/// damaged packet costs only itself.
package struct AC3Decoder: ~Copyable, PacketDecoder {
  /// The noise for lines without bits; each decoder has its own sequence.
  package enum Noise: Sendable, BitwiseCopyable {
    case on, off
  }

  private static let maximumDependentCount = 8

  private let stream: AC3Stream
  private let settings: DecoderSettings
  private var reader: FrameReader
  private let check = AC3FrameCheck()
  private var spectra = Spectra()
  private var synthesis = BlockSynthesis()
  /// The samples that each channel of the output keeps of its last block.
  private var overlaps: [Float]
  /// The output channel for each channel of each substream of the packet; −1 for none.
  private var places: [Int] = []
  /// Substreams of the packet, and audio blocks of each.
  private var (substreamCount, blockCount) = (0, 0)
  /// The factor of the target level.
  private var level: Float = 1
  package private(set) var remark: CodecError?

  /// Creates a decoder of a stream.
  package init(_ stream: CodedStream, _ settings: DecoderSettings, noise: Noise = .on) throws(CodecError) {
    self.stream = try AC3Stream(stream)
    self.settings = settings
    reader = FrameReader(dynamicRange: settings.dynamicRange ?? .off, noise: noise == .on ? .on : .off)
    // Bound: a programme has at most as many channels as there are places, some twenty.
    overlaps = Array(repeating: 0, count: self.stream.programme.speakers.count * BlockSynthesis.overlapCount)
    places.reserveCapacity((1 + Self.maximumDependentCount) * Spectra.channelCount)
  }

  package var format: DecodedFormat { stream.decodedFormat }
  package var prerollPacketCount: Int { 1 }
  package var history: DecoderHistory { .packets(1) }
  package var frameLimit: PacketFrameLimit {
    PacketFrameLimit(
      unitFrameCount: AC3FrameHeader.framesPerBlock, unitByteCount: 1, maximumUnitCount: Spectra.blockCount)
  }

  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    remark = nil
    do throws(AC3Error) {
      guard output.channelCount == stream.programme.speakers.count else { throw AC3Error(.wrongChannelCount) }
      try read(packet)
      guard output.capacity >= blockCount * AC3FrameHeader.framesPerBlock else { throw AC3Error(.blockSize) }
    } catch {
      throw error.asCodecError
    }
    synthesize(into: &output)
  }

  /// Reads all frames of the main programme.
  private mutating func read(_ packet: Span<UInt8>) throws(AC3Error) {
    (substreamCount, blockCount) = (0, 0)
    places.removeAll(keepingCapacity: true)
    reader.mantissas.noise.begin(packet)
    var frames = AC3FrameSequence(packet)
    var (isMain, dependentCount, firstBlock) = (false, 0, 0)
    while let (header, offset) = frames.next() {
      if header.substream == .independent { isMain = header.substreamID == 0 }
      guard isMain else { continue }
      guard header.sampleRate == stream.sampleRate else { throw AC3Error(.anotherStream, at: 8 * offset) }
      if header.substream == .independent {
        (dependentCount, firstBlock) = (0, blockCount)
        guard firstBlock + header.blockCount <= Spectra.blockCount else {
          throw AC3Error(.tooManyBlocks, at: 8 * offset)
        }
        blockCount += header.blockCount
      } else {
        dependentCount += 1
        guard dependentCount <= Self.maximumDependentCount else {
          throw AC3Error(.tooManySubstreams, at: 8 * offset)
        }
        guard firstBlock + header.blockCount == blockCount else { throw AC3Error(.dependentBlocks, at: 8 * offset) }
      }
      spectra.makeRoom(substreamCount: dependentCount + 1)
      let frame = packet.extracting(offset..<(offset + header.byteCount))
      try read(frame, header, at: SpectraPlace(substream: dependentCount, block: firstBlock), offset)
    }
    guard blockCount > 0 else {
      let isCut = AC3FrameHeader(packet, at: frames.offset) != nil
      throw AC3Error(isCut ? .truncated : frames.offset == 0 ? .noHeader : .noProgramme, at: 8 * packet.count)
    }
    if AC3FrameHeader(packet, at: frames.offset) != nil { throw AC3Error(.truncated, at: 8 * packet.count) }
  }

  private mutating func read(
    _ frame: Span<UInt8>, _ header: AC3FrameHeader, at place: SpectraPlace, _ offset: Int
  ) throws(AC3Error) {
    guard check.passes(frame) else { throw AC3Error(.checkFailed, at: 8 * (offset + frame.count)) }
    let information: BitStreamInformation
    do throws(AC3Error) {
      information = try reader.read(frame, header, into: &spectra, at: place)
    } catch {
      throw AC3Error(error.rule, at: 8 * offset + error.bitOffset)
    }
    if place.substream == 0 {
      level = settings.targetLevel.map { Loudness.factor(from: information.dialogueLevels[0], to: $0) } ?? 1
    }
    guard place.substream >= substreamCount else { return }
    substreamCount = place.substream + 1
    var programme = stream.programme
    let speakers =
      place.substream == 0 ? AC3Programme(header).speakers : programme.add(header, information)
    for channel in 0..<Spectra.channelCount {
      let target = channel < speakers.count ? stream.programme.channel(of: speakers[channel]) : nil
      if channel < speakers.count, target == nil { remark = AC3Error(.channelsLeftOut, at: 8 * offset).asCodecError }
      places.append(target ?? -1)
    }
  }

  /// Transforms all blocks that were read.
  private mutating func synthesize(into output: inout PCMBlock) {
    output.setFrameCount(blockCount * AC3FrameHeader.framesPerBlock)
    // Moved out for the time of the call, so that it can change while the spectra are read.
    var overlaps: [Float] = []
    swap(&overlaps, &self.overlaps)
    defer { swap(&overlaps, &self.overlaps) }
    let lines = spectra.lines
    for channel in 0..<output.channelCount {
      // Channels of a dependent substream replace those of the independent one.
      let source = places.lastIndex(of: channel)
      var plane = output.plane(channel)
      for block in 0..<blockCount {
        var part = plane._mutatingExtracting((block * 256)..<((block + 1) * 256))
        var all = overlaps.mutableSpan
        var overlap = all._mutatingExtracting(BlockSynthesis.overlap(of: channel))
        guard let source else {
          synthesis.release(&overlap, into: &part)
          continue
        }
        let (substream, index) = (source / Spectra.channelCount, source % Spectra.channelCount)
        synthesis.synthesize(
          lines.span.extracting(Spectra.channel(substream, block, index)),
          isShort: spectra.isShort[Spectra.index(substream, block, index)], &overlap, into: &part)
        if level != 1 { for frame in part.indices { part[frame] *= level } }
      }
    }
  }

  /// Fades out the last block's remaining overlap, then writes silence.
  package mutating func conceal(into output: inout PCMBlock) {
    output.setFrameCount(min(stream.framesPerPacket, output.capacity))
    var overlaps: [Float] = []
    swap(&overlaps, &self.overlaps)
    defer { swap(&overlaps, &self.overlaps) }
    for channel in 0..<min(output.channelCount, stream.programme.speakers.count) {
      var plane = output.plane(channel)
      for frame in 0..<min(stream.framesPerPacket, plane.count) { plane[frame] = 0 }
      guard plane.count >= AC3FrameHeader.framesPerBlock else { continue }
      var part = plane._mutatingExtracting(0..<AC3FrameHeader.framesPerBlock)
      var all = overlaps.mutableSpan
      var overlap = all._mutatingExtracting(BlockSynthesis.overlap(of: channel))
      synthesis.release(&overlap, into: &part)
      for frame in part.indices { part[frame] *= level }
    }
  }

  package mutating func reset() {
    for index in overlaps.indices { overlaps[index] = 0 }
    remark = nil
  }
}
