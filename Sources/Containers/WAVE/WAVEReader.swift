import AudioBase
import Bitstream

/// Reads linear PCM, A-law and mu-law out of RIFF/WAVE, RF64 and BW64.
///
/// A packet is one frame, as Core Audio counts; a batch holds runs of up to 4096 frames, each with its frame count.
struct WAVEReader: ContainerReader {
  /// How many chunks are looked at before the file is given up.
  static let maximumChunkCount = 1 << 14

  let fileType: FourCharacterCode
  private(set) var tracks: [TrackInfo] = []
  private(set) var warnings: [String] = []

  private let source: any ByteSource
  private var cursor: ConstantPacketCursor

  init(_ source: any ByteSource, limits: Limits) throws(ContainerError) {
    let chunks = try WAVEChunks(source, limits: limits)
    let format = try chunks.format.streamFormat(at: chunks.formatOffset, limits: limits)
    self.source = source
    fileType = chunks.form == .riff ? .wave : "RF64"
    cursor = ConstantPacketCursor(format: format, dataOffset: chunks.dataOffset, byteCount: chunks.dataByteCount)
    var track = TrackInfo(format: format)
    track.layout = chunks.format.layout
    track.dataOffset = chunks.dataOffset
    track.bitRate = Int(exactly: format.sampleRate * Double(format.bytesPerFrame) * 8)
    if let frameCount = cursor.packetCount {
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
    try check(track)
    try cursor.seek(toPacket: packet)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try check(track)
    return try cursor.read(from: source, into: &batch)
  }

  mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try check(track)
    return cursor.locate(target)
  }

  var lowestNeededOffset: Int64 { cursor.position }

  private func check(_ track: Int) throws(ContainerError) {
    guard track == 0 else {
      throw ContainerError(.invalidState, "there is no such track", at: cursor.dataOffset, in: .dataChunk)
    }
  }
}
