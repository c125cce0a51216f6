package import AudioBase
import XiphAudio

/// Decodes Vorbis by the system's libvorbis, which allocates its own memory for packets.
///
/// A packet gives frames from the middle of the previous block to the middle of its own. The first packet, and the
/// first after a reset, has no previous block and gives silence: as many frames as the container states, or half a
/// block.
package struct VorbisDecoder: PacketDecoder, ~Copyable {
  /// The format that packets decode to: half a long block at most.
  package let format: DecodedFormat
  /// Always `nil`: the library reports nothing.
  package var remark: CodecError? { nil }
  /// One packet, which has the other half of the overlap.
  package var prerollPacketCount: Int { 1 }
  /// One packet: only the previous packet overlaps.
  package var history: DecoderHistory { .packets(1) }

  private let headers: VorbisHeaders
  private var handle: VorbisDecoderHandle
  private var hasBlock = false
  private var lastFrameCount = 0

  /// Creates a decoder from the three headers, which are the magic cookie, laced as in Matroska.
  ///
  /// - Throws: `CodecError` where libvorbis is missing or the headers are not those of Vorbis.
  package init(_ stream: CodedStream) throws(CodecError) {
    let description = try VorbisDescription(stream)
    handle = try VorbisDecoderHandle.make(description.packets, description.headers)
    headers = description.headers
    format = description.decoded
  }

  /// Decodes one packet. Empty packets mean lost packets and are rejected.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    output.setFrameCount(0)
    guard let size = headers.blockSize(packet) else {
      throw CodecError(.malformed, "this is no packet of sound", clause: "Vorbis I, 4.3.1")
    }
    guard output.capacity >= format.framesPerPacket else {
      throw CodecError(.invalidState, "a block has room for half a long block of Vorbis")
    }
    let count = try handle.decode(packet)
    guard hasBlock else {
      hasBlock = true
      handle.finish(frameCount: count)
      let possible = [headers.shortBlockSize, headers.longBlockSize].map {
        VorbisHeaders.frameCount(blockSize: size, previous: $0)
      }
      return output.fillWithSilence(frameCount: possible.contains(frameCount) ? frameCount : size / 2)
    }
    guard count <= output.capacity else {
      handle.finish(frameCount: count)
      throw CodecError(.malformed, "libvorbis gives more frames than a block has", clause: "Vorbis I, 4.3.8")
    }
    output.setFrameCount(count)
    for channel in 0..<min(output.channelCount, headers.channelCount) {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(0..<count)
      handle.copy(channel, to: &part)
    }
    handle.finish(frameCount: count)
    lastFrameCount = count
  }

  /// Writes silence: Vorbis has no other concealment.
  package mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: lastFrameCount > 0 ? lastFrameCount : format.framesPerPacket)
  }

  /// Clears the state kept from earlier packets.
  package mutating func reset() {
    handle.reset()
    hasBlock = false
    lastFrameCount = 0
  }
}
