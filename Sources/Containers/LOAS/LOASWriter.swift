package import AudioBase
import Bitstream
import MPEG4Systems

/// Writes a LOAS stream: one packet a frame, the StreamMuxConfig in every twentieth.
///
/// Every frame is whole as soon as it is written, so the file is readable at any moment.
package struct LOASWriter: ContainerWriter {
  /// The number of frames from one StreamMuxConfig to the next.
  private static let configurationInterval = 20

  private let sink: any ByteSink
  private var cookie: [UInt8]
  /// `useSameStreamMux` 0 and the StreamMuxConfig.
  private var configuration: BitWriter
  private var elementCount = 0
  /// The number of further frames that repeat a new configuration, so that readers accept it.
  private var repetitionCount = 0
  private var hasPackets = false
  private var prefix = BitWriter()
  private var output: [UInt8] = []

  /// Begins a stream; nothing is written before the first packet.
  ///
  /// A stream has no place for metadata or for a packet table: those settings are ignored.
  ///
  /// - Throws: `ContainerError` of kind `ErrorKind.unsupported` for formats other than AAC.
  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard LOASFile.formatIDs.contains(settings.format.formatID) else {
      throw ContainerError(.unsupported, "this package writes AAC to LOAS, nothing else", at: 0, in: "loas")
    }
    self.sink = sink
    cookie = settings.cookie
    configuration = try LOASWriter.configuration(cookie)
  }

  private static func configuration(_ cookie: [UInt8]) throws(ContainerError) -> BitWriter {
    var writer = BitWriter()
    writer.write(false)
    do throws(CodecError) {
      StreamMuxConfig(try AudioSpecificConfig(parsing: cookie.span)).write(to: &writer)
    } catch {
      throw ContainerError(error.kind, error.rule, at: 0, in: "loas")
    }
    return writer
  }

  /// Writes each packet in its own frame.
  ///
  /// - Throws: `ContainerError` of kind `ErrorKind.invalidState` if a description exceeds the bytes, and
  ///   `ErrorKind.unsupported` for a packet that is too long for a frame. None of the packets is written then.
  package mutating func write(
    _ bytes: Span<UInt8>, descriptions: Span<PacketDescription>
  ) throws(ContainerError) {
    guard bytes.count == 0 || descriptions.count > 0 else {
      throw ContainerError(.invalidState, "LOAS holds packets, not plain samples", at: sink.byteCount, in: "loas")
    }
    output.removeAll(keepingCapacity: true)
    let before = (elementCount, repetitionCount)
    do throws(ContainerError) {
      for index in descriptions.indices {
        let packet = descriptions[index]
        guard packet.startOffset >= 0, packet.byteCount >= 0, packet.startOffset <= bytes.count,
          packet.byteCount <= bytes.count - packet.startOffset
        else {
          throw ContainerError(.invalidState, "a packet lies within the bytes given", at: sink.byteCount, in: "loas")
        }
        try appendFrame(bytes.extracting(packet.startOffset..<(packet.startOffset + packet.byteCount)))
      }
      try sink.append(output.span)
    } catch {
      (elementCount, repetitionCount) = before
      throw error
    }
    hasPackets = hasPackets || descriptions.count > 0
  }

  private mutating func appendFrame(_ packet: Span<UInt8>) throws(ContainerError) {
    prefix.removeAll()
    if elementCount == 0 || repetitionCount > 0 {
      if elementCount > 0 { repetitionCount -= 1 }
      let start = configuration
      prefix.write(bitsOf: start.bytes.span, 0..<start.offset)
    } else {
      prefix.write(true)
    }
    guard packet.count <= LOASHeader.maximumElementByteCount else { throw LOASWriter.tooLong(sink.byteCount) }
    for _ in 0..<(packet.count / 255) { prefix.write(255, 8) }
    prefix.write(UInt32(packet.count % 255), 8)
    let elementByteCount = (prefix.offset + packet.count * 8 + 7) / 8
    guard elementByteCount <= LOASHeader.maximumElementByteCount else { throw LOASWriter.tooLong(sink.byteCount) }
    output.append(0x56)
    output.append(0xE0 | UInt8(elementByteCount >> 8))
    output.append(UInt8(elementByteCount & 255))
    output.append(contentsOf: prefix.bytes)
    appendShifted(packet, by: UInt8(prefix.offset & 7))
    elementCount = (elementCount + 1) % LOASWriter.configurationInterval
  }

  /// Appends a packet after `shift` bits that are in the last byte already.
  private mutating func appendShifted(_ packet: Span<UInt8>, by shift: UInt8) {
    guard shift > 0, packet.count > 0 else { return output.append(copying: packet) }
    let start = output.count - 1
    output.append(contentsOf: repeatElement(0, count: packet.count))
    var all = output.mutableSpan
    var place = all._mutatingExtracting(start..<(start + packet.count + 1))
    var carry = place[0]
    for index in packet.indices {
      place[index] = carry | packet[index] >> shift
      carry = packet[index] << (8 - shift)
    }
    place[packet.count] = carry
  }

  private static func tooLong(_ offset: Int64) -> ContainerError {
    ContainerError(.unsupported, "a LOAS frame holds up to 8191 bytes; the packet is longer", at: offset, in: "loas")
  }

  /// Replaces the AudioSpecificConfig; throws for a different one after packets have been written.
  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    if cookie == self.cookie { return }
    guard !hasPackets else {
      throw ContainerError(.unsupported, "LOAS takes no other magic cookie after its start", at: 0, in: "loas")
    }
    configuration = try LOASWriter.configuration(cookie)
    self.cookie = cookie
  }

  /// Continues with packets of another stream, whose StreamMuxConfig the next two frames repeat.
  package mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    guard LOASFile.formatIDs.contains(stream.format.formatID) else {
      throw ContainerError(.unsupported, "this package writes AAC to LOAS, nothing else", at: 0, in: "loas")
    }
    configuration = try LOASWriter.configuration(stream.cookie)
    cookie = stream.cookie
    (elementCount, repetitionCount) = (0, 1)
  }

  /// Ends the stream, which is complete after every packet.
  ///
  /// - Throws: `ErrorKind.unsupported` if there was none: a stream without frames has no bytes at all, which cannot
  ///   be distinguished from a failure.
  package mutating func finish() throws(ContainerError) {
    guard hasPackets else {
      throw ContainerError(.unsupported, "a stream of LOAS frames has one at least", at: sink.byteCount, in: "loas")
    }
  }
}
