public import AudioBase
import Bitstream

/// Low Overhead Audio Stream: AAC of any kind in AudioMuxElements, each after three bytes with a sync word.
///
/// ISO/IEC 14496-3, 1.7.2, `AudioSyncStream()`.
public enum LOASFile {
  /// The descriptor of LOAS, for a catalog.
  public static let descriptor = ContainerDescriptor(fileType: "loas", name: "LOAS/LATM", formatIDs: formatIDs) {
    $0.extensions = ["loas", "latm"]
    $0.mediaTypes = ["audio/MP4A-LATM"]
    $0.probe = { head in probe(head) }
    $0.open = { source, limits throws(ContainerError) in try LOASReader(source, limits: limits) }
    $0.makeWriter = { sink, settings throws(ContainerError) in try LOASWriter(sink, settings: settings) }
    $0.canWriteToPipe = true
    $0.marksRecording = false
  }

  /// The data formats: all of AAC.
  static let formatIDs: [FourCharacterCode] = [
    .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2, .aacHighEfficiency,
    .aacHighEfficiencyV2,
  ]

  /// Returns 95 if two frames in a row agree, the first with a configuration; 60 if the second is not visible.
  package static func probe(_ head: Span<UInt8>) -> Int {
    for index in 0..<max(0, head.count - 4) {
      guard let header = LOASHeader(head, at: index) else { continue }
      let rest = head.count - index
      let end = index + min(rest, header.frameByteCount)
      let element = head.extracting((index + LOASHeader.byteCount)..<end)
      guard rest >= header.frameByteCount else {
        // A first frame longer than the head: its configuration must speak for it.
        if index == 0, multiplex(of: element) != nil { return 60 }
        continue
      }
      guard rest >= header.frameByteCount + LOASHeader.byteCount else {
        if index == 0, let known = multiplex(of: element), fits(element, known) { return 60 }
        continue
      }
      guard let second = LOASHeader(head, at: end) else { continue }
      let known = multiplex(of: element)
      if let known, !fits(element, known) { continue }
      // Without a configuration two sync words prove little anywhere but at the start.
      if known == nil, index > 0 || element[0] & 0x80 == 0 { continue }
      let next = end + LOASHeader.byteCount
      if let known, second.elementByteCount <= head.count - next {
        guard fits(head.extracting(next..<(next + second.elementByteCount)), known) else { continue }
      }
      return known == nil ? 40 : 95
    }
    return 0
  }

  /// Returns the configuration in an element, or `nil` if there is none or it is broken.
  private static func multiplex(of element: Span<UInt8>) -> Multiplex? {
    var reader = BitReader(element)
    guard case .new(let found)? = try? ElementStart(parsing: &reader, in: element, known: nil) else { return nil }
    return found
  }

  private static func fits(_ element: Span<UInt8>, _ known: Multiplex) -> Bool {
    var reader = BitReader(element)
    guard let start = try? ElementStart(parsing: &reader, in: element, known: known) else { return false }
    if case .new(let other) = start { return (try? other.config.walk(&reader)) != nil }
    return (try? known.config.walk(&reader)) != nil
  }
}
