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
]

/// The bytes are the number of a configuration, and packets, each after its size in two bytes.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  PacketList.run(bytes, as: configurations.map { CodedStream(aacCookie: $0) })
  return 0
}
