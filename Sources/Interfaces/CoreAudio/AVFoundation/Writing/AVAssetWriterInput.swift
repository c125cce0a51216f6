public import AVFAudio
import AudioBase
public import Dispatch
public import Foundation

/// One track of an ``AVAssetWriter``: takes sample buffers unchanged, or linear PCM that it encodes.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
  /// The settings of a program before writing begins.
  struct Settings {
    var isRealTime = false
    var languageCode: String?
    var mediaTimeScale: CMTimeScale = 0
  }

  /// The media type of the input.
  public let mediaType: AVMediaType
  /// The settings of the encoder; `nil` for unchanged samples.
  public let outputSettings: [String: Any]?
  /// The format of the samples, if a program states it beforehand.
  public let sourceFormatHint: CMFormatDescription?
  private let state = Lock(Attachment())

  private struct Attachment: @unchecked Sendable {
    var settings = Settings()
    var slot: InputSlot?
  }

  /// Creates an input.
  ///
  /// - Parameter outputSettings: `nil` for packets as they arrive; of sound otherwise `AVFormatIDKey` with any format
  ///   that the file holds and that can be encoded, with its keys. Pictures are not encoded.
  public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
  }

  /// Creates an input for a format that is known in advance.
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
    (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
  }

  // MARK: Settings

  /// True if buffers are appended in real time, so that the input is always ready; set before writing begins.
  open var expectsMediaDataInRealTime: Bool {
    get { settings.isRealTime }
    set { change { $0.isRealTime = newValue } }
  }
  /// The language of the track, as three letters of ISO 639-2; set before writing begins.
  open var languageCode: String? {
    get { settings.languageCode }
    set { change { $0.languageCode = newValue } }
  }
  /// The time scale of a video track, in units per second; 0 for that of the first sample. Set before writing begins.
  open var mediaTimeScale: CMTimeScale {
    get { settings.mediaTimeScale }
    set { change { $0.mediaTimeScale = newValue } }
  }

  var settings: Settings { state.withLock { $0.settings } }

  private func change(_ body: (inout Settings) -> Void) {
    precondition(
      slot.map { $0.work.status == .unknown } ?? true,
      "required condition is false: an input is set up before writing begins")
    state.withLock { body(&$0.settings) }
  }

  // MARK: Media

  /// True if the input can take more samples: false before a session has started, after the input is finished, and
  /// while it is far ahead of another input. Buffers appended nevertheless are accepted.
  open var isReadyForMoreMediaData: Bool { slot.map { $0.work.isReady($0) } ?? false }

  /// Appends samples; returns false if the writing has failed or was cancelled.
  ///
  /// Sound is continuous: only the time of the first buffer counts.
  ///
  /// - Precondition: The input has a writer, whose session has been started, and is not finished.
  open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    guard let slot else { preconditionFailure("required condition is false: the input was added to a writer") }
    return slot.work.append(sampleBuffer, slot)
  }

  /// Declares that there are no more samples.
  ///
  /// - Precondition: Writing has begun and has not ended.
  open func markAsFinished() {
    guard let slot else { preconditionFailure("required condition is false: the input was added to a writer") }
    slot.work.markAsFinished(slot)
  }

  /// Calls a block on a queue whenever the input is ready for more, until it is finished. The block appends while the
  /// input is ready, or finishes it.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    guard let slot else { preconditionFailure("required condition is false: the input was added to a writer") }
    slot.work.request(slot, on: queue, block)
  }

  // MARK: For writers

  private var slot: InputSlot? { state.withLock { Handover($0.slot) }.value }

  var isAttached: Bool { slot != nil }

  /// Attaches the input to a writer; returns false if it already has one.
  func attach(_ slot: InputSlot) -> Bool {
    state.withLock { attachment in
      guard attachment.slot == nil else { return false }
      attachment.slot = slot
      return true
    }
  }
}
