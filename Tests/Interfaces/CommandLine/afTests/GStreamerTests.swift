import Foundation
import TestSupport
import Testing

extension Need {
  /// GStreamer with the elements that these tests use, of Debian's packages gstreamer1.0-tools, -plugins-base,
  /// -plugins-good, -plugins-bad and -libav.
  static let gstreamer = Need(description: "gst-launch-1.0") { hasElements }

  private static let hasElements: Bool = {
    guard ForeignProgram.path("gst-launch-1.0") != nil, let inspect = ForeignProgram.path("gst-inspect-1.0") else {
      return false
    }
    return ["audiotestsrc", "opusenc", "rtpL16pay", "rtpmp4gdepay", "udpsrc", "srtpdec", "avdec_aac"].allSatisfy {
      name in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: inspect)
      process.arguments = ["--exists", name]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }()
}

/// GStreamer at the other end, on 127.0.0.1: its depayloaders and decoders play what we send, and we what it sends.
@Suite("RTP between af and GStreamer", .needs(.gstreamer), .serialized, .ownThreads)
struct GStreamerTests {
  /// A stream in the words of both.
  struct Stream: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What `af` is told.
    var words: String
    /// What GStreamer is told of the packets, and what reads them.
    var caps: String
    var reading: String
    /// What GStreamer makes the packets with.
    var writing = ""
    var rate = 48_000
  }

  private static let generic =
    "encoding-name=MPEG4-GENERIC,mode=(string)AAC-hbr,streamtype=(string)5,sizelength=(string)13,"
    + "indexlength=(string)3,indexdeltalength=(string)3"

  static let lowComplexity = Stream(
    testDescription: "AAC-LC", words: "-d aac@48000", caps: "clock-rate=48000,\(generic),config=(string)1190",
    reading: "rtpmp4gdepay ! avdec_aac", writing: "avenc_aac ! rtpmp4gpay")
  // The depayloader tells neither rate nor channels of ELD, and FFmpeg's decoder does not look for them.
  static let lowDelay = Stream(
    testDescription: "AAC-ELD", words: "-d aace@44100 --frame-length 480",
    caps: "clock-rate=44100,\(generic),config=(string)f8e85000",
    reading: "rtpmp4gdepay ! capssetter caps=audio/mpeg,rate=44100,channels=2 ! avdec_aac", rate: 44_100)
  static let opus = Stream(
    testDescription: "Opus", words: "-d opus", caps: "clock-rate=48000,encoding-name=OPUS",
    reading: "rtpopusdepay ! opusdec", writing: "opusenc ! rtpopuspay")
  static let samples = Stream(
    testDescription: "L16", words: "-d I16@44100",
    caps: "clock-rate=44100,encoding-name=L16,channels=2,payload=10", reading: "rtpL16depay",
    writing: "audio/x-raw,format=S16BE ! rtpL16pay", rate: 44_100)

  /// The key of SRTP in both writings: the bytes from 0 on.
  private static let key = (0..<30).map { UInt8($0) }
  private static let keyDigits = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  private static let keyText = Data(key).base64EncodedString()

  private func run(_ script: String, in directory: TemporaryDirectory) throws -> RunResult {
    try SilenceTests.shell(Ports.waiting + script, in: directory)
  }

  /// Sends two seconds of a tone to GStreamer, and returns what it has decoded. It can only be killed: it does not look
  /// at the signals that Foundation blocks in what it starts.
  private func heard(_ stream: Stream, _ url: String, _ words: String, caps: String) throws -> [UInt8] {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    let tone = HeardTone.samples(2, rate: stream.rate)
    try directory.write("a.wav", wave(tone, channels: 2, rate: stream.rate))
    let result = try run(
      """
      gst-launch-1.0 -q udpsrc port=\(port) caps='\(caps)' ! \(stream.reading) ! audioconvert \\
        ! audio/x-raw,format=S16LE,channels=2 ! filesink location=heard.raw buffer-mode=unbuffered & id=$!
      listening \(port)
      "$AF" send a.wav \(url):\(port) \(stream.words) \(words) || exit 9
      sleep 0.5; kill -KILL $id; wait $id
      exit 0
      """, in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    return try required(directory.read("heard.raw"), "\(result.error)")
  }

  @Test("What we send is heard there", arguments: [lowComplexity, lowDelay, opus, samples])
  func sending(_ stream: Stream) throws {
    let bytes = try heard(stream, "rtp://127.0.0.1", "", caps: "application/x-rtp,media=audio,\(stream.caps)")
    let tone = try required(HeardTone(bytes, of: 2, rate: Double(stream.rate)), "\(bytes.count) bytes")
    #expect(tone.isOurs() && tone.seconds > 1.5, "\(tone)")
    // Nothing plays at another pace there.
    expectLess(abs(tone.frequency - 1000), 0.5)
  }

  @Test("Samples come through as they are")
  func exactness() throws {
    let stream = Self.samples
    let bytes = try heard(stream, "rtp://127.0.0.1", "", caps: "application/x-rtp,media=audio,\(stream.caps)")
    let sent = HeardTone.samples(2, rate: stream.rate).flatMap { value in
      [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    #expect(bytes.count > sent.count / 2 && sent.starts(with: bytes), "\(bytes.count)")
  }

  @Test("What we protect is opened there", arguments: [lowComplexity, opus])
  func protectedSending(_ stream: Stream) throws {
    let protection =
      "ssrc=(uint)77,srtp-key=(buffer)\(Self.keyDigits),srtp-cipher=aes-128-icm,srtp-auth=hmac-sha1-80,"
      + "srtcp-cipher=aes-128-icm,srtcp-auth=hmac-sha1-80"
    var opening = stream
    opening.reading = "srtpdec ! \(stream.reading)"
    let bytes = try heard(
      opening, "srtp://127.0.0.1", "--srtp-key \(Self.keyText) --ssrc 77",
      caps: "application/x-srtp,media=audio,payload=96,\(stream.caps),\(protection)")
    let tone = try required(HeardTone(bytes, of: 2, rate: Double(stream.rate)), "\(bytes.count) bytes")
    #expect(tone.isOurs() && tone.seconds > 1.5, "\(tone)")
  }

  @Test("What GStreamer sends is heard here", arguments: [lowComplexity, opus, samples], [false, true])
  func receiving(_ stream: Stream, isProtected: Bool) throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    let url = "\(isProtected ? "srtp" : "rtp")://127.0.0.1:\(port)"
    let key = isProtected ? "--srtp-key \(Self.keyText)" : ""
    let protection =
      isProtected ? "! srtpenc key=\(Self.keyDigits) rtp-cipher=aes-128-icm rtp-auth=hmac-sha1-80" : ""
    // 200 buffers of 10 ms, which may come late on a busy machine: half a second is waited for them. 12,000 of 32,768
    // steps are a volume of 0.36621.
    let result = try run(
      """
      "$AF" receive \(url) \(stream.words) -c 2 --payload-type 96 \(key) -o heard.wav --delay 500 --duration 5 \\
        --json & id=$!
      listening \(port)
      timeout -s KILL 30 gst-launch-1.0 -q audiotestsrc is-live=true freq=1000 volume=0.36621 num-buffers=200 \\
        samplesperbuffer=\(stream.rate / 100) ! audio/x-raw,rate=\(stream.rate),channels=2 ! audioconvert \\
        ! \(stream.writing) \(protection) ! udpsink host=127.0.0.1 port=\(port) || exit 9
      wait $id
      """, in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output))
    let record = try required(object as? [String: Any], "\(result.error)")
    #expect(
      (record["dropped"] as? [String: Any])?.isEmpty == true && record["lostPacketCount"] as? Int == 0, "\(record)")
    let bytes = try WaveFile.samples(of: "heard.wav", in: directory)
    // GStreamer takes no leave, so that the decoder of Opus goes on with the tone for half a second.
    let tone = try required(HeardTone(bytes, of: 2, rate: Double(stream.rate), longest: 1.8))
    #expect(tone.isOurs() && tone.seconds > 1.5, "\(tone)")
  }
}
