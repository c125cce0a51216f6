import AudioBase
import TestSupport
import Testing
import XiphLibraries

/// What is said where a library is not installed.
@Suite struct MissingTests {
  @Test("errors name the library and the package that has it")
  func names() {
    let expected: [(error: CodecError, library: String, package: String)] = [
      (OpusCodec.missing, "libopus.so.0", "libopus0"), (VorbisCodec.missing, "libvorbis.so.0", "libvorbis0a"),
      (VorbisCodec.missingEncoder, "libvorbisenc.so.2", "libvorbisenc2"),
    ]
    for item in expected {
      expectEqual(item.error.kind, .unsupported)
      #expect("\(item.error)".contains(item.library) && "\(item.error)".contains(item.package))
    }
  }

  @Test("streams are described with the library or without it")
  func description() throws {
    let format = StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: 2)
    let summary = try OpusCodec.descriptor.summary(of: CodedStream(format: format))
    #expect(summary.formatID == .opus && summary.decoded.layout.description == "stereo")
    #expect(throws: CodecError.self) {
      try VorbisCodec.descriptor.summary(
        of: CodedStream(format: StreamFormat(formatID: .vorbis, sampleRate: 44_100, channelsPerFrame: 2)))
    }
  }
}
