import AudioDevices
import AudioPlayback
import AudioReception
import TestSupport
import Testing

/// Streams that are received in real time while threads ask and come and go; `Scripts/attack soak-threads` looks for
/// races in it.
@Suite("Reception under change") struct ReceptionThreadTests {
  /// A sender on one thread, which loses, repeats and mixes up its units.
  private final class Sender: Sendable {
    private let units: [[UInt8]]
    private let sent = Count()

    init(_ units: [[UInt8]]) { self.units = units }

    /// Sends the next units, of which none, or two, may arrive.
    func step(_ buffer: JitterBuffer, _ random: inout SplitMix64) {
      let number = sent.now
      sent.add(1)
      for place in [number, number - Int.random(in: 0..<3, using: &random)] where place >= 0 {
        guard !random.chance(10) else { continue }
        buffer.append(
          ReceivedAccessUnit(
            timestamp: Int64(480 * place), sequenceNumber: Int64(place), arrival: Int64(HostClock.now),
            bytes: units[place % units.count]))
      }
      HostClock.sleep(until: HostClock.now + 10_000_000)
    }
  }

  @Test func whateverArrivesAndWhoeverAsksTheStreamGoesOn() async throws {
    let material = try TestStream()
    let device = VirtualDevice(
      "soak", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime, bufferFrameCount: 256)
    let player = try ReceivedStreamPlayer(ReceivedStream(material.stream), on: device)
    let (sender, guest) = (Sender(material.units), Sender(material.units))
    try player.start()
    try await Soak.run(
      { sender.step(player.buffer, &$0) },
      { random in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: _ = player.statistics
        case 1: try player.player.setVolume(Float.random(in: 0...1, using: &random), over: 0.01)
        case 2: _ = (player.player.state, player.player.position)
        default: if random.chance(2) { player.buffer.restart() }
        }
      },
      { random in
        // Another receiver comes and goes.
        let other = try ReceivedStreamPlayer(ReceivedStream(material.stream), on: device)
        try other.start()
        for _ in 0..<4 { guest.step(other.buffer, &random) }
        other.stop()
      })
    let statistics = player.statistics
    player.stop()
    #expect(statistics.network.receivedUnits > 100 && statistics.network.damagedUnits == 0)
  }
}
