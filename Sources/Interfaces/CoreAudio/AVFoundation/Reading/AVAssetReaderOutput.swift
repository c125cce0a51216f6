public import AVFAudio
import AudioBase
public import Foundation

/// A source of an ``AVAssetReader``'s sample buffers: ``AVAssetReaderTrackOutput`` or ``AVAssetReaderAudioMixOutput``.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  private let turn = Lock(())
  // `turn` guards these.
  private weak var owner: AVAssetReader?
  private var source: (any SampleBufferSource)?
  private var copies = true
  private var isCancelled = false
  private var hasBegun = false

  /// The media type of the buffers.
  open var mediaType: AVMediaType { .audio }

  /// True if buffers belong to the program, which may change them. They always do; `false` has no effect.
  open var alwaysCopiesSampleData: Bool {
    get { turn.withLock { _ in copies } }
    set { turn.withLock { _ in copies = newValue } }
  }

  /// Returns the next sample buffer; `nil` at the end, and after a failure or cancellation (see the reader's status) or
  /// the release of the reader.
  ///
  /// - Precondition: Reading has begun.
  open func copyNextSampleBuffer() -> CMSampleBuffer? {
    let reader = reader
    guard reader.map({ $0.status != .unknown }) ?? turn.withLock({ _ in hasBegun }) else {
      preconditionFailure("required condition is false: the reader has begun to read")
    }
    guard let reader, reader.status == .reading else { return nil }
    do {
      let next = try turn.withLock { _ in
        guard !isCancelled, let source else { return Handover<CMSampleBuffer?>(nil) }
        let buffer = try source.next()
        if buffer == nil { self.source = nil }
        return Handover(buffer)
      }
      if let buffer = next.value { return buffer }
      if !hasToldEnd() { reader.noteEnd() }
    } catch {
      reader.fail(error)
    }
    return nil
  }

  private var toldEnd = false
  private func hasToldEnd() -> Bool {
    turn.withLock { _ in
      defer { toldEnd = true }
      return toldEnd
    }
  }

  // MARK: For readers

  /// Makes the source of the buffers of a part.
  func makeSource(_ range: CMTimeRange) throws -> any SampleBufferSource {
    throw AVError(.operationNotSupportedForAsset, because: "this kind of output gives nothing by itself")
  }

  /// Checks that the output can deliver the requested format.
  ///
  /// - Throws: ``AVError`` that says why not.
  func check() throws { _ = try makeSource(CMTimeRange(start: .zero, duration: .positiveInfinity)) }

  /// Returns true if all its tracks belong to an asset.
  func belongs(to asset: AVAsset) -> Bool { false }

  var reader: AVAssetReader? { turn.withLock { _ in Handover(owner) }.value }

  /// Attaches the output to a reader; false if it already has one.
  func attach(to reader: AVAssetReader) -> Bool {
    turn.withLock { _ in
      guard owner == nil else { return false }
      owner = reader
      return true
    }
  }

  func open(_ range: CMTimeRange) throws {
    try turn.withLock { _ in
      hasBegun = true
      source = try makeSource(range)
    }
  }

  func cancel() {
    turn.withLock { _ in
      isCancelled = true
      source = nil
    }
  }
}

/// A source of sample buffers. It belongs to one thread at a time.
protocol SampleBufferSource: AnyObject {
  /// Returns the next buffer, `nil` at the end.
  func next() throws -> CMSampleBuffer?
}

/// A value taken out of a lock; its former owner no longer uses it.
struct Handover<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
