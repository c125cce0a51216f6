import AudioBase
import TestSupport
import Testing

@testable import CAFContainer

@Suite struct CAFRobustnessTests {
  /// Files of all kinds that are read here.
  static let files: [[UInt8]] = {
    let info = HandMade.chunk("info", [0, 0, 0, 1] + Array("title\0t\0".utf8))
    let strings = HandMade.chunk("strg", [0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8) + [0x61, 0])
    let marks = HandMade.chunk("mark", [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 28))
    let regions = HandMade.chunk("regn", [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 40))
    let layout = HandMade.chunk("chan", [0, 0x65, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
    let extra = info + strings + marks + regions + layout + HandMade.chunk("kuki", [0x12, 0x10])
    let pcm = HandMade.desc("lpcm", flags: 2, bytes: 4, frames: 1, bits: 16)
    return [
      HandMade.head + HandMade.desc("aac ", frames: 1024) + extra + HandMade.variableTable
        + HandMade.data(HandMade.audio),
      HandMade.head + HandMade.desc("opus")
        + HandMade.pakt(3, valid: 6, [0x01, 1, 0x81, 0x02, 2, 0x02, 3]) + HandMade.data(HandMade.audio) + extra,
      HandMade.head + pcm + extra + HandMade.data([UInt8](repeating: 3, count: 100)) + info,
      HandMade.head + pcm + HandMade.data([UInt8](repeating: 3, count: 100), size: -1),
    ]
  }()

  private func exercise(_ bytes: [UInt8]) {
    for isPipe in [false, true] {
      do throws(ContainerError) {
        var reader = try CAFReader(WatchedSource(bytes, isPipe: isPipe), limits: Limits())
        let all = readAll(&reader, maximumPacketCount: 1000)
        #expect(all.packets.reduce(0) { $0 + $1.count } <= bytes.count)
        for target in [0, 1, 2, 3, 1000, Int64.max] {
          _ = try reader.locate(.packet(target), ofTrack: 0)
          _ = try reader.locate(.frame(target), ofTrack: 0)
          try reader.seek(toPacket: target, ofTrack: 0)
        }
      } catch {
        #expect(error.kind != .inputOutput)
      }
    }
  }

  @Test func everyPrefixIsReadOrRefused() {
    for file in Self.files {
      for count in 0..<file.count { exercise(Array(file[0..<count])) }
    }
  }

  @Test func everyByteMayBeWrong() {
    for file in Self.files {
      for index in file.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF, file[index] &+ 1, file[index] &- 1] {
          var broken = file
          broken[index] = value
          exercise(broken)
        }
      }
    }
  }

  @Test func everyFieldMayBeAbsurd() {
    for file in Self.files {
      for index in 0..<(file.count - 8) {
        for value in [UInt64.max, UInt64(Int64.max), 1 << 63, 1 << 40, 0] {
          var broken = file
          broken.replaceSubrange(index..<(index + 8), with: HandMade.number(value, 8))
          exercise(broken)
        }
      }
    }
  }

  @Test func aPacketBeyondTheLimitIsRefusedWhenItIsRead() throws {
    var limits = Limits()
    limits.packetByteCount = 100
    var reader = try open(HandMade.variable, limits: limits)
    let all = readAll(&reader)
    #expect(all.packets == [HandMade.packets[0]] && all.error?.kind == .limitExceeded)
  }

