public import AVFAudio
import AudioBase
public import Foundation

/// Writes a new file of one or several tracks from the sample buffers of its inputs.
///
/// Inputs are added, ``startWriting()`` and ``startSession(atSourceTime:)`` are called, sample buffers are appended to
/// the inputs, each of which is marked as finished, and ``finishWriting(completionHandler:)`` completes the file. Until
/// then there is no file of that name, and after a failure or ``cancelWriting()`` there never is. Any thread may call.
open class AVAssetWriter: NSObject, @unchecked Sendable {
  /// The state of a writing.
  public enum Status: Int, Sendable {
    /// The export has not begun.
    case unknown = 0
    /// The writer is writing.
    case writing = 1
    /// The file is whole.
    case completed = 2
    /// The writer has failed; its `error` has the reason.
    case failed = 3
    /// The export was cancelled.
    case cancelled = 4
  }

  let work: WriterWork

  /// The destination of the file.
  open var outputURL: URL { work.url }
  /// The type of the file.
  open var outputFileType: AVFileType { work.fileType }

  /// Creates a writer of a new file, which is created later.
  ///
  /// - Throws: ``AVError`` for a URL that is no file's, and for a type of file that is not written.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// Creates a writer of a new file, which is created later.
  ///
  /// - Throws: ``AVError`` for a URL that is no file's, and for a type of file that is not written.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard outputURL.isFileURL else {
      throw AVError(.operationNotAllowed, because: "only files of this system are written")
    }
    guard let container = outputFileType.container, AVFileType.writable.contains(outputFileType) else {
      throw AVError(.formatUnsupported, because: "files of type \(outputFileType.rawValue) are not written")
    }
    work = WriterWork(outputURL, outputFileType, container)
  }

  deinit { work.abandon() }

  // MARK: State

  /// The state of the writing.
  open var status: Status { work.status }
  /// The reason for which writing failed, an ``AVError``; otherwise `nil`.
  open var error: (any Error)? { work.error }
  /// The items that a completed file cannot hold, such as chapters in FLAC, one line each. An extension of this
  /// library.
  open var warnings: [String] { work.warnings }
  /// The media types that the file can hold.
  open var availableMediaTypes: [AVMediaType] { work.container.holdsPictures ? [.audio, .video] : [.audio] }
  /// The inputs in the order in which they were added, which is also the order of the tracks.
  open var inputs: [AVAssetWriterInput] { work.inputs }

  // MARK: Settings

  /// The metadata of the file; set before writing begins. Items that its type cannot hold are dropped and listed in
  /// ``warnings``.
  open var metadata: [AVMetadataItem] {
    get { work.settings.metadata }
    set { work.changeSettings { $0.metadata = newValue } }
  }
  /// True to place the index before the packets, so that the file can be played while it arrives; set before writing
  /// begins.
  open var shouldOptimizeForNetworkUse: Bool {
    get { work.settings.isOptimized }
    set { work.changeSettings { $0.isOptimized = newValue } }
  }
  /// The interval between indexes of a movie, so that the written part can be played; invalid for one index. Set before
  /// writing begins.
  open var movieFragmentInterval: CMTime {
    get { work.settings.fragmentInterval }
    set { work.changeSettings { $0.fragmentInterval = newValue } }
  }

  // MARK: Inputs

  /// Returns true if a file of this type can hold the output of these settings.
  open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    availableMediaTypes.contains(mediaType)
      && (outputSettings == nil || (try? EncodingSettings(outputSettings ?? [:], work)) != nil)
  }

  /// Returns true if an input can be added.
  open func canAdd(_ input: AVAssetWriterInput) -> Bool {
    guard status == .unknown, !input.isAttached else { return false }
    return canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
      && (inputs.isEmpty || work.container.holdsSeveralTracks)
  }

  /// Adds an input before writing begins. If the file cannot hold it, the writing fails.
  ///
  /// - Precondition: It was not added to a writer before.
  open func add(_ input: AVAssetWriterInput) { work.add(input) }

  // MARK: Writing

  /// Begins to write; returns false and sets ``error`` if that fails, for example because the file exists.
  ///
  /// - Precondition: It is called once.
  open func startWriting() -> Bool { work.start() }

  /// Starts the presentation of the file at a time; earlier sample data is written or dropped, and not presented.
  ///
  /// - Precondition: Writing has begun, and this is called once.
  open func startSession(atSourceTime startTime: CMTime) { work.startSession(startTime) }

  /// Ends the presentation of the file.
  ///
  /// - Precondition: A session has been started.
  open func endSession(atSourceTime endTime: CMTime) { work.endSession(endTime) }

  /// Cancels writing and removes the unfinished file.
  open func cancelWriting() { work.cancel() }

  /// Completes the file on another thread and calls the handler there; ``status`` shows the result. Finishes unfinished
  /// inputs.
  ///
  /// - Precondition: Writing has begun, and this is called once.
  open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    guard work.beginFinishing() else { return DispatchQueue.global().async { handler() } }
    DispatchQueue.global().async { [self] in
      work.finish()
      handler()
    }
  }

  /// Completes the file; ``status`` shows the result.
  open func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }
}

extension ContainerDescriptor {
  /// True if files of the type can hold tracks of pictures.
  var holdsPictures: Bool { fileType == "mp4f" || fileType == "MooV" }
}
