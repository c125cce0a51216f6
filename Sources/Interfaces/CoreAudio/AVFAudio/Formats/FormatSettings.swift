import AudioBase
import AudioToolbox
import Foundation

/// A dictionary of settings, read and written.
///
/// The values come as programs write them: any number of Swift's, an `NSNumber`, a case of an enumeration.
package struct FormatSettings {
  package let values: [String: Any]

  package init(_ values: [String: Any]) { self.values = values }

  /// Returns a value as a number.
  package func number(_ key: String) -> Double? { values[key].flatMap(Self.number) }

  /// Returns a value as a whole number.
  package func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0) } }

  /// Returns a value as an unsigned 32-bit integer.
  package func code(_ key: String) -> UInt32? { number(key).flatMap { UInt32(exactly: $0) } }

  /// Returns a value as a switch.
  func isSet(_ key: String) -> Bool? { number(key).map { $0 != 0 } }

  /// Returns a value as text.
  package func string(_ key: String) -> String? { values[key] as? String }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    case let value as any RawRepresentable: number(value.rawValue)
    default: nil
    }
  }

  /// The loudspeakers; `nil` if they are missing or invalid.
  var layout: AVAudioChannelLayout? {
    guard let data = values[AVChannelLayoutKey] as? Data else { return nil }
    return AVAudioChannelLayout(bytes: [UInt8](data))
  }

  /// The described format; `nil` without the three keys that it needs.
  package var streamDescription: AudioStreamBasicDescription? {
    guard let formatID = code(AVFormatIDKey), let rate = number(AVSampleRateKey), rate.isFinite, rate >= 0,
      let channels = code(AVNumberOfChannelsKey), channels > 0, channels <= 1024
    else { return nil }
    var format = AudioStreamBasicDescription()
    (format.mFormatID, format.mSampleRate, format.mChannelsPerFrame) = (formatID, rate, channels)
    if formatID == kAudioFormatLinearPCM { return linearPCM(format) }
    if formatID == kAudioFormatAppleLossless { format.mFormatFlags = losslessFlags }
    // The codec completes the fields that it knows. Others stay unchanged.
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    var complete = format
    if unsafe AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &complete) == noErr {
      complete.mFormatFlags = format.mFormatFlags
      return complete
    }
    return format
  }

  private func linearPCM(_ format: AudioStreamBasicDescription) -> AudioStreamBasicDescription? {
    var format = format
    let isFloat = isSet(AVLinearPCMIsFloatKey) ?? false
    let bits = code(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else { return nil }
    let isPlanar = isSet(AVLinearPCMIsNonInterleaved) ?? false
    format.mFormatFlags = kAudioFormatFlagIsPacked
    format.mFormatFlags |= isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    if isSet(AVLinearPCMIsBigEndianKey) ?? false { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    if isPlanar { format.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
    format.mBitsPerChannel = bits
    format.mBytesPerFrame = bits / 8 * (isPlanar ? 1 : format.mChannelsPerFrame)
    format.mBytesPerPacket = format.mBytesPerFrame
    format.mFramesPerPacket = 1
    return format
  }

  /// `kAppleLosslessFormatFlag_…`: bits of the source's samples.
  private var losslessFlags: AudioFormatFlags {
    (LosslessDepth(rawValue: integer(AVEncoderBitDepthHintKey) ?? 16) ?? .sixteen).formatFlags
  }
}

extension AVAudioFormat {
  /// The format as settings. The numbers are `NSNumber`s, so that each type of number can be cast to.
  var describedSettings: [String: Any] {
    let format = unsafe streamDescription.pointee
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: format.mFormatID), AVSampleRateKey: NSNumber(value: format.mSampleRate),
      AVNumberOfChannelsKey: NSNumber(value: format.mChannelsPerFrame),
    ]
    if format.mFormatID == kAudioFormatLinearPCM {
      settings[AVLinearPCMBitDepthKey] = NSNumber(value: format.mBitsPerChannel)
      settings[AVLinearPCMIsBigEndianKey] = format.flag(kAudioFormatFlagIsBigEndian)
      settings[AVLinearPCMIsFloatKey] = format.flag(kAudioFormatFlagIsFloat)
      settings[AVLinearPCMIsNonInterleaved] = format.flag(kAudioFormatFlagIsNonInterleaved)
    } else if format.mFormatID == kAudioFormatAppleLossless, let bits = format.losslessBitDepth {
      settings[AVEncoderBitDepthHintKey] = NSNumber(value: bits)
    }
    if let channelLayout { settings[AVChannelLayoutKey] = Data(channelLayout.bytes) }
    return settings
  }
}

extension AudioStreamBasicDescription {
  /// Returns 1 or 0.
  fileprivate func flag(_ flag: AudioFormatFlags) -> NSNumber { NSNumber(value: mFormatFlags & flag != 0 ? 1 : 0) }

  /// The number of bits of the samples that Apple Lossless was made of.
  fileprivate var losslessBitDepth: Int? { LosslessDepth(formatFlags: mFormatFlags)?.rawValue }
}
