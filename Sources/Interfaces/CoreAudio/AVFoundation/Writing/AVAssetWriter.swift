public import AVFAudio
import AudioBase
public import Foundation

/// Writes a new file of one or several tracks from the sample buffers of its inputs.
///
/// Inputs are added, ``startWriting()`` and ``startSession(atSourceTime:)`` are called, sample buffers are appended to
/// the inputs, each of which is marked as finished, and ``finishWriting(completionHandler:)`` completes the file. Until
/// then there is no file of that name, and after a failure or ``cancelWriting()`` there never is. Any thread may call.
open class AVAssetWriter: NSObject, @unchecked Sendable {
  /// What becomes of the writing.
  public enum Status: Int, Sendable {
    /// It has not begun.
    case unknown = 0
    /// It goes on.
    case writing = 1
    /// The file is whole.
    case completed = 2
    /// It cannot go on; the writer's `error` tells why.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  let work: WriterWork

  /// Where the file will be.
  open var outputURL: URL { work.url }
  /// What it will be.
  open var outputFileType: AVFileType { work.fileType }

  /// A writer of a new file. Nothing is made yet.
  ///
  /// - Throws: ``AVError`` for a URL that is no file's, and for a type of file that is not written.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// A writer of a new file. Nothing is made yet.
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

  /// What becomes of the writing.
  open var status: Status { work.status }
  /// Why the writing failed: an ``AVError``; `nil` where it did not.
  open var error: (any Error)? { work.error }
  /// The kinds of media that the file can hold.
  open var availableMediaTypes: [AVMediaType] { work.container.holdsPictures ? [.audio, .video] : [.audio] }
  /// The inputs, in the order in which they were added: that of the tracks.
  open var inputs: [AVAssetWriterInput] { work.inputs }

  // MARK: Settings

  /// What the file says about the recording; set before writing begins. What its type has no place for is left out.
  open var metadata: [AVMetadataItem] {
    get { work.settings.metadata }
    set { work.changeSettings { $0.metadata = newValue } }
  }
  /// Whether the index stands in front of the packets, so that the file can be played while it arrives; set before
  /// writing begins.
  open var shouldOptimizeForNetworkUse: Bool {
    get { work.settings.isOptimized }
    set { work.changeSettings { $0.isOptimized = newValue } }
  }
  /// How often a movie is given an index, so that as much of it as was written can be played; invalid for once. Set
  /// before writing begins.
  open var movieFragmentInterval: CMTime {
    get { work.settings.fragmentInterval }
    set { work.changeSettings { $0.fragmentInterval = newValue } }
  }

  // MARK: Inputs

  /// Whether a file of this type can hold what settings ask for.
  open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    availableMediaTypes.contains(mediaType)
      && (outputSettings == nil || (try? EncodingSettings(outputSettings ?? [:], work)) != nil)
  }

  /// Whether an input can be added.
  open func canAdd(_ input: AVAssetWriterInput) -> Bool {
    guard status == .unknown, !input.isAttached else { return false }
    return canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
      && (inputs.isEmpty || work.container.holdsSeveralTracks)
  }

  /// Adds an input, before writing begins. One that the file cannot hold makes the writing fail.
  ///
  /// - Precondition: It was not added to a writer before.
  open func add(_ input: AVAssetWriterInput) { work.add(input) }

  // MARK: Writing

  /// Begins to write, and returns whether that succeeded; if not, ``error`` tells why: that a file of the name exists,
  /// for one.
  ///
  /// - Precondition: It is called once.
  open func startWriting() -> Bool { work.start() }

  /// Begins what the file presents: what sample buffers have before this time is in the file, or left out, and is not
  /// presented.
  ///
  /// - Precondition: Writing has begun, and this is called once.
  open func startSession(atSourceTime startTime: CMTime) { work.startSession(startTime) }

  /// Ends what the file presents.
  ///
  /// - Precondition: A session has been started.
  open func endSession(atSourceTime endTime: CMTime) { work.endSession(endTime) }

  /// Gives the file up and removes what there is of it.
  open func cancelWriting() { work.cancel() }

  /// Completes the file on another thread and calls the handler there; ``status`` tells what came of it. Inputs that
  /// are not finished are.
  ///
  /// - Precondition: Writing has begun, and this is called once.
  open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    guard work.beginFinishing() else { return DispatchQueue.global().async { handler() } }
    DispatchQueue.global().async { [self] in
      work.finish()
      handler()
    }
  }

  /// Completes the file; ``status`` tells what came of it.
  open func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }
}

extension ContainerDescriptor {
  /// Whether files of the type have place for tracks of pictures.
  var holdsPictures: Bool { fileType == "mp4f" || fileType == "MooV" }
}
