/// A mapping from times in a recording to times in an output: the part of the recording, the start of that part in the
/// output, and both rates.
///
/// ```
/// input    ├──────┬═══════ part ═══════┬────┤   frames of the input
/// output   ├ offset ┼═══════════════════════┤   frames of the output, `scale` of them a frame of the input
/// ```
public struct TimeMap: Hashable, Sendable {
  /// The part of the input, in frames; `nil` for all of it. Its end may be infinite.
  public var part: Range<Double>?
  /// The ratio of the output's sampling rate to the input's, more than 0.
  public var scale: Double
  /// The number of frames of the output before the part.
  public var offset: Double

  /// Creates a map, by default the identity.
  public init(part: Range<Double>? = nil, scale: Double = 1, offset: Double = 0) {
    self.part = part
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.offset = offset
  }

  /// Returns the map shifted by a number of output frames: earlier, or later if the number is negative. Positions
  /// before the beginning are dropped.
  public func beginning(earlierBy frames: Double) -> TimeMap {
    var map = self
    guard frames < 0 else {
      map.offset += frames
      return map
    }
    let absorbed = min(offset, -frames)
    map.offset -= absorbed
    let start = (part?.lowerBound ?? 0) + (-frames - absorbed) / scale
    map.part = start..<max(start, part?.upperBound ?? .infinity)
    return map
  }

  /// True if the map changes nothing.
  public var isIdentity: Bool { self == TimeMap() }

  /// Returns the output frame of an input frame; `nil` outside the part.
  ///
  /// - Parameters:
  ///   - frame: A frame of the input.
  ///   - isEnd: True for the first frame after a stretch, which may be that after the part.
  public func frame(_ frame: Double, isEnd: Bool = false) -> Double? {
    guard let part else { return frame * scale + offset }
    guard part.contains(frame) || (isEnd && frame == part.upperBound) else { return nil }
    return (frame - part.lowerBound) * scale + offset
  }

  /// Returns the time of day of the output's first frame, as a count of output frames since midnight; `count` is the
  /// same for the input.
  func timeReference(_ count: UInt64) -> UInt64 {
    let start = part?.lowerBound ?? 0
    guard scale == 1, let moved = Int64(exactly: (start - offset).rounded()) else {
      return Self.count((Double(count) + start) * scale - offset)
    }
    // In whole numbers, of which a Double holds 53 bits.
    let (sum, overflow) = count.addingReportingOverflow(moved.magnitude)
    if moved >= 0 { return overflow ? .max : sum }
    return count > moved.magnitude ? count - moved.magnitude : 0
  }

  private static func count(_ frames: Double) -> UInt64 {
    let rounded = frames.rounded()
    guard rounded > 0 else { return 0 }
    return rounded < 0x1p64 ? UInt64(rounded) : .max
  }
}

extension Metadata {
  /// Moves everything that has a time: markers, regions and the time of day of the first frame. Drops markers outside
  /// the part.
  ///
  /// - Returns: The regions that are partly outside the part; they are left out, too.
  @discardableResult
  public mutating func move(by map: TimeMap) -> [Region] {
    guard !map.isIdentity else { return [] }
    if let count = info[.broadcastTimeReference].flatMap({ UInt64($0) }) {
      info[.broadcastTimeReference] = String(map.timeReference(count))
    }
    markers = markers.compactMap { $0.moved(by: map) }
    var cut: [Region] = []
    regions = regions.compactMap { region in
      let end = region.markers.map(\.framePosition).max()
      var moved = region
      moved.markers = region.markers.compactMap { $0.moved(by: map, isEnd: $0.framePosition == end) }
      if moved.markers.count == region.markers.count { return moved }
      if region.overlaps(map.part) { cut.append(region) }
      return nil
    }
    return cut
  }
}

extension Marker {
  /// Returns the marker in the output, or `nil` outside the part.
  fileprivate func moved(by map: TimeMap, isEnd: Bool = false) -> Marker? {
    guard let frame = map.frame(framePosition, isEnd: isEnd) else { return nil }
    var marker = self
    marker.framePosition = frame
    if let offset = time?.subFrameSampleOffset {
      marker.time?.subFrameSampleOffset = UInt32(min((Double(offset) * map.scale).rounded(), Double(UInt32.max)))
    }
    return marker
  }
}

extension Region {
  /// Returns true if some of the stretch is in a part.
  fileprivate func overlaps(_ part: Range<Double>?) -> Bool {
    let frames = markers.map(\.framePosition)
    guard let part, let start = frames.min(), let end = frames.max() else { return false }
    return start < part.upperBound && end > part.lowerBound
  }
}
