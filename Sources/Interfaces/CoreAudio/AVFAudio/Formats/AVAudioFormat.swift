public import AudioToolbox
public import Foundation

/// The common formats of samples.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Another format.
  case otherFormat = 0
  /// 32-bit floats in the processor's byte order.
  case pcmFormatFloat32 = 1
  /// 64-bit floats in the processor's byte order.
  case pcmFormatFloat64 = 2
  /// 16-bit signed integers in the processor's byte order.
  case pcmFormatInt16 = 3
  /// 32-bit signed integers in the processor's byte order.
  case pcmFormatInt32 = 4
}

/// An audio format: an object with an `AudioStreamBasicDescription` and the loudspeakers.
///
/// The description and the loudspeakers never change. The cookie can be set before the format is shared with other
/// threads; this, and being an open class, is the reason for `@unchecked`.
@safe
open class AVAudioFormat: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The description itself.
  let stream: AudioStreamBasicDescription
  /// The description at an address that others may keep.
  private let memory: UnsafePointer<AudioStreamBasicDescription>
  /// The loudspeakers, if they were set. Formats of more than two channels always have them.
  public let channelLayout: AVAudioChannelLayout?
  /// The samples' storage.
  public let commonFormat: AVAudioCommonFormat
  /// The data that a decoder needs besides the description.
  open var magicCookie: Data?

  /// Creates a format from values that are known to fit together.
  init(description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
    stream = description
    let bytes = unsafe withUnsafeBytes(of: description) { unsafe Array($0) }
    unsafe memory = LastingBytes.address(of: bytes).assumingMemoryBound(to: AudioStreamBasicDescription.self)
    channelLayout = layout
    commonFormat = description.commonFormat
    super.init()
  }

  // MARK: Making

  /// Creates a format without a rate or channels, as a placeholder.
  public override convenience init() { self.init(description: AudioStreamBasicDescription(), layout: nil) }

  /// Creates the format of a description.
  ///
  /// - Returns: `nil` if it has no channels, or more than two, which require a layout.
  public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    unsafe self.init(streamDescription: asbd, channelLayout: nil)
  }

  /// Creates the format of a description and its loudspeakers.
  ///
  /// - Returns: `nil` if it has no channels, if it has more than two and no layout is given, and where the layout has
  ///   another number of channels.
  public convenience init?(
    streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
  ) {
    let description = unsafe asbd.pointee
    guard description.mSampleRate.isFinite, description.mSampleRate >= 0, description.mChannelsPerFrame > 0,
      layout?.channelCount ?? min(2, description.mChannelsPerFrame) == description.mChannelsPerFrame
    else { return nil }
    self.init(description: description, layout: layout)
  }

  /// Creates a format of 32-bit floats with separate channels.
  ///
  /// - Returns: `nil` for no channels and for more than two.
  public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
  }

  /// Creates a format of 32-bit floats with separate channels.
  public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
  }

  /// Creates a common format.
  ///
  /// - Returns: `nil` for `otherFormat`, for no channels and for more than two.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
  ) {
    var description = AudioStreamBasicDescription(
      format, sampleRate: sampleRate, channels: channels, interleaved: interleaved)
    guard format != .otherFormat else { return nil }
    unsafe self.init(streamDescription: &description)
  }

  /// Creates a common format with its loudspeakers.
  ///
  /// - Precondition: The format is one of them.
  public convenience init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    precondition(format != .otherFormat, "another format has no description of its own")
    let description = AudioStreamBasicDescription(
      format, sampleRate: sampleRate, channels: layout.channelCount, interleaved: interleaved)
    self.init(description: description, layout: layout)
  }

  /// Creates the format that settings describe. Ignores their values for encoders.
  ///
  /// - Returns: `nil` if the format, the rate or the channels are missing, and where there are more than two
  ///   channels without loudspeakers, or with others than these.
  public convenience init?(settings: [String: Any]) {
    let settings = FormatSettings(settings)
    guard var description = settings.streamDescription else { return nil }
    unsafe self.init(streamDescription: &description, channelLayout: settings.layout)
  }

  // MARK: Archiving

  /// True: a format supports secure coding.
  public static var supportsSecureCoding: Bool { true }

  /// Creates the format that ``encode(with:)`` wrote.
  ///
  /// - Returns: `nil` if there is none, or an impossible one.
  public required convenience init?(coder: NSCoder) {
    guard let data = coder.data(forKey: ArchiveKey.streamDescription),
      let layout = AVAudioFormat.layout(in: coder)
    else { return nil }
    var description = AudioStreamBasicDescription()
    guard data.count == MemoryLayout.size(ofValue: description) else { return nil }
    unsafe withUnsafeMutableBytes(of: &description) { unsafe $0.copyBytes(from: data) }
    unsafe self.init(streamDescription: &description, channelLayout: layout)
    magicCookie = coder.data(forKey: ArchiveKey.magicCookie)
  }

  /// Returns the loudspeakers in an archive, `.some(nil)` if there are none, `nil` if they cannot be read.
  private static func layout(in coder: NSCoder) -> AVAudioChannelLayout?? {
    guard coder.containsValue(forKey: ArchiveKey.channelLayout) else { return .some(nil) }
    return coder.decodeObject(of: AVAudioChannelLayout.self, forKey: ArchiveKey.channelLayout).map(Optional.some)
  }

  /// Writes description, loudspeakers and cookie, in this processor's byte order.
  open func encode(with coder: NSCoder) {
    let bytes = unsafe withUnsafeBytes(of: stream) { unsafe Data($0) }
    coder.encode(bytes as NSData, forKey: ArchiveKey.streamDescription)
    if let channelLayout { coder.encode(channelLayout, forKey: ArchiveKey.channelLayout) }
    if let magicCookie { coder.encode(magicCookie as NSData, forKey: ArchiveKey.magicCookie) }
  }

  // MARK: Properties

  /// The description for the C functions, which lives as long as the process.
  open var streamDescription: UnsafePointer<AudioStreamBasicDescription> { unsafe memory }
  /// The number of channels.
  open var channelCount: AVAudioChannelCount { stream.mChannelsPerFrame }
  /// The frames per second, in Hz.
  open var sampleRate: Double { stream.mSampleRate }
  /// True if all channels share a buffer; meaningless unless the format is linear PCM.
  open var isInterleaved: Bool { stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }
  /// True for 32-bit floats with separate channels.
  open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }
  /// The format as settings, without the values that only encoders need.
  open var settings: [String: Any] { describedSettings }

  /// True for linear PCM.
  var isLinearPCM: Bool { stream.mFormatID == kAudioFormatLinearPCM }
  /// Channels in a buffer of a list of this format.
  var channelsPerBuffer: UInt32 { isLinearPCM && !isInterleaved ? 1 : channelCount }
  /// Buffers of a list of this format.
  var bufferCount: Int { isLinearPCM && !isInterleaved ? Int(channelCount) : 1 }

  // MARK: Comparing

  /// Returns true if the other format has the same meaning.
  ///
  /// One channel is interleaved or not, whatever its flag says; samples that fill their bytes are packed; one or two
  /// channels are mono or stereo by default.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    guard stream.canonical == other.stream.canonical else { return false }
    return tellingLayout == other.tellingLayout
  }

  /// A number that equal formats share.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(sampleRate)
    hasher.combine(channelCount)
    hasher.combine(stream.mFormatID)
    return hasher.finalize()
  }

  private var tellingLayout: AVAudioChannelLayout? {
    guard let channelLayout, !channelLayout.isUsual else { return nil }
    return channelLayout
  }

  /// The format as text: channels, rate, samples.
  open override var description: String {
    let format = stream
    let rate = Int(exactly: sampleRate).map(String.init) ?? String(sampleRate)
    let start = "<AVAudioFormat:  \(channelCount) ch,  \(rate) Hz, "
    guard commonFormat == .otherFormat else {
      let order = channelCount == 1 ? "" : isInterleaved ? ", interleaved" : ", deinterleaved"
      return start + commonFormat.name + order + ">"
    }
    let code = String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: format.mFormatID >> (24 - 8 * $0)) }, as: UTF8.self)
    let flags = String(format.mFormatFlags, radix: 16)
    return start + "'\(code)' (0x\(String(repeating: "0", count: 8 - flags.count))\(flags)) "
      + "\(format.mBitsPerChannel) bits/channel, \(format.mBytesPerPacket) bytes/packet, "
      + "\(format.mFramesPerPacket) frames/packet, \(format.mBytesPerFrame) bytes/frame>"
  }
}
