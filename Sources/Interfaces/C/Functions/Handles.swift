import AudioBase
import AudioErrors

// Bound throughout: a caller opens as much as it closes.

/// An object that a caller holds by a number: a reader, a writer, a decoder or an encoder.
protocol Held: AnyObject, Sendable {
  /// The name of the object in messages.
  static var name: String { get }
  /// Ends work in progress, once the caller has released the handle.
  func letGo()
}

extension Held {
  /// Does nothing: there is no work in progress.
  func letGo() {}
}

/// An object from which samples are read: a reader of a file, or a decoder of packets.
protocol SampleGiving: Held {
  /// The number of channels.
  var channelCount: Int { get }

  /// Lends the next frames in place.
  ///
  /// - Parameters:
  ///   - count: The number of requested frames.
  ///   - give: Receives a block, its plane for each channel, a range of its frames, and the number of frames given
  ///     before.
  /// - Returns: Frames that were given; fewer than requested at the end, and if packets are needed first.
  func read(
    _ count: Int, _ give: (_ block: borrowing PCMBlock, _ order: [Int], _ frames: Range<Int>, _ before: Int) -> Void
  ) throws(AudioError) -> Int
}

/// The callers' objects, by numbers that are never reused, so that a wrong number does no harm.
enum Handles {
  private struct Table: Sendable {
    var things: [UInt64: any Held] = [:]
    var last: UInt64 = 0
  }

  private static let table = Lock(Table())

  static func add(_ thing: any Held) -> UInt64 {
    table.withLock { table in
      table.last += 1
      table.things[table.last] = thing
      return table.last
    }
  }

  /// Returns the object with a number, which must be of this kind.
  static func thing<Kind: Held>(_ number: UInt64, as kind: Kind.Type) throws(AudioError) -> Kind {
    guard let thing = any(number) as? Kind else { throw .none(Kind.name) }
    return thing
  }

  /// Returns the source of samples with a number.
  static func samples(_ number: UInt64) throws(AudioError) -> any SampleGiving {
    guard let thing = any(number) as? any SampleGiving else { throw .none(Reader.name) }
    return thing
  }

  /// Releases an object; another thread that uses it can finish its work.
  static func close(_ number: UInt64) {
    let thing = table.withLock { $0.things.removeValue(forKey: number) }
    thing?.letGo()
  }

  private static func any(_ number: UInt64) -> (any Held)? { table.withLock { $0.things[number] } }
}
