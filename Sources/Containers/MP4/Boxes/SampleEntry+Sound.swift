import AudioBase
import MPEG4Systems

extension SampleEntry {
  /// The offsets at which the entry's child boxes may begin.
  private struct Layout {
    var children: Int64
    /// The offset at which the boxes would begin if an entry of version 1 lacked its extra fields, as those of some
    /// writers do.
    var alternative: Int64?
  }

  /// Reads an AudioSampleEntry, or one of QuickTime's sound sample descriptions.
  mutating func readSound(
    _ entry: Box, descriptionVersion: UInt8, _ limits: ResourceLimits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    let layout = try readFields(entry, descriptionVersion: descriptionVersion, &window)
    try readChildren(BoxSequence(position: layout.children, end: entry.end), limits, &window)
    if cookie.isEmpty, containerCookie.isEmpty, type == "mp4a", let other = layout.alternative {
      try readChildren(BoxSequence(position: other, end: entry.end), limits, &window)
    }
    settleSound()
  }

  private mutating func readFields(
    _ entry: Box, descriptionVersion: UInt8, _ window: inout SourceWindow
  ) throws(ContainerError) -> Layout {
    var fields = entry.fields
    try fields.skip(8)
    let version = try fields.uint16(&window)
    try fields.skip(6)
    format.channelsPerFrame = Int(try fields.uint16(&window))
    format.bitsPerChannel = Int(try fields.uint16(&window))
    let compression = Int16(bitPattern: try fields.uint16(&window))
    try fields.skip(2)
    format.sampleRate = Double(try fields.uint32(&window)) / 65536
    // ISO files have their own version 1, marked by the version of `stsd`, which adds no fields.
    if version == 1, descriptionVersion == 0 {
      let plain = fields.position
      guard fields.remaining >= 16 else { return Layout(children: plain) }
      let frames = Int(clamping: try fields.uint32(&window))
      try fields.skip(4)
      let byteCount = Int(clamping: try fields.uint32(&window))
      // −2 states that packets differ.
      if compression != -2 { quickTimePacket = (frames, byteCount) }
      try fields.skip(4)
      return Layout(children: fields.position, alternative: plain)
    }
    if version == 2 { return Layout(children: try readVersion2(entry, &fields, &window)) }
    return Layout(children: fields.position)
  }

  /// Reads Core Audio's own description in QuickTime's version 2. Returns the offset of the child boxes.
  private mutating func readVersion2(
    _ entry: Box, _ fields: inout BoxFields, _ window: inout SourceWindow
  ) throws(ContainerError) -> Int64 {
    let size = Int64(try fields.uint32(&window))
    format.sampleRate = Double(bitPattern: try fields.uint64(&window))
    format.channelsPerFrame = Int(clamping: try fields.uint32(&window))
    try fields.skip(4)
    format.bitsPerChannel = Int(clamping: try fields.uint32(&window))
    format.formatFlags = try fields.uint32(&window)
    format.bytesPerFrame = Int(clamping: try fields.uint32(&window))
    format.framesPerPacket = Int(clamping: try fields.uint32(&window))
    plainSamples.hasFlags = true
    let children = entry.start.saturatingAdd(size)
    let isSane = size >= 72 && children <= entry.end
    return isSane ? children : fields.position
  }

