import Foundation
import TestSupport
import Testing

/// `af send` and `af receive`, which are the program `af-stream`.
@Suite("af send, af receive", .serialized, .ownThreads)
struct NetworkTests {
  private func run(_ script: String, in directory: TemporaryDirectory) throws -> RunResult {
    try SilenceTests.shell("export AUDIO_TOOLBOX_DEVICE=virtual:48000:2\n" + Ports.waiting + script, in: directory)
  }

  private func record(_ result: RunResult) throws -> [String: Any] {
    try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any], "\(result.error)")
  }

  /// A folder with a copy of `af` and nothing beside it.
  ///
  /// `cp` copies it: a file that this process has open for writing is busy for as long as a child of another test,
  /// which has inherited the descriptor, has not begun its program.
  private func alone() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let copied = try run("mkdir alone && cp \"$AF\" alone/af", in: directory)
    try #require(copied.status == 0, "\(copied.error)")
    return directory
  }

  @Test("af lists both, and hands them to af-stream under its own name")
  func help() throws {
    let directory = try TemporaryDirectory()
    let list = try run("\"$AF\" --help", in: directory)
    #expect(list.text.contains("  send  ") && list.text.contains("  receive  "))
    for words in ["help send", "send --help", "send -h"] {
      let help = try run("\"$AF\" \(words)", in: directory)
      #expect(
        help.status == 0 && help.text.contains("USAGE: af send ") && help.text.contains("--packet-time"), "\(words)")
    }
    let direct = try run("\"$(dirname \"$AF\")/af-stream\" help receive", in: directory)
    #expect(direct.status == 0 && direct.text.contains("USAGE: af-stream receive "))
    let link = try run("ln -s \"$AF\" af; ./af receive --help", in: directory)
    #expect(link.status == 0 && link.text.contains("USAGE: af receive "))
    // A name that is no UTF-8 comes through as it is.
    let name = try run("\"$AF\" send \"$(printf 'a\\377.wav')\" rtp://127.0.0.1:9", in: directory)
    #expect(name.status == 1 && name.error.hasPrefix("af: a\\xFF.wav: "), "\(name.error)")
  }

  @Test("Where af-stream is missing one line names it, and how to get it; PATH may have it")
  func missing() throws {
    let directory = try alone()
    let without = try run("PATH=/usr/bin:/bin alone/af send a.wav rtp://127.0.0.1:9", in: directory)
    #expect(without.status == 1 && without.output.isEmpty && without.errorLines.count == 1, "\(without.error)")
    #expect(without.error.hasPrefix("af: 'af-stream'"))
    #expect(without.error.contains("swift build -c release --product af-stream"))
    let found = try run("PATH=\"$(dirname \"$AF\"):$PATH\" alone/af receive --help", in: directory)
    #expect(found.status == 0 && found.text.contains("USAGE: af receive "))
    let broken = try run(": > alone/af-stream; chmod +x alone/af-stream; alone/af receive x", in: directory)
    #expect(broken.status == 1 && broken.error.contains("alone/af-stream cannot be started: "), "\(broken.error)")
  }

  @Test(
    "What cannot be is refused by name",
    arguments: [
      ("send a.wav rtp://h", "url"), ("send a.wav rtp://h:9 --packet-time 1", "--packet-time"),
      ("send a.wav rtp://h:9 --copies 9", "--copies"), ("send a.wav rtp://h:9 --srtp-key AA==", "--srtp-key"),
      ("send a.wav rtp://h:9 --srtp-suite AEAD_AES_128_GCM", "--srtp-suite"),
      ("send a.wav rtp://h:9 --period 64", "--period"),
      ("send a.wav rtp://h:9 --device virtual", "--device"), ("send device rtp://h:9 --read-track 1", "--read-track"),
      ("send a.wav rtp://h:9 --ssrc x", "--ssrc"), ("receive a.sdp -d opus", "--data-format"),
      ("receive a.sdp --packet-time 5", "--packet-time"), ("receive rtp://h -d opus", "URL"),
      ("receive rtp://h:9 -d opus --srtp-key AA==", "--srtp-key"),
      ("receive rtp://h:9 -d opus --key-file a", "--key-file"), ("send - srtp://h:9 --key-file -", "Standard input"),
      ("send a.wav srtp://h:9 --key-file a --srtp-key AA==", "--srtp-key"),
      ("receive a.sdp --key-file a", "--key-file"),
      ("receive rtp://h:9 --asc F8E65000 -c 2", "--channels"),
      ("receive a.sdp -o a.wav --device virtual", "--device"), ("receive a.sdp --force", "--force"),
      ("receive a.sdp -o -", "--output"), ("receive a.sdp --delay -1", "--delay"),
    ])
  func usage(_ words: String, _ option: String) throws {
    let result = try run("\"$AF\" \(words)", in: try TemporaryDirectory())
    #expect(result.status == 64 && result.error.contains(option), "\(words): \(result.error)")
  }

  @Test(
    "What cannot be sent or received ends with one line",
    arguments: [
      ("send a.wav rtp://127.0.0.1:9 -d alac", "can be sent"), ("send a.wav rtp://127.0.0.1:9 -d LEF32", "-d I16"),
      ("send a.m4a rtp://127.0.0.1:9 -d 0 -b 64k", "--bitrate"),
      ("send a.wav rtp://127.0.0.1:9 -d I16 -q 9", "--codec-quality"),
      ("send device rtp://127.0.0.1:9 -d 0", "no packets"), ("send device rtp://127.0.0.1:9 --device hw:0", "'hw:0'"),
      ("send a.wav srtp://127.0.0.1:9 --srtp-key AA==", "30 bytes"), ("send none.wav rtp://127.0.0.1:9", "none.wav"),
      ("receive rtp://127.0.0.1:9 -c 2", "-d"), ("receive rtp://127.0.0.1:9 -d aace -c 2", "@48000"),
      ("receive rtp://127.0.0.1:9 -d aace@48000", "--channels"),
      ("receive rtp://127.0.0.1:9 -d mp3@48000 -c 2", "RFC 3551"),
      ("receive rtp://127.0.0.1:9 --asc 00", "the configuration"),
      ("receive srtp://127.0.0.1:9 -d opus", "--key-file"), ("send a.wav srtp://127.0.0.1:9", "--key-file"),
      ("send a.wav srtp://127.0.0.1:9 --key-file private.wav", "larger"),
      ("send a.wav srtp://127.0.0.1:9 --key-file a.wav", "chmod 600"),
      ("receive srtp://127.0.0.1:9 -d opus --key-file a.wav", "others can read this key"),
      ("send a.wav srtp://127.0.0.1:9 --key-file none.key", "none.key"),
      ("receive rtp://127.0.0.1:9 -d opus --device hw:0", "'hw:0'"), ("receive none.sdp", "none.sdp"),
    ])
  func refusals(_ words: String, _ text: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(4000), channels: 1, rate: 8000))
    let result = try run(
      "\"$AF\" convert a.wav a.m4a -d aac; (umask 077; cat a.wav > private.wav); chmod 640 a.wav; "
        + "\"$AF\" \(words) --duration 0.5", in: directory)
    #expect(
      result.status == 1 && result.errorLines.count == 1 && result.error.contains(text), "\(words): \(result.error)")
  }

  @Test(
    "A tone is heard as it was sent, by the same words on both sides",
    arguments: [
      ("-d aace@48000", "-c 2"), ("-d aace@44100#480 --packing latm", "-c 2"),
      ("-d aac@48000 --packing latm-in-band", "-c 2"),
      ("-d I16@48000", "-c 2"), ("-d I24@44100 --packet-time 2.5", "-c 2"), ("-d ulaw@8000 -c 2", ""),
      ("-d alaw", ""), ("--packing raw -d aace@48000#480", "-c 2"),
    ])
  func urls(_ words: String, _ channels: String) throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    try directory.write("a.wav", wave(HeardTone.samples(2, rate: 48_000), channels: 2, rate: 48_000))
    let result = try run(
      """
      "$AF" receive rtp://127.0.0.1:\(port) \(words) \(channels) -o heard.wav --duration 10 --json & id=$!
      listening \(port)
      "$AF" send a.wav rtp://127.0.0.1:\(port) \(words) || exit 9
      wait $id
      """, in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(words): \(result.error)")
    let record = try record(result)
    #expect(record["packetCount"] as? Int ?? 0 > 30 && record["lostPacketCount"] as? Int == 0)
    expectEqual((record["dropped"] as? [String: Any])?.isEmpty, true)
    #expect(record["jitterMilliseconds"] is Double && record["totalDelayMilliseconds"] as? Double ?? 0 > 0)
    let rate: Double =
      words.contains("44100") ? 44_100 : words.contains("law") ? 8000 : 48_000
    let heard = try data(of: "heard.wav", in: directory)
    let tone = try required(HeardTone(heard, of: words == "-d alaw" ? 1 : 2, rate: rate))
    #expect(tone.isOurs() && tone.seconds > 1.8, "\(words): \(tone)")
  }

  @Test("Opus is sent with 48 kHz, whatever the file has", .needs(.program("opusdec")))
  func usualRate() throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    try directory.write("a.wav", wave(HeardTone.samples(2, rate: 44_100), channels: 2, rate: 44_100))
    let result = try run(
      """
      "$AF" receive rtp://127.0.0.1:\(port) -d opus -o heard.wav --duration 10 --json & id=$!
      listening \(port)
      "$AF" send a.wav rtp://127.0.0.1:\(port) -d opus || exit 9
      wait $id
      """, in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let tone = try required(HeardTone(try data(of: "heard.wav", in: directory), of: 2, rate: 48_000))
    #expect(tone.isOurs() && tone.seconds > 1.8, "\(tone)")
  }

  @Test("A session description and a key say all that is needed")
  func description() throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    try directory.write("a.wav", wave(HeardTone.samples(2, rate: 48_000), channels: 2, rate: 48_000))
    let result = try run(
      """
      protection="-d aace --srtp-suite AEAD_AES_128_GCM"
      "$AF" send a.wav srtp://127.0.0.1:\(port) $protection --sdp a.sdp --duration 0.1 || exit 9
      "$AF" receive a.sdp -o heard.wav --duration 10 --json & id=$!
      listening \(port)
      key=$(sed -n 's/.*inline://p' a.sdp | tr -d '\\r')
      "$AF" send a.wav srtp://127.0.0.1:\(port) $protection --srtp-key "$key" --ssrc 7 || exit 9
      wait $id
      """, in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    #expect(try record(result)["lostPacketCount"] as? Int == 0)
    let tone = try required(HeardTone(try data(of: "heard.wav", in: directory), of: 2, rate: 48_000))
    #expect(tone.isOurs() && tone.seconds > 1.8, "\(tone)")
  }

  @Test("A key comes from a file or standard input, is never shown, and lies where only its owner reads it")
  func keys() throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    try directory.write("a.wav", wave(HeardTone.samples(2, rate: 48_000), channels: 2, rate: 48_000))
    try directory.write("old.sdp", [1])
    let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd"
    try directory.write("a.key", Array("\(key)\n".utf8))
    let result = try run(
      """
      umask 000; chmod 644 old.sdp; chmod 600 a.key
      url=srtp://127.0.0.1:\(port)
      "$AF" receive $url -d aace@48000 -c 2 --key-file - -o heard.wav --duration 10 --json < a.key & id=$!
      listening \(port)
      "$AF" send a.wav $url -d aace --key-file a.key --sdp old.sdp --verbose 2> told & sender=$!
      sleep 0.5; tr '\\0' ' ' < /proc/$sender/cmdline > words
      wait $sender || exit 9
      wait $id || exit 8
      "$AF" send a.wav $url -d aace --sdp new.sdp --duration 0.1 --verbose 2>> told || exit 7
      stat -c %a old.sdp new.sdp >> told
      grep -h inline: old.sdp new.sdp | sed 's/.*inline://' | tr -d '\\r' > keys
      """, in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    #expect(try record(result)["lostPacketCount"] as? Int == 0)
    let told = String(decoding: try required(directory.read("told")), as: UTF8.self)
    #expect(told.contains("(the key is not shown)") && told.hasSuffix("600\n600\n"), "\(told)")
    let keys = String(decoding: try required(directory.read("keys")), as: UTF8.self).split(separator: "\n")
    #expect(keys.count == 2 && keys.first.map(String.init) == key)
    let words = String(decoding: try required(directory.read("words")), as: UTF8.self)
    #expect(words.contains("--key-file a.key") && !words.contains(key))
    for key in keys { #expect(!told.contains(key)) }
  }

  @Test("A farewell that somebody forges ends nothing, and the true one leaves nothing behind the sound")
  func farewells() throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    try directory.write("a.wav", wave(HeardTone.samples(2, rate: 48_000), channels: 2, rate: 48_000))
    let result = try run(
      """
      "$AF" receive rtp://127.0.0.1:\(port) -d I16@48000 -c 2 -o heard.wav --duration 10 --json & id=$!
      listening \(port)
      "$AF" send a.wav rtp://127.0.0.1:\(port) -d I16 --ssrc 7 & sender=$!
      for moment in 1 2 3 4 5 6; do
        sleep 0.2
        bash -c "printf '\\201\\313\\000\\001\\000\\000\\000\\007' > /dev/udp/127.0.0.1/\(port + 1)"
      done
      wait $sender || exit 9
      wait $id
      """, in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let report = try record(result)
    #expect(report["lostPacketCount"] as? Int == 0 && report["lateUnitCount"] as? Int == 0, "\(report)")
    let heard = try data(of: "heard.wav", in: directory)
    let tone = try required(HeardTone(heard, of: 2, rate: 48_000))
    #expect(tone.isOurs() && tone.seconds > 1.9, "\(tone)")
    // Two seconds, the delay that is silent in front of them, which a busy machine draws out, and not the half second
    // of silence by which the farewell is believed.
    expectLess(heard.count / 4, 48_000 * 24 / 10, "\(heard.count / 4) frames")
  }

  @Test("A medium that is refused, and a clock that stands, are refused by name")
  func refusedMedia() throws {
    let directory = try TemporaryDirectory()
    for (media, text) in [
      ("m=audio 0 RTP/AVP 0", "port 0"), ("m=audio 9 RTP/AVP 96\na=rtpmap:96 L16/0/2", "1…1000000 Hz"),
    ] {
      try directory.write(
        "a.sdp", Array("v=0\no=- 1 1 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n\(media)\n".utf8))
      let result = try run("\"$AF\" receive a.sdp -o a.wav --duration 1", in: directory)
      #expect(result.status == 1 && result.errorLines.count == 1 && result.error.contains(text), "\(result.error)")
    }
  }

  @Test("A device is sent as AAC-ELD of 480 frames, and each stage's delay is told")
  func device() throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    let result = try run(
      """
      "$AF" receive rtp://127.0.0.1:\(port) -d 'aace@48000#480' -c 2 --duration 10 --json > heard.json & id=$!
      listening \(port)
      "$AF" send device rtp://127.0.0.1:\(port) --duration 1 --packet-time 20 --json || exit 9
      wait $id
      """, in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let sent = try record(result)
    #expect(sent["format"] as? String == "aace" && sent["device"] as? String == "virtual")
    // Two units of 10 ms a packet; what is left at the end goes in one by itself.
    let units = try required(sent["unitCount"] as? Int)
    #expect((100...110).contains(units) && sent["packetCount"] as? Int == (units + 1) / 2, "\(sent)")
    #expect(sent["packetDelayMilliseconds"] as? Double == 20 && sent["codingDelayMilliseconds"] as? Double == 5)
    #expect(sent["overrunCount"] as? Int == 0 && sent["deviceDelayMilliseconds"] is Double)
    let json = try required(directory.read("heard.json"))
    let heard = try required(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    #expect(heard["unitCount"] as? Int == units && heard["lostPacketCount"] as? Int == 0, "\(heard)")
    #expect(heard["device"] as? String == "virtual" && heard["queueDelayMilliseconds"] is Double)
  }

  @Test("A signal ends both, and what was received is whole")
  func signals() throws {
    let (directory, port) = (try TemporaryDirectory(), Ports.free())
    let result = try run(
      """
      "$AF" receive rtp://127.0.0.1:\(port) -d I16@48000 -c 2 -o heard.wav & receiver=$!
      listening \(port)
      "$AF" send device rtp://127.0.0.1:\(port) -d I16 & sender=$!
      sleep 1; kill -HUP $sender; wait $sender; echo $?; wait $receiver; echo $?
      "$AF" receive rtp://127.0.0.1:\(port) -d I16@48000 -c 2 -o other.wav & receiver=$!
      listening \(port)
      kill -TERM $receiver; wait $receiver; echo $?
      """, in: directory)
    #expect(result.text == "0\n0\n0\n" && result.errorLines.count == 1, "\(result.text) \(result.error)")
    #expect(result.error.contains("nothing came"))
    expectEqual(directory.names, ["heard.wav", "other.wav"])
  }

  /// The samples of a WAVE file.
  private func data(of name: String, in directory: TemporaryDirectory) throws -> [UInt8] {
    try WaveFile.samples(of: name, in: directory)
  }
}

/// What the program writes as WAVE.
enum WaveFile {
  /// The bytes of the samples.
  static func samples(of name: String, in directory: TemporaryDirectory) throws -> [UInt8] {
    let file = try required(directory.read(name))
    let data = try required(file.indices.first { file[$0...].starts(with: "data".utf8) })
    return Array(file[(data + 8)...])
  }
}

/// Sound through ALSA's own plugins, which play into a file and capture another.
@Suite("af send, af receive through ALSA", .needs(.alsa), .serialized)
struct StreamedDeviceTests {
  @Test("A microphone is heard at a loudspeaker", arguments: ["-d aace@48000#480", "-d I16@48000"])
  func link(_ words: String) throws {
    let (device, port) = (try FileDevice(), Ports.free())
    let tone = HeardTone.samples(3, rate: 48_000).map { Float($0) / 32_768 }
    try device.directory.write(
      "in.raw", tone.flatMap { value in (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 255) } })
    let result = try device.shell(
      Ports.waiting + """
        cp asoundrc other; sed -i 's/out.raw/none.raw/' asoundrc
        ALSA_CONFIG_PATH="$PWD/other" "$AF" receive rtp://127.0.0.1:\(port) \(words) -c 2 \\
          --device alsa:tofile:48000:2 --duration 10 --json & id=$!
        listening \(port)
        "$AF" send device rtp://127.0.0.1:\(port) \(words) --duration 2 --device alsa:tofile:48000:2 --period 240 || exit 9
        wait $id
        """)
    #expect(result.status == 0 && result.error.isEmpty, "\(words): \(result.error)")
    let bytes = device.readPlayed()
    let played = stride(from: 0, to: bytes.count - 3, by: 4).flatMap { place -> [UInt8] in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * $1) }
      let value = UInt16(bitPattern: Int16(max(-1, min(1, Float(bitPattern: bits))) * 32_767))
      return [UInt8(value & 255), UInt8(value >> 8)]
    }
    // What a decoder fills in where the stream has ended is no part of it.
    let heard = try required(HeardTone(played, of: 2, rate: 48_000, longest: 2), "\(played.count)")
    #expect(heard.isOurs() && heard.seconds > 1.5, "\(words): \(heard)")
  }
}
