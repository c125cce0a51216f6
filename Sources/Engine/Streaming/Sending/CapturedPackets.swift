import AudioBase
import AudioConversion
import AudioErrors
import AudioPlayback

// Holds throughout: recorders give as many samples as they say.

/// Encodes samples from a recorder, and sends each packet as soon as it is complete.
final class CapturedPackets: SampleSink {
  /// The outcome, for other threads.
  final class Status: Sendable {
    private let reason = Lock<AudioError?>(nil)

    var failure: AudioError? { reason.withLock { $0 } }

    func note(_ error: AudioError) { reason.withLock { $0 = $0 ?? error } }
  }

  let status = Status()
  private let sender: RTPSender
  private var encoder: CapturedEncoder
  private var batch = PacketBatch(maximumPacketCount: 16)

  init(_ encoder: consuming CapturedEncoder, to sender: RTPSender) {
    self.encoder = encoder
    self.sender = sender
  }

  func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError) {
    guard frameCount > 0 else { return }
    encoder.converter.append(
      PlanarSamples(samples, stride: frameCount, channelCount: samples.count / frameCount, frames: 0..<frameCount))
    try sendPackets()
  }

  func finish() throws(AudioError) {
    encoder.converter.endInput()
    try sendPackets()
    try noting { () throws(AudioError) in try sender.finish() }
  }

  /// Sends the packets that can be made of the samples so far.
  private func sendPackets() throws(AudioError) {
    while true {
      let fill = try noting { () throws(AudioError) in
        // Some hundredths of a second, so that the first packets leave before the last are made.
        let fill = try encoder.converter.fill(&batch, packetCount: encoder.isSamples ? 1024 : 4)
        try sendBatch()
        return fill
      }
      guard fill == .filled else { return }
    }
  }

  private func sendBatch() throws(AudioError) {
    guard batch.count > 0 else { return }
    guard !encoder.isSamples else { return try sender.send(batch.bytes) }
    for index in 0..<batch.count {
      let count = batch.descriptions[index].frameCount
      try sender.send(Array(batch.packet(index)), frameCount: count > 0 ? count : nil)
    }
  }

  /// Runs a step of sending, and keeps its error.
  private func noting<Result>(_ step: () throws(AudioError) -> Result) throws(AudioError) -> Result {
    do throws(AudioError) {
      return try step()
    } catch {
      status.note(error)
      throw error
    }
  }
}
