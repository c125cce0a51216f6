public import AVFAudio
import AudioBase
public import Foundation

/// Reads the media of an asset, or a part of it, once from start to end, as sample buffers of its outputs.
///
/// Outputs are added, ``startReading()`` is called, and each output returns its buffers until it returns `nil`; then
/// ``status`` shows the reason. Any thread may use it; only one thread at a time may use an output.
open class AVAssetReader: NSObject, @unchecked Sendable {
  /// The state of a reading.
  public enum Status: Int, Sendable {
    /// The export has not begun.
    case unknown = 0
    /// The reader is reading.
    case reading = 1
    /// All outputs have returned all buffers.
    case completed = 2
    /// The reader has failed; its `error` has the reason.
    case failed = 3
    /// The export was cancelled.
    case cancelled = 4
  }

  private struct State {
    var status = Status.unknown
    var error: AVError?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    /// Outputs that have given all.
    var endedCount = 0
  }

  /// The asset to read.
  public let asset: AVAsset
  private let turn = Lock(())
  /// The state, guarded by `turn`.
  private var state = State()

  /// Creates a reader of an asset.
  ///
  /// - Throws: ``AVError`` if its file cannot be read.
  public init(asset: AVAsset) throws {
    _ = try asset.file.loaded()
    self.asset = asset
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result { turn.withLock { _ in body(&state) } }

  /// The state of the reading.
  open var status: Status { withState(\.status) }
  /// The reason for which reading failed, an ``AVError``; otherwise `nil`.
  open var error: (any Error)? { withState(\.error) }
  /// The part to read; everything by default. Set it before reading begins.
  open var timeRange: CMTimeRange {
    get { withState(\.timeRange) }
    set {
      withState { state in
        require(state.status == .unknown, "the time range is set before reading begins", state.status)
        state.timeRange = newValue
      }
    }
  }
  /// The outputs, in the order in which they were added.
  open var outputs: [AVAssetReaderOutput] { withState(\.outputs) }

  // MARK: Outputs

  /// Returns true if an output can be added: its tracks belong to this asset and can be read with its settings.
  open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    guard status == .unknown, output.reader == nil, output.belongs(to: asset) else { return false }
    do {
      try output.check()
      return true
    } catch {
      return false
    }
  }

  /// Adds an output before reading begins. If it cannot deliver the requested format, ``startReading()`` fails.
  ///
  /// - Precondition: The output's tracks are of this asset, and it was not added to a reader before.
  open func add(_ output: AVAssetReaderOutput) {
    require(output.belongs(to: asset), "the output's tracks are of the reader's asset", status)
    require(output.attach(to: self), "the output is not another reader's", status)
    withState { state in
      require(state.status == .unknown, "outputs are added before reading begins", state.status)
      state.outputs.append(output)
    }
  }

  // MARK: Reading

  /// Begins to read; returns false and sets ``error`` if that fails.
  ///
  /// - Precondition: It is called once.
  open func startReading() -> Bool {
    let (outputs, range) = withState { state in
      require(state.status == .unknown, "a reader reads once", state.status)
      state.status = .reading
      return (state.outputs, state.timeRange)
    }
    do {
      for output in outputs { try output.open(range) }
      if outputs.isEmpty { withState { $0.status = .completed } }
    } catch {
      fail(error)
    }
    return status == .reading || status == .completed
  }

  /// Stops reading; outputs return nothing more.
  open func cancelReading() {
    let outputs = withState { state in
      if state.status == .reading { state.status = .cancelled }
      return state.outputs
    }
    for output in outputs { output.cancel() }
  }

  /// Records that an output has returned all its buffers.
  func noteEnd() {
    withState { state in
      state.endedCount += 1
      if state.status == .reading, state.endedCount >= state.outputs.count { state.status = .completed }
    }
  }

  /// Records the reason for which no more can be read.
  func fail(_ error: any Error) {
    withState { state in
      guard state.status == .reading else { return }
      state.error = error as? AVError ?? AVError(.unknown, because: "\(error)")
      state.status = .failed
    }
  }

  private func require(_ condition: Bool, _ rule: String, _ status: Status) {
    precondition(condition, "required condition is false: \(rule) (status \(status.rawValue))")
  }
}
