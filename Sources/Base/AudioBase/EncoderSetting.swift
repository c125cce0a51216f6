/// A setting of ``EncoderSettings`` beyond the stream.
public enum EncoderSetting: Sendable, Hashable, CaseIterable {
  /// ``EncoderSettings/bitDepth``.
  case bitDepth
  /// ``EncoderSettings/framesPerPacket``.
  case framesPerPacket
  /// ``EncoderSettings/bytesPerPacket``.
  case bytesPerPacket
  /// ``EncoderSettings/bitRate``.
  case bitRate
  /// ``EncoderSettings/rateControl``.
  case rateControl
  /// ``EncoderSettings/quality``.
  case quality
  /// ``EncoderSettings/effort``.
  case effort
  /// ``EncoderSettings/bandwidth``.
  case bandwidth
  /// ``EncoderSettings/application``.
  case application
  /// ``EncoderSettings/expectedLoss``.
  case expectedLoss
  /// ``EncoderSettings/hasReplicationCRC``.
  case replicationCRC
}

extension EncoderSetting: CustomStringConvertible {
  /// The setting in words.
  public var description: String {
    switch self {
    case .bitDepth: "bit depth"
    case .framesPerPacket: "choice of frames per packet"
    case .bytesPerPacket: "choice of bytes per packet"
    case .bitRate: "bit rate"
    case .rateControl: "bit rate strategy"
    case .quality: "quality"
    case .effort: "effort"
    case .bandwidth: "bandwidth"
    case .application: "application"
    case .expectedLoss: "expected loss"
    case .replicationCRC: "CRC of spectral band replication"
    }
  }
}

extension EncoderSettings {
  /// The settings that are not `nil`, in the order of ``EncoderSetting``.
  public var asked: [EncoderSetting] {
    EncoderSetting.allCases.filter { setting in
      switch setting {
      case .bitDepth: bitDepth != nil
      case .framesPerPacket: framesPerPacket != nil
      case .bytesPerPacket: bytesPerPacket != nil
      case .bitRate: bitRate != nil
      case .rateControl: rateControl != nil
      case .quality: quality != nil
      case .effort: effort != nil
      case .bandwidth: bandwidth != nil
      case .application: application != nil
      case .expectedLoss: expectedLoss != nil
      case .replicationCRC: hasReplicationCRC
      }
    }
  }

  /// Takes a setting back, which is left to the encoder then.
  public mutating func forget(_ setting: EncoderSetting) {
    switch setting {
    case .bitDepth: bitDepth = nil
    case .framesPerPacket: framesPerPacket = nil
    case .bytesPerPacket: bytesPerPacket = nil
    case .bitRate: bitRate = nil
    case .rateControl: rateControl = nil
    case .quality: quality = nil
    case .effort: effort = nil
    case .bandwidth: bandwidth = nil
    case .application: application = nil
    case .expectedLoss: expectedLoss = nil
    case .replicationCRC: hasReplicationCRC = false
    }
  }
}
