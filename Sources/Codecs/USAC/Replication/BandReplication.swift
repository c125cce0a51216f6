import AACReplication
import AACSyntax
import AudioBase
import MPEG4Systems

// Bound throughout: USACConfiguration bounds the elements.

/// Band replication of all elements: from frames of the core's rate to frames of the output's.
///
/// ISO/IEC 23003-3, 7.5. The signal path is that of AAC's SBR, ``SBREngine``.
struct BandReplication: ~Copyable, Sendable {
  private let slots: [USACConfiguration.Slot]
  private let configuration: SBRConfiguration
  private let dequantization = SBRDequantization()
  private var engine: SBREngine
  private var states: [ReplicationState]
  /// The MPEG Surround decoder of each element; `nil` if it has none.
  private var upmixes: [ElementUpmix?]

  /// Creates the tool for a configuration with band replication.
  init(_ configuration: USACConfiguration) {
    slots = configuration.slots
    // Each element's data says if its envelopes are shaped in time.
    var enhancement = SBREnhancement(ratio: configuration.ratio ?? .double, hasTemporalShaping: false)
    enhancement.isHarmonic = configuration.hasTransposer
    self.configuration = SBRConfiguration(
      enhancement, sampleRate: configuration.config.sampleRate, coreFrameLength: configuration.coreFrameLength)
    engine = SBREngine(self.configuration)
    states = BandReplication.states(slots, self.configuration)
    upmixes = BandReplication.upmixes(slots, self.configuration)
  }

  private static func states(
    _ slots: [USACConfiguration.Slot], _ configuration: SBRConfiguration
  ) -> [ReplicationState] {
    slots.map { ReplicationState(configuration, isPair: $0.replicatesPair) }
  }

  private static func upmixes(
    _ slots: [USACConfiguration.Slot], _ configuration: SBRConfiguration
  ) -> [ElementUpmix?] {
    slots.map { slot in slot.upmix.map { ElementUpmix($0, configuration) } }
  }

  /// Clears the state kept from earlier packets.
  mutating func reset() {
    states = BandReplication.states(slots, configuration)
    upmixes = BandReplication.upmixes(slots, configuration)
  }

  /// Computes energies from a packet; lasting state is not changed.
  mutating func prepare(_ elements: [ElementFrame], _ parsed: [ElementParseState]) throws(USACError) {
    for index in slots.indices where slots[index].replication != nil {
      try states[index].prepare(elements[index].replication, parsed[index].replication, dequantization)
      if let frame = parsed[index].upmix { upmixes[index]?.path.prepare(frame) }
    }
  }

  /// Continues over a lost packet.
  ///
  /// - Parameter level: The level of the core against that before the loss, an amplitude.
  mutating func makeUp(level: Float) {
    for index in slots.indices {
      states[index].makeUp(dequantization, level: level)
      upmixes[index]?.path.makeUp()
    }
  }

  /// Replaces the frames of the core at the start of all channels. Low frequency channels only change their rate.
  mutating func apply(to output: inout PCMBlock) {
    for index in slots.indices where slots[index].kind != .extension {
      let channel = slots[index].firstChannel
      if upmixes[index] == nil {
        states[index].apply(&engine, to: &output, channel: channel)
      } else {
        states[index].apply(&engine, &upmixes[index]!, to: &output, channel: channel)  // Holds: looked at just above.
      }
    }
  }
}
