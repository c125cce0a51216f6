import AudioBase

extension DecodedFormat {
  /// Returns the seconds that so many packets last.
  func duration(ofPackets count: Int) -> Double {
    count > 0 && sampleRate > 0 ? Double(count * framesPerPacket) / sampleRate : 0
  }
}
