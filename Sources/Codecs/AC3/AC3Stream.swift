import AC3Frames
import AudioBase
import Bitstream

/// The properties of a stream: those in its first packet, or else those stated by its container.
struct AC3Stream: Sendable {
  /// The sampling rate, in Hz.
  let sampleRate: Int
  let programme: AC3Programme
  /// The number of frames of a packet: 256 for each audio block.
  let framesPerPacket: Int
  /// The first frame's header, and its description of the programme; `nil` if no packet is available.
  let first: AC3FrameHeader?
  let information: BitStreamInformation?

  /// Reads the properties of a stream.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if no stream is like this.
  init(_ stream: CodedStream) throws(CodecError) {
    try self.init(stream.format, stream.firstPacket.span)
  }

  /// Reads the properties of a stream from its format and its first packet, which may be empty.
  init(_ format: StreamFormat, _ packet: Span<UInt8>) throws(CodecError) {
    guard let header = AC3FrameHeader(packet, at: 0) else {
      guard (1...8).contains(format.channelsPerFrame), format.sampleRate >= 8000, format.sampleRate <= 48000,
        let rate = Int(exactly: format.sampleRate)
      else { throw CodecError(.unsupported, "no stream of AC-3 has this rate or number of channels") }
      sampleRate = rate
      programme = AC3Programme(channelCount: format.channelsPerFrame)
      framesPerPacket = 1536
      (first, information) = (nil, nil)
      return
    }
    var programme = AC3Programme(header)
    var (blockCount, isMain, information): (Int, Bool, BitStreamInformation?) = (0, true, nil)
    var frames = AC3FrameSequence(packet)
    do throws(AC3Error) {
      while let (frame, offset) = frames.next() {
        isMain = frame.substream == .independent ? frame.substreamID == 0 : isMain
        guard isMain else { continue }
        var reader = BitReader(packet.extracting(offset..<(offset + frame.byteCount)))
        let own = try BitStreamInformation(&reader, frame)
        if frame.substream == .independent {
          blockCount += frame.blockCount
          information = information ?? own
        } else {
          _ = programme.add(frame, own)
        }
      }
    } catch {
      throw error.asCodecError
    }
    sampleRate = header.sampleRate
    self.programme = programme
    framesPerPacket = max(1, min(blockCount, Spectra.blockCount)) * AC3FrameHeader.framesPerBlock
    first = header
    self.information = information
  }

  /// The format that packets decode to.
  var decodedFormat: DecodedFormat {
    DecodedFormat(sampleRate: Double(sampleRate), layout: programme.layout, framesPerPacket: framesPerPacket)
  }
}

/// The complete frames that follow one another in a packet.
struct AC3FrameSequence: ~Escapable {
  private let packet: Span<UInt8>
  private(set) var offset = 0

  @_lifetime(copy packet)
  init(_ packet: Span<UInt8>) { self.packet = packet }

  /// Returns the next header and its offset in bytes, or `nil` if no whole frame follows.
  mutating func next() -> (AC3FrameHeader, Int)? {
    guard let header = AC3FrameHeader(packet, at: offset), header.byteCount <= packet.count - offset else { return nil }
    defer { offset += header.byteCount }
    return (header, offset)
  }
}
