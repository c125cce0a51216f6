import AVFAudio
import AudioAssets
import AudioBase
import AudioConversion
import AudioFiles
import Foundation

/// The work of a writer and of its inputs, guarded by one lock.
final class WriterWork: @unchecked Sendable {
  /// The settings of a program before writing begins.
  struct Settings {
    var metadata: [AVMetadataItem] = []
    var isOptimized = false
    var fragmentInterval = CMTime.invalid
    /// Markers, regions and the time of day of the first frame, in frames of the new file's sound.
    var places = AudioBase.Metadata()
  }

  /// The state that changes while the file is written.
  struct State {
    var status = AVAssetWriter.Status.unknown
    var error: AVError?
    var settings = Settings()
    var inputs: [AVAssetWriterInput] = []
    var slots: [InputSlot] = []
    var assembly: FileAssembly?
    var session: CMTime?
    var sessionEnd: CMTime?
    var isFinishing = false
    var warnings: [String] = []
  }

  /// The time in seconds that an input may be ahead of another one that is not finished.
  private static let lead = 1.0

  let url: URL
  let fileType: AVFileType
  let container: ContainerDescriptor
  private let turn = Lock(())
  /// The state, guarded by `turn`.
  private var state = State()

  init(_ url: URL, _ fileType: AVFileType, _ container: ContainerDescriptor) {
    (self.url, self.fileType, self.container) = (url, fileType, container)
  }

