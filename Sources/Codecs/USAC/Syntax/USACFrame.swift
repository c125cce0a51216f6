import Bitstream
import MPEG4Systems

// Bound throughout: USACConfiguration bounds the elements, whose storage is allocated once.

/// `UsacFrame()`: one packet, as integers.
///
/// ISO/IEC 23003-3, 5.3. Elements have neither names nor an end: they are those of the configuration, in its order.
package struct USACFrame: Sendable {
  /// A part of an extension element's payload.
  package struct Payload: Sendable, BitwiseCopyable {
    /// The place of the element in ``USACConfiguration/slots``.
    package var slot: Int
    /// The range of the part in the packet, in bits.
    package var start: Int
    package var byteCount: Int
    /// `usacExtElementStart`: true if the payload begins here.
    package var isFirst = true
    /// `usacExtElementStop`: true if the payload ends here.
    package var isLast = true
  }

  /// `usacIndependencyFlag`.
  package private(set) var isIndependent = false
  /// The elements with sound, one per slot.
  var elements: [ElementFrame]
  /// The payloads of extension elements that are not empty.
  package private(set) var payloads: [Payload] = []
  private let slots: [USACConfiguration.Slot]
  private var context: FrameContext
  /// The configuration for reading the band replication of each element; `nil` if it has none.
  private let replications: [ReplicationContext?]
  /// The configuration for reading MPEG Surround of each element; `nil` if it has none.
  private let upmixes: [UpmixContext?]

  package init(_ configuration: USACConfiguration) {
    slots = configuration.slots
    context = FrameContext(configuration)
    replications = slots.map { slot in
      guard let config = slot.replication, let ratio = configuration.ratio else { return nil }
      return ReplicationContext(
        config, ratio, sampleRate: configuration.config.sampleRate, isPair: slot.replicatesPair)
    }
    upmixes = UpmixContext.contexts(slots)
    elements = slots.map {
      ElementFrame(
        coreFrameLength: $0.kind == .extension ? 0 : configuration.coreFrameLength, isPair: $0.isPair)
    }
    payloads.reserveCapacity(slots.count)
  }

  /// Reads a packet.
  ///
  /// - Parameters:
  ///   - reader: The reader at the first bit, and afterwards after the last one: 0…7 bits before the end.
  ///   - states: The state of the previous packet; it is changed even where the packet is refused.
  mutating func parse(_ reader: inout BitReader, _ states: inout [ElementParseState]) throws(USACError) {
    payloads.removeAll(keepingCapacity: true)
    isIndependent = try reader.bit()
    context.isIndependent = isIndependent
    for slot in slots.indices {
      context.hasNoiseFilling = slots[slot].hasNoiseFilling
      switch slots[slot].kind {
      case .single: try elements[slot].parseSingle(&reader, context, &states[slot])
      case .pair where !slots[slot].isPair: try elements[slot].parseSingle(&reader, context, &states[slot])
      case .pair: try elements[slot].parsePair(&reader, context, &states[slot])
      case .lowFrequency: try elements[slot].parseLowFrequency(&reader, context, &states[slot])
      case .extension: try parseExtension(&reader, slot)
      }
      guard let context = replications[slot] else { continue }
      try elements[slot].replication.parse(
        &reader, isIndependent: isIndependent, context, &states[slot].replication)
      guard let context = upmixes[slot] else { continue }
      try states[slot].upmix?.parse(&reader, isIndependent: isIndependent, context)
    }
    guard reader.remaining < 8 else { throw USACError(.bitsLeft, at: reader.offset) }
  }

  /// `UsacExtElement()`.
  private mutating func parseExtension(_ reader: inout BitReader, _ slot: Int) throws(USACError) {
    guard let payload = try Payload(parsing: &reader, slot: slot, slots[slot]) else { return }
    payloads.append(payload)
  }
}

extension USACFrame.Payload {
  /// Reads an extension element and skips its payload; `nil` if it has none.
  init?(parsing reader: inout BitReader, slot: Int, _ config: USACConfiguration.Slot) throws(USACError) {
    guard try reader.bit() else { return nil }
    var byteCount = config.defaultByteCount
    if try !reader.bit() {
      byteCount = try reader.bits(8)
      if byteCount == 255 { byteCount += try reader.bits(16) - 2 }
    }
    guard byteCount > 0 else { return nil }
    if config.isFragmented {
      isFirst = try reader.bit()
      isLast = try reader.bit()
    }
    self.slot = slot
    self.byteCount = byteCount
    start = reader.offset
    guard byteCount <= reader.remaining / 8 else { throw USACError(.truncated, at: reader.offset) }
    reader.consume(8 * byteCount)
  }
}
