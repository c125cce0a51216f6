import AudioBase
import Bitstream

/// Changes the chunk `info` of a CAF file; all other chunks stay where they are.
enum CAFTagEditing {
  private static let form = ChunkArea.Form(
    filler: .fillerChunk, headerByteCount: CAFLayout.chunkHeaderByteCount, alignment: 1
  ) { type, body in
    var bytes: [UInt8] = []
    bytes.append(type, body)
    return bytes
  }

  /// Returns the edit, or `nil` if markers change or the chunks are not adjacent.
  static func edit(_ source: any ByteSource, _ change: MetadataChange) throws(ContainerError) -> FileEdit? {
    let reader = try CAFReader(source, limits: change.limits)
    guard !change.changesMarkers, let byteCount = source.byteCount,
      var area = ChunkArea(reader.chunks, form: form, fileByteCount: byteCount)
    else { return nil }
    var window = SourceWindow(source, capacity: 4096)
    // Data after packets whose size is not stated are not chunks.
    for place in area.places where place.code == .dataChunk {
      guard Int64(bitPattern: try window.bigEndian(8, at: place.range.lowerBound + 4)) >= 0 else { return nil }
    }
    let indices = area.places.indices.filter { area.places[$0].code == .informationChunk }
    var values: [InfoKey: String] = [:]
    for index in indices {
      for (key, value) in try self.values(&window, area.places[index].range, change.limits) { values[key] = value }
    }
    for key in change.keys { values[key] = change.after[key] }
    var edit = FileEdit()
    for index in indices.dropFirst() { area.replace(index, by: .informationChunk, nil, in: &edit) }
    area.replace(
      indices.first, by: .informationChunk, values.isEmpty ? nil : InformationChunk.body(values), in: &edit)
    area.finish(&edit)
    return edit
  }

  private static func values(
    _ window: inout SourceWindow, _ range: Range<Int64>, _ limits: ResourceLimits
  ) throws(ContainerError) -> [InfoKey: String] {
    let start = range.lowerBound + CAFLayout.chunkHeaderByteCount
    let count = range.upperBound - start
    guard count <= Int64(limits.structureByteCount) else {
      throw ContainerError(.limitExceeded, "a chunk is larger than the limit", at: start, in: .informationChunk)
    }
    var body: [UInt8] = []
    _ = try window.append(Int(count), at: start, to: &body)
    return InformationChunk.values(in: body)
  }
}
