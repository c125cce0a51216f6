// Bound throughout: frames have 768 or 1,024 lines and streams at most 64 channels: USACConfiguration checks it.

/// The state of the previous packet for reading a channel.
struct ChannelParseState: Sendable {
  var context: ArithmeticContext
  /// True if the last frame ended with a short slope, or was coded by linear prediction: then window sequence 1 begins
  /// with a short one.
  var endedShort = false

  init(coreFrameLength: Int) { context = ArithmeticContext(coreFrameLength: coreFrameLength) }

  /// Records a lost packet, whose replacement ends with a long slope.
  mutating func forget() {
    context.forget()
    endedShort = false
  }

  /// Copies the values of another state without allocating.
  mutating func assign(_ other: borrowing ChannelParseState) {
    context.assign(other.context)
    endedShort = other.endedShort
  }
}

/// The state of the previous packet for reading an element.
struct ElementParseState: Sendable {
  var first: ChannelParseState
  /// The state of the second channel; unused if the element has one channel.
  var second: ChannelParseState
  var prediction = PredictionParseState()
  var replication = ReplicationParseState()
  /// The MPEG Surround state after the last packet; `nil` if the element has none.
  var upmix: UpmixFrame?

  init(coreFrameLength: Int, isPair: Bool, hasUpmix: Bool) {
    first = ChannelParseState(coreFrameLength: coreFrameLength)
    second = ChannelParseState(coreFrameLength: isPair ? coreFrameLength : 0)
    upmix = hasUpmix ? UpmixFrame() : nil
  }

  /// Returns the states before the first packet, one per slot.
  static func states(_ configuration: USACConfiguration) -> [ElementParseState] {
    configuration.slots.map {
      ElementParseState(
        coreFrameLength: $0.kind == .extension ? 0 : configuration.coreFrameLength, isPair: $0.isPair,
        hasUpmix: $0.upmix != nil)
    }
  }

  /// Records a lost packet. The header of band replication stays in force, and parameters are differences to those of
  /// the last packet.
  mutating func forget() {
    first.forget()
    second.forget()
    prediction.isKnown = false
  }

  /// Copies states to existing ones without allocating.
  static func copy(_ states: borrowing [ElementParseState], to others: inout [ElementParseState]) {
    // A subscript of the array would copy a state whole, and so would the state as an argument.
    let states = states.span
    for index in states.indices {
      others[index].first.assign(states[index].first)
      others[index].second.assign(states[index].second)
      others[index].prediction = states[index].prediction
      others[index].replication = states[index].replication
      if states[index].upmix != nil { others[index].upmix = states[index].upmix }
    }
  }
}

/// The coefficients of the last window group of the previous packet, by band; 0 if it had none.
struct PredictionParseState: Sendable {
  var real: [64 of Int16] = .init(repeating: 0)
  var imaginary: [64 of Int16] = .init(repeating: 0)
  var isShort = false
  /// False if that packet is lost.
  var isKnown = true
}
