import AudioBase

extension StatedLoudnessSet {
  /// The most statements of each kind, as in the six bits of `loudnessInfoCount`.
  private static let maximumCount = 63

  /// Reads `ludt`: the boxes `tlou` and `alou`.
  ///
  /// ISO/IEC 14496-12, 12.2.7. A statement takes 7 bytes and 3 for each measurement:
  /// ```
  /// tlou, alou   version 1 byte, flags 3
  ///              version 1: loudness_info_type 2 bits, loudness_base_count 6; types 1…3: one byte more
  /// statement    version 1: EQ_set_ID 1 byte
  ///              3 bits, downmix_ID 7, DRC_set_ID 6; sample peak 12, true peak 12; its system 4, reliability 4
  ///              measurement_count 1 byte; each: method 1 byte, value 1, system 4 bits, reliability 4
  /// ```
  init(parsing ludt: Box, _ window: inout SourceWindow) throws(ContainerError) {
    self.init()
    var children = ludt.children
    while let box = try children.next(&window) {
      switch box.type {
      case "tlou": try StatedLoudnessSet.read(box, &window, into: &track)
      case "alou": try StatedLoudnessSet.read(box, &window, into: &album)
      default: break
      }
    }
  }

  private static func read(
    _ box: Box, _ window: inout SourceWindow, into statements: inout [StatedLoudness]
  ) throws(ContainerError) {
    var fields = box.fields
    let version = try fields.uint32(&window) >> 24
    guard version <= 1 else { return }
    var count = 1
    if version == 1 {
      let head = try fields.uint8(&window)
      count = Int(head & 0x3F)
      // Of a group of an object's sounds, or of a choice of such groups: not of the whole track.
      guard head >> 6 == 0 else { return }
    }
    for _ in 0..<count where statements.count < maximumCount {
      let equalizer = version == 1 ? try fields.uint8(&window) : 0
      let statement = try StatedLoudness(parsing: &fields, &window)
      // Nothing here equalizes.
      if equalizer & 0x3F == 0 { statements.append(statement) }
    }
  }
}

extension StatedLoudness {
  fileprivate init(parsing fields: inout BoxFields, _ window: inout SourceWindow) throws(ContainerError) {
    self.init()
    let places = try fields.uint16(&window)
    downmix = Int(places >> 6 & 0x7F)
    dynamicRangeSet = Int(places & 0x3F)
    let peaks = try fields.uint32(&window)
    samplePeak = StatedLoudness.peak(Int(peaks >> 20))
    truePeak = StatedLoudness.peak(Int(peaks >> 8 & 0xFFF))
    for _ in 0..<(try fields.uint8(&window)) {
      let method = try fields.uint8(&window)
      let value = try fields.uint8(&window)
      let quality = try fields.uint8(&window)
      guard let quantity = Quantity(rawValue: Int(method)) else { continue }
      measurements.append(
        Measurement(
          quantity, StatedLoudness.value(Int(value), of: quantity), system: Int(quality >> 4),
          reliability: Int(quality & 0xF)))
    }
  }
}