  /// Runs `body` on the state as soon as no other thread works on it.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    turn.withLock { _ in Handover(body(&state)) }.value
  }

  var status: AVAssetWriter.Status { withState(\.status) }
  var error: AVError? { withState(\.error) }
  var warnings: [String] { withState(\.warnings) }
  var inputs: [AVAssetWriterInput] { withState(\.inputs) }
  var settings: Settings { withState(\.settings) }

  func changeSettings(_ change: (inout Settings) -> Void) {
    withState { state in
      Self.require(state.status == .unknown, "a writer is set up before writing begins", state)
      change(&state.settings)
    }
  }

  private static func require(_ condition: Bool, _ rule: String, _ state: State) {
    precondition(
      condition,
      "required condition is false: \(rule); Cannot call method when status is \(state.status.rawValue)")
  }

  // MARK: Beginning

  func add(_ input: AVAssetWriterInput) {
    let slot = InputSlot(self, input)
    let isAttached = input.attach(slot)
    withState { state in
      Self.require(state.status == .unknown && isAttached, "an input is added once, before writing begins", state)
      state.inputs.append(input)
      state.slots.append(slot)
    }
  }

  func start() -> Bool {
    withState { state in
      Self.require(state.status == .unknown, "writing begins once", state)
      state.status = .writing
      var design = FileAssembly.Design()
      let (metadata, unnamed) = MetadataItems.metadata(of: state.settings.metadata)
      design.metadata = metadata
      state.warnings += unnamed.map { "\($0) cannot be kept" }
      let places = state.settings.places
      (design.metadata.markers, design.metadata.regions) = (places.markers, places.regions)
      if let time = places[.broadcastTimeReference] { design.metadata[.broadcastTimeReference] = time }
      if state.settings.isOptimized { design.structure = .indexFirst }
      let interval = state.settings.fragmentInterval
      if interval.isNumeric, interval > .zero { design.structure = .fragmented(seconds: interval.seconds) }
      for (input, slot) in zip(state.inputs, state.slots) { slot.settings = input.settings }
      do throws(AudioError) {
        state.assembly = try FileAssembly(creating: Pathname(url.path), container: container, design: design)
      } catch {
        Self.fail(AVError(writing: error), &state)
      }
      return state.status == .writing
    }
  }

  func startSession(_ time: CMTime) {
    withState { state in
      guard state.status != .failed, state.status != .cancelled else { return }
      Self.require(
        state.status == .writing && state.session == nil && time.isNumeric,
        "a session starts once, at a time, after writing has begun", state)
      state.session = time
    }
    serve()
  }

  func endSession(_ time: CMTime) {
    withState { state in
      guard state.status != .failed, state.status != .cancelled else { return }
      Self.require(state.status == .writing && state.session != nil, "a session that has started is ended", state)
      state.sessionEnd = time
    }
  }

  // MARK: Media

  func isReady(_ slot: InputSlot) -> Bool { withState { Self.isReady(slot, $0) } }

  static func isReady(_ slot: InputSlot, _ state: State) -> Bool {
    guard state.status == .writing, state.session != nil, !slot.isFinished, !state.isFinishing else { return false }
    if slot.settings.isRealTime { return true }
    let others = state.slots.filter { $0 !== slot && !$0.isFinished }
    return others.allSatisfy { slot.reachedSeconds - $0.reachedSeconds < Self.lead }
  }

  func append(_ buffer: CMSampleBuffer, _ slot: InputSlot) -> Bool {
    let isTaken = withState { state in
      guard state.status != .failed, state.status != .cancelled else { return false }
      Self.require(state.status == .writing && !slot.isFinished, "samples come while the input is not finished", state)
      guard let session = state.session else {
        preconditionFailure("required condition is false: Must start a session before samples are appended")
      }
      slot.appendCount += 1
      do {
        try SampleTaking(slot, container, session: session).take(buffer)
        try Self.pump(&state)
        return true
      } catch {
        Self.fail(error, &state)
        return false
      }
    }
    serve()
    return isTaken
  }

  func markAsFinished(_ slot: InputSlot) {
    withState { state in
      guard state.status != .failed, state.status != .cancelled, !slot.isFinished else { return }
      Self.require(state.status == .writing, "an input is finished while it is written", state)
      slot.isFinished = true
      slot.request = nil
      do { try Self.pump(&state) } catch { Self.fail(error, &state) }
    }
    serve()
  }

  /// Writes the data so far, as soon as the formats of all tracks are known.
  private static func pump(_ state: inout State) throws {
    guard let assembly = state.assembly else { return }
    let feeds = state.slots.compactMap(\.feed).filter { !$0.isEmpty }
    do throws(AudioError) {
      if !assembly.hasBegun {
        let areAllKnown = state.slots.allSatisfy { $0.isFinished || $0.feed.map { !$0.isEmpty } ?? false }
        guard areAllKnown, !feeds.isEmpty else { return }
        try assembly.begin(feeds)
      }
      for feed in feeds { try assembly.write(feed) }
    } catch {
      throw AVError(writing: error)
    }
  }

  // MARK: The end

  private static func fail(_ error: any Error, _ state: inout State) {
    state.error = error as? AVError ?? AVError(.unknown, because: "\(error)")
    state.status = .failed
    release(&state)
  }

  /// Removes the unfinished file, and releases the objects of the program.
  private static func release(_ state: inout State) {
    state.assembly?.cancel()
    state.assembly = nil
    for slot in state.slots {
      slot.request = nil
      slot.feed = nil
    }
  }

  func cancel() {
    withState { state in
      guard state.status == .writing || state.status == .unknown else { return }
      state.status = .cancelled
      Self.release(&state)
    }
  }

  /// Releases everything if the writer is abandoned, including its inputs, which retain the work.
  func abandon() {
    let left = withState { state in
      if state.status == .writing { state.status = .cancelled }
      Self.release(&state)
      defer { (state.inputs, state.slots) = ([], []) }
      return (state.inputs, state.slots)
    }
    // They end here, outside of the lock.
    withExtendedLifetime(left) {}
  }

  /// Returns true if there is something to complete; false if writing has failed.
  func beginFinishing() -> Bool {
    withState { state in
      guard state.status != .failed, state.status != .cancelled else { return false }
      Self.require(state.status == .writing && !state.isFinishing, "a file that is written is completed once", state)
      state.isFinishing = true
      return true
    }
  }

  func finish() {
    withState { state in
      guard state.status == .writing else { return }
      do {
        try Self.complete(&state)
        state.status = .completed
        state.assembly = nil
        Self.release(&state)
      } catch {
        Self.fail(error, &state)
      }
    }
  }

  private static func complete(_ state: inout State) throws {
    let feeds = state.slots.compactMap(\.feed).filter { !$0.isEmpty }
    guard let assembly = state.assembly, !feeds.isEmpty, let session = state.session else {
      throw AVError(.operationNotAllowed, because: "a file without a single sample is not written")
    }
    for slot in state.slots {
      slot.isFinished = true
      slot.request = nil
    }
    try pump(&state)
    for feed in feeds {
      if let end = state.sessionEnd, end.isNumeric {
        feed.sessionEnd = (end - session).unitsRoundedUp(in: Int64(feed.timescale))
      }
      do throws(AudioError) { try feed.end() } catch { throw AVError(writing: error) }
    }
    do throws(AudioError) { try assembly.finish() } catch { throw AVError(writing: error) }
    if !assembly.loss.isEmpty { state.warnings.append(assembly.loss.sentence) }
  }
}
