import CSwiftAudioToolbox
import PlainInterface
import TestSupport
import Testing

/// Sizes, counts and rates that nobody can mean: each ends in an error that has a kind and a text.
@Suite struct AbsurdNumberTests {
  static let counts: [Int] = [.min, -1, .max, .max / 2, .max / 8, 1 << 62, 1 << 61, 1 << 48]
  private let bytes = [UInt8](repeating: 1, count: 64)
  private let samples = [Float](repeating: 0, count: 64)

  /// The kind of the error that a call leaves, which must fail.
  private func kind(_ call: (UnsafeMutablePointer<sat_error>) -> Bool) -> String {
    var error = sat_error()
    #expect(call(&error), "the call succeeds")
    #expect(error.text.0 != 0)
    return withUnsafeBytes(of: error.kind) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  @Test(arguments: counts) func bytesThatNobodyHas(count: Int) {
    expectEqual(kind { satOpenMemory(bytes, count, nil, nil, $0) == 0 }, "limitExceeded")
    expectEqual(kind { satBorrowMemory(bytes, count, nil, nil, $0) == 0 }, "limitExceeded")
    expectEqual(kind { satDescribeMemory(bytes, count, $0) == nil }, "limitExceeded")
    expectEqual(kind { satChangeTags("/dev/null", nil, 0, bytes, count, 0, $0) < 0 }, "limitExceeded")
    expectEqual(kind { satChangeTags("/dev/null", [sat_tag()], count, nil, 0, 0, $0) < 0 }, "option")
    var stream = Self.stream("aac")
    expectEqual(kind { satOpenDecoder(&stream, bytes, count, nil, 0, nil, $0) == 0 }, "limitExceeded")
    expectEqual(kind { satOpenDecoder(&stream, nil, 0, bytes, count, nil, $0) == 0 }, "limitExceeded")
    // AAC-LC, 44.1 kHz, two channels.
    let decoder = satOpenDecoder(&stream, [0x12, 0x10] as [UInt8], 2, nil, 0, nil, nil)
    defer { satClose(decoder) }
    expectEqual(kind { satDecode(decoder, bytes, count, $0) < 0 }, "limitExceeded")
  }

  @Test(arguments: counts) func framesThatNobodyHas(count: Int) {
    for channels: Int32 in [1, 2, 64] {
      let refused = kind { satWriteFile("/nowhere/a.wav", samples, Int64(count), channels, 48_000, nil, $0) < 0 }
      #expect(["option", "limitExceeded"].contains(refused))
      var rates = sat_rates(from: 44_100, to: 48_000, method: SAT_NORMAL, reserved: 0)
      expectEqual(kind { satResampleFloat(samples, Int64(count), channels, &rates, nil, 0, $0) < 0 }, "option")
    }
    var stream = Self.stream("flac")
    let encoder = satOpenEncoder(&stream, nil)
    defer { satClose(encoder) }
    let refused = kind { satEncode(encoder, samples, Int64(count), $0) < 0 }
    #expect(["option", "limitExceeded"].contains(refused))
  }

  static func stream(_ format: String) -> sat_stream {
    var stream = sat_stream()
    (stream.rate, stream.channels) = (44_100, 2)
    withUnsafeMutableBytes(of: &stream.format) { $0.copyBytes(from: format.utf8) }
    return stream
  }

  @Test(arguments: [1, 2, 3] as [Int32], [1, 2] as [Int32])
  func losslessPacketsOfOneFrame(framesPerPacket: Int32, channels: Int32) throws {
    let count = 1025
    let input = (0..<(count * Int(channels))).map { Int16(truncatingIfNeeded: $0 * 31) }
    var stream = Self.stream("alac")
    (stream.channels, stream.frames_per_packet) = (channels, framesPerPacket)
    let encoder = satOpenEncoder(&stream, nil)
    defer { satClose(encoder) }
    expectEqual(satEncode(encoder, input.map { Float($0) / 32_768 }, Int64(count), nil), 0)
    expectEqual(satEnd(encoder, nil), 0)
    var cookie = [UInt8](repeating: 0, count: 64)
    let cookieCount = Int(satGetCookie(encoder, &cookie, 64, nil))
    let decoder = satOpenDecoder(&stream, cookie, cookieCount, nil, 0, nil, nil)
    defer { satClose(decoder) }
    var packet = [UInt8](repeating: 0, count: Int(stream.maximum_packet))
    var (packets, frames): (Int, Int32) = (0, 0)
    while case let size = satNextPacket(encoder, &packet, packet.count, &frames, nil), size > 0 {
      packets += 1
      #expect(frames <= framesPerPacket && satDecode(decoder, packet, Int(size), nil) == 0)
    }
    expectEqual(packets, (count + Int(framesPerPacket) - 1) / Int(framesPerPacket))
    expectEqual(satEnd(decoder, nil), 0)
    var output = [Int16](repeating: 0, count: input.count)
    expectEqual(satReadInt16(decoder, &output, Int64(count), nil), Int64(count))
    expectEqual(output, input)
  }
}
