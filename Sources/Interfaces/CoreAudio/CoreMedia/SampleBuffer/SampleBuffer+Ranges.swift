import CCoreMedia

extension SampleBuffer {
  /// Returns the format of sound.
  ///
  /// - Throws: For other media.
  func soundFormat() throws(Failure) -> AudioStreamBasicDescription {
    guard let audio = format?.audio else { throw Failure(kCMSampleBufferError_InvalidMediaTypeForOperation) }
    return audio.basicDescription
  }

  /// Returns the number of bytes of a sample; 0 if it is unknown.
  func size(at index: Int) -> Int {
    guard (0..<count).contains(index), !sizes.isEmpty else { return 0 }
    return sizes.count == 1 ? sizes[0] : sizes[index]
  }

  /// The number of bytes of all samples; 0 if it is unknown.
  var totalSize: Int {
    guard !sizes.isEmpty else { return 0 }
    return sizes.count == 1 ? sizes[0].multipliedReportingOverflow(by: count).partialValue : sizes.reduce(0, &+)
  }

  /// Returns another buffer for the same data and format.
  ///
  /// - Parameter newTiming: Entries in place of the samples' own.
  func copy(newTiming: [CMSampleTimingInfo]? = nil) throws(Failure) -> SampleBuffer {
    let copy = SampleBuffer(
      data, isReady ? .ready : .tracking(self), format,
      Samples(count: count, timing: newTiming ?? timing.entries, sizes: sizes))
    copy.takeAttachments(of: self, in: 0..<count)
    if newTiming == nil { copy.outputPresentationTimeStamp = outputPresentationTimeStamp }
    return copy
  }

  /// Returns a buffer for some of the samples; its data are a part of this one's.
  func copy(_ location: Int, _ length: Int) throws(Failure) -> SampleBuffer {
    guard location >= 0, length > 0, location <= count, length <= count - location else {
      throw Failure(kCMSampleBufferError_SampleIndexOutOfRange)
    }
    let range = location..<(location + length)
    let entrySizes = try sizesForSubdivision()
    let some = entrySizes.count == 1 ? entrySizes : Array(entrySizes[range])
    let samples = Samples(count: length, timing: try timing.entries(in: range), sizes: some)
    let part = SampleBuffer(
      try bytes(in: range, entrySizes), isReady ? .ready : .tracking(self), format, samples)
    part.takeAttachments(of: self, in: range)
    return part
  }

  /// Returns the sizes for separating samples.
  private func sizesForSubdivision() throws(Failure) -> [Int] {
    let sound = format?.audio?.basicDescription
    if let sound, sound.mFormatID == kAudioFormatLinearPCM,
      sound.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0, sound.mChannelsPerFrame > 1
    {
      throw Failure(kCMSampleBufferError_CannotSubdivide)
    }
    if !sizes.isEmpty { return sizes }
    guard let sound, sound.mBytesPerPacket > 0 else { throw Failure(kCMSampleBufferError_BufferHasNoSampleSizes) }
    return [Int(sound.mBytesPerPacket)]
  }

  /// Returns the part of the data that belongs to some samples, without a copy.
  private func bytes(in range: Range<Int>, _ sizes: [Int]) throws(Failure) -> BlockBuffer? {
    guard let data else { return nil }
    let start = try Self.byteCount(of: range.lowerBound, sizes, within: data.byteCount)
    let end = try Self.byteCount(of: range.upperBound, sizes, within: data.byteCount)
    let part = BlockBuffer()
    if end > start { try part.append(data, offset: start, byteCount: end - start) }
    return part
  }

  /// Returns the number of bytes of the first `count` samples, which must exist.
  private static func byteCount(of count: Int, _ sizes: [Int], within room: Int) throws(Failure) -> Int {
    var total = 0
    var isTooLarge = false
    if sizes.count == 1 {
      (total, isTooLarge) = sizes[0].multipliedReportingOverflow(by: count)
    } else {
      for size in sizes.prefix(count) where !isTooLarge { (total, isTooLarge) = total.addingReportingOverflow(size) }
    }
    guard !isTooLarge, total <= room else { throw Failure(kCMSampleBufferError_InvalidSampleData) }
    return total
  }
}

// MARK: Packets

extension SampleBuffer {
  /// Returns the positions of packets of variable size or duration in the data: `AudioStreamPacketDescription`s; `nil`
  /// if all packets are alike.
  func packetDescriptions() throws(Failure) -> FixedMemory? {
    let sound = try soundFormat()
    guard sound.mBytesPerPacket == 0 || sound.mFramesPerPacket == 0, sound.mFormatID != kAudioFormatLinearPCM else {
      return nil
    }
    if let known = knownPacketDescriptions { return known }
    guard !sizes.isEmpty else { throw Failure(kCMSampleBufferError_BufferHasNoSampleSizes) }
    guard count <= Self.largestListCount else { throw Failure(kCMSampleBufferError_InvalidSampleData) }
    var offset: Int64 = 0
    var list: [AudioStreamPacketDescription] = []
    list.reserveCapacity(count)
    for index in 0..<count {
      let size = size(at: index)
      var frames: UInt32 = 0
      if sound.mFramesPerPacket == 0, let entry = try? timing.entry(at: index) {
        // With a duration that is not numeric, the packet's own stays unsaid.
        let exact = (CMTimeGetSeconds(entry.duration) * sound.mSampleRate).rounded(.toNearestOrEven)
        if exact.isFinite, exact > 0 { frames = UInt32(min(exact, Double(UInt32.max))) }
      }
      list.append(
        AudioStreamPacketDescription(
          mStartOffset: offset, mVariableFramesInPacket: frames, mDataByteSize: UInt32(clamping: size)))
      offset &+= Int64(size)
    }
    return keep(packetDescriptions: FixedMemory(list))
  }
}

extension Samples {
  /// Creates sample properties from descriptions of packets; without them, all packets are alike.
  init(
    packets: [AudioStreamPacketDescription]?, count: Int, of sound: AudioStreamBasicDescription, from start: CMTime
  ) throws(Failure) {
    guard count > 0 else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    guard start.kind == .numeric else { throw Failure(kCMSampleBufferError_SampleTimingInfoInvalid) }
    let isAlike = sound.mBytesPerPacket > 0 && sound.mFramesPerPacket > 0
    guard isAlike || packets != nil else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    self.count = count
    if sound.mFramesPerPacket > 0 {
      timing = [Self.entry(frames: sound.mFramesPerPacket, sound.mSampleRate, at: start)]
    } else {
      timing = []
      var time = start
      for packet in packets ?? [] {
        let entry = Self.entry(frames: packet.mVariableFramesInPacket, sound.mSampleRate, at: time)
        timing.append(entry)
        time = CMTimeAdd(time, entry.duration)
      }
    }
    if sound.mBytesPerPacket > 0 {
      let isPlanar =
        sound.mFormatID == kAudioFormatLinearPCM && sound.mChannelsPerFrame > 1
        && sound.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
      sizes = isPlanar ? [] : [Int(sound.mBytesPerPacket)]
    } else {
      sizes = (packets ?? []).map { Int($0.mDataByteSize) }
    }
  }

  private static func entry(frames: UInt32, _ rate: Double, at time: CMTime) -> CMSampleTimingInfo {
    let isWhole = rate >= 1 && rate < 0x1p31 && rate == rate.rounded()
    let duration =
      isWhole
      ? CMTimeMake(value: Int64(frames), timescale: Int32(rate))
      : CMTimeMakeWithSeconds(Double(frames) / rate, preferredTimescale: 1_000_000)
    return CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .nowhere)
  }
}
