import Bitstream
import TestSupport
import Testing

/// MD5 against its own document.
@Suite struct MessageDigestTests {
  private func text(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  // RFC 1321, A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func publishedDigests(input: String, digest: String) {
    for portion in [1, 3, 64, 100] {
      var md5 = MessageDigest()
      let bytes = Array(input.utf8)
      for start in stride(from: 0, to: bytes.count, by: portion) {
        md5.update(bytes.span.extracting(start..<min(start + portion, bytes.count)))
      }
      expectEqual(text(md5.value()), digest)
    }
  }
}
