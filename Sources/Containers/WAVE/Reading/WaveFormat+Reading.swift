import AudioBase
import Bitstream
import WaveFormats

extension WaveFormat {
  /// Reads the chunk's body. `fileOffset` is where it begins, for messages.
  init(parsing body: ChunkBody, at fileOffset: Int64) throws(ContainerError) {
    let fields: WaveFormatFields
    do throws(EndOfBytes) { fields = try WaveFormatFields(parsing: body.bytes.span, order: body.order) } catch {
      throw ContainerError(.truncated, "the format chunk is too short", at: fileOffset, in: .formatChunk)
    }
    channelCount = fields.channelCount
    sampleRate = fields.sampleRate
    bytesPerSecond = fields.bytesPerSecond
    blockAlign = fields.blockAlign
    bitsPerSample = fields.bitsPerSample
    validBitsPerSample = fields.bitsPerSample
    byteOrder = body.order
    var rawTag = fields.tag
    if rawTag == WaveFormatExtension.tag {
      isExtensible = true
      guard let added = fields.extensible else {
        throw ContainerError(.truncated, "the format chunk is too short", at: fileOffset, in: .formatChunk)
      }
      let isAmbisonic = added.subformatTail == WaveFormatExtension.ambisonicTail
      guard let tag = UInt16(exactly: added.subformat),
        isAmbisonic || added.subformatTail == WaveFormatExtension.subformatTail
      else {
        throw ContainerError(
          .unsupported, "the subformat of an extensible WAVE format is not one of Microsoft's", at: fileOffset,
          in: .formatChunk)
      }
      // More than there are is a fault, 0 has been written if all are meant.
      let valid = added.validBitsPerSample
      if valid > 0, valid <= bitsPerSample { validBitsPerSample = valid }
      channelMask = isAmbisonic ? 0 : added.channelMask
      rawTag = tag
    }
    guard let known = WaveFormatTag(rawValue: rawTag) else {
      throw ContainerError(.unsupported, WaveFormatTag.refusal(rawTag), at: fileOffset, in: .formatChunk)
    }
    tag = known
    if tag == .aac { blockExtension = fields.extensionBytes }
    guard tag.hasBlocks else { return }
    // It counts where `cbSize` leaves it out, too.
    framesPerBlock = fields.framesPerBlock ?? 0
    blockExtension = fields.extensionBytes
  }

  /// Returns the format as Core Audio describes it, after checking that the fields agree.
  ///
  /// A field that contradicts most of the others is corrected, with a remark.
  mutating func streamFormat(
    at fileOffset: Int64, limits: ResourceLimits, warnings: inout [String]
  ) throws(ContainerError) -> StreamFormat {
    guard channelCount > 0, sampleRate > 0 else {
      throw failure(.malformed, "a stream has channels and a rate", at: fileOffset)
    }
    guard channelCount <= limits.channelCount else {
      throw failure(.limitExceeded, "there are too many channels", at: fileOffset)
    }
    guard !tag.isMPEGAudio, !tag.hasFrames else {
      throw failure(
        .unsupported, "frames of MPEG audio, AC-3, FLAC and AAC are found by their own headers", at: fileOffset)
    }
    if tag.hasBlocks { return try blockFormat(at: fileOffset, warnings: &warnings) }
    if tag.hasPlainPackets { return try plainFormat(at: fileOffset) }
    try repairBlockAlign(at: fileOffset, warnings: &warnings)
    let sampleByteCount = Int(blockAlign / channelCount)
    if tag == .aLaw || tag == .muLaw {
      var format = StreamFormat(
        formatID: tag.formatID, sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount),
        framesPerPacket: 1)
      format.bytesPerPacket = Int(blockAlign)
      format.bytesPerFrame = Int(blockAlign)
      format.bitsPerChannel = sampleByteCount * 8
      return format
    }
    let encoding: SampleFormat.Encoding =
      tag == .ieeeFloat ? .floatingPoint : sampleByteCount == 1 ? .unsignedInteger : .signedInteger
    let samples = SampleFormat(encoding, bitsPerSample: sampleByteCount * 8, byteOrder: byteOrder)
    // Wider integers have no sample format, so that nothing decodes them, but their packets are packets all the same.
    guard samples.isValid || (tag == .pcm && sampleByteCount <= 8) else {
      throw failure(.unsupported, "integers have up to 64 bits, floating point 32 or 64", at: fileOffset)
    }
    return StreamFormat(samples, sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount))
  }

  private func failure(_ kind: ErrorKind, _ rule: StaticString, at fileOffset: Int64) -> ContainerError {
    ContainerError(kind, rule, at: fileOffset, in: .formatChunk)
  }

  /// Checks `nBlockAlign`, and corrects it from the bits if these agree with the bytes per second and it does not.
  private mutating func repairBlockAlign(at fileOffset: Int64, warnings: inout [String]) throws(ContainerError) {
    if blockAlign % channelCount == 0, blockAlign > 0, Int(bitsPerSample) <= Int(blockAlign / channelCount) * 8 {
      return
    }
    let expected = (Int(bitsPerSample) + 7) / 8 * Int(channelCount)
    guard let align = UInt16(exactly: expected), align > 0,
      UInt64(bytesPerSecond) == UInt64(sampleRate) * UInt64(align)
    else {
      throw failure(.malformed, "a frame is a whole number of samples, each as wide as its bits", at: fileOffset)
    }
    warnings.append("the size of a frame contradicts the other fields of the format and was taken from them")
    blockAlign = align
  }

  private mutating func blockFormat(
    at fileOffset: Int64, warnings: inout [String]
  ) throws(ContainerError) -> StreamFormat {
    guard tag == .gsm610 || bitsPerSample == 4 || bitsPerSample == 0 else {
      throw failure(.unsupported, "ADPCM has 4 bits a sample here", at: fileOffset)
    }
    guard let most = tag.framesPerBlock(byteCount: Int(blockAlign), channelCount: Int(channelCount)) else {
      throw failure(.malformed, "a block is longer than its own header, and one of GSM has 65 bytes", at: fileOffset)
    }
    if framesPerBlock == 0 {
      warnings.append("the format does not say how many frames a block has; it was taken from the block's size")
    }
    let frames = framesPerBlock == 0 ? most : Int(framesPerBlock)
    guard frames <= most, let stored = UInt16(exactly: frames) else {
      throw failure(.malformed, "a block cannot hold as many frames as the format says", at: fileOffset)
    }
    framesPerBlock = stored
    var format = StreamFormat(
      formatID: tag.formatID, sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount),
      framesPerPacket: frames)
    format.bytesPerPacket = Int(blockAlign)
    return format
  }

  private func plainFormat(at fileOffset: Int64) throws(ContainerError) -> StreamFormat {
    guard
      let packet = tag.plainPacket(
        blockAlign: Int(blockAlign), channelCount: Int(channelCount), bits: Int(bitsPerSample))
    else {
      throw failure(
        .unsupported, "ADPCM of this kind has other channels, blocks, or codes of another width", at: fileOffset)
    }
    var format = StreamFormat(
      formatID: tag.formatID, sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount),
      framesPerPacket: packet.frameCount)
    format.bytesPerPacket = packet.byteCount
    return format
  }

  /// The data that the decoder needs beyond the format: for MS ADPCM the fields after `cbSize`, that is the frames of a
  /// block, the number of coefficient pairs and the pairs themselves, all 16 bits wide and little endian; nothing
  /// otherwise.
  var cookie: [UInt8] { tag == .microsoftADPCM ? blockExtension : [] }
}
