import AVFAudio
import AudioAssets
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import CoreFoundation
import Foundation

/// Takes a program's sample buffers into the track of a new file.
struct SampleTaking {
  private let slot: InputSlot
  private let container: ContainerDescriptor
  private let session: CMTime

  init(_ slot: InputSlot, _ container: ContainerDescriptor, session: CMTime) {
    (self.slot, self.container, self.session) = (slot, container, session)
  }

  /// Takes a buffer; the first one determines the format of the track.
  func take(_ buffer: CMSampleBuffer) throws {
    guard let description = buffer.formatDescription else {
      throw AVError(.invalidSourceMedia, because: "a sample buffer has a format")
    }
    guard CMFormatDescriptionGetMediaType(description) == slot.mediaCode else {
      throw AVError(.invalidSourceMedia, because: "the samples are of another kind of media than the input takes")
    }
    if let known = slot.format, !CMFormatDescriptionEqual(known, otherFormatDescription: description) {
      throw AVError(.invalidSourceMedia, because: "the samples become those of another format")
    }
    try? buffer.makeDataReady()
    guard let data = buffer.dataBuffer else {
      // A marker without samples says something to players alone.
      if buffer.numSamples == 0 { return }
      throw AVError(.invalidSourceMedia, because: "the data of the samples is not there")
    }
    let bytes = [UInt8](try data.dataBytes())
    slot.format = description
    if slot.mediaType != .audio { return try takePictures(buffer, description, bytes) }
    guard let stream = unsafe CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee else {
      throw AVError(.invalidSourceMedia, because: "sound has a stream description")
    }
    if let settings = slot.outputSettings {
      try takeSamples(buffer, description, (StreamFormat(stream), bytes), settings)
    } else {
      try takePackets(buffer, description, (StreamFormat(stream), bytes))
    }
  }

  // MARK: Sound

  private func takeSamples(
    _ buffer: CMSampleBuffer, _ description: CMFormatDescription, _ samples: (format: StreamFormat, bytes: [UInt8]),
    _ settings: [String: Any]
  ) throws {
    let (format, bytes) = samples
    let size = format.bytesPerFrame.multipliedReportingOverflow(by: format.bufferCount)
    guard format.formatID == .linearPCM, size.partialValue > 0, !size.overflow,
      (1...10_000_000).contains(format.sampleRate),
      format.channelsPerFrame <= 1024, bytes.count % size.partialValue == 0
    else {
      throw AVError(.invalidSourceMedia, because: "whole frames of linear PCM are encoded; nothing else is")
    }
    let feed = try slot.feed ?? makeEncoder(buffer, CodedStream(format: format, layout: layout(description)), settings)
    slot.feed = feed
    do throws(AudioError) {
      try feed.append(bytes.span, frameCount: bytes.count / size.partialValue)
    } catch {
      throw AVError(writing: error)
    }
  }

  private func makeEncoder(
    _ buffer: CMSampleBuffer, _ input: CodedStream, _ settings: [String: Any]
  ) throws -> TrackFeed {
    let output = try EncodingSettings(settings, slot.work).output(from: input)
    let delay = (buffer.outputPresentationTimeStamp - session).seconds
    let feed: TrackFeed
    do throws(AudioError) {
      feed = try TrackFeed(
        samples: input, as: output, delay: delay.isFinite ? delay : 0, codecs: Catalog.coreAudio.codecs)
    } catch {
      throw AVError(writing: error)
    }
    describe(feed)
    guard !container.statesStarts else { return feed }
    do throws(AudioError) { try feed.startWithSilence() } catch { throw AVError(writing: error) }
    return feed
  }

