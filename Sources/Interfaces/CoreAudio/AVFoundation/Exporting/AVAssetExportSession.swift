// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AVFAudio
import AudioBase
public import Foundation

/// Encodes the sound of an asset as AAC into an MPEG-4 audio file.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// Copies the tracks of an asset unchanged into another file.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// Pictures and sound of high quality: an export fails, because pictures are not encoded here.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// Pictures and sound of medium quality: an export fails, because pictures are not encoded here.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// Pictures and sound of low quality: an export fails, because pictures are not encoded here.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"

/// Writes an asset into a new file, once, on its own thread. Any thread may use it.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  /// The state of an export.
  public enum Status: Int, Sendable {
    /// The export has not begun.
    case unknown = 0
    /// The export is about to begin.
    case waiting = 1
    /// The export is running.
    case exporting = 2
    /// The file is whole.
    case completed = 3
    /// The export has failed; the session's `error` has the reason.
    case failed = 4
    /// The export was cancelled.
    case cancelled = 5
  }

  /// The settings of a program before the export begins.
  struct Settings {
    var outputURL: URL?
    var fileType: AVFileType?
    var isOptimized = false
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
    var audioMix: AVAudioMix?
  }

  private struct State {
    var settings = Settings()
    var status = Status.unknown
    var error: AVError?
    var progress: Float = 0
    var run: ExportRun?
    var isCancelled = false
    var warnings: [String] = []
  }

  /// The exported asset.
  public let asset: AVAsset
  /// The preset of the export.
  public let presetName: String
  private let turn = Lock(())
  /// The state, guarded by `turn`.
  private var state = State()

  /// Creates a session of an asset.
  ///
  /// - Parameter presetName: ``AVAssetExportPresetAppleM4A`` or ``AVAssetExportPresetPassthrough``; an export with
  ///   another one fails with ``AVError/Code/operationNotSupportedForPreset``, which names it.
  /// - Returns: `nil` for no name at all.
  public init?(asset: AVAsset, presetName: String) {
    guard !presetName.isEmpty else { return nil }
    (self.asset, self.presetName) = (asset, presetName)
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    turn.withLock { _ in Handover(body(&state)) }.value
  }

  private func set(_ change: (inout Settings) -> Void) {
    withState { state in
      precondition(
        state.status == .unknown,
        "required condition is false: a session is set up before it exports (status \(state.status.rawValue))")
      change(&state.settings)
    }
  }

  // MARK: State

  /// The state of the export.
  open var status: Status { withState(\.status) }
  /// The reason why the export failed, an ``AVError``; otherwise `nil`.
  open var error: (any Error)? { withState(\.error) }
  /// The items of the asset that the exported file cannot hold, one line each. An extension of this library.
  open var warnings: [String] { withState(\.warnings) }
  /// The finished fraction, 0 to 1.
  open var progress: Float { withState(\.progress) }

  // MARK: Settings

  /// The destination of the file.
  open var outputURL: URL? {
    get { withState(\.settings.outputURL) }
    set { set { $0.outputURL = newValue } }
  }
  /// The type of the new file.
  open var outputFileType: AVFileType? {
    get { withState(\.settings.fileType) }
    set { set { $0.fileType = newValue } }
  }
  /// True if the index precedes the packets.
  open var shouldOptimizeForNetworkUse: Bool {
    get { withState(\.settings.isOptimized) }
    set { set { $0.isOptimized = newValue } }
  }
  /// The part to export; everything by default.
  open var timeRange: CMTimeRange {
    get { withState(\.settings.timeRange) }
    set { set { $0.timeRange = newValue } }
  }
  /// The metadata of the new file; `nil` for the asset's.
  open var metadata: [AVMetadataItem]? {
    get { withState(\.settings.metadata) }
    set { set { $0.metadata = newValue } }
  }
  /// The volumes of the tracks; `nil` for unchanged ones. With ``AVAssetExportPresetPassthrough`` a mix makes the
  /// export fail.
  open var audioMix: AVAudioMix? {
    get { withState(\.settings.audioMix) }
    set { set { $0.audioMix = newValue } }
  }

  // MARK: Possible exports

  /// The file types that the preset can write for this asset.
  open var supportedFileTypes: [AVFileType] { ExportRun.fileTypes(presetName, asset) }

  /// The file types that the preset can write for this asset.
  open var compatibleFileTypes: [AVFileType] { get async { supportedFileTypes } }

  /// Finds the file types that the preset can write for this asset, and calls the handler on another thread.
  open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    DispatchQueue.global().async { [self] in handler(supportedFileTypes) }
  }

  /// Returns the presets that work here.
  open class func allExportPresets() -> [String] { [AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough] }

  /// Returns the presets that work with an asset.
  open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    allExportPresets().filter { !ExportRun.fileTypes($0, asset).isEmpty }
  }

  /// Returns true if a preset works with an asset, for a file type or for any.
  open class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    let types = ExportRun.fileTypes(presetName, asset)
    return outputFileType.map(types.contains) ?? !types.isEmpty
  }

  // MARK: Exporting

  /// Exports on another thread and calls the handler there; ``status`` shows the result.
  ///
  /// - Precondition: It is called once.
  open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let settings = withState { state in
      precondition(
        state.status == .unknown,
        "required condition is false: a session exports once (status \(state.status.rawValue))")
      state.status = .waiting
      return state.settings
    }
    DispatchQueue.global().async { [self] in
      run(settings)
      handler()
    }
  }

  /// Exports; ``status`` shows the result.
  open func export() async {
    await withCheckedContinuation { continuation in
      exportAsynchronously { continuation.resume() }
    }
  }

  /// Exports to a file. Cancelling the task cancels the export.
  ///
  /// - Throws: ``AVError``.
  open func export(
    to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    (outputURL, outputFileType) = (url, fileType)
    await withTaskCancellationHandler {
      await export()
    } onCancel: {
      cancelExport()
    }
    if let error = withState(\.error) { throw error }
    if status == .cancelled { throw AVError(.operationCancelled) }
  }

  /// Stops the export, and removes the unfinished file.
  open func cancelExport() {
    let run = withState { state in
      state.isCancelled = true
      return state.run
    }
    run?.cancel()
  }

  private func run(_ settings: Settings) {
    do {
      let run = try ExportRun(asset, presetName, settings)
      let isCancelled = withState { state in
        (state.run, state.status) = (run, .exporting)
        return state.isCancelled
      }
      if isCancelled { run.cancel() }
      try run.run { [self] part in withState { $0.progress = max($0.progress, part) } }
      let warnings = run.warnings
      withState { ($0.status, $0.progress, $0.run, $0.warnings) = (.completed, 1, nil, warnings) }
    } catch {
      withState { state in
        state.run = nil
        let failure = error as? AVError ?? AVError(.exportFailed, because: "\(error)")
        state.status = state.isCancelled || failure.code == .operationCancelled ? .cancelled : .failed
        if state.status == .failed { state.error = failure }
      }
    }
  }
}
