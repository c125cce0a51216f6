import AVFAudio
import AudioAssets
import Dispatch
import Foundation

/// The place of an input in its writer. The writer's lock guards its variable state.
final class InputSlot: @unchecked Sendable {
  let work: WriterWork
  let mediaType: AVMediaType
  let outputSettings: [String: Any]?
  /// The input's settings from before writing began.
  var settings: AVAssetWriterInput.Settings
  /// The track, once the first samples have shown its format.
  var feed: TrackFeed?
  /// The format of all samples.
  var format: CMFormatDescription?
  var isFinished = false
  /// Calls of `append` so far.
  var appendCount = 0
  /// The block that asks the program for more, and its queue.
  var request: (queue: DispatchQueue, block: @Sendable () -> Void)?
  /// True while the request is in progress, so that it is not begun again.
  var isServed = false

  init(_ work: WriterWork, _ input: AVAssetWriterInput) {
    self.work = work
    mediaType = input.mediaType
    outputSettings = input.outputSettings
    settings = input.settings
  }

  /// The time that the track has reached, in seconds of the session.
  var reachedSeconds: Double { feed?.reachedSeconds ?? 0 }
}

// MARK: - Requests

extension WriterWork {
  /// The milliseconds before a program is called again after it had nothing to append.
  private static let pause = 10

  /// Calls a block whenever an input needs more data.
  func request(_ slot: InputSlot, on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
    withState { _ in slot.request = (queue, block) }
    serve()
  }

  /// Calls the programs of all inputs that need more data and are not being called.
  func serve() {
    let wanting = withState { state in
      let wanting = state.slots.filter { $0.request != nil && !$0.isServed && Self.isReady($0, state) }
      for slot in wanting { slot.isServed = true }
      return wanting
    }
    for slot in wanting { ask(slot, after: 0) }
  }

  private func ask(_ slot: InputSlot, after milliseconds: Int) {
    guard let request = withState({ _ in Handover(slot.request) }).value else { return }
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    request.queue.asyncAfter(deadline: deadline) { [weak self] in
      guard let self else { return }
      while isReady(slot) {
        let before = withState { _ in slot.appendCount }
        request.block()
        // A program that has nothing now may have something soon.
        guard withState({ _ in slot.appendCount }) > before else { return ask(slot, after: Self.pause) }
      }
      withState { _ in slot.isServed = false }
      serve()
    }
  }
}
