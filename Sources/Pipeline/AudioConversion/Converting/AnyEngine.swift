import AudioBase

// Holds throughout: one of both engines is there from the beginning.

/// A conversion in the one precision or the other: exactly one of both is there.
struct AnyEngine: ~Copyable {
  private var single: ConversionEngine<Float>?
  private var double: ConversionEngine<Double>?

  init(single: consuming ConversionEngine<Float>?, double: consuming ConversionEngine<Double>?) {
    self.single = single
    self.double = double
  }

  mutating func append(_ bytes: Span<UInt8>, _ cutter: PacketCutter, descriptions: Span<PacketDescription>) {
    single?.append(bytes, cutter, descriptions: descriptions)
    double?.append(bytes, cutter, descriptions: descriptions)
  }

  mutating func endInput() {
    single?.endInput()
    double?.endInput()
  }

  mutating func begin(_ output: inout PacketBatch, packetCount: Int) {
    single?.begin(&output, packetCount: packetCount)
    double?.begin(&output, packetCount: packetCount)
  }

  mutating func advance(_ output: inout PacketBatch) throws(ConversionError) -> FillStatus {
    if single != nil { return try single!.advance(&output) }
    return try double!.advance(&output)
  }

  mutating func end(_ output: inout PacketBatch) {
    single?.end(&output)
    double?.end(&output)
  }

  mutating func reset() {
    single?.reset()
    double?.reset()
  }

  func reach() -> (leading: Int, trailing: Int) { single?.reach() ?? double?.reach() ?? (0, 0) }

  func latency() -> Double { single?.latency() ?? double?.latency() ?? 0 }

  mutating func noteRequest(packetCount: Int) {
    single?.noteRequest(packetCount: packetCount)
    double?.noteRequest(packetCount: packetCount)
  }

  func inputFrameCount(forPackets count: Int) -> Int {
    single?.inputFrameCount(forPackets: count) ?? double?.inputFrameCount(forPackets: count) ?? 0
  }

  func packetCount(forInputFrames count: Int) -> Int {
    single?.packetCount(forInputFrames: count) ?? double?.packetCount(forInputFrames: count) ?? 0
  }

  func currentReport() -> DecodingReport { single?.currentReport() ?? double?.currentReport() ?? DecodingReport() }

  func cookie() -> [UInt8]? { single?.cookie() ?? double?.cookie() ?? nil }

  func outputFrameCount() -> Int64 { single?.outputFrameCount() ?? double?.outputFrameCount() ?? 0 }
}
