extension StreamFormat {
  /// The encoding of one sample, or `nil` where this is not packed, interleaved linear PCM of a width that
  /// ``SampleFormat`` knows.
  public var sampleFormat: SampleFormat? {
    guard formatID == .linearPCM, formatFlags & Self.nonInterleavedFlag == 0 else { return nil }
    let encoding: SampleFormat.Encoding =
      formatFlags & 1 != 0 ? .floatingPoint : formatFlags & 4 != 0 ? .signedInteger : .unsignedInteger
    let order: SampleFormat.ByteOrder = formatFlags & 2 != 0 ? .bigEndian : .littleEndian
    let samples = SampleFormat(encoding, bitsPerSample: bitsPerChannel, byteOrder: order)
    guard samples.isValid, channelsPerFrame > 0 else { return nil }
    let (frameSize, overflow) = channelsPerFrame.multipliedReportingOverflow(by: samples.byteCount)
    return !overflow && bytesPerFrame == frameSize ? samples : nil
  }

  /// The buffers that the channels lie in: one, or one for each where linear PCM is not interleaved.
  public var bufferCount: Int {
    formatID == .linearPCM && formatFlags & Self.nonInterleavedFlag != 0 ? max(1, channelsPerFrame) : 1
  }

  /// `kAudioFormatFlagIsNonInterleaved`.
  private static var nonInterleavedFlag: UInt32 { 32 }
}
