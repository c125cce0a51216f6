import AudioBase
import AudioFiles

/// The report of Apple's `afinfo --xml`.
struct AppleInfoXML {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<audio_info>\n"
  private var depth = 1

  /// True if durations are counted from the packets (`--real`).
  var isReal: Bool

  init(isReal: Bool) { self.isReal = isReal }

  /// Adds a file.
  mutating func add(_ file: Pathname, _ reader: any ContainerReader, _ tracks: [AppleInfoTrack]) {
    element("audio_file") { report in
      report.value("file_name", file.description)
      report.value("file_type", "'\(reader.fileType)'")
      report.element("tracks") { report in
        for track in tracks { report.add(track, isOptimized: reader.isOptimized) }
      }
      report.add(reader.metadata)
    }
  }

  /// Ends the document and returns it.
  consuming func finished() -> String { text + "</audio_info>\n" }

  private mutating func add(_ track: AppleInfoTrack, isOptimized: Bool) {
    let format = track.summary.format
    let duration = track.duration(isReal: isReal)
    element("track") { report in
      report.value("num_channels", format.channelsPerFrame)
      report.value("sample_rate", decimal(format.sampleRate, digits: 0))
      report.value("format_type", "\(format.formatID)")
      report.value("format_flags", format.formatFlags)
      report.value("bits_per_channel", format.bitsPerChannel)
      report.value("bytes_per_packet", format.bytesPerPacket)
      report.value("frames_per_packet", format.framesPerPacket)
      report.value("bytes_per_frame", format.bytesPerFrame)
      if let layout = track.summary.layout { report.value("channel_layout", FormatWords.describe(layout)) }
      report.value("audio_bytes", track.summary.byteCount)
      report.value("audio_packets", track.summary.packetCount)
      if let duration { report.value("duration", decimal(duration, digits: 6)) }
      report.value("bit_rate", track.bitRate)
      report.value("packet_size_upper_bound", track.packetSizeUpperBound)
      report.value("maximum_packet_size", track.summary.maximumPacketSize)
      report.value("audio_data_file_offset", track.info.dataOffset)
      report.value("optimized", isOptimized ? "true" : "false")
      guard let table = track.summary.packetTable else { return }
      report.element("packet_table_info") { report in
        report.value("valid_frames", table.validFrames)
        report.value("priming_frames", table.primingFrames)
        report.value("remainder_frames", table.remainderFrames)
      }
    }
  }

  private mutating func add(_ metadata: Metadata) {
    guard !metadata.info.isEmpty else { return }
    element("info_dictionary") { report in
      for (key, value) in metadata.info.sorted(by: { $0.key < $1.key }) {
        report.element("entry") { report in
          report.value("key", key.rawValue)
          report.value("value", value)
        }
      }
    }
  }

  private var indentation: String { String(repeating: "    ", count: depth) }

  private mutating func element(_ name: String, _ body: (inout AppleInfoXML) -> Void) {
    text += "\(indentation)<\(name)>\n"
    depth += 1
    body(&self)
    depth -= 1
    text += "\(indentation)</\(name)>\n"
  }

  private mutating func value(_ name: String, _ value: some CustomStringConvertible) {
    text += "\(indentation)<\(name)>\(Self.escaped("\(value)"))</\(name)>\n"
  }

  /// Escapes characters with a meaning in XML as entities; control characters, which XML cannot represent, are left
  /// out. Characters that would act on a terminal, or fake a line, become character references.
  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case _ where scalar.isPrintable: result.unicodeScalars.append(scalar)
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: if scalar.value >= 32 { result += "&#\(scalar.value);" }
      }
    }
    return result
  }
}
