import AACReplication
package import AACSyntax
package import AudioBase
import Bitstream
package import MPEG4Systems

/// Reads the coding tools of AAC frames with the decoder's own syntax code, without decoding.
package struct AACFrameReader: ~Copyable, Sendable {
  package let configuration: AACConfiguration
  private var unit: AccessUnit
  /// The bands of each element's last SBR header, or `nil` before the first one.
  private var bands: [SBRBands?]
  private var replication = SBRElementData()
  private var stereo = ParametricStereoData()

  /// Prepares for a stream; the first packet completes what its configuration leaves open.
  ///
  /// - Throws: ``CodecError`` as the decoder of the stream does.
  package init(_ systems: AudioSpecificConfig, firstPacket: Span<UInt8>) throws(CodecError) {
    configuration = try AACConfiguration(systems, firstPacket: firstPacket)
    unit = AccessUnit(configuration)
    bands = configuration.slots.map { _ in nil }
    guard let tool = configuration.replication, let stated = systems.lowDelaySBR?.headers else { return }
    var headers = stated[...]
    for index in bands.indices where !configuration.slots[index].isLowFrequency {
      guard let header = headers.popFirst() else { break }
      bands[index] = try? SBRBands(header, sampleRate: 2 * tool.coreRate)
    }
  }

  /// Reads the first coded frame of a packet.
  ///
  /// - Throws: ``CodecError`` if the channels cannot be read; an error in what follows them is
  ///   ``AACFrameReport/problem``.
  package mutating func read(_ packet: Span<UInt8>) throws(CodecError) -> AACFrameReport {
    var reader = BitReader(packet)
    do throws(AACError) { try unit.parse(&reader) } catch { throw error.asCodecError }
    var report = AACFrameReport()
    report.problem = unit.extensions.problem
    for (index, slot) in configuration.slots.enumerated() {
      report.elements.append(AACFrameReport.Element(unit.elements[index], isPair: slot.isPair))
    }
    if let tool = configuration.replication {
      do throws(AACError) {
        try readReplication(tool, packet, &reader, into: &report)
      } catch {
        report.problem = report.problem ?? error
      }
    }
    report.couplingCount = unit.couplingCount
    report.hasDynamicRange = unit.extensions.dynamicRange != nil
    report.hasSurround = unit.extensions.surroundStart != nil
    return report
  }

  /// Reads the SBR data: in AAC-ELD the data of all elements follow the channels, and extensions follow the data;
  /// otherwise each element has its own payload.
  private mutating func readReplication(
    _ tool: SBRConfiguration, _ packet: Span<UInt8>, _ reader: inout BitReader, into report: inout AACFrameReport
  ) throws(AACError) {
    for (index, slot) in configuration.slots.enumerated() where !slot.isLowFrequency {
      if tool.isLowDelay {
        report.elements[index].replication = try read(index, &reader, hasCRC: tool.hasCRC)
      } else if let payload = unit.replications[index] {
        var part = BitReader(packet, bits: min(payload.start, payload.end)..<payload.end)
        report.elements[index].replication = try read(index, &part, hasCRC: payload.hasCRC)
        report.elements[index].replication?.stereo = readStereo(packet)
      }
    }
    if tool.isLowDelay { unit.extensions.parseTrailingNoting(&reader) }
  }

  private mutating func read(
    _ index: Int, _ reader: inout BitReader, hasCRC: Bool
  ) throws(AACError) -> AACFrameReport.Replication? {
    guard let tool = configuration.replication else { return nil }
    if hasCRC { _ = try reader.bits(10) }
    let context = SBRContext(
      slotCount: tool.slotCount, isLowDelay: tool.isLowDelay, sampleRate: 2 * tool.coreRate)
    let isPair = configuration.slots[index].isPair
    var found = bands[index]
    guard try replication.parse(&reader, isPair: isPair, context, bands: &found) else { return nil }
    bands[index] = found
    var report = AACFrameReport.Replication()
    report.hasHeader = replication.header != nil
    report.isCoupled = isPair && replication.isCoupled
    report.channels = [AACFrameReport.ReplicatedChannel(replication.first)]
    if isPair { report.channels.append(AACFrameReport.ReplicatedChannel(replication.second)) }
    return report
  }

  /// Returns the data of Parametric Stereo in the last payload, or `nil` if there are none or they cannot be read.
  private mutating func readStereo(_ packet: Span<UInt8>) -> AACFrameReport.Stereo? {
    guard let range = replication.parametricStereo else { return nil }
    var reader = BitReader(packet, bits: range)
    do throws(AACError) {
      try stereo.parse(&reader, StereoCodebooks.shared)
    } catch {
      return nil
    }
    return AACFrameReport.Stereo(envelopeCount: stereo.envelopeCount, hasPhases: stereo.hasPhases)
  }
}
