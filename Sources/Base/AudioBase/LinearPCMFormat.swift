extension StreamFormat {
  /// The encoding of one sample, or `nil` where this is not packed, interleaved linear PCM of a width that
  /// ``SampleFormat`` knows.
  public var sampleFormat: SampleFormat? {
    let nonInterleaved: UInt32 = 32
    guard formatID == .linearPCM, formatFlags & nonInterleaved == 0 else { return nil }
    let encoding: SampleFormat.Encoding =
      formatFlags & 1 != 0 ? .floatingPoint : formatFlags & 4 != 0 ? .signedInteger : .unsignedInteger
    let order: SampleFormat.ByteOrder = formatFlags & 2 != 0 ? .bigEndian : .littleEndian
    let samples = SampleFormat(encoding, bitsPerSample: bitsPerChannel, byteOrder: order)
    guard samples.isValid, channelsPerFrame > 0 else { return nil }
    let (frameSize, overflow) = channelsPerFrame.multipliedReportingOverflow(by: samples.byteCount)
    return !overflow && bytesPerFrame == frameSize ? samples : nil
  }
}