  /// Reads the boxes after the fields; an error there costs a remark, not the track.
  private mutating func readChildren(
    _ sequence: BoxSequence, _ limits: ResourceLimits, _ window: inout SourceWindow, isInsideWave: Bool = false
  ) throws(ContainerError) {
    var sequence = sequence
    do throws(ContainerError) {
      while let box = try sequence.next(&window) {
        if box.type == "wave", !isInsideWave {
          try readChildren(box.children, limits, &window, isInsideWave: true)
        } else {
          try readChild(box, limits, &window)
        }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      warnings.append("the sample description is damaged: \(error)")
    }
  }

  private mutating func readChild(
    _ box: Box, _ limits: ResourceLimits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    var fields = box.fields
    switch box.type {
    case "esds":
      if let objectType = try readDescriptor(box, limits, &window), type == "mp4a" { note(objectType) }
    case "alac": try readConfiguration(box, isFull: true, limits, &window)
    case "dfLa": try readConfiguration(box, isFull: true, limits, &window)
    case "dac3":
      try readConfiguration(box, isFull: false, limits, &window)
      noteChannels(ofAC3: cookie)
    case "dOps", "dec3", "damr", "iacb", "dac4": try readConfiguration(box, isFull: false, limits, &window)
    case "btrt": try readBitRate(box, &window)
    case "sinf": try readProtection(box, &window)
    case "srat":
      _ = try fields.versionAndFlags(&window)
      format.sampleRate = Double(try fields.uint32(&window))
    case "enda": plainSamples.isLittleEndian = try fields.uint16(&window) & 0xFF != 0
    case "pcmC":
      _ = try fields.versionAndFlags(&window)
      plainSamples.isLittleEndian = try fields.uint8(&window) & 1 != 0
      plainSamples.bitsPerSample = Int(try fields.uint8(&window))
    case "chan": layout = try ChannelBoxes.coreAudioLayout(box, &window) ?? layout
    case "chnl":
      layout = try ChannelBoxes.layout(box, channelCount: format.channelsPerFrame, &window) ?? layout
    default: break
    }
  }

  /// Reads an AC3SpecificBox, ETSI TS 102 366, F.4: the number of channels in the entry has no meaning.
  private mutating func noteChannels(ofAC3 configuration: [UInt8]) {
    guard configuration.count >= 3 else { return }
    // fscod 2 bits, bsid 5, bsmod 3, acmod 3, lfeon 1.
    let bits = Int(configuration[0]) << 16 | Int(configuration[1]) << 8 | Int(configuration[2])
    let coded = [2, 1, 2, 3, 3, 4, 4, 5][bits >> 11 & 7]
    format.channelsPerFrame = coded + (bits >> 10 & 1)
  }

  private mutating func note(_ objectType: ObjectTypeIndication) {
    if objectType.isMPEGAudio {
      format.formatID = ".mp3"
    } else if objectType.rawValue == 0xDD {
      // FFmpeg's own: the three headers of Vorbis, laced.
      format.formatID = .vorbis
    } else if objectType.rawValue == 0xA9 {
      format.formatID = "dtsc"
    } else if !objectType.isAdvancedAudioCoding {
      let number = String(objectType.rawValue, radix: 16)
      warnings.append("the packets are not AAC but of object type 0x\(number)")
    } else {
      format.formatID = .advancedAudio(configuration: cookie)
      if cookie.isEmpty { warnings.append("the esds holds no AudioSpecificConfig") }
    }
  }

  /// Completes the format with the implications of the kind of packets.
  private mutating func settleSound() {
    if let layout, layout.channelCount != format.channelsPerFrame { self.layout = nil }
    if type == "mp4a", containerCookie.isEmpty {
      format.formatID = .aac
      warnings.append("the sample description has no esds that can be read")
    }
    if let samples = plainSampleFormat() { return settlePlainSamples(samples) }
    // Samples that are unpacked or not interleaved keep their description.
    if type == "lpcm" { return setPacket(byteCount: format.bytesPerFrame, frameCount: 1) }
    let bits = format.bitsPerChannel
    format.bitsPerChannel = 0
    format.bytesPerFrame = 0
    format.framesPerPacket = 0
    switch type {
    case "alac": settleLossless(bits: bits)
    case "ulaw", "alaw":
      format.bitsPerChannel = 8
      format.bytesPerFrame = format.channelsPerFrame
      setPacket(byteCount: format.channelsPerFrame, frameCount: 1)
    case "ima4": setPacket(byteCount: format.channelsPerFrame * 34, frameCount: 64)
    // 3GPP TS 26.244, 6.5: the rates of AMR are fixed, and the entry's fields hold constants.
    case "samr", "sawb":
      format.sampleRate = type == "samr" ? 8000 : 16_000
      format.channelsPerFrame = 1
    // "Encapsulation of Opus in ISOBMFF", 4.3.1: 48000, whatever went in; some write that.
    case "Opus":
      format.formatID = .opus
      format.sampleRate = 48_000
    case "fLaC":
      format.formatID = "flac"
      settleFLAC(bits: bits)
    case ".mp3", "ms\0U": format.formatID = ".mp3"
    default: break
    }
  }

  /// Applies `STREAMINFO`, which is more precise than the entry, whose rate is 0 if it does not fit. RFC 9639, 8.2.
  private mutating func settleFLAC(bits: Int) {
    guard let information = try? SoundEntry.streamInformation(cookie) else {
      return sourceBitDepth = bits > 0 ? bits : nil
    }
    let depth = SoundEntry.sampleBitCount(information)
    sourceBitDepth = depth
    format.formatFlags = LosslessDepth(holding: depth).formatFlags
    format.channelsPerFrame = Int(information[12] >> 1 & 7) + 1
    let rate = Int(information[10]) << 12 | Int(information[11]) << 4 | Int(information[12] >> 4)
    if rate > 0 { format.sampleRate = Double(rate) }
    if layout?.channelCount != format.channelsPerFrame { layout = nil }
  }

  /// Takes the values of the ALACSpecificConfig, which are more exact than the entry's narrow fields.
  private mutating func settleLossless(bits: Int) {
    cookie = ChannelBoxes.withoutWrapping(cookie)
    guard cookie.count >= 24 else { return sourceBitDepth = bits > 0 ? bits : nil }
    func word(_ place: Int) -> UInt32 { cookie[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
    sourceBitDepth = Int(cookie[5])
    format.formatFlags = LosslessDepth(rawValue: Int(cookie[5]))?.formatFlags ?? 0
    if cookie[9] > 0 { format.channelsPerFrame = Int(cookie[9]) }
    if word(20) > 0 { format.sampleRate = Double(word(20)) }
    if layout?.channelCount != format.channelsPerFrame { layout = nil }
  }

  /// Makes all packets alike; sizes out of all reason are dropped.
  mutating func setPacket(byteCount: Int, frameCount: Int) {
    guard (1...(1 << 16)).contains(byteCount) else { return format.bytesPerFrame = 0 }
    format.bytesPerPacket = byteCount
    format.framesPerPacket = frameCount
  }
}
