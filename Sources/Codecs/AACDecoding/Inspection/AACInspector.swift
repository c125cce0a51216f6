import AACReplication
import AACSyntax
import AudioBase
import MPEG4Systems
public import PacketInspection

extension AACCodec {
  /// Inspects the tools that the packets of AAC use: windows, TNS, M/S and intensity stereo, PNS, prediction, SBR,
  /// Parametric Stereo.
  public static let inspector = PacketInspectorDescriptor(
    formatIDs: descriptor.formatIDs,
    makeInspector: { stream throws(CodecError) in
      let bytes: [UInt8]
      do throws(DescriptorError) {
        bytes = try MagicCookie.audioSpecificConfig(in: stream.cookie.span)
      } catch {
        throw error.codecError
      }
      let systems = try AudioSpecificConfig(parsing: bytes.span)
      return AACInspector(try AACFrameReader(systems, firstPacket: stream.firstPacket.span))
    })
}

/// The tools of AAC frames as numbers.
final class AACInspector: PacketInspector {
  /// A property and the origin of its value.
  private struct Column {
    var property: PacketProperty
    var value: @Sendable (AACFrameReport) -> Int?
  }

  private var reader: AACFrameReader
  private var columns: [Column] = []

  var properties: [PacketProperty] { columns.map(\.property) }

  init(_ reader: consuming AACFrameReader) {
    let configuration = reader.configuration
    self.reader = reader
    for index in configuration.slots.indices { addElement(index, of: configuration) }
    if !configuration.profile.isErrorResilient {
      add("coupling channels", of: "", .count(unit: "elements")) { $0.couplingCount }
    }
    if configuration.surround != nil { addFlag("MPEG Surround", of: "") { $0.hasSurround } }
    addFlag("dynamic range", of: "") { $0.hasDynamicRange }
    addFlag("broken payload", of: "") { $0.problem != nil }
  }

  func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?] {
    let report = try reader.read(packet)
    return columns.map { $0.value(report) }
  }

  private func add(
    _ name: String, of scope: String, _ kind: PacketProperty.Kind, _ value: @escaping @Sendable (AACFrameReport) -> Int?
  ) {
    columns.append(Column(property: PacketProperty(name, of: scope, kind), value: value))
  }

  private func addFlag(
    _ name: String, of scope: String, _ value: @escaping @Sendable (AACFrameReport) -> Bool?
  ) {
    add(name, of: scope, .flag) { report in value(report).map { $0 ? 1 : 0 } }
  }
}

// MARK: - Channels

extension AACInspector {
  private func addElement(_ index: Int, of configuration: AACConfiguration) {
    let slot = configuration.slots[index]
    let names = (0..<(slot.isPair ? 2 : 1)).map { Self.name(slot.firstChannel + $0, configuration) }
    for (channel, name) in names.enumerated() { addChannel(index, channel, name, configuration) }
    let scope = names.joined(separator: "+")
    if slot.isPair {
      addFlag("common window", of: scope) { $0.elements[index].hasCommonWindow }
      add("M/S bands", of: scope, .count(unit: "bands")) { $0.elements[index].midSideBandCount }
    }
    guard let replication = configuration.replication, !slot.isLowFrequency else { return }
    for (channel, name) in names.enumerated() {
      addReplication(index, channel, name, isLowDelay: replication.isLowDelay)
    }
    if slot.isPair { addFlag("SBR coupling", of: scope) { $0.elements[index].replication?.isCoupled } }
    addFlag("SBR header", of: scope) { $0.elements[index].replication?.hasHeader }
    guard replication.hasParametricStereo else { return }
    add("PS envelopes", of: scope, .count(unit: "envelopes")) { $0.elements[index].replication?.stereo?.envelopeCount }
    addFlag("PS phases", of: scope) { $0.elements[index].replication?.stereo?.hasPhases }
  }

