import AudioBase

extension OffsetShift {
  /// The largest movie fragment, or list of fragments, that is read.
  private static let maximumBoxByteCount: Int64 = 1 << 24

  /// Changes the offsets in movie fragments, and in the list of fragments at the end of a file, that count from the
  /// start of the file. ISO/IEC 14496-12, 8.8.7 and 8.8.10.
  ///
  /// - Parameter end: Bytes of the file.
  /// - Returns: False if it cannot be done.
  func apply(to source: any ByteSource, end: Int64, _ edit: inout FileEdit) throws(ContainerError) -> Bool {
    var window = SourceWindow(source, capacity: 4096)
    var boxes = BoxSequence(position: start, end: end)
    while let box = try boxes.next(&window) {
      guard box.type == "moof" || box.type == "mfra" else { continue }
      guard !box.isClipped, box.end - box.start <= Self.maximumBoxByteCount else { return false }
      var bytes: [UInt8] = []
      _ = try window.append(Int(box.end - box.start), at: box.start, to: &bytes)
      let old = bytes
      guard shift(&bytes, 0..<bytes.count, depth: 0) else { return false }
      if bytes != old { edit.replace(box.start..<box.end, with: bytes) }
    }
    return true
  }

  private func shift(_ bytes: inout [UInt8], _ part: Range<Int>, depth: Int) -> Bool {
    guard depth < 4, let boxes = BoxBytes.list(in: bytes.span, part) else { return false }
    for box in boxes {
      switch box.type {
      case "moof", "mfra", "traf": guard shift(&bytes, box.body, depth: depth + 1) else { return false }
      case "tfhd": guard shiftHeader(&bytes, box.body) else { return false }
      case "tfra": guard shiftList(&bytes, box.body) else { return false }
      default: break
      }
    }
    return true
  }

  /// Shifts `tfhd`: a `base_data_offset` after flags and the track's number, if the first flag is set.
  private func shiftHeader(_ bytes: inout [UInt8], _ body: Range<Int>) -> Bool {
    guard body.count >= 8 else { return false }
    guard bytes[body.lowerBound + 3] & 1 == 1 else { return true }
    return body.count >= 16 && shiftNumber(&bytes, body.lowerBound + 8, width: 8)
  }

  /// Shifts `tfra`: each entry has a time, the offset of a `moof`, and three numbers whose widths are stated before.
  private func shiftList(_ bytes: inout [UInt8], _ body: Range<Int>) -> Bool {
    guard body.count >= 16 else { return false }
    let width = bytes[body.lowerBound] == 1 ? 8 : 4
    let widths = Int(bytes[body.lowerBound + 11])
    let entry = 2 * width + 3 + (widths >> 4 & 3) + (widths >> 2 & 3) + (widths & 3)
    let count = Int(BoxBytes.number(bytes.span, body.lowerBound + 12, 4))
    guard count <= (body.count - 16) / entry else { return false }
    for index in 0..<count {
      guard shiftNumber(&bytes, body.lowerBound + 16 + index * entry + width, width: width) else { return false }
    }
    return true
  }
}
