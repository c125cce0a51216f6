/// One of ``EncoderOptions``.
public enum EncoderSetting: Sendable, Hashable, CaseIterable {
  /// ``EncoderOptions/bitDepth``.
  case bitDepth
  /// ``EncoderOptions/framesPerPacket``.
  case framesPerPacket
  /// ``EncoderOptions/bytesPerPacket``.
  case bytesPerPacket
  /// ``EncoderOptions/bitRate``.
  case bitRate
  /// ``EncoderOptions/rateControl``.
  case rateControl
  /// ``EncoderOptions/quality``.
  case quality
  /// ``EncoderOptions/effort``.
  case effort
  /// ``EncoderOptions/bandwidth``.
  case bandwidth
  /// ``EncoderOptions/application``.
  case application
  /// ``EncoderOptions/expectedLoss``.
  case expectedLoss
  /// ``EncoderOptions/hasReplicationCRC``.
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

extension EncoderOptions {
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

  /// Clears a setting, so that the encoder chooses it.
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
