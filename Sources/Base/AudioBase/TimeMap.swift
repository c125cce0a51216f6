/// The mapping of places in a recording to places in its output: the part of the recording that is taken, the place at
/// which that begins, and the two rates.
///
/// ```
/// input    ├──────┬═══════ part ═══════┬────┤   frames of the input
/// output   ├ offset ┼═══════════════════════┤   frames of the output, `scale` of them a frame of the input
/// ```
public struct TimeMap: Hashable, Sendable {
  /// The part that is taken, in frames of the input; `nil` for all of it. Its end may be infinite.
  public var part: Range<Double>?
  /// The frames of a second of the output over those of the input, more than 0.
  public var scale: Double
  /// The frames of the output before the part.
  public var offset: Double

  /// Creates a map; the usual one leaves every place where it is.
  public init(part: Range<Double>? = nil, scale: Double = 1, offset: Double = 0) {
    self.part = part
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.offset = offset
  }

  /// Returns the map where the output's recording begins so many of its frames earlier than by this one, or, below 0,
  /// later: places before its beginning are left out.
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

  /// True if every place stays where it is.
  public var isIdentity: Bool { self == TimeMap() }

  /// Returns the frame of the output for one of the input; `nil` outside the part.
  ///
  /// - Parameters:
  ///   - frame: A frame of the input.
  ///   - isEnd: True for the first frame after a stretch, which may be that after the part.
  public func frame(_ frame: Double, isEnd: Bool = false) -> Double? {
    guard let part else { return frame * scale + offset }
    guard part.contains(frame) || (isEnd && frame == part.upperBound) else { return nil }
    return (frame - part.lowerBound) * scale + offset
  }

  /// Returns the time of day of the output's first frame, in its frames since midnight, where that of the input is
  /// `count` of its own.
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
  /// Moves everything with a place in time: markers, regions and the time of day of the first frame. Markers outside
  /// the part are left out.
  ///
  /// - Returns: The regions that lie partly outside the part; they are left out, too.
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
  /// Returns true if some of the stretch lies in a part.
  fileprivate func overlaps(_ part: Range<Double>?) -> Bool {
    let frames = markers.map(\.framePosition)
    guard let part, let start = frames.min(), let end = frames.max() else { return false }
    return start < part.upperBound && end > part.lowerBound
  }
}
