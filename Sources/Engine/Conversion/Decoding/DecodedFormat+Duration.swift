import AudioBase

extension DecodedFormat {
  /// Returns the duration of a number of packets, in seconds.
  func duration(ofPackets count: Int) -> Double {
    count > 0 && sampleRate > 0 ? Double(count * framesPerPacket) / sampleRate : 0
  }
}
