import AudioBase
import ID3Tags

// The one bit of Super Audio CDs behind one header.

extension PlainKind {
  /// The bytes of a channel in a packet; DSF has blocks of as many.
  private static let blockByteCount = 4096
  /// The highest rate of frames that bits become.
  private static let highestRate = 192_000.0

  /// Describes one-bit samples: 16 bits become a frame, or 32, 64 or 128 if the frame rate would exceed 192 kHz.
  private static func bits(
    rate: UInt64, channels: Int, _ fileType: FourCharacterCode
  ) throws(ContainerError) -> StreamFormat {
    guard let count = [16, 32, 64, 128].first(where: { Double(rate) / Double($0) <= highestRate }) else {
      throw refusal("DSD of more than 24.576 MHz is not read", fileType)
    }
    guard rate > 0, rate % UInt64(count) == 0, (1...256).contains(channels) else {
      throw malformed("DSD has a rate of whole frames, and 1 to 256 channels", fileType)
    }
    var format = StreamFormat(
      formatID: .dsd, sampleRate: Double(rate) / Double(count), channelsPerFrame: channels,
      framesPerPacket: 8 * blockByteCount / count)
    format.bytesPerPacket = channels * blockByteCount
    return format
  }

  /// The loudspeakers of DSF's types of channels.
  private static let layouts: [UInt64: [Speaker]] = [
    1: [.center], 2: [.left, .right], 3: [.left, .right, .center],
    4: [.left, .right, .leftSurround, .rightSurround], 5: [.left, .right, .center, .lowFrequency],
    6: [.left, .right, .center, .leftSurround, .rightSurround],
    7: [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround],
  ]

  /// DSF: three chunks, and an ID3v2 tag at the end. All is little endian (Sony, "DSF File Format Specification" 1.01).
  static let dsf = PlainKind(
    fileType: "dsf ", name: "DSF", extensions: ["dsf"], formatIDs: [.dsd],
    probe: { head in head.count >= 32 && head.begins(with: "DSD ") && head.begins(with: "fmt ", at: 28) },
    read: { window throws(ContainerError) in
      let tag = Int64(truncatingIfNeeded: try window.littleEndian(8, at: 20))
      let size = try window.littleEndian(8, at: 32)
      let (version, identifier) = (try window.littleEndian(4, at: 40), try window.littleEndian(4, at: 44))
      guard version == 1, identifier == 0 else { throw refusal("DSF of another version or coding is not read", "dsf ") }
      let (type, channels) = (try window.littleEndian(4, at: 48), Int(try window.littleEndian(4, at: 52)))
      let format = try bits(rate: try window.littleEndian(4, at: 56), channels: channels, "dsf ")
      guard try window.littleEndian(4, at: 60) == 1, try window.littleEndian(4, at: 72) == blockByteCount else {
        throw refusal("DSF has one bit a sample, and blocks of 4096 bytes", "dsf ")
      }
      let data = 28 + Int64(min(size, 1 << 32))
      guard size >= 52, try window.bigEndian(4, at: data) == 0x6461_7461 else {
        throw malformed("the chunk of samples follows that of the format", "dsf ")
      }
      var samples = PlainSamples(format, at: data + 12)
      // Zeros, which are no silence, fill the last block up.
      let stated = min(try window.littleEndian(8, at: 64) / 8, 1 << 50)
      samples.byteCount = Int64(stated) * Int64(channels)
      samples.blockByteCount = blockByteCount
      samples.layout = layouts[type].flatMap { $0.count == channels ? ChannelLayout($0) : nil }
      if tag > 0 { try samples.readTag(&window, at: tag) }
      return samples
    })

  /// DFF: chunks with sizes of 64 bits. All is big endian (Philips, "DSDIFF" 1.5).
  static let dsdiff = PlainKind(
    fileType: "dff ", name: "DSDIFF (DFF)", extensions: ["dff"], formatIDs: [.dsd],
    probe: { head in head.count >= 16 && head.begins(with: "FRM8") && head.begins(with: "DSD ", at: 12) },
    read: { window throws(ContainerError) in
      var survey = DSDIFFSurvey()
      try survey.read(&window)
      guard let sound = survey.sound else { throw malformed("the file has a chunk of samples", "dff ") }
      let format = try bits(rate: survey.rate, channels: survey.speakers.count, "dff ")
      var samples = PlainSamples(format, at: sound.lowerBound, byteCount: Int64(sound.count))
      let speakers = survey.speakers.compactMap(\.self)
      samples.layout = speakers.count == format.channelsPerFrame ? ChannelLayout(speakers) : nil
      (samples.metadata, samples.unnamed) = (survey.metadata(frameRate: format.sampleRate), survey.unnamed)
      if let tag = survey.tag { try samples.readTag(&window, at: tag.lowerBound, byteCount: tag.count) }
      return samples
    })
}

extension PlainSamples {
  /// The longest ID3v2 tag that is read, in bytes.
  private static let longestTagByteCount = 1 << 26

  /// Reads an ID3v2 tag, whose texts are used if the file's own chunks have none.
  ///
  /// - Parameter byteCount: The bytes that are there for it; `nil` if it states its own size alone.
  fileprivate mutating func readTag(
    _ window: inout SourceWindow, at offset: Int64, byteCount: Int? = nil
  ) throws(ContainerError) {
    // Of what arrives in order the sound is first.
    guard !window.source.isArriving else { return warnings.append("the ID3 tag behind the samples is not read") }
    let place = try window.load(ID3Tag.headerByteCount, at: offset)
    guard let size = ID3Tag.byteCount(of: window.bytes.span.extracting(place)), size <= byteCount ?? size,
      size <= Self.longestTagByteCount, window.present(size, at: offset) == size
    else { return warnings.append("the ID3 tag is damaged, or longer than the limit") }
    metadata.id3Tag = try window.bytes(size, at: offset)
    metadata.id3TagOffset = offset
    do throws(ContainerError) {
      let said = try ID3Tag(parsing: metadata.id3Tag.span).metadata(sampleRate: format.sampleRate)
      metadata.fillValues(from: said)
      metadata.artwork = said.artwork
      for name in ID3TagEdit.unnamedItems(of: metadata.id3Tag, said, sampleRate: format.sampleRate) {
        unnamed.add(name)
      }
      if metadata.markers.isEmpty { metadata.markers = said.markers }
    } catch {
      warnings.append("the ID3 tag was left as it is: \(error)")
    }
  }
}
