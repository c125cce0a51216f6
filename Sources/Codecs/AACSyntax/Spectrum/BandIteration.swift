extension BandLayout {
  /// Calls `body` with every band of every window: its place in ``ChannelStream/codebooks`` and its lines.
  ///
  /// Bands of a window group share their place.
  @inlinable @inline(__always)
  package func forEachBand(_ info: IndividualChannelInfo, _ body: (_ place: Int, _ lines: Range<Int>) -> Void) {
    guard info.isShort else {
      for band in 0..<info.bandCount { body(band, longOffsets[band]..<longOffsets[band + 1]) }
      return
    }
    var window = 0
    for group in 0..<info.groupCount {
      for _ in 0..<info.groupLengths[group] {
        let start = window * shortLength
        for band in 0..<info.bandCount {
          body(ChannelStream.place(group, band), (start + shortOffsets[band])..<(start + shortOffsets[band + 1]))
        }
        window += 1
      }
    }
  }
}
