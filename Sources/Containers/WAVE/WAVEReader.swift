import AudioBase
import Bitstream

/// Reads linear PCM, A-law and mu-law out of RIFF/WAVE, RF64 and BW64.
///
/// A packet is one frame, as Core Audio counts; a batch holds runs of up to 4096 frames, each with its frame count.
struct WAVEReader: ContainerReader {
  /// Frames of one run in a batch.
  static let framesPerRun = 4096
  /// How many chunks are looked at before the file is given up.
  static let maximumChunkCount = 1 << 14

  let fileType: FourCharacterCode
  private(set) var tracks: [TrackInfo] = []
  let metadata: [String: String] = [:]
  private(set) var warnings: [String] = []

  private let source: any ByteSource
  private let bytesPerFrame: Int
  private let dataOffset: Int64
  /// Whole frames of the chunk `data`, or `nil` where they go on to the end of a pipe.
  private let frameCount: Int64?
  private var nextFrame: Int64 = 0

  init(_ source: any ByteSource, limits: Limits) throws(ContainerError) {
    let chunks = try WAVEChunks(source, limits: limits)
    let format = try chunks.format.streamFormat(at: chunks.formatOffset, limits: limits)
    self.source = source
    fileType = chunks.form == .riff ? .wave : "RF64"
    bytesPerFrame = format.bytesPerFrame
    dataOffset = chunks.dataOffset
    frameCount = chunks.dataByteCount.map { $0 / Int64(format.bytesPerFrame) }
    var track = TrackInfo(format: format)
    track.layout = chunks.format.layout
    track.dataOffset = chunks.dataOffset
    track.bitRate = Int(exactly: format.sampleRate * Double(format.bytesPerFrame) * 8)
    if let frameCount {
      track.packetCount = frameCount
      track.audioByteCount = frameCount * Int64(format.bytesPerFrame)
      track.duration = Double(frameCount) / format.sampleRate
    }
    track.maximumPacketSize = format.bytesPerFrame
    tracks = [track]
    warnings = chunks.warnings
    if let bytes = chunks.dataByteCount, bytes % Int64(format.bytesPerFrame) != 0 {
      warnings.append("the last frame is incomplete and was left out")
    }
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "there is no such packet", at: dataOffset, in: .dataChunk)
    }
    // A frame that no file can hold reads as the end, and its byte offset stays within 64 bits.
    nextFrame = min(packet, frameCount ?? Int64.max >> 20)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: nextFrame)
    guard track == 0 else {
      throw ContainerError(.invalidState, "there is no such track", at: dataOffset, in: .dataChunk)
    }
    let runs = min(batch.maximumPacketCount, max(1, batch.targetByteCount / (Self.framesPerRun * bytesPerFrame)))
    let left = (frameCount ?? Int64.max) - nextFrame
    let wanted = Int(min(Int64(runs * Self.framesPerRun), left))
    guard wanted > 0 else { return false }
    let offset = dataOffset + nextFrame * Int64(bytesPerFrame)
    batch.bytes.append(contentsOf: repeatElement(0, count: wanted * bytesPerFrame))
    var bytes = batch.bytes.mutableSpan
    let got = try source.read(at: offset, into: &bytes) / bytesPerFrame
    batch.bytes.removeLast((wanted - got) * bytesPerFrame)
    for first in stride(from: 0, to: got, by: Self.framesPerRun) {
      let frames = min(Self.framesPerRun, got - first)
      let start = first * bytesPerFrame
      batch.descriptions.append(
        PacketDescription(startOffset: start, byteCount: frames * bytesPerFrame, frameCount: frames))
      batch.fileOffsets.append(offset + Int64(start))
    }
    nextFrame += Int64(got)
    return got > 0
  }
}
