package import AudioBase
import Bitstream

extension APETag {
  /// Removes the items that change from a tag; all others stay unchanged, byte by byte.
  ///
  /// New values are written elsewhere, where more programs look.
  ///
  /// - Parameters:
  ///   - old: The whole tag, footer included.
  ///   - change: The values that are to be set or removed.
  /// - Returns: The new tag, empty if no item is left, or `nil` if the old one cannot be parsed.
  package static func edited(_ old: [UInt8], _ change: MetadataChange) -> [UInt8]? {
    guard old.count >= Frame.byteCount else { return nil }
    let footerStart = old.count - Frame.byteCount
    guard let footer = Frame(old.span.extracting(footerStart..<old.count)), !footer.isHeader else { return nil }
    let start = Frame(old.span)?.isHeader == true ? Frame.byteCount : 0
    guard start <= footerStart else { return nil }
    var items: [UInt8] = []
    var count = 0
    var offset = start
    while offset < footerStart {
      let begin = offset
      guard let item = item(in: old.span.extracting(0..<footerStart), at: &offset) else { return nil }
      let said = APETag(items: [item]).metadata
      if change.affects(said) || change.clears { continue }
      items += old[begin..<offset]
      count += 1
    }
    guard count > 0 else { return [] }
    // After the mark and the version: size without header, count of items.
    func frame(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var bytes = Array(bytes)
      for (place, number) in [(12, items.count + Frame.byteCount), (16, count)] {
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
      }
      return bytes
    }
    return (start > 0 ? frame(old[..<start]) : []) + items + frame(old[footerStart...])
  }

  init(items: [Item]) { self.items = items }
}
