import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import CSwiftAudioToolbox
import SwiftAudioToolbox

// Bound throughout: a caller opens as many readers as it closes.

/// A recording that is being read.
///
/// `@unchecked`: what changes is touched with its lock held alone.
final class Reader: @unchecked Sendable {
  /// What is given.
  let format: sat_format
  private let turn = Lock(())
  private var reading: SoundReading
  /// The frames of the block that were decoded and not yet given.
  private var waiting = 0..<0

  /// Frames that are decoded at a time.
  private static let blockLength = 8192

  init(_ request: SoundRequest) throws(CallFailure) {
    do throws(JobError) {
      reading = try SoundReading(request, blockLength: Self.blockLength)
    } catch {
      throw CallFailure(error)
    }
    format = sat_format(
      rate: reading.sampleRate, frames: reading.frameCount ?? -1, channels: Int32(reading.layout.channelCount),
      bits: Int32(clamping: reading.sourceBitDepth ?? 0))
  }

  /// Gives the next frames.
  ///
  /// - Parameters:
  ///   - count: The frames that are wanted.
  ///   - give: Gets a channel, its samples, and the frame of all that are wanted at which they begin.
  /// - Returns: Frames that were given; fewer than are wanted only at the end.
  func read(
    _ count: Int, _ give: (_ channel: Int, _ samples: Span<Float>, _ first: Int) -> Void
  ) throws(CallFailure) -> Int {
    try turn.withLock { _ throws(CallFailure) in
      var made = 0
      while made < count {
        if waiting.isEmpty { waiting = 0..<(try advance()) }
        let run = min(waiting.count, count - made)
        guard run > 0 else { break }
        let part = waiting.lowerBound..<(waiting.lowerBound + run)
        for channel in 0..<Int(format.channels) {
          reading.lend(channel) { give(channel, $0.extracting(part), made) }
        }
        waiting = part.upperBound..<waiting.upperBound
        made += run
      }
      return made
    }
  }

  /// Decodes the next block, and returns its frames.
  private func advance() throws(CallFailure) -> Int {
    do throws(JobError) { return try reading.advance() } catch { throw CallFailure(error) }
  }

  /// Goes to a frame.
  func seek(toFrame frame: Int64) throws(CallFailure) {
    try turn.withLock { _ throws(CallFailure) in
      waiting = 0..<0
      do throws(JobError) { try reading.seek(toFrame: frame) } catch { throw CallFailure(error) }
    }
  }

  /// Packets that were filled in for so far.
  var damagedPacketCount: Int64 { turn.withLock { _ in reading.report.damagedPacketCount } }
}

/// The readers that callers hold, by numbers that are never given twice: so a number that is wrong does no harm.
enum Readers {
  private struct Table: Sendable {
    var readers: [UInt64: Reader] = [:]
    var last: UInt64 = 0
  }

  private static let table = Lock(Table())

  static func add(_ reader: Reader) -> UInt64 {
    table.withLock { table in
      table.last += 1
      table.readers[table.last] = reader
      return table.last
    }
  }

  static func reader(_ number: UInt64) throws(CallFailure) -> Reader {
    guard let reader = table.withLock({ $0.readers[number] }) else { throw .noReader }
    return reader
  }

  static func remove(_ number: UInt64) { _ = table.withLock { $0.readers.removeValue(forKey: number) } }
}
