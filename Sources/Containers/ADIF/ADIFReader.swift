public import AudioBase
import MPEG4Systems

/// Reads the packets of an ADIF stream: each is parsed to find the next.
///
/// A source of up to 1 MiB is walked once when it is opened, for the counts; a longer one and a pipe are not. A damaged
/// packet ends the stream, for nothing says where the next one begins.
public struct ADIFReader: ContainerReader {
  /// The longest source that is walked when it is opened, in bytes.
  static let surveyedByteCount: Int64 = 1 << 20
  /// Frames that a packet decodes to before any SBR.
  private static let framesPerPacket = 1024
  /// Bits that a channel of a packet may have at most; ISO/IEC 14496-3, 4.5.3.2.
  private static let maximumBitsPerChannel = 6144

  /// `adif`.
  public let fileType: FourCharacterCode = "adif"
  /// One track; its cookie is the AudioSpecificConfig built from the header.
  public private(set) var tracks: [TrackInfo] = []
  /// What was left aside.
  public let warnings: [String]

  private var window: SourceWindow
  private var scanner: any PacketScanner
  private var index = SparsePacketIndex()
  private var position: Int64
  private var nextPacket: Int64 = 0
  private var failure: ContainerError?

  /// Opens a stream.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - makeScanner: Makes the scanner that finds the ends of packets.
  /// - Throws: `ContainerError`: malformed or truncated where the header is broken, unsupported with a profile that
  ///   the scanner does not know.
  public init(_ source: any ByteSource, scanner makeScanner: ADIFFile.ScannerFactory) throws(ContainerError) {
    window = SourceWindow(source, capacity: 1 << 16)
    let header = try Self.header(&window)
    let program = header.program
    let cookie = header.cookie
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
    tracks = [track]
    warnings = header.programCount > 1 ? ["\(header.programCount - 1) further programs are left aside"] : []
    position = Int64(header.byteCount)
    if !source.isArriving, let size = source.byteCount, size <= Self.surveyedByteCount { try survey() }
  }

  /// Reads the header, with as many bytes as it takes: those of a source that is still arriving come one by one.
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

  /// Counts packets to the end, then goes back.
  private mutating func survey() throws(ContainerError) {
    let start = position
    var (count, largest) = (Int64(0), 0)
    do throws(ContainerError) {
      while let size = try nextByteCount() {
        index.note(packet: count, at: position)
        (count, largest) = (count + 1, max(largest, size))
        position += Int64(size)
      }
    } catch {
      if error.kind == .inputOutput { throw error }
    }
    tracks[0].packetCount = count
    tracks[0].audioByteCount = position - start
    tracks[0].maximumPacketSize = largest
    tracks[0].duration = Double(count) * Double(Self.framesPerPacket) / tracks[0].format.sampleRate
    position = start
  }

  private mutating func nextByteCount() throws(ContainerError) -> Int? {
    try Self.byteCount(ofPacketAt: position, &window, &scanner)
  }

  /// Bytes of the packet at a place; `nil` at the end of the source.
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
        // What is at hand may be less than a packet.
        guard error.kind == .truncated, place.count >= wanted, place.count < window.capacity else {
          throw ContainerError(error.kind, error.rule, at: position, in: "ADIF")
        }
        wanted = min(window.capacity, place.count + (window.source.isArriving ? 1 : place.count))
      }
    }
  }

  /// The packet that is read next.
  public var lowestNeededOffset: Int64 { position }

  /// Goes to a packet: from the nearest mark before it, packet by packet.
  public mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: position)
    }
    failure = nil
    let mark = index.mark(before: packet) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if packet < nextPacket || mark.packet > nextPacket { (nextPacket, position) = (mark.packet, mark.offset) }
    while nextPacket < packet {
      do throws(ContainerError) {
        guard let size = try nextByteCount() else { return nextPacket = packet }
        pass(size)
      } catch {
        // Reading on from here meets the same failure, which is where it belongs.
        if error.kind == .inputOutput { throw error }
        failure = error
        return nextPacket = packet
      }
    }
  }

  private mutating func pass(_ byteCount: Int) {
    index.note(packet: nextPacket, at: position)
    position += Int64(byteCount)
    nextPacket += 1
  }

  /// Fills the batch with the next packets.
  ///
  /// - Throws: `ErrorKind.malformed` or `ErrorKind.truncated` at a packet that cannot be read, after all packets
  ///   before it were given.
  public mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    while !batch.isFull {
      do throws(ContainerError) {
        guard let size = try nextByteCount() else { break }
        let start = batch.bytes.count
        guard try window.append(size, at: position, to: &batch.bytes) == size else { break }
        batch.noteAppendedPacket(from: start, fileOffset: position, frameCount: 0)
        pass(size)
      } catch {
        failure = error
        if batch.count == 0 { throw error }
        break
      }
    }
    return batch.count > 0
  }
}
