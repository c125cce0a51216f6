public import AudioBase

// Holds throughout: a Swift program chooses the count; no input does.

/// An asynchronous sequence of the packets that a ``PacketConverter`` makes from packets as they arrive.
///
/// ```swift
/// let packets = ConvertedPackets(of: microphone, packetCount: 480) { () throws(AudioError) in
///   try PacketConverter(from: input, to: output, codecs: codecs)
/// }
/// for try await batch in packets { send(batch.bytes) }
/// ```
/// Each iteration makes its own converter. A batch is returned as soon as it is full, and once more at the end with the
/// remaining packets.
public struct ConvertedPackets<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element == PacketBatch {
  /// A batch of output packets.
  public typealias Element = PacketBatch

  private let base: Base
  private let packetCount: Int
  private let makeConverter: @Sendable () throws(AudioError) -> PacketConverter

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - base: Batches of input packets, in any portions; an empty one is skipped.
  ///   - packetCount: The number of packets of an output batch; for linear PCM frames.
  ///   - makeConverter: Prepares the conversion.
  public init(
    of base: Base, packetCount: Int, makeConverter: @escaping @Sendable () throws(AudioError) -> PacketConverter
  ) {
    precondition(packetCount > 0)
    self.base = base
    self.packetCount = packetCount
    self.makeConverter = makeConverter
  }

  /// Creates an iterator, whose first step makes the converter.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), packetCount: packetCount, makeConverter: makeConverter)
  }

  /// Converts as far as batches are requested.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let packetCount: Int
    private let makeConverter: @Sendable () throws(AudioError) -> PacketConverter
    private var box: Box?
    private var hasEnded = false

    /// A reference for iterators, which may be copied, to a converter, which may not.
    private final class Box {
      var converter: PacketConverter
      init(_ converter: consuming PacketConverter) { self.converter = converter }
    }

    init(
      base: Base.AsyncIterator, packetCount: Int,
      makeConverter: @escaping @Sendable () throws(AudioError) -> PacketConverter
    ) {
      self.base = base
      self.packetCount = packetCount
      self.makeConverter = makeConverter
    }

    /// Returns the next full batch; at the end the remaining packets, then `nil`.
    ///
    /// - Throws: `AudioError`, or the error of the base.
    public mutating func next() async throws -> PacketBatch? {
      if hasEnded { return nil }
      let box = try self.box ?? Box(makeConverter())
      self.box = box
      var output = PacketBatch()
      box.converter.conversion.begin(&output, packetCount: packetCount, request: nil)
      while true {
        switch try box.converter.conversion.advance(&output) {
        case .filled:
          box.converter.conversion.end(&output)
          return output
        case .ended:
          hasEnded = true
          box.converter.conversion.end(&output)
          return output.bytes.isEmpty ? nil : output
        case .needsInput:
          guard let input = try await base.next() else {
            box.converter.endInput()
            continue
          }
          box.converter.append(input.bytes.span, descriptions: input.descriptions.span)
        }
      }
    }
  }
}
