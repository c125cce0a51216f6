import AudioBase

// Speech and sound of calls behind a short header or none.

extension PlainKind {
  /// aptX without a header: four bytes for four frames of two channels. The rate, which is not stated, is FFmpeg's
  /// default.
  static let aptX = bluetooth("aptx", "aptX", extension: "aptx", unitByteCount: 4)
  /// aptX HD without a header: six bytes for four frames of two channels.
  static let aptXHD = bluetooth("aphd", "aptX HD", extension: "aptxhd", unitByteCount: 6)

  private static func bluetooth(
    _ formatID: FourCharacterCode, _ name: String, extension suffix: String, unitByteCount: Int
  ) -> PlainKind {
    PlainKind(
      fileType: formatID, name: name, extensions: [suffix], formatIDs: [formatID], probe: nil,
      read: { _ throws(ContainerError) in
        var format = StreamFormat(formatID: formatID, sampleRate: 48000, channelsPerFrame: 2, framesPerPacket: 1024)
        format.bytesPerPacket = 256 * unitByteCount
        return PlainSamples(format, at: 0)
      })
  }

  /// The bytes and frames of a packet of Codec 2, by the mode (codec2.h, and the library's own numbers).
  private static let modes: [UInt64: (byteCount: Int, frameCount: Int)] = [
    0: (8, 160), 1: (6, 160), 2: (8, 320), 3: (7, 320), 4: (7, 320), 5: (6, 320), 8: (4, 320),
  ]

  /// Codec 2: version, mode and flags behind three bytes (the file c2file.h of codec2's programs).
  static let codec2 = PlainKind(
    fileType: "cdc2", name: "Codec 2", extensions: ["c2"], formatIDs: ["cdc2"],
    probe: { head in head.count >= 7 && head[0] == 0xC0 && head[1] == 0xDE && head[2] == 0xC2 },
    read: { window throws(ContainerError) in
      let mode = try window.bigEndian(1, at: 5)
      guard let packet = modes[mode] else {
        throw refusal("Codec 2 of this mode is not read: 3200 to 700C are", "cdc2")
      }
      var format = StreamFormat(
        formatID: "cdc2", sampleRate: 8000, channelsPerFrame: 1, framesPerPacket: packet.frameCount)
      format.bytesPerPacket = packet.byteCount
      var samples = PlainSamples(format, at: 7)
      samples.cookie = [UInt8(mode)]
      return samples
    })
}