  @Test func aReadErrorIsNotTakenForTheEnd() throws {
    final class Failing: ByteSource {
      let inner = MemoryByteSource(HandMade.variable)
      let broken: Range<Int64>
      init(_ broken: Range<Int64>) { self.broken = broken }
      var byteCount: Int64? { inner.byteCount }
      func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
        if broken.overlaps(offset..<(offset + Int64(max(1, buffer.count)))) { throw MortalSink.death }
        return try inner.read(at: offset, into: &buffer)
      }
    }
    #expect { try CAFReader(Failing(0..<10000), limits: Limits()) } throws: {
      ($0 as? ContainerError)?.kind == .inputOutput
    }
  }

  // MARK: - Streams

  /// Opens and reads as a stream parser does: on failure from a copy of the reader, when more has come.
  private func feed(_ file: [UInt8], pieces: () -> Int) throws -> [[UInt8]] {
    let source = ArrivingSource(file)
    var reader: CAFReader?
    var packets: [[UInt8]] = []
    var batch = PacketBatch()
    while true {
      do throws(ContainerError) {
        if reader == nil { reader = try CAFReader(source, limits: Limits()) }
        while var attempt = reader {
          let more = try attempt.readPackets(ofTrack: 0, into: &batch)
          reader = attempt
          guard more else { return packets }
          for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
        }
      } catch {
        guard error.byteOffset == -1 else { throw error }
      }
      if source.arrived == file.count {
        source.end()
      } else {
        source.arrived = min(file.count, source.arrived + pieces())
      }
    }
  }

  @Test func anySplitOfAStreamGivesTheSamePackets() throws {
    var random = SplitMix64(seed: 11)
    let files = [HandMade.variable, Self.files[0], Self.files[3]]
    for file in files {
      var whole = try open(file)
      let expected = Array(readAll(&whole).packets.joined())
      #expect(try Array(feed(file) { 1 }.joined()) == expected)
      #expect(try Array(feed(file) { file.count }.joined()) == expected)
      for _ in 0..<20 { #expect(try Array(feed(file) { Int.random(in: 1..<60, using: &random) }.joined()) == expected) }
    }
  }

  /// A file of any number of packets of 200 bytes, of which nothing is kept in memory.
  final class EndlessSource: ByteSource {
    let head: [UInt8]
    let packetCount: Int64
    private(set) var readByteCount = 0

    init(packetCount: Int64) {
      self.packetCount = packetCount
      let table = Int64(24) + 2 * packetCount
      let header = HandMade.pakt(packetCount, valid: packetCount * 1024, [])
      head =
        HandMade.head + HandMade.desc("aac ", frames: 1024)
        + HandMade.chunk("pakt", Array(header[12...]), size: table)
    }

    var dataOffset: Int64 { Int64(head.count) + 2 * packetCount }
    var byteCount: Int64? { dataOffset + 16 + 200 * packetCount }

    func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
      let dataHead = HandMade.chunk("data", [0, 0, 0, 1], size: 4 + 200 * packetCount)
      let count = Int(max(0, min(Int64(buffer.count), (byteCount ?? 0) - offset)))
      for index in 0..<count {
        let place = offset + Int64(index)
        if place < Int64(head.count) {
          buffer[index] = head[Int(place)]
        } else if place < dataOffset {
          // 200 is 81 48 in seven bits a byte.
          buffer[index] = (place - Int64(head.count)) % 2 == 0 ? 0x81 : 0x48
        } else if place < dataOffset + 16 {
          buffer[index] = dataHead[Int(place - dataOffset)]
        } else {
          buffer[index] = UInt8(truncatingIfNeeded: (place - dataOffset - 16) / 200)
        }
      }
      readByteCount += count
      return count
    }
  }

  @Test func aRecordingOfTenHoursOpensWithoutALookAtItsTable() throws {
    let source = EndlessSource(packetCount: 1_550_391)
    var reader = try CAFReader(source, limits: Limits())
    #expect(source.readByteCount < 4096)
    #expect(reader.tracks[0].packetCount == 1_550_391 && reader.tracks[0].duration == 1_550_391.0 * 1024 / 44100)
    let place = try reader.locate(.packet(1_550_390), ofTrack: 0)
    #expect(place?.byteOffset == source.dataOffset + 16 + 200 * 1_550_390)
    try reader.seek(toPacket: 1_000_000, ofTrack: 0)
    let packets = readAll(&reader, maximumPacketCount: 200).packets
    #expect(packets[0] == [UInt8](repeating: UInt8(1_000_000 & 0xFF), count: 200))
    // Going back uses what was noted on the way.
    let before = source.readByteCount
    _ = try reader.locate(.packet(500_000), ofTrack: 0)
    #expect(source.readByteCount - before < 20000)
  }

  // MARK: - Ends of writers

  @Test(arguments: [SizeUpdatePolicy.deferred, .continuous], [FileStructure.indexFirst, .indexLast])
  func aWriterMayDieAtAnyMoment(policy: SizeUpdatePolicy, structure: FileStructure) throws {
    var random = SplitMix64(seed: 5)
    let packets = (0..<2500).map { _ in random.bytes(Int.random(in: 1..<40, using: &random)) }
    func attempt(_ lifetime: Int) -> (sink: MortalSink, written: Int) {
      let sink = MortalSink(lifetime: lifetime)
      var written = 0
      do throws(ContainerError) {
        var settings = compressed(.aac)
        settings.sizeUpdates = policy
        settings.structure = structure
        var writer = try CAFWriter(sink, settings: settings)
        for first in stride(from: 0, to: packets.count, by: 25) {
          try write(Array(packets[first..<(first + 25)]), to: &writer, packetsPerCall: 25)
          written = first + 25
        }
        try writer.finish()
      } catch {
        #expect(error.kind == .inputOutput)
      }
      return (sink, written)
    }
    let whole = attempt(.max).sink.operationCount
    var openedCount = 0
    for lifetime in Set((0..<150).map { _ in Int.random(in: 0...whole, using: &random) } + (whole - 20)...whole) {
      let (sink, written) = attempt(lifetime)
      do throws(ContainerError) {
        var reader = try open(sink.inner.bytes)
        let all = readAll(&reader)
        #expect(all.packets == Array(packets[0..<all.packets.count]), "after \(lifetime) of \(whole)")
        if policy == .continuous { #expect(all.packets.count >= written - 25) }
        openedCount += 1
      } catch {
        #expect(error.kind == .truncated, "after \(lifetime) of \(whole)")
      }
    }
    #expect(openedCount > (policy == .continuous ? 60 : 0))
  }

  @Test func linearPCMOpensAfterAnyDeath() throws {
    let audio = [UInt8]((0..<8000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    for lifetime in 0..<100 {
      let sink = MortalSink(lifetime: lifetime)
      do throws(ContainerError) {
        var writer = try CAFWriter(sink, settings: CAFWritingTests.pcm)
        let empty: [PacketDescription] = []
        for first in stride(from: 0, to: 8000, by: 400) {
          try writer.write(audio.span.extracting(first..<(first + 400)), descriptions: empty.span)
        }
        try writer.finish()
      } catch {
        #expect(error.kind == .inputOutput)
      }
      guard sink.byteCount >= 4096 else { continue }
      var reader = try open(sink.inner.bytes)
      let read = Array(readAll(&reader).packets.joined())
      #expect(read == Array(audio[0..<read.count]) && Int64(read.count) == min(8000, sink.byteCount - 4096) / 4 * 4)
    }
  }

  @Test func afterAFullDiskTheFileEndsWithWhatIsThere() throws {
    let sink = MortalSink(lifetime: 60)
    var writer = try CAFWriter(sink, settings: compressed(.aac))
    try write(HandMade.packets, to: &writer)
    #expect(throws: ContainerError.self) { try write([[UInt8](repeating: 1, count: 10000)], to: &writer) }
    #expect { try write(HandMade.packets, to: &writer) } throws: { ($0 as? ContainerError)?.kind == .invalidState }
  }
}
