import AudioBase
package import AudioConversion
import AudioPlayback
import Synchronization

// Bound throughout: stages check their channels, and rings have a constant length.
// Holds throughout: a source is opened before it is read.

/// A sound that is read ahead: a file or another source, and a ring of its frames.
///
/// The source is opened shortly before it is due, so that a thousand scheduled files need not be open at a time.
package final class SoundStream: Sendable {
  private struct Feed {
    var source: (any SampleSource)?
    var hasEnded = false
    var failure: (any Error)?
  }

  /// Opens the source, at the rate and with the channels of its stage.
  private let open: @Sendable () throws -> sending any SampleSource
  private let feed = Lock(Feed())
  private let ended = Atomic<Bool>(false)
  /// Filled by the thread that holds the feed.
  let ring: SampleRing

  /// The number of frames that are read ahead: about half a second.
  private static let ringLength = 24_000
  /// The largest number of frames that are read at a time.
  private static let runLength = 8192

  /// Prepares a stream.
  ///
  /// - Parameters:
  ///   - channelCount: The channels that the source gives.
  ///   - open: Opens it. A failure is kept in ``failure``, and the stream has ended.
  package init(channelCount: Int, open: @escaping @Sendable () throws -> sending any SampleSource) {
    self.open = open
    ring = SampleRing(channelCount: channelCount, minimumCapacity: Self.ringLength)
  }

  /// The reason for which the source could not be opened or read to its end.
  package var failure: (any Error)? { feed.withLock { $0.failure } }

  /// True if nothing more is read.
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Reads ahead until the ring is full, or only one portion if `once` is true.
  package func fill(once: Bool = false) {
    feed.withLock { feed in
      while !feed.hasEnded, ring.room > 0 {
        do {
          if feed.source == nil { feed.source = try open() }
          let isOver = try Self.read(&feed.source!, into: ring)
          if isOver {
            feed.hasEnded = true
            feed.failure = (feed.source as? TrackSource)?.report.earlyEnd
          }
        } catch {
          feed.failure = error
          feed.hasEnded = true
        }
        if once { break }
      }
      if feed.hasEnded {
        feed.source = nil
        ended.store(true, ordering: .releasing)
      }
    }
  }

  /// Reads one run, and returns true if it was the last.
  private static func read(_ source: inout any SampleSource, into ring: SampleRing) throws -> Bool {
    var isOver = false
    _ = try ring.write(limit: runLength) { (planes: inout RingPlanes) throws(AudioError) -> Int in
      let count = try source.read(into: &planes)
      isOver = count < planes.frameCapacity
      return count
    }
    return isOver
  }
}
