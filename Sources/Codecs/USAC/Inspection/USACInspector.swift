import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
public import PacketInspection

extension USACCodec {
  /// Inspects the coding of packets of USAC: the domain of each channel with its blocks and windows, the stereo tools,
  /// enhanced SBR, AudioPreRoll, and the bytes of the gains of dynamic range control.
  public static let inspector = PacketInspectorDescriptor(
    formatIDs: descriptor.formatIDs,
    makeInspector: { stream throws(CodecError) in
      USACInspector(try USACConfiguration(try config(in: stream.cookie.span).config))
    })
}

// Bound throughout: USACConfiguration bounds the elements.

/// The fields of packets as numbers, parsed like in the decoder.
final class USACInspector: PacketInspector {
  /// A property and the origin of its value.
  private struct Column {
    var property: PacketProperty
    var value: (USACFrame) -> Int?
  }

  private let configuration: USACConfiguration
  private var frame: USACFrame
  private var states: [ElementParseState]
  private var nextStates: [ElementParseState]
  private var isEntered = false
  private var columns: [Column] = []

  var properties: [PacketProperty] { columns.map(\.property) }

  init(_ configuration: USACConfiguration) {
    self.configuration = configuration
    frame = USACFrame(configuration)
    states = ElementParseState.states(configuration)
    nextStates = states
    addFlag("independent", of: "") { $0.isIndependent }
    for (index, slot) in configuration.slots.enumerated() { addSlot(index, slot) }
  }

  func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?] {
    var reader = BitReader(packet)
    do throws(USACError) {
      guard isEntered || reader.peek(1) == 1 else { throw USACError(.notIndependent, at: 0) }
      ElementParseState.copy(states, to: &nextStates)
      try frame.parse(&reader, &nextStates)
    } catch {
      for index in states.indices { states[index].forget() }
      throw error.asCodecError
    }
    swap(&states, &nextStates)
    isEntered = true
    return columns.map { $0.value(frame) }
  }

  private func add(
    _ name: String, of scope: String, _ kind: PacketProperty.Kind, _ value: @escaping (USACFrame) -> Int?
  ) {
    columns.append(Column(property: PacketProperty(name, of: scope, kind), value: value))
  }

  private func addFlag(_ name: String, of scope: String, _ value: @escaping (USACFrame) -> Bool?) {
    add(name, of: scope, .flag) { frame in value(frame).map { $0 ? 1 : 0 } }
  }
}

// MARK: - Elements

extension USACInspector {
  private func addSlot(_ index: Int, _ slot: USACConfiguration.Slot) {
    guard slot.kind != .extension else { return addExtension(index, slot) }
    let speakers = configuration.layout.speakers
    let names = (0..<(slot.isPair ? 2 : 1)).map { place in
      slot.kind == .pair && !slot.isPair ? "downmix" : speakers[slot.firstChannel + place].name
    }
    addChannel(of: names[0], slot, { $0.elements[index].first }, { $0.elements[index].replication.first })
    guard slot.isPair else { return }
    addChannel(of: names[1], slot, { $0.elements[index].second }, { $0.elements[index].replication.second })
    let scope = names.joined(separator: "+")
    add("stereo", of: scope, .choice(["left and right", "M/S", "prediction", "complex prediction"])) { frame in
      let stereo = frame.elements[index].stereo
      switch stereo.tool {
      case .none: return 0
      case .midSide: return 1
      case .prediction: return stereo.isComplex ? 3 : 2
      }
    }
  }

  private func addExtension(_ index: Int, _ slot: USACConfiguration.Slot) {
    func byteCount(_ frame: USACFrame) -> Int {
      frame.payloads.reduce(0) { $0 + ($1.slot == index ? $1.byteCount : 0) }
    }
    switch slot.extensionType {
    case USACExtension.audioPreRoll: addFlag("AudioPreRoll", of: "") { byteCount($0) > 0 }
    case USACExtension.dynamicRangeControl: add("DRC gains", of: "", .count(unit: "bytes")) { byteCount($0) }
    default: break
    }
  }

  private static let codings = ["frequency domain", "TCX", "TCX and ACELP", "ACELP"]
  private static let windows = ["ONLY_LONG", "LONG_START", "LONG_STOP", "STOP_START", "EIGHT_SHORT"]

  private func addChannel(
    of name: String, _ slot: USACConfiguration.Slot, _ channel: @escaping (USACFrame) -> ChannelFrame,
    _ replication: @escaping (USACFrame) -> SBRChannelData
  ) {
    /// Reads a field of the frequency domain; `nil` for a frame of linear prediction.
    func field(_ value: @escaping (ChannelFrame) -> Int) -> (USACFrame) -> Int? {
      { frame in
        let channel = channel(frame)
        return channel.mode == .frequencyDomain ? value(channel) : nil
      }
    }
    add("core mode", of: name, .choice(Self.codings)) { channel($0).coding }
    add("ACELP blocks", of: name, .count(unit: "blocks")) { channel($0).excitationCount }
    add("TCX blocks", of: name, .count(unit: "blocks")) { channel($0).transformCount }
    add("LPC sets", of: name, .count(unit: "sets")) { channel($0).filterCount }
    add("window sequence", of: name, .choice(Self.windows), field { $0.windowPlace })
    add("window shape", of: name, .choice(["sine", "Kaiser-Bessel"]), field { Int($0.info.windowShape.rawValue) })
    add("bands", of: name, .count(unit: "bands"), field { $0.info.bandCount * $0.info.groupCount })
    addFlag("TNS", of: name) { channel($0).mode == .frequencyDomain ? channel($0).shaping != .none : nil }
    if slot.hasNoiseFilling {
      add("noise level", of: name, .count(unit: ""), field { $0.hasNoiseFilling ? $0.noiseLevel : 0 })
    }
    guard slot.replication != nil else { return }
    add("SBR envelopes", of: name, .count(unit: "envelopes")) { replication($0).time.envelopeCount }
    add("SBR noise floors", of: name, .count(unit: "noise floors")) { replication($0).time.noiseCount }
  }
}

extension ChannelFrame {
  /// The blocks of an excitation in a frame of linear prediction.
  fileprivate var excitationCount: Int {
    guard mode == .linearPrediction else { return 0 }
    return (0..<4).filter { prediction.modes[$0] == 0 }.count
  }

  /// The transforms in a frame of linear prediction, of one, two or four quarters.
  fileprivate var transformCount: Int {
    guard mode == .linearPrediction else { return 0 }
    return (0..<4).filter { prediction.modes[$0] > 0 && prediction.isBlockStart($0) }.count
  }

  /// The number of filter sets in a frame of linear prediction: one at the end of each block, and one at the start of
  /// the frame if the previous frame is not of linear prediction.
  fileprivate var filterCount: Int {
    guard mode == .linearPrediction else { return 0 }
    return excitationCount + transformCount + (prediction.isFirst ? 1 : 0)
  }

  /// The place in ``USACInspector/codings``.
  fileprivate var coding: Int {
    guard mode == .linearPrediction else { return 0 }
    return excitationCount == 4 ? 3 : excitationCount > 0 ? 2 : 1
  }

  /// The place in ``USACInspector/windows``.
  fileprivate var windowPlace: Int {
    switch info.windowSequence {
    case .onlyLong: 0
    case .longStart: startsShort ? 3 : 1
    case .longStop: 2
    case .eightShort: 4
    }
  }
}
