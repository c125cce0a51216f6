import AudioBase

// Bound throughout: a caller opens as much as it closes.

/// What a caller holds by a number: a reader, a writer, a decoder or an encoder.
protocol Held: AnyObject, Sendable {
  /// What messages call it.
  static var name: String { get }
  /// Ends what is under way, once the caller has let go.
  func letGo()
}

extension Held {
  /// Nothing is under way.
  func letGo() {}
}

/// What samples are read from: a reader of a file, or a decoder of packets.
protocol SampleGiving: Held {
  /// The number of channels.
  var channelCount: Int { get }

  /// Gives the next frames, where they lie.
  ///
  /// - Parameters:
  ///   - count: The frames that are wanted.
  ///   - give: Gets a block, its plane for each channel, frames of it, and how many frames were given before.
  /// - Returns: Frames that were given; fewer than are wanted at the end, and where packets must come first.
  func read(
    _ count: Int, _ give: (_ block: borrowing PCMBlock, _ order: [Int], _ frames: Range<Int>, _ before: Int) -> Void
  ) throws(CallFailure) -> Int
}

/// What callers hold, by numbers that are never given twice: so a number that is wrong does no harm.
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

  /// The thing of a number, which must be of this kind.
  static func thing<Kind: Held>(_ number: UInt64, as kind: Kind.Type) throws(CallFailure) -> Kind {
    guard let thing = any(number) as? Kind else { throw .none(Kind.name) }
    return thing
  }

  /// What samples are read from by a number.
  static func samples(_ number: UInt64) throws(CallFailure) -> any SampleGiving {
    guard let thing = any(number) as? any SampleGiving else { throw .none(Reader.name) }
    return thing
  }

  /// Lets a thing go; what another thread does with it meanwhile comes to its end.
  static func close(_ number: UInt64) {
    let thing = table.withLock { $0.things.removeValue(forKey: number) }
    thing?.letGo()
  }

  private static func any(_ number: UInt64) -> (any Held)? { table.withLock { $0.things[number] } }
}
