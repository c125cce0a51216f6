import AudioBase
import MPEGAudioFrames
public import PacketInspection

extension MPEGAudioCodec {
  /// Inspects the coding of MPEG audio frames: block types, joint stereo and the bit reservoir of layer III; bit rate
  /// and joint stereo of the other layers.
  public static let inspector = PacketInspectorDescriptor(
    formatIDs: descriptor.formatIDs,
    makeInspector: { stream throws(CodecError) in MPEGAudioInspector(try MPEGAudioStream(stream.format)) })
}

/// The headers and the side information of frames as numbers. No main data are read.
struct MPEGAudioInspector: PacketInspector {
  private let stream: MPEGAudioStream
  let properties: [PacketProperty]

  /// The block types from the most common to the most informative; `block_type` 2 with `mixed_block_flag` is last.
  private static let blockTypes = ["normal", "start", "stop", "mixed", "short"]

  init(_ stream: MPEGAudioStream) {
    self.stream = stream
    var properties = [PacketProperty("bit rate", of: "", .count(unit: "kbit/s"))]
    if stream.channelCount == 2 {
      properties.append(PacketProperty("mode", of: "", .choice(["stereo", "joint stereo", "dual channel", "mono"])))
      if stream.layer == 3 { properties.append(PacketProperty("M/S", of: "", .flag)) }
      properties.append(PacketProperty("intensity", of: "", .flag))
    }
    if stream.layer == 3 {
      properties.append(PacketProperty("main_data_begin", of: "", .count(unit: "bytes")))
      for granule in 0..<stream.granuleCount {
        for channel in 0..<stream.channelCount {
          let scope = (stream.channelCount == 1 ? "M" : channel == 0 ? "L" : "R") + " granule \(granule + 1)"
          properties.append(PacketProperty("block type", of: scope, .choice(Self.blockTypes)))
          properties.append(PacketProperty("main data", of: scope, .count(unit: "bits")))
        }
      }
    }
    self.properties = properties
  }

  mutating func inspect(_ packet: Span<UInt8>) throws(CodecError) -> [Int?] {
    do throws(MPEGAudioError) {
      let frame = try stream.frame(in: packet)
      let header = frame.header
      var values: [Int?] = [header.isFreeFormat ? nil : header.bitRate / 1000]
      let kind = FrameKind(header)
      if stream.channelCount == 2 {
        values.append(Int(header.mode.rawValue))
        if stream.layer == 3 { values.append(kind.hasMidSide ? 1 : 0) }
        values.append((stream.layer == 3 ? kind.hasIntensity : header.mode == .jointStereo) ? 1 : 0)
      }
      if stream.layer == 3 { try append(SideInformation(frame), to: &values) }
      return values
    } catch {
      throw error.asCodecError
    }
  }

  /// Appends the fields before layer III's main data; nothing for a channel that the frame lacks.
  private func append(_ side: SideInformation, to values: inout [Int?]) {
    values.append(side.mainDataBegin)
    for granule in 0..<stream.granuleCount {
      for channel in 0..<stream.channelCount {
        guard granule < side.granuleCount, channel < side.channelCount else {
          values += [nil, nil]
          continue
        }
        let part = side.parts[SideInformation.index(granule: granule, channel: channel)]
        let type =
          switch part.window {
          case .normal: 0
          case .start: 1
          case .stop: 2
          case .short: part.isMixed ? 3 : 4
          }
        values += [type, part.bitCount]
      }
    }
  }
}

extension MPEGAudioStream {
  /// Granules of a frame of layer III.
  fileprivate var granuleCount: Int { isMPEG1 ? 2 : 1 }
}
