import AudioBase
import Bitstream
import MPEGAudioFrames

/// The properties that all frames of a stream have in common.
struct MPEGAudioStream: Equatable, Sendable, BitwiseCopyable {
  /// 1, 2 or 3.
  let layer: Int
  /// The sampling rate in Hz: one of the nine of MPEG-1, MPEG-2 and MPEG-2.5.
  let sampleRate: Int
  /// 1 or 2.
  let channelCount: Int

  /// Creates the stream that a container states.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if no stream of MPEG audio is like this.
  init(_ format: StreamFormat) throws(CodecError) {
    switch format.formatID {
    case .mpegLayer1: layer = 1
    case .mpegLayer2: layer = 2
    case .mpegLayer3: layer = 3
    default: throw CodecError(.unsupported, "the format ID is not one of MPEG audio")
    }
    let rates = [44100, 48000, 32000, 22050, 24000, 16000, 11025, 12000, 8000]
    guard let rate = rates.first(where: { Double($0) == format.sampleRate }) else {
      throw CodecError(
        .unsupported, "the sampling rate is none of the nine of MPEG audio", clause: "ISO/IEC 11172-3, 2.4.2.3")
    }
    guard (1...2).contains(format.channelsPerFrame) else {
      throw CodecError(
        .unsupported, "MPEG audio has one or two channels", clause: "ISO/IEC 11172-3, 2.4.2.3")
    }
    sampleRate = rate
    channelCount = format.channelsPerFrame
  }

  /// True if the rate is one of MPEG-1; the others have the lower sampling frequencies' syntax.
  var isMPEG1: Bool { sampleRate >= 32000 }

  /// The number of frames (samples of each channel) of a packet.
  var framesPerPacket: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: isMPEG1 ? 1152 : 576
    }
  }

  /// The format that packets decode to.
  var decodedFormat: DecodedFormat {
    DecodedFormat(
      sampleRate: Double(sampleRate), layout: ChannelLayout(unlabelledChannelCount: channelCount),
      framesPerPacket: framesPerPacket)
  }

  /// Returns the frame in a packet: its header, and its bytes without any that follow.
  @_lifetime(copy packet)
  func frame(in packet: Span<UInt8>) throws(MPEGAudioError) -> Frame {
    guard let header = MPEGAudioHeader(packet, at: 0) else { throw MPEGAudioError(.noHeader) }
    guard header.layer == layer, header.sampleRate == sampleRate else { throw MPEGAudioError(.anotherStream) }
    let byteCount = header.frameByteCount ?? packet.count
    guard byteCount <= packet.count else { throw MPEGAudioError(.truncated, at: packet.count * 8) }
    guard byteCount <= BitReservoir.maximumFrameByteCount else { throw MPEGAudioError(.mainDataTooLong) }
    return Frame(header: header, bytes: packet.extracting(0..<byteCount))
  }

  func check(_ output: borrowing PCMBlock) throws(MPEGAudioError) {
    guard output.channelCount == channelCount else { throw MPEGAudioError(.wrongChannelCount) }
    guard output.capacity >= framesPerPacket else { throw MPEGAudioError(.blockSize) }
  }
}

/// A frame with its header.
struct Frame: ~Escapable {
  let header: MPEGAudioHeader
  /// All bytes, the header's among them.
  let bytes: Span<UInt8>

  @_lifetime(copy bytes)
  init(header: MPEGAudioHeader, bytes: Span<UInt8>) {
    self.header = header
    self.bytes = bytes
  }

  /// The byte offset of the layer's data after the header and the CRC.
  var bodyOffset: Int { MPEGAudioHeader.byteCount + (header.isProtected ? 2 : 0) }

  /// Returns true if the CRC matches the `bitCount` bits that follow it and half of the header; true without a CRC.
  ///
  /// ISO/IEC 11172-3, 2.4.3.1. The bits must be there.
  func passesCheck(bitCount: Int) -> Bool {
    guard header.isProtected else { return true }
    // The polynomial and the start are those of ADTS, which has them from here.
    var check = CyclicRedundancyCheck.adts
    check.update(header.word & 0xFFFF, 16)
    var reader = BitReader(bytes)
    reader.consume(MPEGAudioHeader.byteCount * 8)
    let expected = reader.readUnchecked(16)
    var rest = bitCount
    while rest > 0 {
      let count = min(rest, 32)
      check.update(reader.readUnchecked(count), count)
      rest -= count
    }
    return check.value == expected
  }
}
