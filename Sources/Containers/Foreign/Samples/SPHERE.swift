import AudioBase

extension PlainKind {
  /// NIST SPHERE: lines of text, `key -type value`, in a header whose size is the second line.
  static let sphere = PlainKind(
    fileType: "sph ", name: "NIST SPHERE", extensions: ["sph", "nist"], formatIDs: [.linearPCM, .aLaw, .muLaw],
    probe: { head in head.count >= 16 && head.begins(with: "NIST_1A\n") },
    read: { window throws(ContainerError) in
      let number = String(decoding: try window.bytes(8, at: 8), as: UTF8.self)
      guard let size = Int(number.filter { $0 != " " && $0 != "\n" }), (16...(1 << 16)).contains(size) else {
        throw ContainerError(.malformed, "the second line states the size of the header", at: 8, in: "sph ")
      }
      let fields = fields(try window.bytes(size - 16, at: 16))
      func integer(_ key: String) -> Int? { fields[key].flatMap { Int($0) } }
      let channels = integer("channel_count") ?? 1
      guard let rate = integer("sample_rate"), (1...1 << 16).contains(channels) else {
        throw ContainerError(.malformed, "the header states the rate", at: 16, in: "sph ")
      }
      let format: StreamFormat
      let coding = fields["sample_coding"] ?? "pcm"
      switch coding {
      case "ulaw", "mu-law": format = StreamFormat(.muLaw, sampleRate: Double(rate), channelCount: channels)
      case "alaw": format = StreamFormat(.aLaw, sampleRate: Double(rate), channelCount: channels)
      case "pcm":
        let bytes = integer("sample_n_bytes") ?? 2
        guard (1...4).contains(bytes) else {
          throw ContainerError(.unsupported, "samples have one to four bytes", at: 16, in: "sph ")
        }
        // "01" is little endian, "10" big endian.
        let order = fields["sample_byte_format"] ?? "10"
        format = StreamFormat(
          SampleFormat(
            .signedInteger, bitsPerSample: bytes * 8, byteOrder: order.hasPrefix("0") ? .littleEndian : .bigEndian),
          sampleRate: Double(rate), channelsPerFrame: channels)
      case let name where name.contains("shorten"):
        throw ContainerError(.unsupported, "samples packed by Shorten are not read", at: 16, in: "sph ")
      default: throw ContainerError(.unsupported, "this coding of samples is not read", at: 16, in: "sph ")
      }
      let frames = integer("sample_count").flatMap { (1...(1 << 48)).contains($0) ? Int64($0) : nil }
      return PlainSamples(format, at: Int64(size), byteCount: frames.map { $0 * Int64(format.bytesPerFrame) })
    })

  /// Splits the lines of the header, up to `end_head`.
  private static func fields(_ bytes: [UInt8]) -> [String: String] {
    var found: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line == "end_head" { break }
      let parts = line.split(separator: " ", maxSplits: 2)
      if parts.count == 3 { found[String(parts[0])] = String(parts[2]) }
    }
    return found
  }
}