  private func takePackets(
    _ buffer: CMSampleBuffer, _ description: CMFormatDescription, _ sound: (format: StreamFormat, bytes: [UInt8])
  ) throws {
    let (format, bytes) = sound
    let scale = TrackFeed.timescale(of: format)
    guard scale > 0, let framesUnit = Int64(exactly: (Double(scale) / format.sampleRate).rounded()), framesUnit > 0
    else {
      throw AVError(.invalidSourceMedia, because: "sound has a sampling rate")
    }
    let batch = try packets(of: buffer, format, bytes, unit: framesUnit)
    let feed = slot.feed ?? makePassing(buffer, description, format, scale: scale)
    slot.feed = feed
    let start = buffer.outputPresentationTimeStamp - buffer.presentationTimeStamp
    let end = buffer.duration - buffer.outputDuration - start
    feed.append(batch, trimAtStart: units(start, scale), trimAtEnd: units(end, scale))
  }

  private func makePassing(
    _ buffer: CMSampleBuffer, _ description: CMFormatDescription, _ format: StreamFormat, scale: Int
  ) -> TrackFeed {
    var size = 0
    let cookie = unsafe CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size)
    var info = TrackInfo(
      format: format, cookie: unsafe cookie.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? [])
    info.layout = layout(description)
    info.timescale = scale
    let feed = TrackFeed(packets: info, origin: units(buffer.presentationTimeStamp - session, scale))
    describe(feed)
    return feed
  }

  /// Returns the packets of a buffer, each with how long it lasts.
  private func packets(
    of buffer: CMSampleBuffer, _ format: StreamFormat, _ bytes: [UInt8], unit: Int64
  ) throws -> PacketBatch {
    var batch = PacketBatch()
    if format.hasConstantPackets {
      let count = bytes.count / format.bytesPerPacket
      batch.append(bytes[..<(count * format.bytesPerPacket)], frameCount: count * format.framesPerPacket)
      batch.timings.append(
        PacketTiming(decodeTime: 0, duration: Int64(count * format.framesPerPacket) &* unit))
      return batch
    }
    var places = try buffer.audioStreamPacketDescriptions().compactMap { PacketDescription($0) }
    if places.isEmpty { places = try Self.places(bySizesOf: buffer) }
    for (index, place) in places.enumerated() {
      guard place.byteCount >= 0, place.startOffset >= 0, place.startOffset <= bytes.count,
        place.byteCount <= bytes.count - place.startOffset
      else { throw AVError(.invalidSourceMedia, because: "a packet lies outside of the data") }
      let frames = place.frameCount > 0 ? place.frameCount : format.framesPerPacket
      var duration = Int64(frames) &* unit
      if frames <= 0 {
        let time = try buffer.sampleTimingInfo(at: index).duration
        duration = time.isNumeric ? units(time, Int(format.sampleRate * Double(unit))) : 0
      }
      guard duration > 0 else { throw AVError(.invalidSourceMedia, because: "nothing tells how long a packet lasts") }
      let end = place.startOffset + place.byteCount
      batch.append(bytes[place.startOffset..<end], frameCount: Int(duration / unit))
      batch.timings.append(PacketTiming(decodeTime: 0, duration: duration))
    }
    return batch
  }

  /// Returns the positions of packets, computed from their sizes.
  private static func places(bySizesOf buffer: CMSampleBuffer) throws -> [PacketDescription] {
    let sizes = try buffer.sampleSizes()
    var places: [PacketDescription] = []
    var start = 0
    for index in 0..<buffer.numSamples {
      let size = sizes.count == 1 ? sizes[0] : index < sizes.count ? sizes[index] : 0
      places.append(PacketDescription(startOffset: start, byteCount: size))
      let (next, overflow) = start.addingReportingOverflow(size)
      guard !overflow, size >= 0 else { throw AVError(.invalidSourceMedia, because: "a packet has no size") }
      start = next
    }
    return places
  }

  private func layout(_ description: CMFormatDescription) -> ChannelLayout? {
    var size = 0
    guard let told = unsafe CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size), size > 0 else {
      return nil
    }
    return unsafe ChannelLayout(native: Array(UnsafeRawBufferPointer(start: told, count: size)))
  }

  // MARK: Pictures

  private func takePictures(
    _ buffer: CMSampleBuffer, _ description: CMFormatDescription, _ bytes: [UInt8]
  ) throws {
    guard slot.outputSettings == nil else {
      throw AVError(.encoderNotFound, because: "pictures are passed on as they are, not encoded")
    }
    let first = try buffer.sampleTimingInfo(at: 0)
    let start = first.decodeTimeStamp.isNumeric ? first.decodeTimeStamp : first.presentationTimeStamp
    let own = slot.settings.mediaTimeScale
    let scale = slot.feed?.timescale ?? Int(own > 0 ? own : start.timescale)
    guard start.isNumeric, scale > 0 else { throw AVError(.invalidSourceMedia, because: "pictures have times") }
    let feed = try slot.feed ?? makePictureTrack(description, scale: scale, origin: units(start - session, scale))
    slot.feed = feed
    var batch = PacketBatch()
    for (index, place) in try Self.places(bySizesOf: buffer).enumerated() {
      guard place.byteCount <= bytes.count - place.startOffset else {
        throw AVError(.invalidSourceMedia, because: "a picture lies outside of the data")
      }
      let timing = try buffer.sampleTimingInfo(at: index)
      let decode = timing.decodeTimeStamp.isNumeric ? timing.decodeTimeStamp : timing.presentationTimeStamp
      let duration = timing.duration.isNumeric ? units(timing.duration, scale) : 0
      guard duration > 0 else { throw AVError(.invalidSourceMedia, because: "nothing tells how long a picture lasts") }
      batch.append(bytes[place.startOffset..<(place.startOffset + place.byteCount)])
      batch.timings.append(
        PacketTiming(
          decodeTime: 0, presentationOffset: units(timing.presentationTimeStamp - decode, scale), duration: duration,
          isSync: !(buffer.sampleAttachments[index][.notSync] as? Bool ?? false)))
    }
    feed.append(batch)
  }

  private func makePictureTrack(
    _ description: CMFormatDescription, scale: Int, origin: Int64
  ) throws -> TrackFeed {
    var block: CMBlockBuffer?
    let status = unsafe CMVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer(
      allocator: nil, videoFormatDescription: description, stringEncoding: CFStringBuiltInEncodings.UTF8.rawValue,
      flavor: container.fileType == "MooV" ? nil : .isoFamily, blockBufferOut: &block)
    guard status == noErr, let block else {
      throw AVError(.invalidSourceMedia, because: "the format of the pictures cannot be told in a file (\(status))")
    }
    let size = CMVideoFormatDescriptionGetDimensions(description)
    var info = TrackInfo(
      mediaKind: .video,
      format: StreamFormat(
        formatID: FourCharacterCode(rawValue: CMFormatDescriptionGetMediaSubType(description)), sampleRate: 0,
        channelsPerFrame: 0))
    info.sampleDescription = [UInt8](try block.dataBytes())
    info.timescale = scale
    info.picture = PictureInfo(codedWidth: Int(size.width), codedHeight: Int(size.height))
    let feed = TrackFeed(packets: info, origin: origin)
    describe(feed)
    return feed
  }

  // MARK: Both

  /// Sets the properties of the input in the track.
  private func describe(_ feed: TrackFeed) {
    if let language = slot.settings.languageCode { feed.describe { $0.language = language } }
  }

  /// Returns a time in units of a scale, rounded to the nearest.
  private func units(_ time: CMTime, _ scale: Int) -> Int64 {
    guard time.isNumeric, let scale = Int32(exactly: scale) else { return 0 }
    return time.convertScale(scale, method: .roundHalfAwayFromZero).value
  }
}

extension InputSlot {
  /// The kind of media as Core Media has it.
  fileprivate var mediaCode: CMMediaType {
    mediaType.rawValue.utf8.reduce(0) { $0 << 8 | CMMediaType($1) }
  }
}
