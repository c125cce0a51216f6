import AudioBase

extension PlainKind {
  /// All kinds, a row each.
  static let all = [
    sphere, ircam, sox, avr, pvf, paris, amiga, gsm, adx, apm, kvag, argonaut, mobile, wideBand, aptX,
    aptXHD, codec2, dsf, dsdiff,
  ]

  /// Describes integers of a rate in Hz and a number of channels.
  private static func integers(
    _ bits: Int, bigEndian: Bool, rate: Double, channels: Int
  ) -> StreamFormat {
    StreamFormat(
      SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: bigEndian ? .bigEndian : .littleEndian),
      sampleRate: rate, channelsPerFrame: channels)
  }

  static func refusal(_ rule: StaticString, _ kind: FourCharacterCode) -> ContainerError {
    ContainerError(.unsupported, rule, at: 0, in: kind)
  }

  static func malformed(_ rule: StaticString, _ kind: FourCharacterCode) -> ContainerError {
    ContainerError(.malformed, rule, at: 0, in: kind)
  }

  /// Berkeley/IRCAM: rate, channels, kind, and samples from byte 1024 on. The magic number
  /// names a machine, but not always the byte order: the order in which rate and channels are possible is taken.
  private static let ircam = PlainKind(
    fileType: "irca", name: "IRCAM", extensions: ["sf", "ircam"], formatIDs: [.linearPCM, .aLaw, .muLaw],
    probe: { head in
      guard head.count >= 16 else { return false }
      let magic = [head[0], head[1], head[2], head[3]]
      return magic[0] == 0x64 && magic[1] == 0xA3 && magic[2] <= 4 && magic[3] == 0
        || magic[3] == 0x64 && magic[2] == 0xA3 && magic[1] <= 4 && magic[0] == 0
    },
    read: { window throws(ContainerError) in
      for isBigEndian in [false, true] {
        let bits = try (4..<16).filter { $0 % 4 == 0 }.map { offset throws(ContainerError) in
          UInt32(
            try isBigEndian
              ? window.bigEndian(4, at: Int64(offset)) : window.littleEndian(4, at: Int64(offset)))
        }
        let (rate, channels) = (Double(Float(bitPattern: bits[0])), Int(bits[1]))
        guard rate >= 1, rate < 1e7, (1...256).contains(channels) else { continue }
        let format: StreamFormat
        switch bits[2] {
        case 1: format = integers(8, bigEndian: isBigEndian, rate: rate, channels: channels)
        case 2: format = integers(16, bigEndian: isBigEndian, rate: rate, channels: channels)
        case 3: format = integers(24, bigEndian: isBigEndian, rate: rate, channels: channels)
        case 0x40004: format = integers(32, bigEndian: isBigEndian, rate: rate, channels: channels)
        case 4, 8:
          format = StreamFormat(
            SampleFormat(
              .floatingPoint, bitsPerSample: Int(bits[2]) * 8, byteOrder: isBigEndian ? .bigEndian : .littleEndian),
            sampleRate: rate, channelsPerFrame: channels)
        case 0x10001: format = StreamFormat(.aLaw, sampleRate: rate, channelCount: channels)
        case 0x20001: format = StreamFormat(.muLaw, sampleRate: rate, channelCount: channels)
        default: throw refusal("this kind of samples is not read", "irca")
        }
        return PlainSamples(format, at: 1024)
      }
      throw malformed("rate and channels make sense in one byte order", "irca")
    })

  /// GSM 06.10 without a header: frames of 33 bytes, each of which begins with the four bits 0xD. The file must begin
  /// with enough such frames to exclude chance.
  private static let gsm = PlainKind(
    fileType: "gsm ", name: "GSM 06.10", extensions: ["gsm"], formatIDs: ["agsm"],
    probe: { head in
      let count = head.count / 33
      return count >= 16 && (0..<count).allSatisfy { head[33 * $0] >> 4 == 0xD }
    },
    read: { _ throws(ContainerError) in
      var format = StreamFormat(formatID: "agsm", sampleRate: 8000, channelsPerFrame: 1, framesPerPacket: 160)
      format.bytesPerPacket = 33
      return PlainSamples(format, at: 0)
    })

  /// SoX's own: the size of the header, samples, rate and channels in either byte order; samples of 32 bits.
  private static let sox = PlainKind(
    fileType: "sox ", name: "SoX", extensions: ["sox"],
    probe: { head in head.count >= 32 && (head.begins(with: ".SoX") || head.begins(with: "XoS.")) },
    read: { window throws(ContainerError) in
      let isBigEndian = try window.bytes(4, at: 0).elementsEqual("XoS.".utf8)
      func number(_ width: Int, _ offset: Int64) throws(ContainerError) -> UInt64 {
        try isBigEndian ? window.bigEndian(width, at: offset) : window.littleEndian(width, at: offset)
      }
      let (header, samples) = (Int64(try number(4, 4)), try number(8, 8))
      let (rate, channels) = (Double(bitPattern: try number(8, 16)), Int(try number(4, 24)))
      guard header >= 28, rate.isFinite else { throw malformed("the header is as long as its fields", "sox ") }
      let format = integers(32, bigEndian: isBigEndian, rate: rate, channels: min(channels, 1 << 16))
      let bytes = samples > 0 && samples < 1 << 60 ? Int64(samples) * 4 : nil
      return PlainSamples(format, at: header + 4, byteCount: bytes)
    })

  /// Audio Visual Research, of the Atari: 128 bytes, big endian.
  private static let avr = PlainKind(
    fileType: "avr ", name: "Audio Visual Research (AVR)", extensions: ["avr"],
    probe: { head in head.count >= 34 && head.begins(with: "2BIT") },
    read: { window throws(ContainerError) in
      let channels = try window.bigEndian(2, at: 12) == 0 ? 1 : 2
      let bits = Int(try window.bigEndian(2, at: 14))
      guard bits == 8 || bits == 16 else { throw refusal("samples have 8 or 16 bits", "avr ") }
      let isSigned = try window.bigEndian(2, at: 16) != 0
      // The first byte of the rate is that of a table of the replay program.
      let rate = Double(try window.bigEndian(4, at: 22) & 0xFF_FFFF)
      let frames = Int64(try window.bigEndian(4, at: 26))
      let format = StreamFormat(
        SampleFormat(isSigned ? .signedInteger : .unsignedInteger, bitsPerSample: bits, byteOrder: .bigEndian),
        sampleRate: rate, channelsPerFrame: channels)
      return PlainSamples(format, at: 128, byteCount: frames * Int64(format.bytesPerFrame))
    })

  /// Portable Voice Format: a line of channels, rate and bits; big endian.
  private static let pvf = PlainKind(
    fileType: "pvf ", name: "Portable Voice Format (PVF)", extensions: ["pvf"],
    probe: { head in head.count >= 12 && head.begins(with: "PVF1\n") },
    read: { window throws(ContainerError) in
      let head = try window.bytes(64, at: 5)
      guard let end = head.firstIndex(of: 0x0A) else {
        throw malformed("a line states channels, rate and bits", "pvf ")
      }
      let numbers = String(decoding: head[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3, [8, 16, 32].contains(numbers[2]), (1...1 << 16).contains(numbers[0]) else {
        throw malformed("a line states channels, rate and bits", "pvf ")
      }
      let format = integers(numbers[2], bigEndian: true, rate: Double(numbers[1]), channels: numbers[0])
      return PlainSamples(format, at: Int64(5 + end + 1))
    })

  /// Ensoniq PARIS: 2048 bytes of header in either byte order.
  private static let paris = PlainKind(
    fileType: "paf ", name: "Ensoniq PARIS (PAF)", extensions: ["paf"],
    probe: { head in head.count >= 28 && (head.begins(with: " paf") || head.begins(with: "fap ")) },
    read: { window throws(ContainerError) in
      let isBigEndian = try window.bytes(4, at: 0).elementsEqual(" paf".utf8)
      func number(_ offset: Int64) throws(ContainerError) -> Int {
        Int(try isBigEndian ? window.bigEndian(4, at: offset) : window.littleEndian(4, at: offset))
      }
      // Behind the version, which is 0, stands the order of the samples.
      let order = try number(8)
      let (rate, kind, channels) = (try number(12), try number(16), try number(20))
      guard kind == 0 || kind == 2 else { throw refusal("samples of 24 bits in blocks are not read", "paf ") }
      let format = integers(
        kind == 0 ? 16 : 8, bigEndian: order == 0, rate: Double(rate), channels: min(channels, 1 << 16))
      return PlainSamples(format, at: 2048)
    })

  /// Amiga's 8SVX and 16SV: chunks of IFF; one voice, uncompressed.
  private static let amiga = PlainKind(
    fileType: "8svx", name: "Amiga IFF (8SVX, 16SV)", extensions: ["8svx", "svx", "16sv", "iff"],
    probe: { head in
      head.count >= 12 && head.begins(with: "FORM")
        && (head.begins(with: "8SVX", at: 8) || head.begins(with: "16SV", at: 8))
    },
    read: { window throws(ContainerError) in
      let bits = try window.bytes(4, at: 8).elementsEqual("16SV".utf8) ? 16 : 8
      var (rate, position): (Double?, Int64) = (nil, 12)
      var metadata = Metadata()
      let keys: [FourCharacterCode: InfoKey] = [
        "NAME": .title, "AUTH": .artist, "ANNO": .comments, "(c) ": .copyright,
      ]
      // Few chunks precede the samples.
      for _ in 0..<256 {
        let identifier = FourCharacterCode(rawValue: UInt32(try window.bigEndian(4, at: position)))
        let (body, size) = (position + 8, Int64(try window.bigEndian(4, at: position + 4)))
        position = body + size + size & 1
        switch identifier {
        case "VHDR":
          rate = Double(try window.bigEndian(2, at: body + 12))
          guard try window.bigEndian(1, at: body + 15) == 0 else {
            throw refusal("samples by Fibonacci differences are not read", "8svx")
          }
        case "CHAN":
          guard try window.bigEndian(4, at: body) != 6 else {
            throw refusal("two channels, one behind the other, are not read", "8svx")
          }
        case "BODY":
          guard let rate else { throw malformed("VHDR precedes the samples", "8svx") }
          var samples = PlainSamples(
            integers(bits, bigEndian: true, rate: rate, channels: 1), at: body, byteCount: size)
          samples.metadata = metadata
          return samples
        default:
          guard let key = keys[identifier], size <= 1 << 16 else { continue }
          let bytes = try window.bytes(Int(size), at: body).prefix { $0 != 0 }
          if let text = String(validating: bytes, as: UTF8.self), !text.isEmpty { metadata[key] = text }
        }
      }
      throw malformed("no samples follow the first chunks", "8svx")
    })
}
