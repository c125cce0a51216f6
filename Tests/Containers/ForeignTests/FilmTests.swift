import AudioBase
import AudioCatalog
import Foundation
import TestSupport
import Testing

/// Films by FFmpeg, whose packets are those of the files that they were copied from.
@Suite("Films of others") struct FilmTests {
  /// A fixture, its type, and the file from which its first track was copied.
  struct Film: Sendable {
    var name: String
    var fileType: FourCharacterCode
    var origin: String
    var originType: FourCharacterCode
  }

  static let films = [
    Film(name: "film.avi", fileType: "avi ", origin: "MPEGAudio/l3-lame-44100-joint.mp3", originType: "MPG3"),
    Film(name: "film.flv", fileType: "flv ", origin: "turned-movie.mp4", originType: "mp4f"),
    Film(name: "sound.wma", fileType: "asf ", origin: "MPEGAudio/l3-lame-44100-joint.mp3", originType: "MPG3"),
    Film(name: "sound.vob", fileType: "mp2p", origin: "MPEGAudio/l2-48000-joint.mp2", originType: "MPG2"),
    Film(name: "sound.mpg", fileType: "mp2p", origin: "MPEGAudio/l2-48000-joint.mp2", originType: "MPG2"),
  ]

  @Test("packets are those of the file that the film was made from", arguments: films)
  func samePackets(film: Film) throws {
    let bytes = fixture("Foreign/\(film.name)")
    let container = try required(Catalog.standard.container(fileType: film.fileType))
    expectGreaterOrEqual(container.probe?(bytes.span) ?? 0, 90)
    var reader = try open(bytes, as: film.fileType)
    let whole = try open(fixture(film.origin), as: film.originType)
    let origin = whole.all(track: try required(whole.tracks.firstIndex { $0.mediaKind == .audio }))
    let (found, _, offsets, error) = readAll(&reader)
    #expect(error == nil && !found.isEmpty)
    // LAME's info frame is no packet of its file, and one of a film.
    #expect(Array(found.suffix(origin.count)) == origin && found.count - origin.count <= 1)
    for (packet, offset) in zip(found, offsets) {
      #expect(bytes[Int(offset)..<Int(offset) + 4].elementsEqual(packet[..<4]))
    }
    let track = reader.tracks[0]
    #expect(track.packetCount == Int64(found.count) && track.audioByteCount == Int64(found.joined().count))
    // Backward, each packet once more.
    for packet in stride(from: found.count - 1, through: 0, by: -3) {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      var batch = PacketBatch(maximumPacketCount: 1)
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      expectEqual(Array(batch.packet(0)), found[packet])
    }
  }

  @Test("the second track of each is the sound that it was, and others are named")
  func tracks() throws {
    let avi = try open(fixture("Foreign/film.avi"), as: "avi ")
    #expect(avi.tracks.count == 2 && avi.tracks.map(\.identifier) == [1, 2])
    #expect(avi.unreadTracks == ["stream 0 (video, avc1) is not read"] && avi.metadata[.title] == "A film")
    let pcm = avi.all(track: 1).flatMap { $0 }
    #expect(pcm.count == 1600 && avi.tracks[1].duration == 0.1)
    // The sine that FFmpeg made: 0.5 sin(2764 t), whose fifth sample is past its first quarter of a period.
    let first = (0..<5).map { Int16(bitPattern: UInt16(pcm[2 * $0]) | UInt16(pcm[2 * $0 + 1]) << 8) }
    for (index, sample) in first.enumerated() {
      expectLessOrEqual(abs(Double(sample) - 16384 * sin(2764 * Double(index) / 8000)), 1)
    }

    let asf = try open(fixture("Foreign/sound.wma"), as: "asf ")
    expectEqual(asf.tracks.map(\.format.formatID), [.mpegLayer3, .aLaw])
    #expect(asf.metadata[.title] == "Äther" && asf.metadata[.artist] == "Nobody" && asf.metadata[.album] == "None")
    expectEqual(asf.all(track: 1).joined().count, 800)

    let vob = try open(fixture("Foreign/sound.vob"), as: "mp2p")
    expectEqual(vob.tracks.map(\.format.formatID), [.mpegLayer2, .linearPCM])
    let wide = vob.all(track: 1).flatMap { $0 }
    #expect(wide.count >= 4800 && vob.tracks[1].format.sampleRate == 48000)
    for index in 0..<5 {
      let sample = Int16(bitPattern: UInt16(wide[2 * index]) << 8 | UInt16(wide[2 * index + 1]))
      expectLessOrEqual(abs(Double(sample) - 16384 * sin(2764 * Double(index) / 48000)), 1)
    }

    let flv = try open(fixture("Foreign/film.flv"), as: "flv ")
    #expect(flv.unreadTracks == ["video is not read"] && flv.unnamedItems == ["script data (onMetaData)"])
    #expect(flv.tracks[0].packetCount == 45 && !flv.tracks[0].cookie.isEmpty)
  }