  /// Returns the loudspeaker of a channel of the core; Parametric Stereo makes two output channels of one core channel.
  private static func name(_ channel: Int, _ configuration: AACConfiguration) -> String {
    let coreCount = configuration.slots.reduce(0) { $0 + ($1.isPair ? 2 : 1) }
    guard coreCount == configuration.channelCount else { return "M" }
    return configuration.layout.speakers[channel].name
  }

  private func addChannel(
    _ element: Int, _ channel: Int, _ name: String, _ configuration: AACConfiguration
  ) {
    func value(
      _ field: @escaping @Sendable (AACFrameReport.Channel) -> Int
    ) -> @Sendable (AACFrameReport) -> Int? {
      { field($0.elements[element].channels[channel]) }
    }
    let profile = configuration.profile
    if profile.hasBlockSwitching {
      let names = WindowSequence.inspected.map(\.inspectedName)
      add("window sequence", of: name, .choice(names), value { $0.windowSequence.inspectedPlace })
      add("window groups", of: name, .count(unit: "groups"), value { $0.groupCount })
    }
    if profile != .enhancedLowDelay {
      let second = profile == .lowDelay ? "low overlap" : "Kaiser-Bessel"
      add("window shape", of: name, .choice(["sine", second]), value { Int($0.windowShape.rawValue) })
    }
    add("bands", of: name, .count(unit: "bands"), value { $0.bandCount })
    add("largest codebook", of: name, .count(unit: ""), value { $0.largestCodebook })
    add("TNS order", of: name, .count(unit: "coefficients"), value { $0.noiseShapingOrder })
    add("PNS bands", of: name, .count(unit: "bands"), value { $0.noiseBandCount })
    if channel == 1 { add("intensity bands", of: name, .count(unit: "bands"), value { $0.intensityBandCount }) }
    if profile.prediction != .none {
      let tool = profile.prediction.isLongTerm ? "LTP bands" : "predicted bands"
      add(tool, of: name, .count(unit: "bands"), value { $0.predictedBandCount })
    }
    if profile != .enhancedLowDelay { add("pulses", of: name, .flag, value { $0.hasPulses ? 1 : 0 }) }
  }

  private func addReplication(_ element: Int, _ channel: Int, _ name: String, isLowDelay: Bool) {
    func value(
      _ field: @escaping @Sendable (AACFrameReport.ReplicatedChannel) -> Int
    ) -> @Sendable (AACFrameReport) -> Int? {
      { report in report.elements[element].replication.map { field($0.channels[channel]) } }
    }
    if isLowDelay {
      add("SBR frame class", of: name, .choice(["FIXFIX", "LD_TRAN"]), value { $0.frameClass == .fixFix ? 0 : 1 })
    } else {
      let names = ["FIXFIX", "FIXVAR", "VARFIX", "VARVAR"]
      add("SBR frame class", of: name, .choice(names), value { Int($0.frameClass.rawValue) })
    }
    add("SBR envelopes", of: name, .count(unit: "envelopes"), value { $0.envelopeCount })
    add("SBR noise floors", of: name, .count(unit: "noise floors"), value { $0.noiseFloorCount })
    add("SBR sinusoids", of: name, .count(unit: "sinusoids"), value { $0.sinusoidCount })
  }
}

extension WindowSequence {
  /// The sequences from the usual one to the most informative.
  fileprivate static let inspected: [WindowSequence] = [.onlyLong, .longStart, .longStop, .eightShort]

  fileprivate var inspectedPlace: Int { Self.inspected.firstIndex(of: self) ?? 0 }

  /// The name in ISO/IEC 14496-3, Table 4.128, without the common suffix.
  fileprivate var inspectedName: String {
    switch self {
    case .onlyLong: "ONLY_LONG"
    case .longStart: "LONG_START"
    case .longStop: "LONG_STOP"
    case .eightShort: "EIGHT_SHORT"
    }
  }
}
