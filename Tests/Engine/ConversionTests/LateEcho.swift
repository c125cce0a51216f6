import AudioBase

/// An ``EchoDecoder`` that waits for the packet behind each one before it decodes it.
struct LateEchoDecoder: PacketDecoder, ~Copyable {
  private enum Pending {
    case nothing, lost
    case packet([UInt8])
  }

  private var echo: EchoDecoder
  private var pending = Pending.nothing
  private(set) var remark: CodecError?

  init(_ cookie: Span<UInt8>) throws(CodecError) { echo = try EchoDecoder(cookie) }

  var format: DecodedFormat { echo.format }
  var prerollPacketCount: Int { 1 }
  var frameLimit: PacketFrameLimit { echo.frameLimit }
  var delay: Int { format.framesPerPacket }
  var lookAheadPacketCount: Int { 1 }
  var history: DecoderHistory { .unbounded("the look-ahead") }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    var bytes: [UInt8] = []
    for index in packet.indices {
      guard packet[index] != 255 else { throw CodecError(.malformed, "255 is no value") }
      bytes.append(packet[index])
    }
    release(into: &output)
    pending = .packet(bytes)
  }

  mutating func conceal(into output: inout PCMBlock) {
    release(into: &output)
    pending = .lost
  }

  mutating func reset() {
    echo.reset()
    pending = .nothing
  }

  private mutating func release(into output: inout PCMBlock) {
    remark = nil
    switch pending {
    case .nothing:
      output.setFrameCount(format.framesPerPacket)
      for channel in 0..<output.channelCount {
        var plane = output.plane(channel)
        // Not silence, so that it shows where it is taken for sound.
        for frame in 0..<format.framesPerPacket { plane[frame] = -77 }
      }
    case .lost: echo.conceal(into: &output)
    case .packet(let bytes):
      do throws(CodecError) {
        try echo.decode(bytes.span, frameCount: 0, into: &output)
      } catch {
        preconditionFailure("what was let pass is refused")
      }
      remark = echo.remark
    }
  }

  /// Echo with or without a look-ahead, as the settings ask.
  static let descriptor = CodecDescriptor(
    formatIDs: ["echo"], name: "Echo", describe: EchoDecoder.descriptor.describe, decoderSettings: [.lookAhead],
    makeDecoder: { stream, settings throws(CodecError) in
      if settings.lookAhead == .onePacket { return try LateEchoDecoder(stream.cookie.span) }
      return try EchoDecoder(stream.cookie.span)
    })

  /// Settings with a look-ahead.
  static var settings: DecoderSettings {
    var settings = DecoderSettings()
    settings.lookAhead = .onePacket
    return settings
  }
}