  @Test("a film that arrives is refused by name, so that a pipe is kept until all of it is there", arguments: films)
  func arrival(film: Film) throws {
    let bytes = fixture("Foreign/\(film.name)")
    let source = PartialSource(bytes, arrivedCount: bytes.count / 2)
    let error = #expect(throws: ContainerError.self) { try open(source, as: film.fileType) }
    expectEqual(error?.kind, .notStreamable)
  }

  @Test("no damage ends in anything but packets or an error", arguments: films)
  func damage(film: Film) throws {
    let bytes = fixture("Foreign/\(film.name)")
    var random = SplitMix64(seed: 43)
    var opened = 0
    for round in 0..<600 {
      var damaged = bytes
      if round < 200 {
        damaged.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          // Headers more often than all else.
          let place = Int.random(in: 0..<(random.chance(60) ? min(600, bytes.count) : bytes.count), using: &random)
          damaged[place] = random.chance(30) ? 0xFF : UInt8.random(in: 0...255, using: &random)
        }
      }
      guard var reader = try? open(damaged, as: film.fileType) else { continue }
      opened += 1
      for track in reader.tracks.indices {
        let (found, _, _, _) = readAll(&reader, track: track, maximumPacketCount: 100_000)
        expectLessOrEqual(found.joined().count, 2 * bytes.count)
        try? reader.seek(toPacket: Int64(found.count / 2), ofTrack: track)
        _ = readAll(&reader, track: track, maximumPacketCount: 4)
      }
      _ = reader.allRemarks
    }
    expectGreater(opened, 100)
  }

  @Test("samples of 20 and 24 bits on DVDs, and bursts of S/PDIF, are what FFmpeg makes of them", .needs(.ffmpeg))
  func foreign() throws {
    let tone = ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2764*t)|0.3*sin(901*t):s=48000:d=0.1"]
    let dvd = try ForeignProgram.run(
      "ffmpeg", tone + ["-c:a", "pcm_dvd", "-sample_fmt", "s32", "-f", "vob", "-"], on: [], named: "none")
    let wanted = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "s24be", "-"], on: dvd, named: "a.vob")
    let reader = try open(dvd, as: "mp2p")
    #expect(reader.tracks[0].format.bitsPerChannel == 24 && wanted.count > 4000)
    let found = reader.all(track: 0).flatMap { $0 }
    #expect(found.elementsEqual(wanted))

    let stream = try ForeignProgram.run("ffmpeg", tone + ["-c:a", "ac3", "-f", "ac3", "-"], on: [], named: "none")
    let bursts = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-c", "copy", "-f", "spdif", "-"], on: stream, named: "a.ac3")
    let container = try required(Catalog.standard.container(fileType: "iec6"))
    expectEqual(container.probe?(bursts.span), 95)
    let packets = try open(bursts, as: "iec6").all(track: 0)
    #expect(!packets.isEmpty && packets.flatMap { $0 }.elementsEqual(stream))
  }

  @Test("sound without a decoder is listed, and encryption refused")
  func refusals() throws {
    var asf = fixture("Foreign/sound.wma")
    let tag = try required(asf.indices.first { asf[$0...].starts(with: [0x55, 0x00, 0x02, 0x00, 0x44, 0xAC]) })
    (asf[tag], asf[tag + 1]) = (0x61, 0x01)
    let reader = try open(asf, as: "asf ")
    expectEqual(reader.tracks[0].format.formatID, FourCharacterCode(rawValue: 0x6D73_0161))
    expectGreater(reader.tracks[0].duration ?? 0, 0.3)
    var flv = fixture("Foreign/film.flv")
    // The first tag is that of script data.
    flv[13] |= 0x20
    #expect(throws: ContainerError.self) { try open(flv, as: "flv ") }
  }
}
