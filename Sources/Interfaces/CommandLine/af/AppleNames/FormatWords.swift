import AudioBase
import AudioFiles

/// The names of formats and layouts in Apple's tools.
enum FormatWords {
  /// Returns a data format, such as ` 2 ch,  44100 Hz, Int16, interleaved` or
  /// ` 1 ch,  16000 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, 0 bytes/frame`.
  static func describe(_ format: StreamFormat) -> String {
    let channels = String(format.channelsPerFrame).leftPadded(2)
    let rate = decimal(format.sampleRate, digits: 0).leftPadded(6)
    return "\(channels) ch, \(rate) Hz, " + kind(format)
  }

  private static func kind(_ format: StreamFormat) -> String {
    let flags = "(0x" + String(format.formatFlags, radix: 16, uppercase: true).leftPadded(8, with: "0") + ")"
    guard format.formatID == .linearPCM else {
      return
        "\(format.formatID) \(flags) \(format.bitsPerChannel) bits/channel, \(format.bytesPerPacket) bytes/packet, "
        + "\(format.framesPerPacket) frames/packet, \(format.bytesPerFrame) bytes/frame"
    }
    let interleaving = format.channelsPerFrame > 1 ? ", interleaved" : ""
    switch format.sampleFormat {
    case .int16: return "Int16" + interleaving
    case .float32: return "Float32" + interleaving
    default: break
    }
    let isFloat = format.linearPCMFlags.contains(.float)
    let isBig = format.linearPCMFlags.contains(.bigEndian)
    let order = format.bitsPerChannel <= 8 ? "" : isBig ? " big-endian" : " little-endian"
    let sign = isFloat ? "" : format.linearPCMFlags.contains(.signedInteger) ? " signed" : " unsigned"
    return "lpcm \(flags) \(format.bitsPerChannel)-bit\(order)\(sign) \(isFloat ? "float" : "integer")\(interleaving)"
  }

  /// Returns a layout, such as `Mono`, `Stereo (L R)` or `5.1 (C L R Ls Rs LFE)`.
  static func describe(_ layout: ChannelLayout) -> String {
    switch layout.speakers {
    case [.center]: return "Mono"
    case [.left, .right]: return "Stereo (L R)"
    default:
      let low = layout.speakers.count { $0 == .lowFrequency || $0 == .lowFrequency2 }
      return "\(layout.channelCount - low).\(low) (\(layout.speakers.map(\.name).joined(separator: " ")))"
    }
  }

  /// Returns the depth of the samples before they were encoded, such as `I16` or `F32`, or `nil` if it is unknown.
  static func sourceBitDepth(_ format: StreamFormat, stated: Int?) -> String? {
    if let samples = format.sampleFormat {
      return (samples.encoding == .floatingPoint ? "F" : "I") + String(stated ?? samples.bitsPerSample)
    }
    return stated.map { "I\($0)" }
  }
}

extension String {
  /// Returns the text padded on the left to a width with spaces or another character.
  func leftPadded(_ width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: Swift.max(0, width - count)) + self
  }
}
