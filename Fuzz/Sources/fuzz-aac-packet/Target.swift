import AudioBase
import FuzzSupport

/// One stream of each kind that the decoder knows: AudioSpecificConfigs in the order that the first byte counts.
///
/// `Fuzz/seed` has the same list.
private let configurations: [[UInt8]] = [
  [0x12, 0x10],  // AAC-LC, 44.1 kHz, stereo
  [0x12, 0x08],  // AAC-LC, 44.1 kHz, mono
  [0x11, 0xB0],  // AAC-LC, 48 kHz, 5.1
  [0x11, 0x94],  // AAC-LC, 960 samples, 48 kHz, stereo
  [0xF8, 0xE8, 0x50, 0x00],  // AAC-ELD, 480 samples, 44.1 kHz, stereo
  [0xF8, 0xF0, 0x20, 0x00],  // AAC-ELD, 512 samples, 16 kHz, mono
  [0xF8, 0xE6, 0x4E, 0x00],  // AAC-ELD with all three resilience tools, 48 kHz, stereo
  [0xBA, 0x15, 0x00],  // AAC-LD, 480 samples, 44.1 kHz, stereo
  [0xB9, 0x91, 0xE0],  // AAC-LD with all three resilience tools, 48 kHz, stereo
  [0x89, 0x91, 0xE0],  // ER AAC-LC with all three resilience tools, 48 kHz, stereo
  [0x89, 0x91, 0x20],  // ER AAC-LC with reordered spectral data, 48 kHz, stereo
  [0xF8, 0xE8, 0x41, 0x2E, 0xC0, 0xAE, 0x00],  // AAC-ELD with SBR, 44.1 kHz, stereo
  [0x2B, 0x92, 0x08, 0x00],  // HE-AAC, 44.1 kHz, stereo
  [0x2B, 0x8A, 0x08, 0x00],  // HE-AAC, 44.1 kHz, mono
  [0x2B, 0x31, 0x88, 0x00],  // HE-AAC, 48 kHz, 5.1
  [0x2A, 0x12, 0x08, 0x00],  // HE-AAC with SBR at the rate of its core, 44.1 kHz, stereo
  [0x13, 0x90],  // AAC-LC, 22.05 kHz, stereo: HE-AAC where the first packet says so
  [0x13, 0x88],  // AAC-LC, 22.05 kHz, mono: HE-AAC v2 where the first packet says so
  [0x13, 0x14],  // AAC-LC, 960 samples, 24 kHz, stereo, likewise
  [0xEB, 0x8A, 0x08, 0x00],  // HE-AAC v2, 44.1 kHz
  [0xEC, 0x8B, 0x08, 0x00],  // HE-AAC v2, 24 kHz
  [0xF8, 0xEE, 0x41, 0xAF, 0x00, 0xAE, 0x00],  // AAC-ELD with dual-rate SBR, 44.1 kHz, stereo
  [0xF8, 0xEE, 0x31, 0xAA, 0xC0, 0x00],  // AAC-ELD, 480 samples, with dual-rate SBR, 44.1 kHz, mono
  [0xF8, 0xEC, 0xC1, 0xB3, 0x20, 0x9D, 0x99, 0x04, 0xFC, 0xC8, 0x27, 0x80],  // AAC-ELD with dual-rate SBR, 48 kHz, 5.1
  [0xF8, 0xEE, 0x21, 0xAF, 0x00, 0x09, 0x11, 0xE9, 0xC2, 0x00, 0x00],  // AAC-ELD v2, 44.1 kHz
  [0x0A, 0x10, 0x56, 0xE5, 0x00],  // AAC Main, 44.1 kHz, stereo
  [0x0A, 0x08, 0x56, 0xE5, 0x00],  // AAC Main, 44.1 kHz, mono
  [0x22, 0x10, 0x56, 0xE5, 0x00],  // AAC LTP, 44.1 kHz, stereo
  [0x22, 0x08, 0x56, 0xE5, 0x00],  // AAC LTP, 44.1 kHz, mono
  [0x2B, 0x92, 0x44, 0x80],  // HE-AAC over ER AAC-LC, 44.1 kHz, stereo
]

/// The bytes are the number of a configuration, and packets, each after its size in two bytes.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  PacketList.run(bytes, as: configurations.map { CodedStream(aacCookie: $0) })
  return 0
}
