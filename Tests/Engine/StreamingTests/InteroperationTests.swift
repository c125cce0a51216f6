import AudioBase
import AudioReception
import AudioStreaming
import Foundation
import RTPPayloads
import TestSupport
import Testing

/// FFmpeg at the other end, on 127.0.0.1. Its encoders give the same packets in a file and over the network, so units
/// are compared byte by byte.
@Suite(.serialized, .ownThreads, .needs(.ffmpeg)) struct InteroperationTests {
  static let key = (0..<30).map { UInt8($0 * 5 + 3) }

  /// FFmpeg at work; it is stopped after twenty seconds, or at the end of the test.
  static func ffmpeg(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: try required(ForeignProgram.path("ffmpeg")))
    process.arguments = ["-nostdin", "-y", "-v", "error"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  static func wait(for process: Process) async throws {
    for _ in 0..<2000 where process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  static func place(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
  }

  /// A tone, as FFmpeg encodes it.
  static func source(_ seconds: Double, _ encoder: [String]) -> [String] {
    ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)", "-flags:a", "+bitexact"] + encoder
  }

  /// The access units of an ADTS file.
  static func units(ofADTS bytes: [UInt8]) -> [[UInt8]] {
    var (units, place) = ([[UInt8]](), 0)
    while place + 7 <= bytes.count {
      let count = Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5]) >> 5
      guard count > 7, place + count <= bytes.count else { break }
      units.append(Array(bytes[(place + 7)..<(place + count)]))
      place += count
    }
    return units
  }

  static func toneUnits(_ seconds: Double) async throws -> [[UInt8]] {
    let file = place("tone.aac")
    defer { try? FileManager.default.removeItem(at: file) }
    try await wait(for: try ffmpeg(source(seconds, ["-c:a", "aac", "-b:a", "96k", file.path])))
    return units(ofADTS: [UInt8](try Data(contentsOf: file)))
  }

  /// What FFmpeg sends with these arguments, and the session that it described.
  static func receive(
    _ encoder: [String], seconds: Double = 1, key: CryptoAttribute? = nil
  ) async throws -> (units: [ReceivedAccessUnit], settings: ReceptionSettings, report: ReceptionReport) {
    let description = place("session.sdp")
    defer { try? FileManager.default.removeItem(at: description) }
    // The first run only tells the session.
    try await wait(
      for: try ffmpeg(
        source(0.1, encoder) + ["-sdp_file", description.path, "-f", "rtp", "rtp://127.0.0.1:9"]))
    let session = try SessionDescription(parsing: String(contentsOf: description, encoding: .utf8))
    var settings = try ReceptionSettings(try required(session.media.first))
    settings.key = key
    let inbox = LoopbackTests.Inbox()
    let receiver = try RTPReceiver(settings, at: .init(address: "127.0.0.1", port: 0)) { inbox.append($0) }
    defer { receiver.close() }
    var target = ["-f", "rtp", "rtp://127.0.0.1:\(receiver.port)"]
    if let key {
      // Under the other name its tags of RTCP are as short as those of RTP, which RFC 4568, 6.2, does not have.
      let name = key.suite == .aes128CounterHMAC32 ? "SRTP_AES128_CM_HMAC_SHA1_32" : key.suite.rawValue
      target = ["-rtpflags", "send_bye", "-f", "rtp", "-srtp_out_suite", name]
      target += ["-srtp_out_params", Base64.encode(key.key)]
      target.append("srtp://127.0.0.1:\(receiver.port)")
    }
    try await wait(for: try ffmpeg(["-re"] + source(seconds, encoder) + target))
    // A farewell counts once half a second has passed.
    try await Task.sleep(for: .milliseconds(700))
    return (inbox.units.withLock { $0 }, settings, receiver.report)
  }

  /// Whether units are those that were sent. FFmpeg keeps the last packet of `mpeg4-generic`, of up to eight units of
  /// these, to itself when it ends.
  static func isAll(_ units: [[UInt8]], of sent: [[UInt8]]) -> Bool {
    sent.starts(with: units) && units.count >= sent.count - 8
  }

  @Test(arguments: [[String](), ["-rtpflags", "latm"]])
  func ffmpegsAACIsReceived(flags: [String]) async throws {
    let received = try await Self.receive(["-c:a", "aac", "-b:a", "96k"] + flags)
    let sent = try await Self.toneUnits(1)
    expectGreater(sent.count, 40)
    #expect(Self.isAll(received.units.map { Array($0.bytes) }, of: sent))
    expectEqual(received.report.dropped.count, 0)
    #expect(zip(received.units, received.units.dropFirst()).allSatisfy { $1.timestamp - $0.timestamp == 1024 })
  }

  @Test(arguments: [CryptoAttribute.Suite.aes128CounterHMAC80, .aes128CounterHMAC32])
  func ffmpegsProtectedAACIsReceived(suite: CryptoAttribute.Suite) async throws {
    let key = try CryptoAttribute(suite: suite, key: Self.key)
    let received = try await Self.receive(["-c:a", "aac", "-b:a", "96k"], key: key)
    #expect(Self.isAll(received.units.map { Array($0.bytes) }, of: try await Self.toneUnits(1)))
    expectEqual(received.report.dropped.count, 0)
    // Its reports are authentic as well, the farewell among them.
    #expect(received.report.hasLeft)
  }

  @Test func ffmpegsSamplesAreReceived() async throws {
    let received = try await Self.receive(["-c:a", "pcm_s16be", "-ar", "44100", "-ac", "2"])
    expectEqual(received.settings.format.payloadType, 10)
    expectEqual(received.units.reduce(0) { $0 + $1.frameCount }, 44_100)
    // The most significant byte comes first.
    let samples = received.units.flatMap { integers($0.bytes).map(\.byteSwapped) }
    let peak = try required(samples.map(\.magnitude).max())
    // FFmpeg's tone is an eighth of full scale, and of two channels each has 3 dB less.
    expectLess(abs(Int(peak) - 2896), 60)
  }

  /// What FFmpeg writes of a stream that we send.
  static func sent(
    _ settings: TransmissionSettings, _ units: [[UInt8]], as output: String, _ copying: [String]
  ) async throws -> [UInt8] {
    let (description, file) = (place("session.sdp"), place(output))
    defer { for place in [description, file] { try? FileManager.default.removeItem(at: place) } }
    // A port that is free a moment ago.
    let port = try RTPReceiver(ReceptionSettings(settings.format), at: .init(address: "127.0.0.1", port: 0)) { _ in }
    let number = port.port
    port.close()
    try settings.sessionDescription(address: "127.0.0.1", port: number).text
      .write(to: description, atomically: true, encoding: .utf8)
    let process = try ffmpeg(
      ["-protocol_whitelist", "file,crypto,udp,rtp,srtp", "-i", description.path] + copying + [file.path])
    try await Task.sleep(for: .milliseconds(800))
    let sender = try RTPSender(settings, to: .init(host: "127.0.0.1", port: number))
    for unit in units { try sender.send(unit) }
    try sender.finish()
    sender.close()
    try await wait(for: process)
    return [UInt8](try Data(contentsOf: file))
  }

  @Test(arguments: [nil, CryptoAttribute.Suite.aes128CounterHMAC80])
  func ourAACIsReceivedByFFmpeg(suite: CryptoAttribute.Suite?) async throws {
    let units = try await Self.toneUnits(3)
    for format in [
      try PayloadFormat.mpeg4Generic(configuration: [0x11, 0x88]), try .latm(configuration: [0x11, 0x88]),
    ] {
      var settings = TransmissionSettings(format)
      settings.key = try suite.map { try CryptoAttribute(suite: $0, key: Self.key) }
      settings.packetTime = 60
      let file = try await Self.sent(settings, units, as: "out.aac", ["-t", "1.5", "-c", "copy"])
      let read = Self.units(ofADTS: file)
      expectGreater(read.count, 50)
      let first = try required(units.firstIndex(of: read[0]))
      expectEqual(Array(units[first..<min(first + read.count, units.count)]), read)
    }
  }

  @Test func ourSamplesAreReceivedByFFmpeg() async throws {
    let format = try PayloadFormat.linearPCM(bitsPerSample: 16, sampleRate: 48_000, channelCount: 2)
    var random = SplitMix64(seed: 31)
    let samples = random.bytes(4 * 48_000 * 3)
    let runs = stride(from: 0, to: samples.count, by: 3840).map { Array(samples[$0..<($0 + 3840)]) }
    let raw = try await Self.sent(
      TransmissionSettings(format), runs, as: "out.raw", ["-t", "1", "-c", "copy", "-f", "s16be"])
    expectGreaterOrEqual(raw.count, 4 * 40_000)
    let first = try required(
      (0..<(samples.count / 4)).first { samples[($0 * 4)..<($0 * 4 + 16)].elementsEqual(raw[0..<16]) })
    #expect(samples[(first * 4)..<(first * 4 + raw.count)].elementsEqual(raw))
  }
}
