package import AudioBase
package import FramedStreams
import MPEG4Systems

/// Reads the packets of an ADIF stream, parsing each to find the next.
///
/// A source of up to 1 MiB is walked once when it is opened, for the counts; a longer one and a pipe are not. A damaged
/// packet ends the stream, for nothing says where the next one begins.
package struct ADIFReader: FramedReader {
  /// The longest source that is walked when it is opened, in bytes: finding a packet's end takes parsing all of its
  /// bits.
  static let surveyedByteCount = ResourceLimits.surveyedByteCount / 8
  /// The number of frames that a packet decodes to before any SBR.
  private static let framesPerPacket = 1024
  /// The largest number of bits that a channel of a packet may have; ISO/IEC 14496-3, 4.5.3.2.
  static let maximumBitsPerChannel = 6144

  package let fileType: FourCharacterCode = "adif"
  /// The only track, whose cookie is the AudioSpecificConfig built from the header.
  package var stream: FramedStream<ADIFPacketScanner>
  private let furtherProgramCount: Int

  /// Opens a stream.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - makeScanner: Makes the scanner that finds the ends of packets.
  /// - Throws: ``ContainerError``: malformed or truncated where the header is broken, unsupported with a profile that
  ///   the scanner does not know.
  package init(_ source: any ByteSource, scanner makeScanner: ADIFFile.ScannerFactory) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 1 << 16)
    let header = try Self.header(&window)
    let (program, cookie) = (header.program, header.cookie)
    let scanner: any PacketScanner
    do throws(CodecError) {
      scanner = try makeScanner(cookie)
    } catch {
      throw ContainerError(error.kind, error.rule, at: 0, in: "ADIF")
    }
    let rate = try Self.rate(of: program)
    let channelCount = program.layout.channelCount
    let format = StreamFormat(
      formatID: .aac, sampleRate: Double(rate), channelsPerFrame: channelCount, framesPerPacket: Self.framesPerPacket)
    var track = TrackInfo(format: format, cookie: cookie)
    track.containerCookie = cookie
    track.layout = program.layout
    track.dataOffset = Int64(header.byteCount)
    track.bitRate = header.bitRate
    track.packetSizeUpperBound = (Self.maximumBitsPerChannel / 8 + 512) * max(1, channelCount)
    furtherProgramCount = header.programCount - 1
    let packets = ADIFPacketScanner(window: window, scanner: scanner, position: track.dataOffset)
    stream = FramedStream(packets, track, stream: CodedStream(of: track), limits: ResourceLimits())
    try stream.survey(upTo: source.walkableByteCount, limit: Self.surveyedByteCount)
  }

  package var warnings: [String] {
    (furtherProgramCount > 0 ? ["\(furtherProgramCount) further programs are left aside"] : []) + stream.warnings
  }

  /// Reads the header from as many bytes as needed, which may arrive one by one.
  private static func header(_ window: inout SourceWindow) throws(ContainerError) -> ADIFHeader {
    var wanted = 24
    while true {
      let place = try window.load(atLeast: wanted, at: 0)
      do throws(CodecError) {
        return try ADIFHeader(window.bytes.span.extracting(place))
      } catch {
        guard error.kind == .truncated, place.count >= wanted, place.count < ADIFHeader.maximumByteCount else {
          throw ContainerError(error.kind, error.rule, at: 0, in: "ADIF")
        }
        wanted = place.count + 1
      }
    }
  }

  private static func rate(of program: ProgramConfigElement) throws(ContainerError) -> Int {
    let rates = SamplingFrequency.rates
    guard rates.indices.contains(program.samplingFrequencyIndex) else {
      throw ContainerError(.malformed, "the sampling frequency index is reserved", at: 0, in: "ADIF")
    }
    return rates[program.samplingFrequencyIndex]
  }
}

/// A packet of a stream: its place in the source.
package struct ADIFPacket: ScannedFrame, BitwiseCopyable {
  package var offset: Int64
  package var byteCount: Int
}

/// Walks a stream from packet to packet by parsing each.
package struct ADIFPacketScanner: FrameScanner {
  package var window: SourceWindow
  var scanner: any PacketScanner
  package var position: Int64

  package var warnings: [String] { [] }

  package mutating func move(to offset: Int64) { position = offset }

  package mutating func resynchronize(at offset: Int64) throws(ContainerError) {
    throw ContainerError(.unsupported, "the packets of this format cannot be found from any byte on", at: offset)
  }

  package mutating func next() throws(ContainerError) -> ADIFPacket? {
    guard let byteCount = try Self.byteCount(ofPacketAt: position, &window, &scanner) else { return nil }
    defer { position += Int64(byteCount) }
    return ADIFPacket(offset: position, byteCount: byteCount)
  }

  /// Returns the number of bytes of the packet at a position; `nil` at the end of the source.
  private static func byteCount(
    ofPacketAt position: Int64, _ window: inout SourceWindow, _ scanner: inout any PacketScanner
  ) throws(ContainerError) -> Int? {
    var wanted = 1
    while true {
      let place = try window.load(atLeast: wanted, at: position)
      guard !place.isEmpty else { return nil }
      do throws(CodecError) {
        return try scanner.byteCount(ofFirstPacketIn: window.bytes.span.extracting(place))
      } catch {
        // The available bytes may be less than a packet.
        guard error.kind == .truncated, place.count >= wanted, place.count < window.capacity else {
          throw ContainerError(error.kind, error.rule, at: position, in: "ADIF")
        }
        wanted = min(window.capacity, place.count + (window.source.isArriving ? 1 : place.count))
      }
    }
  }
}
