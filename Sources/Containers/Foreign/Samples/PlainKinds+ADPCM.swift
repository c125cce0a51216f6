import AudioBase

// ADPCM behind one header.

extension PlainKind {
  private static func packets(
    _ formatID: FourCharacterCode, rate: Double, channels: Int, _ packet: (byteCount: Int, frameCount: Int)
  ) -> StreamFormat {
    var format = StreamFormat(
      formatID: formatID, sampleRate: rate, channelsPerFrame: channels, framesPerPacket: packet.frameCount)
    format.bytesPerPacket = packet.byteCount
    return format
  }

  /// CRI ADX: big endian, the blocks from the byte on that the header names; the Multimedia Wiki's page "CRI ADX file".
  static let adx = PlainKind(
    fileType: "adx ", name: "CRI ADX", extensions: ["adx"], formatIDs: [.adxADPCM],
    probe: { head in
      guard head.count >= 20, head[0] == 0x80, head[1] == 0 else { return false }
      let start = Int(head[2]) << 8 | Int(head[3])
      return start >= 18 && start - 2 + 6 <= head.count && head.begins(with: "(c)CRI", at: start - 2)
    },
    read: { window throws(ContainerError) in
      let start = Int64(try window.bigEndian(2, at: 2)) + 4
      let kind = try window.bigEndian(3, at: 4)
      guard kind == 0x03_12_04 else {
        throw refusal("ADX of other blocks than 18 bytes of 4 bits, and AHX, are not read", "adx ")
      }
      guard try window.bigEndian(1, at: 19) & 8 == 0 else { throw refusal("encrypted ADX is not read", "adx ") }
      let channels = Int(try window.bigEndian(1, at: 7))
      var samples = PlainSamples(
        packets(
          .adxADPCM, rate: Double(try window.bigEndian(4, at: 8)), channels: channels, (18 * channels, 32)), at: start)
      let frames = Int64(try window.bigEndian(4, at: 12))
      samples.frameCount = frames
      // A mark of the end follows the blocks.
      samples.byteCount = (frames + 31) / 32 * 18 * Int64(channels)
      samples.cookie = try window.bytes(2, at: 16)
      return samples
    })

  /// APM of Ubisoft: the fields of a `WAVEFORMATEX`, and 80 bytes with the state of the coding; found in FFmpeg's
  /// files.
  static let apm = PlainKind(
    fileType: "apm ", name: "Ubisoft APM", extensions: ["apm"], formatIDs: [.apmADPCM],
    probe: { head in head.count >= 100 && head.begins(with: "vs12", at: 20) && head.begins(with: "DATA", at: 96) },
    read: { window throws(ContainerError) in
      let channels = Int(try window.littleEndian(2, at: 2))
      guard try window.littleEndian(2, at: 0) == 0x2000, try window.littleEndian(2, at: 14) == 4,
        (1...2).contains(channels)
      else {
        throw refusal("APM of other codings than IMA ADPCM of one or two channels is not read", "apm ")
      }
      guard try window.bytes(56, at: 40).allSatisfy({ $0 == 0 }) else {
        throw refusal("APM that does not begin with silence is not read", "apm ")
      }
      return PlainSamples(
        packets(
          .apmADPCM, rate: Double(try window.littleEndian(4, at: 4)), channels: channels, (512 * channels, 1024)),
        at: 100, byteCount: Int64(try window.littleEndian(4, at: 28)))
    })

  /// KVAG of Simon & Schuster Interactive: size, rate, and 1 for two channels; found in FFmpeg's files.
  static let kvag = PlainKind(
    fileType: "kvag", name: "Simon & Schuster Interactive KVAG", extensions: ["kvag", "vag"], formatIDs: [.kvagADPCM],
    probe: { head in head.count >= 14 && head.begins(with: "KVAG") },
    read: { window throws(ContainerError) in
      let channels = try window.littleEndian(2, at: 12) == 0 ? 1 : 2
      return PlainSamples(
        packets(
          .kvagADPCM, rate: Double(try window.littleEndian(4, at: 8)), channels: channels, (512 * channels, 1024)),
        at: 14, byteCount: Int64(try window.littleEndian(4, at: 4)))
    })

  /// ASF of Argonaut Games: a header that states where the only chunk begins, and the chunk's header; the Multimedia
  /// Wiki's page "Argonaut Games ASF".
  static let argonaut = PlainKind(
    fileType: "argo", name: "Argonaut Games ASF", extensions: ["argo_asf"], formatIDs: [.argonautADPCM],
    probe: { head in head.count >= 44 && head.begins(with: "ASF\0") && head[10] == 0 && head[11] == 0 },
    read: { window throws(ContainerError) in
      let chunk = Int64(try window.littleEndian(4, at: 12))
      let (blocks, frames) = (Int64(try window.littleEndian(4, at: chunk)), try window.littleEndian(4, at: chunk + 4))
      let channels = Int(try window.littleEndian(4, at: chunk + 16) >> 1 & 1) + 1
      guard try window.littleEndian(4, at: 8) == 1, frames == 32 else {
        throw refusal("Argonaut's ASF of several chunks, or of other blocks than 32 frames, is not read", "argo")
      }
      return PlainSamples(
        packets(
          .argonautADPCM, rate: Double(try window.littleEndian(2, at: chunk + 12)), channels: channels,
          (17 * channels, 32)), at: chunk + 20, byteCount: blocks * 17 * Int64(channels))
    })

  /// MMF or SMAF, of Yamaha's chips in telephones: the sound of the first chunk of waves; the Multimedia Wiki's page
  /// "SMAF".
  static let mobile = PlainKind(
    fileType: "mmf ", name: "Yamaha SMAF (MMF)", extensions: ["mmf"], formatIDs: [.yamahaADPCM],
    probe: { head in head.count >= 16 && head.begins(with: "MMMD") && head.begins(with: "CNTI", at: 8) },
    read: { window throws(ContainerError) in
      var (place, format): (Int64, StreamFormat?) = (8, nil)
      // Few chunks precede the samples.
      for _ in 0..<64 {
        let (name, size) = (try window.bigEndian(4, at: place), Int64(try window.bigEndian(4, at: place + 4)))
        let body = place + 8
        switch name >> 8 {
        // `ATR`, an audio track: the number of its coding and rate, then chunks.
        case 0x41_54_52 where format == nil:
          let coding = Int(try window.bigEndian(1, at: body + 2))
          guard coding >> 4 & 7 == 1, let rate = [4000.0, 8000, 11_025, 22_050, 44_100].dropFirst(coding & 15).first
          else {
            throw refusal("SMAF of another coding than ADPCM is not read", "mmf ")
          }
          let channels = coding >> 7 + 1
          format = packets(
            .yamahaADPCM, rate: rate, channels: channels, (512 * channels, 1024))
          place = body + 6
        // `Awa`, the samples.
        case 0x41_77_61:
          guard let format else { throw malformed("a track precedes its samples", "mmf ") }
          return PlainSamples(format, at: body, byteCount: size)
        case 0x4D_54_52: throw refusal("SMAF of notes is not read", "mmf ")
        default: place = body + size
        }
      }
      throw malformed("no samples follow the first chunks", "mmf ")
    })

  /// G.722 without a header: only its bytes, 64 kbit/s.
  static let wideBand = PlainKind(
    fileType: "g722", name: "G.722", extensions: ["g722"], formatIDs: [.g722], probe: nil,
    read: { _ throws(ContainerError) in
      PlainSamples(packets(.g722, rate: 16000, channels: 1, (160, 320)), at: 0)
    })
}
